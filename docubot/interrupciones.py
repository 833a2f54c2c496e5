"""Ctrl-C y SIGTERM, atendidos entre operaciones y no a mitad de ellas.

Solo el hilo principal recibe señales, y solo él usa este módulo.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType


class Terminado(BaseException):
    """Llegó SIGTERM: se sale por el mismo camino que con Ctrl-C, cerrando lo abierto."""


@dataclass
class _Estado:
    aplazadas: int = 0
    pendiente: type[BaseException] | None = None
    en_turno: bool = False
    avisos: int = 0


_estado = _Estado()


def instalar() -> None:
    """Pone los dos manejadores."""
    signal.signal(signal.SIGTERM, _al_terminar)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _al_interrumpir)


@contextmanager
def aplazadas() -> Iterator[None]:
    """Dentro no salta ninguna señal; la que llegue salta al salir."""
    _estado.aplazadas += 1
    try:
        yield
    finally:
        _estado.aplazadas -= 1
        if not _estado.aplazadas and _estado.pendiente is not None:
            pendiente, _estado.pendiente = _estado.pendiente, None
            _lanzar(pendiente)


@contextmanager
def un_turno() -> Iterator[None]:
    """Dentro, el primer Ctrl-C cancela; los que lleguen mientras se recoge no rompen nada y los cuenta `repetida()`."""
    _estado.en_turno, _estado.avisos = True, 0
    try:
        yield
    finally:
        _estado.en_turno = False


def repetida() -> bool:
    """En el último turno se pulsó Ctrl-C más de una vez."""
    return _estado.avisos > 1


def _lanzar(excepcion: type[BaseException]) -> None:
    if excepcion is KeyboardInterrupt and _estado.en_turno:
        _estado.avisos += 1
        if _estado.avisos == 2:
            return
    raise excepcion


def _al_interrumpir(numero: int, marco: FrameType | None) -> None:
    _atender(KeyboardInterrupt)


def _al_terminar(numero: int, marco: FrameType | None) -> None:
    _atender(Terminado)


def _atender(excepcion: type[BaseException]) -> None:
    if _estado.aplazadas:
        _estado.pendiente = excepcion
    else:
        _lanzar(excepcion)
