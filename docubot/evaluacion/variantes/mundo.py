"""El mundo que se examina: las preguntas con sus expectativas, la cuenta, la wiki y las herramientas."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from docubot.configuracion import TOKEN_DEMO
from docubot.evaluacion.preguntas import Caso
from docubot.herramientas import HERRAMIENTAS
from docubot.rag.incluida import ORIGEN
from docubot.registro import Registro

Json: TypeAlias = dict[str, Any]
MOCK: Final = ORIGEN.parent


@dataclass(frozen=True, slots=True)
class Mundo:
    """Todo lo que una variante puede cambiar. `sin_derivar`: casos cuya expectativa no se pudo recalcular."""

    casos: tuple[Caso, ...]
    cuenta: Json
    paginas: dict[str, str]
    registro: Registro
    sin_derivar: tuple[str, ...] = ()


def original(casos: Sequence[Caso]) -> Mundo:
    """El mundo de verdad: la cuenta de demostración, la wiki incluida y las herramientas registradas."""
    cuenta = json.loads((MOCK / "cuenta-demo.json").read_text(encoding="utf-8"))
    return Mundo(tuple(casos), cuenta, leer_paginas(ORIGEN), HERRAMIENTAS)


def leer_paginas(origen: Path) -> dict[str, str]:
    """Ruta relativa → texto de cada página."""
    return {p.relative_to(origen).as_posix(): p.read_text(encoding="utf-8") for p in sorted(origen.rglob("*.md"))}


def mi_organizacion(cuenta: Json, token: str = TOKEN_DEMO) -> Json:
    """La organización de quien pregunta."""
    organizacion: Json = next(
        o for o in cuenta["organizaciones"] if any(token in u["tokens"].values() for u in o["usuarios"])
    )
    return organizacion


def proyectos(cuenta: Json) -> list[Json]:
    """Los proyectos de todas las organizaciones."""
    return [p for o in cuenta["organizaciones"] for p in o["proyectos"]]
