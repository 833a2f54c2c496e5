"""Medir la recuperación: preguntas en formato SQuAD contra sus párrafos, con la ablación dibujada si se pide."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from docubot.errores import NoSePuedeCrear
from docubot.evaluacion.squad import leer_squad as leer_squad
from docubot.lenguaje.embeddings import Embebedor, SinEmbebedor, embebedor_por_defecto
from docubot.rag import fusion
from docubot.rag.foto import Foto, escribir
from docubot.rag.recuperador import Recuperador
from docubot.rag.trocear import Pagina, Trozo, identificador

if TYPE_CHECKING:
    from numpy.typing import NDArray

PESOS: Final = tuple(n / 20 for n in range(21))
_K: Final = 10
_TANDA: Final = 16


@dataclass(frozen=True, slots=True)
class Medida:
    """El resultado: R@1, R@5, MRR hasta 10 y segundos de CPU por pregunta, embebedor incluido."""

    preguntas: int
    r1: float
    r5: float
    mrr10: float
    s_por_pregunta: float

    def como_dict(self) -> dict[str, Any]:
        """La forma de `docubot evaluar recuperacion --json`."""
        return {
            "version": 1,
            "preguntas": self.preguntas,
            "r1": self.r1,
            "r5": self.r5,
            "mrr10": self.mrr10,
            "s_por_pregunta": self.s_por_pregunta,
        }


def indexar_parrafos(
    parrafos: Sequence[str], carpeta: Path, embebedor: Embebedor, avance: Callable[[int, int], None] = lambda i, n: None
) -> Recuperador:
    """Una foto en `carpeta` con un fragmento por párrafo, sin título, y su recuperador; `avance` cuenta cuántos van."""
    import numpy as np

    def paginas() -> Iterator[tuple[Pagina, str, NDArray[Any]]]:
        for desde in range(0, len(parrafos), _TANDA):
            tanda = parrafos[desde : desde + _TANDA]
            vectores = np.asarray(embebedor.pasajes(tanda))
            for numero, texto in enumerate(tanda):
                ruta = f"{desde + numero:06d}.txt"
                trozo = Trozo(identificador(ruta, "", texto), "", "", 0, len(texto), texto)
                yield Pagina(ruta, "", texto, (), "", (trozo,)), _huella(texto), vectores[numero : numero + 1]
            avance(min(desde + _TANDA, len(parrafos)), len(parrafos))

    escribir(
        carpeta,
        paginas(),
        coleccion="medida",
        generacion="medida",
        embebedor=embebedor.nombre,
        dimension=embebedor.dimension,
    )
    return Recuperador(Foto(carpeta), embebedor)


def _huella(texto: str) -> str:
    return sha256(texto.encode("utf-8", "replace")).hexdigest()


def medir(recuperador: Recuperador, preguntas: Sequence[tuple[str, int]]) -> Medida:
    """Mide el recuperador tal como se usa; el tiempo es de CPU."""
    puestos: list[int] = []
    recuperador.ordenar(preguntas[0][0], _K)
    inicio = time.process_time()
    for pregunta, buscado in preguntas:
        orden = recuperador.ordenar(pregunta, _K)
        puestos.append(orden.index(buscado) + 1 if buscado in orden else 0)
    return _resumir(puestos, time.process_time() - inicio)


def _resumir(puestos: Sequence[int], segundos: float) -> Medida:
    total = len(puestos)
    return Medida(
        total,
        round(sum(p == 1 for p in puestos) / total, 4),
        round(sum(0 < p <= 5 for p in puestos) / total, 4),
        round(sum(1 / p for p in puestos if p) / total, 4),
        round(segundos / total, 5),
    )


def evaluar_recuperacion(
    squad: Path, preguntas_de: Path | None = None, informe: Path | None = None, embebedor: Embebedor | None = None,
    *, avisar: Callable[[str], None] = lambda _: None, avance: Callable[[int, int], None] = lambda i, n: None,
) -> Medida:  # fmt: skip
    """Mide la recuperación sobre un conjunto SQuAD; con `informe`, escribe la ablación en HTML (o en SVG).

    `avisar` recibe lo que no se mide; `avance`, cuántos párrafos se han vectorizado y cuántos son.

    Errores: los de `leer_squad`, y NoSePuedeCrear si no se puede escribir el informe.
    """
    conjunto = leer_squad(squad, preguntas_de)
    if informe is not None and not informe.absolute().parent.is_dir():
        raise NoSePuedeCrear(f"No se puede escribir «{informe}»: no existe su carpeta.")
    for aviso in conjunto.avisos:
        avisar(aviso)
    usado = embebedor or embebedor_por_defecto()
    if embebedor is None and isinstance(usado, SinEmbebedor):
        avisar(f"Se mide solo por palabras: {usado.motivo}.")
    with tempfile.TemporaryDirectory(prefix="docubot-evaluar-") as carpeta:
        recuperador = indexar_parrafos(conjunto.parrafos, Path(carpeta), usado, avance)
        medida = medir(recuperador, conjunto.preguntas)
        if informe is not None:
            from docubot.evaluacion.informe_recuperacion import escribir_informe

            escribir_informe(informe, squad.name, medida, ablacion(recuperador, conjunto.preguntas))
    return medida


@dataclass(frozen=True, slots=True)
class Ablacion:
    """R@1 y R@5 de cada mitad (pares e impares) por peso léxico fijo, y de lo adaptado con y sin mirar las frases."""

    pesos: list[tuple[float, float, float]]
    """(peso, R@1 en la mitad de ajuste, R@1 en la de confirmación); 0 es solo denso y 1 es solo léxico."""
    nombradas: dict[str, tuple[float, float, float, float]]
    """Nombre → R@1 y R@5 en ajuste, R@1 y R@5 en confirmación."""


def ablacion(recuperador: Recuperador, preguntas: Sequence[tuple[str, int]]) -> Ablacion:
    """Repite cada pregunta con cada pieza por separado; sin vectores, solo hay léxico."""
    import numpy as np

    columnas: dict[str, list[int]] = {}
    for pregunta, buscado in preguntas:
        orden = recuperador.puntuar(pregunta)
        lexica = fusion.normalizar(recuperador.foto.lexico.puntuar(orden.grupos))
        densa = lexica if orden.densa is None else fusion.normalizar(orden.densa)
        filas = {f"{peso:.2f}": (1 - peso) * densa + peso * lexica for peso in PESOS} | {"suma adaptada": orden.fundida}
        for nombre, puntos in filas.items():
            columnas.setdefault(nombre, []).append(int((puntos > puntos[buscado]).sum()) + 1)
        revisados = [c.numero for c in recuperador.revisar(orden, _K)]
        columnas.setdefault("suma adaptada y frases", []).append(
            revisados.index(buscado) + 1 if buscado in revisados else 1000
        )
    mitad = np.arange(len(preguntas)) % 2
    resumen: dict[str, tuple[float, float, float, float]] = {}
    for nombre, puestos in columnas.items():
        valores = np.array(puestos)
        a, b = valores[mitad == 0], valores[mitad == 1]
        cifras = [float((parte <= k).mean()) if len(parte) else 0.0 for parte in (a, b) for k in (1, 5)]
        resumen[nombre] = (cifras[0], cifras[1], cifras[2], cifras[3])
    nombradas = {"solo denso": resumen["0.00"], "solo léxico": resumen["1.00"]}
    nombradas |= {n: resumen[n] for n in ("suma adaptada", "suma adaptada y frases")}
    return Ablacion([(p, resumen[f"{p:.2f}"][0], resumen[f"{p:.2f}"][2]) for p in PESOS], nombradas)
