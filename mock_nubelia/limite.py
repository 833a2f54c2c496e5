"""El límite de peticiones por minuto de una organización: una ventana deslizante exacta."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from threading import Lock
from typing import Final

from mock_nubelia.dominio import PETICIONES_POR_MINUTO

VENTANA: Final = 60.0


class LimitePorMinuto:
    """Cuenta las peticiones de los últimos 60 segundos de cada organización, según su plan.

    Las rechazadas no cuentan. `reloj` devuelve segundos y no retrocede.
    """

    def __init__(self, reloj: Callable[[], float]) -> None:
        self._reloj = reloj
        self._recientes: dict[str, deque[float]] = {}
        self._cerrojo = Lock()

    def espera(self, organizacion: str, plan: str) -> int:
        """Anota una petición y devuelve 0; si no cabe, no la anota y devuelve los segundos que faltan (1 a 60)."""
        with self._cerrojo:
            ahora = self._reloj()
            recientes = self._recientes.setdefault(organizacion, deque())
            while recientes and ahora - recientes[0] >= VENTANA:
                recientes.popleft()
            if len(recientes) < PETICIONES_POR_MINUTO[plan]:
                recientes.append(ahora)
                return 0
            return max(1, math.ceil(VENTANA - (ahora - recientes[0])))
