"""Lo que una pregunta da por hecho sin nombrarlo."""

from __future__ import annotations

import pytest

from docubot.modelos.local.implicitos import implicitos


@pytest.mark.parametrize(
    ("pregunta", "callado"),
    [
        ("tengo 45 tareas y el tope es 40, ¿cómo es posible?", "por encima del límite"),
        ("how can there be 44 if the cap is 40?", "por encima del límite"),
        ("quiero apartar una sala para dentro de tres meses", "antelación de la reserva"),
        ("can I book a room three months ahead?", "antelación de la reserva"),
        ("¿puedo apuntar horas de mañana?", "horas en el futuro"),
        ("¿cuánto es lo máximo que puedo tener una sala seguida?", "duración de la reserva"),
        ("¿en qué formatos me puedo bajar un proyecto?", "formatos de exportación"),
        ("how long must passwords be?", "caracteres de la contraseña"),
    ],
)
def test_lo_que_se_calla_se_dice_como_un_manual(pregunta: str, callado: str) -> None:
    assert implicitos(pregunta) == [callado]


@pytest.mark.parametrize(
    "pregunta",
    [
        "tengo 38 tareas y el tope es 40, ¿cómo es posible?",
        "¿cuánto cuesta el plan?",
        "quiero bajar de plan con mis proyectos",
        "¿puedo apuntar horas hoy?",
        "¿dónde está la sala?",
    ],
)
def test_si_no_se_calla_nada_no_se_inventa_nada(pregunta: str) -> None:
    assert implicitos(pregunta) == []
