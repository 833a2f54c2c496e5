"""Fechas, horas e intervalos escritos en español o inglés, sin adivinar de más.

La gramática es propia y corta: los analizadores generales fallan justo en los intervalos («del 3 al 6 de agosto» les da
solo el 6). Un día de la semana es el próximo que llega, nunca hoy; «next Friday» es el de la semana siguiente. Una
hora suelta de la 1 a las 6 sin más señas es de la tarde. Una fecha sin año es la próxima que llega.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from typing import Final

from docubot.lenguaje.calendario import (
    DIA_DE_SEMANA,
    HORA,
    MES,
    MESES,
    RELATIVA,
    Dia,
    leer_dia,
    leer_hora,
    mes_a,
    mes_entero,
    resolver,
    resolver_par,
    semana_a,
)
from docubot.lenguaje.numeros import con_cifras
from docubot.lenguaje.texto import plegar

_ORDINAL: Final = r"(?:st|nd|rd|th|ro|º)?"
_ANIO: Final = r"(?:,?\s+(?:de\s+|del\s+)?\d{4}\b)?"
_CON_MES: Final = (
    rf"(?:\d{{1,2}}{_ORDINAL}\s+(?:de\s+|of\s+)?(?:{MES})\b\.?{_ANIO}"
    rf"|(?:{MES})\.?\s+(?:the\s+)?\d{{1,2}}{_ORDINAL}(?!\d){_ANIO})"
)
_ISO: Final = r"\d{4}-\d{2}-\d{2}"
_BARRAS: Final = r"\d{1,2}/\d{1,2}(?:/\d{2,4})?"
_NUMERO_DE_DIA: Final = rf"\d{{1,2}}{_ORDINAL}(?![\d:h])"
_DIA: Final = rf"(?:{_ISO}|{_BARRAS}|{_CON_MES}|{DIA_DE_SEMANA}|{RELATIVA})"
_DIA_O_NUMERO: Final = rf"(?:{_DIA}|{_NUMERO_DE_DIA})"
_HASTA: Final = r"(?:al|a|hasta|to|until|till|through|thru|y|and|-|–|—)"
_ARTICULO: Final = r"(?:(?:el|la|los|the|on|dia|day)\s+)*"
_RANGO_DE_DIAS: Final = re.compile(
    rf"(?<![\w/-])(?:(?:del|de|desde|entre|from"
    rf"|between)\s+)?{_ARTICULO}({_DIA_O_NUMERO})\s*{_HASTA}\s*{_ARTICULO}({_DIA_O_NUMERO})(?![\w/:])"
)
_RANGO_NUMERICO: Final = re.compile(
    r"\b(?:del|desde el|entre el|from the|between the)\s+(?:dia\s+)?(\d{1,2})(?:st|nd|rd|th)?\s+"
    r"(?:al|hasta el|y el|y|to the|to|and the|until the)\s+(\d{1,2})(?:st|nd|rd|th)?(?![\d:])"
)
_UNA_FECHA: Final = re.compile(
    rf"(?<![\w/-])(?:(?:{DIA_DE_SEMANA}),?\s+(?:el\s+|the\s+)?)?({_ISO}|{_BARRAS}|{_CON_MES})(?![\w/])"
)
_UN_DIA: Final = re.compile(rf"(?<![\w/-])({DIA_DE_SEMANA}|{RELATIVA})(?![\w/])")
_DIA_SUELTO: Final = re.compile(
    r"\b(?:el dia|el|on the|the)\s+(\d{1,2})(?:(?:st|nd|rd|th)\b|(?=\s*(?:$|[,.;?!)]|de \d|a las|at |por |desde"
    r"|from |para |for )))"
)
_VUELTA: Final = re.compile(
    rf"\b(?:hasta|salida|salgo|salimos|saldriamos|voy|vamos|iriamos|vuelta|volvemos|volveriamos|regreso|regresamos"
    rf"|until|leaving|leave|returning"
    rf"|return|check.?out|back)\b[^.\d]{{0,20}}?{_ARTICULO}({_DIA_O_NUMERO})(?![\w/:])"
)
_PERIODO: Final = re.compile(
    rf"\b(?:(?:el |la |the |en |in |de |of |del |during |durante )*(?:mes de "
    rf"|month of )?)(?:(?P<mes>{MES})\b(?!\s*\d{{1,2}}\b(?!\d))(?:\s+(?:de\s+|del\s+)?(?P<anio>\d{{4}}))?"
    r"|(?P<antes>(?:mes|semana) pasad[oa]|last (?:month|week))|(?P<este>est[ea] (?:mes|semana)|this (?:month|week))"
    r"|(?P<luego>(?:proxim[oa] (?:mes|semana)|(?:mes|semana) (?:que viene|proxim[oa])|next (?:month|week)))"
    r"|(?P<finde>(?:este |proximo )?(?:finde|fin de semana)|(?:this |next )?weekend))\b"
)
_RANGO_DE_HORAS: Final = re.compile(
    rf"(?<![\w-])(?:(?:de|desde|entre|from|between)\s+)(?:las?\s+)?({HORA})\s*(?:a|hasta|y|to|until|till|and|-"
    rf"|–)\s*(?:las?\s+)?({HORA})"
    rf"(?![\w:]|\s*(?:personas|people|plazas|dias|days|%|€))"
)
_RANGO_CON_GUION: Final = re.compile(
    r"(?<![\w/-])(?:las?\s+|at\s+)?((?:\d{1,2}(?:[:.h]\d{2})?\s*(?:am|pm|h)?))\s*(?:-|–|to"
    r"|a)\s*(?:las?\s+)?((?:\d{1,2}(?:[:.]\d{2}\s*(?:am|pm|h)?|\s*(?:am|pm|h\b))))(?![\w/-])"
)
_UNA_HORA: Final = re.compile(
    rf"(?:\b(?:a las?|at|desde las?|sobre las?|from|las|starting at)\s+({HORA})"
    rf"|(?<![\w:.,/$€£-])(\d{{1,2}}[:.]\d{{2}}\s*(?:am|pm|h)?|\d{{1,2}}\s*(?:am|pm|h(?:s|oras)?\b(?!\s+de))|mediodia"
    rf"|noon|midnight))(?![\w:]|\s*(?:[€$£]|euros?\b|dolares\b|dollars?\b|usd\b))"
)
_DURACION: Final = re.compile(
    r"\b(?:(?:durante|por|for|de)\s+)?(?:(media hora|half an hour|hora y media|an hour and a half)"
    r"|(\d+(?:[.,]\d+)?|una?|an|one)\s*(horas?|hours?|hrs?|h|minutos?|minutes?|mins?)\b(\s+y media|\s+and a half)?)"
)
_NOCHES: Final = re.compile(r"\b(\d+|una|one)\s+(?:noches?|nights?|dias|days)\b")
_COMPLETA: Final = re.compile(rf"(?<!\d)(?:{_ISO}(?!\d)|{_CON_MES}|\d{{1,2}}/\d{{1,2}}/\d{{4}})")
_CLAVE: Final = re.compile(r"\b(?:hoy|today|fecha actual|current date|fecha|date)\b")


@dataclass(frozen=True, slots=True)
class Intervalo:
    """Lo que un texto dice de cuándo. `resto` es el texto plegado y en cifras, sin las fechas ni las horas."""

    dia: date | None = None
    dia_fin: date | None = None
    hora: time | None = None
    hora_fin: time | None = None
    duracion: timedelta | None = None
    resto: str = ""

    @property
    def vacio(self) -> bool:
        """Verdadero si el texto no decía ninguna fecha ni hora."""
        return self.dia is None and self.hora is None

    @property
    def fin(self) -> tuple[date | None, time | None]:
        """El día y la hora en que acaba: los que se digan, o el comienzo más la duración; al día siguiente si toca."""
        if self.hora is None:
            return self.dia_fin, self.hora_fin
        minutos = self.hora.hour * 60 + self.hora.minute
        if self.hora_fin is not None:
            final = self.hora_fin.hour * 60 + self.hora_fin.minute
            dias = 1 if final <= minutos and self.dia_fin is None else 0
        elif self.duracion is not None:
            dias, final = divmod(minutos + int(self.duracion.total_seconds() // 60), 1440)
        else:
            return self.dia_fin, None
        base = self.dia_fin or self.dia
        return (base + timedelta(days=dias) if base else None), time(final // 60, final % 60)


def leer_intervalo(texto: str, hoy: date | None) -> Intervalo:
    """Las fechas y las horas de una frase. Sin `hoy` solo entiende las fechas completas."""
    resto = re.sub(r"\s+", " ", con_cifras(texto).replace("a.m.", "am").replace("p.m.", "pm"))
    hallado = _leer_dias(Intervalo(resto=resto), hoy)
    hallado = _leer_horas(hallado)
    return _leer_duracion(hallado)


def _sin(texto: str, casa: re.Match[str]) -> str:
    return texto[: casa.start()] + " · " + texto[casa.end() :]


def _leer_dias(leido: Intervalo, hoy: date | None) -> Intervalo:
    for patron in (_RANGO_DE_DIAS, _RANGO_NUMERICO):
        for casa in patron.finditer(leido.resto):
            uno, otro = leer_dia(casa.group(1)), leer_dia(casa.group(2))
            if patron is _RANGO_DE_DIAS and not (_es_dia(uno) or _es_dia(otro)):
                continue
            par = resolver_par(uno, otro, hoy) if uno and otro else None
            if par is not None:
                return replace(leido, dia=par[0], dia_fin=par[1], resto=_sin(leido.resto, casa))
    for patron in (_UNA_FECHA, _UN_DIA, _DIA_SUELTO):
        for casa in patron.finditer(leido.resto):
            suelto = leer_dia(casa.group(1))
            resuelto = resolver(suelto, hoy) if suelto else None
            if resuelto is not None:
                leido = replace(leido, dia=resuelto, resto=_sin(leido.resto, casa))
                return _con_vuelta(_con_noches(leido))
    return _leer_periodo(leido, hoy) if hoy is not None else leido


def _con_vuelta(leido: Intervalo) -> Intervalo:
    """«llego el 9 de octubre y me voy el 12»: un segundo día, después de una palabra de marcharse."""
    if leido.dia is None or leido.dia_fin is not None:
        return leido
    casa = _VUELTA.search(leido.resto)
    otro = leer_dia(casa.group(1)) if casa is not None else None
    par = resolver_par(Dia(entero=leido.dia), otro, leido.dia) if otro is not None else None
    if casa is None or par is None:
        return leido
    return replace(leido, dia_fin=par[1], resto=_sin(leido.resto, casa))


def _leer_periodo(leido: Intervalo, hoy: date) -> Intervalo:
    """«en mayo», «el mes pasado», «this week», «el finde»: del primer día al último."""
    casa = _PERIODO.search(leido.resto)
    if casa is None or casa.group() in ("may", "mar", "set", "dec", "sun", "ene"):
        return leido
    if casa["mes"]:
        uno, otro = mes_entero(MESES[casa["mes"]], int(casa["anio"]) if casa["anio"] else None, hoy)
    elif casa["finde"]:
        uno = hoy + timedelta(days=(5 - hoy.weekday()) % 7)
        otro = uno + timedelta(days=1)
    else:
        salto = -1 if casa["antes"] else 1 if casa["luego"] else 0
        es_mes = re.search(r"mes|month", casa.group()) is not None
        uno, otro = mes_a(hoy, salto) if es_mes else semana_a(hoy, salto)
    return replace(leido, dia=uno, dia_fin=otro, resto=_sin(leido.resto, casa))


def _es_dia(dia: Dia | None) -> bool:
    return dia is not None and not dia.solo_numero


def _con_noches(leido: Intervalo) -> Intervalo:
    casa = _NOCHES.search(leido.resto)
    if casa is None or leido.dia is None:
        return leido
    noches = int(casa.group(1)) if casa.group(1).isdigit() else 1
    return replace(leido, dia_fin=leido.dia + timedelta(days=noches), resto=_sin(leido.resto, casa))


def _leer_horas(leido: Intervalo) -> Intervalo:
    for patron in (_RANGO_DE_HORAS, _RANGO_CON_GUION):
        for casa in patron.finditer(leido.resto):
            par = _par_de_horas(casa.group(1), casa.group(2))
            if par is not None:
                return replace(leido, hora=par[0], hora_fin=par[1], resto=_sin(leido.resto, casa))
    for casa in _UNA_HORA.finditer(leido.resto):
        leida = leer_hora(casa.group(1) or casa.group(2))
        if leida is not None:
            return replace(leido, hora=leida.supuesta(), resto=_sin(leido.resto, casa))
    return leido


def _par_de_horas(uno: str, otro: str) -> tuple[time, time] | None:
    inicio, fin = leer_hora(uno), leer_hora(otro)
    if inicio is None or fin is None:
        return None
    if not inicio.marcada and fin.marcada and fin.tarde and inicio.hora < 12 and inicio.hora + 12 <= fin.valor.hour:
        return replace(inicio, hora=inicio.hora + 12).valor, fin.valor
    comienzo = inicio.supuesta()
    if not fin.marcada and fin.hora < 12 and fin.valor <= comienzo < time(fin.hora + 12, fin.minuto):
        fin = replace(fin, hora=fin.hora + 12)
    return comienzo, fin.valor


def _leer_duracion(leido: Intervalo) -> Intervalo:
    if leido.hora is None or leido.hora_fin is not None:
        return leido
    casa = _DURACION.search(leido.resto)
    if casa is None:
        return leido
    return replace(leido, duracion=_duracion(casa), resto=_sin(leido.resto, casa))


def _duracion(casa: re.Match[str]) -> timedelta:
    if casa.group(1):
        return timedelta(minutes=30 if casa.group(1) in ("media hora", "half an hour") else 90)
    cantidad = casa.group(2).replace(",", ".")
    valor = float(cantidad) if cantidad[0].isdigit() else 1.0
    if casa.group(4):
        valor += 0.5
    return timedelta(minutes=round(valor * 60)) if casa.group(3).startswith("h") else timedelta(minutes=round(valor))


def fecha_en(texto: str) -> date | None:
    """La fecha de hoy que dice un system prompt: la que sigue a «hoy», «today» o «fecha»; si no, la primera."""
    plegado = plegar(texto)
    fechas = [(m.start(), f) for m in _COMPLETA.finditer(plegado) if (f := _completa(m.group())) is not None]
    for clave in _CLAVE.finditer(plegado):
        cercana = next((f for p, f in fechas if 0 <= p - clave.end() <= 60), None)
        if cercana is not None:
            return cercana
    return fechas[0][1] if fechas else None


def _completa(texto: str) -> date | None:
    dia = leer_dia(texto)
    return resolver(dia, None) if dia is not None else None


__all__ = ["MESES", "Intervalo", "fecha_en", "leer_intervalo"]
