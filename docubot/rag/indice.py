"""El registro de una colección en Chroma, en disco o en un servidor. El único módulo que importa chromadb.

Cada fragmento es un documento con su vector; en sus metadatos va lo que falta para rehacer la página: el texto que hay
`antes` de él y, en el último, el de `despues`. Chroma mezcla metadatos al actualizar: aquí se borra y se añade.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from docubot.errores import ConfiguracionInvalida, DatosInvalidos, ServicioNoDisponible
from docubot.rag.partes import Clave, Fronteras, clave, en_texto, fronteras_de, parte_de
from docubot.rag.trocear import Pagina, Trozo

if TYPE_CHECKING:
    from numpy.typing import NDArray

PARTE: Final = 25_000
"""Fragmentos a partir de los que se empieza otra parte."""
_LOTE_DE_LECTURA: Final = 2000
_SIN_VECTOR: Final = 1
"""Dimensión del vector de relleno cuando se indexa sin embebedor: Chroma exige alguno."""


@dataclass(frozen=True, slots=True)
class Ficha:
    """Un fragmento en el registro."""

    id: str
    texto: str
    datos: dict[str, Any]

    @property
    def huella(self) -> str:
        """Cambia si cambia cualquier metadato."""
        return str(self.datos["huella"])


def fichas_de(pagina: Pagina, sha: str) -> list[Ficha]:
    """Las fichas de una página, en su orden; `sha` es la del fichero."""
    fichas: list[Ficha] = []
    hecho = 0
    for orden, trozo in enumerate(pagina.trozos):
        datos: dict[str, Any] = {
            "pagina": pagina.ruta, "orden": orden, "titulo": pagina.titulo, "apartado": pagina.apartado,
            "etiquetas": "\n".join(pagina.etiquetas), "seccion": trozo.seccion, "ancla": trozo.ancla,
            "antes": pagina.texto[hecho : trozo.inicio], "sha256": sha,
        }  # fmt: skip
        hecho = trozo.fin
        if orden == len(pagina.trozos) - 1:
            datos["despues"] = pagina.texto[hecho:]
        datos = {clave: valor for clave, valor in datos.items() if valor != ""}
        datos["huella"] = sha256(repr(sorted(datos.items())).encode("utf-8", "replace")).hexdigest()[:16]
        fichas.append(Ficha(trozo.id, trozo.texto, datos))
    return fichas


def pagina_de(fichas: Sequence[Ficha]) -> tuple[Pagina, str]:
    """Lo contrario de `fichas_de`: la página y la sha256 de su fichero."""
    en_orden = sorted(fichas, key=lambda f: int(f.datos["orden"]))
    texto, trozos = "", []
    for ficha in en_orden:
        texto += str(ficha.datos.get("antes", ""))
        inicio, texto = len(texto), texto + ficha.texto
        seccion, ancla = str(ficha.datos.get("seccion", "")), str(ficha.datos.get("ancla", ""))
        trozos.append(Trozo(ficha.id, seccion, ancla, inicio, len(texto), ficha.texto))
        texto += str(ficha.datos.get("despues", ""))
    datos = en_orden[0].datos
    etiquetas = tuple(e for e in str(datos.get("etiquetas", "")).split("\n") if e)
    pagina = Pagina(
        str(datos["pagina"]),
        str(datos.get("titulo", "")),
        texto,
        etiquetas,
        str(datos.get("apartado", "")),
        tuple(trozos),
    )
    return pagina, str(datos["sha256"])


class Registro:
    """Nuestros fragmentos y vectores en Chroma. Un solo escritor a la vez: lo asegura quien lo abre.

    Chroma tiene en memoria el grafo entero de cada colección que toca (unos 2,4 KB por fragmento): la nuestra se
    reparte en partes de unos PARTE fragmentos, cada una de un tramo seguido de páginas (`partes.clave`). La primera
    se llama como la colección y guarda dónde empiezan las demás («nombre.1», «nombre.2»…).
    """

    def __init__(self, abrir: Callable[[], Any], coleccion: str, lugar: str, *, local: bool) -> None:
        self._abrir = abrir
        self._cliente = abrir()
        self._nombre = coleccion
        self._lugar = lugar
        self._local = local
        self._abiertas: dict[int, Any] = {}
        self._fronteras: Fronteras = [()]
        self._llenado: tuple[int, Clave | None] | None = None
        self._en_uso: int | None = None

    def __enter__(self) -> Registro:
        return self

    def __exit__(self, *_: object) -> None:
        self.cerrar()

    def cerrar(self) -> None:
        """Suelta el cliente y sus conexiones."""
        self._abiertas.clear()
        internos = (self._cliente, getattr(self._cliente, "_admin_client", None))
        sesiones = [getattr(getattr(interno, "_server", None), "_session", None) for interno in internos]
        self._cliente.close()
        for sesion in sesiones:
            if sesion is not None:  # el cliente HTTP de chromadb 1.5 no las cierra
                sesion.close()

    @property
    def datos(self) -> dict[str, Any]:
        """Los metadatos de la colección; vacío si no existe."""
        try:
            datos = dict(self._parte(0).metadata or {})
        except _no_existe():
            return {}
        self._fronteras = fronteras_de(str(datos.get("fronteras", "")))
        return datos

    def preparar(self, embebedor: str, dimension: int, *, rehacer: bool) -> None:
        """Abre la colección o la crea. Errores: DatosInvalidos si es de otro embebedor y no se pide rehacer."""
        datos = self.datos
        actual = (datos.get("embebedor"), datos.get("dimension"))
        if datos and actual != (embebedor, dimension) and not rehacer:
            raise DatosInvalidos(
                f"La colección «{self._nombre}» se indexó con {actual[0]} ({actual[1]} dimensiones) y ahora se usa "
                f"{embebedor} ({dimension}). Reindexa con «--rehacer»."
            )
        if datos and rehacer:
            self.borrar()
        if not datos or rehacer:
            self._crear(0, {"embebedor": embebedor, "dimension": dimension})

    def anotar(self, **cambios: Any) -> None:
        """Cambia metadatos de la colección (generación, origen…); None quita uno."""
        datos = {nombre: valor for nombre, valor in (self.datos | cambios).items() if valor is not None}
        self._traducir(lambda: self._parte(0).modify(metadata=datos))
        self._fronteras = fronteras_de(str(datos.get("fronteras", "")))

    def hacer_sitio(self, pagina: str) -> None:
        """Empieza otra parte en esa página si la última está llena y todo lo que tiene va antes."""
        numero = len(self._fronteras) - 1
        if self._llenado is None:
            cuantos = self._cuantos(numero)
            self._llenado = cuantos, None if cuantos else ()
        cuantos, tope = self._llenado
        if cuantos < PARTE or parte_de(self._fronteras, pagina) != numero:
            return
        if tope is None:
            tope = max(clave(donde) for donde, _, _ in self._sitios(numero))
        self._llenado = cuantos, tope
        if clave(pagina) > tope:
            self._crear(numero + 1, {"parte_de": self._nombre})
            self.anotar(fronteras=en_texto([*self._fronteras, clave(pagina)]))
            self._llenado = 0, ()

    def huellas(self, fichas: Sequence[Ficha]) -> dict[str, tuple[str, str, NDArray[Any]]]:
        """De las fichas que ya están: su huella, su sección y su vector."""
        import numpy as np

        salida: dict[str, tuple[str, str, NDArray[Any]]] = {}
        for numero, tramo in self._por_parte(fichas):
            hay = self._pedir(numero, "get", ids=[f.id for f in tramo], include=["metadatas", "embeddings"])
            vectores = np.asarray(hay["embeddings"], dtype=np.float32)
            for ident, datos, vector in zip(hay["ids"], hay["metadatas"], vectores, strict=True):
                salida[ident] = str(datos["huella"]), str(datos.get("seccion", "")), vector
        return salida

    def poner(self, fichas: Sequence[Ficha], vectores: NDArray[Any], viejas: Container[str]) -> None:
        """Guarda esas fichas enteras, en lotes que Chroma admite; antes borra las que están en `viejas`."""
        import numpy as np

        if vectores.shape[1] == 0:
            vectores = np.ones((len(fichas), _SIN_VECTOR), dtype=np.float32)
        desde = 0
        for numero, tramo in self._por_parte(fichas):
            self._quitar(numero, [f.id for f in tramo if f.id in viejas])
            self._pedir(
                numero, "add", ids=[f.id for f in tramo], embeddings=vectores[desde : desde + len(tramo)],
                documents=[f.texto for f in tramo], metadatas=[f.datos for f in tramo],
            )  # fmt: skip
            desde += len(tramo)
            if self._llenado and numero == len(self._fronteras) - 1:
                cuantos, tope = self._llenado
                ultima = clave(str(tramo[-1].datos["pagina"]))
                self._llenado = cuantos + len(tramo), None if tope is None else max(tope, ultima)

    def podar(self, sobran: Callable[[list[str]], list[str]]) -> int:
        """Borra de cada parte los ids que `sobran` devuelve de los suyos; dice cuántos eran."""
        quitados = 0
        for numero in range(len(self._fronteras)):
            malos = sobran([i for tramo in self._tramos(numero, []) for i in tramo["ids"]])
            self._quitar(numero, malos)
            quitados += len(malos)
        return quitados

    def _quitar(self, numero: int, ids: Sequence[str]) -> None:
        lote = self._lote
        for desde in range(0, len(ids), lote):
            self._pedir(numero, "delete", ids=list(ids[desde : desde + lote]))

    def sitios(self) -> list[tuple[str, int, str]]:
        """(página, orden, id) de cada fragmento, ordenados."""
        return sorted(sitio for numero in range(len(self._fronteras)) for sitio in self._sitios(numero))

    def _sitios(self, numero: int) -> Iterator[tuple[str, int, str]]:
        for tramo in self._tramos(numero, ["metadatas"]):
            for ident, datos in zip(tramo["ids"], tramo["metadatas"], strict=True):
                yield str(datos["pagina"]), int(datos["orden"]), ident

    def leer(self, pagina: str, ids: Sequence[str], dimension: int) -> tuple[list[Ficha], NDArray[Any]]:
        """Las fichas pedidas de esa página, en ese orden, y sus vectores (n, dimension)."""
        import numpy as np

        numero = parte_de(self._fronteras, pagina)
        hay = self._pedir(numero, "get", ids=list(ids), include=["metadatas", "documents", "embeddings"])
        lugar = {i: n for n, i in enumerate(hay["ids"])}
        fichas = [Ficha(i, hay["documents"][lugar[i]], dict(hay["metadatas"][lugar[i]])) for i in ids]
        vectores = np.asarray(hay["embeddings"], dtype=np.float32)[[lugar[i] for i in ids]]
        return fichas, vectores[:, :dimension]

    def parecidos(self, vector: NDArray[Any], k: int) -> list[str]:
        """Los ids de los k fragmentos más cercanos según Chroma."""
        cercanos: list[tuple[float, str]] = []
        for numero in range(len(self._fronteras)):
            hay = self._pedir(numero, "query", query_embeddings=[vector], n_results=k, include=["distances"])
            cercanos += zip(hay["distances"][0], hay["ids"][0], strict=True)
        return [str(ident) for _, ident in sorted(cercanos)[:k]]

    def cuenta(self) -> int:
        """Cuántos fragmentos hay."""
        return sum(map(self._cuantos, range(len(self._fronteras))))

    def borrar(self) -> None:
        """Borra la colección entera, si existe: la primera parte, que dice cuántas hay, al final.

        Puede haber una más de las dichas, vacía, si algo cortó al crearla.
        """
        if not self.datos:
            return
        for numero in range(len(self._fronteras), -1, -1):
            with contextlib.suppress(_no_existe()):
                self._llamar("delete_collection", self._nombre_de(numero))
        self._abiertas.clear()
        self._fronteras, self._llenado = [()], None

    def _cuantos(self, numero: int) -> int:
        return int(self._pedir(numero, "count"))

    def _tramos(self, numero: int, include: list[str]) -> Iterator[Any]:
        for desde in range(0, self._cuantos(numero), _LOTE_DE_LECTURA):
            yield self._pedir(numero, "get", include=include, limit=_LOTE_DE_LECTURA, offset=desde)

    @property
    def _lote(self) -> int:
        return max(1, int(self._cliente.get_max_batch_size()))

    def _por_parte(self, fichas: Sequence[Ficha]) -> Iterator[tuple[int, list[Ficha]]]:
        """Las fichas en tramos seguidos de una misma parte que Chroma admite."""
        for numero, grupo in groupby(fichas, lambda f: parte_de(self._fronteras, str(f.datos["pagina"]))):
            suyas, lote = list(grupo), self._lote
            for desde in range(0, len(suyas), lote):
                yield numero, suyas[desde : desde + lote]

    def _nombre_de(self, numero: int) -> str:
        return f"{self._nombre}.{numero}" if numero else self._nombre

    def _crear(self, numero: int, datos: dict[str, Any]) -> None:
        self._abiertas[numero] = self._llamar(
            "get_or_create_collection", self._nombre_de(numero), embedding_function=None, metadata=datos,
            configuration={"hnsw": {"space": "cosine"}},
        )  # fmt: skip

    def _parte(self, numero: int) -> Any:
        """La colección de esa parte, sin tocar sus fragmentos."""
        if numero not in self._abiertas:
            self._abiertas[numero] = self._llamar("get_collection", self._nombre_de(numero), embedding_function=None)
        return self._abiertas[numero]

    def _usar(self, numero: int) -> Any:
        """La colección de esa parte; en disco, si es otra que antes, con otro cliente: Chroma no suelta el grafo."""
        if self._local and self._en_uso not in (None, numero):
            self.cerrar()
            self._cliente = self._abrir()
        self._en_uso = numero
        return self._parte(numero)

    def _pedir(self, numero: int, orden: str, **datos: Any) -> Any:
        return self._traducir(lambda: getattr(self._usar(numero), orden)(**datos))

    def _llamar(self, orden: str, *argumentos: Any, **datos: Any) -> Any:
        return self._traducir(lambda: getattr(self._cliente, orden)(*argumentos, **datos))

    def _traducir(self, llamada: Any) -> Any:
        from chromadb.errors import InternalError
        from httpx import HTTPError

        try:
            return llamada()
        except HTTPError as error:
            raise _sin_servidor(self._lugar) from error
        except InternalError as error:
            raise DatosInvalidos(
                f"El registro de la colección «{self._nombre}» está dañado. Rehazlo con «docubot indexar RUTA "
                f"--coleccion {self._nombre} --rehacer»."
            ) from error


def _no_existe() -> type[Exception]:
    from chromadb.errors import NotFoundError

    no_existe: type[Exception] = NotFoundError
    return no_existe


def _sin_servidor(url: str) -> ServicioNoDisponible:
    return ServicioNoDisponible(
        f"El servidor Chroma de {url} no responde: comprueba que está en marcha («chroma run») o quita "
        "DOCUBOT_CHROMA_URL."
    )


def abrir_registro(carpeta: Path, coleccion: str, chroma_url: str | None = None) -> Registro:
    """El registro en `carpeta` o en el servidor. Errores: ServicioNoDisponible, ConfiguracionInvalida."""
    carpeta.mkdir(parents=True, exist_ok=True)
    with contextlib.chdir(carpeta):  # al importarse, chromadb lee el .env de la carpeta de trabajo
        import chromadb
        from chromadb.config import Settings

        ajustes = Settings(_env_file=None, anonymized_telemetry=False)
    if not chroma_url:
        en_disco = partial(chromadb.PersistentClient, path=str(carpeta / "registro"), settings=ajustes)
        return Registro(en_disco, coleccion, str(carpeta), local=True)
    partes = urlsplit(chroma_url)
    if partes.scheme not in ("http", "https") or not partes.hostname:
        raise ConfiguracionInvalida(
            f"«{chroma_url}» no vale como DOCUBOT_CHROMA_URL: escribe algo como http://127.0.0.1:8000."
        )
    en_servidor = partial(
        chromadb.HttpClient,
        host=partes.hostname,
        port=partes.port or (443 if partes.scheme == "https" else 8000),
        ssl=partes.scheme == "https",
        settings=ajustes,
    )
    try:
        return Registro(en_servidor, coleccion, chroma_url, local=False)
    except ValueError as error:
        raise _sin_servidor(chroma_url) from error


def por_pagina(sitios: Sequence[tuple[str, int, str]]) -> Mapping[str, list[str]]:
    """Los ids de cada página, en su orden."""
    paginas: dict[str, list[str]] = {}
    for pagina, _, ident in sitios:
        paginas.setdefault(pagina, []).append(ident)
    return paginas
