"""La pregunta, en cláusulas, actos y charla."""

from __future__ import annotations

import pytest

from docubot.modelos.local.analisis import analizar
from docubot.modelos.local.entidades import cercano, nombres_en

PROYECTO = frozenset({"proyecto"})


@pytest.mark.parametrize(
    "texto", ["hola", "mil gracias, sos un crack", "thanks a bunch!", "jaja vale", "good morning!", "¿estás ahí?"]
)
def test_la_charla_es_charla(texto: str) -> None:
    assert analizar(texto).charla


@pytest.mark.parametrize("texto", ["hola, ¿cuántas tareas tiene Atlas?", "gracias, ¿y el plan?", "dime las salas"])
def test_una_peticion_con_saludo_no_es_charla(texto: str) -> None:
    assert not analizar(texto).charla


def test_dos_preguntas_son_dos_clausulas() -> None:
    assert len(analizar("cuando se entrega atlas? y con cuantos dias de antelacion se pide una sala?").clausulas) == 2
    assert len(analizar("busca una sala con proyector y resérvala").clausulas) == 2
    assert len(analizar("compara el clima de Rosario, Córdoba y Mendoza").clausulas) == 1


@pytest.mark.parametrize(
    ("texto", "acto"),
    [
        ("¿por qué no me deja facturar?", "porque"),
        ("is there a cap on labels?", "limite"),
        ("can I edit an entry?", "permiso"),
        ("me sale FACT-203", "error"),
        ("what does it mean?", "significado"),
    ],
)
def test_los_actos_que_piden_una_regla(texto: str, acto: str) -> None:
    assert acto in analizar(texto).actos


def test_la_cortesia_no_es_pedir_permiso() -> None:
    assert not analizar("¿me puedes decir cuántas horas lleva Atlas?").actos
    assert not analizar("could you tell me the status of Atlas?").actos


@pytest.mark.parametrize(
    ("texto", "nombres"),
    [
        ("cuantas tareas tiene atlas", ["atlas"]),
        ("cierzo cuántas horas tiene metidas", ["cierzo"]),
        ("Does Boreal's client have tax details?", ["Boreal"]),
        ("entre Atlas y Boreal, ¿cuál va mejor?", ["Atlas", "Boreal"]),
        ("horas de Luz de Gas", ["Luz de Gas"]),
        ("CUANTAS TAREAS HAY EN ATLAS", ["ATLAS"]),
        ("¿Qué IVA se aplica?", []),
        ("cada cuánto se sincroniza con Google Calendar", []),
        ("¿Lucía puede facturar?", []),
        ("qué es Retry-After", []),
        ("Expiración de los tokens", []),
        ("cuanto cuesta el plan Empresa", []),
    ],
)
def test_los_nombres_propios_se_encuentran_y_lo_demas_no(texto: str, nombres: list[str]) -> None:
    assert [n.texto for n in nombres_en(texto, sustantivos=PROYECTO)] == nombres


def test_un_nombre_mal_escrito_se_acerca_solo_si_es_claro() -> None:
    assert cercano("ciezro", ["Atlas", "Boreal", "Cierzo"]) == "Cierzo"
    assert cercano("zafiro", ["Atlas", "Boreal", "Cierzo"]) is None
    assert cercano("Alba", ["Alma", "Alta"]) is None
