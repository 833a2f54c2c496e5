"""Seis trazas: la causa está en si la entrada es fiel a lo que dijo el cliente."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from docubot.ejercicios.alumno import Alumno

CAUSAS: Final = {"llenado": "llenado", "ejecucion": "ejecucion", "ejecución": "ejecucion"}


@dataclass(frozen=True, slots=True)
class _Traza:
    """Una conversación: `mal` es el campo que llegó mal, o vacío si la entrada era fiel."""

    tool: str
    cliente: str
    entrada: dict[str, Any]
    estado: int
    respuesta: dict[str, Any]
    mal: str = ""

    @property
    def causa(self) -> str:
        return "llenado" if self.mal else "ejecucion"


SALA: Final = "check_room_availability"
PEDIDO: Final = "get_order_status"
TRAZAS: Final = (
    _Traza(PEDIDO, "¿Dónde está mi pedido # 4521?", {"order_id": "4521"}, 404, {"error": "no route GET /order/4521"}),
    _Traza(
        SALA,
        "¿Tienen habitación del 13 al 16 de noviembre para dos?",
        {"check_in": "13/11", "check_out": "16/11", "guests": 2},
        400,
        {"error": "check_in: invalid date"},
        mal="check_in, check_out",
    ),
    _Traza(PEDIDO, "¿Cuándo llega el pedido 88?", {"order_id": "88"}, 401, {"error": "invalid credentials"}),
    _Traza(
        SALA,
        "Somos dos adultos y un niño, del 13 al 16 de noviembre. ¿Hay habitación?",
        {"check_in": "2026-11-13", "check_out": "2026-11-16", "guests": 2},
        200,
        {"available": True, "room": "doble"},
        mal="guests",
    ),
    _Traza(PEDIDO, "¿Cómo va mi pedido 4521?", {"order_id": "4521"}, 200, {"order_id": "4512", "status": "delivered"}),
    _Traza(PEDIDO, "¿Cuándo llega mi pedido?", {"order_id": "1"}, 404, {"error": "order 1 not found"}, mal="order_id"),
)


def comprobar(alumno: Alumno) -> None:
    """Cada respuesta, contra la causa de su traza."""
    respuestas = alumno.pieza("RESPUESTAS", dict)
    for n, traza in enumerate(TRAZAS, 1):
        _contar(alumno, traza)
        dijo = respuestas.get(n, ...)
        causa = CAUSAS.get(dijo.strip().lower()) if isinstance(dijo, str) else None
        alumno.exige(causa, "faltan-trazas", n=n, dijo="..." if dijo is ... else dijo)
        datos = {"n": n, "dijo": dijo, "cliente": traza.cliente, "entrada": traza.entrada, "estado": traza.estado}
        if causa != traza.causa and traza.mal:
            alumno.exige(False, "era-de-llenado", campo=traza.mal, **datos)
        alumno.exige(causa == traza.causa, "era-de-ejecucion", respuesta=traza.respuesta, **datos)


def _contar(alumno: Alumno, traza: _Traza) -> None:
    """La conversación, en la traza del ejercicio."""
    pedido = {"type": "tool_use", "id": "toolu", "name": traza.tool, "input": traza.entrada}
    alumno.anota("turno_abierto", pregunta=traza.cliente)
    alumno.anota("respuesta_modelo", content=[pedido], stop_reason="tool_use")
    alumno.anota(
        "http", metodo="GET", ruta=f"/{traza.tool}", cuerpo=None, estado=traza.estado, respuesta=traza.respuesta
    )
