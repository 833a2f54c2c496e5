"""`docubot doctor`: cada cosa, cómo está y qué hacer; el código lo dice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from docubot import diagnostico, modelos
from docubot.errores import Definitivo, ErrorDeModelo, SinPermiso
from docubot.modelos.guion import ModeloGuion, texto
from tests.cli.apoyo import Consola, consola

assert consola


def revisiones(consola: Consola, *argumentos: str) -> tuple[int, dict[str, Any]]:
    hecho = consola.correr("doctor", "--json", *argumentos)
    return hecho.codigo, {r["que"]: r for r in json.loads(hecho.dicho)["revisiones"]}


def test_en_una_instalacion_buena_todo_esta_bien(consola: Consola) -> None:
    codigo, hechas = revisiones(consola)
    assert codigo == 0
    assert {
        "Python", "paquetes", "configuración", "carpeta de datos", "índice", "embebedor", "proveedor", "API de Nubelia",
        "terminal", "codificación",
    } == set(hechas)  # fmt: skip
    assert [r for r in hechas.values() if r["estado"] == "mal"] == []
    assert "3 proyectos" in hechas["API de Nubelia"]["visto"]
    dicho = consola.correr("doctor").dicho
    assert "✓ Python: 3." in dicho
    assert dicho.splitlines()[-1].startswith("Todo")


@pytest.mark.parametrize(
    ("variable", "valor", "que", "remedio"),
    [
        ("NUBELIA_URL", "http://127.0.0.1:9", "API de Nubelia", "NUBELIA_URL"),
        ("DOCUBOT_COLECCION", "ninguna", "índice", "docubot indexar"),
        ("DOCUBOT_PROVEEDOR", "claude", "proveedor", "docubot clave poner"),
        ("DOCUBOT_PLAZO", "x", "configuración", "docubot config ruta"),
        ("ANTHROPIC_API_KEY", "sk-ñ", "configuración", "docubot config ruta"),
        ("DOCUBOT_DATOS", "/proc/nada", "carpeta de datos", "DOCUBOT_DATOS"),
    ],
)
def test_lo_que_esta_mal_se_dice_con_su_remedio_y_sale_con_1(
    consola: Consola, monkeypatch: pytest.MonkeyPatch, variable: str, valor: str, que: str, remedio: str
) -> None:
    monkeypatch.setenv(variable, valor)
    codigo, hechas = revisiones(consola)
    assert codigo == 1
    assert hechas[que]["estado"] == "mal"
    assert remedio in hechas[que]["remedio"]
    assert "sk-ñ" not in str(hechas)


@pytest.mark.parametrize("guion", [[texto("Hola.")], ErrorDeModelo("Clave rechazada", Definitivo(), final=SinPermiso)])
def test_la_clave_se_prueba_solo_si_se_pide(consola: Consola, monkeypatch: pytest.MonkeyPatch, guion: Any) -> None:
    modelo = ModeloGuion([guion])
    monkeypatch.setitem(modelos.PROVEEDORES, "local", lambda _: modelo)
    assert "llamada al proveedor" not in revisiones(consola)[1]
    assert modelo.peticiones == []
    codigo, hechas = revisiones(consola, "--probar-clave")
    assert modelo.peticiones[0].max_tokens == 1
    assert codigo == (0 if isinstance(guion, list) else 1)
    assert hechas["llamada al proveedor"]["estado"] == ("bien" if isinstance(guion, list) else "mal")


def test_un_fallo_dentro_de_una_revision_no_para_las_demas(
    monkeypatch: pytest.MonkeyPatch, entorno_limpio: Path
) -> None:
    def rota(_: object) -> diagnostico.Revision:
        raise ZeroDivisionError("sk-ant-api03-SENTINELA0000")

    monkeypatch.setitem(diagnostico._REVISIONES, "índice", rota)
    hechas = {r.que: r for r in diagnostico.revisar()}
    assert hechas["índice"].estado == "mal"
    assert "codificación" in hechas
    assert "SENTINELA" not in str(hechas)
