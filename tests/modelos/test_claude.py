"""Claude por el SDK real: contra el simulador, por HTTP, y contra un transporte de mentira para lo que él no hace."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest

from docubot.errores import (
    ConfiguracionInvalida,
    DatosInvalidos,
    Definitivo,
    ErrorDeModelo,
    ErrorDeUso,
    ErrorDocuBot,
    ErrorInterno,
    ModeloNoDisponible,
    Reintentable,
    RespuestaInvalida,
    SinPermiso,
)
from docubot.modelos.claude import MODELO, ModeloClaude
from docubot.modelos.ensamblar import ENTRADA_CORTADA
from docubot.modelos.fallos_claude import espera_pedida
from docubot.modelos.reintentos import llamar_con_reintentos
from docubot.servidores.simulador.mensaje import Evento, eventos_de, mensaje_de
from docubot.servidores.simulador.servidor import SimuladorEnHilo
from docubot.tipos import Fragmento, Peticion, Respuesta, Uso
from tests.guion import ModeloGuion, Paso, llamada, peticion, resultado, texto, usuario

CLAVE = "sk-ant-secreta-0123456789"
CONTENIDO = [texto("Hola, ¿qué tal? Esto es una respuesta."), llamada("ver", {"nombre": "Ñandú"})]


def claude(s: SimuladorEnHilo, **opciones: Any) -> ModeloClaude:
    return ModeloClaude(**{"clave": CLAVE, "base_url": s.url, "plazo": 5.0, **opciones})


def de_mentira(responder: Callable[[httpx2.Request], httpx2.Response], **opciones: Any) -> ModeloClaude:
    """Un `ModeloClaude` cuyo SDK habla con una función."""
    cliente = httpx2.Client(transport=httpx2.MockTransport(responder))
    return ModeloClaude(**{"clave": CLAVE, "cliente_http": cliente, **opciones})


def sse(*eventos: Evento) -> httpx2.Response:
    cabeceras = {"content-type": "text/event-stream"}
    return httpx2.Response(200, headers=cabeceras, content=b"".join(e.bytes() for e in eventos))


def eventos(*contenido: dict[str, Any], motivo: str = "end_turn") -> list[Evento]:
    return eventos_de(mensaje_de(Respuesta(list(contenido), motivo, Uso(10, 5), ""), MODELO, b""))


def pedir(modelo: ModeloClaude, p: Peticion | None = None) -> tuple[str, Respuesta]:
    *fragmentos, final = modelo.responder(p or peticion())
    modelo.cerrar()
    assert isinstance(final, Respuesta)
    return "".join(f.texto for f in fragmentos if isinstance(f, Fragmento)), final


def fallar(modelo: ModeloClaude, p: Peticion | None = None) -> tuple[str, ErrorDeModelo]:
    """El texto entregado antes de fallar, y el fallo; comprueba que no hubo `Respuesta` ni secretos."""
    entregado: list[Fragmento | Respuesta] = []
    with pytest.raises(ErrorDeModelo) as atrapado:
        entregado.extend(modelo.responder(p or peticion()))
    modelo.cerrar()
    assert CLAVE not in atrapado.value.mensaje
    assert not any(isinstance(trozo, Respuesta) for trozo in entregado)
    return "".join(f.texto for f in entregado if isinstance(f, Fragmento)), atrapado.value


def test_entrega_el_texto_a_trozos_y_la_respuesta_entera_al_final() -> None:
    with ModeloGuion([CONTENIDO]) as guion, SimuladorEnHilo(guion) as s:
        entregado, respuesta = pedir(claude(s))
    assert entregado == CONTENIDO[0]["text"]
    assert respuesta == Respuesta(CONTENIDO, "tool_use", Uso(10, 5), MODELO)


def test_envia_todo_en_utf8_con_streaming_y_la_clave_como_portador() -> None:
    herramienta = {"name": "ver", "description": "Búsqueda", "input_schema": {"type": "object"}}
    with SimuladorEnHilo(ModeloGuion([CONTENIDO])) as s:
        p = peticion(
            usuario("¿Ñandú?"), system="Eres útil", tools=[herramienta], tool_choice={"type": "any"}, max_tokens=9
        )
        pedir(claude(s), p)
        recibida = s.recibidas[0]
    assert "¿Ñandú?".encode() in recibida.bruto
    assert b"\\u" not in recibida.bruto
    assert recibida.cabeceras["authorization"] == f"Bearer {CLAVE}"
    assert recibida.datos == {
        "model": MODELO,
        "max_tokens": 9,
        "stream": True,
        "system": "Eres útil",
        "messages": [usuario("¿Ñandú?")],
        "tools": [herramienta],
        "tool_choice": {"type": "any"},
    }


@pytest.mark.parametrize(
    ("fallo", "tipo", "remedio", "final"),
    [
        ("429:3", "rate_limit_error", Reintentable(3.0), ModeloNoDisponible),
        ("429", "rate_limit_error", Reintentable(None), ModeloNoDisponible),
        ("500", "api_error", Reintentable(None), ModeloNoDisponible),
        ("529:0.5", "overloaded_error", Reintentable(0.5), ModeloNoDisponible),
        ("reinicio", "connection_error", Reintentable(None), ModeloNoDisponible),
        ("bloqueo:60", "timeout_error", Reintentable(None), ModeloNoDisponible),
        ("400", "invalid_request_error", Definitivo(), ModeloNoDisponible),
        ("401", "authentication_error", Definitivo(), SinPermiso),
        ("403", "permission_error", Definitivo(), SinPermiso),
        ("404", "not_found_error", Definitivo(), ErrorDeUso),
        ("413", "request_too_large", Definitivo(), DatosInvalidos),
        ("html_200", "respuesta_invalida", Definitivo(), RespuestaInvalida),
        ("vacio_200", "respuesta_invalida", Definitivo(), RespuestaInvalida),
    ],
)
def test_cada_fallo_antes_de_responder_dice_si_sirve_repetir(
    fallo: str, tipo: str, remedio: object, final: type[ErrorDocuBot]
) -> None:
    with SimuladorEnHilo(ModeloGuion([CONTENIDO]), fallo) as s:
        entregado, error = fallar(claude(s, plazo=0.3))
    assert entregado == ""
    assert (error.tipo, error.remedio, error.final) == (tipo, remedio, final)
    assert "127.0.0.1" in error.mensaje


@pytest.mark.parametrize(
    ("fallo", "tipo", "remedio"),
    [
        ("corte_texto", "stream_cortado", Reintentable()),
        ("corte_entrada", "stream_cortado", Reintentable()),
        ("reinicio_medio", "connection_error", Reintentable()),
        ("bloqueo_medio:60", "timeout_error", Reintentable()),
        ("saturado_medio", "overloaded_error", Reintentable()),
        ("json_cortado", "respuesta_invalida", Definitivo()),
    ],
)
def test_lo_que_se_corta_a_medias_no_llega_a_ser_una_respuesta(fallo: str, tipo: str, remedio: object) -> None:
    with SimuladorEnHilo(ModeloGuion([CONTENIDO]), fallo) as s:
        entregado, error = fallar(claude(s, plazo=0.3))
    assert CONTENIDO[0]["text"].startswith(entregado)
    assert entregado
    assert (error.tipo, error.remedio) == (tipo, remedio)


@pytest.mark.parametrize(
    ("fallo", "motivo", "tipos"),
    [
        ("pausa", "pause_turn", ["text"]),
        ("rechazo", "refusal", []),
        ("pensamiento_tapado", "tool_use", ["redacted_thinking", "text", "tool_use"]),
        ("bloque_desconocido", "tool_use", ["bloque_del_futuro", "text", "tool_use"]),
    ],
)
def test_las_paradas_y_los_bloques_raros_llegan_tal_cual(fallo: str, motivo: str, tipos: list[str]) -> None:
    with SimuladorEnHilo(ModeloGuion([CONTENIDO]), fallo) as s:
        _, respuesta = pedir(claude(s))
    assert respuesta.stop_reason == motivo
    assert [b["type"] for b in respuesta.content] == tipos


def test_una_llamada_cortada_por_max_tokens_no_trae_una_entrada_que_se_pueda_ejecutar() -> None:
    guion = ModeloGuion([Paso([llamada("ver", {"nombre": "Atlas"})], stop_reason="max_tokens")])
    with SimuladorEnHilo(guion) as s:
        _, respuesta = pedir(claude(s))
    assert respuesta.stop_reason == "max_tokens"
    assert respuesta.content[0]["input"] == {ENTRADA_CORTADA: '{"nombre":"Atlas"'}


def test_saturado_a_medias_con_texto_ya_entregado_no_se_reintenta() -> None:
    def no_dormir(_: float) -> None:
        pytest.fail("esperó para reintentar")

    with SimuladorEnHilo(ModeloGuion([CONTENIDO, CONTENIDO]), "saturado_medio") as s:
        modelo = claude(s)
        trozos = llamar_con_reintentos(
            modelo, peticion(), antes_de_intento=lambda: None, avisar=pytest.fail, dormir=no_dormir
        )
        with pytest.raises(ModeloNoDisponible, match="incompleta"):
            list(trozos)
        modelo.cerrar()
        assert len(s.recibidas) == 1


def test_los_reintentos_son_solo_nuestros_y_acaban_bien() -> None:
    avisos: list[str] = []
    esperas: list[float] = []
    with SimuladorEnHilo(ModeloGuion([CONTENIDO]), "529#1,429:7#2,reinicio#3") as s:
        modelo = claude(s)
        *_, final = llamar_con_reintentos(
            modelo, peticion(), antes_de_intento=lambda: None, avisar=avisos.append, dormir=esperas.append
        )
        modelo.cerrar()
        assert len(s.recibidas) == 4
    assert isinstance(final, Respuesta)
    assert esperas[1] == 7
    assert [a.split("; ")[1][:16] for a in avisos] == ["reintento 2 de 4", "reintento 3 de 4", "reintento 4 de 4"]


def test_saturado_a_medias_sin_nada_entregado_si_se_reintenta() -> None:
    avisos: list[str] = []
    solo_llamada = [llamada("ver", {"nombre": "Atlas"})]
    with ModeloGuion([solo_llamada, solo_llamada]) as guion, SimuladorEnHilo(guion, "saturado_medio#1") as s:
        modelo = claude(s)
        (final,) = llamar_con_reintentos(
            modelo, peticion(), antes_de_intento=lambda: None, avisar=avisos.append, dormir=lambda _: None
        )
        modelo.cerrar()
    assert isinstance(final, Respuesta)
    assert final.content == solo_llamada
    assert len(avisos) == 1


def test_un_servidor_que_solo_envia_ping_acaba_en_su_plazo() -> None:
    segundos = iter(range(1000))
    pings = [Evento("ping", {"type": "ping"})] * 50
    modelo = de_mentira(lambda _: sse(*pings), plazo_total=20, reloj=lambda: float(next(segundos)))
    assert fallar(modelo)[1].tipo == "timeout_error"
    assert next(segundos) < 25


def test_dejar_de_leer_cierra_la_conexion() -> None:
    with SimuladorEnHilo(ModeloGuion([CONTENIDO]), "bloqueo_medio:60") as s:
        modelo = claude(s)
        trozos = modelo.responder(peticion())
        assert isinstance(next(trozos), Fragmento)
        assert isinstance(trozos, Iterator)
        trozos.close()  # type: ignore[attr-defined]
        modelo.cerrar()


def test_el_historial_sucio_sale_limpio_y_la_api_lo_acepta() -> None:
    mensajes = [
        usuario("a"),
        {"role": "assistant", "content": [texto(""), llamada("ver", id="t1")]},
        usuario([resultado("t1", "\n")]),
        {"role": "assistant", "content": "Respuesta: "},
    ]
    with SimuladorEnHilo(ModeloGuion([CONTENIDO])) as s:
        pedir(claude(s), peticion(*mensajes))
        enviados = s.recibidas[0].datos["messages"]
    assert enviados[1]["content"] == [llamada("ver", id="t1")]
    assert enviados[2]["content"][0]["content"] == "(sin resultado)"
    assert enviados[3]["content"] == "Respuesta:"


PASAJE = {
    "type": "search_result",
    "source": "planes/limites.md#tareas-abiertas",
    "title": "[3] Límites › Tareas abiertas",
    "content": [texto("El plan Equipo admite 40 tareas.")],
    "citations": {"enabled": True},
}
CON_PASAJE = [
    usuario("a"),
    {"role": "assistant", "content": [llamada("b", id="t1")]},
    usuario([resultado("t1", [PASAJE])]),
]


def test_un_servidor_compatible_recibe_los_pasajes_en_texto_llano() -> None:
    with SimuladorEnHilo(ModeloGuion([CONTENIDO])) as s:
        pedir(claude(s), peticion(*CON_PASAJE))
        enviado = s.recibidas[0].datos["messages"][2]["content"][0]["content"]
    assert enviado == (
        "[3] Límites › Tareas abiertas (planes/limites.md#tareas-abiertas)\nEl plan Equipo admite 40 tareas."
    )


def test_si_se_pide_los_pasajes_viajan_como_bloques() -> None:
    with SimuladorEnHilo(ModeloGuion([CONTENIDO])) as s:
        pedir(claude(s, texto_llano=False), peticion(*CON_PASAJE))
        assert s.recibidas[0].datos["messages"] == CON_PASAJE


def test_la_api_oficial_recibe_bloques_y_cache_de_prompts() -> None:
    enviados: list[Any] = []

    def responder(pedida: httpx2.Request) -> httpx2.Response:
        enviados.append((pedida.url, json.loads(pedida.content)))
        return sse(*eventos(texto("Hola")))

    assert pedir(de_mentira(responder), peticion(*CON_PASAJE, system="Eres útil"))[0] == "Hola"
    ((url, cuerpo),) = enviados
    assert url == "https://api.anthropic.com/v1/messages"
    assert cuerpo["messages"] == CON_PASAJE
    assert cuerpo["system"] == [{"type": "text", "text": "Eres útil", "cache_control": {"type": "ephemeral"}}]
    assert cuerpo["cache_control"] == {"type": "ephemeral"}


@pytest.mark.parametrize("clave", ["sk", " sk", "sk\r", "\tsk\n"])
def test_la_clave_se_recorta(clave: str) -> None:
    recibidas: list[str] = []

    def responder(pedida: httpx2.Request) -> httpx2.Response:
        recibidas.append(pedida.headers["authorization"])
        return sse(*eventos(texto("a")))

    pedir(de_mentira(responder, clave=clave))
    assert recibidas == ["Bearer sk"]


@pytest.mark.parametrize("clave", [None, "", " \r\n"])
def test_sin_clave_la_api_oficial_no_se_llama_y_un_servidor_propio_si(
    clave: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "")
    with pytest.raises(SinPermiso, match="Falta la clave de Claude: define ANTHROPIC_API_KEY"):
        ModeloClaude(clave=clave)
    with SimuladorEnHilo(ModeloGuion([CONTENIDO])) as s:
        assert pedir(claude(s, clave=clave))[1].stop_reason == "tool_use"


@pytest.mark.parametrize("clave", ["sk\r\nx: y", "sk ant", "clave-ñ", "sk\x00"])
def test_una_clave_que_no_puede_viajar_se_dice_sin_ensenarla(clave: str) -> None:
    with pytest.raises(SinPermiso) as atrapado:
        ModeloClaude(clave=clave)
    assert clave not in atrapado.value.mensaje


def test_un_servidor_que_repite_la_clave_en_su_error_no_la_cuela() -> None:
    def responder(_: httpx2.Request) -> httpx2.Response:
        error = {"type": "authentication_error", "message": f"bad key {CLAVE}\x1b[2J" + "x" * 5000}
        return httpx2.Response(401, json={"type": "error", "error": error})

    _, error = fallar(de_mentira(responder))
    assert "[secreto oculto]" in error.mensaje
    assert "\x1b" not in error.mensaje
    assert len(error.mensaje) < 500


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("http://127.0.0.1:11434/v1/", "http://127.0.0.1:11434/v1/messages"),
        ("http://127.0.0.1:11434", "http://127.0.0.1:11434/v1/messages"),
        ("https://pasarela.ejemplo/anthropic", "https://pasarela.ejemplo/anthropic/v1/messages"),
    ],
)
def test_la_direccion_se_admite_con_y_sin_v1(base: str, url: str) -> None:
    pedidas: list[httpx2.URL] = []

    def responder(pedida: httpx2.Request) -> httpx2.Response:
        pedidas.append(pedida.url)
        return sse(*eventos(texto("a")))

    pedir(de_mentira(responder, base_url=base))
    assert pedidas == [url]


@pytest.mark.parametrize("base", ["no es una url", "ftp://x", "http://", "http://x:99999", "127.0.0.1:80"])
def test_una_direccion_que_no_vale_se_dice(base: str) -> None:
    with pytest.raises(ConfiguracionInvalida, match="ANTHROPIC_BASE_URL"):
        ModeloClaude(clave=CLAVE, base_url=base)


def test_un_404_que_no_es_de_la_api_senala_la_direccion() -> None:
    _, error = fallar(de_mentira(lambda _: httpx2.Response(404, text="<html>")))
    assert error.final is ConfiguracionInvalida


@pytest.mark.parametrize(
    ("cuerpo", "tipo"),
    [
        (
            b'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"x"}}\n\n',
            "overloaded_error",
        ),
        (b'data: {"type":"error","error":{"type":"rate_limit_error","message":"x"}}\n\n', "rate_limit_error"),
        (b"event: error\ndata: {}\n\n", "api_error"),
        (b"event: error\ndata: no json\n\n", "respuesta_invalida"),
        (b"data: 3\n\n", "respuesta_invalida"),
        (b"\xff\xfe\xff", "respuesta_invalida"),
        (b"", "stream_cortado"),
        (b"<html></html>", "stream_cortado"),
        (b'event: message_start\ndata: {"type":"message_start","message":{}}\n\n', "stream_cortado"),
    ],
)
def test_un_stream_malo_se_clasifica_por_su_tipo(cuerpo: bytes, tipo: str) -> None:
    cabeceras = {"content-type": "text/event-stream"}
    _, error = fallar(de_mentira(lambda _: httpx2.Response(200, headers=cabeceras, content=cuerpo)))
    assert error.tipo == tipo


@pytest.mark.parametrize("cuerpo", ["{}", '{"content":null}', "", "<html>", "3"])
def test_un_200_en_json_no_se_da_por_bueno(cuerpo: str) -> None:
    cabeceras = {"content-type": "application/json"}
    _, error = fallar(de_mentira(lambda _: httpx2.Response(200, headers=cabeceras, text=cuerpo)))
    assert error.final is RespuestaInvalida


def test_x_should_retry_manda() -> None:
    cuerpo = {"type": "error", "error": {"type": "api_error", "message": "x"}}
    _, error = fallar(de_mentira(lambda _: httpx2.Response(500, json=cuerpo, headers={"x-should-retry": "false"})))
    assert error.remedio == Definitivo()


def test_un_tipo_de_error_desconocido_se_decide_por_el_estado() -> None:
    cuerpo = {"type": "error", "error": {"type": "error_del_futuro", "message": "x"}}
    assert fallar(de_mentira(lambda _: httpx2.Response(503, json=cuerpo)))[1].remedio == Reintentable()
    assert fallar(de_mentira(lambda _: httpx2.Response(418, json=cuerpo)))[1].remedio == Definitivo()


def test_sustitutos_sueltos_no_rompen_la_peticion() -> None:
    with SimuladorEnHilo(ModeloGuion([CONTENIDO])) as s:
        pedir(claude(s), peticion(usuario("hola \ud800 ñ")))
        assert s.recibidas[0].datos["messages"] == [usuario("hola \ufffd ñ")]


def test_lo_que_no_es_json_en_el_historial_es_un_fallo_nuestro() -> None:
    _, error = fallar(de_mentira(lambda _: sse()), peticion(usuario([texto("a"), llamada("x", {"n": float("nan")})])))
    assert error.final is ErrorInterno


@pytest.mark.parametrize(
    ("cabeceras", "segundos"),
    [
        ({}, None),
        ({"retry-after": "12"}, 12.0),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "pronto"}, None),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
    ],
)
def test_retry_after_se_entiende_o_se_ignora(cabeceras: dict[str, str], segundos: float | None) -> None:
    assert espera_pedida(cabeceras) == segundos


def test_retry_after_en_fecha_cuenta_desde_ahora() -> None:
    pedida = espera_pedida({"retry-after": "Fri, 01 Jan 2100 00:00:00 GMT"})
    assert pedida is not None
    assert pedida > 10**9
