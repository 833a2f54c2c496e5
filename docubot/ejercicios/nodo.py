"""Un nodo de n8n en pequeño: campos fijos y campos que rellena el modelo. Lo usan los ejercicios y su comprobación."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class DesdeIA:
    """Un valor que rellena el modelo: lo que en n8n es `$fromAI(clave, descripción, tipo)`."""

    clave: str
    descripcion: str
    tipo: str = "string"


def desde_ia(clave: str, descripcion: str, tipo: str = "string") -> DesdeIA:
    """Marca un campo del nodo para que lo rellene el modelo."""
    return DesdeIA(clave, descripcion, tipo)


def definicion(nodo: Mapping[str, Any]) -> dict[str, Any]:
    """Las tres partes que ve el modelo de un nodo: lo que no lleva `desde_ia` no está."""
    marcados = [v for v in nodo["campos"].values() if isinstance(v, DesdeIA)]
    propiedades = {m.clave: {"type": m.tipo, "description": m.descripcion} for m in marcados}
    return {
        "name": nodo["name"],
        "description": nodo["description"],
        "input_schema": {"type": "object", "properties": propiedades, "required": list(propiedades)},
    }


def rellenar(nodo: Mapping[str, Any], entrada: Mapping[str, Any]) -> dict[str, Any]:
    """Los campos del nodo con los valores del modelo puestos en sus huecos."""
    return {c: entrada.get(v.clave) if isinstance(v, DesdeIA) else v for c, v in nodo["campos"].items()}
