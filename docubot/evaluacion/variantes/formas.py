"""Las formas en que se escribe una cifra o una fecha, en español y en inglés."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import Final

from docubot.lenguaje.numeros import con_cifras

CIFRA: Final = re.compile(r"(?<![\w./:,+-])\d+(?:[.,]\d{1,2})?(?![\w/:-]|[.,]\d)")
"""Una cantidad suelta: ni parte de un código, de una hora, de una fecha o de una versión."""


def _lista(texto: str) -> tuple[str, ...]:
    return tuple(texto.split())


_ES: Final = _lista(
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
    "dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete "
    "veintiocho veintinueve"
)
_DECENAS_ES: Final = _lista("treinta cuarenta cincuenta sesenta setenta ochenta noventa")
_CIENTOS_ES: Final = _lista(
    "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
)
_EN: Final = _lista(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_DECENAS_EN: Final = _lista("twenty thirty forty fifty sixty seventy eighty ninety")
_MESES_ES: Final = _lista("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre")
_MESES_EN: Final = _lista("January February March April May June July August September October November December")


def valor(texto: str) -> Decimal:
    """El valor de un texto que casa con `CIFRA`."""
    return Decimal(texto.replace(",", "."))


def valor_de_palabras(texto: str) -> Decimal | None:
    """El número que escribe `texto` si es todo él un número en palabras («cuarenta y dos»), o None."""
    leido = con_cifras(texto).strip()
    return Decimal(leido) if leido.isdigit() and not texto.strip().isdigit() else None


def en_palabras(numero: int) -> list[str]:
    """Cómo se dice un entero de 0 a 999, en español y en inglés (con guion y sin él, con «and» y sin él)."""
    return [*_en_espanol(numero), *_en_ingles(numero)] if 0 <= numero < 1000 else []


def _en_espanol(n: int) -> list[str]:
    if n < 30:
        return [_ES[n]]
    if n < 100:
        decena = _DECENAS_ES[n // 10 - 3]
        return [f"{decena} y {_ES[n % 10]}" if n % 10 else decena]
    cientos, resto = _CIENTOS_ES[n // 100 - 1], n % 100
    if not resto:
        return ["cien"] if n == 100 else _con_femenino(cientos)
    return [f"{c} {r}" for c in _con_femenino(cientos) for r in _en_espanol(resto)]


def _con_femenino(cientos: str) -> list[str]:
    return [cientos, cientos[:-2] + "as"] if cientos.endswith("os") else [cientos]


def _en_ingles(n: int) -> list[str]:
    if n < 20:
        return [_EN[n]]
    if n < 100:
        decena = _DECENAS_EN[n // 10 - 2]
        return [f"{decena}{union}{_EN[n % 10]}" for union in "- "] if n % 10 else [decena]
    cientos = f"{_EN[n // 100]} hundred"
    return [f"{cientos}{union}{r}" for union in (" ", " and ") for r in _en_ingles(n % 100)] if n % 100 else [cientos]


def formas(numero: Decimal) -> list[str]:
    """Las formas de escribir una cantidad: con coma y con punto, en palabras si es entera, en horas y minutos si no."""
    if numero == numero.to_integral_value():
        entero = int(numero)
        return [str(entero), *en_palabras(entero)]
    corta, larga = f"{numero.normalize():f}", f"{numero:.2f}"
    minutos = int(numero % 1 * 60)
    horas = [f"{int(numero)}{h} {y}{minutos}" for h in (" h", "h", " horas") for y in ("", "y ")]
    return [f.replace(".", punto) for f in dict.fromkeys((corta, larga)) for punto in ",."] + horas


def formas_de_fecha(dia: date) -> list[str]:
    """Las formas de escribir una fecha que usan las preguntas."""
    mes_es, mes_en, d = _MESES_ES[dia.month - 1], _MESES_EN[dia.month - 1], dia.day
    sufijo = "th" if 10 < d < 20 else {1: "st", 2: "nd", 3: "rd"}.get(d % 10, "th")
    con_es = [f"{d} de {mes_es}", f"{d} {mes_es[:3]}"]
    numericas = [dia.isoformat(), f"{d}/{dia.month}", f"{d}/{dia.month}/", f"{d:02}/{dia.month:02}"]
    con_guion = [f"{d}-{dia.month}-{dia.year}", f"{d:02}-{dia.month:02}-{dia.year}"]
    con_en = [f"{mes} {dd}" for mes in (mes_en, mes_en[:3]) for dd in (d, f"{d}{sufijo}")]
    al_reves = [f"{dd} {mes}" for mes in (mes_en, mes_en[:3], f"of {mes_en}") for dd in (d, f"{d}{sufijo}")]
    return [*con_es, *numericas, *con_guion, *con_en, *al_reves]
