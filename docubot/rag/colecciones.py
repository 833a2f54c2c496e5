"""Dónde vive cada colección y cuál es su foto actual. No usa chromadb.

`datos/indices/<coleccion>/` tiene `ACTUAL` (el nombre de la foto vigente), `fotos/<generacion>/`, `registro/` (Chroma)
y `cerrojo`. `ACTUAL` se sustituye de una vez: quien lee ve la foto anterior o la nueva, nunca media.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from docubot.errores import DatosInvalidos, EntradaInexistente, ErrorDeUso, ErrorDocuBot, ServicioNoDisponible
from docubot.rag.foto import INCLUIDA, Manifiesto, leer_manifiesto

POR_DEFECTO: Final = "nubelia"
_NOMBRE: Final = re.compile(r"[a-z0-9](?:[a-z0-9_-]{1,61}[a-z0-9])")
_GENERACION: Final = re.compile(r"[0-9a-f-]{1,80}")


def comprobar_nombre(coleccion: str) -> str:
    """El nombre, si vale: de 3 a 63 minúsculas, cifras, guiones. Errores: ErrorDeUso."""
    if not _NOMBRE.fullmatch(coleccion):
        raise ErrorDeUso(
            f"«{coleccion[:80]}» no vale como nombre de colección: usa de 3 a 63 letras minúsculas sin acento, "
            "cifras o guiones, sin guion al principio ni al final."
        )
    return coleccion


def carpeta_de(datos: Path, coleccion: str) -> Path:
    """La carpeta de una colección, exista o no."""
    return datos / "indices" / comprobar_nombre(coleccion)


def foto_actual(datos: Path, coleccion: str, chroma_url: str | None = None) -> Path:
    """La carpeta de la foto vigente; para `nubelia`, si no se ha indexado otra, la incluida."""
    carpeta = carpeta_de(datos, coleccion)
    if chroma_url:
        from docubot.rag.indexador import traer_foto

        traer_foto(datos, coleccion, chroma_url)
    try:
        return foto_propia(carpeta)
    except FileNotFoundError:
        if coleccion == POR_DEFECTO:
            return INCLUIDA
    hay = ", ".join(nombres(datos))
    raise EntradaInexistente(
        f"No hay ninguna colección «{coleccion}». Créala con «docubot indexar RUTA --coleccion {coleccion}». "
        f"Hay: {hay}."
    )


def foto_propia(carpeta: Path) -> Path:
    """La foto vigente. Errores: FileNotFoundError si no hay; DatosInvalidos si está rota."""
    try:
        vigente = (carpeta / "ACTUAL").read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        raise DatosInvalidos(f"No se puede leer el índice de «{carpeta}»: revisa los permisos o reindexa.") from error
    foto = carpeta / "fotos" / vigente
    if not _GENERACION.fullmatch(vigente) or not (foto / "manifiesto.json").is_file():
        raise DatosInvalidos(
            f"El índice de la colección «{carpeta.name}» está roto. Vuelve a crearlo con «docubot indexar RUTA "
            f"--coleccion {carpeta.name}»."
        )
    return foto


def publicar(carpeta: Path, nueva: Path, generacion: str) -> None:
    """Pone `nueva` como foto vigente con un solo cambio de nombre, y borra las que no son ni esta ni la anterior."""
    anterior = _leer_actual(carpeta)
    nombre = f"{generacion}-{os.getpid():x}-{time.time_ns():x}"
    nueva.rename(carpeta / "fotos" / nombre)
    provisional = carpeta / "ACTUAL.nuevo"
    with provisional.open("w", encoding="utf-8") as salida:
        salida.write(nombre + "\n")
        salida.flush()
        os.fsync(salida.fileno())
    provisional.replace(carpeta / "ACTUAL")
    _sincronizar_carpeta(carpeta)
    for vieja in (carpeta / "fotos").iterdir():
        if vieja.name not in (nombre, anterior):
            shutil.rmtree(vieja, ignore_errors=True)


def _leer_actual(carpeta: Path) -> str:
    with contextlib.suppress(OSError, ValueError):
        return (carpeta / "ACTUAL").read_text(encoding="utf-8").strip()
    return ""


def _sincronizar_carpeta(carpeta: Path) -> None:
    with contextlib.suppress(OSError):  # hay sistemas que no dejan abrir una carpeta
        descriptor = os.open(carpeta, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextlib.contextmanager
def cerrojo(carpeta: Path, avisar: Callable[[str], None], plazo: float = 3600.0) -> Iterator[None]:
    """Un escritor a la vez; quien espera lo dice. Errores: ServicioNoDisponible si pasa el plazo (segundos)."""
    from filelock import FileLock, Timeout

    carpeta.mkdir(parents=True, exist_ok=True)
    llave = FileLock(carpeta / "cerrojo")
    try:
        try:
            llave.acquire(timeout=0)
        except Timeout:
            avisar(f"Otro proceso está indexando «{carpeta.name}»: espero a que termine.")
            llave.acquire(timeout=plazo)
    except Timeout:
        raise ServicioNoDisponible(
            f"Otro proceso lleva demasiado indexando «{carpeta.name}»: prueba más tarde."
        ) from None
    try:
        yield
    finally:
        llave.release()


def ahora() -> str:
    """La hora, ISO 8601 en UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class Estado:
    """Una colección en la lista: su manifiesto (None si está rota), sus bytes en disco y si es la incluida."""

    nombre: str
    manifiesto: Manifiesto | None
    bytes: int
    incluida: bool


def listar(datos: Path) -> list[Estado]:
    """Todas las colecciones, con lo que ocupan."""
    return [_estado(datos, nombre) for nombre in nombres(datos)]


def _estado(datos: Path, nombre: str) -> Estado:
    carpeta = datos / "indices" / nombre
    incluida = not (carpeta / "ACTUAL").exists()
    try:
        manifiesto = leer_manifiesto(INCLUIDA if incluida else foto_propia(carpeta))
    except (ErrorDocuBot, OSError):
        manifiesto = None
    ocupado = sum(_tamano(p) for p in (INCLUIDA if incluida else carpeta).rglob("*"))
    return Estado(nombre, manifiesto, ocupado, incluida)


def _tamano(fichero: Path) -> int:
    with contextlib.suppress(OSError):
        return fichero.lstat().st_size
    return 0


def borrar(datos: Path, coleccion: str, chroma_url: str | None = None) -> None:
    """Borra una colección entera. Errores: EntradaInexistente si no está; ErrorDeUso si es la incluida sin indexar."""
    carpeta = carpeta_de(datos, coleccion)
    if not carpeta.is_dir() and not chroma_url:
        if coleccion == POR_DEFECTO:
            raise ErrorDeUso("La colección «nubelia» viene con DocuBot: no se borra.")
        raise EntradaInexistente(f"No hay ninguna colección «{coleccion}». Hay: {', '.join(nombres(datos))}.")
    with cerrojo(carpeta, lambda _: None, plazo=10.0):
        if chroma_url:
            from docubot.rag.indice import abrir_registro

            with abrir_registro(carpeta, coleccion, chroma_url) as registro:
                registro.borrar()
        (carpeta / "ACTUAL").unlink(missing_ok=True)
        for parte in ("fotos", "registro"):
            shutil.rmtree(carpeta / parte, ignore_errors=True)
    shutil.rmtree(carpeta, ignore_errors=True)


def nombres(datos: Path) -> list[str]:
    """Las colecciones que hay, en orden; la incluida siempre está."""
    propias = {p.parent.name for p in (datos / "indices").glob("*/ACTUAL")}
    return sorted(propias | {POR_DEFECTO})
