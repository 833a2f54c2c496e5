"""Lo que la persona predice frente a lo que el modelo pide."""

from __future__ import annotations

import re
from typing import Any, Final

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo.modelo import pedir
from docubot.ejercicios.veredicto import corto

SYSTEM: Final = (
    "Eres el asistente de reservas de un hotel. Hoy es lunes 5 de octubre de 2026 (2026-10-05), zona Europe/Madrid."
)
MENSAJES: Final = {
    "PREDICCION_1": "¿Les queda alguna habitación libre del 13 al 16 de noviembre para dos personas?",
    "PREDICCION_2": "¿Y del 30 de diciembre al 2 de enero para dos personas, hay habitación?",
}
HERRAMIENTA: Final[dict[str, Any]] = {
    "name": "check_room_availability",
    "description": "Usa esta herramienta cuando el cliente pregunte si hay habitaciones libres en unas fechas.",
    "input_schema": {
        "type": "object",
        "properties": {
            "check_in": {"type": "string", "description": "Fecha de entrada, formato ISO YYYY-MM-DD"},
            "check_out": {"type": "string", "description": "Fecha de salida, formato ISO YYYY-MM-DD"},
            "guests": {"type": "number", "description": "Número de huéspedes"},
        },
        "required": ["check_in", "check_out", "guests"],
    },
}
ESPERADOS: Final[dict[str, dict[str, Any]]] = {
    "PREDICCION_1": {"check_in": "2026-11-13", "check_out": "2026-11-16", "guests": 2},
    "PREDICCION_2": {"check_in": "2026-12-30", "check_out": "2027-01-02", "guests": 2},
}
_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


def comprobar(alumno: Alumno) -> None:
    """Cada mensaje, al modelo; cada predicción, contra lo que pidió."""
    for cual, mensaje in MENSAJES.items():
        pedidos = pedir(alumno, mensaje, [HERRAMIENTA], system=SYSTEM).tool_uses()
        real: dict[str, Any] = next((b["input"] for b in pedidos), {})
        alumno.notas.append(f"{mensaje} → {corto(real)}")
        _comparar(alumno, cual, alumno.pieza(cual, dict), ESPERADOS[cual])


def _comparar(alumno: Alumno, cual: str, dijo: dict[str, Any], esperado: dict[str, Any]) -> None:
    entrada = dijo.get("input")
    bien = {"name", "input"} <= set(dijo) <= {"type", "id", "name", "input"} and isinstance(entrada, dict)
    bien = bien and isinstance(entrada, dict) and set(entrada) == set(esperado)
    alumno.exige(bien, "otra-forma", cual=cual, campos=", ".join(esperado), dijo=dijo)
    alumno.exige(
        dijo["name"] == HERRAMIENTA["name"], "otro-nombre", nombre=HERRAMIENTA["name"], cual=cual, dijo=dijo["name"]
    )
    assert isinstance(entrada, dict)
    for campo, valor in esperado.items():
        puesto = entrada[campo]
        datos = {"campo": campo, "cual": cual, "esperado": valor, "dijo": repr(puesto)}
        if campo == "guests":
            numero = isinstance(puesto, int | float) and not isinstance(puesto, bool)
            alumno.exige(numero, "tipo-del-numero", **datos)
        else:
            alumno.exige(_ISO.fullmatch(str(puesto)), "formato-de-fecha", **datos)
            alumno.exige(str(puesto)[:4] == valor[:4], "otro-anio", **datos)
        alumno.exige(puesto == valor, "otro-valor", **datos)
