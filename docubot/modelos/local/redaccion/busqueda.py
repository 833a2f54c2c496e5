"""Lo que se busca en los pasajes para una cláusula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from docubot.modelos.local.redaccion.pedido import Clausula
from docubot.modelos.local.terminos import Termino


@dataclass(frozen=True, slots=True)
class Busqueda:
    """Lo que se busca en los pasajes: la cláusula, sus términos sin nombres de registros y los valores vivos."""

    clausula: Clausula
    terminos: tuple[Termino, ...]
    elegidas: Mapping[str, str]
    producto: str = ""
    sentido: str = ""
