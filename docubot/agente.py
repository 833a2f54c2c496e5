"""El agente: el modelo decide, nuestro código ejecuta.

::

    pregunta ──► modelo ──► ¿stop_reason? ── tool_use ──► ejecutar ──► resultados ──┐
                   ▲                │                                               │
                   │                └── end_turn, refusal… ──► respuesta citada     │
                   └────────────────────────────────────────────────────────────────┘

Tres modos sobre las mismas piezas: la documentación primero y sin herramientas, un solo paso de herramienta, y el
bucle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from docubot.configuracion import Modo
from docubot.conversacion import Conversacion
from docubot.errores import PresupuestoAgotado
from docubot.herramientas import Contexto
from docubot.rag import citas
from docubot.tipos import Respuesta
from docubot.turno import SIN_HERRAMIENTAS, Equipo, Parada, Turno, abrir_turno

CORTES_PERMITIDOS: Final = 1
"""Veces que se deja repetir una llamada cortada por longitud."""


@dataclass(frozen=True, slots=True)
class Ejecutar:
    """Hay llamadas que ejecutar."""


@dataclass(frozen=True, slots=True)
class Reanudar:
    """El modelo hizo una pausa: se le devuelve el turno tal cual."""


@dataclass(frozen=True, slots=True)
class Cortada:
    """Se acabaron los tokens de la respuesta, quizá en mitad de una llamada."""


@dataclass(frozen=True, slots=True)
class Terminar:
    """El turno acaba así."""

    parada: Parada


Siguiente: TypeAlias = Ejecutar | Reanudar | Cortada | Terminar

PARADAS: Final[Mapping[str | None, Siguiente]] = {
    "end_turn": Terminar("fin"),
    "stop_sequence": Terminar("fin"),
    "tool_use": Ejecutar(),
    "max_tokens": Cortada(),
    "pause_turn": Reanudar(),
    "refusal": Terminar("rechazo"),
    "model_context_window_exceeded": Terminar("contexto"),
}
DESCONOCIDA: Final = Terminar("desconocida")
"""Lo que no está en la tabla detiene el turno."""


def siguiente(respuesta: Respuesta, cortes: int) -> Siguiente:
    """Qué hacer con una respuesta. Un rechazo o un corte nunca ejecutan herramientas."""
    fila = PARADAS.get(respuesta.stop_reason, DESCONOCIDA)
    match fila:
        case Ejecutar() if not respuesta.tool_uses():
            return Terminar("fin") if respuesta.textos().strip() else DESCONOCIDA
        case Cortada() if not respuesta.tool_uses() or cortes >= CORTES_PERMITIDOS:
            return Terminar("truncada")
        case Reanudar() if respuesta.tool_uses():
            return DESCONOCIDA
        case _:
            return fila


def responder(pregunta: str, equipo: Equipo, conversacion: Conversacion) -> Turno:
    """El bucle: razona, actúa, observa y decide si sigue.

    Agotar el presupuesto es una forma de acabar, no un error. Errores: los del proveedor (`ModeloNoDisponible`,
    `SinPermiso`…) y `ErrorInterno`; siempre con la historia cerrada y el diario al día.
    """
    with abrir_turno("agente", pregunta, equipo, conversacion) as turno:
        conversacion.dice_la_persona(pregunta)
        try:
            while True:
                respuesta = turno.llamar()
                match siguiente(respuesta, turno.cortes):
                    case Ejecutar():
                        turno.ejecutar(respuesta)
                    case Cortada():
                        turno.devolver_cortadas(respuesta)
                    case Reanudar():
                        continue
                    case Terminar(parada):
                        return turno.cerrar(parada)
        except PresupuestoAgotado as error:
            return turno.sin_presupuesto(error.mensaje)


def responder_con_herramienta(pregunta: str, equipo: Equipo, conversacion: Conversacion) -> Turno:
    """Un paso de herramienta y termina: dos llamadas al modelo, la segunda con las herramientas prohibidas."""
    with abrir_turno("herramienta", pregunta, equipo, conversacion) as turno:
        conversacion.dice_la_persona(pregunta)
        try:
            respuesta = turno.llamar()
            match siguiente(respuesta, CORTES_PERMITIDOS):
                case Ejecutar():
                    turno.ejecutar(respuesta)
                    respuesta = turno.llamar(tool_choice=SIN_HERRAMIENTAS)
                case _:
                    pass
            match siguiente(respuesta, CORTES_PERMITIDOS):
                case Terminar(parada):
                    return turno.cerrar(parada)
                case _:
                    return turno.cerrar("desconocida")
        except PresupuestoAgotado as error:
            return turno.sin_presupuesto(error.mensaje)


def responder_con_documentacion(pregunta: str, equipo: Equipo, conversacion: Conversacion) -> Turno:
    """La recuperación primero, en un bloque `<documentacion-…>`, y el modelo sin herramientas."""
    with abrir_turno("documentacion", pregunta, equipo, conversacion) as turno:
        contexto: Contexto = equipo.ejecutor.contexto
        numerados = [(conversacion.fuentes.de_documento(p), p) for p in contexto.recuperador().buscar(pregunta, k=5)]
        conversacion.dice_la_persona(f"{citas.documentacion_en_prompt(numerados)}\n\nPregunta: {pregunta}")
        try:
            match siguiente(turno.llamar(con_herramientas=False), CORTES_PERMITIDOS):
                case Terminar(parada):
                    return turno.cerrar(parada)
                case _:
                    return turno.cerrar("desconocida")
        except PresupuestoAgotado as error:
            return turno.sin_presupuesto(error.mensaje)


MODOS: Final[Mapping[Modo, Callable[[str, Equipo, Conversacion], Turno]]] = {
    "documentacion": responder_con_documentacion,
    "herramienta": responder_con_herramienta,
    "agente": responder,
}
