"""Lo común a todas las pruebas: sin red salvo loopback, sin entorno heredado y con los datos en una carpeta vacía."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_conectar = socket.socket.connect


def _solo_loopback(self: socket.socket, direccion: Any) -> Any:
    if self.family in (socket.AF_INET, socket.AF_INET6):
        destino = str(direccion[0])
        if destino != "localhost" and not ipaddress.ip_address(destino).is_loopback:
            raise AssertionError(f"una prueba quiso salir a la red: {direccion}")
    return _conectar(self, direccion)


@pytest.fixture(autouse=True, scope="session")
def sin_red() -> Iterator[None]:
    """Ninguna prueba sale de esta máquina."""
    parche = pytest.MonkeyPatch()
    parche.setattr(socket.socket, "connect", _solo_loopback)
    yield
    parche.undo()


@pytest.fixture(autouse=True)
def entorno_limpio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sin claves ni ajustes de quien ejecuta las pruebas; el estado, en `tmp_path/datos`."""
    for nombre in list(os.environ):
        if nombre.startswith(("ANTHROPIC_", "OPENAI_", "DOCUBOT_", "NUBELIA_")):
            monkeypatch.delenv(nombre)
    datos = tmp_path / "datos"
    monkeypatch.setenv("DOCUBOT_DATOS", str(datos))
    monkeypatch.setenv("DOCUBOT_HOY", "2026-11-30")
    return datos
