"""La segunda llamada con el turno del asistente, y el 400 que da la API sin él."""

from __future__ import annotations

from typing import Final

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo.simulador import Recibido, Simulado, simulador
from docubot.ejercicios.veredicto import Fallo

PREGUNTA: Final = "¿cuántas tareas abiertas tiene mi proyecto Atlas?"
ESPERADO: Final = (400, "invalid_request_error")


def comprobar(alumno: Alumno) -> None:
    """Primero la historia válida; después, la rechazada a propósito."""
    with simulador(alumno) as simulado:
        _con_turno(alumno, simulado)
    with simulador(alumno) as simulado:
        devuelto = simulado.llamar(alumno.funcion("error_sin_turno"), PREGUNTA)
        rechazados = [r for r in simulado.recibidos if r.rechazo]
        alumno.exige(rechazados, "error-de-memoria", devuelto=devuelto)
        sin_turno = all(m["role"] != "assistant" for m in rechazados[-1].mensajes)
        bien = isinstance(devuelto, tuple | list) and tuple(devuelto) == ESPERADO and sin_turno
        alumno.exige(bien, "otro-error", esperado=ESPERADO, devuelto=devuelto)


def _con_turno(alumno: Alumno, simulado: Simulado) -> None:
    try:
        simulado.llamar(alumno.funcion("responder"), PREGUNTA)
    except Fallo as fallo:
        if fallo.clave == "rechazada":
            raise _explicado(simulado.recibidos[-1]) from None
        raise


def _explicado(recibido: Recibido) -> Fallo:
    roles = [m.get("role") for m in recibido.mensajes]
    flechas, mensaje = " → ".join(map(str, roles)), recibido.rechazo
    turnos = [m.get("content") for m in recibido.mensajes if m.get("role") == "assistant"]
    if not turnos:
        return Fallo("sin-turno", roles=flechas, mensaje=mensaje)
    if roles[-1] == "assistant":
        return Fallo("turno-despues", roles=flechas, mensaje=mensaje)
    return Fallo("turno-reescrito", contenido=turnos[-1], mensaje=mensaje)
