# ruff: noqa: E501 - expresiones regulares
"""Si una pregunta pide una regla del producto, que está en su documentación y no en la cuenta."""

from __future__ import annotations

import re
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.lexico import conceptos_de

_PERMISO: Final = re.compile(
    r"\b(?:can|could|may|might|must|possible|allowed|able to|missing to|left to do|puedo|podemos|se puede\w*|podria\w*|vale(?:n)?"
    r"|(?:cuentan?|counts?) (?:para|como|for|as|toward\w*|against|in)|hace falta|needed"
    r"|cuant\w+ (?:dias|minutos|meses) (?:tiene\w*|tengo|tenemos|tarda\w*|dura\w*|hay|se)|para pagar|how long (?:do|does|can|is)|days (?:do|does) .* (?:have|get)"
    r"|(?:active-project |project )?slots?|out of (?:the|those)|de los que (?:permite|deja|caben)"
    r"|no se (?:factura|deja)\w*|es (?:cierto|verdad)|is it true"
    r"|who(?: s| is|'s)? (?:supposed to|can|should|must|has to|gets to) (?:sign|approve|bill|invoice|decide|set|edit)|who (?:signs?|approves?|bills?|invoices?|decides?|sets?|edits?)|quien (?:aprueba|firma|factura|valida|decide|fija|paga|edita))\b"
)
_CORTESIA: Final = re.compile(r"\b(?:can|could|would|may|might) (?:you|i ask|i know|i see|i get|i have)\b")
_DE_MANUAL: Final = frozenset({
    "papelera", "iva", "webhook", "etiqueta", "subtarea", "sso", "scim", "moneda", "recordatorio", "plantilla", "historial", "almacenamiento", "contraseña",
    "token", "invitado", "copia", "idempotencia", "paginacion", "vencimiento", "rectificar", "temporizador", "rol", "exportar", "prorratear", "descuento", "soporte",
})  # fmt: skip
"""Cosas de las que hablan las instrucciones de un producto y no la ficha de un registro."""


def es_de_manual(forma: str) -> bool:
    return any(conceptos_de(forma, idioma) & _DE_MANUAL for idioma in ("es", "en"))


def pide_permiso(texto: str) -> bool:
    """«is it still possible to…», «cuenta para…»: se pregunta si algo vale, y eso lo dice una regla."""
    return _PERMISO.search(_CORTESIA.sub(" ", plegar(texto))) is not None
