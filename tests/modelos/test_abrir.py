"""Qué modelo se abre con cada configuración."""

from __future__ import annotations

import subprocess
import sys

import pytest

from docubot.configuracion import cargar
from docubot.errores import ErrorDeUso, SinPermiso
from docubot.modelos import abrir, elegir


@pytest.mark.parametrize(
    ("entorno", "proveedor"),
    [
        ({}, "local"),
        ({"ANTHROPIC_API_KEY": ""}, "local"),
        ({"ANTHROPIC_API_KEY": " \r"}, "local"),
        ({"ANTHROPIC_API_KEY": "sk"}, "claude"),
        ({"ANTHROPIC_BASE_URL": "http://127.0.0.1:11434"}, "claude"),
    ],
)
def test_auto_es_claude_si_hay_clave_o_servidor_y_si_no_local(entorno: dict[str, str], proveedor: str) -> None:
    configuracion = cargar({"proveedor": "auto"}, entorno)
    assert elegir(configuracion) == proveedor
    assert abrir(configuracion).proveedor == proveedor


def test_un_proveedor_desconocido_dice_los_que_hay() -> None:
    with pytest.raises(ErrorDeUso, match=r"«gpt».*auto, claude, local"):
        abrir(cargar({"proveedor": "gpt"}, {}))


def test_un_perfil_desconocido_dice_los_que_hay() -> None:
    with pytest.raises(ErrorDeUso, match=r"«audaz».*prudente, impulsivo, credulo"):
        abrir(cargar({"proveedor": "local", "perfil": "audaz"}, {}))


def test_claude_sin_clave_lo_dice_al_abrir() -> None:
    with pytest.raises(SinPermiso, match="ANTHROPIC_API_KEY"):
        abrir(cargar({"proveedor": "claude"}, {}))


def test_el_modelo_pedido_llega_al_proveedor() -> None:
    configuracion = cargar({"proveedor": "claude", "modelo": "claude-opus-5-5"}, {"ANTHROPIC_API_KEY": "sk"})
    assert abrir(configuracion).nombre == "claude-opus-5-5"


def test_abrir_claude_no_importa_el_sdk() -> None:
    guion = (
        "import sys; from docubot.configuracion import cargar; from docubot.modelos import abrir;"
        "abrir(cargar({'proveedor': 'claude'}, {'ANTHROPIC_API_KEY': 'sk'}));"
        "sys.exit(any(m in sys.modules for m in ('anthropic', 'httpx2', 'numpy', 'chromadb')))"
    )
    assert subprocess.run([sys.executable, "-c", guion], check=False).returncode == 0
