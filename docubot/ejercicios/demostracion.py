"""La demostración narrada: la solución en marcha y qué habría pasado con intentos plausibles."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from docubot.ejercicios.catalogo import Ejercicio
from docubot.ejercicios.comprobacion import PLAZO, comprobar
from docubot.ejercicios.veredicto import Veredicto


@dataclass(frozen=True, slots=True)
class Acto:
    """Una comprobación que se enseña: `intento` es None para la solución."""

    intento: str | None
    veredicto: Veredicto


def actos(ejercicio: Ejercicio, *, proveedor: str = "local", intentos: int = 2) -> Iterator[Acto]:
    """La solución primero y después unos intentos, según terminan."""
    yield Acto(None, con_ficheros(ejercicio, ejercicio.solucion(), proveedor=proveedor))
    for clave, ficheros in list(ejercicio.intentos().items())[:intentos]:
        yield Acto(clave, con_ficheros(ejercicio, ficheros, proveedor=proveedor))


def con_ficheros(
    ejercicio: Ejercicio, ficheros: Mapping[str, bytes], *, proveedor: str = "local", plazo: float = PLAZO
) -> Veredicto:
    """El veredicto de unos ficheros sueltos, en una carpeta de usar y tirar."""
    with tempfile.TemporaryDirectory(prefix="docubot-curso-") as carpeta:
        for nombre, contenido in ficheros.items():
            (Path(carpeta) / nombre).write_bytes(contenido)
        return comprobar(ejercicio, Path(carpeta), proveedor=proveedor, plazo=plazo)
