"""Números escritos con cifras o con palabras, en español o inglés."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Final

from docubot.lenguaje.texto import plegar

_UNIDADES: Final = {
    palabra: n
    for n, palabras in enumerate(
        (
            "cero zero",
            "",
            "dos two",
            "tres three",
            "cuatro four",
            "cinco five",
            "seis six",
            "siete seven",
            "ocho eight",
            "nueve nine",
            "diez ten",
            "once eleven",
            "doce twelve",
            "trece thirteen",
            "catorce fourteen",
            "quince fifteen",
            "dieciseis sixteen",
            "diecisiete seventeen",
            "dieciocho eighteen",
            "diecinueve nineteen",
            "veinte twenty",
            "veintiuno veintiuna veintiun",
            "veintidos",
            "veintitres",
            "veinticuatro",
            "veinticinco",
            "veintiseis",
            "veintisiete",
            "veintiocho",
            "veintinueve",
        )
    )
    for palabra in palabras.split()
}
_DECENAS: Final = {
    palabra: n * 10
    for n, palabras in enumerate(
        (
            "treinta thirty",
            "cuarenta forty",
            "cincuenta fifty",
            "sesenta sixty",
            "setenta seventy",
            "ochenta eighty",
            "noventa ninety",
        ),
        start=3,
    )
    for palabra in palabras.split()
} | {"twenty": 20}
_UNO: Final = {"uno": 1, "una": 1, "un": 1, "one": 1}
_CIENTOS: Final = {
    "cien": 100,
    "ciento": 100,
    "doscientos": 200,
    "doscientas": 200,
    "trescientos": 300,
    "trescientas": 300,
    "cuatrocientos": 400,
    "cuatrocientas": 400,
    "quinientos": 500,
    "quinientas": 500,
}
_GRUPOS: Final = {"media docena": 6, "half a dozen": 6, "una docena": 12, "a dozen": 12, "un par": 2, "a couple": 2}
_PALABRA_O_GUION: Final = re.compile(r"[a-zñ]+|[^a-zñ]+")
_NUMERO: Final = re.compile(r"(?<![\w.,])(?<!\w-)([+-]?\d+(?:[.,]\d+)*)(?![\w]|[.,]\d)")


@dataclass(frozen=True, slots=True)
class Numero:
    """Un número y dónde está en el texto ya normalizado (`con_cifras`)."""

    valor: Decimal
    inicio: int
    fin: int


def con_cifras(texto: str) -> str:
    """El texto plegado con los números de dos en adelante en cifras; «un», «una» y «one» se quedan."""
    plegado = plegar(texto)
    for grupo, valor in _GRUPOS.items():
        plegado = re.sub(rf"\b{grupo}\b", str(valor), plegado)
    trozos = _PALABRA_O_GUION.findall(plegado)
    salida: list[str] = []
    i = 0
    while i < len(trozos):
        valor_leido, usados = _compuesto(trozos, i)
        if valor_leido is None:
            salida.append(trozos[i])
            i += 1
        else:
            salida.append(str(valor_leido))
            i += usados
    return "".join(salida)


def _compuesto(trozos: list[str], i: int) -> tuple[int | None, int]:
    """El número que empieza en `i` y cuántos trozos ocupa."""
    palabra = trozos[i]
    if palabra in _CIENTOS:
        resto, usados = _compuesto(trozos, i + 2) if _separa(trozos, i + 1) else (None, 0)
        if resto is not None and resto < 100 and palabra not in ("cien",):
            return _CIENTOS[palabra] + resto, usados + 2
        return _CIENTOS[palabra], 1
    if palabra in _DECENAS:
        return _decena(trozos, i)
    if palabra in _UNIDADES:
        return _UNIDADES[palabra], 1
    return None, 0


def _decena(trozos: list[str], i: int) -> tuple[int, int]:
    valor = _DECENAS[trozos[i]]
    conjunto = _UNIDADES | _UNO
    if (
        _separa(trozos, i + 1)
        and i + 4 < len(trozos)
        and trozos[i + 2] == "y"
        and 0 < conjunto.get(trozos[i + 4], 0) < 10
    ):
        return valor + conjunto[trozos[i + 4]], 5
    ingles = i + 2 < len(trozos) and trozos[i + 1] in ("-", " ") and trozos[i].endswith("ty")
    if ingles and 0 < conjunto.get(trozos[i + 2], 0) < 10:
        return valor + conjunto[trozos[i + 2]], 3
    return valor, 1


def _separa(trozos: list[str], i: int) -> bool:
    return i + 1 < len(trozos) and trozos[i] == " "


def numeros_en(texto: str) -> list[Numero]:
    """Los números de un texto ya pasado por `con_cifras`, en orden; entiende «1.234,5», «1,234.5», «7,50» y «12.5»."""
    salida = []
    for casa in _NUMERO.finditer(texto):
        valor = leer_numero(casa.group(1))
        if valor is not None:
            salida.append(Numero(valor, casa.start(1), casa.end(1)))
    return salida


def leer_numero(texto: str) -> Decimal | None:
    """Un número con separadores de cualquiera de los dos idiomas, o None. «1.234» y «1,234» son mil y pico."""
    limpio = texto.strip()
    if re.fullmatch(r"[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+)?", limpio):
        limpio = limpio.replace(".", "").replace(",", ".")
    elif re.fullmatch(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?", limpio):
        limpio = limpio.replace(",", "")
    else:
        limpio = limpio.replace(",", ".")
    try:
        return Decimal(limpio)
    except InvalidOperation:
        return None
