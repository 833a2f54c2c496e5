"""Las tres salidas de una decisión."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Llamada:
    """Una herramienta y sus argumentos."""

    nombre: str
    entrada: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Llamadas:
    """Una o varias llamadas independientes entre sí."""

    llamadas: tuple[Llamada, ...]


@dataclass(frozen=True, slots=True)
class Pregunta:
    """Falta un dato: se le pide a la persona, en su idioma."""

    texto: str


@dataclass(frozen=True, slots=True)
class Responder:
    """Ya está todo delante (o no hay nada que consultar): toca redactar."""


Decision = Llamadas | Pregunta | Responder
