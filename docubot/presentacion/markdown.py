"""El Markdown que se enseña: qué se admite y cómo se divide en bloques. Puro."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


def en_bloques(texto: str) -> list[str]:
    """Los bloques de primer nivel de un Markdown, cada uno con las líneas en blanco que lo siguen."""
    lineas = re.split(r"(?<=\n)", texto)
    principios = [t.map[0] for t in analizador().parse(texto) if t.level == 0 and t.nesting >= 0 and t.map]
    if not principios:
        return [texto]
    cortes = [0, *principios[1:], len(lineas)]
    return ["".join(lineas[a:b]) for a, b in pairwise(cortes)]


def analizador() -> MarkdownIt:
    """CommonMark con tablas y sin lo que haría desaparecer algo visible: HTML, imágenes, referencias y entidades."""
    from markdown_it import MarkdownIt

    propio = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])
    return propio.disable(["reference", "image", "html_block", "html_inline", "entity"])
