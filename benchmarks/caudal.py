"""Cuánto añade `indexar` a lo que tarda el embebedor solo. `python -m benchmarks.caudal [pasajes] [vueltas]`.

Los mismos pasajes, de unas 80 palabras de la documentación incluida, primero solo por el embebedor de verdad y luego
por la indexación entera (leer, trocear, vectorizar, registro y foto), en segundos de CPU y de reloj.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docubot.lenguaje.embeddings import Embebedor, embebedor_por_defecto
from docubot.rag.foto import INCLUIDA, Foto, textos_de
from docubot.rag.indexador import indexar
from docubot.rag.trocear import trocear

if TYPE_CHECKING:
    from numpy.typing import NDArray

PALABRAS = 80
"""Palabras por pasaje: unas 120 piezas del vocabulario del modelo."""
POR_PAGINA = 20
TANDA = 16


def paginas(cuantos: int) -> dict[str, str]:
    """`cuantos` pasajes repartidos en páginas de Markdown, una sección por pasaje."""
    foto = Foto(INCLUIDA)
    palabras = cycle(" ".join(foto.texto_de_pagina(ficha) for ficha in foto.paginas).replace("#", "").split())
    secciones = [f"## Apartado {n}\n\n{' '.join(islice(palabras, PALABRAS))}\n" for n in range(cuantos)]
    return {
        f"p{desde:04d}.md": f"# Página {desde}\n\n" + "\n".join(secciones[desde : desde + POR_PAGINA])
        for desde in range(0, cuantos, POR_PAGINA)
    }


def medir(tarea: Callable[[], object]) -> tuple[float, float]:
    """Segundos de CPU y de reloj."""
    reloj, cpu = time.perf_counter(), time.process_time()
    tarea()
    return time.process_time() - cpu, time.perf_counter() - reloj


def solo(embebedor: Embebedor, textos: list[str]) -> None:
    """Los textos por el embebedor, en las mismas tandas que el indexador."""
    for desde in range(0, len(textos), TANDA):
        embebedor.pasajes(textos[desde : desde + TANDA])


def entero(embebedor: Embebedor, textos: dict[str, str]) -> None:
    """Los textos, en una carpeta, por la indexación entera."""
    with tempfile.TemporaryDirectory() as temporal:
        docs = Path(temporal) / "docs"
        docs.mkdir()
        for ruta, texto in textos.items():
            (docs / ruta).write_text(texto, encoding="utf-8")
        indexar(docs, "prueba", datos=Path(temporal) / "datos", embebedor=embebedor)


@dataclass
class Cronometrado:
    """Un embebedor que suma lo que tarda en los pasajes: segundos de CPU y de reloj."""

    propio: Embebedor
    cpu: float = 0.0
    reloj: float = 0.0

    @property
    def nombre(self) -> str:
        """El del propio."""
        return self.propio.nombre

    @property
    def dimension(self) -> int:
        """La del propio."""
        return self.propio.dimension

    def pasajes(self, textos: Sequence[str]) -> NDArray[Any]:
        """Los del propio."""
        matriz: list[NDArray[Any]] = []
        cpu, reloj = medir(lambda: matriz.append(self.propio.pasajes(textos)))
        self.cpu, self.reloj = self.cpu + cpu, self.reloj + reloj
        return matriz[0]

    def consulta(self, texto: str) -> NDArray[Any]:
        """El del propio."""
        return self.propio.consulta(texto)


def principal() -> None:
    """Intercala las vueltas y dice las medianas y dos razones.

    Entre las dos medidas la máquina puede cambiar de velocidad; la segunda razón compara la indexación con lo que tardó
    el embebedor dentro de ella misma.
    """
    numeros = [int(a) for a in sys.argv[1:]]
    cuantos, vueltas = (numeros + [200, 1][len(numeros) :])[:2]
    textos = paginas(cuantos)
    pasajes = [t for ruta, texto in textos.items() for t in textos_de(trocear(texto, ruta))]
    embebedor = embebedor_por_defecto()
    embebedor.pasajes(pasajes[:TANDA])
    medidas = []
    for _ in range(vueltas):
        a_solas = medir(lambda: solo(embebedor, pasajes))
        dentro = Cronometrado(embebedor)
        medidas.append((a_solas, medir(lambda: entero(dentro, textos)), (dentro.cpu, dentro.reloj)))  # noqa: B023
    for numero, unidad in enumerate(("CPU", "reloj")):
        a, b, c = (statistics.median(m[cual][numero] for m in medidas) for cual in range(3))
        print(f"{len(pasajes)} pasajes, {unidad}: embebedor {a:.2f} s, indexar {b:.2f} s, embebedor dentro {c:.2f} s")
        print(f"  indexar/solo {b / a:.3f}, indexar/embebedor dentro {b / c:.3f} (máximo 1,10)")


if __name__ == "__main__":
    principal()
