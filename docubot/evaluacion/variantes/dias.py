"""Las fechas y los días de la semana que se esperan, recalculados con las entregas y los plazos nuevos."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Final

from docubot.evaluacion.entorno import HOY
from docubot.evaluacion.puntuacion import sin_acentos
from docubot.evaluacion.variantes.formas import formas_de_fecha

_LENGUAS: Final = (
    ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
    ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
)
_PLAZO_MINIMO: Final = 3
"""Con menos días, cualquier fecha cercana parecería un plazo."""
_ANTES: Final = 200
_DESPUES: Final = 500
"""Días alrededor de hoy en los que se busca la fecha que dice un texto sin año."""


@lru_cache(maxsize=1)
def _leidas() -> Mapping[str, frozenset[date]]:
    leidas: dict[str, set[date]] = {}
    for dia in (HOY + timedelta(days=n) for n in range(-_ANTES, _DESPUES)):
        for forma in formas_de_fecha(dia):
            leidas.setdefault(sin_acentos(forma), set()).add(dia)
    return {forma: frozenset(dias) for forma, dias in leidas.items()}


def es_fecha(texto: str) -> bool:
    """Si el texto es, entero, una fecha."""
    return sin_acentos(texto) in _leidas()


def fechas_nuevas(
    texto: str,
    pregunta: str,
    entregas: Mapping[date, date],
    nombradas: Mapping[date, date],
    plazo: Callable[[Decimal], Decimal | None],
) -> list[str] | None:
    """Las formas nuevas de una fecha: una entrega, o un plazo contado desde hoy o desde una entrega nombrada.

    `entregas` y `nombradas`: de cada una a la que la sustituye. `plazo`: los días nuevos de unos días, o None si no son
    un plazo. None si la fecha no sale de nada de eso, o sale de dos sitios que ahora dan distinto.
    """
    posibles = _leidas()[sin_acentos(texto)]
    if HOY in posibles or sin_acentos(texto) in sin_acentos(pregunta):
        return [texto]
    directas = {entregas[dia] for dia in posibles if dia in entregas}
    contadas = {d for dia in posibles for d in _contadas(dia, {**nombradas, HOY: HOY}, plazo)}
    nuevas = directas or contadas
    return formas_de_fecha(nuevas.pop()) if len(nuevas) == 1 else None


def _contadas(dia: date, bases: Mapping[date, date], plazo: Callable[[Decimal], Decimal | None]) -> list[date]:
    salida = []
    for vieja, nueva in bases.items():
        cuantos = abs((dia - vieja).days)
        dias = plazo(Decimal(cuantos)) if cuantos >= _PLAZO_MINIMO else None
        if dias is not None:
            salida.append(nueva + timedelta(days=int(dias)) * (1 if dia > vieja else -1))
    return salida


def dia_de_la_semana(texto: str, entregas: Mapping[date, date]) -> str:
    """El día de la semana de la entrega nueva, si `texto` es el de la vieja; si no, el mismo texto."""
    for dias in _LENGUAS:
        for vieja, nueva in entregas.items():
            if sin_acentos(texto) == sin_acentos(dias[vieja.weekday()]):
                return dias[nueva.weekday()]
    return texto
