"""Las reglas puras y el límite por minuto."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mock_nubelia.dominio import CADUCIDAD_DE_TOKEN, Credencial, caducado, permite, plegar, tareas_abiertas
from mock_nubelia.limite import LimitePorMinuto
from tests.mock_nubelia.apoyo import Reloj


def test_abierta_es_toda_tarea_que_no_esta_hecha() -> None:
    assert tareas_abiertas({"pendiente": 18, "en curso": 15, "en revisión": 9, "hecha": 118}) == 42


def test_el_alcance_de_escritura_tambien_lee_pero_no_al_reves() -> None:
    assert permite("lectura", "lectura")
    assert permite("escritura", "lectura")
    assert permite("escritura", "escritura")
    assert not permite("lectura", "escritura")


def test_un_token_caduca_a_los_noventa_dias_justos() -> None:
    credencial = Credencial("org", "usr", "miembro", "lectura", emitido=5.0)
    assert CADUCIDAD_DE_TOKEN == 90 * 86400
    assert not caducado(credencial, 5.0 + CADUCIDAD_DE_TOKEN - 1)
    assert caducado(credencial, 5.0 + CADUCIDAD_DE_TOKEN)


def test_plegar_junta_acentos_mayusculas_y_formas_unicode_pero_no_la_enie() -> None:
    formas = {"Peña Íntegra", unicodedata.normalize("NFD", "PEÑA  ÍNTEGRA"), " peña integra "}
    assert {plegar(f) for f in formas} == {"peña integra"}
    assert plegar("año") != plegar("ano")


@pytest.mark.parametrize(("plan", "cuantas"), [("Gratis", 30), ("Equipo", 120), ("Empresa", 600)])
def test_cada_plan_admite_sus_peticiones_por_minuto_y_ni_una_mas(plan: str, cuantas: int) -> None:
    limite = LimitePorMinuto(Reloj())
    assert [limite.espera("org", plan) for _ in range(cuantas)] == [0] * cuantas
    assert limite.espera("org", plan) == 60


def test_el_limite_es_por_organizacion() -> None:
    limite = LimitePorMinuto(Reloj())
    for _ in range(31):
        limite.espera("una", "Gratis")
    assert limite.espera("una", "Gratis") > 0
    assert limite.espera("otra", "Gratis") == 0


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(0, 20), min_size=1, max_size=150))
def test_ninguna_ventana_de_un_minuto_pasa_del_limite_y_esperar_lo_pedido_basta(pausas: list[float]) -> None:
    reloj = Reloj()
    limite = LimitePorMinuto(reloj)
    admitidas: list[float] = []
    for pausa in pausas:
        reloj.ahora += pausa
        if (espera := limite.espera("org", "Gratis")) == 0:
            admitidas.append(reloj.ahora)
        else:
            assert 1 <= espera <= 60
            reloj.ahora += espera
            assert limite.espera("org", "Gratis") == 0
            admitidas.append(reloj.ahora)
    for desde in admitidas:
        assert sum(desde <= t < desde + 60 for t in admitidas) <= 30
