from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.rag.frases import frases, unidades


def partes(texto: str) -> list[str]:
    return [texto[a:b] for a, b in unidades(texto)]


@settings(max_examples=300)
@given(st.text(alphabet="aA .?!\n|-`#*1:~,¿É", max_size=120))
def test_las_unidades_unidas_dan_el_texto(texto: str) -> None:
    assert "".join(partes(texto)) == texto


@settings(max_examples=100)
@given(st.text(max_size=80))
def test_tambien_con_cualquier_caracter(texto: str) -> None:
    assert "".join(partes(texto)) == texto
    assert "".join(texto[a:b] for a, b in frases(texto)) == texto


@pytest.mark.parametrize(
    ("texto", "cuantas"),
    [
        ("Caben 40 tareas. No más.", 2),
        ("Cuesta 7,50 € al mes, p. ej. Equipo.", 1),
        ("Lo dice el Sr. Pérez. Y ya.", 2),
        ("Vale 3.5 puntos según docs/v2.md y ya.", 1),
        ("¿Cuánto? ¡Mucho! Fin.", 3),
        ("Espera… y sigue. Acaba.", 2),
    ],
)
def test_las_abreviaturas_y_los_numeros_no_acaban_frase(texto: str, cuantas: int) -> None:
    assert len(frases(texto)) == cuantas


def test_cada_elemento_y_cada_fila_es_una_unidad() -> None:
    texto = "1. Abre.\n2. Cierra.\n\n| Plan | Tareas |\n|---|---|\n| Equipo | 40 |\n| Gratis | 20 |\n"
    assert partes(texto) == [
        "1. Abre.\n", "2. Cierra.\n\n", "| Plan | Tareas |\n|---|---|\n", "| Equipo | 40 |\n", "| Gratis | 20 |\n",
    ]  # fmt: skip


def test_un_bloque_de_codigo_es_una_unidad() -> None:
    texto = "Antes.\n\n```python\n# no. Es. Nada.\n\nx = 1\n```\nDespués."
    assert partes(texto) == ["Antes.\n\n", "```python\n# no. Es. Nada.\n\nx = 1\n```\n", "Después."]
