"""Fechas, horas e intervalos escritos en español o inglés."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from docubot.lenguaje.texto import plegar

_NOMBRES_DE_MES: Final = (
    "enero ene january jan",
    "febrero feb february",
    "marzo mar march",
    "abril abr april apr",
    "mayo may",
    "junio jun june",
    "julio jul july",
    "agosto ago august aug",
    "septiembre setiembre sep sept september",
    "octubre oct october",
    "noviembre nov november",
    "diciembre dic december dec",
)
MESES: Final = {nombre: n for n, nombres in enumerate(_NOMBRES_DE_MES, start=1) for nombre in nombres.split()}
_MES: Final = "|".join(sorted(MESES, key=len, reverse=True))
_ISO: Final = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_LARGA: Final = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:de\s+|of\s+)?({_MES})\.?,?\s+(?:de\s+|del\s+)?(\d{{4}})"
)
_LARGA_EN: Final = re.compile(rf"\b({_MES})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})")
_BARRAS: Final = re.compile(r"(?<!\d)(\d{1,2})/(\d{1,2})/(\d{4})(?!\d)")
_ZONA: Final = re.compile(r"\b(?:[A-Z][A-Za-z]+(?:/[A-Z][A-Za-z_]+){1,2}|UTC)\b")
_CLAVE: Final = re.compile(r"\b(?:hoy|today|fecha actual|current date|fecha|date)\b")


def _fecha(anio: str, mes: int, dia: str) -> date | None:
    try:
        return date(int(anio), mes, int(dia))
    except ValueError:
        return None


def _fechas_completas(plegado: str) -> list[tuple[int, date]]:
    halladas: list[tuple[int, date | None]] = []
    halladas += [(m.start(), _fecha(m[1], int(m[2]), m[3])) for m in _ISO.finditer(plegado)]
    halladas += [(m.start(), _fecha(m[3], MESES[m[2]], m[1])) for m in _LARGA.finditer(plegado)]
    halladas += [(m.start(), _fecha(m[3], MESES[m[1]], m[2])) for m in _LARGA_EN.finditer(plegado)]
    halladas += [(m.start(), _fecha(m[3], int(m[2]), m[1])) for m in _BARRAS.finditer(plegado)]
    return sorted((p, f) for p, f in halladas if f is not None)


def fecha_en(texto: str) -> date | None:
    """La fecha de hoy que dice un system prompt: la que sigue a «hoy», «today» o «fecha»; si no, la primera."""
    plegado = plegar(texto)
    fechas = _fechas_completas(plegado)
    for clave in _CLAVE.finditer(plegado):
        cercana = next((f for p, f in fechas if 0 <= p - clave.end() <= 60), None)
        if cercana is not None:
            return cercana
    return fechas[0][1] if fechas else None


@lru_cache(maxsize=64)
def zona(nombre: str) -> ZoneInfo | None:
    """La zona IANA de ese nombre, o None si no existe."""
    try:
        return ZoneInfo(nombre)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def zona_en(texto: str) -> str | None:
    """El primer nombre de zona horaria IANA que aparece en el texto («Europe/Madrid»)."""
    return next((m.group() for m in _ZONA.finditer(texto) if zona(m.group()) is not None), None)
