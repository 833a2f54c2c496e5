"""En qué parte de una colección va cada página. Puro.

Las páginas se recorren en el orden de la carpeta; la parte n tiene las que van de la frontera n a la siguiente, así
que quien recorre la carpeta pasa por cada parte una sola vez.
"""

from __future__ import annotations

import json
from bisect import bisect_right

Clave = tuple[str, ...]
Fronteras = list[Clave]
"""La primera página de cada parte, en orden; la primera es `()`, que va antes que todas."""


def clave(pagina: str) -> Clave:
    """Por lo que se ordena una página: el mismo orden en que se recorre la carpeta."""
    return tuple(pagina.split("/"))


def parte_de(fronteras: Fronteras, pagina: str) -> int:
    """El número de la parte de una página."""
    return bisect_right(fronteras, clave(pagina)) - 1


def en_texto(fronteras: Fronteras) -> str:
    """Las fronteras como texto para los metadatos de Chroma."""
    return json.dumps(["/".join(frontera) for frontera in fronteras[1:]])


def fronteras_de(texto: str) -> Fronteras:
    """Lo contrario de `en_texto`; sin texto, una sola parte."""
    return [(), *map(clave, json.loads(texto or "[]"))]
