"""Lo que la gente escribe abreviado, entero: «xq», «q», «tb», «fact 204»."""

from __future__ import annotations

import re
from typing import Final

_ENTERAS: Final = {
    "q": "que",
    "k": "que",
    "xq": "por qué",
    "pq": "por qué",
    "porq": "por qué",
    "tb": "también",
    "tmb": "también",
    "pa": "para",
    "xa": "para",
    "bn": "bien",
    "cdo": "cuando",
    "dnd": "donde",
}
_SUELTA: Final = re.compile(rf"(?<![\w'’-])(?:{'|'.join(_ENTERAS)})(?![\w'’-])")
"""Solo en minúsculas y solas: una «Q» puede ser el nombre de algo."""
_CODIGO: Final = re.compile(r"(?<![\w-])([A-Za-z]{3,6}) ?(\d{3})(?![\w-])")
_ARCHIVO: Final = re.compile(
    r"\b([Ss]i|[Cc]uando|[Yy]o) archivo (?=[A-ZÁÉÍÓÚÑ]|el |la |un |una |ese |este |esa |esta |mi )"
)
"""«si archivo Cierzo»: el verbo, que se escribe como el fichero."""
_ARCHIVO_N: Final = re.compile(r"^[Aa]rchivo(?= \d)")
_CIFRA_EN_PLURAL: Final = re.compile(r"\b(\d{3})s\b")
"""«los 429s»: el código, en plural."""


def desabreviar(texto: str, siglas: frozenset[str] = frozenset()) -> str:
    """El texto con las abreviaturas enteras y los códigos con su guion.

    `siglas`: las que llevan número detrás en los textos que se conocen («FACT»); las demás se dejan como están.
    """
    texto = _CIFRA_EN_PLURAL.sub(r"\1", _ARCHIVO_N.sub("archivar", texto))
    entero = _ARCHIVO.sub(r"\1 archivar ", _SUELTA.sub(lambda c: _ENTERAS[c.group()], texto))
    return _CODIGO.sub(lambda c: _con_guion(c, siglas), entero)


def _con_guion(casa: re.Match[str], siglas: frozenset[str]) -> str:
    sigla = casa.group(1).upper()
    return f"{sigla}-{casa.group(2)}" if sigla in siglas else casa.group()
