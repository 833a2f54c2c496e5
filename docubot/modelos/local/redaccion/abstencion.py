# ruff: noqa: E501 - tablas y expresiones regulares
"""Lo que se dice cuando no hay con qué responder: charla, lo que no es del producto y lo que la documentación no trata."""

from __future__ import annotations

import re
from typing import Final

from docubot.modelos.local.analisis import analizar
from docubot.modelos.local.lectura import Lectura
from docubot.modelos.local.redaccion.pedido import plano
from docubot.tipos import Idioma

_GRACIAS: Final = re.compile(r"\b(?:gracias|thanks|thank you|thx|crack|genial|perfecto|great|awesome|cheers)\b")
_SALUDO: Final = re.compile(
    r"\b(?:hola|buenas|buenos dias|buenas tardes|hello|hi|hey|good (?:morning|afternoon|evening)|estas ahi|are you there|que tal)\b"
)
_DESPEDIDA: Final = re.compile(r"\b(?:adios|hasta luego|chau|chao|bye|see you|nos vemos)\b")
_QUIEN: Final = re.compile(
    r"\b(?:quien eres|que eres|who are you|what are you|que sabes hacer|que puedes hacer|what can you do|(?:eres|sos|are you) (?:chatgpt|gpt|claude|gemini|siri|alexa)|eres (?:un|una) (?:robot|ia|bot|persona))\b"
)


def _alcance(lectura: Lectura) -> str:
    nombre = lectura.producto
    if lectura.idioma == "en":
        return f"your {nombre} account and its documentation" if nombre else "what my tools and documentation cover"
    return (
        f"tu cuenta de {nombre} y su documentación" if nombre else "lo que alcanzan mis herramientas y mi documentación"
    )


def charla(lectura: Lectura) -> str | None:
    """La respuesta a un saludo, unas gracias o una despedida; None si es otra cosa."""
    texto = plano(lectura.pregunta)
    ingles = lectura.idioma == "en"
    if _QUIEN.search(texto):
        if ingles:
            return f"I'm a local model, not an LLM. I can answer questions about {_alcance(lectura)}."
        return f"Soy un modelo local, sin LLM. Puedo responder preguntas sobre {_alcance(lectura)}."
    if _GRACIAS.search(texto) and len(texto.split()) <= 9:
        return "You're welcome! Anything else, just ask." if ingles else "¡De nada! Si necesitas algo más, aquí estoy."
    if _DESPEDIDA.search(texto) and len(texto.split()) <= 6:
        return "Goodbye! See you soon." if ingles else "¡Hasta pronto!"
    if (
        _SALUDO.search(texto)
        and len(texto.split()) <= 6
        and not re.search(r"\b(?:traduc\w+|translate|escrib\w+|di(?:me)?|write|say|tiempo en|weather)\b", texto)
    ):
        if ingles:
            return f"Hello! How can I help? You can ask me about {_alcance(lectura)}."
        return f"¡Hola! Aquí estoy. Puedes preguntarme por {_alcance(lectura)}."
    if analizar(lectura.pregunta).charla:
        return (
            "Alright! If you need anything else, just ask."
            if ingles
            else "¡De acuerdo! Si necesitas algo más, aquí estoy."
        )
    return None


def fuera(lectura: Lectura) -> str:
    """Lo que no es asunto del asistente, dicho con lo que sí puede hacer."""
    if lectura.idioma == "en":
        return f"I can't help with that: I can only answer questions about {_alcance(lectura)}."
    return f"No puedo ayudarte con eso: solo puedo responder sobre {_alcance(lectura)}."


def sin_respuesta(lectura: Lectura, de_que: str = "") -> str:
    """La documentación no trata de lo que se pregunta."""
    nombre = lectura.producto
    if lectura.idioma == "en":
        duena = f"The {nombre} documentation" if nombre else "The documentation"
        asunto = f"anything about “{de_que}”" if de_que else "anything about that"
        return f"{duena} doesn't say {asunto}, so I can't answer it (no information found)."
    duena = f"La documentación de {nombre}" if nombre else "La documentación"
    asunto = f"sobre «{de_que}»" if de_que else "sobre eso"
    return f"{duena} no dice nada {asunto}; no puedo responder a eso."


def tema(pregunta: str, idioma: Idioma) -> str:
    """De qué trata la pregunta, en pocas palabras, para decir que no se sabe."""
    from docubot.modelos.local.terminos import leer_terminos

    formas = [t.original for t in leer_terminos(pregunta, idioma) if t.peso == 1.0]
    return " ".join(formas[:6])
