"""Lo que cuesta una conversación: tokens siempre; dinero, si se conocen los precios. Puro."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from docubot.configuracion import Configuracion
from docubot.diario import Suceso
from docubot.tipos import Uso

MILLON: Final = 1_000_000
SIN_COSTE: Final = ("local", "guion")


@dataclass(frozen=True, slots=True)
class Precios:
    """Lo que vale un millón de tokens de entrada y uno de salida, en `moneda`."""

    entrada: float
    salida: float
    moneda: str = "USD"

    def coste(self, uso: Uso) -> float:
        """El precio de unos tokens, en `moneda`."""
        return (uso.tokens_entrada * self.entrada + uso.tokens_salida * self.salida) / MILLON


def precios_de(configuracion: Configuracion, proveedor: str) -> Precios | None:
    """Los precios de un proveedor: cero en la propia máquina, los configurados en los demás, None si no se saben."""
    if proveedor in SIN_COSTE:
        return Precios(0.0, 0.0, configuracion.moneda)
    if configuracion.precio_entrada is None or configuracion.precio_salida is None:
        return None
    return Precios(configuracion.precio_entrada, configuracion.precio_salida, configuracion.moneda)


def de(sucesos: Iterable[Suceso]) -> Uso:
    """Los tokens de todas las respuestas de un diario, también las de los turnos que no terminaron."""
    total = Uso()
    for suceso in sucesos:
        if suceso["tipo"] == "respuesta_modelo":
            uso = suceso.get("uso") or {}
            total += Uso(int(uso.get("entrada", 0)), int(uso.get("salida", 0)))
    return total


def en_palabras(uso: Uso, precios: Precios | None) -> str:
    """«1.234 tokens (1.000 de entrada y 234 de salida), 0,0123 USD»."""
    total = uso.tokens_entrada + uso.tokens_salida
    dicho = f"{miles(total)} tokens ({miles(uso.tokens_entrada)} de entrada y {miles(uso.tokens_salida)} de salida)"
    if precios is None:
        return f"{dicho}, precio desconocido"
    if not precios.entrada and not precios.salida:
        return f"{dicho}, sin coste"
    return f"{dicho}, {dinero(precios.coste(uso), precios.moneda)}"


def miles(numero: int) -> str:
    """Un entero a la española: 12.345."""
    return f"{numero:,}".replace(",", ".")


def dinero(cantidad: float, moneda: str) -> str:
    """«0,0123 USD»: cuatro decimales, porque un turno vale céntimos."""
    return f"{cantidad:.4f}".replace(".", ",") + f" {moneda}"
