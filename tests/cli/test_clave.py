"""`docubot clave`: por la entrada o tecleada sin eco; nunca en la orden ni a la vista."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from docubot import configuracion
from tests.cli.apoyo import Consola, consola
from tests.cli.terminal import Terminal

assert consola
CLAVE = "sk-ant-api03-AAAABBBBCCCC"


@pytest.fixture(autouse=True)
def sin_llavero(monkeypatch: pytest.MonkeyPatch) -> None:
    """El llavero de quien ejecuta las pruebas no se toca."""
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")


def test_se_pone_por_la_entrada_se_dice_donde_y_se_borra(consola: Consola, entorno_limpio: Path) -> None:
    hecho = consola.correr("clave", "poner", entrada=f"\ufeff {CLAVE}\r\n")
    assert hecho.codigo == 0
    assert "solo puedes leer tú (0600)" in hecho.errores
    assert configuracion.cargar().anthropic_api_key == CLAVE
    hecho = consola.correr("clave", "ver")
    assert hecho.dicho == "claude\tfichero\nnubelia\tno hay\n"
    assert consola.correr("clave", "borrar").codigo == 0
    assert consola.correr("clave", "borrar").codigo == 1
    assert configuracion.cargar().anthropic_api_key is None


def test_la_de_nubelia_aparte(consola: Consola) -> None:
    consola.correr("clave", "poner", "nubelia", entrada="nub_mio_secreto\n")
    assert configuracion.cargar().nubelia_token == "nub_mio_secreto"
    assert configuracion.cargar().anthropic_api_key is None


@pytest.mark.parametrize("entrada", [b"", b" \r\n", b"\xff\xfe", "sk-ñ".encode(), b"sk-\x07a"])
def test_una_que_no_vale_se_dice_sin_repetirla(consola: Consola, entrada: bytes) -> None:
    hecho = consola.correr("clave", "poner", entrada=entrada)
    assert hecho.codigo == 65
    assert "sk-" not in hecho.errores


def test_no_se_puede_dar_en_la_orden(consola: Consola) -> None:
    hecho = consola.correr("clave", "poner", "claude", CLAVE)
    assert hecho.codigo == 2
    assert CLAVE not in hecho.errores + hecho.dicho


def test_si_manda_la_variable_se_avisa(consola: Consola, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-otra")
    assert "ANTHROPIC_API_KEY está definida y manda" in consola.correr("clave", "poner", entrada=CLAVE).errores
    assert "variable ANTHROPIC_API_KEY" in consola.correr("clave", "ver").dicho


@pytest.mark.skipif(os.name != "posix", reason="hace falta un pty")
def test_al_teclearla_no_se_ve(entorno_limpio: Path) -> None:
    with Terminal(["clave", "poner"]) as t:
        t.esperar("no se ve al escribir")
        t.escribir(CLAVE)
        assert t.terminar() == 0
        assert CLAVE.encode() not in t.crudo
    assert configuracion.cargar().anthropic_api_key == CLAVE
