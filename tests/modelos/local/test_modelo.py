"""La puerta del modelo: protocolo, `tool_choice`, `max_tokens` y determinismo."""

from __future__ import annotations

import json
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest

from docubot.modelos.local.modelo import ModeloLocal, responder_de_una_vez
from docubot.tipos import Fragmento, Peticion, Respuesta

from .conftest import AVISAR, CLIMA, PEDIDO, peticion


def redactor(_: Any) -> str:
    return "Una respuesta de cinco palabras."


def respuesta(modelo: ModeloLocal, pedido: Peticion) -> tuple[list[str], Respuesta]:
    sucesos = list(modelo.responder(pedido))
    assert isinstance(sucesos[-1], Respuesta)
    assert all(isinstance(s, Fragmento) for s in sucesos[:-1])
    return [s.texto for s in sucesos[:-1] if isinstance(s, Fragmento)], sucesos[-1]


def test_dice_que_no_es_un_llm() -> None:
    assert ModeloLocal().proveedor == "local"
    assert "sin LLM" in ModeloLocal().nombre


def test_el_texto_llega_a_trozos_y_entero_al_final() -> None:
    trozos, final = respuesta(ModeloLocal(redactor=redactor), peticion("hola"))
    assert len(trozos) > 1
    assert "".join(trozos) == final.textos() == redactor(None)
    assert final.stop_reason == "end_turn"


def test_pedir_una_herramienta_es_un_tool_use_con_id_propio() -> None:
    _, final = respuesta(ModeloLocal(), peticion("¿dónde está mi pedido #4521?", tools=[PEDIDO]))
    (uso,) = final.tool_uses()
    assert final.stop_reason == "tool_use"
    assert (uso["name"], uso["input"]) == ("get_order_status", {"order_id": "4521"})
    assert uso["id"].startswith("toolu_local_")
    assert final.uso.tokens_entrada > 0
    assert final.uso.tokens_salida > 0


def test_dos_llamadas_iguales_en_distinto_turno_no_comparten_id() -> None:
    uno = responder_de_una_vez(peticion("¿dónde está mi pedido #4521?", tools=[PEDIDO])).tool_uses()[0]["id"]
    otro = responder_de_una_vez(
        peticion("hola", {"role": "assistant", "content": "Hola."}, "mi pedido #4521?", tools=[PEDIDO])
    )
    assert otro.tool_uses()[0]["id"] != uno


@pytest.mark.parametrize("tokens", [1, 2, 3, 5])
def test_max_tokens_corta_el_texto(tokens: int) -> None:
    pedido = Peticion("", [{"role": "user", "content": "hola"}], max_tokens=tokens)
    cortada = responder_de_una_vez(pedido, redactor=redactor)
    assert cortada.stop_reason == "max_tokens"
    assert redactor(None).startswith(cortada.textos())
    assert cortada.uso.tokens_salida <= tokens


def test_max_tokens_puede_cortar_una_entrada_a_medias() -> None:
    pedido = peticion('escribe "La web está caída desde esta mañana y nadie puede entrar" al equipo', tools=[AVISAR])
    entera = responder_de_una_vez(pedido)
    cortada = responder_de_una_vez(Peticion(pedido.system, pedido.messages, pedido.tools, max_tokens=4))
    assert entera.stop_reason == "tool_use"
    assert cortada.stop_reason == "max_tokens"
    assert len(json.dumps(cortada.tool_uses()[0]["input"])) < len(json.dumps(entera.tool_uses()[0]["input"]))


@pytest.mark.parametrize("eleccion", [{"type": "tool", "name": "get_weather"}, {"type": "any"}])
def test_una_herramienta_obligada_siempre_sale(eleccion: dict[str, Any]) -> None:
    pedido = peticion("hola", tools=[CLIMA])
    final = responder_de_una_vez(Peticion(pedido.system, pedido.messages, pedido.tools, eleccion))
    assert final.stop_reason == "tool_use"
    assert final.tool_uses()[0]["input"]["location"]


def test_prohibidas_no_sale_ninguna() -> None:
    pedido = peticion("¿dónde está mi pedido #4521?", tools=[PEDIDO])
    final = responder_de_una_vez(
        Peticion(pedido.system, pedido.messages, pedido.tools, {"type": "none"}), redactor=redactor
    )
    assert final.tool_uses() == []


def test_la_misma_peticion_da_la_misma_respuesta_en_otro_proceso() -> None:
    guion = (
        "from docubot.modelos.local.modelo import responder_de_una_vez as r; from docubot.tipos import Peticion;"
        "import json; dicho = '¿qué tiempo hace en Lima y en La Paz?';"
        "p = Peticion('Hoy es 2026-11-30', [{'role': 'user', 'content': dicho}],"
        f"{[CLIMA, PEDIDO]!r}); print(json.dumps(r(p, redactor=lambda _: '·').content))"
    )
    salidas = {
        subprocess.run(
            [sys.executable, "-c", guion], capture_output=True, check=True, env={"PYTHONHASHSEED": semilla, "PATH": ""}
        ).stdout
        for semilla in ("0", "1", "7")
    }
    assert len(salidas) == 1


@pytest.mark.parametrize("mitad", ["ajuste", "confirmacion"])
@pytest.mark.parametrize("fichero", ["propias", "ampliacion"])
def test_la_extraccion_forzada_acierta_la_categoria_y_el_proyecto(banco: ModuleType, fichero: str, mitad: str) -> None:
    marcador = banco.medir_extraccion(banco.leer(banco.PREGUNTAS / f"{fichero}.jsonl", mitad), False)
    porcentajes = {k: float(v.split("(")[1].split()[0]) for k, v in marcador.items()}
    assert porcentajes["categoria"] >= (92 if mitad == "ajuste" else 85)
    assert porcentajes["proyecto"] >= (95 if mitad == "ajuste" else 92)
