"""Lo que rodea a las comprobaciones: la API local, el simulador con su traza y las causas de un fallo."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo.api import ApiLocal, Pedido
from docubot.ejercicios.apoyo.modelo import ModeloDeFuncion, pedir
from docubot.ejercicios.apoyo.simulador import simulador
from docubot.ejercicios.nodo import definicion, desde_ia, rellenar
from docubot.ejercicios.veredicto import Fallo
from docubot.errores import ErrorInterno, ModeloNoDisponible


@pytest.fixture
def alumno(tmp_path: Path) -> Alumno:
    return Alumno(tmp_path, "x.py")


def test_la_api_recuerda_lo_que_llega_tal_como_llega(alumno: Alumno) -> None:
    def contestar(pedido: Pedido) -> tuple[int, Any]:
        return 201, {"eco": pedido.cuerpo}

    with ApiLocal(alumno, contestar) as api:
        assert api.pedir("POST", "/a%2Fb?c=1", {"ñ": 1}) == 201

    (pedido,) = api.pedidos
    assert (pedido.metodo, pedido.ruta, pedido.camino, pedido.cuerpo) == ("POST", "/a%2Fb?c=1", "/a/b", {"ñ": 1})
    (suceso,) = alumno.traza
    assert (suceso["tipo"], suceso["estado"], suceso["respuesta"]) == ("http", 201, {"eco": {"ñ": 1}})


def test_el_simulador_anota_lo_aceptado_y_lo_rechazado_y_devuelve_el_entorno(
    alumno: Alumno, monkeypatch: pytest.MonkeyPatch
) -> None:
    import httpx2

    monkeypatch.setenv("ANTHROPIC_API_KEY", "la-de-antes")
    with simulador(alumno, ModeloDeFuncion(lambda _: [{"type": "text", "text": "hola"}])) as simulado:
        url = os.environ["ANTHROPIC_BASE_URL"] + "/v1/messages"
        cabeceras = {"x-api-key": os.environ["ANTHROPIC_API_KEY"], "anthropic-version": "2023-06-01"}
        cuerpo = {"model": "claude-sonnet-5-5", "max_tokens": 10, "messages": [{"role": "user", "content": "hola"}]}
        huerfano = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "x"}
        malo = {**cuerpo, "messages": [{"role": "user", "content": [huerfano]}]}
        assert httpx2.post(url, headers=cabeceras, content=json.dumps(malo)).status_code == 400
        assert httpx2.post(url, headers=cabeceras, content=json.dumps(cuerpo)).status_code == 200
        rechazos = [bool(r.rechazo) for r in simulado.recibidos]

    assert rechazos == [True, False]
    assert [s["tipo"] for s in alumno.traza] == ["rechazo_api", "peticion_modelo", "respuesta_modelo"]
    assert os.environ["ANTHROPIC_API_KEY"] == "la-de-antes"
    assert "ANTHROPIC_BASE_URL" not in os.environ


def test_una_llamada_suelta_deja_en_la_traza_la_pregunta_y_lo_pedido(alumno: Alumno) -> None:
    tool = {
        "name": "ver_pedido",
        "description": "Usa esta herramienta cuando el cliente dé un número de pedido y pregunte por su estado.",
        "input_schema": {
            "type": "object",
            "properties": {"order_id": {"type": "string", "description": "Número de pedido, solo dígitos"}},
            "required": ["order_id"],
        },
    }

    assert [b["input"] for b in pedir(alumno, "¿dónde está mi pedido #77?", [tool]).tool_uses()] == [{"order_id": "77"}]
    assert alumno.traza[0]["ultimo"]["content"] == "¿dónde está mi pedido #77?"


def test_un_fallo_que_no_es_de_la_persona_no_se_le_atribuye(alumno: Alumno) -> None:
    def romper() -> None:
        raise RuntimeError("cosa nuestra")

    with pytest.raises(Fallo) as dado:
        alumno.llamar(romper)
    assert dado.value.clave == "averia"
    assert "cosa nuestra" in dado.value.datos["error"]
    assert alumno.explicado(ModeloNoDisponible("sin red")).clave == "modelo-falla"


def test_la_causa_de_un_fallo_interno_se_busca_hasta_el_codigo_de_la_persona(alumno: Alumno) -> None:
    (alumno.carpeta / "x.py").write_text("def f():\n    return 1 / 0\n", encoding="utf-8")

    def agente() -> None:
        try:
            alumno.modulo.f()
        except ZeroDivisionError as error:
            raise ErrorInterno("fallo interno") from error

    with pytest.raises(Fallo) as dado:
        alumno.llamar(agente)
    assert (dado.value.clave, dado.value.linea, dado.value.datos["tipo"]) == ("excepcion", 2, "ZeroDivisionError")


def test_un_nodo_solo_ensena_al_modelo_lo_que_no_es_fijo() -> None:
    nodo = {
        "name": "n",
        "description": "d",
        "campos": {
            "fijo": "#soporte",
            "mensaje": desde_ia("m", "Texto"),
            "cuantos": desde_ia("c", "Cuántos", "number"),
        },
    }

    esquema = definicion(nodo)["input_schema"]
    assert (esquema["required"], esquema["properties"]["c"]["type"]) == (["m", "c"], "number")
    assert rellenar(nodo, {"m": "hola", "fijo": "otro"}) == {"fijo": "#soporte", "mensaje": "hola", "cuantos": None}
