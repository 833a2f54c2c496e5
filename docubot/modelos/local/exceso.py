"""La pregunta que da por hecho que algo pasa de su límite: «tengo 45 y el tope es 40, ¿cómo es posible?»."""

from __future__ import annotations

import re
from typing import Final

from docubot.lenguaje.texto import plegar

_EXTRAÑA: Final = re.compile(
    r"\b(?:por que|porque|como (?:es|puede\w*|se) |como pued\w+|how (?:come|can|is|could)|why|es posible|is it possible)\b"
)
_LIMITE: Final = re.compile(r"\b(?:limite|tope|maximo|cupo|limit|cap|max|maximum)\b\D{0,12}(\d+)")
_NUMERO: Final = re.compile(r"\d+")
POR_ENCIMA: Final = "por encima del límite"
"""Con qué palabras lo dice una documentación."""


def presupone_exceso(texto: str) -> bool:
    """Verdadero si se extraña de una cifra mayor que el límite que ella misma dice."""
    plegado = plegar(texto)
    limite = _LIMITE.search(plegado)
    if limite is None or _EXTRAÑA.search(plegado) is None:
        return False
    return any(int(n) > int(limite.group(1)) for n in _NUMERO.findall(plegado))
