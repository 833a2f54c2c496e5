"""Los tres caminos de la primera respuesta: texto, herramienta, y texto seguido de herramienta."""

from __future__ import annotations

from typing import Any, Final

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo.modelo import ModeloDeFuncion
from docubot.ejercicios.apoyo.simulador import simulador
from docubot.ejercicios.veredicto import Fallo
from docubot.tipos import Bloque, Peticion

SALUDO: Final = "¡Hola! Puedo decirte cómo va cualquiera de tus proyectos."
FINAL: Final = "Atlas está activo."
ANTES: Final = "Voy a mirarlo."


def comprobar(alumno: Alumno) -> None:
    """Cada camino, contra la API simulada."""
    _directo(alumno)
    _con_herramienta(alumno, [], "rompe-lo-que-iba")
    _con_herramienta(alumno, [{"type": "text", "text": ANTES}], "mira-el-primer-bloque")


def _directo(alumno: Alumno) -> None:
    pregunta = "hola, ¿qué tal?"
    with simulador(alumno, ModeloDeFuncion(lambda p: _contestar(p, [{"type": "text", "text": SALUDO}]))) as simulado:
        try:
            texto = simulado.llamar(alumno.funcion("responder"), pregunta)
        except Fallo as fallo:
            if fallo.clave != "excepcion":
                raise
            raise Fallo("asume-herramienta", linea=fallo.linea, pregunta=pregunta, tipo=fallo.datos["tipo"]) from None
        eleccion = simulado.recibidos[0].cuerpo.get("tool_choice") if simulado.recibidos else None
    forzada = isinstance(eleccion, dict) and eleccion.get("type") in ("any", "tool")
    alumno.exige(not forzada, "fuerza-herramienta", eleccion=eleccion)
    alumno.exige(_es(texto, SALUDO), "traga-la-excepcion", dijo=SALUDO, texto=texto)


def _con_herramienta(alumno: Alumno, delante: list[Bloque], clave: str) -> None:
    pedido = {"type": "tool_use", "id": "toolu_camino", "name": "consultar_proyecto", "input": {"nombre": "Atlas"}}
    with simulador(alumno, ModeloDeFuncion(lambda p: _contestar(p, [*delante, pedido]))) as simulado:
        texto = simulado.llamar(alumno.funcion("responder"), "¿cómo va Atlas?")
    alumno.exige(_es(texto, FINAL), clave, dijo=FINAL, texto=texto)


def _contestar(peticion: Peticion, primera: list[Bloque]) -> list[Bloque]:
    """La primera respuesta o, si ya hay resultados, la final. Obedece a tool_choice como un modelo."""
    if len(peticion.messages) > 1:
        return [{"type": "text", "text": FINAL}]
    forzada = (peticion.tool_choice or {}).get("type") in ("any", "tool")
    if forzada and not any(b["type"] == "tool_use" for b in primera):
        return [{"type": "tool_use", "id": "toolu_forzada", "name": "consultar_proyecto", "input": {"nombre": "hola"}}]
    return primera


def _es(texto: Any, esperado: str) -> bool:
    return isinstance(texto, str) and texto.strip() == esperado
