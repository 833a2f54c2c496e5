"""Las opciones que comparten varias órdenes, y la lectura de la pregunta."""

from __future__ import annotations

import sys
from typing import Annotated, Final, TypeAlias

import typer

from docubot.errores import DatosInvalidos, ErrorDeUso

MAXIMO_PREGUNTA: Final = 20_000
"""Caracteres de una pregunta."""

Proveedor: TypeAlias = Annotated[
    str | None, typer.Option("--proveedor", help="auto, claude o local.", show_default="auto")
]
NombreModelo: TypeAlias = Annotated[str | None, typer.Option("--modelo", help="Modelo del proveedor.")]
Coleccion: TypeAlias = Annotated[
    str | None, typer.Option("--coleccion", help="Colección de documentación.", show_default="nubelia")
]
IdiomaOpcion: TypeAlias = Annotated[
    str | None, typer.Option("--idioma", help="Idioma de la respuesta: auto, es o en.", show_default="auto")
]
EnJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Un documento JSON en stdout.")]
Pregunta: TypeAlias = Annotated[
    str | None, typer.Argument(help="La pregunta, entre comillas; sin ella se lee de la entrada.")
]


def leer_pregunta(argumento: str | None) -> str:
    """La pregunta del argumento o de stdin. Errores: `ErrorDeUso`, vacía; `DatosInvalidos`, no se puede leer."""
    if argumento is None and sys.stdin.isatty():
        raise ErrorDeUso('Falta la pregunta. Escríbela entre comillas: docubot preguntar "¿qué proyectos tengo?"')
    texto = _de_la_entrada() if argumento is None or argumento == "-" else argumento
    if not texto.strip():
        raise ErrorDeUso("La pregunta está vacía: escribe qué quieres saber.")
    if len(texto) > MAXIMO_PREGUNTA:
        raise DatosInvalidos(
            f"La pregunta tiene más de {MAXIMO_PREGUNTA} caracteres: resúmela o indexa ese texto con «docubot indexar»."
        )
    if any("\ud800" <= c <= "\udfff" for c in texto):
        raise DatosInvalidos(
            "La pregunta tiene bytes que no son UTF-8: revisa la codificación del terminal o del fichero."
        )
    return texto.strip()


def _de_la_entrada() -> str:
    crudo = sys.stdin.buffer.read(MAXIMO_PREGUNTA * 4 + 1)
    try:
        return crudo.decode("utf-8-sig")
    except UnicodeDecodeError:
        if len(crudo) > MAXIMO_PREGUNTA * 4:
            return crudo.decode("utf-8", "ignore")
        raise DatosInvalidos("La entrada no está en UTF-8: guárdala en UTF-8 y repite.") from None
