"""Lo común a las pruebas del modelo local: herramientas de muestra y el banco que también miden los benchmarks."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from docubot.modelos.local.lectura import Lectura, leer
from docubot.tipos import Peticion

RAIZ = Path(__file__).resolve().parents[3]
SYSTEM = "Eres DocuBot, el asistente de Nubelia. Hoy es lunes 30 de noviembre de 2026 (2026-11-30), zona Europe/Madrid."


def objeto(propiedades: dict[str, Any], pedidos: Sequence[str] | None = None) -> dict[str, Any]:
    """Un `input_schema` de objeto; sin `pedidos`, todos son obligatorios."""
    return {
        "type": "object",
        "properties": propiedades,
        "required": list(propiedades) if pedidos is None else list(pedidos),
        "additionalProperties": False,
    }


def herramienta(
    nombre: str, descripcion: str, propiedades: dict[str, Any], pedidos: Sequence[str] | None = None
) -> dict[str, Any]:
    """Una definición con sus tres partes."""
    return {"name": nombre, "description": descripcion, "input_schema": objeto(propiedades, pedidos)}


PEDIDO = herramienta(
    "get_order_status",
    "Usa esta herramienta cuando el cliente dé un número de pedido y pregunte por su estado o fecha de entrega. "
    "No la uses para preguntas sobre política de cambios o devoluciones.",
    {
        "order_id": {
            "type": "string",
            "description": "Número de pedido que mencionó el cliente, solo dígitos, sin el símbolo #",
        }
    },
)
HOTEL = herramienta(
    "check_room_availability",
    "Usa esta herramienta cuando el cliente pregunte si hay habitaciones disponibles para fechas específicas.",
    {
        "check_in": {"type": "string", "description": "Fecha de entrada, formato ISO YYYY-MM-DD"},
        "check_out": {"type": "string", "description": "Fecha de salida, formato ISO YYYY-MM-DD"},
        "guests": {"type": "number", "description": "Número de huéspedes"},
    },
)
CLIMA = herramienta(
    "get_weather",
    "Get the current weather for a given location.",
    {"location": {"type": "string", "description": "City, e.g. Madrid"}},
)
BUSCAR_SALA = herramienta(
    "find_rooms",
    "Find available rooms for the selected slot and attendee count.",
    {
        "needsProjector": {
            "type": "boolean",
            "description": "true if the person asks for a projector; false if not needed",
        }
    },
)
RESERVAR_SALA = herramienta(
    "reserve_room",
    "Reserve one of the rooms that find_rooms returned.",
    {"roomId": {"type": "string", "description": "Identifier (id) of the room, as returned by find_rooms"}},
)
AVISAR = herramienta(
    "send_support_message",
    "Envía un mensaje al canal de soporte. Úsala cuando pidan avisar o escribir al equipo.",
    {"message": {"type": "string", "description": "Texto del mensaje, sin comillas"}},
)


@pytest.fixture(scope="session")
def banco() -> ModuleType:
    """El módulo `benchmarks/decision.py`: las mismas funciones que miden, para que las pruebas midan lo mismo."""
    ruta = RAIZ / "benchmarks" / "decision.py"
    especificacion = importlib.util.spec_from_file_location("banco_de_decision", ruta)
    assert especificacion is not None
    assert especificacion.loader is not None
    modulo = importlib.util.module_from_spec(especificacion)
    sys.modules["banco_de_decision"] = modulo
    especificacion.loader.exec_module(modulo)
    return modulo


@pytest.fixture(scope="session")
def nubelia() -> list[dict[str, Any]]:
    """Las tres herramientas de DocuBot, con sus descripciones de verdad."""
    from docubot.herramientas import HERRAMIENTAS

    return [h.definicion() for h in HERRAMIENTAS if h.ofrecida]


def lectura(*mensajes: str | dict[str, Any], tools: Sequence[dict[str, Any]] = (), system: str = SYSTEM) -> Lectura:
    """La lectura de una conversación; un texto suelto es de la persona."""
    return leer(peticion(*mensajes, tools=tools, system=system))


def peticion(*mensajes: str | dict[str, Any], tools: Sequence[dict[str, Any]] = (), system: str = SYSTEM) -> Peticion:
    """Una petición con esos mensajes."""
    completos = [{"role": "user", "content": m} if isinstance(m, str) else m for m in mensajes]
    return Peticion(system, completos, list(tools))


def uso(identificador: str, nombre: str, entrada: dict[str, Any]) -> dict[str, Any]:
    """Un mensaje del asistente que pide una herramienta."""
    return {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": identificador, "name": nombre, "input": entrada}],
    }


def resultado(identificador: str, contenido: Any, *, error: bool = False) -> dict[str, Any]:
    """El mensaje con su resultado."""
    bloque = {"type": "tool_result", "tool_use_id": identificador, "content": contenido, "is_error": error}
    return {"role": "user", "content": [bloque]}
