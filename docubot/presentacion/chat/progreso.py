"""La línea discreta: qué está pasando y desde hace cuánto. Una sola línea, que se borra antes de escribir nada más."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

MAXIMO: Final = 48
"""Columnas: corta a propósito, para que estrechar la ventana no la parta."""

CADA: Final = 1.0
"""Segundos entre repintados."""


class Progreso:
    """Mientras hay algo puesto, un hilo repinta los segundos. En una salida sin cursor (`TERM=dumb`) no pinta nada."""

    def __init__(self, *, activo: bool, ancho: Callable[[], int], reloj: Callable[[], float] = time.monotonic) -> None:
        self._activo = activo
        self._ancho = ancho
        self._reloj = reloj
        self._cerrojo = threading.RLock()
        self._texto = ""
        self._desde = 0.0
        self._pintada = False
        self._parar = threading.Event()
        self._hilo: threading.Thread | None = None

    def poner(self, texto: str) -> None:
        """Empieza a contar algo nuevo."""
        with self._cerrojo:
            self._texto, self._desde = texto, self._reloj()
            self._pintar()
        if self._activo and self._hilo is None:
            self._parar = threading.Event()
            self._hilo = threading.Thread(target=self._repintar, args=(self._parar,), daemon=True)
            self._hilo.start()

    def quitar(self) -> None:
        """Borra la línea y deja de contar."""
        self._parar.set()
        self._hilo = None
        with self._cerrojo:
            self._texto = ""
            self._borrar()

    @contextmanager
    def apartado(self) -> Iterator[None]:
        """Dentro se puede escribir: la línea está borrada; al salir, vuelve."""
        with self._cerrojo:
            self._borrar()
            yield
            self._pintar()

    def _repintar(self, parar: threading.Event) -> None:
        while not parar.wait(CADA):
            with self._cerrojo:
                if not parar.is_set():
                    self._pintar()

    def _pintar(self) -> None:
        if not self._activo or not self._texto:
            return
        segundos = f" · {self._reloj() - self._desde:.0f} s"
        cabe = max(1, min(MAXIMO, self._ancho() - 1))
        linea = (
            recortar(self._texto, cabe - len(segundos)) + segundos if cabe > len(segundos) + 4 else self._texto[:cabe]
        )
        sys.stdout.write(f"\r{linea}\x1b[K")
        sys.stdout.flush()
        self._pintada = True

    def _borrar(self) -> None:
        if self._pintada:
            sys.stdout.write("\r\x1b[K")
            sys.stdout.flush()
            self._pintada = False


def recortar(texto: str, columnas: int) -> str:
    """El texto en esas columnas como mucho, contando dobles los caracteres anchos."""
    from rich.cells import cell_len, set_cell_size

    if cell_len(texto) <= columnas:
        return texto
    return set_cell_size(texto, max(0, columnas - 1)).rstrip() + "…"
