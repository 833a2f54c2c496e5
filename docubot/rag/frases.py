"""Un texto Markdown partido en unidades citables: frases, elementos de lista, filas de tabla, bloques de código. Puro.

Las unidades son tramos contiguos: unidas en orden dan el texto, carácter a carácter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

Tramo = tuple[int, int]

_VALLA: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_ELEMENTO: Final = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s")
_SEPARADOR: Final = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_FIN_DE_FRASE: Final = re.compile(r"(?:[.!?…]+|:(?=\s*\n))[\"'»”’)\]*_]*(?=\s|$)")
_ABREVIATURA: Final = re.compile(
    r"(?:^|[\s(«\"'¿¡])(?:[A-ZÁÉÍÓÚÑ]|p|ej|p\. ?ej|etc|sr|sra|srta|dr|dra|d|dña|ud|uds|núm|nº|n|art|pág|págs|cap|"
    r"aprox|máx|mín|vs|fig|tel|av|avda|ee|uu|i\.e|e\.g|mr|mrs|ms|st|no|jr|inc|ltd)\.$",
    re.IGNORECASE,
)


def frases(texto: str, desde: int = 0) -> list[Tramo]:
    """Las frases de un párrafo como tramos contiguos; `desde` se suma a cada posición."""
    cortes: list[Tramo] = []
    inicio = 0
    for hallazgo in _FIN_DE_FRASE.finditer(texto):
        fin = hallazgo.end()
        siguiente = texto[fin:].lstrip()[:1]
        if not siguiente:
            break
        abreviada = hallazgo.group().startswith(".") and _ABREVIATURA.search(texto[inicio : hallazgo.start() + 1])
        numeral = texto[inicio : hallazgo.start()].strip().isdigit()
        if siguiente.islower() or abreviada or numeral:
            continue
        while fin < len(texto) and texto[fin].isspace():
            fin += 1
        cortes.append((desde + inicio, desde + fin))
        inicio = fin
    if inicio < len(texto):
        cortes.append((desde + inicio, desde + len(texto)))
    return cortes


def _clases(texto: str) -> Iterator[tuple[str, int, int]]:
    """Cada línea con su clase: `abre` y `codigo` en una valla, `tabla`, `separador`, `elemento`, `hueco` o `texto`."""
    posicion, valla = 0, ""
    for linea in texto.splitlines(keepends=True):
        inicio, posicion = posicion, posicion + len(linea)
        marca = _VALLA.match(linea)
        if valla:
            yield "codigo", inicio, posicion
            if marca and marca[1].startswith(valla) and linea.strip() == marca[1]:
                valla = ""
        elif marca:
            valla = marca[1]
            yield "abre", inicio, posicion
        elif not linea.strip():
            yield "hueco", inicio, posicion
        elif linea.lstrip().startswith("|"):
            yield "separador" if _SEPARADOR.match(linea) else "tabla", inicio, posicion
        else:
            yield "elemento" if _ELEMENTO.match(linea) else "texto", inicio, posicion


_SIGUE: Final = {
    "hueco": frozenset(["abre", "codigo", "tabla", "separador", "elemento", "hueco", "texto"]),
    "codigo": frozenset(["abre", "codigo"]),
    "separador": frozenset(["tabla"]),
    "texto": frozenset(["texto", "elemento"]),
}
"""Tras qué clases de línea sigue el mismo grupo, por la clase de la línea nueva."""


def _grupos(texto: str) -> Iterator[tuple[str, int, int]]:
    clase, anterior, inicio, fin = "", "", 0, 0
    for nueva, desde, hasta in _clases(texto):
        if desde > inicio and anterior not in _SIGUE.get(nueva, frozenset()):
            yield clase, inicio, desde
            clase, inicio = "", desde
        clase = clase or ("" if nueva == "hueco" else nueva)
        anterior, fin = nueva, hasta
    if fin > inicio:
        yield clase, inicio, fin


def unidades(texto: str) -> list[Tramo]:
    """Los tramos contiguos de `texto`: cada frase, elemento, fila (la cabecera con su raya) o bloque de código."""
    salida: list[Tramo] = []
    for clase, inicio, fin in _grupos(texto):
        if clase in ("texto", "elemento"):
            salida.extend(frases(texto[inicio:fin], inicio))
        else:
            salida.append((inicio, fin))
    return salida
