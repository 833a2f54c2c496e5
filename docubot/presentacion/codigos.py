"""El código de salida de cada forma de acabar un turno."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from docubot.errores import PresupuestoAgotado, RespuestaInvalida
from docubot.turno import Parada

CODIGO_DE_PARADA: Final[Mapping[Parada, int]] = {
    "fin": 0,
    "rechazo": 1,
    "presupuesto": PresupuestoAgotado.codigo,
    "truncada": PresupuestoAgotado.codigo,
    "contexto": PresupuestoAgotado.codigo,
    "desconocida": RespuestaInvalida.codigo,
}
