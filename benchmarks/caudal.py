"""Cuánto añade `indexar` a lo que tarda el embebedor solo. `python -m benchmarks.caudal [pasajes] [vueltas]`.

Los mismos pasajes, de unas 80 palabras de la documentación incluida, primero solo por el embebedor de verdad y luego
por la indexación entera (leer, trocear, vectorizar, registro y foto), en segundos de CPU y de reloj.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

from docubot.lenguaje.embeddings import Embebedor, embebedor_por_defecto
from docubot.rag.foto import INCLUIDA, Foto, textos_de
from docubot.rag.indexador import indexar
from docubot.rag.trocear import trocear

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


def principal() -> None:
    """Intercala las vueltas y dice las medianas y su razón."""
    numeros = [int(a) for a in sys.argv[1:]]
    cuantos, vueltas = (numeros + [200, 1][len(numeros) :])[:2]
    textos = paginas(cuantos)
    pasajes = [t for ruta, texto in textos.items() for t in textos_de(trocear(texto, ruta))]
    embebedor = embebedor_por_defecto()
    embebedor.pasajes(pasajes[:TANDA])
    solos, enteros = [], []
    for _ in range(vueltas):
        solos.append(medir(lambda: solo(embebedor, pasajes)))
        enteros.append(medir(lambda: entero(embebedor, textos)))
    for nombre, unidad in ((0, "CPU"), (1, "reloj")):
        a, b = (statistics.median(m[nombre] for m in medidas) for medidas in (solos, enteros))
        print(
            f"{len(pasajes)} pasajes, {unidad}: embebedor {a:.2f} s ({len(pasajes) / a:.1f}/s), indexar {b:.2f} s "
            f"({len(pasajes) / b:.1f}/s), razón {b / a:.3f} (máximo 1,10)"
        )


if __name__ == "__main__":
    principal()
