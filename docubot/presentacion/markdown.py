"""El Markdown que se enseña: qué se admite y cómo se divide en bloques. Puro."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline


def en_bloques(texto: str) -> list[str]:
    """Los bloques de primer nivel de un Markdown, cada uno con las líneas en blanco que lo siguen."""
    lineas = re.split(r"(?<=\n)", texto)
    principios = [t.map[0] for t in analizador().parse(texto) if t.level == 0 and t.nesting >= 0 and t.map]
    if not principios:
        return [texto]
    cortes = [0, *principios[1:], len(lineas)]
    return ["".join(lineas[a:b]) for a, b in pairwise(cortes)]


@lru_cache(maxsize=1)
def analizador() -> MarkdownIt:
    """CommonMark con tablas y sin lo que haría desaparecer algo visible.

    Fuera: HTML (`<id>`), imágenes, enlaces y referencias (`[texto](destino)` se ve tal cual), entidades y escapes.
    Un asterisco entre letras o cifras es un asterisco: «2*3*4».
    """
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import emphasis

    propio = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])
    propio.disable(["reference", "image", "link", "autolink", "html_block", "html_inline", "entity", "escape"])

    def enfasis(estado: StateInline, callado: bool) -> bool:
        return not _entre_letras(estado.src, estado.pos) and emphasis.tokenize(estado, callado)

    propio.inline.ruler.at("emphasis", enfasis)
    return propio


def _entre_letras(texto: str, sitio: int) -> bool:
    """Si los asteriscos de `sitio` tienen una letra o una cifra a cada lado."""
    if texto[sitio] != "*":
        return False
    antes, despues = texto[:sitio].rstrip("*")[-1:], texto[sitio:].lstrip("*")[:1]
    return antes.isalnum() and despues.isalnum()
