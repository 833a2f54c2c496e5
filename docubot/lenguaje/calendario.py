"""Un día, una hora y una zona: las piezas con las que se componen los intervalos de `fechas`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

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
_NOMBRES_DE_DIA: Final = (
    "lunes monday mon",
    "martes tuesday tue tues",
    "miercoles wednesday wed",
    "jueves thursday thu thurs",
    "viernes friday fri",
    "sabado saturday sat",
    "domingo sunday sun",
)
DIAS: Final = {nombre: n for n, nombres in enumerate(_NOMBRES_DE_DIA) for nombre in nombres.split()}
MES: Final = "|".join(sorted(MESES, key=len, reverse=True))
_DIAS: Final = "|".join(sorted(DIAS, key=len, reverse=True))
_SEMANA_SIGUIENTE: Final = r"(?:de la (?:semana que viene|proxima semana|semana proxima)|(?:of )?next week)"
DIA_DE_SEMANA: Final = (
    rf"(?:(?:este|this|proximo|next)\s+)?(?:{_DIAS})\b(?:\s+(?:que viene|proximo|{_SEMANA_SIGUIENTE}))?"
)
RELATIVA: Final = (
    r"(?:pasado mañana|day after tomorrow|anteayer|hoy|today|tonight|esta (?:tarde|noche|mañana)|this (?:afternoon"
    r"|evening|morning)"
    r"|(?<!la )(?<!esta )mañana|tomorrow|ayer|yesterday"
    r"|(?:dentro de|en|in)\s+(?:\d+|una?|a|one)\s+(?:dias?|days?|semanas?|weeks?))"
)
HORA: Final = (
    r"(?:\d{1,2}(?:(?::|\.|h)\d{2})?(?:\s+(?:y media|y cuarto|menos cuarto|en punto))?"
    r"(?:\s*(?:am|pm|hs?\b|horas\b))?(?:\s+(?:de|por) la (?:mañana|tarde|noche)|\s+in the (?:morning|afternoon"
    r"|evening))?"
    r"|una(?:\s+(?:y media|y cuarto))?|mediodia|noon|midnight)"
)
_PARTES_DE_HORA: Final = re.compile(r"(\d{1,2}|una)(?:[:.h](\d{2}))?(.*)")


class HoraInexistente(ValueError):
    """Esa hora de pared no existe ese día en esa zona: el reloj se adelantó por encima de ella."""


@dataclass(frozen=True, slots=True)
class Dia:
    """Un día a medio decir: `entero` si ya es una fecha; si no, las partes que se dijeron."""

    entero: date | None = None
    dia: int | None = None
    mes: int | None = None
    semana: int | None = None
    semana_siguiente: bool = False
    dentro_de: int | None = None

    @property
    def solo_numero(self) -> bool:
        """Verdadero si solo se dijo el número («el 18»)."""
        return self.dia is not None and self.mes is None


def _fecha(anio: int, mes: int, dia: int) -> date | None:
    try:
        return date(anio, mes, dia)
    except ValueError:
        return None


def leer_dia(texto: str) -> Dia | None:
    """Un día escrito de una de las formas de la gramática, en texto plegado; None si no existe (31 de febrero)."""
    iso = re.fullmatch(r"(\d{4})-(\d{2})-(\d{2})", texto)
    if iso:
        return _entero(_fecha(int(iso[1]), int(iso[2]), int(iso[3])))
    barras = re.fullmatch(r"(\d{1,2})/(\d{1,2})(?:/(\d{2,4}))?", texto)
    if barras:
        return _con_partes(int(barras[1]), int(barras[2]), barras[3])
    con_mes = re.search(rf"\b({MES})\b", texto)
    if con_mes:
        numeros = re.findall(r"\d+", texto)
        anio = next((n for n in numeros if len(n) == 4), None)
        dia = next((n for n in numeros if len(n) <= 2), None)
        return _con_partes(int(dia), MESES[con_mes[1]], anio) if dia else None
    numero = re.fullmatch(r"(\d{1,2})\D*", texto)
    if numero:
        return Dia(dia=int(numero[1])) if 1 <= int(numero[1]) <= 31 else None
    semana = re.search(rf"\b({_DIAS})\b", texto)
    if semana:
        siguiente = re.search(r"\bnext\b|semana", texto) is not None
        return Dia(semana=DIAS[semana[1]], semana_siguiente=siguiente)
    return _relativo(texto)


def _entero(fecha: date | None) -> Dia | None:
    return Dia(entero=fecha) if fecha else None


def _con_partes(dia: int, mes: int, anio: str | None) -> Dia | None:
    if anio is not None:
        return _entero(_fecha(int(anio) + (2000 if len(anio) == 2 else 0), mes, dia))
    return Dia(dia=dia, mes=mes) if _fecha(2024, mes, dia) else None


def _relativo(texto: str) -> Dia | None:
    fijos = {"pasado mañana": 2, "day after tomorrow": 2, "anteayer": -2, "ayer": -1, "yesterday": -1}
    fijos |= {"mañana": 1, "tomorrow": 1}
    if texto in fijos:
        return Dia(dentro_de=fijos[texto])
    dentro = re.fullmatch(r"(?:dentro de|en|in)\s+(\d+|una?|a|one)\s+(dia|day|semana|week)s?", texto)
    if dentro:
        cuantos = int(dentro[1]) if dentro[1].isdigit() else 1
        return Dia(dentro_de=cuantos * (7 if dentro[2] in ("semana", "week") else 1))
    return Dia(dentro_de=0)


def resolver(dia: Dia, hoy: date | None) -> date | None:
    """La fecha de un día: la próxima que llega si le faltan partes; None si hace falta `hoy` y no se sabe."""
    if dia.entero is not None:
        return dia.entero
    if hoy is None:
        return None
    if dia.dentro_de is not None:
        return hoy + timedelta(days=dia.dentro_de)
    if dia.semana is not None:
        if dia.semana_siguiente:
            return hoy - timedelta(days=hoy.weekday()) + timedelta(days=7 + dia.semana)
        return hoy + timedelta(days=(dia.semana - hoy.weekday() - 1) % 7 + 1)
    return _proxima(dia.dia or 1, dia.mes, hoy)


def _proxima(dia: int, mes: int | None, desde: date) -> date | None:
    anio, actual = desde.year, desde.month
    for salto in range(97):
        candidato_mes = mes if mes is not None else (actual - 1 + salto) % 12 + 1
        candidato_anio = anio + (salto if mes is not None else (actual - 1 + salto) // 12)
        fecha = _fecha(candidato_anio, candidato_mes, dia)
        if fecha is not None and fecha >= desde:
            return fecha
    return None


def resolver_par(uno: Dia, otro: Dia, hoy: date | None) -> tuple[date, date] | None:
    """Los dos extremos de «del 3 al 6 de agosto»: el mes de uno vale para el otro y el segundo nunca es anterior."""
    if uno.solo_numero and not otro.solo_numero:
        return _hacia_atras(uno, resolver(otro, hoy))
    inicio = resolver(uno, hoy)
    if inicio is None:
        return None
    if otro.entero is not None or otro.dentro_de is not None:
        fin = resolver(otro, hoy)
    elif otro.semana is not None:
        fin = inicio + timedelta(days=(otro.semana - inicio.weekday() - 1) % 7 + 1)
    else:
        fin = _proxima(otro.dia or 1, otro.mes, inicio)
    return (inicio, fin) if fin is not None and fin >= inicio else None


def _hacia_atras(uno: Dia, fin: date | None) -> tuple[date, date] | None:
    if fin is None or uno.dia is None:
        return None
    inicio = _fecha(fin.year, fin.month, uno.dia)
    if inicio is None or inicio > fin:
        anterior = fin.replace(day=1) - timedelta(days=1)
        inicio = _fecha(anterior.year, anterior.month, uno.dia)
    return (inicio, fin) if inicio is not None else None


def mes_entero(mes: int, anio: int | None, hoy: date) -> tuple[date, date]:
    """El primer y el último día de un mes: del año dicho o, sin él, el que esté en curso o el próximo que llega."""
    if anio is None:
        anio = hoy.year if mes >= hoy.month else hoy.year + 1
    return mes_a(date(anio, mes, 1), 0)


def mes_a(hoy: date, salto: int) -> tuple[date, date]:
    """El primer y el último día del mes que queda a `salto` meses del de hoy."""
    indice = hoy.year * 12 + hoy.month - 1 + salto
    primero = date(indice // 12, indice % 12 + 1, 1)
    siguiente = date((indice + 1) // 12, (indice + 1) % 12 + 1, 1)
    return primero, siguiente - timedelta(days=1)


def semana_a(hoy: date, salto: int) -> tuple[date, date]:
    """El lunes y el domingo de la semana que queda a `salto` semanas de la de hoy."""
    lunes = hoy - timedelta(days=hoy.weekday()) + timedelta(weeks=salto)
    return lunes, lunes + timedelta(days=6)


@dataclass(frozen=True, slots=True)
class Hora:
    """Una hora y lo seguro que es: `marcada` si dice mañana, tarde, minutos o va en 24 horas."""

    hora: int
    minuto: int
    marcada: bool
    tarde: bool = False

    @property
    def valor(self) -> time:
        """La hora tal como se leyó."""
        return time(self.hora % 24, self.minuto)

    def supuesta(self) -> time:
        """La hora, por la tarde si era un número suelto de 1 a 6."""
        if not self.marcada and 1 <= self.hora <= 6:
            return time(self.hora + 12, self.minuto)
        return self.valor


def leer_hora(texto: str) -> Hora | None:
    """Una hora escrita de una de las formas de la gramática, en texto plegado; None si no existe (25:00, 9:75)."""
    limpio = texto.strip()
    if limpio in ("mediodia", "noon"):
        return Hora(12, 0, True)
    if limpio == "midnight":
        return Hora(0, 0, True)
    casa = _PARTES_DE_HORA.fullmatch(limpio)
    if casa is None:
        return None
    hora = 1 if casa[1] == "una" else int(casa[1])
    minuto, cola = int(casa[2] or 0), casa[3]
    tarde = re.search(r"\bpm|tarde|noche|afternoon|evening|pm\b", cola) is not None
    manana = re.search(r"am\b|mañana|morning", cola) is not None
    if "menos cuarto" in cola:
        hora, minuto = hora - 1, 45
    elif "cuarto" in cola or "media" in cola:
        minuto = 15 if "cuarto" in cola else 30
    if tarde and hora < 12:
        hora += 12
    elif manana and hora == 12:
        hora = 0
    if hora > 24 or minuto > 59 or (hora == 24 and minuto):
        return None
    marcada = tarde or manana or casa[2] is not None or hora > 12 or casa[1].startswith("0")
    return Hora(hora, minuto, marcada, tarde or hora > 12)


@lru_cache(maxsize=64)
def zona(nombre: str) -> ZoneInfo | None:
    """La zona IANA de ese nombre, o None si no existe."""
    try:
        return ZoneInfo(nombre)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


_ZONA: Final = re.compile(r"\b(?:[A-Z][A-Za-z]+(?:/[A-Z][A-Za-z_]+){1,2}|UTC)\b")


def zona_en(texto: str) -> str | None:
    """El primer nombre de zona horaria IANA que aparece en el texto («Europe/Madrid»)."""
    return next((m.group() for m in _ZONA.finditer(texto) if zona(m.group()) is not None), None)


def instante(dia: date, hora: time, nombre_de_zona: str | None) -> str:
    """El instante ISO 8601 con su desfase; sin zona, sin desfase.

    Error: `HoraInexistente`, si el cambio de hora se la saltó.
    """
    zona_horaria = zona(nombre_de_zona) if nombre_de_zona else None
    local = datetime.combine(dia, hora, tzinfo=zona_horaria)
    if zona_horaria is None:
        return local.isoformat(timespec="seconds")
    vuelta = local.astimezone(UTC).astimezone(zona_horaria)
    if vuelta.replace(tzinfo=None) != local.replace(tzinfo=None):
        raise HoraInexistente(f"{hora:%H:%M} del {dia.isoformat()} no existe en {nombre_de_zona}")
    return local.isoformat(timespec="seconds")
