"""Las varias cosas que enumera una pregunta («el límite de la API, los webhooks y a quién pedimos ayuda»)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from docubot.modelos.local.redaccion.pedido import Clausula, leer_clausula
from docubot.modelos.local.terminos import Termino, leer_terminos, mejor
from docubot.tipos import Idioma

_SEPARADOR: Final = re.compile(
    r"\s*(?:[,;:]|\b(?:y|e|and|plus|o|or)\b|\+)\s*(?:tambien |también |also )?", re.IGNORECASE
)
MAXIMO: Final = 2
"""Cosas de más que se contestan: el resto sería volcar la documentación."""


def sin_contestar(clausula: Clausula, usadas: Sequence[str], idioma: Idioma) -> list[tuple[Clausula, list[Termino]]]:
    """Los trozos de la cláusula de los que lo ya dicho no habla, con los términos que les faltan."""
    trozos = [t for t in _SEPARADOR.split(clausula.texto) if t.strip()]
    if len(trozos) < 2:
        return []
    dichos = leer_terminos(" ".join(usadas), "es")
    salida = []
    for trozo in trozos:
        suya = leer_clausula(trozo, idioma)
        propios = [t for t in suya.terminos if t.conceptos and t.peso == 1.0 and not t.conceptos & _CONTEXTO]
        if propios and all(mejor(t, dichos) < _LO_DICE for t in propios):
            salida.append((suya, propios))
    return salida[:MAXIMO]


_LO_DICE: Final = 0.75
_CONTEXTO: Final = frozenset(
    {"gratis", "equipo", "empresa", "plan", "total", "organizacion", "persona", "dato", "negocio"}
)
"""Lo que sitúa la pregunta y no pide nada por sí solo."""
