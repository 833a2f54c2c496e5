"""Los límites de un turno y lo que va gastado. Todo se cuenta antes de hacerlo, también lo que falle."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from docubot.errores import PresupuestoAgotado
from docubot.tipos import Uso


@dataclass(frozen=True, slots=True)
class Limites:
    """N llamadas al modelo (reintentos y cierre incluidos), N a herramientas, N tokens y N segundos por turno."""

    llamadas_modelo: int = 8
    llamadas_herramienta: int = 16
    tokens: int = 100_000
    segundos: float = 120.0


class Presupuesto:
    """Lo gastado de unos `Limites` en un turno."""

    def __init__(self, limites: Limites, reloj: Callable[[], float] = time.monotonic) -> None:
        self.limites = limites
        self.llamadas_modelo = 0
        self.llamadas_herramienta = 0
        self.uso = Uso()
        self._reloj = reloj
        self._inicio = reloj()

    def antes_de_llamar_al_modelo(self) -> None:
        """Cuenta un intento. Error: `PresupuestoAgotado`, que dice qué límite y cómo subirlo."""
        if self.llamadas_modelo >= self.limites.llamadas_modelo:
            raise PresupuestoAgotado(f"se acabaron las {self.limites.llamadas_modelo} llamadas al modelo (--max-pasos)")
        if self.tokens_restantes() <= 0:
            raise PresupuestoAgotado(f"se acabaron los {self.limites.tokens} tokens (--max-tokens)")
        if self.segundos_restantes() <= 0:
            raise PresupuestoAgotado(f"venció el plazo de {self.limites.segundos:g} s (--plazo)")
        self.llamadas_modelo += 1

    def antes_de_llamar_a_una_herramienta(self) -> None:
        """Cuenta una ejecución. Error: `PresupuestoAgotado`."""
        if self.llamadas_herramienta >= self.limites.llamadas_herramienta:
            raise PresupuestoAgotado(
                f"se acabaron las {self.limites.llamadas_herramienta} llamadas a herramientas (--max-herramientas)"
            )
        if self.segundos_restantes() <= 0:
            raise PresupuestoAgotado(f"venció el plazo de {self.limites.segundos:g} s (--plazo)")
        self.llamadas_herramienta += 1

    def gastar(self, uso: Uso) -> None:
        """Suma los tokens de una llamada ya hecha."""
        self.uso += uso

    def tokens_restantes(self) -> int:
        """Los tokens que quedan; puede ser negativo."""
        return self.limites.tokens - self.uso.tokens_entrada - self.uso.tokens_salida

    def segundos_restantes(self) -> float:
        """Los segundos que quedan; puede ser negativo."""
        return self.limites.segundos - self.segundos()

    def segundos(self) -> float:
        """Los segundos que van."""
        return self._reloj() - self._inicio

    def es_la_ultima_llamada(self) -> bool:
        """Solo queda una llamada al modelo, y ya se ha hecho alguna: es la de cierre, sin herramientas."""
        return 0 < self.llamadas_modelo == self.limites.llamadas_modelo - 1

    def sin_herramientas(self) -> bool:
        """No queda ninguna llamada a herramientas."""
        return self.llamadas_herramienta >= self.limites.llamadas_herramienta
