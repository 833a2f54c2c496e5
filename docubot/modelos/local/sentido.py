"""El sentido de un cambio («de Gratis a Equipo»): subir o bajar, según lo que enseñen los pasajes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from docubot.lenguaje.texto import plegar

_DE_A: Final = re.compile(r"\b(?:de|from) (?:plan )?(\w+) (?:a|to) (?:plan )?(\w+)\b")
_VERBO: Final = re.compile(r"\b(sub|baj|upgrad|downgrad)\w*\b")
_CONTRARIO: Final = {"subir": "bajar", "bajar": "subir"}
_DICHO: Final = {"sub": "subir", "upgrad": "subir", "baj": "bajar", "downgrad": "bajar"}


def sentido_del_cambio(pregunta: str, frases: Iterable[str]) -> str:
    """«subir» o «bajar»: lo que dice la pregunta o, si va de X a Y, lo que una frase enseña de X a Y (o de Y a X).

    Vacío si la pregunta no va de un lado a otro o ninguna frase lo enseña.
    """
    plegada = plegar(pregunta)
    pares = set(_DE_A.findall(plegada))
    if not pares:
        return ""
    if suyos := _sentidos(plegada):
        return suyos.pop() if len(suyos) == 1 else ""
    for frase in frases:
        texto = plegar(frase)
        verbos = _sentidos(texto)
        dichos = set(_DE_A.findall(texto)) if len(verbos) == 1 else set()
        if dichos & pares:
            return verbos.pop()
        if {(b, a) for a, b in dichos} & pares:
            return _CONTRARIO[verbos.pop()]
    return ""


def va_al_reves(frase: str, sentido: str) -> bool:
    """Verdadero si la frase trata del cambio contrario y no de este."""
    verbos = _sentidos(plegar(frase))
    return bool(sentido) and _CONTRARIO[sentido] in verbos and sentido not in verbos


def va_a_eso(frase: str, sentido: str) -> bool:
    """Verdadero si la frase trata de ese cambio."""
    return sentido in _sentidos(plegar(frase))


def _sentidos(plegado: str) -> set[str]:
    """Los sentidos que dicen los verbos de un texto ya plegado."""
    return {_DICHO[v] for v in _VERBO.findall(plegado)}
