"""Clientes de Nubelia sin red ni esperas, para las pruebas."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2

from docubot.nubelia import ClienteNubelia
from docubot.nubelia_http import Politica
from docubot.transporte_asgi import TransporteAsgi
from tests.mock_nubelia.apoyo import LECTURA, Reloj, app

AHORA = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
SECRETO = "nub_secreto_que_no_sale"


def cliente(
    fallos: str = "", *, token: str = LECTURA, cuenta: Path | None = None, politica: Politica | None = None
) -> tuple[ClienteNubelia, Reloj]:
    """El cliente sobre la API simulada en proceso, y el reloj que comparten."""
    reloj = Reloj()
    transporte = TransporteAsgi(app(reloj, fallos, cuenta))
    return con_transporte(transporte, reloj, token, politica), reloj


def con_transporte(
    transporte: httpx2.BaseTransport, reloj: Reloj, token: str = LECTURA, politica: Politica | None = None
) -> ClienteNubelia:
    """El cliente sobre un transporte, sin esperas de verdad."""
    return ClienteNubelia(
        "http://nubelia.invalid",
        token,
        transporte,
        politica=politica,
        dormir=reloj.dormir,
        reloj=reloj,
        ahora=lambda: AHORA,
    )


def falso(responder: Callable[[httpx2.Request], httpx2.Response], token: str = LECTURA) -> tuple[ClienteNubelia, Reloj]:
    """El cliente sobre un servidor inventado."""
    reloj = Reloj()
    return con_transporte(httpx2.MockTransport(responder), reloj, token), reloj


def en_json(cuerpo: Any, estado: int = 200) -> httpx2.Response:
    """Una respuesta JSON."""
    return httpx2.Response(estado, headers={"Content-Type": "application/json"}, content=json.dumps(cuerpo).encode())


def proyecto_json(**cambios: Any) -> dict[str, Any]:
    """Un proyecto como lo manda la API."""
    return {
        "id": "p",
        "nombre": "P",
        "estado": "activo",
        "responsable": "Ada",
        "tareas": {"hecha": 1},
        "tareas_abiertas": 0,
        "fecha_entrega": None,
        "horas": {"registradas": 1, "presupuestadas": 1.5, "sin_facturar": 0, "sin_aprobar": 0},
        "cliente": {"nombre": "C", "tiene_nif": True, "tiene_direccion": False},
        "plan": "Equipo",
    } | cambios
