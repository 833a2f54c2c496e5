"""El modelo guionizado, para cualquier prueba: `ModeloGuion` y con qué escribir sus pasos y sus peticiones.

Vive en `docubot.modelos.guion`, que es público: también lo usan los ejercicios y el simulador.
"""

from __future__ import annotations

from typing import Any

from docubot.modelos.guion import GuionIncumplido, ModeloGuion, Paso, llamada, texto
from docubot.tipos import Mensaje, Peticion

__all__ = ["GuionIncumplido", "ModeloGuion", "Paso", "llamada", "peticion", "resultado", "texto", "usuario"]


def usuario(contenido: Any) -> Mensaje:
    """Un mensaje de la persona."""
    return {"role": "user", "content": contenido}


def resultado(id: str, contenido: Any = "ok", **campos: Any) -> dict[str, Any]:
    """Un bloque `tool_result`."""
    return {"type": "tool_result", "tool_use_id": id, "content": contenido, **campos}


def peticion(*mensajes: Mensaje, **campos: Any) -> Peticion:
    """Una petición con esos mensajes, o con un «hola»."""
    return Peticion(campos.pop("system", ""), list(mensajes) or [usuario("hola")], **campos)
