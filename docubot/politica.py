"""La política: qué puede ejecutar el programa sin preguntar. Un valor congelado; por defecto, escribir se deniega."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Efecto(StrEnum):
    """Lo que una herramienta hace en el mundo."""

    LECTURA = "lectura"
    ESCRITURA = "escritura"


@dataclass(frozen=True, slots=True)
class Permitida:
    """Se ejecuta."""


@dataclass(frozen=True, slots=True)
class Denegada:
    """No se ejecuta; `motivo` es lo que lee el modelo."""

    motivo: str


@dataclass(frozen=True, slots=True)
class PedirConfirmacion:
    """Se retiene hasta que la persona diga que sí."""

    pregunta: str


Decision: TypeAlias = Permitida | Denegada | PedirConfirmacion


@dataclass(frozen=True, slots=True)
class Politica:
    """Las herramientas de escritura permitidas y las que exigen confirmación; las demás escrituras se deniegan."""

    permitidas: frozenset[str] = frozenset()
    con_confirmacion: frozenset[str] = frozenset()

    def decidir(self, nombre: str, efecto: Efecto) -> Decision:
        """Qué hacer con una llamada, por su nombre y su efecto."""
        match efecto:
            case Efecto.LECTURA:
                return Permitida()
            case Efecto.ESCRITURA if nombre in self.permitidas:
                return Permitida()
            case Efecto.ESCRITURA if nombre in self.con_confirmacion:
                return PedirConfirmacion(f"¿Ejecutar {nombre}?")
            case Efecto.ESCRITURA:
                return Denegada(f"«{nombre}» escribe y no está permitida: la persona tiene que autorizarla antes.")


SOLO_LECTURA = Politica()
