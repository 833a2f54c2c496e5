"""Lo que una pregunta hereda de los turnos anteriores: «¿y Boreal?», «¿y el límite?», una respuesta."""

from __future__ import annotations

import re
from typing import Final

from docubot.lenguaje.conceptos import trocear
from docubot.lenguaje.texto import plegar
from docubot.modelos.local.analisis import terminos_de
from docubot.modelos.local.lectura import Lectura

_ARRANQUE: Final = re.compile(r"^(?:¿\s*)?(?:y|e|and|what about|how about|que hay de|ahora|tambien)\b", re.IGNORECASE)
_PRONOMBRE: Final = re.compile(r"\b(?:it|its|that one|them|ese|esa|eso|este proyecto|esos|lo mismo|the same|su|sus)\b")


def es_continuacion(lectura: Lectura) -> bool:
    """Verdadero si la pregunta solo se entiende con la anterior."""
    if not lectura.turnos:
        return False
    corta = len(trocear(plegar(lectura.pregunta))) <= 7
    return corta and (_ARRANQUE.match(plegar(lectura.pregunta)) is not None or _responde(lectura))


def _responde(lectura: Lectura) -> bool:
    """Verdadero si lo último que dijo el asistente fue una pregunta y esto la contesta con pocas palabras."""
    return bool(lectura.turnos) and _contesta(lectura.turnos[-1].respuesta, lectura.pregunta)


def _contesta(respuesta: str, dicho: str) -> bool:
    pregunto = "?" in respuesta.rstrip()[-160:]
    return pregunto and len(terminos_de(dicho)) <= 3 and not dicho.rstrip().endswith("?")


def _previa(lectura: Lectura) -> str:
    """La pregunta anterior con todo lo que se le fue añadiendo al contestar («reserva la Norte» + «de 9 a 10»)."""
    completa = respuesta = ""
    for turno in lectura.turnos:
        completa = (
            f"{completa} {turno.pregunta}" if completa and _contesta(respuesta, turno.pregunta) else turno.pregunta
        )
        respuesta = turno.respuesta
    return completa


def alude(lectura: Lectura) -> bool:
    """Verdadero si hay turnos anteriores y la pregunta se refiere a ellos con un pronombre."""
    return bool(lectura.turnos) and _PRONOMBRE.search(plegar(lectura.pregunta)) is not None


def con_lo_anterior(lectura: Lectura, nombres_nuevos: tuple[str, ...], nombres_viejos: tuple[str, ...]) -> str:
    """La pregunta completa de una continuación: la anterior, con los nombres nuevos en lugar de los viejos."""
    previa = _previa(lectura)
    if _responde(lectura):
        return f"{previa} {lectura.pregunta}"
    if not nombres_nuevos:
        numeros = re.findall(r"#?\s?\w*\d[\w-]*", lectura.pregunta)
        sin_mas = all(any(c.isdigit() for c in t.forma) for t in terminos_de(lectura.pregunta))
        return (
            re.sub(r"#?\s?\w*\d[\w-]*", f" {numeros[0]}", previa) if len(numeros) == 1 and sin_mas else lectura.pregunta
        )
    if len(terminos_de(lectura.pregunta)) > len(nombres_nuevos):
        return lectura.pregunta
    for viejo in nombres_viejos:
        previa = re.sub(rf"\b{re.escape(viejo)}\b", nombres_nuevos[0], previa)
    return previa if nombres_viejos else f"{previa} {lectura.pregunta}"
