"""Lo que no toca: el mundo, las cortesías y las órdenes que ninguna herramienta cumple."""

from __future__ import annotations

from typing import Any

import pytest

from docubot.modelos.local.analisis import analizar
from docubot.modelos.local.decision import Pregunta, Responder
from docubot.modelos.local.eleccion import decidir
from docubot.modelos.local.norma import es_de_manual, pide_permiso
from docubot.modelos.local.redaccion import redactar
from tests.modelos.local.redaccion.apoyo import lectura as leida

from .test_eleccion import lectura


@pytest.mark.parametrize(
    "pregunta", ["qué hora es en Santiago", "a cuánto está el dólar hoy?", "what's the euro to dollar rate today?"]
)
def test_lo_del_mundo_no_se_busca(pregunta: str, nubelia: list[dict[str, Any]]) -> None:
    assert decidir(lectura(pregunta, tools=nubelia)) == Responder()


@pytest.mark.parametrize(
    "orden", ["borra el proyecto Quetzal", "créame una tarea en Quetzal", "can you book me a flight?"]
)
def test_una_orden_de_escritura_sin_herramienta_se_dice(orden: str, nubelia: list[dict[str, Any]]) -> None:
    assert isinstance(decidir(lectura(orden, tools=nubelia)), Pregunta)


@pytest.mark.parametrize(
    "texto", ["listo, era eso nomás, gracias", "jaja qué bueno, me sirvió un montón", "holaa qué tal"]
)
def test_una_cortesia_corta_es_charla_y_se_contesta(texto: str) -> None:
    assert analizar(texto).charla
    assert "no dice nada" not in redactar(leida(texto))


@pytest.mark.parametrize("texto", ["gracias, ¿y cuándo vence?", "listo el proyecto 4", "hola, necesito mis horas"])
def test_una_cortesia_que_pide_algo_no_es_charla(texto: str) -> None:
    assert not analizar(texto).charla


def test_lo_que_pide_una_regla_se_reconoce() -> None:
    assert pide_permiso("¿quién aprueba las horas?")
    assert not pide_permiso("¿cuántas horas lleva?")
    assert es_de_manual("papelera")
    assert not es_de_manual("tarea")
