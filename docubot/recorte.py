"""El límite de contexto: qué se olvida cuando la conversación no cabe. Siempre turnos enteros. Puro.

Un turno empieza en una pregunta de la persona y llega hasta la siguiente; dentro van sus llamadas y sus resultados, que
la API solo admite juntos.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from docubot import diario
from docubot.conversacion import bloques
from docubot.diario import Suceso
from docubot.saneado import limpiar_linea, tapar_secretos
from docubot.tipos import Mensaje

LETRAS_POR_TOKEN: Final = 3.6
"""Letras de español por token, más o menos: solo para decidir cuándo recortar, nunca para cobrar."""

MAXIMO_PREGUNTAS: Final = 20
MAXIMO_POR_PREGUNTA: Final = 160


def inicios(mensajes: Sequence[Mensaje]) -> list[int]:
    """Dónde empieza cada turno: los mensajes de la persona que no son resultados."""
    return [i for i, m in enumerate(mensajes) if m["role"] == "user" and not _son_resultados(m)]


def _son_resultados(mensaje: Mensaje) -> bool:
    return any(b.get("type") == "tool_result" for b in bloques(mensaje))


def tokens(mensajes: Sequence[Mensaje]) -> int:
    """Una estimación de lo que ocupan unos mensajes."""
    return _en_tokens(sum(map(_letras, mensajes)))


def _letras(mensaje: Mensaje) -> int:
    return len(json.dumps(mensaje, ensure_ascii=False, default=str))


def _en_tokens(letras: int) -> int:
    return round(letras / LETRAS_POR_TOKEN)


def cuantos_quedan(mensajes: Sequence[Mensaje], cabida: int) -> int:
    """Cuántos mensajes del final se conservan para ocupar `cabida` tokens como mucho; 0 si ni el último turno cabe."""
    letras = [_letras(m) for m in mensajes]
    desde_aqui = list(accumulate(reversed(letras)))[::-1]
    if not letras or _en_tokens(desde_aqui[0]) <= cabida:
        return len(mensajes)
    return next((len(mensajes) - i for i in inicios(mensajes) if _en_tokens(desde_aqui[i]) <= cabida), 0)


def preguntas(mensajes: Sequence[Mensaje]) -> list[str]:
    """Lo que preguntó la persona en unos mensajes, en una línea cada cosa."""
    return [_pregunta(mensajes[i]) for i in inicios(mensajes)]


def _pregunta(mensaje: Mensaje) -> str:
    texto = " ".join(str(b.get("text", "")) for b in bloques(mensaje) if b.get("type") == "text")
    limpia = limpiar_linea(tapar_secretos(texto.rpartition("\n\nPregunta: ")[2]))
    return limpia if len(limpia) <= MAXIMO_POR_PREGUNTA else limpia[:MAXIMO_POR_PREGUNTA] + "…"


def olvidadas(sucesos: Sequence[Suceso]) -> list[str]:
    """Las preguntas de los turnos que un diario dice que se olvidaron."""
    salida: list[str] = []
    for i, suceso in enumerate(sucesos):
        if suceso["tipo"] == "historia_recortada":
            historia = diario.mensajes(list(sucesos[:i]))
            salida += preguntas(historia[: len(historia) - suceso["quedan"]])
    return salida


def resumen(olvidado: Sequence[str]) -> str:
    """Lo que se añade al prompt en lugar de lo olvidado: solo palabras de la persona, nunca de un documento."""
    if not olvidado:
        return ""
    ultimas = " ".join(f"«{p}»" for p in olvidado[-MAXIMO_PREGUNTAS:])
    return f"\n\nAntes, en esta misma conversación, la persona ya preguntó, por orden: {ultimas}"
