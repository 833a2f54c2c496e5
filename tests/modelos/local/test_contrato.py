"""El JSON pedido en el prompt se rellena leyendo su esquema, y solo cuando se pide."""

from __future__ import annotations

import json

import pytest

from docubot.consulta import limpiar_json
from docubot.modelos.local.contrato import esquema_pedido, responder_en_json
from docubot.tipos import Peticion

ESQUEMA = {
    "type": "object",
    "properties": {
        "urgencia": {"type": "string", "enum": ["alta", "baja"], "description": "alta si hay prisa"},
        "pedido": {"type": ["string", "null"], "description": "número de pedido, solo dígitos"},
    },
    "required": ["urgencia", "pedido"],
}
SYSTEM = f"Clasifica la consulta. Devuelve solo JSON que cumpla este esquema:\n{json.dumps(ESQUEMA)}"


def pedir(system: str, texto: str) -> Peticion:
    return Peticion(system, [{"role": "user", "content": texto}])


def test_el_json_cumple_el_esquema_que_trae_el_prompt() -> None:
    dado = responder_en_json(pedir(SYSTEM, "¿dónde está mi pedido # 4521?"), "prudente")
    assert dado is not None
    assert json.loads(dado)["pedido"] == "4521"
    assert json.loads(dado)["urgencia"] in ("alta", "baja")


def test_lo_que_admite_null_y_no_se_dice_es_null() -> None:
    dado = responder_en_json(pedir(SYSTEM, "¿me ayudas?"), "prudente")
    assert dado is not None
    assert json.loads(dado)["pedido"] is None


def test_el_impulsivo_lo_envuelve_y_aun_asi_se_limpia() -> None:
    dado = responder_en_json(pedir(SYSTEM, "¿dónde está mi pedido # 4521?"), "impulsivo")
    assert dado is not None
    assert dado.startswith("Claro")
    assert limpiar_json(dado)["pedido"] == "4521"


@pytest.mark.parametrize(
    "system", ["Eres amable.", "Devuelve JSON.", 'Devuelve JSON: {"a": 1}', '{"properties": {}', "json " + "{" * 5000]
)
def test_sin_esquema_no_hay_contrato(system: str) -> None:
    assert esquema_pedido(system) is None
