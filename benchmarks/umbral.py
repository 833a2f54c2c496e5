"""Calibra el umbral de la búsqueda (`docubot/rag/umbral.py`) con las mitades de ajuste, y lo mide en las dos::

    python benchmarks/umbral.py CARPETA_DE_XQUAD            enseña lo que da lo que hay
    python benchmarks/umbral.py CARPETA_DE_XQUAD --ajustar  calcula además los pesos que habría que escribir

Positivas: las respondibles de `wiki` y `wiki-ajuste`, las docs y mixtas de los otros tres conjuntos, y XQuAD contra
sus párrafos. Negativas: las no respondibles de `wiki` y `wiki-ajuste`, `recuperacion-sin-respuesta`, las fuera y
charla, XQuAD contra la wiki y las coloquiales contra los párrafos de XQuAD. XQuAD pesa poco: está para que el umbral
valga con otra documentación.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

RAIZ = Path(__file__).parents[1]
sys.path.insert(0, str(RAIZ))

from docubot.evaluacion import recuperacion as medidas  # noqa: E402
from docubot.lenguaje.embeddings import Embebedor, embebedor_por_defecto  # noqa: E402
from docubot.rag import umbral  # noqa: E402
from docubot.rag.foto import INCLUIDA, Foto  # noqa: E402
from docubot.rag.recuperador import Recuperador  # noqa: E402

if TYPE_CHECKING:
    from numpy.typing import NDArray

PESOS: Final = {
    "wiki, con respuesta": 1.0, "coloquial": 0.9, "docs": 0.9, "mixta": 0.25, "wiki, sin respuesta": 3.0, "casi": 0.8,
    "sin respuesta": 1.5, "fuera": 3.0, "charla": 2.0, "XQuAD en la wiki": 0.02, "XQuAD es": 0.04, "XQuAD en": 0.04,
    "docs en XQuAD": 0.08,
}  # fmt: skip
"""Cuánto pesa cada ejemplo al ajustar."""
POSITIVAS: Final = frozenset(["wiki, con respuesta", "coloquial", "docs", "mixta", "XQuAD es", "XQuAD en"])
REGULARIZACION: Final = 1.0
Fila = tuple[str, str, bool]
"""Clase, pregunta y si se busca en los párrafos de XQuAD."""


def _leer(nombre: str) -> list[dict[str, Any]]:
    fichero = RAIZ / "benchmarks" / f"{nombre}.jsonl"
    return [json.loads(linea) for linea in fichero.read_text(encoding="utf-8").splitlines()]


def filas(mitad: str, es: Sequence[str], en: Sequence[str]) -> Iterator[Fila]:
    """Los ejemplos de una mitad; de XQuAD, una de cada cuatro preguntas, y otras en la otra mitad."""
    for fila in _leer("preguntas/wiki"):
        if fila["mitad"] == mitad:
            yield ("wiki, con respuesta" if fila["respondible"] else "wiki, sin respuesta"), fila["pregunta"], False
    coloquiales = [f for n in ("ampliacion", "propias", "parafrasis") for f in _leer(f"preguntas/{n}")]
    suyas = [f for f in coloquiales if f["mitad"] == mitad]
    yield from ((f["tipo"], f["pregunta"], False) for f in suyas if f["tipo"] in ("docs", "mixta", "fuera", "charla"))
    if mitad == "ajuste":
        for fila in _leer("preguntas/wiki-ajuste"):
            yield ("coloquial" if fila["respondible"] else "casi"), fila["pregunta"], False
        yield from (("sin respuesta", f["pregunta"], False) for f in _leer("recuperacion-sin-respuesta"))
    desde = int(mitad != "ajuste")
    yield from (("XQuAD en la wiki", p, False) for p in (*es[desde::8], *en[desde::8]))
    yield from (("XQuAD es", p, True) for p in es[desde::4])
    yield from (("XQuAD en", p, True) for p in en[desde::4])
    ajenas = [f["pregunta"] for f in suyas if f["tipo"] in ("docs", "fuera", "charla")]
    yield from (("docs en XQuAD", p, True) for p in ajenas[::2])


def ajustar(x: NDArray[Any], y: NDArray[Any], w: NDArray[Any]) -> tuple[float, NDArray[Any]]:
    """Sesgo y pesos de la logística con penalización L2 sobre variables tipificadas, por Newton."""
    import numpy as np

    media, escala = x.mean(0), x.std(0) + 1e-9
    z = np.c_[np.ones(len(x)), (x - media) / escala]
    penalizacion = np.diag([0.0, *[REGULARIZACION] * x.shape[1]])
    b = np.zeros(z.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-z @ b))
        gradiente = z.T @ (w * (y - p)) - penalizacion @ b
        b = b + np.linalg.solve((z * (w * p * (1 - p))[:, None]).T @ z + penalizacion, gradiente)
    pesos = b[1:] / escala
    return float(b[0] - pesos @ media), pesos


def informar(nombre: str, clases: NDArray[Any], p: NDArray[Any], minimo: float) -> None:
    """Una línea: F1 de la abstención en la wiki y cuántas se responden de cada clase."""
    responde = p >= minimo
    cuentas = {c: (int(responde[clases == c].sum()), int((clases == c).sum())) for c in PESOS if (clases == c).any()}
    (de_menos, sin), (con, todas) = cuentas["wiki, sin respuesta"], cuentas["wiki, con respuesta"]
    f1 = 2 * (sin - de_menos) / (2 * (sin - de_menos) + todas - con + de_menos)
    print(f"{nombre} {minimo:.2f} F1 {f1:.3f} · " + " · ".join(f"{c} {a}/{n}" for c, (a, n) in cuentas.items()))


def main(carpeta: str, *opciones: str) -> None:
    """Mide, y con `--ajustar` calibra, con vectores y sin ellos."""
    import numpy as np

    from docubot.lenguaje.embeddings import SinEmbebedor

    parrafos = medidas.leer_squad(Path(carpeta) / "xquad.es.json")
    es = [p for p, _ in parrafos.preguntas]
    en = [p for p, _ in medidas.leer_squad(Path(carpeta) / "xquad.en.json").preguntas]
    with tempfile.TemporaryDirectory() as temporal:
        embebedor = embebedor_por_defecto()
        medidas.indexar_parrafos(parrafos.parrafos, Path(temporal), embebedor)
        for actual in (embebedor, SinEmbebedor("medida")):
            tablas = {m: _tabla(filas(m, es, en), Path(temporal), actual) for m in ("ajuste", "confirmacion")}
            con = actual.dimension > 0
            for mitad, (clases, senales) in tablas.items():
                p = np.array([umbral.probabilidad(s, con_vectores=con) for s in senales])
                informar(f"{'con' if con else 'sin'} vectores, {mitad}", clases, p, umbral.MINIMO)
            if "--ajustar" in opciones:
                _calibrar(tablas, con)


def _tabla(ejemplos: Iterator[Fila], xquad: Path, embebedor: Embebedor) -> tuple[NDArray[Any], list[umbral.Senales]]:
    import numpy as np

    wiki, parrafos = Recuperador(Foto(INCLUIDA), embebedor), Recuperador(Foto(xquad), embebedor)
    clases, todas = [], []
    for clase, pregunta, en_xquad in ejemplos:
        recuperador = parrafos if en_xquad else wiki
        orden = recuperador.puntuar(pregunta)
        clases.append(clase)
        todas.append(recuperador.senales(orden, recuperador.revisar(orden, 5)))
    return np.array(clases), todas


def _calibrar(tablas: dict[str, tuple[NDArray[Any], list[umbral.Senales]]], con_vectores: bool) -> None:
    import numpy as np

    cuantas = None if con_vectores else umbral.SIN_DENSO
    x, y, w, clases = {}, {}, {}, {}
    for mitad, (c, senales) in tablas.items():
        x[mitad] = np.array([umbral.variables(s)[:cuantas] for s in senales], dtype=float)
        y[mitad], w[mitad], clases[mitad] = np.isin(c, list(POSITIVAS)), np.array([PESOS[k] for k in c]), c
    a = "ajuste"
    tanda = np.random.default_rng(0).permutation(len(y[a])) % 10
    cruzada = np.zeros(len(y[a]))
    for n in range(10):
        sesgo, pesos = ajustar(x[a][tanda != n], y[a][tanda != n], w[a][tanda != n])
        cruzada[tanda == n] = 1 / (1 + np.exp(-(sesgo + x[a][tanda == n] @ pesos)))
    sesgo, pesos = ajustar(x[a], y[a], w[a])
    print("pesos:", tuple(round(float(v), 2) for v in (sesgo, *pesos)))
    confirmada = 1 / (1 + np.exp(-(sesgo + x["confirmacion"] @ pesos)))
    for minimo in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6):
        informar("  ajuste, cruzada", clases[a], cruzada, minimo)
        informar("  confirmacion", clases["confirmacion"], confirmada, minimo)


if __name__ == "__main__":
    main(*sys.argv[1:])
