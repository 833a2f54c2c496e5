"""Parte un Markdown que va llegando en bloques terminados: lo que se enseña ya no cambia. Puro."""

from __future__ import annotations

import re
from typing import Final

from docubot.presentacion.markdown import en_bloques

_PUEDE_ACABAR: Final = re.compile(r"\n[ \t]*\n|^ {0,3}(?:`{3}|~{3})", re.MULTILINE)
"""Dónde vale la pena mirar: una línea en blanco o una valla de código."""


class Flujo:
    """Recibe trozos y entrega bloques: juntos, en orden, dan el texto entero, se corte por donde se corte."""

    def __init__(self) -> None:
        self._pendiente = ""
        self._mirado = 0

    def recibir(self, trozo: str) -> list[str]:
        """Los bloques que este trozo ha dado por terminados."""
        self._pendiente += trozo
        hasta = self._pendiente.rfind("\n") + 1
        if hasta <= self._mirado or not _PUEDE_ACABAR.search(self._pendiente, max(0, self._mirado - 1), hasta):
            return []
        self._mirado = hasta
        bloques = en_bloques(self._pendiente[:hasta])
        terminados = bloques[:-1]
        usado = sum(map(len, terminados))
        self._pendiente, self._mirado = self._pendiente[usado:], self._mirado - usado
        return terminados

    def terminar(self) -> list[str]:
        """Los bloques que quedaban."""
        resto, self._pendiente, self._mirado = self._pendiente, "", 0
        return en_bloques(resto) if resto else []

    def __len__(self) -> int:
        return len(self._pendiente)
