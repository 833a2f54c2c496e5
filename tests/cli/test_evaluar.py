"""`docubot evaluar`, como lo usa una persona."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docubot.cli.puerta import ejecutar

FILA = {
    "id": "x-1",
    "idioma": "es",
    "tipo": "api",
    "pregunta": "¿cuántas tareas abiertas tiene Atlas?",
    "herramientas": [{"nombre": "consultar_proyecto", "entrada": {"nombre": "Atlas"}}],
    "contiene": [["42"]],
    "categoria": "proyectos",
    "proyecto": "Atlas",
}
IMPOSIBLE = FILA | {"id": "x-2", "contiene": [["esto no lo dice nadie"]]}


@pytest.fixture
def preguntas(tmp_path: Path) -> str:
    fichero = tmp_path / "p.jsonl"
    fichero.write_text("\n".join(json.dumps(f) for f in (FILA, IMPOSIBLE)), encoding="utf-8")
    return str(fichero)


def _evaluar(*argumentos: str) -> int:
    return ejecutar(["evaluar", *argumentos])


def test_agente_ensena_la_tabla_y_cada_fallo(preguntas: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _evaluar("agente", "--preguntas", preguntas, "--proveedor", "local") == 0
    salida = capsys.readouterr()
    assert "50.0" in salida.out
    assert "no dice esto no lo dice nadie" in salida.out
    assert salida.err == ""


def test_agente_en_json_es_un_solo_documento(preguntas: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _evaluar("agente", "--preguntas", preguntas, "--proveedor", "local", "--json") == 0
    documento = json.loads(capsys.readouterr().out)
    assert (documento["version"], documento["pasan"], documento["casos"]) == (1, 1, 2)
    assert [f["id"] for f in documento["fallos"]] == ["x-2"]


def test_por_debajo_del_minimo_sale_con_uno(preguntas: str) -> None:
    assert _evaluar("agente", "--preguntas", preguntas, "--proveedor", "local", "--minimo", "90") == 1
    assert _evaluar("agente", "--preguntas", preguntas, "--proveedor", "local", "--minimo", "90", "--limite", "1") == 0


def test_el_informe_es_una_pagina(preguntas: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    destino = tmp_path / "informe.html"
    assert _evaluar("agente", "--preguntas", preguntas, "--proveedor", "local", "--informe", str(destino)) == 0
    assert "esto no lo dice nadie" in destino.read_text("utf-8")
    assert _evaluar("agente", "--preguntas", preguntas, "--proveedor", "local", "--informe", str(tmp_path)) == 73
    assert "No se puede escribir el informe" in capsys.readouterr().err


def test_extraccion_da_las_dos_medidas(preguntas: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _evaluar("extraccion", "--preguntas", preguntas, "--proveedor", "local", "--json") == 0
    documento = json.loads(capsys.readouterr().out)
    assert [i["evaluacion"] for i in documento["informes"]] == ["extracción, categorías", "extracción, proyectos"]
    assert _evaluar("extraccion", "--preguntas", preguntas, "--metodo", "magia") == 2


def test_ajenas_usa_las_del_repositorio_si_no_se_dicen(capsys: pytest.CaptureFixture[str]) -> None:
    assert _evaluar("ajenas", "--limite", "3", "--mitad", "ajuste", "--proveedor", "local", "--json") == 0
    assert json.loads(capsys.readouterr().out)["casos"] == 3


def test_metamorfica_compara_sin_vectores_en_segundos(preguntas: str, capsys: pytest.CaptureFixture[str]) -> None:
    orden = ("metamorfica", "--preguntas", preguntas, "--variante", "nombres", "--sin-vectores", "--proveedor", "local")
    assert _evaluar(*orden, "--json") == 0
    (variante,) = json.loads(capsys.readouterr().out)["variantes"]
    assert variante["original"]["pasan"] == 1
    assert variante["puntos_perdidos"] == 0
    assert _evaluar(*orden, "--maximo", "-1") == 1
    assert "pierde" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argumentos", "codigo", "dice"),
    [
        (["agente", "--preguntas", "/no/existe.jsonl"], 66, "No se puede leer"),
        (["agente", "--mitad", "toda"], 2, "--mitad"),
        (["metamorfica", "--variante", "colores", "--limite", "1", "--sin-vectores"], 2, "colores"),
    ],
)
def test_lo_que_esta_mal_se_dice_en_una_frase(
    argumentos: list[str], codigo: int, dice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _evaluar(*argumentos) == codigo
    salida = capsys.readouterr()
    assert dice in salida.err
    assert "Traceback" not in salida.err
    assert salida.out == ""


def test_recuperacion_mide_un_squad(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parrafos = [
        {"context": c, "qas": [{"id": str(n), "question": p}]}
        for n, (c, p) in enumerate(
            [("El queso azul caduca en junio.", "queso azul"), ("El vino es tinto.", "vino tinto")]
        )
    ]
    fichero = tmp_path / "squad.json"
    fichero.write_text(json.dumps({"data": [{"paragraphs": parrafos}]}), encoding="utf-8")
    assert _evaluar("recuperacion", "--squad", str(fichero), "--json") == 0
    documento = json.loads(capsys.readouterr().out)
    assert (documento["version"], documento["preguntas"], documento["r1"]) == (1, 2, 1.0)
    assert _evaluar("recuperacion", "--squad", str(fichero)) == 0
    assert "R@1 1.0000" in capsys.readouterr().out
