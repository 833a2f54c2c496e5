"""Los supuestos de una pregunta: «si cierro 5», «con 25 más», «tras reabrir una», y la cifra como quedaría."""

from __future__ import annotations

import re
from typing import Final

from docubot.modelos.local.redaccion.pedido import Clausula, en_cifras

_HIPOTESIS: Final = re.compile(
    r"\b(?:si|if|con|with|al|tras|after|when|cuando|quedar\w+|would|supon\w+|suppose|imagin\w+|say|digamos|tendria\w*|cerrando|archivando|by)\b"
)
_SE_CUENTA: Final = re.compile(r"(?:archiv|cierr|cerr|borr|complet|reabr)\w* \d+\b")
"""«archivo 5 de Atlas, ¿ya puedo crear?»: lo que se cuenta al empezar, si hay pregunta detrás, se supone."""
_UNA: Final = re.compile(r"\b(?:una|uno|one)\b(?! (?:de|of)\b)")
_ENTRE: Final = r"\W+(?:(?!que\b|y\b|and\b|de\b|para\b|to\b)[a-zñ]+\W+){0,3}?"
_RESTAN: Final = re.compile(
    rf"\b(?:cierr|cerr|archiv|termin|borr|elimin|complet|acab|clos|finish|delet|quit)\w*{_ENTRE}(?P<a>\d+)\b(?! %| ?%)"
    r"|\b(?P<b>\d+)\b(?:\W+[a-zñ]+){0,6}?\W+(?:done|closed|archived|finished|cerradas?|archivadas?)\b"
)
_PASAN_A_HECHAS: Final = re.compile(
    r"\b(?:pas|marc|mov|pon|dej|mark|mov|set)\w*\b(?:\W+[a-zñ]+){0,4}?\W+(?:hech|done|terminad|completad|cerrad|closed)\w*(?:\W+[a-zñ]+){0,3}?\W+(?P<a>\d+)\b"
    r"|\b(?:pas|marc|mov|pon|dej|mark|set)\w*\b(?:\W+[a-zñ]+){0,2}?\W+(?P<b>\d+)\b(?:\W+[a-zñ]+){0,5}?\W+(?:hech|done|terminad|completad|cerrad|closed)\w*"
)
_REABREN: Final = re.compile(
    rf"\b(?:reabr|reabi|reopen)\w*{_ENTRE}(?P<a>\d+)\b|\b(?P<b>\d+)\b(?:\W+[a-zñ]+){{0,4}}?\W+(?:reabr|reabi|reopen)\w*"
)
_SUMAN: Final = re.compile(
    rf"\b(?:reabr|reabi|reopen|cre[aoe]|añad|agreg|met[oae]|add|abr[ioa]|sum[aoe])\w*{_ENTRE}(?P<a>\d+)\b(?! ?%)"
    r"|\b(?P<b>\d+)\b(?:\W+[a-zñ]+){0,2}?\W+(?:mas|more|extra)\b"
)


def cambio(entera: Clausula) -> float:
    """Lo que suma (o resta, en negativo) el supuesto de la pregunta; 0 si no supone nada."""
    texto = en_cifras(entera.plegado)
    if _HIPOTESIS.search(texto) is None and _SE_CUENTA.match(texto) is None:
        return 0.0
    con_una = _UNA.sub("1", texto)
    for patron, signo, dicho in (
        (_REABREN, 1.0, con_una),
        (_PASAN_A_HECHAS, -1.0, con_una),
        (_RESTAN, -1.0, con_una),
        (_SUMAN, 1.0, texto),
    ):
        casa = patron.search(dicho)
        if casa is not None:
            return signo * float(casa.group("a") or casa.group("b"))
    return 0.0
