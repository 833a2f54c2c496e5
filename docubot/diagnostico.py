"""`docubot doctor`: qué hay en esta máquina, qué falta y qué hacer con cada cosa. Ninguna revisión lanza."""

from __future__ import annotations

import locale
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final, Literal, TypeAlias

from docubot import __version__, configuracion
from docubot.configuracion import Configuracion
from docubot.errores import ErrorDocuBot

Estado: TypeAlias = Literal["bien", "aviso", "mal"]

PYTHON_MINIMO: Final = (3, 11)
DISCO_MINIMO: Final = 200_000_000
"""Bytes libres por debajo de los cuales se avisa: un índice propio con sus vectores ocupa decenas de MB."""

PAQUETES: Final = ("typer", "rich", "prompt_toolkit", "anthropic", "chromadb", "httpx2", "numpy", "pydantic")


@dataclass(frozen=True, slots=True)
class Revision:
    """Lo que se ha mirado: cómo está, qué se ha visto y, si no está bien, qué hacer."""

    que: str
    estado: Estado
    visto: str
    remedio: str = ""


def revisar(*, probar_clave: bool = False) -> Iterator[Revision]:
    """Todas las revisiones, según se hacen; `probar_clave` hace además una llamada de un token al proveedor."""
    yield _python()
    yield from _paquetes()
    try:
        ajustes = configuracion.cargar()
    except ErrorDocuBot as error:
        yield Revision("configuración", "mal", error.mensaje, "Corrígela, o mira dónde está con «docubot config ruta».")
        return
    yield _configuracion(ajustes)
    yield _datos(ajustes.datos)
    for que, revision in _REVISIONES.items():
        yield _sin_lanzar(que, revision, ajustes)
    if probar_clave:
        yield _sin_lanzar("llamada al proveedor", _llamada, ajustes)
    yield _terminal()
    yield _codificacion()


def _sin_lanzar(que: str, revision: Callable[[Configuracion], Revision], ajustes: Configuracion) -> Revision:
    try:
        return revision(ajustes)
    except ErrorDocuBot as error:
        return Revision(que, "mal", error.mensaje, _REMEDIOS.get(que, ""))
    except Exception as error:
        return Revision(
            que, "mal", f"falla ({type(error).__name__})", "Reinstala DocuBot: pip install --force-reinstall docubot"
        )


def _python() -> Revision:
    version = ".".join(map(str, sys.version_info[:3]))
    visto = f"{version}, DocuBot {__version__}, {sys.platform}"
    if sys.version_info < PYTHON_MINIMO:
        return Revision("Python", "mal", visto, "Hace falta Python 3.11 o más nuevo.")
    return Revision("Python", "bien", visto)


def _paquetes() -> Iterator[Revision]:
    versiones: list[str] = []
    for paquete in PAQUETES:
        try:
            versiones.append(f"{paquete} {metadata.version(paquete)}")
        except metadata.PackageNotFoundError:
            yield Revision(f"paquete {paquete}", "mal", "no está instalado", "Reinstala DocuBot: pip install docubot")
    yield Revision("paquetes", "bien", ", ".join(versiones))


def _configuracion(ajustes: Configuracion) -> Revision:
    fichero = configuracion.ruta_del_fichero(os.environ)
    cambiados = [n for n, origen in ajustes.origenes.items() if origen != "defecto"]
    visto = f"{fichero}{'' if fichero.exists() else ' (no existe, y no hace falta)'}"
    return Revision("configuración", "bien", visto + (f"; cambiados: {', '.join(cambiados)}" if cambiados else ""))


def _datos(datos: Path) -> Revision:
    remedio = "Elige otra carpeta con la variable DOCUBOT_DATOS."
    try:
        datos.mkdir(parents=True, exist_ok=True)
        prueba = datos / f".prueba-{os.getpid()}"
        prueba.write_bytes(b"x")
        prueba.unlink()
        libres = shutil.disk_usage(datos).free
    except OSError as error:
        return Revision("carpeta de datos", "mal", f"{datos}: no se puede escribir, {error.strerror}", remedio)
    visto = f"{datos}, {libres / 1e9:.1f} GB libres"
    if libres < DISCO_MINIMO:
        return Revision("carpeta de datos", "aviso", visto, f"Queda poco sitio en el disco. {remedio}")
    return Revision("carpeta de datos", "bien", visto)


def _indice(ajustes: Configuracion) -> Revision:
    from docubot.rag import colecciones, recuperador

    recuperador.abrir(ajustes, ajustes.coleccion)
    todas = colecciones.listar(ajustes.datos)
    rotas = [c.nombre for c in todas if c.manifiesto is None]
    visto = f"colección {ajustes.coleccion}; hay: {', '.join(c.nombre for c in todas)}"
    if rotas:
        return Revision("índice", "aviso", f"{visto}; no se pueden leer: {', '.join(rotas)}", _REMEDIOS["índice"])
    return Revision("índice", "bien", visto)


def _embebedor(ajustes: Configuracion) -> Revision:
    from docubot.lenguaje import embeddings

    embebedor = embeddings.embebedor_por_defecto()
    if embebedor.dimension:
        embebedor.consulta("prueba")
        return Revision("embebedor", "bien", f"{embebedor.nombre}, {embebedor.dimension} dimensiones")
    motivo = getattr(embebedor, "motivo", embebedor.nombre)
    return Revision(
        "embebedor", "aviso", str(motivo), "Se busca solo por palabras: funciona, con algo menos de acierto."
    )


def _proveedor(ajustes: Configuracion) -> Revision:
    from docubot import modelos

    modelo = modelos.abrir(ajustes)
    if modelo.proveedor == "local":
        return Revision("proveedor", "bien", f"{modelo.nombre}: sin clave y sin red")
    origen = ajustes.origenes["anthropic_api_key"]
    clave = f"clave de {origen}" if ajustes.anthropic_api_key else "sin clave"
    return Revision("proveedor", "bien", f"{modelo.proveedor} · {modelo.nombre}, {clave} (sin probar: --probar-clave)")


def _llamada(ajustes: Configuracion) -> Revision:
    """Una llamada de un token: dice si la clave vale y si el servidor responde."""
    from docubot import modelos
    from docubot.tipos import Peticion, Respuesta

    modelo = modelos.abrir(ajustes)
    peticion = Peticion("", [{"role": "user", "content": "hola"}], max_tokens=1, plazo=ajustes.plazo)
    respuesta = next(algo for algo in modelo.responder(peticion) if isinstance(algo, Respuesta))
    return Revision(
        "llamada al proveedor", "bien", f"{modelo.proveedor} responde como {respuesta.modelo or modelo.nombre}"
    )


def _nubelia(ajustes: Configuracion) -> Revision:
    from docubot import nubelia

    donde = ajustes.nubelia_url or "la de demostración, en proceso"
    with nubelia.abrir(ajustes) as cliente:
        proyectos = cliente.listar_proyectos()
    return Revision("API de Nubelia", "bien", f"{donde}: {len(proyectos)} proyectos")


def _terminal() -> Revision:
    tamano = shutil.get_terminal_size()
    donde = "terminal" if sys.stdout.isatty() else "sin terminal (tubería o fichero)"
    color = "sin color (NO_COLOR)" if os.environ.get("NO_COLOR") else "con color"
    visto = f"{donde}, TERM={os.environ.get('TERM', '(sin definir)')}, {tamano.columns}×{tamano.lines}, {color}"
    if tamano.columns < 40:
        return Revision("terminal", "aviso", visto, "La ventana es muy estrecha: se lee mejor a partir de 40 columnas.")
    return Revision("terminal", "bien", visto)


def _codificacion() -> Revision:
    salida = (getattr(sys.stdout, "encoding", None) or "utf-8").lower()
    visto = f"salida {salida}, sistema {locale.getpreferredencoding(False).lower()}"
    if salida.replace("-", "") != "utf8":
        return Revision(
            "codificación", "aviso", visto, "Los signos que no caben se sustituyen. Usa UTF-8: define PYTHONUTF8=1."
        )
    return Revision("codificación", "bien", visto)


_REVISIONES: Final[dict[str, Callable[[Configuracion], Revision]]] = {
    "índice": _indice,
    "embebedor": _embebedor,
    "proveedor": _proveedor,
    "API de Nubelia": _nubelia,
}
_REMEDIOS: Final = {
    "índice": "Vuelve a indexar esa documentación con «docubot indexar», o usa --coleccion nubelia.",
    "embebedor": "Se busca solo por palabras: funciona, con algo menos de acierto.",
    "proveedor": "Guarda una clave con «docubot clave poner», o usa --proveedor local.",
    "llamada al proveedor": "Revisa la clave con «docubot clave ver» y la red, o usa --proveedor local.",
    "API de Nubelia": "Revisa NUBELIA_URL y NUBELIA_TOKEN; sin ellas se usa la de demostración.",
}
