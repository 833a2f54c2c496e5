"""La estructura de una página Markdown tal como la ve CommonMark: portada, encabezados y bloques de primer nivel.

Es el único sitio que usa markdown-it-py. Las posiciones son de línea, sobre el texto ya normalizado.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal

from docubot.lenguaje.texto import plegar

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

ClaseDeBloque = Literal["encabezado", "parrafo", "lista", "tabla", "codigo", "cita", "html", "raya"]

_CLASES: Final[dict[str, ClaseDeBloque]] = {
    "heading_open": "encabezado",
    "paragraph_open": "parrafo",
    "bullet_list_open": "lista",
    "ordered_list_open": "lista",
    "table_open": "tabla",
    "fence": "codigo",
    "code_block": "codigo",
    "blockquote_open": "cita",
    "html_block": "html",
    "hr": "raya",
}
_PORTADA: Final = re.compile(r"---[ \t]*\n(.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_CLAVE: Final = re.compile(r"([A-Za-z_][\w -]*):(?:[ \t]+(.*))?$")
_ATRIBUTOS: Final = re.compile(r"\s*\{:?\s*#([^\s{}]+)[^{}]*\}\s*$")
_MARCADO: Final = re.compile(r"[^\w\s-]|_(?=\W|$)")


@dataclass(frozen=True, slots=True)
class Encabezado:
    """Un encabezado: nivel de 1 a 6, texto visible, ancla propia si la página la fija («{#ancla}»), y sus líneas."""

    nivel: int
    texto: str
    ancla: str | None
    desde: int
    hasta: int
    anidado: bool = False


@dataclass(frozen=True, slots=True)
class BloqueMarkdown:
    """Un bloque de primer nivel en las líneas [desde, hasta); `partes` son las líneas donde admite un corte."""

    clase: ClaseDeBloque
    desde: int
    hasta: int
    partes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Estructura:
    """Lo que CommonMark ve en el cuerpo: todos los encabezados, los bloques de primer nivel y cuántos son código."""

    encabezados: tuple[Encabezado, ...]
    bloques: tuple[BloqueMarkdown, ...]
    codigos: int = 0


def normalizar(texto: str) -> str:
    """Sin BOM y con saltos LF: así una página da los mismos fragmentos venga de donde venga."""
    return texto.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def portada(texto: str) -> tuple[dict[str, Any], int]:
    """Los metadatos de la cabecera YAML y la posición donde empieza el cuerpo; `({}, 0)` si no hay.

    Solo es portada si es un mapa YAML (o, con YAML roto, si tiene líneas «clave: valor»): `---` también es una raya.
    """
    hallazgo = _PORTADA.match(texto)
    if hallazgo is None:
        return {}, 0
    import yaml

    try:
        datos = yaml.load(hallazgo[1], Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - ambos son seguros
    except (yaml.YAMLError, ValueError, RecursionError):
        datos = _portada_rota(hallazgo[1])
    if not isinstance(datos, dict) or not datos:
        return {}, 0
    return {str(clave).casefold(): valor for clave, valor in datos.items()}, hallazgo.end()


def _portada_rota(texto: str) -> dict[str, str] | None:
    pares = [_CLAVE.match(linea) for linea in texto.splitlines() if linea.strip() and not linea[0].isspace()]
    if not pares or not all(par or linea for par, linea in zip(pares, texto.splitlines(), strict=False)):
        return None
    return {par[1]: (par[2] or "").strip("\"' ") for par in pares if par} or None


@lru_cache(maxsize=1)
def _analizador() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")


def estructura(cuerpo: str) -> Estructura:
    """Encabezados y bloques de un cuerpo sin portada."""
    fichas = _analizador().parse(cuerpo)
    encabezados = tuple(_encabezados(fichas))
    codigos = sum(ficha.type in ("fence", "code_block") for ficha in fichas)
    return Estructura(encabezados, tuple(_bloques(fichas)), codigos)


def _encabezados(fichas: list[Token]) -> Iterator[Encabezado]:
    for posicion, ficha in enumerate(fichas):
        if ficha.type == "heading_open" and ficha.map:
            texto = texto_visible(fichas[posicion + 1])
            atributos = _ATRIBUTOS.search(texto)
            limpio = texto[: atributos.start()] if atributos else texto
            yield Encabezado(
                int(ficha.tag[1]),
                limpio,
                atributos[1] if atributos else None,
                ficha.map[0],
                ficha.map[1],
                ficha.level > 0,
            )


def texto_visible(ficha: Token) -> str:
    """El texto de una ficha `inline` sin marcas: enlaces, énfasis y código quedan en lo que se lee."""
    partes = []
    for hija in ficha.children or []:
        if hija.type in ("text", "code_inline"):
            partes.append(hija.content)
        elif hija.type in ("softbreak", "hardbreak"):
            partes.append(" ")
        elif hija.type == "image":
            partes.append(texto_visible(hija))
    return "".join(partes).strip()


def _bloques(fichas: list[Token]) -> Iterator[BloqueMarkdown]:
    for posicion, ficha in enumerate(fichas):
        clase = _CLASES.get(ficha.type)
        if ficha.level == 0 and clase and ficha.map:
            yield BloqueMarkdown(clase, ficha.map[0], ficha.map[1], _partes(fichas, posicion, clase))


def _partes(fichas: list[Token], posicion: int, clase: ClaseDeBloque) -> tuple[int, ...]:
    """Las líneas donde empieza cada elemento de una lista o cada fila del cuerpo de una tabla."""
    buscada = {"lista": "list_item_open", "tabla": "tr_open"}.get(clase)
    if buscada is None:
        return ()
    salida: list[int] = []
    for ficha in fichas[posicion + 1 :]:
        if ficha.level == 0:
            break
        if ficha.type == buscada and ficha.map and (clase == "tabla" or ficha.level == 1):
            salida.append(ficha.map[0])
    return tuple(salida[1:])


def ancla_de(texto: str) -> str:
    """El ancla de un encabezado: plegado, en ASCII, con guiones; puede repetirse (quien la usa la hace única)."""
    simple = _MARCADO.sub("", plegar(texto).replace("ñ", "n"))
    return "-".join(simple.replace("_", "-").split()).strip("-") or "seccion"
