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
    from docubot.rag.reparto import Reparto

MINIMO: Final = 0.5
"""Probabilidad por debajo de la cual se dice que la documentación no contiene nada sobre la consulta."""
PESO_COMUN: Final = 0.25
PESO_CIFRA: Final = 0.3
PESO_FRECUENTE: Final = 0.7
_PRIMEROS: Final = 5
_VECINOS: Final = 20
SIN_DENSO: Final = 7
"""Cuántas de `variables`, las primeras, no necesitan vectores."""


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
    De las palabras que preguntan: `falta`, la rareza, de 0 a 1, de la más rara que no llevan los cinco primeros,
    rebajada si es corriente; `faltan`, cuántas sin contar las corrientes; `marca`, si entre ellas hay un producto de
    otros; `juntas`, la parte de sus parejas que algún pasaje de esos dice en una misma frase. `conocidas` y
    `otro_idioma`: de la consulta.
    """

    coseno: float
    despegue: float
    evidencia: float
    falta: float
    faltan: int
    juntas: float
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
    reparto: Reparto,
    consulta: Consulta,
    mejores: Sequence[int],
    lexicas: NDArray[Any],
    densas: NDArray[Any] | None,
) -> Senales:
    """Las señales de una búsqueda: `mejores`, los fragmentos en orden; las puntuaciones, de todos y sin normalizar."""
    import numpy as np

    maximo = lexico.idf(())
    primeros = list(mejores[:_PRIMEROS])
    ampliados = con_sinonimos(consulta.foco)
    factores = [_factor(grupo) for grupo in consulta.foco]
    faltan = [
        (factor, lexico.idf(todos) / maximo * factor, bool(marcas() & set(grupo)))
        for factor, grupo, todos in zip(factores, consulta.foco, ampliados, strict=True)
        if not lexico.presencia(todos, primeros).any()
    ]
    coseno = despegue = 0.0
    if densas is not None and len(densas):
        altos = np.sort(np.partition(densas, max(0, len(densas) - _VECINOS - 1))[-_VECINOS - 1 :])
        coseno, despegue = float(altos[-1]), float(altos[-1] - altos[0])
    cuentan = [todos for factor, todos in zip(factores, ampliados, strict=True) if factor >= PESO_FRECUENTE]
    return Senales(
        coseno,
        despegue,
        math.log1p(float(lexicas[primeros[0]]) / maximo) if primeros else 0.0,
        max((rareza for _, rareza, _ in faltan), default=0.0),
        sum(factor >= PESO_FRECUENTE for factor, _, _ in faltan),
        _juntas(lexico, reparto, cuentan, primeros),
        any(marca for _, _, marca in faltan),
        consulta.conocidas,
        consulta.otro_idioma,
    )


def _juntas(lexico: IndiceLexico, reparto: Reparto, grupos: Sequence[Grupo], primeros: Sequence[int]) -> float:
    """La parte (0 a 1) de las parejas de palabras que salen en una misma frase; 1 si no hay ninguna pareja."""
    if not primeros or len(grupos) < 2:
        return 1.0 if grupos else 0.5
    import numpy as np

    llevan = reparto.por_frase(lexico, grupos, primeros)[1].astype(np.float32)
    hay = llevan @ llevan.T > 0
    return float(hay[np.triu_indices(len(grupos), 1)].mean())


def _factor(grupo: Grupo) -> float:
    """Cuánto importa que falte: poco una cifra o una palabra corriente, algo una frecuente, del todo las demás."""
    if all(t.isdigit() for t in grupo):
        return PESO_CIFRA
    if comunes() & set(grupo):
        return PESO_COMUN
    return PESO_FRECUENTE if frecuentes() & set(grupo) else 1.0


def variables(s: Senales) -> tuple[float, ...]:
    """Las señales como las multiplica la logística: casi todas, por separado en cada idioma.

    En otro idioma que el corpus, que falte una palabra dice algo solo si las demás se conocen, y las parejas nada: lo
    que falta es a menudo la traducción.
    """
    otro = float(s.otro_idioma)
    mismo = 1 - otro
    return (
        s.evidencia * mismo, s.evidencia * otro, s.faltan * mismo, s.juntas * mismo, s.falta * otro * s.conocidas,
        float(s.marca), otro, s.coseno, s.despegue * mismo, s.despegue * otro,
    )  # fmt: skip


def probabilidad(s: Senales, *, con_vectores: bool) -> float:
    """La probabilidad, de 0 a 1, de que la documentación responde."""
    sesgo, *pesos = _CON_VECTORES if con_vectores else _SIN_VECTORES
    suma = sesgo + sum(peso * valor for peso, valor in zip(pesos, variables(s), strict=False))
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, suma))))


_CON_VECTORES: Final = (-15.95, 3.89, 4.49, -0.63, 1.82, -3.55, -5.65, 1.6, 14.49, 5.55, 27.96)
"""Sesgo y pesos de `variables`: salen de `benchmarks/umbral.py`, con las mitades de ajuste (docs/decisiones/0006)."""
_SIN_VECTORES: Final = (-4.31, 5.09, 6.11, -0.58, 1.87, -3.87, -5.14, 1.41)
"""Lo mismo sin las tres que necesitan vectores."""
