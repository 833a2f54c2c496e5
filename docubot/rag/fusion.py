"""La suma convexa de lo denso y lo léxico, con el peso según la consulta. Puro; ver docs/decisiones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from docubot.lenguaje.bm25 import IndiceLexico

PESO_MAXIMO: Final = 0.4
CONOCIDAS_DESDE: Final = 0.5


def conocidas(lexico: IndiceLexico, terminos: Sequence[str]) -> float:
    """La parte (0 a 1) de los términos de la consulta que el corpus conoce."""
    return sum(map(lexico.conoce, terminos)) / len(terminos) if terminos else 0.0


def peso_lexico(parte_conocida: float) -> float:
    """El peso de lo léxico: crece desde que el corpus conoce la mitad de la consulta hasta PESO_MAXIMO."""
    return PESO_MAXIMO * min(1.0, max(0.0, (parte_conocida - CONOCIDAS_DESDE) / (1 - CONOCIDAS_DESDE)))


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


def fundir(densas: NDArray[Any] | None, lexicas: NDArray[Any], peso: float) -> NDArray[Any]:
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
