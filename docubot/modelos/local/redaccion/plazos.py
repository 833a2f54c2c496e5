# ruff: noqa: E501 - expresiones regulares
"""Un plazo de las reglas («a 30 días») contado desde un día: el que dice la pregunta, el del registro u hoy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from docubot.lenguaje.fechas import leer_intervalo
from docubot.lenguaje.texto import plegar
from docubot.modelos.local.datos import Registro, como_fecha
from docubot.modelos.local.redaccion import formato
from docubot.modelos.local.redaccion.pedido import Clausula, en_cifras
from docubot.tipos import Idioma

_PIDE_DIA: Final = (
    r"hace \d+|ago|puedo|can|cuando|que dia|que fecha|hasta cuando|antes de que|antes o despues|vence\w*|venza|caduca\w*|seguiria|todavia|aun|a tiempo|when|what (?:day|date)|until when|"
    r"by when|fall due|due|expire\w*|still|before|las dos fechas"
)
_DEL_REGISTRO: Final = r"mismo dia|ese dia|dia de la entrega|fecha de entrega|same day|that day|delivery (?:date|day)|al entregar|on delivery|when delivered|la entrega"
_DIAS: Final = re.compile(r"\b(\d+) (?:dias|days)\b")
_HACE: Final = re.compile(r"\bhace (\d+) (dias?|semanas?|mes(?:es)?)\b|\b(\d+) (days?|weeks?|months?) ago\b")
_SEMESTRE: Final = 183


def contar(entera: Clausula, registros: Sequence[Registro], texto: str, hoy: date | None, idioma: Idioma) -> str:
    """« 30 días desde el 18 de diciembre de 2026: el 17 de enero de 2027.», o vacío si no hay un plazo solo ni un día."""
    if hoy is None or not entera.dice(_PIDE_DIA):
        return ""
    plazos = list(dict.fromkeys(int(n) for n in _DIAS.findall(plegar(texto))))
    base = _base(entera, registros, hoy)
    if not plazos or base is None:
        return ""
    fin = base + timedelta(days=plazos[0])
    desde, hasta = formato.fecha(base, idioma), formato.fecha(fin, idioma)
    if idioma == "en":
        return f" {plazos[0]} days from {desde}: {hasta}."
    return f" {plazos[0]} días desde el {desde}: el {hasta}."


def _base(entera: Clausula, registros: Sequence[Registro], hoy: date) -> date | None:
    """El día desde el que se cuenta; None si la pregunta no da ninguno."""
    hace = _HACE.search(en_cifras(entera.plegado))
    if hace is not None:
        cuantos, unidad = int(hace.group(1) or hace.group(3)), hace.group(2) or hace.group(4)
        return hoy - timedelta(days=cuantos * (7 if unidad[:1] in "sw" else 30 if unidad[:1] == "m" else 1))
    dicho = leer_intervalo(re.sub(r"\bago\b", "", entera.texto), hoy).dia
    if dicho is not None:
        return _mas_cercano(dicho, hoy)
    if len(registros) != 1 or not entera.dice(_DEL_REGISTRO):
        return None
    fechas = [d for c in registros[0].campos if c.tipo == "fecha" and (d := como_fecha(str(c.valor)))]
    return fechas[0] if fechas else None


def _mas_cercano(dia: date, hoy: date) -> date:
    """«el 20 de noviembre», dicho el 30: el de este año, no el que llega."""
    if (dia - hoy).days <= _SEMESTRE or (dia.month, dia.day) == (2, 29):
        return dia
    return dia.replace(year=dia.year - 1)
