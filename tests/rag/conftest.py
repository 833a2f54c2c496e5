"""Lo que comparten las pruebas del índice: un servidor Chroma de verdad."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def servidor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Un `chroma run` de verdad en loopback."""
    carpeta = tmp_path_factory.mktemp("chroma")
    with socket.socket() as libre:
        libre.bind(("127.0.0.1", 0))
        puerto = libre.getsockname()[1]
    chroma = Path(sys.executable).with_name("chroma")
    orden = [str(chroma), "run", "--path", str(carpeta), "--host", "127.0.0.1", "--port", str(puerto)]
    with (carpeta / "registro.txt").open("wb") as salida:
        proceso = subprocess.Popen(orden, stdout=salida, stderr=salida, cwd=carpeta)
        try:
            _esperar_puerto(puerto, proceso)
            yield f"http://127.0.0.1:{puerto}"
        finally:
            proceso.terminate()
            proceso.wait(20)


def _esperar_puerto(puerto: int, proceso: subprocess.Popen[bytes]) -> None:
    limite = time.monotonic() + 60
    while time.monotonic() < limite and proceso.poll() is None:
        with socket.socket() as prueba:
            prueba.settimeout(1)
            if prueba.connect_ex(("127.0.0.1", puerto)) == 0:
                return
        threading.Event().wait(0.1)
    pytest.skip("chroma run no arranca aquí")
