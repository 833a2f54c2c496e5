"""Medidas de la recuperación, cada una con una orden::

    python benchmarks/recuperacion.py xquad CARPETA [INFORME.html]   XQuAD es y en: R@1, R@5, variantes, CPU
    python benchmarks/recuperacion.py wiki                           la wiki propia: R@k y abstención, por mitades
    python benchmarks/recuperacion.py escala                         CPU y memoria con 250 y 20.000 fragmentos
    python benchmarks/recuperacion.py indexado                       reindexar 5.000 fragmentos sin cambios; ritmo

`escala` e `indexado` usan el embebedor de pega (384 y 64 dimensiones): miden lo nuestro, no el modelo.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

RAIZ = Path(__file__).parents[1]
sys.path.insert(0, str(RAIZ))

from docubot.evaluacion import recuperacion as medidas  # noqa: E402
from docubot.evaluacion.informe_recuperacion import escribir_informe  # noqa: E402
from docubot.lenguaje.embeddings import EmbebedorDePega, embebedor_por_defecto  # noqa: E402
from docubot.rag import umbral  # noqa: E402
from docubot.rag.foto import INCLUIDA, Foto  # noqa: E402
from docubot.rag.indexador import indexar  # noqa: E402
from docubot.rag.recuperador import Recuperador  # noqa: E402


def sin_acentos(texto: str) -> str:
    """Sin ninguna marca, ni la de la ñ."""
    return "".join(c for c in unicodedata.normalize("NFD", texto) if not unicodedata.combining(c))


VARIANTES: dict[str, Callable[[str], str]] = {
    "es": str,
    "es sin acentos": sin_acentos,
    "es en mayúsculas": str.upper,
    "es en NFD": lambda t: unicodedata.normalize("NFD", t),
}


def xquad(carpeta: str, informe: str | None = None) -> None:
    """R@1, R@5 y MRR de cada fila de la tabla, con los mismos ajustes."""
    es = medidas.leer_squad(Path(carpeta) / "xquad.es.json")
    en = medidas.leer_squad(Path(carpeta) / "xquad.es.json", Path(carpeta) / "xquad.en.json")
    with tempfile.TemporaryDirectory() as temporal:
        recuperador = medidas.indexar_parrafos(es.parrafos, Path(temporal), embebedor_por_defecto())
        for nombre, cambio in VARIANTES.items():
            _fila(nombre, medidas.medir(recuperador, [(cambio(p), n) for p, n in es.preguntas]))
        _fila("en → es", medidas.medir(recuperador, en.preguntas))
        if informe:
            medida = medidas.medir(recuperador, es.preguntas)
            escribir_informe(Path(informe), "XQuAD es", medida, medidas.ablacion(recuperador, es.preguntas))


def _fila(nombre: str, medida: medidas.Medida) -> None:
    cifras = f"R@1 {medida.r1:.4f}  R@5 {medida.r5:.4f}  MRR@10 {medida.mrr10:.4f}"
    print(f"{nombre:18} {cifras}  {1000 * medida.s_por_pregunta:.1f} ms")


def wiki() -> None:
    """R@1 y R@5 sobre las preguntas con respuesta, y F1 de la abstención, en cada mitad."""
    filas = [json.loads(linea) for linea in (RAIZ / "benchmarks/preguntas/wiki.jsonl").read_text().splitlines()]
    recuperador = Recuperador(Foto(INCLUIDA), embebedor_por_defecto())
    vistas = [_vista(recuperador, fila) for fila in filas]
    for mitad in ("ajuste", "confirmacion", None):
        elegidas = [(f, v) for f, v in zip(filas, vistas, strict=True) if mitad in (None, f["mitad"])]
        puestos = [v[0] for f, v in elegidas if f["respondible"]]
        bien = sum(not v[1] for f, v in elegidas if not f["respondible"])
        de_mas = sum(not v[1] for f, v in elegidas if f["respondible"])
        de_menos = sum(v[1] for f, v in elegidas if not f["respondible"])
        r1, r5 = (sum(p < k for p in puestos) / len(puestos) for k in (1, 5))
        f1 = 2 * bien / (2 * bien + de_mas + de_menos)
        abstencion = f"abstención F1 {f1:.3f} (de más {de_mas}, de menos {de_menos})"
        print(f"{mitad or 'todas':13} R@1 {r1:.4f}  R@5 {r5:.4f}  {abstencion}")


def _vista(recuperador: Recuperador, fila: dict[str, Any]) -> tuple[int, bool]:
    orden = recuperador.puntuar(fila["pregunta"])
    candidatos = recuperador.revisar(orden, 5)
    sitios = [recuperador.foto.pasaje(c.numero, 0).fuente for c in candidatos]
    puesto = next((n for n, sitio in enumerate(sitios) if sitio in fila["secciones"]), 99)
    return puesto, recuperador.certeza(orden, candidatos) >= umbral.MINIMO


def escala() -> None:
    """CPU por consulta, sin el embebedor, y memoria residente que añade la colección."""
    azar = random.Random(1)
    vocabulario = [f"palabra{n}" for n in range(20_000)]
    for cuantos in (250, 20_000):
        parrafos = [" ".join(azar.choices(vocabulario, k=120)) + "." for _ in range(cuantos)]
        with tempfile.TemporaryDirectory() as temporal:
            recuperador = medidas.indexar_parrafos(parrafos, Path(temporal), EmbebedorDePega(384))
            consultas = [" ".join(azar.choices(vocabulario, k=8)) for _ in range(50)]
            del parrafos
            antes = _residente()
            recuperador = Recuperador(Foto(Path(temporal)), EmbebedorDePega(384))
            recuperador.buscar(consultas[0], con_umbral=False)
            memoria = _residente() - antes
            tiempos = []
            for consulta in consultas:
                inicio = time.process_time()
                recuperador.embebedor.consulta(consulta)
                medio = time.process_time()
                recuperador.buscar(consulta, con_umbral=False)
                tiempos.append(time.process_time() - medio - (medio - inicio))
            tiempos.sort()
            vectores = cuantos * 384 * 4 / 1e6
            print(
                f"{cuantos} fragmentos: mediana {1000 * tiempos[25]:.2f} ms de CPU, peor {1000 * tiempos[-1]:.2f}; "
                f"memoria {memoria:.0f} MB (los vectores son {vectores:.0f})"
            )


def _residente() -> float:
    import gc

    gc.collect()
    for linea in Path("/proc/self/status").read_text().splitlines():
        if linea.startswith("VmRSS"):
            return int(linea.split()[1]) / 1000
    return 0.0


def indexado() -> None:
    """Una carpeta de 5.000 fragmentos: primera vez, sin cambios y con una página cambiada."""
    azar = random.Random(2)
    vocabulario = [f"palabra{n}" for n in range(5_000)]
    with tempfile.TemporaryDirectory() as temporal:
        origen, datos = Path(temporal) / "docs", Path(temporal) / "datos"
        origen.mkdir()
        for pagina in range(250):
            secciones = (f"## Sección {n}\n\n{' '.join(azar.choices(vocabulario, k=100))}." for n in range(20))
            (origen / f"p{pagina:04d}.md").write_text(
                f"# Página {pagina}\n\n" + "\n\n".join(secciones), encoding="utf-8"
            )
        for nombre in ("primera", "sin cambios", "una página"):
            if nombre == "una página":
                (origen / "p0100.md").write_text("# Otra\n\n## Nueva\n\nCambia.\n", encoding="utf-8")
            inicio = time.perf_counter()
            hecho = indexar(origen, "medida", datos=datos, embebedor=EmbebedorDePega())
            segundos = time.perf_counter() - inicio
            print(
                f"{nombre}: {segundos:.2f} s ({hecho.trozos} fragmentos, {hecho.nuevos} nuevos, cambio {hecho.cambio})"
            )


if __name__ == "__main__":
    {"xquad": xquad, "wiki": wiki, "escala": escala, "indexado": indexado}[sys.argv[1]](*sys.argv[2:])
