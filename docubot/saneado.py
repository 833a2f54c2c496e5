"""Lo ajeno, limpio antes de llegar al terminal: pierde los controles y nada visible. Puro.

El filtro decide carácter a carácter; el único estado es el CR que puede venir partido de su LF, y lo lleva `Limpiador`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Final

_CONSERVADOS: Final = frozenset("\n\t\u200c\u200d")
_SALTOS: Final = {0x0D: "\n", 0x0B: "\n", 0x0C: "\n", 0x85: "\n", 0x2028: "\n", 0x2029: "\n"}
_INVISIBLES: Final = frozenset(
    [0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0]
)
_CON_TINTA: Final = frozenset([*range(0x0600, 0x0606), 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD])
"""De formato según Unicode, pero se ven: signos de número árabes y siríacos."""

_SECRETO: Final = re.compile(
    r"""(?x)
    sk-[A-Za-z0-9_-]{12,}
    | nub_[A-Za-z0-9_]{6,}
    | gh[pousr]_[A-Za-z0-9]{20,} | github_pat_[A-Za-z0-9_]{20,}
    | xox[abprs]-[A-Za-z0-9-]{10,}
    | AKIA[0-9A-Z]{16}
    | eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+
    | (?<=Bearer\ )[A-Za-z0-9._~+/-]{8,}=*
    | -----BEGIN[ A-Z]*PRIVATE\ KEY-----[\s\S]*?(?:-----END[ A-Z]*PRIVATE\ KEY-----|\Z)
    """
)
TAPADO: Final = "[secreto oculto]"


def _visible(caracter: str) -> str:
    codigo = ord(caracter)
    if caracter in _CONSERVADOS:
        return caracter
    if codigo in _SALTOS:
        return _SALTOS[codigo]
    if 0xD800 <= codigo <= 0xDFFF:
        return "\ufffd"
    match unicodedata.category(caracter):
        case "Co":
            return "\ufffd"
        case "Cf" if codigo in _CON_TINTA:
            return caracter
        case "Cc" | "Cf":
            return ""
        case "Cn" if _no_es_caracter(codigo):
            return ""
        case _:
            return "" if codigo in _INVISIBLES or 0xE0000 <= codigo <= 0xE0FFF else caracter


def _no_es_caracter(codigo: int) -> bool:
    """Los huecos de Unicode que nunca serán letras; los demás pueden ser emojis más nuevos que este Python."""
    return codigo & 0xFFFE == 0xFFFE or 0xFDD0 <= codigo <= 0xFDEF or 0xFFF0 <= codigo <= 0xFFF8 or codigo == 0x2065


def limpiar(texto: str) -> str:
    """El texto sin controles (C0, C1, ESC, bidi, invisibles); quedan los saltos, los tabuladores y todo lo visible."""
    if texto.isascii() and texto.isprintable():
        return texto
    return "".join(map(_visible, texto.replace("\r\n", "\n")))


class Limpiador:
    """`limpiar` para un texto que llega a trozos: da lo mismo se corte por donde se corte."""

    def __init__(self) -> None:
        self._cr = ""

    def recibir(self, trozo: str) -> str:
        """El trozo limpio; un CR al final se guarda hasta saber si le sigue un LF."""
        junto = self._cr + trozo
        self._cr = "\r" if junto.endswith("\r") else ""
        return limpiar(junto.removesuffix("\r"))

    def terminar(self) -> str:
        """Lo que quedaba guardado."""
        resto, self._cr = self._cr, ""
        return limpiar(resto)


def escapar_en_json(documento: str) -> str:
    """Un JSON ya escrito, con todo lo que un terminal no debe recibir como escape: vale lo mismo y no hace nada."""
    if documento.isascii() and documento.isprintable():
        return documento
    return "".join(c if c in "\n\t" or _visible(c) == c else json.dumps(c)[1:-1] for c in documento)


def limpiar_linea(texto: str) -> str:
    """Como `limpiar`, en una sola línea: para títulos, nombres y preguntas de confirmación."""
    return " ".join(limpiar(texto).split())


def tapar_secretos(texto: str, propios: tuple[str, ...] = ()) -> str:
    """Tapa lo que parece una clave o un token, y siempre las cadenas de `propios`."""
    for propio in propios:
        if propio:
            texto = texto.replace(propio, TAPADO)
    return _SECRETO.sub(TAPADO, texto)
