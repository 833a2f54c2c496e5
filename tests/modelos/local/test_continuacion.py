"""Una pregunta que continúa la anterior se dice entera, con cualquier nombre; la que se sostiene sola no se toca."""

from __future__ import annotations

import pytest

from docubot.modelos.local.continuacion import completar

CONOCIDOS = ("Lince", "Ñandú", "Faro")


def entera(*preguntas: str, respuesta: str = "Vale.") -> str:
    return completar(preguntas, [respuesta] * len(preguntas), CONOCIDOS)[-1]


@pytest.mark.parametrize(
    ("conversacion", "esperada"),
    [
        (["¿Cuántas tareas abiertas tiene Lince?", "¿y Ñandú?"], "¿Cuántas tareas abiertas tiene Ñandú?"),
        (["¿cuántas tareas abiertas tiene lince?", "y faro"], "¿cuántas tareas abiertas tiene faro?"),
        (["¿Por qué no puedo facturar Lince?", "¿y Faro?"], "¿Por qué no puedo facturar Faro?"),
        (["How many open tasks does Lince have?", "and Faro?"], "How many open tasks does Faro have?"),
        (["¿Cuál es el límite del plan Equipo?", "¿y el del plan Gratis?"], "¿Cuál es el límite del plan Gratis?"),
        (["¿cuándo se entrega Lince?", "¿y Faro?", "¿y Ñandú?"], "¿cuándo se entrega Ñandú?"),
        (["¿Cuántas tareas tiene Lince?", "¿y Desconocido?"], "¿Cuántas tareas tiene Desconocido?"),
        (["¿Cuántas tareas tiene Lince?", "¿y en el plan Empresa?"], "Cuántas tareas tiene Lince en el plan Empresa"),
        (["¿quién es el responsable?", "¿y el de Faro?"], "quién es el responsable el de Faro"),
    ],
)
def test_un_nombre_nuevo_hereda_lo_que_se_preguntaba(conversacion: list[str], esperada: str) -> None:
    assert entera(*conversacion) == esperada


def test_una_relacion_sin_complemento_hereda_de_que() -> None:
    for pregunta in ("¿y el límite?", "¿cuál es el límite?"):
        dicha = entera("¿Cuántas tareas abiertas tiene Lince?", pregunta)
        assert all(p in dicha for p in ("límite", "tareas abiertas", "Lince"))
    assert "open tasks Faro" in entera("How many open tasks does Faro have?", "what is the limit?")


def test_un_plan_del_hilo_se_hereda_en_una_pregunta_corta() -> None:
    assert entera("¿Qué incluye el plan Gratis?", "¿cuánto cuesta?") == "cuánto cuesta plan Gratis"


@pytest.mark.parametrize(
    "pregunta",
    ["¿Y cuántas horas tiene registradas Faro?", "¿cuándo caducan los tokens?", "gracias", "¿quién es el responsable?"],
)
def test_lo_que_se_sostiene_solo_no_se_toca(pregunta: str) -> None:
    assert entera("¿Cuántas tareas abiertas tiene Lince?", pregunta) == pregunta


def test_la_respuesta_a_una_pregunta_del_asistente_no_se_toca() -> None:
    assert entera("¿cómo va mi proyecto?", "y Faro", respuesta="¿De cuál hablas?") == "y Faro"
