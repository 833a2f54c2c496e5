"""El registro de una colección en Chroma, en disco o en un servidor. El único módulo que importa chromadb.

Cada fragmento es un documento con su vector; en sus metadatos va lo que falta para rehacer la página: el texto que hay
`antes` de él y, en el último, el de `despues`. Chroma mezcla metadatos al actualizar: aquí se borra y se añade.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from docubot.errores import ConfiguracionInvalida, DatosInvalidos, ServicioNoDisponible
from docubot.rag.trocear import Pagina, Trozo

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
    """Una colección de Chroma con nuestros vectores. Un solo escritor a la vez: lo asegura quien lo abre."""

    def __init__(self, cliente: Any, coleccion: str, lugar: str) -> None:
        self._cliente = cliente
        self._nombre = coleccion
        self._lugar = lugar
        self._coleccion: Any = None

    def __enter__(self) -> Registro:
        return self

    def __exit__(self, *_: object) -> None:
        self.cerrar()

    def cerrar(self) -> None:
        """Suelta el cliente y sus conexiones."""
        self._coleccion = None
        internos = (self._cliente, getattr(self._cliente, "_admin_client", None))
        sesiones = [getattr(getattr(interno, "_server", None), "_session", None) for interno in internos]
        self._cliente.close()
        for sesion in sesiones:
            if sesion is not None:  # el cliente HTTP de chromadb 1.5 no las cierra
                sesion.close()

    @property
    def datos(self) -> dict[str, Any]:
        """Los metadatos de la colección; vacío si no existe."""
        if self._coleccion is None:
            with contextlib.suppress(_no_existe()):
                self._coleccion = self._llamar("get_collection", self._nombre, embedding_function=None)
        return dict(self._coleccion.metadata or {}) if self._coleccion is not None else {}

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
        if self._coleccion is None:
            self._coleccion = self._llamar(
                "get_or_create_collection", self._nombre, embedding_function=None,
                metadata={"embebedor": embebedor, "dimension": dimension},
                configuration={"hnsw": {"space": "cosine"}},
            )  # fmt: skip

    def anotar(self, **cambios: Any) -> None:
        """Cambia metadatos de la colección (generación, origen…); None quita uno."""
        datos = {clave: valor for clave, valor in (self.datos | cambios).items() if valor is not None}
        self._pedir("modify", metadata=datos)

    def huellas(self, ids: Sequence[str]) -> dict[str, tuple[str, str, NDArray[Any]]]:
        """De los ids que ya están: su huella, su sección y su vector."""
        if not ids:
            return {}
        import numpy as np

        hay = self._pedir("get", ids=list(ids), include=["metadatas", "embeddings"])
        vectores = np.asarray(hay["embeddings"], dtype=np.float32)
        ternas = zip(hay["ids"], hay["metadatas"], vectores, strict=True)
        return {i: (str(d["huella"]), str(d.get("seccion", "")), v) for i, d, v in ternas}

    def poner(self, fichas: Sequence[Ficha], vectores: NDArray[Any]) -> None:
        """Sustituye esas fichas enteras, en lotes que Chroma admite."""
        import numpy as np

        lote = max(1, int(self._cliente.get_max_batch_size()))
        if vectores.shape[1] == 0:
            vectores = np.ones((len(fichas), _SIN_VECTOR), dtype=np.float32)
        for desde in range(0, len(fichas), lote):
            tramo = fichas[desde : desde + lote]
            self._pedir("delete", ids=[f.id for f in tramo])
            self._pedir(
                "add", ids=[f.id for f in tramo], embeddings=vectores[desde : desde + lote],
                documents=[f.texto for f in tramo], metadatas=[f.datos for f in tramo],
            )  # fmt: skip

    def ids(self) -> Iterator[str]:
        """Todos los ids, por lotes."""
        total = int(self._pedir("count"))
        for desde in range(0, total, _LOTE_DE_LECTURA):
            yield from self._pedir("get", include=[], limit=_LOTE_DE_LECTURA, offset=desde)["ids"]

    def quitar(self, ids: Sequence[str]) -> None:
        """Borra esos ids."""
        lote = max(1, int(self._cliente.get_max_batch_size()))
        for desde in range(0, len(ids), lote):
            self._pedir("delete", ids=list(ids[desde : desde + lote]))

    def sitios(self) -> list[tuple[str, int, str]]:
        """(página, orden, id) de cada fragmento, ordenados."""
        salida: list[tuple[str, int, str]] = []
        for desde in range(0, int(self._pedir("count")), _LOTE_DE_LECTURA):
            tramo = self._pedir("get", include=["metadatas"], limit=_LOTE_DE_LECTURA, offset=desde)
            salida += [
                (str(d["pagina"]), int(d["orden"]), i) for i, d in zip(tramo["ids"], tramo["metadatas"], strict=True)
            ]
        return sorted(salida)

    def leer(self, ids: Sequence[str], dimension: int) -> tuple[list[Ficha], NDArray[Any]]:
        """Las fichas pedidas, en ese orden, y sus vectores (n, dimension)."""
        import numpy as np

        hay = self._pedir("get", ids=list(ids), include=["metadatas", "documents", "embeddings"])
        lugar = {i: n for n, i in enumerate(hay["ids"])}
        fichas = [Ficha(i, hay["documents"][lugar[i]], dict(hay["metadatas"][lugar[i]])) for i in ids]
        vectores = np.asarray(hay["embeddings"], dtype=np.float32)[[lugar[i] for i in ids]]
        return fichas, vectores[:, :dimension]

    def parecidos(self, vector: NDArray[Any], k: int) -> list[str]:
        """Los ids de los k fragmentos más cercanos según Chroma."""
        return [str(i) for i in self._pedir("query", query_embeddings=[vector], n_results=k, include=[])["ids"][0]]

    def cuenta(self) -> int:
        """Cuántos fragmentos hay."""
        return int(self._pedir("count"))

    def borrar(self) -> None:
        """Borra la colección entera, si existe."""
        with contextlib.suppress(_no_existe()):
            self._llamar("delete_collection", self._nombre)
        self._coleccion = None

    def _pedir(self, orden: str, **datos: Any) -> Any:
        return self._traducir(lambda: getattr(self._coleccion, orden)(**datos))

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
        local = chromadb.PersistentClient(path=str(carpeta / "registro"), settings=ajustes)
        return Registro(local, coleccion, str(carpeta))
    partes = urlsplit(chroma_url)
    if partes.scheme not in ("http", "https") or not partes.hostname:
        raise ConfiguracionInvalida(
            f"«{chroma_url}» no vale como DOCUBOT_CHROMA_URL: escribe algo como http://127.0.0.1:8000."
        )
    try:
        cliente = chromadb.HttpClient(
            host=partes.hostname,
            port=partes.port or (443 if partes.scheme == "https" else 8000),
            ssl=partes.scheme == "https",
            settings=ajustes,
        )
    except ValueError as error:
        raise _sin_servidor(chroma_url) from error
    return Registro(cliente, coleccion, chroma_url)


def por_pagina(sitios: Sequence[tuple[str, int, str]]) -> Mapping[str, list[str]]:
    """Los ids de cada página, en su orden."""
    paginas: dict[str, list[str]] = {}
    for pagina, _, ident in sitios:
        paginas.setdefault(pagina, []).append(ident)
    return paginas
