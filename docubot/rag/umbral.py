"""Si la documentación responde a una consulta: señales de la búsqueda y una logística calibrada (docs/decisiones)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from docubot.lenguaje.comunes import comunes
from docubot.rag.lexico import Grupo, con_sinonimos

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from docubot.lenguaje.bm25 import IndiceLexico

MINIMO: Final = 0.5
"""Probabilidad por debajo de la cual se dice que la documentación no contiene nada sobre la consulta."""
PESO_COMUN: Final = 0.25
PESO_CIFRA: Final = 0.3
_PRIMEROS: Final = 5


@dataclass(frozen=True, slots=True)
class Senales:
    """Lo que se mira de una búsqueda.

    `coseno`: del mejor pasaje. `despegue`: cuánto sube el mayor coseno sobre los que van del 6.º al 20.º. `cobertura`:
    la parte de la consulta, pesada por rareza, que lleva una sola frase de los cinco primeros. `falta`: la rareza, de 0
    a 1, de la palabra más rara que no lleva ninguno de los cinco.
    """

    coseno: float
    despegue: float
    cobertura: float
    falta: float


_CON_VECTORES: Final = (-7.5, 6.35, 77.96, 3.91, -3.64)
"""Sesgo y pesos de las cuatro señales; ver docs/decisiones: calibrados con preguntas que no son las de confirmación."""
_SIN_VECTORES: Final = (0.44, 3.97, -2.92)


@dataclass(frozen=True, slots=True)
class Pesada:
    """Una consulta para medir cuánto se cubre: sus grupos, con sinónimos, y lo que importa cada uno."""

    grupos: list[Grupo]
    pesos: list[float]


def pesar(lexico: IndiceLexico, grupos: Sequence[Grupo]) -> Pesada:
    """Cuánto importa cada palabra de la consulta: su idf, rebajado si es corriente o solo una cifra."""
    corrientes = comunes()
    pesos = []
    for grupo in grupos:
        factor = PESO_CIFRA if all(t.isdigit() for t in grupo) else PESO_COMUN if corrientes & set(grupo) else 1.0
        pesos.append(lexico.idf(grupo) * factor)
    return Pesada(con_sinonimos(grupos), pesos)


def senales(
    lexico: IndiceLexico, consulta: Pesada, mejores: Sequence[int], frases: Sequence[float], densa: NDArray[Any] | None
) -> Senales:
    """Las señales de una búsqueda: `mejores` son los fragmentos en orden; `frases`, lo que cubre su mejor frase."""
    import numpy as np

    primeros = list(mejores[:_PRIMEROS])
    faltan = [
        p for g, p in zip(consulta.grupos, consulta.pesos, strict=True) if not lexico.presencia(g, primeros).any()
    ]
    coseno = despegue = 0.0
    if densa is not None and len(mejores):
        altos = np.sort(np.partition(densa, max(0, len(densa) - 20))[-20:])[::-1]
        resto = altos[5:] if len(altos) > 5 else altos[-1:]
        coseno, despegue = float(densa[mejores[0]]), float(altos[0] - resto.mean())
    return Senales(coseno, despegue, max(frases[:_PRIMEROS], default=0.0), max(faltan, default=0.0) / lexico.idf(()))


def probabilidad(s: Senales, *, con_vectores: bool) -> float:
    """La probabilidad, de 0 a 1, de que la documentación responda."""
    if con_vectores:
        sesgo, coseno, despegue, cobertura, falta = _CON_VECTORES
        suma = sesgo + coseno * s.coseno + despegue * s.despegue + cobertura * s.cobertura + falta * s.falta
    else:
        sesgo, cobertura, falta = _SIN_VECTORES
        suma = sesgo + cobertura * s.cobertura + falta * s.falta
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, suma))))
