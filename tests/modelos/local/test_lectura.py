"""La petición, leída en sus campos."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.modelos.local.lectura import leer
from docubot.tipos import Peticion

from .conftest import CLIMA, lectura, peticion, resultado, uso


def test_el_dia_y_la_zona_salen_del_system() -> None:
    leida = lectura("hola")
    assert leida.hoy == date(2026, 11, 30)
    assert leida.zona == "Europe/Madrid"
    assert lectura("hola", system="Sin fecha.").hoy is None


def test_la_pregunta_es_el_ultimo_texto_de_la_persona_dicho_entero_y_lo_de_antes_son_turnos() -> None:
    leida = lectura("¿cómo va Atlas?", {"role": "assistant", "content": "Va bien."}, "¿y Boreal?")
    assert leida.pregunta == "¿cómo va Boreal?"
    assert [(t.pregunta, t.respuesta) for t in leida.turnos] == [("¿cómo va Atlas?", "Va bien.")]


def test_un_dato_vivo_llega_con_su_numero_y_su_json() -> None:
    contenido = [
        {"type": "text", "text": "[2] consultar_proyecto"},
        {"type": "text", "text": '{"nombre":"Atlas","abiertas":42}'},
    ]
    leida = lectura("¿cómo va Atlas?", uso("t1", "consultar_proyecto", {"nombre": "Atlas"}), resultado("t1", contenido))
    (dato,) = leida.resultados
    assert (dato.nombre, dato.numero, dato.datos) == ("consultar_proyecto", 2, {"nombre": "Atlas", "abiertas": 42})
    assert dato.entrada == {"nombre": "Atlas"}
    assert "Atlas" in leida.nombres_conocidos


def test_los_pasajes_llegan_como_bloques_o_como_texto() -> None:
    bloque = {
        "type": "search_result",
        "source": "l.md#a",
        "title": "[3] Límites › Tareas",
        "content": [{"type": "text", "text": "Son 40."}],
    }
    texto = "[3] Límites › Tareas (l.md#a)\nSon 40.\n\n[4] Otro (o.md)\nNada."
    de_bloque = lectura("x", uso("t", "b", {}), resultado("t", [bloque])).pasajes
    de_texto = lectura("x", uso("t", "b", {}), resultado("t", texto)).pasajes
    assert (de_bloque[0].numero, de_bloque[0].titulo, de_bloque[0].fuente, de_bloque[0].texto) == (
        3,
        "Límites › Tareas",
        "l.md#a",
        "Son 40.",
    )
    assert de_texto[0] == de_bloque[0]
    assert de_texto[1].numero == 4


def test_el_bloque_de_documentacion_no_es_parte_de_la_pregunta() -> None:
    leida = lectura("<documentacion-ab12>\n[1] A (a.md)\nTexto.\n</documentacion-ab12>\nPregunta: ¿cuánto cuesta?")
    assert leida.documental
    assert leida.pregunta == "¿cuánto cuesta?"
    assert leida.pasajes[0].texto == "Texto."


def test_un_error_ensenia_que_nombres_hay() -> None:
    mensaje = "No existe ningún proyecto llamado «Zafiro». Proyectos disponibles: Atlas, Boreal y Cierzo."
    leida = lectura("x", uso("t", "consultar_proyecto", {"nombre": "Zafiro"}), resultado("t", mensaje, error=True))
    assert leida.resultados[0].es_error
    assert set(leida.nombres_conocidos) >= {"Atlas", "Boreal", "Cierzo"}


def test_las_herramientas_se_leen_con_sus_obligatorios() -> None:
    (leida,) = leer(peticion("x", tools=[CLIMA])).herramientas
    assert leida.obligatorios == ("location",)
    assert "location" in leida.propiedades


@pytest.mark.parametrize("idioma", ["es", "en"])
def test_el_idioma_es_el_de_la_pregunta(idioma: str) -> None:
    assert lectura({"es": "¿cuántas horas lleva?", "en": "how many hours are logged?"}[idioma]).idioma == idioma


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda hijos: st.lists(hijos, max_size=3) | st.dictionaries(st.text(max_size=6), hijos, max_size=3),
    max_leaves=8,
)


@given(
    st.lists(st.fixed_dictionaries({"role": st.sampled_from(["user", "assistant"]), "content": JSON}), max_size=4),
    st.text(max_size=40),
)
@settings(max_examples=100, deadline=None)
def test_ninguna_forma_de_los_mensajes_la_rompe(mensajes: list[dict[str, Any]], system: str) -> None:
    assert leer(Peticion(system, mensajes)).idioma in ("es", "en")


@pytest.mark.parametrize(
    ("system", "mandado"),
    [
        ("Responde siempre en inglés (always answer in English).", "en"),
        ("Responde siempre en español.", "es"),
        ("Always reply. Answer only in Spanish.", "es"),
        ("Responde en el idioma de la pregunta.", None),
    ],
)
def test_el_idioma_que_manda_el_system_se_lee(system: str, mandado: str | None) -> None:
    assert lectura("hola", system=system).idioma_mandado == mandado
