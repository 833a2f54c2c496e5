# ruff: noqa: E501 - expresiones regulares
"""Lo que una pregunta da por hecho sin nombrarlo, dicho como lo diría una documentación.

«tengo 45 y el tope es 40, ¿cómo es posible?» pregunta por estar por encima; «una sala para dentro de tres meses», por la antelación.
"""

from __future__ import annotations

import re
from typing import Final

from docubot.lenguaje.texto import plegar

_EXTRAÑA: Final = re.compile(
    r"\b(?:por que|porque|como (?:es|puede\w*|se) |como pued\w+|how (?:come|can|is|could)|why|es posible|is it possible)\b"
)
_LIMITE: Final = re.compile(r"\b(?:limite|tope|maximo|cupo|limit|cap|max|maximum)\b\D{0,12}(\d+)")
_NUMERO: Final = re.compile(r"\d+")
_RESERVA: Final = re.compile(r"\b(?:salas?|reserv\w+|apart\w+|rooms?|book\w*)\b")
_CON_TIEMPO: Final = re.compile(
    r"\b(?:dentro de|de aqui a|con) (?:\w+ )?(?:dias|semanas?|meses|mes)\b|\bin (?:\w+ )?(?:days|weeks?|months?)\b"
    r"|\b(?:days|weeks?|months?) (?:ahead|from now|out|away)\b|\b(?:el )?(?:mes|año) que viene\b|\bnext (?:month|year)\b"
)
_HORAS: Final = re.compile(
    r"\b(?:apunt|registr|imput|carg|met[eo]|anot|log|track|record)\w*\b.*\b(?:horas?|entrada|tiempo|hours?|time|entry)\b"
)
_AUN_NO: Final = re.compile(
    r"\b(?:mañana|pasado mañana|tomorrow|por adelantado|adelantad\w+|next week|proxima semana|semana que viene|in advance)\b"
)


_SALA: Final = re.compile(r"\b(?:salas?|rooms?)\b")
_UN_RATO: Final = re.compile(
    r"\b(?:seguid[oa]s?|de corrido|rato|quedarme|quedarnos|tenerla|tener una|ocupar|usar|mas larg\w+|mas cort\w+|in a row|straight|keep|longest|shortest)\b"
)
_EXTREMO: Final = re.compile(
    r"\b(?:maxim\w+|minim\w+|mas larg\w+|mas cort\w+|como mucho|longest|shortest|max|min|at most)\b"
)
_BAJAR: Final = re.compile(r"\b(?:baj(?:ar|arme|arnos|o|arlo|arlos)|descarg\w+|download)\b")
_DATOS: Final = re.compile(
    r"\b(?:formatos?|datos|proyectos?|archivos?|csv|json|informacion|copia|data|formats?|projects?)\b"
)
_DE_PLAN: Final = re.compile(r"\b(?:plan|gratis|gratuito|equipo|empresa|free|tier)\b")


def implicitos(texto: str) -> list[str]:
    """Las expresiones que la pregunta calla y una documentación usa para eso; vacía si no calla ninguna."""
    plegado = plegar(texto)
    salida = ["por encima del límite"] if _presupone_exceso(plegado) else []
    if _RESERVA.search(plegado) and _CON_TIEMPO.search(plegado):
        salida.append("antelación de la reserva")
    if _HORAS.search(plegado) and _AUN_NO.search(plegado):
        salida.append("horas en el futuro")
    if _SALA.search(plegado) and _EXTREMO.search(plegado) and _UN_RATO.search(plegado):
        salida.append("duración de la reserva")
    if _BAJAR.search(plegado) and _DATOS.search(plegado) and not _DE_PLAN.search(plegado):
        salida.append("formatos de exportación")
    if _CLAVE.search(plegado) and _LARGO.search(plegado):
        salida.append("caracteres de la contraseña")
    if _CAMBIA.search(plegado) and _DE_HORAS.search(plegado):
        salida.append("editar una entrada de horas")
    if _CLAVE_O_PIN.search(plegado) and _FALLADA.search(plegado) and _FUERA.search(plegado):
        salida.append("cuenta bloqueada por intentos fallidos")
    if _CRONO.search(plegado) and _SIN_PARAR.search(plegado):
        salida.append("el temporizador se detiene solo")
    if _FACTURA.search(plegado) and _MAL.search(plegado) and _CAMBIA.search(plegado):
        salida.append("factura rectificativa")
    if codigo := _HTTP.search(plegado):
        salida.append(f"error {codigo.group(1)} de la API")
    return salida


_CLAVE_O_PIN: Final = re.compile(r"\b(?:claves?|contraseñas?|passwords?)\b")
_FALLADA: Final = re.compile(r"\b(?:mal|erre|errad\w+|equivoq\w+|falle|fallad\w+|wrong|mistyp\w+)\b")
_FUERA: Final = re.compile(r"\b(?:esper\w+|entro|entrar|a?fuera|bloque\w+|deja|wait|locked?|out|again)\b")
_CRONO: Final = re.compile(r"\b(?:cronometro|temporizador|timer|stopwatch)\b")
_SIN_PARAR: Final = re.compile(
    r"\b(?:siempre|noche|entero|sin parar|olvid\w+|apagar|apague|aguanta\w*|contando|corriendo|encendido|forever|overnight|running|forgot)\b"
)
_FACTURA: Final = re.compile(r"\b(?:facturas?|invoices?)\b")
_MAL: Final = re.compile(r"\b(?:errores|error|mal|equivoc\w+|wrong|mistakes?)\b")
_HTTP: Final = re.compile(
    r"(?<![\w.,-])([45]\d\d)(?![\w%.,-])(?! (?:mb|gb|megas|gigas|horas|hours|personas|people|€|euros|tareas|tasks|proyectos|projects|webhooks))"
)
_CAMBIA: Final = re.compile(r"\b(?:cambi|corrig|correg|corrij|edit|modific|arregl|rectific|fix|chang|amend)\w*\b")
_DE_HORAS: Final = re.compile(
    r"\b(?:apunt|registr|imput|carg|met[ií]|anot|log)\w*\b.*\bhoras?\b|\bhoras?\b.*\b(?:apunt|registr|imput)\w*|\btime entr(?:y|ies)\b"
)
_CLAVE: Final = re.compile(r"\b(?:contraseñas?|passwords?)\b")
_LARGO: Final = re.compile(
    r"\b(?:larg[oa]s?|cort[oa]s?|longitud|how long (?:must|should|does|do|has)|length|short|longer|shorter)\b"
)


def _presupone_exceso(plegado: str) -> bool:
    """Verdadero si se extraña de una cifra mayor que el límite que ella misma dice."""
    limite = _LIMITE.search(plegado)
    if limite is None or _EXTRAÑA.search(plegado) is None:
        return False
    return any(int(n) > int(limite.group(1)) for n in _NUMERO.findall(plegado))
