"""Doscientas cargas hostiles escritas a mano: lo que un texto ajeno puede intentar hacerle a un terminal.

Cada una va entre dos señales visibles que tienen que seguir viéndose.
"""

from __future__ import annotations

import re
from typing import Final

ESC, BEL, ST = "\x1b", "\x07", "\x1b\\"

_CSI = [
    "2J", "3J", "H", "1;1H", "10A", "10B", "10C", "10D", "5E", "5F", "1G", "0K", "1K", "2K", "1J", "5L", "5M", "5P",
    "5X", "5@",
    "5S", "5T", "s", "u", "6n", "5n", "c", ">c", "=c", "0x", "?25l", "?25h", "?1049h", "?1049l", "?47h", "?7l",
    "?5h", "?1000h",
    "?1003h", "?1006h", "?2004h", "?2026h", "4h", "20h", "12l", "1;5r", "!p", "8m", "7m", "31;41m", "38;5;1m",
    "38;2;0;0;0m",
    "58;5;9m", "1;31", "999999999999A", "8;1;1t", "3;0;0t", "5t", "6t", "9;1t", "21t", "22;0t", "0 q", "2\"p",
    "?1$p", "1;1;2;2$z",
    "$x", "1'|", ">4;2m", "<u", ">1u", "?u", "14t", "18t", "1Z", "g", "3g", "i", "5i", "4i",
]  # fmt: skip
_OSC = [
    "0;titulo", "1;icono", "2;titulo", "4;1;rgb:ff/00/00", "4;1;?", "7;file:///etc", "8;;http://malo.example",
    "8;id=a;http://m",
    "8;;", "9;aviso", "9;4;1;50", "10;#000000", "11;#000000", "11;?", "12;red", "17;red", "50;fuente", "51;A",
    "52;c;aG9sYQ==",
    "52;p;?", "52;;!", "104", "110", "112", "133;A", "133;C", "633;A", "697;x", "777;notify;a;b",
    "1337;File=inline=1:AAAA",
    "1337;SetMark", "1337;CopyToClipboard=x", "1337;RequestUpload=format=tgz", "5522;type=read", "99;i=1;hola",
    "21;color", "l", "L",
]  # fmt: skip
_CADENAS = [
    "Pq#0;2;0;0;0~-",
    "P+q544e",
    "P$qm",
    "P=1s",
    "_Ga=T,f=100;AAAA",
    "_x",
    "^privado",
    "Xcadena",
    "Ptmux;x",
    "kventana",
]
_SUELTAS = [
    "c",
    "7",
    "8",
    "D",
    "E",
    "H",
    "M",
    "N",
    "O",
    "Z",
    "=",
    ">",
    "#8",
    "(0",
    "(B",
    ")0",
    "%@",
    "%G",
    " F",
    " G",
    "l",
    "n",
]
_BIDI = [
    "\u202a",
    "\u202b",
    "\u202c",
    "\u202d",
    "\u202e",
    "\u2066",
    "\u2067",
    "\u2068",
    "\u2069",
    "\u200e",
    "\u200f",
    "\u061c",
]
_INVISIBLES = [
    "\u200b", "\u2060", "\ufeff", "\u00ad", "\u2061", "\u2064", "\u180e", "\u034f", "\u115f", "\u1160", "\u3164",
    "\uffa0",
    "\u2800", "\ufff9oculto\ufffa", "\ufffb", "\U000e0041\U000e0042", "\U000e0001", "\U000e0100", "\u206a", "\u206f",
    "\U0001d173", "\ufdd0", "\uffff", "\U0010ffff",
]  # fmt: skip
_CONTROLES = [
    "\x00",
    "\x05",
    "\x07",
    "\x08" * 40,
    "\x0b",
    "\x0c",
    "\x0e",
    "\x0f",
    "\x11",
    "\x13",
    "\x18",
    "\x1a",
    "\x7f",
    "\r",
    "\x85",
]

CARGAS: Final[list[str]] = [
    *(f"{ESC}[{c}" for c in _CSI),
    *(f"{ESC}]{o}{fin}" for o, fin in zip(_OSC, [BEL, ST, ""] * len(_OSC), strict=False)),
    *(f"{ESC}{c}{ST}" for c in _CADENAS),
    *(f"{ESC}{c}" for c in _SUELTAS),
    *_BIDI,
    *_INVISIBLES,
    *_CONTROLES,
    "\x9b2J", "\x9d0;titulo\x9c", "\x90q\x9c", "\x9fG\x9c", "\x9e", "\x98", "\x84", "\x8d", "\x8e", "\x9a",
    "\u2028", "\u2029", "\ud800", "\udc9b2J", f"{ESC}{ESC}[2J", f"{ESC}[\x18[2J", f"{ESC}\n[2J", f"{ESC}[2\x00J",
]  # fmt: skip

PROHIBIDO: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    "\ufeff\uffa0\ufff0-\ufffb\uffff\ufdd0\ud800-\udfff\U0001d173\U000e0000-\U000e0fff\U0010ffff]"
)
"""Lo que no puede llegar nunca a un terminal, aparte de los colores que pone Rich."""

COLORES: Final = re.compile(r"\x1b\[[0-9;]*m")

LITERALES: Final = [
    "[/x]", "[/]", "[/INST]", "[red]rojo[/red]", "[link=http://x]y[/link]", "[fuente: a.md]", "[fuente: guia.md#x]",
    ":key:",
    ":warning:", "<sala-id>", "<b>negrita</b>", "<!-- nota -->", "0<a y b>10", "src/[id].tsx", "![foto](u.png)",
    "[t](http://x)",
    "<http://x.example>", "&amp;", "&lt;b&gt;", r"C:\_datos\*", "2*3*4", "snake_case_y_mas", "100 % {a} {{b}}",
    "%s %(x)s", "$HOME",
    "\\[x\\]", "@[x]", "[^1]", "[x]: http://y", "👩\u200d💻", "ñandú", "e\u0301", "日本語", "🫨",
]  # fmt: skip
"""Lo que tiene que llegar tal cual, en pantalla y por una tubería."""


def entre_senales(carga: str) -> str:
    """La carga con algo visible a cada lado."""
    return f"INI{carga}FIN"
