"""Todo lo que hay delante para escribir una respuesta."""

from __future__ import annotations

from dataclasses import dataclass

from docubot.modelos.local.datos import Registro
from docubot.modelos.local.lectura import Lectura, ResultadoLeido
from docubot.modelos.local.redaccion.pedido import Clausula
from docubot.modelos.local.redaccion.puntuacion import Biblioteca


@dataclass(frozen=True, slots=True)
class Mesa:
    """Todo lo que hay delante para escribir."""

    lectura: Lectura
    entera: Clausula
    registros: tuple[Registro, ...]
    biblioteca: Biblioteca | None
    vacias: tuple[tuple[str, int | None], ...]
    previos: tuple[Registro, ...]
    errores: tuple[ResultadoLeido, ...]
    foco: str = ""
