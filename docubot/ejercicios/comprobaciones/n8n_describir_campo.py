"""Cinco maneras de escribir un número de pedido, y una API que solo admite dígitos."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import quote

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo.api import ApiLocal, Pedido
from docubot.ejercicios.apoyo.modelo import pedir

ORIGINAL: Final = (
    "Usa esta herramienta cuando el cliente dé un número de pedido y pregunte por su estado o su fecha de entrega."
)
MENSAJES: Final = (
    ("¿Dónde está mi pedido #4521?", "4521"),
    ("¿Dónde está mi pedido TT-4521?", "4521"),
    ("quiero saber el estado del pedido order-77", "77"),
    ("¿cuándo llega el pedido # 90210?", "90210"),
    ("where is my order TT-88?", "88"),
)
CON_FORMATO: Final = (
    "dígito",
    "digit",
    "formato",
    "format",
    "prefijo",
    "prefix",
    "letra",
    "letter",
    "símbolo",
    "symbol",
    "tal como",
    "cifra",
    "numéri",
    "numeric",
    "only",
    "solo",
)


def comprobar(alumno: Alumno) -> None:
    """Cada mensaje, al modelo; lo que llene, a la API."""
    tool = alumno.pieza("HERRAMIENTA", dict)
    campos = tool.get("input_schema", {}).get("properties", {})
    bien = isinstance(campos, dict) and campos.get("order_id", {}).get("type") == "string" and len(campos) == 1
    alumno.exige(bien, "otro-campo", campos=campos)
    with ApiLocal(alumno, _contestar) as api:
        for mensaje, esperado in MENSAJES:
            llamadas = pedir(alumno, mensaje, [tool]).tool_uses()
            llenado = str(llamadas[0]["input"].get("order_id")) if llamadas else "—"
            estado = api.pedir("GET", f"/orders/{quote(llenado, safe='')}/status")
            datos = {"esperado": esperado, "mensaje": mensaje, "hizo": llenado, "estado": estado}
            descripcion = str(campos["order_id"].get("description"))
            alumno.exige(llenado == esperado, _por_que(tool, descripcion), descripcion=descripcion, **datos)


def _por_que(tool: dict[str, Any], descripcion: str) -> str:
    """La explicación que corresponde a lo que dicen las descripciones que leyó el modelo."""
    if any(marca in descripcion.lower() for marca in CON_FORMATO):
        return "otro-formato"
    return "vaga" if tool.get("description") == ORIGINAL else "formato-en-la-tool"


def _contestar(pedido: Pedido) -> tuple[int, Any]:
    numero = pedido.camino.split("/")[2]
    if not numero.isdecimal():
        return 400, {"error": "order_id must contain digits only"}
    return 200, {"order_id": numero, "status": "in_transit"}
