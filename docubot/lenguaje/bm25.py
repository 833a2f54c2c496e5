"""BM25 con los pesos calculados al construir: una consulta solo suma tramos de listas invertidas.

Fórmula: idf(t) · tf·(k1+1) / (tf + k1·(1 − b + b·|d|/media)), con idf(t) = ln(1 + (N − df + 0,5)/(df + 0,5))
(Robertson y Zaragoza, 2009; el idf sin negativos de Lucene).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from numpy.typing import NDArray

K1: Final = 1.2
B: Final = 0.6
_TRAMO: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class IndiceLexico:
    """Listas invertidas de N documentos: los de un término t están en [inicios[t], inicios[t+1])."""

    vocabulario: dict[str, int]
    inicios: NDArray[Any]
    documentos: NDArray[Any]
    pesos: NDArray[Any]
    total: int

    def puntuar(self, grupos: Iterable[Sequence[str]], factores: Iterable[float] | None = None) -> NDArray[Any]:
        """La puntuación BM25 de cada documento, float32 de forma (N,).

        De cada grupo de términos alternativos cuenta el mejor; `factores` pesa los grupos (todos 1 si falta).
        """
        import numpy as np

        puntos = np.zeros(self.total, dtype=np.float32)
        for grupo, factor in zip(grupos, factores or repeat(1.0), strict=False):
            listas = [lista for termino in dict.fromkeys(grupo) if (lista := self._lista(termino))]
            if len(listas) == 1:
                puntos[listas[0][0]] += np.float32(factor) * listas[0][1]
            elif listas:
                mejor = np.zeros(self.total, dtype=np.float32)
                for documentos, pesos in listas:
                    mejor[documentos] = np.maximum(mejor[documentos], pesos)
                puntos += np.float32(factor) * mejor
        return puntos

    def presencia(self, grupo: Sequence[str], documentos: Sequence[int]) -> NDArray[Any]:
        """De cada uno de esos documentos, si lleva algún término del grupo."""
        import numpy as np

        numeros = np.asarray(documentos, dtype=np.int32)
        esta = np.zeros(len(numeros), dtype=bool)
        for termino in grupo:
            if lista := self._lista(termino):
                lugar = np.minimum(np.searchsorted(lista[0], numeros), len(lista[0]) - 1)
                esta |= lista[0][lugar] == numeros
        return esta

    def idf(self, grupo: Sequence[str]) -> float:
        """El idf del término más raro del grupo de entre los conocidos; el máximo posible si no se conoce ninguno."""
        import math

        frecuencias = [len(lista[0]) for termino in grupo if (lista := self._lista(termino))]
        frecuencia = min(frecuencias, default=0)
        return math.log(1 + (self.total - frecuencia + 0.5) / (frecuencia + 0.5))

    def conoce(self, grupo: Sequence[str]) -> bool:
        """Si algún documento lleva alguno de los términos."""
        return any(termino in self.vocabulario for termino in grupo)

    def _lista(self, termino: str) -> tuple[NDArray[Any], NDArray[Any]] | None:
        numero = self.vocabulario.get(termino)
        if numero is None:
            return None
        tramo = slice(int(self.inicios[numero]), int(self.inicios[numero + 1]))
        return self.documentos[tramo], self.pesos[tramo]


@dataclass(slots=True)
class Constructor:
    """Junta documentos y hace el índice; 12 bytes por cada par término-documento."""

    vocabulario: dict[str, int] = field(default_factory=dict)
    _terminos: array[int] = field(default_factory=lambda: array("i"))
    _documentos: array[int] = field(default_factory=lambda: array("i"))
    _veces: array[int] = field(default_factory=lambda: array("i"))
    _largos: array[int] = field(default_factory=lambda: array("i"))

    def anadir(self, terminos: Sequence[str]) -> None:
        """Añade el documento siguiente."""
        documento = len(self._largos)
        for termino, veces in Counter(terminos).items():
            self._terminos.append(self.vocabulario.setdefault(termino, len(self.vocabulario)))
            self._documentos.append(documento)
            self._veces.append(veces)
        self._largos.append(len(terminos))

    def terminar(self, k1: float = K1, b: float = B) -> IndiceLexico:
        """El índice con sus pesos."""
        import numpy as np

        terminos = np.frombuffer(self._terminos, dtype=np.int32) if self._terminos else np.zeros(0, np.int32)
        documentos = np.frombuffer(self._documentos, dtype=np.int32) if self._documentos else np.zeros(0, np.int32)
        veces = np.frombuffer(self._veces, dtype=np.int32) if self._veces else np.zeros(0, np.int32)
        largos = np.array(self._largos, dtype=np.float32)
        total, distintos = len(largos), len(self.vocabulario)
        frecuencias = np.bincount(terminos, minlength=distintos).astype(np.int64)
        inicios = np.zeros(distintos + 1, dtype=np.int64)
        np.cumsum(frecuencias, out=inicios[1:])
        norma = k1 * (1 - b + b * largos / max(float(largos.mean()) if total else 1.0, 1e-9))
        idf = np.log(1 + (total - frecuencias + 0.5) / (frecuencias + 0.5)).astype(np.float32)
        salida_documentos = np.empty(len(terminos), dtype=np.int32)
        pesos = np.empty(len(terminos), dtype=np.float32)
        siguiente = inicios[:-1].copy()
        for desde in range(0, len(terminos), _TRAMO):
            tramo = slice(desde, desde + _TRAMO)
            t, d, tf = terminos[tramo], documentos[tramo], veces[tramo].astype(np.float32)
            orden = np.argsort(t, kind="stable")
            t, d, tf = t[orden], d[orden], tf[orden]
            unicos, primero, cuantos = np.unique(t, return_index=True, return_counts=True)
            destino = np.repeat(siguiente[unicos] - primero, cuantos) + np.arange(len(t))
            salida_documentos[destino] = d
            pesos[destino] = idf[t] * tf * (k1 + 1) / (tf + norma[d])
            siguiente[unicos] += cuantos
        return IndiceLexico(dict(self.vocabulario), inicios, salida_documentos, pesos, total)
