"""La carpeta de la persona, `docubot-curso/`: se crea lo que falta y no se pisa nada sin permiso."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from docubot.ejercicios.catalogo import Ejercicio
from docubot.ejercicios.estado import Estado
from docubot.errores import NoSePuedeCrear
from docubot.tipos import Idioma

NOMBRE: Final = "docubot-curso"
COPIAS: Final = "copias"


@dataclass(frozen=True, slots=True)
class Empezado:
    """La carpeta de un ejercicio, y qué ficheros se han creado y cuáles ya estaban."""

    carpeta: Path
    creados: tuple[str, ...]
    conservados: tuple[str, ...]


def del_curso(estado: Estado, opcion: Path | None = None) -> Path:
    """La que se pide, la de siempre si sigue ahí, o `docubot-curso` en la carpeta actual."""
    if opcion is not None:
        return opcion.expanduser().resolve()
    guardada = estado.carpeta()
    if guardada is not None and guardada.is_dir():
        return guardada
    return (Path.cwd() / NOMBRE).resolve()


def de(ejercicio: Ejercicio, curso: Path) -> Path:
    """Donde está un ejercicio dentro del curso."""
    return curso / ejercicio.id


def empezar(ejercicio: Ejercicio, curso: Path, idioma: Idioma) -> Empezado:
    """Crea los ficheros que falten. Error: `NoSePuedeCrear`."""
    destino = de(ejercicio, curso)
    creados, conservados = [], []
    try:
        destino.mkdir(parents=True, exist_ok=True)
        for nombre, contenido in _de_partida(ejercicio, idioma).items():
            try:
                with (destino / nombre).open("xb") as fichero:
                    fichero.write(contenido)
                creados.append(nombre)
            except FileExistsError:
                conservados.append(nombre)
    except OSError as error:
        raise _no_se_puede(destino, error) from None
    return Empezado(destino, tuple(creados), tuple(conservados))


def reiniciar(ejercicio: Ejercicio, curso: Path, idioma: Idioma) -> Path | None:
    """Pone otra vez los ficheros de partida; lo que había queda copiado y se devuelve dónde."""
    destino = de(ejercicio, curso)
    copia = curso / COPIAS / f"{ejercicio.id}-{datetime.now():%Y%m%d-%H%M%S-%f}"
    hubo = False
    try:
        for nombre, contenido in _de_partida(ejercicio, idioma).items():
            actual = destino / nombre
            if actual.is_file() and actual.read_bytes() != contenido:
                copia.mkdir(parents=True, exist_ok=True)
                actual.replace(copia / nombre)
                hubo = True
        empezar(ejercicio, curso, idioma)
    except OSError as error:
        raise _no_se_puede(destino, error) from None
    return copia if hubo else None


def _de_partida(ejercicio: Ejercicio, idioma: Idioma) -> dict[str, bytes]:
    return ejercicio.plantilla() | {"enunciado.md": ejercicio.enunciado(idioma).encode()}


def _no_se_puede(destino: Path, error: OSError) -> NoSePuedeCrear:
    return NoSePuedeCrear(f"No se puede escribir en {destino}: {error.strerror}. Elige otra carpeta con --carpeta.")
