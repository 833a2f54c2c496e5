"""El nombre de un proyecto tal como lo dice una persona o un modelo: limpiarlo, casarlo y sugerir. Puro."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final, Protocol, TypeVar

from docubot.errores import ArgumentosInvalidos, ProyectoNoEncontrado
from docubot.lenguaje.texto import plegar
from docubot.saneado import limpiar_linea

MAXIMO: Final = 100
"""Caracteres de un nombre."""
MAXIMO_EN_LISTA: Final = 20
MAXIMO_PARECIDOS: Final = 3
_PARECIDO_MINIMO: Final = 70.0
_SIGNOS: Final = " \t\"'«»“”„‘’`´‹›.,;:!?¡¿*_()[]{}<>"
_DELANTE: Final = re.compile(
    r"(?:(?:el|la|mi|tu|su|nuestro|del|al|the|my|our)\s+)?(?:(?:proyecto|project)\s+)?(?:(?:llamado|named|called)\s+)?",
    re.IGNORECASE,
)
_DETRAS: Final = re.compile(r"\s+(?:project)$", re.IGNORECASE)


class ConNombre(Protocol):
    """Lo que hace falta de un proyecto para encontrarlo."""

    @property
    def id(self) -> str: ...

    @property
    def nombre(self) -> str: ...


P = TypeVar("P", bound=ConNombre)


def candidatos(nombre: str) -> tuple[str, ...]:
    """Lo que puede haber querido decir, de más a menos literal: tal cual, sin comillas, sin «mi proyecto».

    Lanza `ArgumentosInvalidos` si está vacío, pasa de 100 caracteres o tiene caracteres de control.
    """
    try:
        nombre.encode()
    except UnicodeEncodeError:
        raise ArgumentosInvalidos("El nombre del proyecto tiene caracteres que no valen. Escríbelo de nuevo.") from None
    if any(unicodedata.category(c) == "Cc" and not c.isspace() for c in nombre):
        raise ArgumentosInvalidos("El nombre del proyecto tiene caracteres de control. Escríbelo de nuevo.")
    limpio = unicodedata.normalize("NFC", limpiar_linea(nombre))
    sin_signos = limpio.strip(_SIGNOS)
    if not sin_signos:
        raise ArgumentosInvalidos("Falta el nombre del proyecto. Di cuál, por ejemplo: Atlas.")
    if len(limpio) > MAXIMO:
        raise ArgumentosInvalidos(f"El nombre del proyecto tiene {len(limpio)} caracteres; el máximo es {MAXIMO}.")
    sin_palabras = _DETRAS.sub("", sin_signos[_sobra_delante(sin_signos) :]).strip(_SIGNOS)
    return tuple(dict.fromkeys(c for c in (limpio, sin_signos, sin_palabras) if c))


def _sobra_delante(texto: str) -> int:
    partes = _DELANTE.match(texto)
    return partes.end() if partes else 0


def casar(nombres: Sequence[str], proyectos: Sequence[P]) -> P | None:
    """El proyecto que se llama como el primer candidato que case: por id, por nombre o sin mirar acentos ni mayúsculas.

    Lanza `ProyectoNoEncontrado` si varios se llaman igual.
    """
    for nombre in nombres:
        plegado = _plegar(nombre)
        for grupo in (
            [p for p in proyectos if p.id == nombre],
            [p for p in proyectos if p.nombre == nombre],
            [p for p in proyectos if _plegar(p.nombre) == plegado],
        ):
            if len(grupo) == 1:
                return grupo[0]
            if grupo:
                raise _ambiguo(nombre, grupo)
    return None


def no_encontrado(nombre: str, proyectos: Sequence[ConNombre]) -> ProyectoNoEncontrado:
    """El error que dice qué proyectos hay y, si alguno se parece, cuál pudo querer decir."""
    nombres = list(dict.fromkeys(limpiar_linea(p.nombre) for p in proyectos))
    frase = f"No existe ningún proyecto llamado «{limpiar_linea(nombre)}»"
    if not nombres:
        return ProyectoNoEncontrado(f"{frase}: la organización no tiene proyectos.")
    cerca = parecidos(nombre, nombres)
    pregunta = f" ¿Querías decir {' o '.join(cerca)}?" if cerca else ""
    resto = len(nombres) - MAXIMO_EN_LISTA
    lista = ", ".join(nombres[:MAXIMO_EN_LISTA]) + (f" y {resto} más" if resto > 0 else "")
    return ProyectoNoEncontrado(f"{frase}.{pregunta} Proyectos disponibles: {lista}.")


def parecidos(nombre: str, nombres: Sequence[str]) -> list[str]:
    """Hasta tres nombres que se escriben casi igual o comparten una palabra entera, del más al menos parecido."""
    from rapidfuzz import fuzz
    from rapidfuzz.distance import OSA

    plegado = _plegar(nombre)
    palabras = _largas(plegado)

    def parecido(otro: str) -> float:
        if palabras & _largas(otro):
            return 99.0
        return max(fuzz.ratio(plegado, otro), 100 * OSA.normalized_similarity(plegado, otro))

    puntos = {n: parecido(_plegar(n)) for n in nombres}
    cerca = sorted((n for n in nombres if puntos[n] >= _PARECIDO_MINIMO), key=lambda n: -puntos[n])
    return cerca[:MAXIMO_PARECIDOS]


def _largas(plegado: str) -> set[str]:
    return {p for p in plegado.split() if len(p) >= 4}


def _plegar(texto: str) -> str:
    return " ".join(plegar(texto).split())


def _ambiguo(nombre: str, grupo: Sequence[ConNombre]) -> ProyectoNoEncontrado:
    ids = ", ".join(limpiar_linea(p.id) for p in grupo[:MAXIMO_EN_LISTA])
    return ProyectoNoEncontrado(
        f"Hay {len(grupo)} proyectos llamados «{limpiar_linea(nombre)}». Di cuál por su id: {ids}."
    )
