"""El contrato JSON pedido en el prompt: si el system trae un esquema y pide solo JSON, se rellena como un formulario.

Con la misma lectura que una herramienta forzada, pero sin sus garantías: el perfil `impulsivo` lo envuelve en prosa y
vallas de código, que es lo que `limpiar_json` tiene que aguantar.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any, Final

from docubot.modelos.local.decision import Llamadas
from docubot.modelos.local.eleccion import decidir
from docubot.modelos.local.lectura import leer
from docubot.modelos.local.perfiles import Perfil
from docubot.tipos import Peticion

_PIDE_JSON: Final = re.compile(r"\bjson\b", re.IGNORECASE)
_NOMBRE: Final = "contrato"


def responder_en_json(peticion: Peticion, perfil: Perfil) -> str | None:
    """El JSON que pide el system; None si no lo pide o no trae un esquema de objeto."""
    esquema = esquema_pedido(peticion.system) if not peticion.tools else None
    if esquema is None:
        return None
    herramienta = {"name": _NOMBRE, "description": peticion.system, "input_schema": _sin_nulos(esquema)}
    forzada = replace(peticion, tools=[herramienta], tool_choice={"type": "tool", "name": _NOMBRE})
    decision = decidir(leer(forzada), "prudente", forzada.tool_choice)
    entrada = dict(decision.llamadas[0].entrada) if isinstance(decision, Llamadas) else {}
    completo = {campo: entrada.get(campo) for campo in esquema["properties"]}
    texto = json.dumps(completo, ensure_ascii=False)
    return f"Claro, aquí lo tienes:\n```json\n{texto}\n```" if perfil == "impulsivo" else texto


def esquema_pedido(system: str) -> dict[str, Any] | None:
    """El primer JSON Schema de objeto que aparece en un texto que habla de JSON."""
    if not _PIDE_JSON.search(system):
        return None
    descodificador = json.JSONDecoder()
    for encontrado in re.finditer(r"\{", system):
        try:
            objeto, _ = descodificador.raw_decode(system, encontrado.start())
        except (ValueError, RecursionError):
            continue
        if isinstance(objeto, dict) and isinstance(objeto.get("properties"), dict):
            return objeto
    return None


def _sin_nulos(esquema: dict[str, Any]) -> dict[str, Any]:
    """El mismo esquema con los campos que admiten null como opcionales: es como los entiende el relleno."""
    propiedades, opcionales = {}, set()
    for campo, propiedad in esquema["properties"].items():
        tipo = propiedad.get("type") if isinstance(propiedad, dict) else None
        if isinstance(tipo, list) and "null" in tipo:
            opcionales.add(campo)
            propiedad = {**propiedad, "type": next((t for t in tipo if t != "null"), "string")}
        propiedades[campo] = propiedad
    obligatorios = [c for c in esquema.get("required", []) if c not in opcionales]
    return {**esquema, "properties": propiedades, "required": obligatorios}
