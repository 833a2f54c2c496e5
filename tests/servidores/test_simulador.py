"""El simulador por HTTP, conducido por el SDK real y por un cliente cualquiera."""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Iterator
from typing import Any

import anthropic
import httpx2
import pytest

from docubot.errores import ServicioNoDisponible
from docubot.modelos import abrir_local
from docubot.servidores.simulador.servidor import SimuladorEnHilo, escuchar
from tests.guion import ModeloGuion, Paso, llamada, texto, usuario

HOLA: Any = {"model": "claude-sonnet-5-5", "max_tokens": 50, "messages": [usuario("hola")]}
CONTENIDO = [texto("Hola, ñandú: ¿qué tal va todo?"), llamada("ver", {"nombre": "Atlas"}, id="t1")]
CABECERAS = {"x-api-key": "k", "anthropic-version": "2026-10-21"}


def sdk(s: SimuladorEnHilo, **opciones: Any) -> anthropic.Anthropic:
    return anthropic.Anthropic(api_key="k", base_url=s.url, max_retries=0, **opciones)


@pytest.fixture
def s() -> Iterator[SimuladorEnHilo]:
    with SimuladorEnHilo(ModeloGuion([CONTENIDO])) as simulador:
        yield simulador


def test_el_sdk_recibe_un_mensaje_entero(s: SimuladorEnHilo) -> None:
    with sdk(s) as cliente:
        mensaje = cliente.messages.create(**HOLA)
    assert [b.type for b in mensaje.content] == ["text", "tool_use"]
    assert mensaje.content[0].text == CONTENIDO[0]["text"]
    assert mensaje.content[1].input == {"nombre": "Atlas"}
    assert (mensaje.stop_reason, mensaje.model) == ("tool_use", "claude-sonnet-5-5")
    assert mensaje.usage.output_tokens == 5
    assert mensaje._request_id is not None
    assert mensaje._request_id.startswith("req_")


def test_el_sdk_recibe_lo_mismo_en_streaming(s: SimuladorEnHilo) -> None:
    with sdk(s) as cliente, cliente.messages.stream(**HOLA) as corriente:
        trozos = list(corriente.text_stream)
        final = corriente.get_final_message()
    assert "".join(trozos) == CONTENIDO[0]["text"]
    assert len(trozos) > 1
    assert final.content[1].input == {"nombre": "Atlas"}  # type: ignore[union-attr]


def test_la_secuencia_de_eventos_es_la_de_la_api(s: SimuladorEnHilo) -> None:
    respuesta = httpx2.post(f"{s.url}/v1/messages", json={**HOLA, "stream": True}, headers=CABECERAS)
    assert respuesta.headers["content-type"] == "text/event-stream; charset=utf-8"
    nombres = [linea.removeprefix("event: ") for linea in respuesta.text.splitlines() if linea.startswith("event: ")]
    datos = [
        json.loads(linea.removeprefix("data: ")) for linea in respuesta.text.splitlines() if linea.startswith("data")
    ]
    assert nombres == [d["type"] for d in datos]
    assert [nombre for nombre, _ in itertools.groupby(nombres)] == [
        "message_start",
        "content_block_start",
        "ping",
        "content_block_delta",
        "content_block_stop",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]
    assert datos[0]["message"]["content"] == []
    assert datos[0]["message"]["stop_reason"] is None
    assert "ñandú" in respuesta.text


def test_cuenta_tokens_y_lista_modelos(s: SimuladorEnHilo) -> None:
    with sdk(s) as cliente:
        corto = cliente.messages.count_tokens(model="claude-x", messages=[{"role": "user", "content": "hola"}])
        largo = cliente.messages.count_tokens(model="claude-x", messages=[{"role": "user", "content": "hola " * 100}])
        modelos = list(cliente.models.list())
        assert cliente.models.retrieve(modelos[0].id).id == modelos[0].id
        with pytest.raises(anthropic.NotFoundError):
            cliente.models.retrieve("no-existe")
    assert 0 < corto.input_tokens < largo.input_tokens
    assert [m.lifecycle for m in modelos] == ["active", "active"]


@pytest.mark.parametrize(
    ("fallo", "clase", "tipo"),
    [
        ("400", anthropic.BadRequestError, "invalid_request_error"),
        ("401", anthropic.AuthenticationError, "authentication_error"),
        ("403", anthropic.PermissionDeniedError, "permission_error"),
        ("404", anthropic.NotFoundError, "not_found_error"),
        ("413", anthropic.APIStatusError, "request_too_large"),
        ("429:8", anthropic.RateLimitError, "rate_limit_error"),
        ("500", anthropic.InternalServerError, "api_error"),
        ("529", anthropic.InternalServerError, "overloaded_error"),
    ],
)
def test_los_errores_tienen_la_forma_de_la_api(
    s: SimuladorEnHilo, fallo: str, clase: type[anthropic.APIStatusError], tipo: str
) -> None:
    with sdk(s) as cliente, pytest.raises(clase) as atrapado:
        cliente.messages.create(**HOLA, extra_headers={"x-docubot-fallo": fallo})
    error = atrapado.value
    cuerpo: Any = error.body
    assert (error.type, cuerpo["type"], cuerpo["request_id"]) == (tipo, "error", error.request_id)
    assert error.response.headers.get("retry-after") == ("8" if fallo == "429:8" else None)


def test_una_regla_incumplida_llega_al_sdk_con_su_mensaje(s: SimuladorEnHilo) -> None:
    mal: Any = [{"role": "user", "content": " "}]
    with sdk(s) as cliente, pytest.raises(anthropic.BadRequestError) as atrapado:
        cliente.messages.create(model="claude-x", max_tokens=5, messages=mal)
    assert atrapado.value.api_message == "messages: text content blocks must contain non-whitespace text"


def test_sin_clave_es_401_y_el_muestreo_se_rechaza(s: SimuladorEnHilo) -> None:
    sin_clave = httpx2.post(f"{s.url}/v1/messages", json=HOLA, headers={"anthropic-version": "2026-10-21"})
    assert (sin_clave.status_code, sin_clave.json()["error"]["type"]) == (401, "authentication_error")
    muestreo = httpx2.post(f"{s.url}/v1/messages", json={**HOLA, "temperature": 1}, headers=CABECERAS)
    assert muestreo.json()["error"]["message"] == "temperature: Extra inputs are not permitted"


def test_un_cuerpo_enorme_es_413(s: SimuladorEnHilo) -> None:
    respuesta = httpx2.post(f"{s.url}/v1/messages", content=b" " * (33 * 1024 * 1024), headers=CABECERAS)
    assert (respuesta.status_code, respuesta.json()["error"]["type"]) == (413, "request_too_large")


@pytest.mark.parametrize(("metodo", "ruta", "estado"), [("GET", "/", 404), ("GET", "/v1/messages", 405)])
def test_otra_ruta_u_otro_metodo(s: SimuladorEnHilo, metodo: str, ruta: str, estado: int) -> None:
    respuesta = httpx2.request(metodo, s.url + ruta)
    assert respuesta.status_code == estado
    assert respuesta.json()["type"] == "error"


def test_un_fallo_que_no_existe_se_dice(s: SimuladorEnHilo) -> None:
    respuesta = httpx2.post(f"{s.url}/v1/messages", json=HOLA, headers={**CABECERAS, "x-docubot-fallo": "terremoto"})
    assert respuesta.status_code == 400
    assert "Los que hay: 400, 401" in respuesta.json()["error"]["message"]


@pytest.mark.parametrize("fallo", ["reinicio", "reinicio_medio"])
@pytest.mark.parametrize("stream", [True, False])
def test_un_reinicio_corta_la_conexion_de_verdad(fallo: str, stream: bool) -> None:
    with SimuladorEnHilo(ModeloGuion([CONTENIDO]), fallo) as s, pytest.raises(httpx2.TransportError):
        httpx2.post(f"{s.url}/v1/messages", json={**HOLA, "stream": stream}, headers=CABECERAS)


@pytest.mark.parametrize("fallo", ["corte_texto", "corte_entrada", "json_cortado", "saturado_medio"])
def test_sin_streaming_un_corte_es_json_cortado(fallo: str) -> None:
    with SimuladorEnHilo(ModeloGuion([CONTENIDO]), fallo) as s:
        respuesta = httpx2.post(f"{s.url}/v1/messages", json=HOLA, headers=CABECERAS)
    assert respuesta.status_code == 200
    with pytest.raises(json.JSONDecodeError):
        respuesta.json()


def test_corte_entrada_corta_dentro_de_la_entrada() -> None:
    with SimuladorEnHilo(ModeloGuion([CONTENIDO]), "corte_entrada") as s:
        recibido = httpx2.post(f"{s.url}/v1/messages", json={**HOLA, "stream": True}, headers=CABECERAS).text
    assert recibido.count("input_json_delta") >= 1
    assert "Atlas" not in recibido
    assert "message_stop" not in recibido


@pytest.mark.parametrize(
    ("fallo", "tipo", "cuerpo"), [("html_200", "text/html; charset=utf-8", b"<!doctype"), ("vacio_200", None, b"")]
)
def test_un_200_que_no_es_nada(fallo: str, tipo: str | None, cuerpo: bytes) -> None:
    with SimuladorEnHilo(ModeloGuion([]), fallo) as s:
        respuesta = httpx2.post(f"{s.url}/v1/messages", json=HOLA, headers=CABECERAS)
    assert (respuesta.status_code, respuesta.headers.get("content-type")) == (200, tipo)
    assert respuesta.content.startswith(cuerpo)


def test_los_fallos_por_turno_tocan_en_su_turno() -> None:
    with SimuladorEnHilo(ModeloGuion([CONTENIDO, CONTENIDO]), "529#2") as s:
        estados = [httpx2.post(f"{s.url}/v1/messages", json=HOLA, headers=CABECERAS).status_code for _ in range(3)]
    assert estados == [200, 529, 200]


def test_un_guion_que_no_se_sigue_se_ve_como_500_con_su_motivo() -> None:
    guion = ModeloGuion([Paso([texto("a")], espera={"max_tokens": 51})])
    with SimuladorEnHilo(guion) as s:
        respuesta = httpx2.post(f"{s.url}/v1/messages", json=HOLA, headers=CABECERAS)
    assert respuesta.status_code == 500
    assert "se esperaba 51 y llegó 50" in respuesta.json()["error"]["message"]


def test_varias_peticiones_a_la_vez() -> None:
    estados: list[int] = []
    with SimuladorEnHilo(ModeloGuion([CONTENIDO] * 8)) as s:
        hilos = [
            threading.Thread(
                target=lambda: estados.append(
                    httpx2.post(f"{s.url}/v1/messages", json=HOLA, headers=CABECERAS).status_code
                )
            )
            for _ in range(8)
        ]
        for hilo in hilos:
            hilo.start()
        for hilo in hilos:
            hilo.join()
    assert estados == [200] * 8


def test_con_el_modelo_local_la_misma_peticion_da_los_mismos_bytes() -> None:
    herramienta = {
        "name": "consultar_proyecto",
        "description": "Devuelve los datos de un proyecto. Úsala cuando pregunten por un proyecto concreto.",
        "input_schema": {
            "type": "object",
            "properties": {"nombre": {"type": "string", "description": "nombre del proyecto"}},
            "required": ["nombre"],
        },
    }
    pregunta = usuario("¿cuántas tareas tiene el proyecto Atlas?")
    cuerpo = {**HOLA, "messages": [pregunta], "tools": [herramienta], "tool_choice": {"type": "any"}}
    with SimuladorEnHilo(abrir_local("prudente")) as s:
        primera, segunda = (httpx2.post(f"{s.url}/v1/messages", json=cuerpo, headers=CABECERAS) for _ in range(2))
    assert primera.status_code == 200
    assert primera.content == segunda.content
    assert primera.json()["content"][0]["input"] == {"nombre": "Atlas"}
    assert primera.json()["model"] == "modelo local (sin LLM)"


def test_un_puerto_ocupado_se_dice() -> None:
    with escuchar(0) as enchufe, pytest.raises(ServicioNoDisponible, match="está ocupado"):
        escuchar(enchufe.getsockname()[1])


def test_al_salir_el_puerto_queda_libre() -> None:
    with SimuladorEnHilo(ModeloGuion([])) as s:
        puerto = int(s.url.rpartition(":")[2])
    escuchar(puerto).close()
