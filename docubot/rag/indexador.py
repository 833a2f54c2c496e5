"""Llevar una carpeta al registro y publicar su foto, por partes y sin romper nunca lo que ya responde.

Orden: se añade al registro lo nuevo y lo cambiado, por lotes; se quita lo que ya no está; se anota la generación y
se publica la foto. Hasta ese momento responde la anterior. Si algo corta por medio, la vez siguiente se aprovecha lo
hecho.
"""

from __future__ import annotations

import shutil
import time
from array import array
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from docubot.errores import EntradaInexistente, ErrorDocuBot, NoSePuedeCrear
from docubot.lenguaje.embeddings import Embebedor, embebedor_por_defecto
from docubot.rag import carpeta as carpetas
from docubot.rag import colecciones
from docubot.rag.carpeta import Fichero, Leido, Saltado
from docubot.rag.foto import INCLUIDA, EscritorDeFoto, Foto, Manifiesto, leer_manifiesto, textos_de
from docubot.rag.incluida import ORIGEN, al_dia
from docubot.rag.indice import Ficha, Registro, abrir_registro, fichas_de, pagina_de, por_pagina
from docubot.rag.lectores import leer_pagina
from docubot.rag.trocear import MAXIMO, Pagina

if TYPE_CHECKING:
    from numpy.typing import NDArray

TROCEO: Final = f"1/{MAXIMO}"
"""Versión del troceo: si cambia, una carpeta igual se vuelve a trocear."""
LOTE: Final = 1024
"""Fragmentos que se preparan y se guardan juntos: Chroma relee en cada escritura lo escrito desde la última vez que
llevó su grafo al disco, que es cada 1.000; de 16 en 16 cuesta 4,5 ms por fragmento, y así, 0,9."""
_ENTRE_ESCRITURAS: Final = 5.0
"""Segundos de trabajo, como mucho, que se lleva un corte en seco."""
_TANDA: Final = 16
"""Fragmentos que se vectorizan entre dos avisos de progreso."""


@dataclass(frozen=True, slots=True)
class Avance:
    """Por dónde va: bytes de la carpeta ya vistos y en total, fragmentos vistos y vectorizados."""

    bytes_hechos: int
    bytes_totales: int
    trozos: int
    nuevos: int


@dataclass(frozen=True, slots=True)
class Resumen:
    """Lo que hizo una indexación; `cambio` es falso si no había nada que hacer y no se escribió nada."""

    coleccion: str
    paginas: int
    trozos: int
    nuevos: int
    quitados: int
    saltados: list[Saltado]
    embebedor: str
    cambio: bool


@dataclass(slots=True)
class _Marcha:
    """Lo que se va sabiendo durante una indexación."""

    total: int
    progreso: Callable[[Avance], None]
    prestados: dict[str, NDArray[Any]] = field(default_factory=dict)
    hechos: int = 0
    trozos: int = 0
    nuevos: int = 0
    ids: array[int] = field(default_factory=lambda: array("Q"))
    huellas: dict[str, str] = field(default_factory=dict)
    saltados: list[Saltado] = field(default_factory=list)

    def sobran(self, ids: Sequence[str]) -> list[str]:
        """De esos ids, los que no son de ningún fragmento visto. En la marcha ocupan 8 bytes cada uno."""
        import numpy as np

        numeros = np.array([int(i, 16) for i in ids], dtype=np.uint64)
        vistos = np.isin(numeros, np.frombuffer(self.ids, dtype=np.uint64))
        return [ident for ident, visto in zip(ids, vistos, strict=True) if not visto]

    def avisar(self) -> None:
        self.progreso(Avance(self.hechos, self.total, self.trozos, self.nuevos))


def _nada(_: object) -> None:
    return None


def indexar(
    origen: Path,
    coleccion: str,
    *,
    datos: Path,
    chroma_url: str | None = None,
    embebedor: Embebedor | None = None,
    rehacer: bool = False,
    progreso: Callable[[Avance], None] = _nada,
    avisar: Callable[[str], None] = _nada,
) -> Resumen:
    """Deja la colección igual que la carpeta `origen`.

    `avisar` recibe lo que la persona debe saber (que espera a otro indexador, que no habrá vectores). Errores:
    EntradaInexistente si no hay carpeta o no hay nada que indexar; DatosInvalidos si es de otro embebedor y no se pide
    `rehacer`; NoSePuedeCrear si no se puede escribir; ServicioNoDisponible si el servidor Chroma no responde.
    """
    raiz = carpetas.abrir_carpeta(origen)
    embebedor = embebedor or embebedor_por_defecto()
    if not embebedor.dimension:
        avisar(
            f"Se indexa sin vectores, solo para buscar por palabras: {getattr(embebedor, 'motivo', 'sin embebedor')}."
        )
    destino = colecciones.carpeta_de(datos, coleccion)
    try:
        with colecciones.cerrojo(destino, avisar):
            return _indexar(raiz, coleccion, destino, chroma_url, embebedor, rehacer, progreso)
    except PermissionError as error:
        raise NoSePuedeCrear(f"No se puede escribir en «{error.filename or destino}»: revisa los permisos.") from error
    except OSError as error:
        raise NoSePuedeCrear(f"No se puede escribir el índice en «{destino}»: {error.strerror or error}.") from error


def _indexar(
    raiz: Path, coleccion: str, destino: Path, chroma_url: str | None, embebedor: Embebedor, rehacer: bool,
    progreso: Callable[[Avance], None],
) -> Resumen:  # fmt: skip
    candidatos = list(carpetas.recorrer(raiz))
    ficheros = [f for f in candidatos if isinstance(f, Fichero)]
    marcha = _Marcha(sum(f.bytes for f in ficheros), progreso)
    marcha.saltados = [s for s in candidatos if isinstance(s, Saltado)]
    if not rehacer and not chroma_url and (igual := _sin_cambios(destino, ficheros, embebedor, marcha)):
        return igual
    marcha.saltados = [s for s in candidatos if isinstance(s, Saltado)]
    if raiz == ORIGEN and not rehacer:
        marcha.prestados = _vectores_incluidos(embebedor)
    with abrir_registro(destino, coleccion, chroma_url) as registro:
        registro.preparar(embebedor.nombre, embebedor.dimension, rehacer=rehacer)
        return _volcar(raiz, coleccion, destino, registro, ficheros, embebedor, marcha)


def _volcar(
    raiz: Path, coleccion: str, destino: Path, registro: Registro, ficheros: Sequence[Fichero], embebedor: Embebedor,
    marcha: _Marcha,
) -> Resumen:  # fmt: skip
    """Lleva los ficheros al registro y publica la foto."""
    registro.anotar(en_curso="sí", origen=str(raiz))
    nueva = destino / "fotos" / "en-curso"
    shutil.rmtree(nueva, ignore_errors=True)
    with EscritorDeFoto(nueva, embebedor.dimension) as escritor:
        for paginas in _lotes(ficheros, marcha):
            _guardar(paginas, registro, escritor, embebedor, marcha)
        if not marcha.huellas:
            registro.borrar()
            raise _nada_que_indexar(raiz, marcha.saltados)
        quitados = registro.podar(marcha.sobran)
        generacion = _generacion(marcha.huellas, embebedor)
        registro.anotar(generacion=generacion, troceo=TROCEO, en_curso=None)
        escritor.terminar(coleccion, generacion, embebedor.nombre, str(raiz), colecciones.ahora())
    colecciones.publicar(destino, nueva, generacion)
    return Resumen(
        coleccion,
        len(marcha.huellas),
        marcha.trozos,
        marcha.nuevos,
        quitados,
        marcha.saltados,
        embebedor.nombre,
        True,
    )


def _sin_cambios(destino: Path, ficheros: Sequence[Fichero], embebedor: Embebedor, marcha: _Marcha) -> Resumen | None:
    """El resumen si la foto vigente ya es de estos mismos ficheros; entonces no se abre ni el registro."""
    try:
        foto = Foto(colecciones.foto_propia(destino))
        fichas = {f.ruta: f.sha256 for f in foto.paginas}
    except (ErrorDocuBot, OSError, ValueError):
        return None
    vistas: dict[str, str] = {}
    for fichero in ficheros:
        leido = carpetas.leer(fichero)
        if isinstance(leido, Saltado):
            marcha.saltados.append(leido)
        elif fichas.get(leido.ruta) == leido.sha256:
            vistas[leido.ruta] = leido.sha256
        else:
            return None
    if vistas != fichas or foto.manifiesto.generacion != _generacion(vistas, embebedor):
        return None
    return Resumen(
        foto.manifiesto.coleccion, len(fichas), foto.manifiesto.trozos, 0, 0, marcha.saltados, embebedor.nombre, False
    )


def _generacion(huellas: dict[str, str], embebedor: Embebedor) -> str:
    """El nombre de una generación: depende solo de lo indexado y de cómo."""
    partes = [TROCEO, embebedor.nombre, str(embebedor.dimension), *(f"{r}\0{h}" for r, h in sorted(huellas.items()))]
    return sha256("\n".join(partes).encode("utf-8", "replace")).hexdigest()[:16]


def _nada_que_indexar(raiz: Path, saltados: Sequence[Saltado]) -> EntradaInexistente:
    detalle = (
        f" ({len(saltados)} ficheros no valen; el primero, «{saltados[0].ruta}»: {saltados[0].razon})"
        if saltados
        else ""
    )
    return EntradaInexistente(f"En «{raiz}» no hay documentación que indexar: ficheros .md, .txt o .html{detalle}.")


def _lotes(ficheros: Iterable[Fichero], marcha: _Marcha) -> Iterator[list[tuple[Pagina, str]]]:
    """Las páginas leídas y troceadas, en grupos de unos LOTE fragmentos."""
    lote: list[tuple[Pagina, str]] = []
    cuantos = 0
    for fichero in ficheros:
        leido = carpetas.leer(fichero)
        pagina = leer_pagina(leido) if isinstance(leido, Leido) else leido
        marcha.hechos += fichero.bytes
        if isinstance(pagina, Saltado):
            marcha.saltados.append(pagina)
        elif isinstance(leido, Leido):
            marcha.huellas[pagina.ruta] = leido.sha256
            lote.append((pagina, leido.sha256))
            cuantos += len(pagina.trozos)
        if cuantos >= LOTE:
            yield lote
            lote, cuantos = [], 0
            marcha.avisar()
    yield lote
    marcha.avisar()


def _guardar(
    paginas: Sequence[tuple[Pagina, str]],
    registro: Registro,
    escritor: EscritorDeFoto,
    embebedor: Embebedor,
    marcha: _Marcha,
) -> None:
    """Lleva esas páginas al registro, por tandas, y a la foto."""
    import numpy as np

    fichas = [f for pagina, sha in paginas for f in fichas_de(pagina, sha)]
    textos = [t for pagina, _ in paginas for t in textos_de(pagina)]
    matriz = np.zeros((len(fichas), embebedor.dimension), dtype=np.float32)
    if paginas:
        registro.hacer_sitio(paginas[0][0].ruta)
    for desde in range(0, len(fichas), LOTE):
        tramo = range(desde, min(desde + LOTE, len(fichas)))
        hay = registro.huellas([fichas[i] for i in tramo])
        guardar = _Pendientes(registro, fichas, matriz, hay.keys())
        nuevos: list[int] = []
        for i in tramo:
            huella, seccion, vector = hay.get(fichas[i].id, ("", "", None))
            if vector is None or seccion != str(fichas[i].datos.get("seccion", "")):
                nuevos.append(i)
                continue
            matriz[i] = vector[: embebedor.dimension]
            if huella != fichas[i].huella:
                guardar.numeros.append(i)
        with guardar:
            for primero in range(0, len(nuevos), _TANDA):
                numeros = nuevos[primero : primero + _TANDA]
                suyos = [textos[i] for i in numeros]
                matriz[numeros] = _vectores([fichas[i].id for i in numeros], suyos, embebedor, marcha)
                guardar.anadir(numeros)
                marcha.nuevos += len(numeros)
                marcha.avisar()
    marcha.ids.extend(int(f.id, 16) for f in fichas)
    marcha.trozos += len(fichas)
    _a_la_foto(paginas, matriz, escritor)


class _Pendientes:
    """Fichas con su vector que aún no están en el registro: van juntas, pero esperan poco y al salir se guardan."""

    def __init__(
        self, registro: Registro, fichas: Sequence[Ficha], matriz: NDArray[Any], viejas: Container[str]
    ) -> None:
        self._registro, self._fichas, self._matriz, self._viejas = registro, fichas, matriz, viejas
        self._ultima = time.monotonic()
        self.numeros: list[int] = []

    def anadir(self, numeros: Sequence[int]) -> None:
        """Añade las de esos números y, si hace mucho de la última vez, las guarda todas."""
        self.numeros += numeros
        if time.monotonic() - self._ultima >= _ENTRE_ESCRITURAS:
            self._guardar()

    def _guardar(self) -> None:
        numeros, self.numeros = sorted(self.numeros), []
        if numeros:
            self._registro.poner([self._fichas[i] for i in numeros], self._matriz[numeros], self._viejas)
        self._ultima = time.monotonic()

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        self._guardar()


def _vectores(ids: Sequence[str], textos: Sequence[str], embebedor: Embebedor, marcha: _Marcha) -> NDArray[Any]:
    import numpy as np

    if all(i in marcha.prestados for i in ids) and ids:
        return np.stack([marcha.prestados[i] for i in ids])
    calculados: NDArray[Any] = embebedor.pasajes(textos)
    return calculados


def _vectores_incluidos(embebedor: Embebedor) -> dict[str, NDArray[Any]]:
    """Los vectores de la documentación que viene con DocuBot, por id: no hay que volver a calcularlos."""
    foto = Foto(INCLUIDA)
    if foto.manifiesto.embebedor != embebedor.nombre or foto.vectores is None or not al_dia():
        return {}
    return {foto.trozo(n)[0]: foto.vectores[n] for n in range(foto.manifiesto.trozos)}


def _a_la_foto(paginas: Sequence[tuple[Pagina, str]], matriz: NDArray[Any], escritor: EscritorDeFoto) -> None:
    desde = 0
    for pagina, sha in paginas:
        hasta = desde + len(pagina.trozos)
        escritor.anadir(pagina, sha, matriz[desde:hasta])
        desde = hasta


def traer_foto(datos: Path, coleccion: str, chroma_url: str) -> None:
    """Si la generación del servidor no es la de aquí, rehace la foto con lo que hay en el registro.

    Errores: EntradaInexistente si el servidor no tiene la colección, salvo que sea la incluida o ya haya foto;
    ServicioNoDisponible si no responde.
    """
    destino = colecciones.carpeta_de(datos, coleccion)
    with abrir_registro(destino, coleccion, chroma_url) as registro:
        remoto = registro.datos
        if not remoto and coleccion == colecciones.POR_DEFECTO:
            return
        if not remoto:
            raise EntradaInexistente(
                f"El servidor Chroma de {chroma_url} no tiene la colección «{coleccion}». Créala con «docubot "
                f"indexar RUTA --coleccion {coleccion}»."
            )
        local = _manifiesto_propio(destino)
        if local and (local.generacion == remoto.get("generacion") or remoto.get("en_curso")):
            return
        if remoto.get("en_curso") or not remoto.get("generacion"):
            raise EntradaInexistente(
                f"La colección «{coleccion}» se está indexando por primera vez en {chroma_url}: espera."
            )
        with colecciones.cerrojo(destino, _nada):
            _foto_del_registro(registro, destino, coleccion, remoto)


def _manifiesto_propio(destino: Path) -> Manifiesto | None:
    try:
        return leer_manifiesto(colecciones.foto_propia(destino))
    except (ErrorDocuBot, OSError):
        return None


def _foto_del_registro(registro: Registro, destino: Path, coleccion: str, remoto: dict[str, Any]) -> None:
    nueva = destino / "fotos" / "en-curso"
    shutil.rmtree(nueva, ignore_errors=True)
    dimension, generacion = int(remoto["dimension"]), str(remoto["generacion"])
    with EscritorDeFoto(nueva, dimension) as escritor:
        for ruta, ids in por_pagina(registro.sitios()).items():
            fichas, vectores = registro.leer(ruta, ids, dimension)
            pagina, sha = pagina_de(fichas)
            escritor.anadir(pagina, sha, vectores)
        origen = str(remoto.get("origen", ""))
        escritor.terminar(coleccion, generacion, str(remoto["embebedor"]), origen, colecciones.ahora())
    colecciones.publicar(destino, nueva, generacion)
