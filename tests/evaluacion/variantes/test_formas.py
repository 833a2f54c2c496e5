"""Las formas de escribir cifras y fechas."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.evaluacion.puntuacion import aparece
from docubot.evaluacion.variantes.formas import CIFRA, en_palabras, formas, formas_de_fecha, valor, valor_de_palabras


@pytest.mark.parametrize(
    ("numero", "dichas"),
    [
        (0, ["cero", "zero"]),
        (42, ["cuarenta y dos", "forty-two", "forty two"]),
        (100, ["cien", "one hundred"]),
        (240, ["doscientos cuarenta", "doscientas cuarenta", "two hundred forty", "two hundred and forty"]),
        (118, ["ciento dieciocho", "one hundred eighteen", "one hundred and eighteen"]),
        (1000, []),
    ],
)
def test_los_enteros_se_dicen_en_los_dos_idiomas(numero: int, dichas: list[str]) -> None:
    assert en_palabras(numero) == dichas


@settings(max_examples=60)
@given(st.integers(2, 100))
def test_lo_que_se_dice_se_vuelve_a_leer(numero: int) -> None:
    assert valor_de_palabras(en_palabras(numero)[0]) == numero


def test_las_palabras_que_no_son_solo_un_numero_no_valen() -> None:
    assert valor_de_palabras("cuarenta tareas") is None
    assert valor_de_palabras("42") is None
    assert valor_de_palabras("papelera") is None


def test_una_cantidad_con_decimales_se_escribe_con_coma_con_punto_y_en_horas() -> None:
    dichas = formas(Decimal("312.5"))
    assert {"312,5", "312.5", "312,50", "312.50", "312 h 30", "312 horas y 30"} <= set(dichas)


@pytest.mark.parametrize(
    ("texto", "cifras"),
    [
        ("caben 40 tareas, no 7,50", ["40", "7,50"]),
        ("de 8:00 a 20:00", []),
        ("FACT-203 y NUB-12, v1, n8n", []),
        ("el 2026-12-18 o el 18/12", []),
        ("1.000 personas", []),
        ("son 12.", ["12"]),
        ("9pm", []),
    ],
)
def test_una_cifra_es_una_cantidad_suelta(texto: str, cifras: list[str]) -> None:
    assert CIFRA.findall(texto) == cifras


def test_las_fechas_se_escriben_como_en_las_preguntas() -> None:
    dichas = formas_de_fecha(date(2026, 12, 1))
    assert {"1 de diciembre", "2026-12-01", "1/12", "December 1", "Dec 1st", "1st of December"} <= set(dichas)


@settings(max_examples=40)
@given(st.decimals(0, 999, places=2))
def test_cada_forma_numerica_vale_lo_mismo_y_aparece_en_una_frase(numero: Decimal) -> None:
    for forma in formas(numero):
        assert aparece(forma, f"son {forma}.")
        if CIFRA.fullmatch(forma):
            assert valor(forma) == numero
