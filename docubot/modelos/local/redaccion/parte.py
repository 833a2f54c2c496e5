"""Una parte de la respuesta: el texto de una cláusula, ya con sus citas."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parte:
    """`texto` ya lleva sus `[n]`. `seguridad`, de 0 a 1: cuánto de lo que se preguntaba cubre. `foco`: el registro
    del que se acaba de hablar, por si lo siguiente es «¿y quién lo lleva?»."""

    texto: str
    seguridad: float = 1.0
    usadas: tuple[str, ...] = ()
    foco: str = ""
