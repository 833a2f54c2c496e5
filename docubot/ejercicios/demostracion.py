"""La demostración narrada: la solución en marcha y qué habría pasado con intentos plausibles."""

from __future__ import annotations

import difflib
import tempfile
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from docubot.ejercicios.catalogo import Ejercicio
from docubot.ejercicios.comprobacion import PLAZO, comprobar
from docubot.ejercicios.veredicto import Veredicto

LINEAS: Final = 8
"""Líneas de un intento que se enseñan."""


@dataclass(frozen=True, slots=True)
class Acto:
    """Una comprobación que se enseña: `intento` es None para la solución; `escrito`, lo que cambia en ella."""

    intento: str | None
    veredicto: Veredicto
    escrito: str = ""


def actos(ejercicio: Ejercicio, *, proveedor: str = "local", intentos: int = 2) -> Iterator[Acto]:
    """La solución primero y después unos intentos, según terminan."""
    yield Acto(None, con_ficheros(ejercicio, ejercicio.solucion(), proveedor=proveedor))
    for clave, ficheros in list(ejercicio.intentos().items())[:intentos]:
        escrito = diferencia(ejercicio.solucion()[ejercicio.fichero], ficheros[ejercicio.fichero])
        yield Acto(clave, con_ficheros(ejercicio, ficheros, proveedor=proveedor), escrito)


def diferencia(solucion: bytes, intento: bytes) -> str:
    """Las líneas del intento que no están en la solución, con su sangría común quitada."""
    antes, despues = (codigo.decode("utf-8").splitlines() for codigo in (solucion, intento))
    nuevas = [linea[2:] for linea in difflib.ndiff(antes, despues) if linea.startswith("+ ") and linea[2:].strip()]
    return textwrap.dedent("\n".join(nuevas[:LINEAS])) + ("\n…" if len(nuevas) > LINEAS else "")


def con_ficheros(
    ejercicio: Ejercicio, ficheros: Mapping[str, bytes], *, proveedor: str = "local", plazo: float = PLAZO
) -> Veredicto:
    """El veredicto de unos ficheros sueltos, en una carpeta de usar y tirar."""
    with tempfile.TemporaryDirectory(prefix="docubot-curso-") as carpeta:
        for nombre, contenido in ficheros.items():
            (Path(carpeta) / nombre).write_bytes(contenido)
        return comprobar(ejercicio, Path(carpeta), proveedor=proveedor, plazo=plazo)
