"""Medir la recuperación: preguntas en formato SQuAD contra sus párrafos, con la ablación dibujada si se pide."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from docubot.errores import DatosInvalidos, EntradaInexistente
from docubot.lenguaje.embeddings import Embebedor, embebedor_por_defecto
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


@dataclass(frozen=True, slots=True)
class Conjunto:
    """Párrafos distintos y preguntas, cada una con el número de su párrafo."""

    parrafos: list[str]
    preguntas: list[tuple[str, int]]


def leer_squad(fichero: Path, preguntas_de: Path | None = None) -> Conjunto:
    """Los párrafos de `fichero` y sus preguntas, o las de `preguntas_de`, que casan por id o por orden.

    Errores: EntradaInexistente si no se pueden leer; DatosInvalidos si no tienen la forma de SQuAD o no casan.
    """
    numeros: dict[str, int] = {}
    propias: list[tuple[str, str, int]] = []
    for contexto, ident, pregunta in _filas(fichero):
        propias.append((ident, pregunta, numeros.setdefault(contexto, len(numeros))))
    if preguntas_de is not None:
        ajenas = [(ident, pregunta) for _, ident, pregunta in _filas(preguntas_de)]
        propias = _casar(propias, ajenas, preguntas_de)
    if not propias:
        raise DatosInvalidos(f"«{fichero}» no tiene ninguna pregunta: se espera el formato SQuAD.")
    return Conjunto(list(numeros), [(pregunta, numero) for _, pregunta, numero in propias])


def _casar(
    propias: Sequence[tuple[str, str, int]], ajenas: Sequence[tuple[str, str]], fichero: Path
) -> list[tuple[str, str, int]]:
    por_id = {ident: numero for ident, _, numero in propias}
    if all(ident in por_id for ident, _ in ajenas):
        return [(ident, pregunta, por_id[ident]) for ident, pregunta in ajenas]
    if len(ajenas) == len(propias):
        return [(ident, pregunta, numero) for (ident, pregunta), (_, _, numero) in zip(ajenas, propias, strict=True)]
    raise DatosInvalidos(
        f"Las preguntas de «{fichero}» no casan con los párrafos: ni los ids ni la cantidad coinciden."
    )


def _filas(fichero: Path) -> Iterator[tuple[str, str, str]]:
    """(párrafo, id, pregunta) de cada pregunta; una marcada como imposible no se mide."""
    try:
        datos = json.loads(fichero.read_bytes())
        for articulo in datos["data"]:
            for parrafo in articulo["paragraphs"]:
                for pregunta in parrafo["qas"]:
                    if not pregunta.get("is_impossible"):
                        yield str(parrafo["context"]), str(pregunta.get("id", "")), str(pregunta["question"])
    except OSError as error:
        raise EntradaInexistente(f"No se puede leer «{fichero}»: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DatosInvalidos(f"«{fichero}» no tiene el formato SQuAD (data, paragraphs, qas).") from error


def indexar_parrafos(parrafos: Sequence[str], carpeta: Path, embebedor: Embebedor) -> Recuperador:
    """Una foto en `carpeta` con un fragmento por párrafo, sin título, y su recuperador."""
    import numpy as np

    def paginas() -> Iterator[tuple[Pagina, str, NDArray[Any]]]:
        for desde in range(0, len(parrafos), _TANDA):
            tanda = parrafos[desde : desde + _TANDA]
            vectores = np.asarray(embebedor.pasajes(tanda))
            for numero, texto in enumerate(tanda):
                ruta = f"{desde + numero:06d}.txt"
                trozo = Trozo(identificador(ruta, "", texto), "", "", 0, len(texto), texto)
                yield Pagina(ruta, "", texto, (), "", (trozo,)), _huella(texto), vectores[numero : numero + 1]

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
    squad: Path, preguntas_de: Path | None = None, informe: Path | None = None, embebedor: Embebedor | None = None
) -> Medida:
    """Mide la recuperación sobre un conjunto SQuAD; con `informe`, escribe la ablación en HTML (o en SVG).

    Errores: los de `leer_squad`, y NoSePuedeCrear si no se puede escribir el informe.
    """
    conjunto = leer_squad(squad, preguntas_de)
    with tempfile.TemporaryDirectory(prefix="docubot-evaluar-") as carpeta:
        recuperador = indexar_parrafos(conjunto.parrafos, Path(carpeta), embebedor or embebedor_por_defecto())
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
