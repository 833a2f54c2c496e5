"""Las tres partes, y lo que pasa cuando el modelo llena el formulario y el nodo hace la petición."""

from __future__ import annotations

from typing import Any, Final

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo.api import ApiLocal, Pedido
from docubot.ejercicios.apoyo.modelo import pedir
from docubot.registro import NOMBRE_LEGAL

PARTES: Final = {"name", "description", "input_schema"}
PREGUNTA: Final = "¿Dónde está mi pedido #4521?"
CAMPO: Final = "order_id"


def comprobar(alumno: Alumno) -> None:
    """La forma del objeto y, después, la pregunta."""
    tool = alumno.pieza("HERRAMIENTA", dict)
    alumno.exige(set(tool) == PARTES, "otras-partes", hay=", ".join(map(str, tool)) or "—")
    alumno.exige(NOMBRE_LEGAL.fullmatch(str(tool["name"])), "nombre-frase", nombre=tool["name"])
    descripcion = str(tool["description"])
    alumno.exige(
        "pedido" in descripcion.lower() or "order" in descripcion.lower(), "sin-cuando", descripcion=descripcion
    )
    _formulario(alumno, tool["input_schema"])
    _preguntar(alumno, tool)


def _formulario(alumno: Alumno, esquema: Any) -> None:
    alumno.exige(
        isinstance(esquema, dict),
        "tipo",
        nombre="input_schema",
        esperado="dict",
        hay=type(esquema).__name__,
        valor=esquema,
    )
    campos = esquema.get("properties") or {}
    sobran = [c for c in campos if c != CAMPO]
    alumno.exige(not sobran, "campo-fijo-dentro", sobran=", ".join(sobran))
    campo = campos.get(CAMPO)
    bien = isinstance(campo, dict) and campo.get("type") == "string" and str(campo.get("description") or "").strip()
    obligatorios = esquema.get("required") or []
    bien = bien and CAMPO in obligatorios and esquema.get("type") == "object"
    alumno.exige(bien, "campo-sin-descripcion", campo=campo, obligatorios=obligatorios)


def _preguntar(alumno: Alumno, tool: dict[str, Any]) -> None:
    llamadas = pedir(alumno, PREGUNTA, [tool]).tool_uses()
    dichas = ", ".join(f"{b['name']} {b['input']}" for b in llamadas) or "end_turn"
    bien = [b["input"] for b in llamadas] == [{CAMPO: "4521"}]
    alumno.exige(bien, "no-llega-el-pedido", pregunta=PREGUNTA, hizo=dichas)
    with ApiLocal(alumno, _contestar) as api:
        api.pedir("GET", f"/orders/{llamadas[0]['input'][CAMPO]}/status")


def _contestar(pedido: Pedido) -> tuple[int, Any]:
    return 200, {"status": "in_transit", "estimated_delivery": "2026-12-04"}
