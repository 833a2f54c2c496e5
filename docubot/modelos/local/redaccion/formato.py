# ruff: noqa: E501 - tablas y expresiones regulares
"""Valores, fechas, listas y citas, escritos como se leen en español o en inglés."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any, Final

from docubot.modelos.local.datos import como_fecha, como_momento, tipo_de
from docubot.tipos import Idioma

_MESES_ES: Final = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
]
_MESES_EN: Final = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_ESTADOS: Final = {
    "in_transit": ("en tránsito", "in transit"), "shipped": ("enviado", "shipped"), "delivered": ("entregado", "delivered"),
    "pending": ("pendiente", "pending"), "processing": ("en preparación", "being processed"),
    "cancelled": ("cancelado", "cancelled"), "canceled": ("cancelado", "cancelled"), "returned": ("devuelto", "returned"),
    "refunded": ("reembolsado", "refunded"), "active": ("activo", "active"), "paused": ("en pausa", "paused"),
    "on_hold": ("en pausa", "on hold"), "completed": ("completado", "completed"), "archived": ("archivado", "archived"),
    "open": ("abierto", "open"), "closed": ("cerrado", "closed"), "confirmed": ("confirmado", "confirmed"),
    "paid": ("pagado", "paid"), "unpaid": ("sin pagar", "unpaid"), "overdue": ("vencido", "overdue"),
    "available": ("disponible", "available"), "unavailable": ("no disponible", "unavailable"), "sent": ("enviado", "sent"),
    "failed": ("fallido", "failed"), "delayed": ("con retraso", "delayed"), "sunny": ("soleado", "sunny"),
    "cloudy": ("nublado", "cloudy"), "rainy": ("lluvioso", "rainy"), "rain": ("lluvia", "rain"), "clear": ("despejado", "clear"),
    "out_for_delivery": ("en reparto", "out for delivery"), "preparing": ("en preparación", "being prepared"),
    "activo": ("activo", "active (activo)"), "en pausa": ("en pausa", "paused (en pausa)"),
    "completado": ("completado", "completed (completado)"), "archivado": ("archivado", "archived (archivado)"),
}  # fmt: skip


def tanto(valor: float, idioma: Idioma) -> str:
    """Un tanto por ciento: con dos decimales si así es exacto, con uno si hay que redondear."""
    return numero(round(valor, 2) if abs(valor - round(valor, 2)) < 1e-9 else round(valor, 1), idioma)


def numero(valor: float, idioma: Idioma) -> str:
    """`312.5` → «312,5» o «312.5»; los enteros, sin decimales; como mucho dos decimales."""
    exacto = Decimal(str(valor)).quantize(Decimal("0.01"))
    texto = f"{exacto.normalize():f}" if exacto else "0"
    return texto.replace(".", ",") if idioma == "es" else texto


def fecha(valor: date, idioma: Idioma) -> str:
    """«18 de diciembre de 2026» o «18 December 2026»."""
    if idioma == "es":
        return f"{valor.day} de {_MESES_ES[valor.month - 1]} de {valor.year}"
    return f"{valor.day} {_MESES_EN[valor.month - 1]} {valor.year}"


def momento(texto: str, idioma: Idioma) -> str:
    """Un instante ISO como «1 de diciembre de 2026 a las 09:00»."""
    instante = como_momento(texto)
    if instante is None:
        return texto
    nexo = "a las" if idioma == "es" else "at"
    return f"{fecha(instante.date(), idioma)} {nexo} {instante:%H:%M}"


def valor(dato: Any, idioma: Idioma) -> str:
    """Un valor JSON cualquiera, en una línea."""
    match tipo_de(dato):
        case "nulo":
            return "sin dato" if idioma == "es" else "not set"
        case "booleano":
            return si_no(bool(dato), idioma)
        case "numero":
            return numero(dato, idioma)
        case "lista":
            return enumerar([valor(d, idioma) for d in dato], idioma) or ("ninguno" if idioma == "es" else "none")
        case "fecha":
            hecha = como_fecha(str(dato))
            return fecha(hecha, idioma) if hecha else str(dato)
        case "momento":
            return momento(str(dato), idioma)
        case "texto":
            return estado(str(dato), idioma)


def estado(texto: str, idioma: Idioma) -> str:
    """Un estado de máquina en palabras; lo que no es un estado conocido queda como está."""
    conocido = _ESTADOS.get(texto.casefold())
    if conocido:
        return conocido[0] if idioma == "es" else conocido[1]
    return texto.replace("_", " ") if re.fullmatch(r"[a-z]+(?:_[a-z]+)+", texto) else texto


def si_no(dato: bool, idioma: Idioma) -> str:
    """«sí» o «no»; «yes» o «no»."""
    return ("sí" if dato else "no") if idioma == "es" else ("yes" if dato else "no")


def enumerar(partes: Sequence[str], idioma: Idioma) -> str:
    """«a, b y c»; «a, b and c»; en español, «e» ante i."""
    if len(partes) < 2:
        return "".join(partes)
    nexo = "and"
    if idioma == "es":
        nexo = "e" if re.match(r"(?i)h?i(?!e)", partes[-1]) else "y"
    return f"{', '.join(partes[:-1])} {nexo} {partes[-1]}"


def citar(frase: str, *numeros: int | None) -> str:
    """La frase con sus `[n]` delante del signo final, sin repetir ni duplicar los que ya lleva."""
    marcas = [f"[{n}]" for n in dict.fromkeys(numeros) if n is not None and f"[{n}]" not in frase]
    if not marcas:
        return frase
    cuerpo, cierre = (frase[:-1], frase[-1]) if frase[-1:] in ".:;" else (frase, "")
    return f"{cuerpo.rstrip()} {''.join(marcas)}{cierre}"


def oracion(texto: str) -> str:
    """Con mayúscula inicial y punto final."""
    limpio = texto.strip()
    if not limpio:
        return ""
    limpio = limpio[0].upper() + limpio[1:]
    return limpio if limpio[-1] in ".?!…" else f"{limpio}."
