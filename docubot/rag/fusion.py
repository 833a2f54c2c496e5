"""La suma convexa de lo denso y lo léxico, con el peso según la consulta. Puro; ver docs/decisiones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from docubot.lenguaje.bm25 import IndiceLexico
    from docubot.rag.lexico import Grupo

PESO_MISMO_IDIOMA: Final = 0.3
PESO_OTRO_IDIOMA: Final = 0.1
CONOCIDAS_BASTANTES: Final = 0.5
PESO_FRASE: Final = 0.25
"""Lo que suma que una sola frase lleve la consulta entera; con menos peso léxico, en proporción."""
REVISADOS: Final = 24
"""Cuántos de los mejores se reordenan mirando sus frases."""


def conocidas(lexico: IndiceLexico, grupos: Sequence[Grupo]) -> float:
    """La parte (0 a 1) de las palabras de la consulta que el corpus conoce."""
    return sum(map(lexico.conoce, grupos)) / len(grupos) if grupos else 0.0


def peso_lexico(mismo_idioma: NDArray[Any] | bool, parte_conocida: float) -> NDArray[Any] | float:
    """El peso de lo léxico: mayor si la consulta y el fragmento comparten idioma, menor si el corpus la desconoce."""
    import numpy as np

    confianza = min(1.0, parte_conocida / CONOCIDAS_BASTANTES)
    if isinstance(mismo_idioma, bool):
        return (PESO_MISMO_IDIOMA if mismo_idioma else PESO_OTRO_IDIOMA) * confianza
    pesos: NDArray[Any] = np.where(mismo_idioma, PESO_MISMO_IDIOMA, PESO_OTRO_IDIOMA) * confianza
    return pesos


def normalizar(puntos: NDArray[Any]) -> NDArray[Any]:
    """Las puntuaciones llevadas a [0, 1] por su mínimo y su máximo; todo ceros si son iguales."""
    import numpy as np

    if len(puntos) == 0:
        return puntos
    minimo, maximo = puntos.min(), puntos.max()
    if maximo - minimo < 1e-9:
        return np.zeros_like(puntos)
    normal: NDArray[Any] = (puntos - minimo) / (maximo - minimo)
    return normal


def fundir(densas: NDArray[Any] | None, lexicas: NDArray[Any], peso: NDArray[Any] | float) -> NDArray[Any]:
    """`(1 − peso)·densas + peso·lexicas`, ambas normalizadas; solo léxicas si no hay densas."""
    if densas is None:
        return normalizar(lexicas)
    fundidas: NDArray[Any] = (1 - peso) * normalizar(densas) + peso * normalizar(lexicas)
    return fundidas


def mejores(puntos: NDArray[Any], k: int) -> list[int]:
    """Las k posiciones de mayor puntuación, de mayor a menor; a igualdad, la primera."""
    import numpy as np

    if k <= 0 or len(puntos) == 0:
        return []
    candidatas = np.argpartition(-puntos, min(k, len(puntos)) - 1)[:k] if k < len(puntos) else np.arange(len(puntos))
    orden = np.lexsort((candidatas, -puntos[candidatas]))
    return [int(i) for i in candidatas[orden]]
