"""Otros nombres en las preguntas, la cuenta y lo que se espera."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.evaluacion.puntuacion import sin_acentos
from docubot.evaluacion.variantes.mundo import original, proyectos
from docubot.evaluacion.variantes.nombres import Nombres, renombrar, sortear
from tests.evaluacion.apoyo import caso

NOMBRES = Nombres(
    {"cierzo": "Cóndor", "lucia": "Elena", "atlas": "Petrel"},
    {"Museo del Mar": "Jardín del Sauce"},
    frozenset({"cierzo", "atlas"}),
)


@pytest.mark.parametrize(
    ("antes", "despues"),
    [
        ("¿Cómo va Cierzo?", "¿Cómo va Cóndor?"),
        ("como va cierzo", "como va condor"),
        ("CIERZO COMO VA", "CÓNDOR COMO VA"),
        ("el ciezro pa q cliente era", "el cnodor pa q cliente era"),
        ("que tal va sierzo", "que tal va cundor"),
        ("lucia y Lucía", "elena y Elena"),
        ("el cliente museo del mar", "el cliente jardin del sauce"),
        ("las salas de hoy y el cierre", "las salas de hoy y el cierre"),
        ("si cierro una", "si cierro una"),
        ("FACT-203", "FACT-203"),
    ],
)
def test_los_nombres_cambian_con_sus_mayusculas_y_sus_erratas(antes: str, despues: str) -> None:
    assert NOMBRES.en(antes) == despues


@settings(max_examples=20)
@given(st.integers(0, 10_000))
def test_de_la_cuenta_no_queda_ningun_nombre_y_no_se_repite_ninguno(semilla: int) -> None:
    mundo = original([])
    nombres = sortear(mundo.cuenta, Random(semilla))
    nuevo = renombrar(mundo, Random(semilla))
    assert len(set(nombres.palabras.values())) == len(nombres.palabras)
    escrito = sin_acentos(str(nuevo.cuenta["organizaciones"]))
    for proyecto in proyectos(mundo.cuenta):
        assert sin_acentos(proyecto["nombre"]) not in escrito
        assert sin_acentos(proyecto["responsable"]) not in escrito
        assert sin_acentos(proyecto["cliente"]["nombre"]) not in escrito
    assert [p["tareas"] for p in proyectos(nuevo.cuenta)] == [p["tareas"] for p in proyectos(mundo.cuenta)]


def test_la_pregunta_y_lo_que_se_espera_cambian_a_la_vez() -> None:
    uno = caso(
        "¿cómo va zafiro?",
        herramientas=[{"nombre": "consultar_proyecto", "entrada": {"nombre": "Zafiro"}}],
        contiene=[["Atlas"], ["no existe"]],
        no_contiene=["Cárdenas", "Panadería"],
        proyecto="Zafiro",
    )
    nuevo = renombrar(original([uno]), Random(3))
    (cambiado,) = nuevo.casos
    atlas, _, _, zafiro = [p["nombre"] for p in proyectos(nuevo.cuenta)]
    assert cambiado.pregunta == f"¿cómo va {sin_acentos(zafiro)}?"
    assert cambiado.proyecto == zafiro
    assert cambiado.espera.conjuntos[0][0].entrada == {"nombre": zafiro}
    assert cambiado.espera.contiene == ((atlas,), ("no existe",))
    assert "Cárdenas" not in cambiado.espera.no_contiene
    assert cambiado.espera.no_contiene[0] in proyectos(nuevo.cuenta)[3]["responsable"]
