# ruff: noqa: E501 - expresiones regulares
"""Lo que una pregunta da por hecho sin nombrarlo, dicho como lo diría una documentación.

«tengo 45 y el tope es 40, ¿cómo es posible?» pregunta por estar por encima; «una sala para dentro de tres meses», por la antelación.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from docubot.lenguaje.texto import plegar


@dataclass(frozen=True, slots=True)
class _Implicito:
    """Lo que se calla (`dicho`) si la pregunta plegada casa con todos los patrones y no con `salvo`."""

    dicho: str
    patrones: tuple[str, ...]
    salvo: str = ""


_CAMBIA: Final = r"\b(?:cambi|corrig|correg|corrij|edit|modific|arregl|rectific|fix|chang|amend)\w*\b"
_IMPLICITOS: Final = (
    _Implicito(
        "antelación de la reserva",
        (
            r"\b(?:salas?|reserv\w+|apart\w+|rooms?|book\w*)\b",
            r"\b(?:dentro de|de aqui a|con) (?:\w+ )?(?:dias|semanas?|meses|mes)\b|\bin (?:\w+ )?(?:days|weeks?|months?)\b|\b(?:days|weeks?|months?) (?:ahead|from now|out|away)\b|\b(?:el )?(?:mes|año) que viene\b|\bnext (?:month|year)\b",
        ),
    ),
    _Implicito(
        "horas en el futuro",
        (
            r"\b(?:apunt|registr|imput|carg|met[eo]|anot|log|track|record)\w*\b.*\b(?:horas?|entrada|tiempo|hours?|time|entry)\b",
            r"\b(?:mañana|pasado mañana|tomorrow|por adelantado|adelantad\w+|next week|proxima semana|semana que viene|in advance)\b",
        ),
    ),
    _Implicito(
        "duración de la reserva",
        (
            r"\b(?:salas?|rooms?)\b",
            r"\b(?:maxim\w+|minim\w+|mas larg\w+|mas cort\w+|como mucho|longest|shortest|max|min|at most)\b",
            r"\b(?:seguid[oa]s?|de corrido|rato|quedarme|quedarnos|tenerla|tener una|ocupar|usar|mas larg\w+|mas cort\w+|in a row|straight|keep|longest|shortest)\b",
        ),
    ),
    _Implicito(
        "formatos de exportación",
        (
            r"\b(?:baj(?:ar|arme|arnos|o|arlo|arlos)|descarg\w+|download)\b",
            r"\b(?:formatos?|datos|proyectos?|archivos?|csv|json|informacion|copia|data|formats?|projects?)\b",
        ),
        salvo=r"\b(?:plan|gratis|gratuito|equipo|empresa|free|tier)\b",
    ),
    _Implicito(
        "caracteres de la contraseña",
        (
            r"\b(?:contraseñas?|passwords?)\b",
            r"\b(?:larg[oa]s?|cort[oa]s?|longitud|how long (?:must|should|does|do|has)|length|short|longer|shorter)\b",
        ),
    ),
    _Implicito(
        "editar una entrada de horas",
        (
            _CAMBIA,
            r"\b(?:apunt|registr|imput|carg|met[ií]|anot|log)\w*\b.*\bhoras?\b|\bhoras?\b.*\b(?:apunt|registr|imput)\w*|\btime entr(?:y|ies)\b",
        ),
    ),
    _Implicito(
        "cuenta bloqueada por intentos fallidos",
        (
            r"\b(?:claves?|contraseñas?|passwords?)\b",
            r"\b(?:mal|erre|errad\w+|equivoq\w+|falle|fallad\w+|wrong|mistyp\w+)\b",
            r"\b(?:esper\w+|entro|entrar|a?fuera|bloque\w+|deja|wait|locked?|out|again)\b",
        ),
    ),
    _Implicito(
        "el temporizador se detiene solo",
        (
            r"\b(?:cronometro|temporizador|timer|stopwatch)\b",
            r"\b(?:siempre|noche|entero|sin parar|olvid\w+|apagar|apague|aguanta\w*|contando|corriendo|encendido|forever|overnight|running|forgot)\b",
        ),
    ),
    _Implicito(
        "factura rectificativa",
        (
            r"\b(?:facturas?|invoices?)\b",
            r"\b(?:errores|error|mal|equivoc\w+|wrong|mistakes?)\b",
            _CAMBIA,
        ),
    ),
)
_EXTRANEZA: Final = r"\b(?:por que|porque|como (?:es|puede\w*|se) |como pued\w+|how (?:come|can|is|could)|why|es posible|is it possible)\b"
_LIMITE: Final = r"\b(?:limite|tope|maximo|cupo|limit|cap|max|maximum)\b\D{0,12}(\d+)"
_HTTP: Final = r"(?<![\w.,-])([45]\d\d)(?![\w%.,-])(?! (?:mb|gb|megas|gigas|horas|hours|personas|people|€|euros|tareas|tasks|proyectos|projects|webhooks))"


def implicitos(texto: str) -> list[str]:
    """Las expresiones que la pregunta calla y una documentación usa para eso; vacía si no calla ninguna."""
    plegado = plegar(texto)
    salida = ["por encima del límite"] if _presupone_exceso(plegado) else []
    salida += [uno.dicho for uno in _IMPLICITOS if _lo_calla(uno, plegado)]
    if codigo := _patron(_HTTP).search(plegado):
        salida.append(f"error {codigo.group(1)} de la API")
    return salida


def _lo_calla(uno: _Implicito, plegado: str) -> bool:
    if not all(_patron(p).search(plegado) for p in uno.patrones):
        return False
    return not uno.salvo or _patron(uno.salvo).search(plegado) is None


@cache
def _patron(patron: str) -> re.Pattern[str]:
    """El patrón, compilado la primera vez que hace falta: casi siempre basta con el primero de cada fila."""
    return re.compile(patron)


def _presupone_exceso(plegado: str) -> bool:
    """Verdadero si se extraña de una cifra mayor que el límite que ella misma dice."""
    limite = _patron(_LIMITE).search(plegado)
    if limite is None or _patron(_EXTRANEZA).search(plegado) is None:
        return False
    return any(int(n) > int(limite.group(1)) for n in re.findall(r"\d+", plegado))
