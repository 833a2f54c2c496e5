"""El JSON de un resultado como registros y campos."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.modelos.local.datos import humanizar, listas_vacias, registros_de, tipo_de
from docubot.modelos.local.lectura import ResultadoLeido


def resultado(datos: Any, nombre: str = "ver_cosa", **entrada: Any) -> ResultadoLeido:
    return ResultadoLeido("t1", nombre, entrada, False, 3, "", datos)


@pytest.mark.parametrize(
    ("clave", "dicha"),
    [
        ("tareas_abiertas", "tareas abiertas"),
        ("estimatedDelivery", "estimated delivery"),
        ("tiene_nif", "nif"),
        ("zona-horaria", "zona horaria"),
    ],
)
def test_una_clave_se_dice_con_palabras(clave: str, dicha: str) -> None:
    assert humanizar(clave) == dicha


@pytest.mark.parametrize(
    ("valor", "tipo"),
    [
        (True, "booleano"),
        (3, "numero"),
        (None, "nulo"),
        ("2026-12-18", "fecha"),
        ("2026-12-18T09:00:00+01:00", "momento"),
        ("2026-99-99", "texto"),
        ("activo", "texto"),
        ([], "lista"),
    ],
)
def test_el_tipo_sale_del_valor(valor: Any, tipo: str) -> None:
    assert tipo_de(valor) == tipo


def test_cada_objeto_de_una_lista_es_un_registro_con_su_nombre() -> None:
    registros = registros_de(resultado({"salas": [{"nombre": "Norte", "plazas": 8}, {"nombre": "Sur", "plazas": 4}]}))
    assert [r.nombre for r in registros] == ["Norte", "Sur"]
    assert {r.clase for r in registros} == {"salas"}
    assert registros[0].numero == 3


def test_un_objeto_sin_nombre_toma_el_de_la_llamada() -> None:
    (registro,) = registros_de(resultado({"status": "in_transit"}, order_id="4521"))
    assert registro.nombre == "4521"


def test_los_numeros_con_un_mismo_padre_son_un_desglose() -> None:
    (registro,) = registros_de(resultado({"nombre": "X", "tareas": {"a": 1, "b": 2}, "c": {"d": 1, "e": "x"}}))
    assert {ruta: sum(c.valor for c in cs) for ruta, cs in registro.desgloses().items()} == {("tareas",): 3}


def test_las_listas_vacias_se_dicen_por_su_nombre() -> None:
    assert listas_vacias(resultado({"reservas": [], "n": 1})) == ("reservas",)
    assert listas_vacias(resultado([], "listar_reservas")) == ("reservas",)


HOJAS = st.none() | st.booleans() | st.integers() | st.text(max_size=12)
JSON = st.recursive(
    HOJAS,
    lambda h: st.lists(h, max_size=3) | st.dictionaries(st.text(min_size=1, max_size=8), h, max_size=4),
    max_leaves=12,
)


@settings(max_examples=80, deadline=None)
@given(JSON)
def test_ningun_json_lo_rompe(datos: Any) -> None:
    for registro in registros_de(resultado(datos)):
        assert all(campo.ruta for campo in registro.campos)


def test_las_claves_de_maquina_son_tecnicas_y_las_demas_no() -> None:
    (registro,) = registros_de(resultado({"nombre": "X", "cliente_id": "c9", "foto_url": "http://x", "plazas": 4}))
    assert [c.ruta[0] for c in registro.campos if c.tecnico] == ["cliente_id", "foto_url"]
