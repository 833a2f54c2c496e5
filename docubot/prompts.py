"""Carga los textos de `prompts/`: sabe qué versión está en vigor y el sha256 de cada texto.

El sha256 es el de la plantilla: la fecha de hoy y el idioma son huecos (`$hoy`, `$idioma`) y no lo cambian.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from importlib import resources
from string import Template
from typing import Final, Literal, TypeAlias

from docubot.errores import EntradaInexistente

PROMPT_VERSION: Final = "1.0"
CATEGORIAS: Final = ("proyectos", "facturacion", "planes", "integraciones", "cuenta", "otro")

Variante: TypeAlias = Literal[
    "system_documentacion", "system_herramienta", "system_agente", "clasificacion", "contrato_json"
]
VARIANTES: Final[tuple[Variante, ...]] = (
    "system_documentacion", "system_herramienta", "system_agente", "clasificacion", "contrato_json",
)  # fmt: skip

_DIAS: Final = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
_MESES: Final = (
    "enero", "febrero", "marzo", "abril", "mayo", "junio",
    "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
)  # fmt: skip
_EN: Final[dict[str, str]] = {
    "auto": "Responde en el idioma de la pregunta.",
    "es": "Responde siempre en español.",
    "en": "Responde siempre en inglés (always answer in English).",
}


@dataclass(frozen=True, slots=True)
class Prompt:
    """Una plantilla publicada: su versión, su variante, su texto y el sha256 del texto."""

    version: str
    variante: str
    plantilla: str
    sha256: str

    def texto(self, hoy: date, zona: str, idioma: str = "auto") -> str:
        """La plantilla con la fecha de hoy y la regla de idioma puestas."""
        return Template(self.plantilla).substitute(hoy=fecha_larga(hoy, zona), idioma=_EN[idioma])


def fecha_larga(hoy: date, zona: str) -> str:
    """«lunes 30 de noviembre de 2026 (2026-11-30), zona Europe/Madrid»."""
    return f"{_DIAS[hoy.weekday()]} {hoy.day} de {_MESES[hoy.month - 1]} de {hoy.year} ({hoy.isoformat()}), zona {zona}"


@lru_cache(maxsize=32)
def cargar(variante: Variante, version: str = PROMPT_VERSION) -> Prompt:
    """Un texto de una versión. Error: `EntradaInexistente`, que dice qué versiones hay."""
    ruta = resources.files("prompts") / version / f"{variante}.txt"
    if version not in versiones() or not ruta.is_file():
        raise EntradaInexistente(
            f"No existe la versión «{version}» de los prompts. Versiones: {', '.join(versiones())}."
        )
    crudo = ruta.read_bytes()
    return Prompt(version, variante, crudo.decode("utf-8"), hashlib.sha256(crudo).hexdigest())


def versiones() -> list[str]:
    """Las versiones publicadas, de la más antigua a la más nueva."""
    nombres = [c.name for c in resources.files("prompts").iterdir() if c.is_dir() and c.name[:1].isdigit()]
    return sorted(nombres, key=lambda v: [int(n) for n in v.split(".")])


def cambios() -> str:
    """El texto de `prompts/CAMBIOS.md`."""
    return (resources.files("prompts") / "CAMBIOS.md").read_text(encoding="utf-8")


def prompt_clasificacion() -> Prompt:
    """El prompt que clasifica una consulta en una de las seis `CATEGORIAS`."""
    return cargar("clasificacion")
