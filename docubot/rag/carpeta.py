"""Leer una carpeta ajena sin salirse de ella: solo ficheros de verdad, dentro, de tamaño razonable y en UTF-8.

Lo que no se puede leer no es un error: se salta y se dice por qué.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from docubot.errores import EntradaInexistente

EXTENSIONES: Final = frozenset([".md", ".markdown", ".txt", ".text", ".html", ".htm", ".xhtml"])
MAXIMO_BYTES: Final = 8 << 20
MAXIMO_LINEAS: Final = 150_000
_LECTURA: Final = (
    os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
)


@dataclass(frozen=True, slots=True)
class Saltado:
    """Un fichero que no se indexa y la razón, en una frase corta."""

    ruta: str
    razon: str


@dataclass(frozen=True, slots=True)
class Fichero:
    """Un candidato: su ruta relativa con barras y dónde está de verdad."""

    ruta: str
    real: Path
    bytes: int


@dataclass(frozen=True, slots=True)
class Leido:
    """El contenido de un fichero y el sha256 de sus bytes."""

    ruta: str
    texto: str
    sha256: str


def abrir_carpeta(carpeta: Path) -> Path:
    """La carpeta resuelta. Errores: EntradaInexistente si no existe, no es una carpeta o no se puede leer."""
    try:
        raiz = carpeta.resolve(strict=True)
        if not raiz.is_dir():
            raise EntradaInexistente(f"«{carpeta}» no es una carpeta: indica la carpeta con la documentación.")
        with os.scandir(raiz) as entradas:
            next(entradas, None)
    except FileNotFoundError:
        raise EntradaInexistente(f"No existe la carpeta «{carpeta}»: comprueba la ruta.") from None
    except (OSError, RuntimeError) as error:
        detalle = error.strerror if isinstance(error, OSError) and error.strerror else "enlaces en bucle"
        raise EntradaInexistente(f"No se puede leer la carpeta «{carpeta}» ({detalle}): revisa sus permisos.") from None
    return raiz


def recorrer(raiz: Path, dentro: str = "") -> Iterator[Fichero | Saltado]:
    """Los ficheros de documentación de la carpeta, en orden; los enlaces solo si acaban dentro; lo oculto, no."""
    try:
        with os.scandir(raiz / dentro) as abiertas:
            entradas = sorted(abiertas, key=lambda e: e.name)
    except OSError as error:
        yield Saltado(dentro or ".", f"no se puede leer: {error.strerror}")
        return
    for entrada in entradas:
        ruta = f"{dentro}/{entrada.name}" if dentro else entrada.name
        if entrada.name.startswith("."):
            continue
        if entrada.is_dir(follow_symlinks=False):
            yield from recorrer(raiz, ruta)
        elif Path(entrada.name).suffix.lower() in EXTENSIONES:
            yield _candidato(raiz, entrada, ruta)
        elif entrada.is_symlink() and _es_carpeta(entrada):
            yield Saltado(ruta, "es un enlace a una carpeta")


def _es_carpeta(entrada: os.DirEntry[str]) -> bool:
    try:
        return entrada.is_dir()
    except OSError:
        return False


def _candidato(raiz: Path, entrada: os.DirEntry[str], ruta: str) -> Fichero | Saltado:
    if not ruta.isprintable():
        return Saltado(ruta, "su nombre tiene caracteres de control o no está en UTF-8")
    try:
        real = Path(entrada.path).resolve(strict=True) if entrada.is_symlink() else Path(entrada.path)
        if not real.is_relative_to(raiz):
            return Saltado(ruta, "es un enlace que sale de la carpeta")
        datos = real.lstat()
    except (OSError, RuntimeError):
        return Saltado(ruta, "ya no está, o es un enlace roto o en bucle")
    if not stat.S_ISREG(datos.st_mode):
        return Saltado(ruta, "no es un fichero normal")
    if datos.st_size > MAXIMO_BYTES:
        return Saltado(ruta, f"es demasiado grande: {datos.st_size >> 20} MB, y el máximo son {MAXIMO_BYTES >> 20}")
    return Fichero(ruta, real, datos.st_size)


def leer(fichero: Fichero) -> Leido | Saltado:
    """El texto de un fichero, o por qué no se puede: todo se vuelve a comprobar sobre el fichero ya abierto."""
    try:
        descriptor = os.open(fichero.real, _LECTURA)
        with os.fdopen(descriptor, "rb") as abierto:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return Saltado(fichero.ruta, "no es un fichero normal")
            crudo = abierto.read(MAXIMO_BYTES + 1)
    except OSError as error:
        return Saltado(fichero.ruta, f"no se puede leer: {error.strerror}")
    return _aceptar(fichero.ruta, crudo)


def _aceptar(ruta: str, crudo: bytes) -> Leido | Saltado:
    if len(crudo) > MAXIMO_BYTES:
        return Saltado(ruta, "es demasiado grande")
    if b"\0" in crudo:
        return Saltado(ruta, "parece binario: tiene bytes nulos")
    if crudo.count(b"\n") > MAXIMO_LINEAS:
        return Saltado(ruta, f"tiene más de {MAXIMO_LINEAS} líneas")
    try:
        texto = crudo.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Saltado(ruta, "no está en UTF-8: conviértelo (por ejemplo, con iconv -f latin1 -t utf-8)")
    if not texto.strip():
        return Saltado(ruta, "está vacío")
    return Leido(ruta, texto, sha256(crudo).hexdigest())
