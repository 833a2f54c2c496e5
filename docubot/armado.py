"""Arma lo que un turno necesita a partir de la configuración: modelo, herramientas, prompt y límites."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from docubot import modelos, prompts
from docubot.configuracion import Configuracion, Modo
from docubot.conversacion import Conversacion
from docubot.diario import Diario
from docubot.ejecucion import Ejecutor
from docubot.herramientas import HERRAMIENTAS, Contexto
from docubot.presupuesto import Limites
from docubot.turno import Equipo, Suceso

PROMPT_DE: Final[dict[Modo, prompts.Variante]] = {
    "documentacion": "system_documentacion",
    "herramienta": "system_herramienta",
    "agente": "system_agente",
}


def armar_equipo(configuracion: Configuracion, contar: Callable[[Suceso], None] = lambda _: None) -> Equipo:
    """El equipo del modo que pide la configuración. Errores: los de `modelos.abrir`."""
    prompt = prompts.cargar(PROMPT_DE[configuracion.modo])
    return Equipo(
        modelo=modelos.abrir(configuracion),
        ejecutor=Ejecutor(HERRAMIENTAS, Contexto(configuracion)),
        prompt=prompt,
        system=prompt.texto(configuracion.fecha(), configuracion.zona, configuracion.idioma),
        limites=limites_de(configuracion),
        contar=contar,
    )


def limites_de(configuracion: Configuracion) -> Limites:
    """Los límites de un turno."""
    return Limites(
        configuracion.max_pasos, configuracion.max_herramientas, configuracion.max_tokens, configuracion.plazo
    )


def nueva_conversacion(configuracion: Configuracion) -> Conversacion:
    """Una conversación vacía con su diario. Error: `NoSePuedeCrear`."""
    return Conversacion(Diario(configuracion.datos, secretos=configuracion.secretos()))
