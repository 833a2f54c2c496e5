"""Si la documentación responde a una consulta: señales de la búsqueda y una logística calibrada (docs/decisiones)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from docubot.lenguaje.comunes import comunes, frecuentes, marcas
from docubot.rag.lexico import Grupo, con_sinonimos

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from docubot.lenguaje.bm25 import IndiceLexico

MINIMO: Final = 0.5
"""Probabilidad por debajo de la cual se dice que la documentación no contiene nada sobre la consulta."""
PESO_COMUN: Final = 0.25
PESO_CIFRA: Final = 0.3
PESO_FRECUENTE: Final = 0.7
_PRIMEROS: Final = 5
_VECINOS: Final = 20


@dataclass(frozen=True, slots=True)
class Consulta:
    """Lo que el umbral mira de una consulta: las palabras de las frases que preguntan y el idioma.

    `conocidas`: la parte, de 0 a 1, de todas sus palabras que el corpus conoce.
    """

    foco: list[Grupo]
    conocidas: float
    otro_idioma: bool


@dataclass(frozen=True, slots=True)
class Senales:
    """Lo que se mira de una búsqueda.

    `coseno`: el mayor. `despegue`: cuánto sube sobre el 21.º. `evidencia`: ln(1 + BM25 del mejor pasaje / idf máximo).
    `falta`: la rareza, de 0 a 1, de la palabra más rara de las que preguntan que no llevan los cinco primeros, rebajada
    si es corriente. `marca`: si entre ellas hay un producto de otros. `conocidas` y `otro_idioma`: de la consulta.
    """

    coseno: float
    despegue: float
    evidencia: float
    falta: float
    marca: bool
    conocidas: float
    otro_idioma: bool


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
    lexico: IndiceLexico,
    consulta: Consulta,
    mejores: Sequence[int],
    lexicas: NDArray[Any],
    densas: NDArray[Any] | None,
) -> Senales:
    """Las señales de una búsqueda: `mejores`, los fragmentos en orden; las puntuaciones, de todos y sin normalizar."""
    import numpy as np

    maximo = lexico.idf(())
    primeros = list(mejores[:_PRIMEROS])
    faltan = [
        (lexico.idf(todos) / maximo * _factor(grupo), bool(marcas() & set(grupo)))
        for grupo, todos in zip(consulta.foco, con_sinonimos(consulta.foco), strict=True)
        if not lexico.presencia(todos, primeros).any()
    ]
    coseno = despegue = 0.0
    if densas is not None and len(densas):
        altos = np.sort(np.partition(densas, max(0, len(densas) - _VECINOS - 1))[-_VECINOS - 1 :])
        coseno, despegue = float(altos[-1]), float(altos[-1] - altos[0])
    return Senales(
        coseno,
        despegue,
        math.log1p(float(lexicas[primeros[0]]) / maximo) if primeros else 0.0,
        max((rareza for rareza, _ in faltan), default=0.0),
        any(marca for _, marca in faltan),
        consulta.conocidas,
        consulta.otro_idioma,
    )


def _factor(grupo: Grupo) -> float:
    """Cuánto importa que falte: poco una cifra o una palabra corriente, algo una frecuente, del todo las demás."""
    if all(t.isdigit() for t in grupo):
        return PESO_CIFRA
    if comunes() & set(grupo):
        return PESO_COMUN
    return PESO_FRECUENTE if frecuentes() & set(grupo) else 1.0


def variables(s: Senales) -> tuple[float, ...]:
    """Las señales como las multiplica la logística: evidencia, falta y despegue, por separado en cada idioma.

    En otro idioma que el corpus, que falte una palabra dice algo solo si las demás se conocen.
    """
    otro = float(s.otro_idioma)
    mismo = 1 - otro
    return (
        s.evidencia * mismo, s.evidencia * otro, s.falta * mismo, s.falta * otro * s.conocidas, float(s.marca), otro,
        s.coseno, s.despegue * mismo, s.despegue * otro,
    )  # fmt: skip


def probabilidad(s: Senales, *, con_vectores: bool) -> float:
    """La probabilidad, de 0 a 1, de que la documentación responde."""
    sesgo, *pesos = _CON_VECTORES if con_vectores else _SIN_VECTORES
    suma = sesgo + sum(peso * valor for peso, valor in zip(pesos, variables(s), strict=False))
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, suma))))


_CON_VECTORES: Final = (-21.41, 5.06, 4.8, -2.45, -2.56, -5.19, 1.04, 20.87, 22.96, 31.03)
"""Sesgo y pesos de `variables`: salen de `benchmarks/umbral.py`, con las mitades de ajuste (docs/decisiones/0006)."""
_SIN_VECTORES: Final = (-4.24, 7.09, 6.39, -2.57, -3.29, -4.54, 0.96)
"""Lo mismo sin las tres que necesitan vectores."""
