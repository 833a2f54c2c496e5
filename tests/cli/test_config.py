"""`docubot config`: cada ajuste y su origen; cambiar uno no toca los demás."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docubot import configuracion
from tests.cli.apoyo import Consola, consola

assert consola


def test_se_ven_todos_con_su_origen_y_sin_claves(consola: Consola, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-api03-AAAABBBBCCCC")
    monkeypatch.setenv("NUBELIA_TOKEN", "nub_mio_secreto")
    dicho = consola.correr("config", "ver", "--json").dicho
    filas = {f["ajuste"]: f for f in json.loads(dicho)["ajustes"]}
    assert set(filas) == {f.name for f in configuracion.ajustes()}
    assert filas["anthropic_api_key"]["valor"] == "(puesta)"
    assert (filas["hoy"]["valor"], filas["hoy"]["origen"]) == ("2026-11-30", "variable")
    assert "AAAABBBBCCCC" not in dicho + consola.correr("config").dicho
    assert "nub_mio" not in dicho


def test_la_ruta(consola: Consola, entorno_limpio: Path) -> None:
    hecho = consola.correr("config", "ruta")
    assert hecho.dicho == f"{entorno_limpio / 'config.toml'}\n"
    assert "Todavía no existe" in hecho.errores


def test_poner_conserva_los_comentarios_y_el_orden(consola: Consola, entorno_limpio: Path) -> None:
    fichero = entorno_limpio / "config.toml"
    fichero.parent.mkdir(parents=True)
    fichero.write_text("# mío\nplazo = 5.0  # corto\nmax_pasos = 3\n")
    assert consola.correr("config", "poner", "max-pasos", "9").codigo == 0
    assert consola.correr("config", "poner", "DOCUBOT_COLECCION", "otra").codigo == 0
    assert fichero.read_text() == '# mío\nplazo = 5.0  # corto\nmax_pasos = 9\ncoleccion = "otra"\n'
    dada = configuracion.cargar()
    assert (dada.max_pasos, dada.plazo, dada.coleccion) == (9, 5.0, "otra")
    assert consola.correr("config", "poner", "plazo", "").codigo == 0
    assert "plazo" not in fichero.read_text()
    assert list(entorno_limpio.iterdir()) == [fichero]


@pytest.mark.parametrize(
    ("ajuste", "valor", "codigo", "dice"),
    [
        ("max_pasoss", "3", 2, "Quizá querías decir «max_pasos»"),
        ("zzz", "3", 2, "docubot config ver"),
        ("max_pasos", "muchos", 78, "entero mayor que cero"),
        ("precio_entrada", "caro", 78, "número mayor que cero"),
        ("modo", "libre", 78, "documentacion, herramienta, agente"),
        ("resumen_recorte", "todo", 78, "nada, preguntas"),
        ("anthropic_api_key", "sk-ant-api03-AAAABBBBCCCC", 2, "docubot clave poner"),
        ("datos", "/tmp", 2, "DOCUBOT_DATOS"),
    ],
)
def test_lo_que_no_vale_se_dice_y_no_se_escribe(
    consola: Consola, entorno_limpio: Path, ajuste: str, valor: str, codigo: int, dice: str
) -> None:
    hecho = consola.correr("config", "poner", ajuste, valor)
    assert hecho.codigo == codigo
    assert dice in hecho.errores
    assert "AAAABBBBCCCC" not in hecho.errores
    assert not (entorno_limpio / "config.toml").exists()


def test_un_fichero_roto_no_se_pisa(consola: Consola, entorno_limpio: Path) -> None:
    fichero = entorno_limpio / "config.toml"
    fichero.parent.mkdir(parents=True)
    fichero.write_text("plazo = = 3\n")
    hecho = consola.correr("config", "poner", "plazo", "3")
    assert (hecho.codigo, fichero.read_text()) == (78, "plazo = = 3\n")
    assert "(línea 1, columna 9)" in consola.correr("config", "ver").errores


def test_si_manda_una_variable_se_avisa(consola: Consola, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCUBOT_PLAZO", "7")
    assert "Ojo: manda la variable DOCUBOT_PLAZO" in consola.correr("config", "poner", "plazo", "3").errores
