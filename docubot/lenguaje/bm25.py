"""BM25 con los pesos calculados al construir: una consulta solo suma tramos de listas invertidas.

Fórmula: idf(t) · tf·(k1+1) / (tf + k1·(1 − b + b·|d|/media)), con idf(t) = ln(1 + (N − df + 0,5)/(df + 0,5))
(Robertson y Zaragoza, 2009; el idf sin negativos de Lucene).
"""

from __future__ import annotations

import mmap
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from numpy.typing import NDArray

K1: Final = 1.2
B: Final = 0.6
_TRAMO: Final = 1 << 17
"""Enteros que se leen y ordenan juntos al acabar."""
_ESCRITURA: Final = 1 << 13
"""Los que se escriben antes de soltar las páginas de la salida: van en orden, y así se tocan pocas a la vez."""
_EN_MEMORIA: Final = 1 << 20


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


class Enteros:
    """Enteros de 32 bits añadidos al final; a partir de un tope, al disco: la memoria no crece con lo que se añade."""

    def __init__(self) -> None:
        self._cola: array[int] = array("i")
        self._disco: IO[bytes] | None = None
        self._al_disco = 0

    def anadir(self, numeros: Iterable[int]) -> None:
        """Añade números."""
        self._cola.extend(numeros)
        if len(self._cola) >= _EN_MEMORIA:
            self._disco = self._disco or TemporaryFile()  # noqa: SIM115 (lo cierra `cerrar`)
            self._al_disco += len(self._cola)
            self._cola.tofile(self._disco)
            self._cola = array("i")

    def __len__(self) -> int:
        return self._al_disco + len(self._cola)

    def tramos(self) -> Iterator[NDArray[Any]]:
        """Todos, en orden, en arrays int32 de hasta 131.072."""
        import numpy as np

        if self._disco is not None:
            self._disco.seek(0)
            for _ in range(0, self._al_disco, _TRAMO):
                yield np.frombuffer(self._disco.read(4 * _TRAMO), dtype=np.int32)
        for desde in range(0, len(self._cola), _TRAMO):
            yield np.array(self._cola[desde : desde + _TRAMO], dtype=np.int32)

    def guardar(self, destino: Path) -> None:
        """Todos a un fichero .npy, sin cargarlos."""
        import numpy as np

        with destino.open("wb") as salida:
            forma = {"descr": "<i4", "fortran_order": False, "shape": (len(self),)}
            np.lib.format.write_array_header_1_0(salida, forma)
            for tramo in self.tramos():
                salida.write(tramo.tobytes())

    def cerrar(self) -> None:
        """Suelta el fichero temporal."""
        if self._disco is not None:
            self._disco.close()


class Constructor:
    """Junta documentos y hace el índice. Los pares término-documento van al disco cuando son muchos."""

    def __init__(self) -> None:
        self.vocabulario: dict[str, int] = {}
        self._terminos, self._documentos, self._veces = Enteros(), Enteros(), Enteros()
        self._largos: array[int] = array("i")

    def anadir(self, terminos: Sequence[str]) -> None:
        """Añade el documento siguiente."""
        veces = Counter(terminos)
        self._terminos.anadir([self.vocabulario.setdefault(t, len(self.vocabulario)) for t in veces])
        self._documentos.anadir(repeat(len(self._largos), len(veces)))
        self._veces.anadir(veces.values())
        self._largos.append(len(terminos))

    def cerrar(self) -> None:
        """Suelta los ficheros temporales."""
        for enteros in (self._terminos, self._documentos, self._veces):
            enteros.cerrar()

    def terminar(self, k1: float = K1, b: float = B, carpeta: Path | None = None) -> IndiceLexico:
        """El índice con sus pesos; con `carpeta`, sus listas se escriben allí (`lexico_*.npy`), sin cargarlas."""
        import numpy as np

        largos = np.array(self._largos, dtype=np.float32)
        total, distintos = len(largos), len(self.vocabulario)
        frecuencias = np.zeros(distintos, dtype=np.int64)
        for t in self._terminos.tramos():
            frecuencias += np.bincount(t, minlength=distintos)
        inicios = np.zeros(distintos + 1, dtype=np.int64)
        np.cumsum(frecuencias, out=inicios[1:])
        norma = k1 * (1 - b + b * largos / max(float(largos.mean()) if total else 1.0, 1e-9))
        idf = np.log(1 + (total - frecuencias + 0.5) / (frecuencias + 0.5)).astype(np.float32)
        documentos = _nueva(carpeta, "lexico_documentos.npy", np.int32, len(self._terminos))
        pesos = _nueva(carpeta, "lexico_pesos.npy", np.float32, len(self._terminos))
        siguiente = inicios[:-1].copy()
        juntos = zip(self._terminos.tramos(), self._documentos.tramos(), self._veces.tramos(), strict=True)
        for t, d, tf in juntos:
            orden = np.argsort(t, kind="stable")
            t, d, tf = t[orden], d[orden], tf[orden].astype(np.float32)
            unicos, primero, cuantos = np.unique(t, return_index=True, return_counts=True)
            destino = np.repeat(siguiente[unicos] - primero, cuantos) + np.arange(len(t))
            valores = idf[t] * tf * (k1 + 1) / (tf + norma[d])
            for desde in range(0, len(t), _ESCRITURA):
                corte = slice(desde, desde + _ESCRITURA)
                documentos[destino[corte]], pesos[destino[corte]] = d[corte], valores[corte]
                _soltar(documentos, pesos)
            siguiente[unicos] += cuantos
        return IndiceLexico(self.vocabulario, inicios, documentos, pesos, total)


def _soltar(*proyectados: NDArray[Any]) -> None:
    """Suelta las páginas de los proyectados en el disco; lo escrito se queda en el fichero."""
    for proyectado in proyectados:
        crudo = getattr(proyectado, "_mmap", None)
        if crudo is not None and hasattr(mmap, "MADV_DONTNEED"):
            crudo.madvise(mmap.MADV_DONTNEED)


def _nueva(carpeta: Path | None, nombre: str, tipo: Any, cuantos: int) -> NDArray[Any]:
    import numpy as np

    if carpeta is None:
        return np.empty(cuantos, dtype=tipo)
    if cuantos == 0:
        np.save(carpeta / nombre, np.empty(0, dtype=tipo))
        return np.empty(0, dtype=tipo)
    return np.lib.format.open_memmap(carpeta / nombre, mode="w+", dtype=tipo, shape=(cuantos,))
