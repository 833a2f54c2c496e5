from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.lenguaje.texto import idioma_de, palabras, plegar, raiz, terminos


def sin_acentos(texto: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", texto) if not unicodedata.combining(c))


def test_plegar_quita_acentos_y_mayusculas_y_conserva_la_enie() -> None:
    assert plegar("FACTURACIÓN") == plegar("facturación") == "facturacion"
    assert plegar("AÑO") == "año" != plegar("ano")


@settings(max_examples=150)
@given(st.text(max_size=60))
def test_nfd_y_nfc_dan_los_mismos_terminos(texto: str) -> None:
    assert terminos(unicodedata.normalize("NFD", texto)) == terminos(unicodedata.normalize("NFC", texto))


@settings(max_examples=150)
@given(st.text(alphabet="abcdeáéíóúü ñÑÁÉ¿?.", max_size=60))
def test_los_acentos_que_faltan_no_cambian_los_terminos(texto: str) -> None:
    sin = "".join(c if c in "ñÑ" else sin_acentos(c) for c in texto)
    assert terminos(sin) == terminos(texto)


@settings(max_examples=100)
@given(st.text(alphabet="abcdefghiñáéíóú ", max_size=60))
def test_las_mayusculas_no_cambian_los_terminos(texto: str) -> None:
    assert terminos(texto.upper()) == terminos(texto)


@pytest.mark.parametrize(
    ("unas", "otras"),
    [("tarea", "tareas"), ("facturación", "facturaciones"), ("límite", "límites"), ("plan", "planes"), ("vez", "veces"),
     ("aprobadas", "aprobar"), ("caduca", "caducan"), ("administrador", "administradores")],
)  # fmt: skip
def test_el_singular_y_el_plural_comparten_raiz(unas: str, otras: str) -> None:
    assert raiz(plegar(unas)) == raiz(plegar(otras))


def test_anio_y_ano_siguen_siendo_distintos() -> None:
    assert set(terminos("un año")).isdisjoint(terminos("el ano"))


def test_una_clave_va_entera_y_por_partes() -> None:
    assert {"fact-101", "fact", "101"} <= set(terminos("el error FACT-101"))


def test_un_apostrofo_no_hace_una_palabra_nueva() -> None:
    assert "what's" not in terminos("what's the limit", "en")


def test_los_decimales_y_las_horas_quedan_enteros() -> None:
    assert palabras("7,50 € a las 08:00") == ["7,50", "a", "las", "08:00"]


@pytest.mark.parametrize(
    ("texto", "idioma"),
    [
        ("¿cuántas tareas?", "es"),
        ("how many tasks can I have", "en"),
        ("que plan tengo", "es"),
        ("FACT-101", "es"),
        ("who was the mayor of Kraków", "en"),
        ("facturación", "es"),
        ("página not found", "es"),
        ("FACTURACIÓN", "es"),
    ],
)
def test_idioma_de_una_pregunta(texto: str, idioma: str) -> None:
    assert idioma_de(texto) == idioma
