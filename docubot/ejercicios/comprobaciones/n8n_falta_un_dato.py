"""Los dos perfiles ante lo mismo, y la revisión de lo que piden."""

from __future__ import annotations

from typing import Any, Final

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo.modelo import pedir
from docubot.ejercicios.veredicto import corto

SIN_NUMERO: Final = "¿Cuándo llega mi pedido?"
CON_NUMERO: Final = (
    ("¿Dónde está mi pedido #4521?", "4521"),
    ("quiero saber el estado del pedido # 88", "88"),
    ("¿cuándo llega el pedido TT-90210?", "90210"),
)
CASI: Final = (
    ("¿Cuándo llega mi pedido? Lo compré el día 12.", "1"),
    ("Mi pedido, el de los 3400 euros, ¿dónde está?", "34"),
)
HERRAMIENTA: Final[dict[str, Any]] = {
    "name": "get_order_status",
    "description": "Usa esta herramienta cuando el cliente pregunte por el estado o la fecha de entrega de un pedido.",
    "input_schema": {
        "type": "object",
        "properties": {
            "order_id": {
                "type": "string",
                "description": "Número de pedido que dijo el cliente, solo dígitos, sin letras",
            }
        },
        "required": ["order_id"],
    },
}


def comprobar(alumno: Alumno) -> None:
    """Sin número, con número y con números que no son el del pedido."""
    revisar = alumno.funcion("revisar")
    hechos = {perfil: _pide(alumno, SIN_NUMERO, perfil) for perfil in ("prudente", "impulsivo")}
    for perfil, hecho in hechos.items():
        alumno.notas.append(f"{perfil}: {SIN_NUMERO} → {corto(hecho, 120)}")
    inventada = hechos["impulsivo"] if isinstance(hechos["impulsivo"], dict) else {"order_id": "1"}
    pregunta = revisar(SIN_NUMERO, dict(inventada))
    alumno.exige(pregunta is not None, "confia", mensaje=SIN_NUMERO, perfil="impulsivo", entrada=inventada)
    alumno.exige(isinstance(pregunta, str) and pregunta.strip(), "no-pregunta", dijo=pregunta)
    for mensaje, numero in CON_NUMERO:
        dicha = {"order_id": numero}
        dijo = revisar(mensaje, dict(dicha))
        alumno.exige(dijo is None, "siempre-pregunta", mensaje=mensaje, entrada=dicha, dijo=dijo)
    for mensaje, numero in CASI:
        dicha = {"order_id": numero}
        alumno.exige(revisar(mensaje, dict(dicha)), "a-medias", mensaje=mensaje, numero=numero, entrada=dicha)
    dijo = alumno.pieza("PARA_REEMBOLSOS", str)
    alumno.exige(dijo.strip().lower() == "prudente", "perfil", dijo=dijo, mensaje=SIN_NUMERO, **hechos)


def _pide(alumno: Alumno, mensaje: str, perfil: str) -> Any:
    """La entrada que llenó o, si no pidió nada, lo que dijo."""
    respuesta = pedir(alumno, mensaje, [HERRAMIENTA], perfil=perfil)
    llamadas = respuesta.tool_uses()
    return llamadas[0]["input"] if llamadas else respuesta.textos()
