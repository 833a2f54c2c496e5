"""Cuánto responde un pasaje a una consulta, de 0 a 1, y desde cuánto se da por respondida. Puro."""

from __future__ import annotations

import math
from typing import Final

MINIMO: Final = 0.5
"""Relevancia del mejor pasaje por debajo de la cual la documentación no responde."""
SUELO: Final = 0.25
"""Relevancia que se pide a los pasajes que acompañan al mejor."""
_SESGO: Final = -33.0
_COSENO: Final = 38.0
_COBERTURA: Final = 3.5


def relevancia(parte: float, coseno: float | None) -> float:
    """La probabilidad de que un pasaje responda, por la parte de la consulta que cubre y su coseno, si lo hay."""
    if coseno is None:
        return parte
    return 1 / (1 + math.exp(-(_SESGO + _COSENO * coseno + _COBERTURA * parte)))
