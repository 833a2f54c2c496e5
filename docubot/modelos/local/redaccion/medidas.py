# ruff: noqa: E501 - tablas y expresiones regulares
"""Las medidas con unidad, llevadas a una base para poder compararlas."""

from __future__ import annotations

from typing import Final

from docubot.modelos.local.redaccion.pedido import Medida, medidas_en

_BASES: Final[dict[str, dict[str, float]]] = {
    "b": {"kb": 1e3, "mb": 1e6, "megas": 1e6, "mega": 1e6, "gb": 1e9, "gigas": 1e9, "giga": 1e9, "tb": 1e12},
    "s": {
        "min": 60, "minuto": 60, "minutos": 60, "minute": 60, "minutes": 60, "h": 3600, "hora": 3600, "horas": 3600, "hour": 3600,
        "hours": 3600, "dia": 86400, "dias": 86400, "day": 86400, "days": 86400, "semana": 604800, "semanas": 604800, "week": 604800,
        "weeks": 604800, "mes": 2592000, "meses": 2592000, "month": 2592000, "months": 2592000, "año": 31536000, "años": 31536000,
        "year": 31536000, "years": 31536000,
    },
    "c": {"caracteres": 1, "letras": 1, "characters": 1, "chars": 1},
    "p": {"personas": 1, "usuarios": 1, "people": 1, "users": 1},
}  # fmt: skip


def en_base(medida: Medida) -> tuple[str, float] | None:
    """La dimensión y la cantidad en su unidad base (80 MB → ("b", 8e7)), o None si la unidad no se conoce."""
    for dimension, unidades in _BASES.items():
        if medida.unidad in unidades:
            return dimension, medida.cantidad * unidades[medida.unidad]
    return None


def misma_dimension(medida: Medida, texto: str) -> bool:
    """Verdadero si el texto da alguna medida comparable con esta (megas con gigas, días con meses)."""
    pedida = en_base(medida)
    return pedida is not None and any((base := en_base(m)) and base[0] == pedida[0] for m in medidas_en(texto))
