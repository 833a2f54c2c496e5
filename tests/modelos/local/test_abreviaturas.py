"""Las abreviaturas de la gente, enteras, y los códigos con su guion."""

from __future__ import annotations

import pytest

from docubot.modelos.local.abreviaturas import desabreviar


@pytest.mark.parametrize(
    ("escrito", "entero"),
    [
        ("xq no me deja", "por qué no me deja"),
        ("q plan tengo", "que plan tengo"),
        ("tb pa mañana", "también para mañana"),
    ],
)
def test_una_abreviatura_suelta_se_lee_entera(escrito: str, entero: str) -> None:
    assert desabreviar(escrito) == entero


@pytest.mark.parametrize("texto", ["el proyecto Q", "una-q-suelta", "k8s", "el tq"])
def test_una_letra_que_puede_ser_un_nombre_se_queda_como_esta(texto: str) -> None:
    assert desabreviar(texto) == texto


def test_un_codigo_conocido_recupera_su_guion() -> None:
    assert desabreviar("me tira fact 204", frozenset({"FACT"})) == "me tira FACT-204"
    assert desabreviar("me tira FACT204", frozenset({"FACT"})) == "me tira FACT-204"


def test_unas_siglas_que_nadie_nombra_no_son_un_codigo() -> None:
    assert desabreviar("somos unos 204") == "somos unos 204"
    assert desabreviar("el aula 204", frozenset({"FACT"})) == "el aula 204"
