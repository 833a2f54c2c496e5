# ruff: noqa: E501 - expresiones regulares
"""Lo que no toca: preguntas del mundo y órdenes que ninguna herramienta cumple."""

from __future__ import annotations

import re
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.mesa import Mesa, Plan
from docubot.modelos.local.puntuacion import es_imperativa
from docubot.modelos.local.seguimiento import es_continuacion

_ESCRIBE: Final = re.compile(
    r"^(?:por favor,? |please,? |oye,? |che,? )*(?:"
    r"(?:crea|borra|elimina|archiva|reactiva|completa|asigna|renombra|cierra|mueve|marca|edita|añade|agrega)(?:me|nos|le|lo|la)? (?!nub-)"
    r"|(?:create|delete|remove|archive|reactivate|complete|assign|rename|move|mark|edit|add) (?:the|my|our|a|an|all|this)\b)"
)


def manda_algo_imposible(mesa: Mesa, plan: Plan) -> bool:
    """Verdadero si se ordena algo («ponme una reunión») y ninguna herramienta lo hace: solo queda la documentación."""
    documental = mesa.documental
    if (
        documental is not None
        and "?" not in mesa.analisis.texto
        and _ESCRIBE.match(plegar(mesa.analisis.texto).strip("¿¡ "))
    ):
        return not any(n.ficha.papel == "accion" for n in plan.necesidades)
    solo_buscar = documental is not None and all(n.ficha.nombre == documental.nombre for n in plan.necesidades)
    return solo_buscar and not es_continuacion(mesa.lectura) and any(es_imperativa(c) for c in mesa.analisis.clausulas)


_MUNDO: Final = re.compile(
    r"\b(?:que hora es|que horas son|what time is it|what s the time|what is the time|a cuanto (?:esta|cotiza|anda)|cotiza\w*|tipo de cambio|exchange rate"
    r"|que tiempo (?:hace|hara)|va a llover|pronostico|clima|weather|forecast|noticias|the news|elecciones|elections|quien gano|who won|recetas?|recipes?|chistes?|jokes?"
    r"|horoscopo|horoscope|peliculas?|movies?|partido|match score|loteria|lottery|la liga|champions|(?:euros?|dolar(?:es)?|dollars?|pesos?|pounds?)\b.{0,25}\b(?:today|hoy|rate|against|cambio)|tiempo en \w+|que (?:opinas|piensas|te parece)|what do you think)\b"
)
"""Lo que se pregunta del mundo y ni una cuenta ni su documentación saben."""


def es_de_fuera(mesa: Mesa, plan: Plan) -> bool:
    """Verdadero si pregunta algo del mundo (la hora, el tiempo, un cambio de moneda) y ninguna herramienta lo da."""
    propias = [n for n in plan.necesidades if n.ficha.papel not in ("documental", "lista")]
    return mesa.documental is not None and not propias and _MUNDO.search(plegar(mesa.analisis.texto)) is not None
