"""El idioma de las frases cortas que escribe la gente."""

import json
from pathlib import Path

import pytest

from docubot.lenguaje.idioma import idioma_de

PREGUNTAS = Path(__file__).resolve().parents[2] / "benchmarks" / "preguntas"


@pytest.mark.parametrize(
    ("frase", "idioma"),
    [
        ("Is Lucía in charge of Atlas?", "en"),
        ("thanks a bunch!", "en"),
        ("token expiry", "en"),
        ("Atlas deadline?", "en"),
        ("cierzo cuantas horas tiene metidas", "es"),
        ("jaja vale", "es"),
        ("horas atlas", "es"),
        ("CUANTO ALMACENAMIENTO TRAE EMPRESA", "es"),
        ("¿status?", "es"),
    ],
)
def test_frases_cortas(frase: str, idioma: str) -> None:
    assert idioma_de(frase) == idioma


def test_sin_senales_manda_el_idioma_por_defecto() -> None:
    assert idioma_de("1234", "en") == "en"
    assert idioma_de("", "es") == "es"


@pytest.mark.parametrize("mitad", ["ajuste", "confirmacion"])
def test_casi_todas_las_preguntas_propias(mitad: str) -> None:
    casos = [json.loads(linea) for linea in (PREGUNTAS / "propias.jsonl").read_text("utf-8").splitlines()]
    casos = [c for c in casos if c["mitad"] == mitad]
    aciertos = sum(idioma_de(c["pregunta"]) == c["idioma"] for c in casos)
    assert aciertos / len(casos) >= 0.98
