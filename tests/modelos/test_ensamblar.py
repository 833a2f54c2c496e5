"""De eventos a respuesta: lo que llega entero se entiende, lo que no, no se da por bueno (D5)."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.modelos.ensamblar import ENTRADA_CORTADA, Ensamblador, FormaInesperada, StreamCortado, leer_json
from docubot.servidores.simulador.mensaje import eventos_de, mensaje_de
from docubot.tipos import Respuesta, Uso
from tests.guion import llamada, texto

MENSAJE = {"type": "message", "role": "assistant", "model": "m", "content": [], "usage": {"input_tokens": 7}}
INICIO = {"type": "message_start", "message": MENSAJE}
FINAL = {"type": "message_stop"}


def abrir(bloque: dict[str, Any], indice: int = 0) -> dict[str, Any]:
    return {"type": "content_block_start", "index": indice, "content_block": bloque}


def delta(tipo: str, indice: int = 0, **campos: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": indice, "delta": {"type": tipo, **campos}}


def parada(motivo: str, **uso: int) -> dict[str, Any]:
    return {"type": "message_delta", "delta": {"stop_reason": motivo}, "usage": uso}


def ensamblar(*eventos: Any) -> Respuesta:
    ensamblador = Ensamblador()
    for evento in eventos:
        ensamblador.recibir(evento)
    return ensamblador.respuesta()


def entrada(*partes: str, motivo: str = "tool_use") -> dict[str, Any]:
    deltas = [delta("input_json_delta", partial_json=p) for p in partes]
    respuesta = ensamblar(INICIO, abrir(llamada("ver")), *deltas, parada(motivo), FINAL)
    recibida: dict[str, Any] = respuesta.content[0]["input"]
    return recibida


def test_la_entrada_se_lee_entera() -> None:
    assert entrada('{"nom', 'bre":"Ñan', 'dú"}') == {"nombre": "Ñandú"}


def test_una_herramienta_sin_parametros_recibe_un_objeto_vacio() -> None:
    assert entrada("") == {}


@pytest.mark.parametrize("partes", [('{"nombre":"At',), ("[1]",), ('{"n":NaN}',), ("3",)])
def test_una_entrada_a_medias_no_se_puede_confundir_con_una_entera(partes: tuple[str, ...]) -> None:
    assert entrada(*partes, motivo="max_tokens") == {ENTRADA_CORTADA: "".join(partes)}


def test_una_entrada_cortada_antes_de_empezar_no_es_una_entrada_vacia() -> None:
    assert entrada("", motivo="max_tokens") == {ENTRADA_CORTADA: ""}


def test_sin_message_stop_no_hay_respuesta() -> None:
    with pytest.raises(StreamCortado):
        ensamblar(INICIO, abrir(texto("")), delta("text_delta", text="Los lím"), parada("end_turn"))
    with pytest.raises(StreamCortado):
        ensamblar()


@pytest.mark.parametrize(
    "eventos",
    [
        ["texto"],
        [{"type": "message_start", "message": "x"}],
        [INICIO, INICIO],
        [abrir(texto(""))],
        [INICIO, abrir(texto("")), abrir(texto(""))],
        [INICIO, delta("text_delta", text="a")],
        [INICIO, {"type": "content_block_start", "content_block": texto("")}],
        [INICIO, abrir({"sin": "tipo"})],
        [INICIO, abrir({"type": "tool_use", "id": "", "name": "ver", "input": {}})],
        [parada("end_turn")],
    ],
)
def test_los_eventos_imposibles_se_dicen(eventos: list[Any]) -> None:
    with pytest.raises(FormaInesperada):
        ensamblar(*eventos, FINAL)


def test_pensamiento_firma_y_citas_se_conservan_para_devolverlos() -> None:
    respuesta = ensamblar(
        INICIO,
        abrir({"type": "thinking", "thinking": "", "signature": ""}),
        delta("thinking_delta", thinking="Ve"),
        delta("thinking_delta", thinking="amos"),
        delta("signature_delta", signature="f=="),
        abrir({"type": "redacted_thinking", "data": "z"}, 1),
        abrir({**texto(""), "citations": None}, 2),
        delta("text_delta", 2, text="Hola"),
        delta("citations_delta", 2, citation={"type": "search_result_location"}),
        abrir({"type": "bloque_del_futuro", "dato": 1}, 3),
        delta("delta_del_futuro", 3, dato=2),
        {"type": "evento_del_futuro"},
        parada("end_turn"),
        FINAL,
    )
    assert respuesta.content == [
        {"type": "thinking", "thinking": "Veamos", "signature": "f=="},
        {"type": "redacted_thinking", "data": "z"},
        {"type": "text", "text": "Hola", "citations": [{"type": "search_result_location"}]},
        {"type": "bloque_del_futuro", "dato": 1},
    ]


def test_el_uso_suma_la_cache_y_prefiere_lo_ultimo_que_dijo_el_servidor() -> None:
    inicio = {**MENSAJE, "usage": {"input_tokens": 7, "cache_read_input_tokens": 100, "output_tokens": 1}}
    respuesta = ensamblar({"type": "message_start", "message": inicio}, parada("end_turn", output_tokens=9), FINAL)
    assert respuesta.uso == Uso(107, 9)


def test_json_estricto() -> None:
    assert leer_json('{"a":1}') == {"a": 1}
    for malo in ("NaN", "[Infinity]", "{", "", "[" * 100_000):
        with pytest.raises(FormaInesperada):
            leer_json(malo)


_VALORES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda hijos: st.lists(hijos, max_size=3) | st.dictionaries(st.text(max_size=5), hijos, max_size=3),
    max_leaves=8,
)
_BLOQUES = st.text(min_size=1, max_size=60).map(texto) | st.builds(
    llamada, st.just("ver"), st.dictionaries(st.text(max_size=5), _VALORES, max_size=4), st.uuids().map(str)
)


@settings(max_examples=200, deadline=None)
@given(st.lists(_BLOQUES, max_size=4))
def test_lo_que_el_simulador_desmonta_se_vuelve_a_montar_igual(bloques: list[dict[str, Any]]) -> None:
    original = Respuesta(bloques, "end_turn", Uso(3, 4), "m")
    eventos = eventos_de(mensaje_de(original, "m", b""))
    assert ensamblar(*(evento.datos for evento in eventos)) == original


@settings(max_examples=200, deadline=None)
@given(st.lists(_BLOQUES, min_size=1, max_size=3), st.data())
def test_cortado_por_cualquier_sitio_nunca_es_una_respuesta(
    bloques: list[dict[str, Any]], datos: st.DataObject
) -> None:
    eventos = eventos_de(mensaje_de(Respuesta(bloques, "tool_use", Uso(), "m"), "m", b""))
    hasta = datos.draw(st.integers(0, len(eventos) - 1))
    with pytest.raises(StreamCortado):
        ensamblar(*(evento.datos for evento in eventos[:hasta]))


_CAMPOS = st.dictionaries(
    st.sampled_from(
        ["type", "text", "thinking", "signature", "citations", "input", "id", "name", "partial_json", "model"]
    )
    | st.sampled_from(["stop_reason", "usage", "input_tokens", "content"]),
    _VALORES | st.sampled_from(["text", "tool_use", "thinking", "text_delta", "input_json_delta", "citations_delta"]),
    max_size=5,
)
_TIPOS = ["message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta"]
_EVENTOS = st.fixed_dictionaries(
    {"type": st.sampled_from(_TIPOS)},
    optional={
        "index": st.integers(0, 1) | st.none(),
        "message": _CAMPOS | _VALORES,
        "content_block": _CAMPOS | _VALORES,
        "delta": _CAMPOS | _VALORES,
        "usage": _CAMPOS | _VALORES,
    },
)


@settings(max_examples=300, deadline=None)
@given(st.lists(_EVENTOS, max_size=6))
def test_ningun_evento_rompe_el_ensamblado(eventos: list[dict[str, Any]]) -> None:
    with contextlib.suppress(FormaInesperada):
        respuesta = ensamblar(INICIO, abrir(texto("")), *eventos, FINAL)
        assert isinstance(respuesta.textos(), str)
        assert all(isinstance(bloque["input"], dict) for bloque in respuesta.tool_uses())


def test_al_cerrar_un_bloque_citado_se_entrega_su_marca_y_la_respuesta_no_cambia() -> None:
    ensamblador = Ensamblador()
    cita = {"type": "search_result_location", "title": "[3] Límites", "source": "a.md"}
    eventos = [
        INICIO, abrir(texto("")), delta("text_delta", text="Caben 40."), delta("citations_delta", citation=cita),
        delta("citations_delta", citation=cita), {"type": "content_block_stop", "index": 0}, parada("end_turn"), FINAL,
    ]  # fmt: skip
    assert "".join(map(ensamblador.recibir, eventos)) == "Caben 40. [3]"
    assert ensamblador.respuesta().textos() == "Caben 40."
