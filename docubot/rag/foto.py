"""La foto: una generación inmutable del índice en ficheros que se leen sin chromadb.

Una foto es una carpeta::

    manifiesto.json    versión, generación, embebedor, cuentas
    paginas.jsonl      una línea por página: ruta, título, etiquetas, sha256, dónde está su texto y sus fragmentos
    trozos.jsonl       una línea por fragmento: id, sección, ancla, página
    textos.bin         los textos de las páginas, en UTF-8, seguidos
    posiciones.npy     int64 (n, 4): bytes de cada fragmento en textos.bin y de su línea en trozos.jsonl
    vectores.npy       float32 (n, dimension), de norma 1; no está si se indexó sin embebedor
    vocabulario.txt    los términos, uno por línea; `lexico_*.npy`, las listas invertidas de BM25
    frases.npy         int32: los términos de cada frase de cada fragmento; `frases_inicios.npy` dice dónde empiezan

El texto de un fragmento es un corte de textos.bin: literal por construcción.
"""

from __future__ import annotations

import json
import shutil
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from docubot.errores import DatosInvalidos
from docubot.lenguaje.bm25 import Constructor, IndiceLexico
from docubot.rag.lexico import idioma_de_pagina, terminos_de_trozo
from docubot.rag.reparto import ConstructorDeReparto, Reparto
from docubot.rag.trocear import Pagina, Trozo
from docubot.tipos import Pasaje

if TYPE_CHECKING:
    from numpy.typing import NDArray

VERSION: Final = 1
_FICHEROS: Final = (
    "textos.bin", "trozos.jsonl", "paginas.jsonl", "posiciones.npy", "frases.npy", "frases_inicios.npy",
    "vocabulario.txt", "lexico_inicios.npy", "lexico_documentos.npy", "lexico_pesos.npy",
)  # fmt: skip
INCLUIDA: Final = Path(__file__).with_name("foto_nubelia")


@dataclass(frozen=True, slots=True)
class Manifiesto:
    """Lo que se sabe de una foto sin abrirla. `creada`: ISO 8601 en UTC, o vacío si no importa."""

    coleccion: str
    generacion: str
    embebedor: str
    dimension: int
    trozos: int
    paginas: int
    idiomas: tuple[str, ...]
    origen: str = ""
    creada: str = ""
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class FichaDePagina:
    """Una página dentro de una foto: sus fragmentos son [primero, primero + cuantos)."""

    ruta: str
    titulo: str
    apartado: str
    etiquetas: tuple[str, ...]
    idioma: str
    sha256: str
    inicio: int
    fin: int
    primero: int
    cuantos: int


class EscritorDeFoto:
    """Escribe una foto página a página en una carpeta vacía; hasta `terminar` no hay manifiesto: no hay foto."""

    def __init__(self, carpeta: Path, dimension: int) -> None:
        carpeta.mkdir(parents=True, exist_ok=True)
        self._carpeta = carpeta
        self._dimension = dimension
        self._textos = (carpeta / "textos.bin").open("wb")
        self._trozos = (carpeta / "trozos.jsonl").open("wb")
        self._fichas = (carpeta / "paginas.jsonl").open("wb")
        self._vectores = (carpeta / "vectores.tmp").open("wb")
        self._lexico = Constructor()
        self._reparto = ConstructorDeReparto()
        self._posiciones: array[int] = array("q")
        self._paginas = 0
        self._idiomas: set[str] = set()

    def __enter__(self) -> EscritorDeFoto:
        return self

    def __exit__(self, tipo: type[BaseException] | None, *_: object) -> None:
        """Cierra lo abierto; si algo falló, borra lo escrito."""
        for abierto in (self._textos, self._trozos, self._fichas, self._vectores):
            abierto.close()
        self._lexico.cerrar()
        self._reparto.numeros.cerrar()
        if tipo is not None:
            shutil.rmtree(self._carpeta, ignore_errors=True)

    def anadir(self, pagina: Pagina, sha256: str, vectores: NDArray[Any]) -> None:
        """Añade una página con los vectores (n, dimension) de sus fragmentos, en su orden."""
        import numpy as np

        base = self._textos.tell()
        primero = len(self._posiciones) // 4
        idioma = idioma_de_pagina(pagina.texto)
        self._idiomas.update([idioma] if pagina.trozos else [])
        for trozo, (desde, hasta) in zip(pagina.trozos, _en_bytes(pagina), strict=True):
            linea = json.dumps(
                [trozo.id, trozo.seccion, trozo.ancla, self._paginas], ensure_ascii=False, separators=(",", ":")
            )
            inicio = self._trozos.tell()
            self._trozos.write(linea.encode("utf-8", "replace") + b"\n")
            self._posiciones.extend((base + desde, base + hasta, inicio, self._trozos.tell()))
            terminos = terminos_de_trozo(pagina, trozo, idioma)
            self._lexico.anadir(terminos.todos())
            numero = self._lexico.vocabulario.__getitem__
            self._reparto.anadir([*map(numero, terminos.titulo)], [[*map(numero, frase)] for frase in terminos.frases])
        self._textos.write(pagina.texto.encode("utf-8", "replace"))
        self._vectores.write(np.ascontiguousarray(vectores, dtype=np.float32).tobytes())
        ficha = FichaDePagina(
            pagina.ruta,
            pagina.titulo,
            pagina.apartado,
            pagina.etiquetas,
            idioma,
            sha256,
            base,
            self._textos.tell(),
            primero,
            len(pagina.trozos),
        )
        self._fichas.write(json.dumps(asdict(ficha), separators=(",", ":")).encode() + b"\n")
        self._paginas += 1

    def terminar(
        self, coleccion: str, generacion: str, embebedor: str, origen: str = "", creada: str = ""
    ) -> Manifiesto:
        """Cierra los ficheros, los sincroniza y escribe el manifiesto, que es lo último."""
        import numpy as np

        for abierto in (self._textos, self._trozos, self._fichas, self._vectores):
            sincronizar(abierto)
        total = len(self._posiciones) // 4
        np.save(self._carpeta / "posiciones.npy", np.frombuffer(self._posiciones, dtype=np.int64).reshape(total, 4))
        if self._dimension:
            _como_npy(self._carpeta / "vectores.tmp", self._carpeta / "vectores.npy", (total, self._dimension))
        (self._carpeta / "vectores.tmp").unlink()
        _guardar_lexico(self._lexico.terminar(carpeta=self._carpeta), self._carpeta)
        self._reparto.numeros.guardar(self._carpeta / "frases.npy")
        np.save(self._carpeta / "frases_inicios.npy", np.frombuffer(self._reparto.inicios, dtype=np.int64))
        idiomas = tuple(sorted(self._idiomas)) or ("es",)
        manifiesto = Manifiesto(
            coleccion, generacion, embebedor, self._dimension, total, self._paginas, idiomas, origen, creada
        )
        with (self._carpeta / "manifiesto.json").open("wb") as salida:
            salida.write(json.dumps(asdict(manifiesto), indent=1).encode() + b"\n")
            sincronizar(salida)
        return manifiesto


def sincronizar(abierto: Any) -> None:
    """Lleva al disco lo escrito y cierra."""
    import os

    abierto.flush()
    os.fsync(abierto.fileno())
    abierto.close()


def _en_bytes(pagina: Pagina) -> Iterator[tuple[int, int]]:
    """Las posiciones de los fragmentos en bytes UTF-8; van en orden, así que se cuenta una sola vez."""
    hecho = cuenta = 0
    for trozo in pagina.trozos:
        cuenta += len(pagina.texto[hecho : trozo.inicio].encode("utf-8", "replace"))
        largo = len(trozo.texto.encode("utf-8", "replace"))
        yield cuenta, cuenta + largo
        cuenta, hecho = cuenta + largo, trozo.fin


def _como_npy(crudo: Path, destino: Path, forma: tuple[int, int]) -> None:
    """Antepone la cabecera .npy a los float32 en crudo, sin cargarlos."""
    import numpy as np

    with crudo.open("rb") as entrada, destino.open("wb") as salida:
        np.lib.format.write_array_header_1_0(salida, {"descr": "<f4", "fortran_order": False, "shape": forma})
        shutil.copyfileobj(entrada, salida, 1 << 20)
        salida.flush()


def _guardar_lexico(indice: IndiceLexico, carpeta: Path) -> None:
    import numpy as np

    (carpeta / "vocabulario.txt").write_bytes("\n".join(indice.vocabulario).encode("utf-8", "replace"))
    np.save(carpeta / "lexico_inicios.npy", indice.inicios)


class Foto:
    """Una foto abierta. Sus ficheros se proyectan en memoria al abrir: sirve aunque luego se publique otra y se borre.

    Errores: DatosInvalidos si falta un fichero o está roto.
    """

    def __init__(self, carpeta: Path) -> None:
        self.carpeta = carpeta
        self.manifiesto = leer_manifiesto(carpeta)
        try:
            nombres = [*_FICHEROS, *(["vectores.npy"] if self.manifiesto.dimension else [])]
            self._ficheros = {nombre: _proyectar(carpeta / nombre) for nombre in nombres}
        except OSError as error:
            raise _rota(carpeta) from error

    @cached_property
    def vectores(self) -> NDArray[Any] | None:
        """float32 (n, dimension), o None si se indexó sin embebedor."""
        import numpy as np

        datos = self.manifiesto
        if not datos.dimension:
            return None
        crudo = self._ficheros["vectores.npy"]
        bytes_de_datos = datos.trozos * datos.dimension * 4
        if len(crudo) < bytes_de_datos:
            raise _rota(self.carpeta)
        matriz = np.frombuffer(crudo, dtype="<f4", offset=len(crudo) - bytes_de_datos)
        return matriz.reshape(datos.trozos, datos.dimension)

    @cached_property
    def lexico(self) -> IndiceLexico:
        """El índice BM25."""
        try:
            palabras = bytes(self._ficheros["vocabulario.txt"]).decode("utf-8").split("\n")
        except UnicodeDecodeError as error:
            raise _rota(self.carpeta) from error
        inicios = self._matriz("lexico_inicios.npy")
        if len(palabras) != max(1, len(inicios) - 1):
            raise _rota(self.carpeta)
        vocabulario = {palabra: numero for numero, palabra in enumerate(palabras)} if len(inicios) > 1 else {}
        documentos, pesos = self._matriz("lexico_documentos.npy"), self._matriz("lexico_pesos.npy")
        return IndiceLexico(vocabulario, inicios, documentos, pesos, self.manifiesto.trozos)

    @property
    def paginas(self) -> list[FichaDePagina]:
        """Todas las páginas, en su orden."""
        return [self.pagina(numero) for numero in range(self.manifiesto.paginas)]

    def pagina(self, numero: int) -> FichaDePagina:
        """La página con ese número."""
        try:
            desde, hasta = self._saltos[numero : numero + 2]
            fila = json.loads(self._leer("paginas.jsonl", int(desde) + 1, int(hasta)))
            return FichaDePagina(**{**fila, "etiquetas": tuple(fila["etiquetas"])})
        except (ValueError, TypeError, KeyError) as error:
            raise _rota(self.carpeta) from error

    @cached_property
    def _saltos(self) -> NDArray[Any]:
        """Dónde acaba cada línea de paginas.jsonl, con un -1 delante."""
        import numpy as np

        crudo = np.frombuffer(self._ficheros["paginas.jsonl"] or b"", dtype=np.uint8)
        return np.concatenate([np.array([-1]), np.flatnonzero(crudo == 10)])

    @cached_property
    def en_ingles(self) -> NDArray[Any]:
        """De cada fragmento, si su página está en inglés."""
        import numpy as np

        ingles = np.zeros(self.manifiesto.trozos, dtype=bool)
        for ficha in self.paginas:
            ingles[ficha.primero : ficha.primero + ficha.cuantos] = ficha.idioma == "en"
        return ingles

    @cached_property
    def reparto(self) -> Reparto:
        """Los términos de cada frase."""
        return Reparto(self._matriz("frases.npy"), self._matriz("frases_inicios.npy"))

    @cached_property
    def _posiciones(self) -> NDArray[Any]:
        return self._matriz("posiciones.npy")

    def _matriz(self, nombre: str) -> NDArray[Any]:
        """Un .npy sin copiarlo del disco."""
        import io

        import numpy as np

        crudo = self._ficheros[nombre]
        try:
            cabecera = io.BytesIO(bytes(crudo[:512]))
            np.lib.format.read_magic(cabecera)
            forma, _, tipo = np.lib.format.read_array_header_1_0(cabecera)
            return np.frombuffer(crudo, dtype=tipo, offset=cabecera.tell()).reshape(forma)
        except (ValueError, OSError, EOFError) as error:
            raise _rota(self.carpeta) from error

    def trozo(self, numero: int) -> tuple[str, str, str, int]:
        """Id, sección, ancla y número de página del fragmento."""
        desde, hasta = self._posiciones[numero, 2:]
        fila = json.loads(self._leer("trozos.jsonl", int(desde), int(hasta)))
        return fila[0], fila[1], fila[2], fila[3]

    def pasaje(self, numero: int, puntuacion: float) -> Pasaje:
        """El fragmento como pasaje, con sus frases."""
        from docubot.rag.frases import unidades

        ident, seccion, ancla, pagina = self.trozo(numero)
        desde, hasta = self._posiciones[numero, :2]
        texto = self._leer("textos.bin", int(desde), int(hasta)).decode("utf-8")
        ficha = self.pagina(pagina)
        frases = tuple(texto[a:b] for a, b in unidades(texto))
        return Pasaje(ident, ficha.ruta, ficha.titulo, seccion, ancla, texto, puntuacion, frases)

    def texto_de_pagina(self, ficha: FichaDePagina) -> str:
        """El texto entero y normalizado de una página."""
        return self._leer("textos.bin", ficha.inicio, ficha.fin).decode("utf-8")

    def buscar_id(self, ident: str) -> int | None:
        """El número del fragmento con ese id, o con esa fuente (`pagina.md#ancla`, o la página sola)."""
        for numero in range(self.manifiesto.trozos):
            fila = self.trozo(numero)
            ruta = self.pagina(fila[3]).ruta
            if ident in (fila[0], ruta, f"{ruta}#{fila[2]}"):
                return numero
        return None

    def _leer(self, nombre: str, desde: int, hasta: int) -> bytes:
        return bytes(self._ficheros[nombre][desde:hasta])


def _proyectar(fichero: Path) -> Any:
    import mmap

    with fichero.open("rb") as abierto:
        if abierto.seek(0, 2) == 0:
            return b""
        return mmap.mmap(abierto.fileno(), 0, access=mmap.ACCESS_READ)


def _rota(carpeta: Path) -> DatosInvalidos:
    return DatosInvalidos(f"El índice de «{carpeta}» está roto. Vuelve a crearlo con «docubot indexar».")


def leer_manifiesto(carpeta: Path) -> Manifiesto:
    """El manifiesto de una foto. Errores: DatosInvalidos si falta, está roto o es de otra versión."""
    try:
        datos = json.loads((carpeta / "manifiesto.json").read_bytes())
        manifiesto = Manifiesto(**{**datos, "idiomas": tuple(datos["idiomas"])})
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise _rota(carpeta) from error
    if manifiesto.version != VERSION:
        raise DatosInvalidos(f"El índice de {carpeta} es de otra versión. Vuelve a crearlo con «docubot indexar».")
    return manifiesto


def escribir(
    carpeta: Path,
    paginas: Iterable[tuple[Pagina, str, NDArray[Any]]],
    *,
    coleccion: str,
    generacion: str,
    embebedor: str,
    dimension: int,
    origen: str = "",
) -> Manifiesto:
    """Escribe una foto entera a partir de (página, sha256 del fichero, vectores)."""
    with EscritorDeFoto(carpeta, dimension) as escritor:
        for pagina, huella, vectores in paginas:
            escritor.anadir(pagina, huella, vectores)
        return escritor.terminar(coleccion, generacion, embebedor, origen)


def textos_de(pagina: Pagina, trozos: Sequence[Trozo] | None = None) -> list[str]:
    """Los textos que se vectorizan de una página."""
    from docubot.rag.lexico import texto_para_vector

    return [texto_para_vector(pagina, t) for t in (pagina.trozos if trozos is None else trozos)]
