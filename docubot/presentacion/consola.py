"""Las dos salidas y lo único que escribe en ellas. Todo lo ajeno pasa por `saneado` antes de llegar aquí."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from docubot.presentacion.markdown import analizador
from docubot.saneado import escapar_en_json, limpiar, limpiar_linea

if TYPE_CHECKING:
    from rich.console import Console
    from rich.markdown import Markdown

_BLANCOS: Final = re.compile(r"\A(?:[ \t]*\n)+|(?:\n[ \t]*)+\Z")
ANCHO_DE_TABLA: Final = 60
"""Columnas por debajo de las cuales una tabla no se lee y cada fila va en su ficha."""

_EN_ASCII: Final = {"✓": "+", "✗": "x", "→": ">", "›": ">", "…": "..."}


def salida() -> Console:
    """La consola de stdout: sin marcas, sin emojis, sin resaltado."""
    return _consola(a_errores=False)


def errores() -> Console:
    """La consola de stderr."""
    return _consola(a_errores=True)


def _consola(*, a_errores: bool) -> Console:
    from rich.console import Console

    return Console(stderr=a_errores, markup=False, emoji=False, highlight=False, soft_wrap=False)


def ancho() -> int:
    """Las columnas del terminal."""
    return shutil.get_terminal_size().columns


def signo(caracter: str) -> str:
    """El signo, o algo parecido en ASCII si la salida no lo puede escribir."""
    try:
        caracter.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return _EN_ASCII.get(caracter, "?")
    return caracter


def imprimir_json(documento: Mapping[str, Any]) -> None:
    """Un documento JSON en una línea de stdout, a cualquier ancho; en una salida que no es UTF-8, con escapes ASCII."""
    en_utf8 = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "") in ("utf8", "utf8sig")
    texto = json.dumps(documento, ensure_ascii=not en_utf8, default=str)
    if en_utf8:
        texto = escapar_en_json(texto)
    sys.stdout.write(texto + "\n")


def imprimir(texto: str) -> None:
    """Un texto ajeno, saneado y tal cual, en stdout."""
    sys.stdout.write(limpiar(texto) + "\n")


def decir(texto: str) -> None:
    """Una línea para la persona, en stderr; si ya nadie lo lee, no pasa nada."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(limpiar(texto) + "\n")


def decir_discreto(texto: str) -> None:
    """Una línea de progreso en stderr, atenuada; solo si hay alguien mirando."""
    if sys.stderr.isatty():
        with contextlib.suppress(OSError, ValueError):
            errores().print(limpiar_linea(texto), style="dim", overflow="fold")


def imprimir_discreto(texto: str) -> None:
    """Una línea atenuada en stdout, partida por palabras. Sin Rich: es lo primero que se ve, y tiene que salir ya."""
    limpia = limpiar_linea(texto)
    if not sys.stdout.isatty():
        imprimir(limpia)
        return
    import textwrap

    antes, despues = (
        ("", "") if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else ("\x1b[2m", "\x1b[0m")
    )
    for renglon in textwrap.wrap(limpia, max(1, ancho())):
        sys.stdout.write(f"{antes}{renglon}{despues}\n")
    sys.stdout.flush()


def confirmar(pregunta: str) -> bool:
    """Pregunta sí o no en el terminal; sin terminal, o sin respuesta, es que no."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    sys.stderr.write(f"{limpiar_linea(pregunta)} [s/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("s", "sí", "si")


def imprimir_markdown(texto: str) -> None:
    """Markdown en un terminal; el mismo texto, byte a byte, en una tubería o un fichero."""
    if sys.stdout.isatty():
        salida().print(markdown_seguro(texto))
    else:
        imprimir(texto)


def imprimir_bloque(texto: str) -> None:
    """Un bloque de Markdown en el terminal, con una línea en blanco detrás y sin las que Rich le pone alrededor."""
    consola = salida()
    with consola.capture() as captura:
        consola.print(markdown_seguro(texto))
    sys.stdout.write(_BLANCOS.sub("", captura.get()) + "\n\n")
    sys.stdout.flush()


def markdown_seguro(texto: str) -> Markdown:
    """Markdown que no pierde nada visible: ni `<id>`, ni `[fuente: a.md]`, ni imágenes; los enlaces, a la vista."""
    from rich.markdown import Markdown

    documento = Markdown("", hyperlinks=False)
    documento.markup = limpiar(texto)
    documento.parsed = analizador().parse(documento.markup)
    return documento


def preparar_markdown() -> None:
    """Importa lo que enseñar Markdown necesita, que tarda, sin enseñar nada."""
    markdown_seguro("preparado")


def imprimir_tabla(columnas: Sequence[str], filas: Iterable[Sequence[str]], titulo: str | None = None) -> None:
    """Una tabla: con bordes en un terminal ancho, en fichas en uno estrecho, con tabuladores en una tubería."""
    limpias = [[limpiar_linea(str(celda)) for celda in fila] for fila in filas]
    if not sys.stdout.isatty():
        for fila in limpias:
            sys.stdout.write("\t".join(fila) + "\n")
        return
    if ancho() < ANCHO_DE_TABLA:
        for fila in limpias:
            sys.stdout.write("\n  ".join(celda for celda in fila if celda) + "\n")
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    tabla = Table(*columnas, title=titulo, box=box.SIMPLE_HEAD, title_justify="left")
    for fila in limpias:
        tabla.add_row(*(Text(celda, overflow="fold") for celda in fila))
    salida().print(tabla)
