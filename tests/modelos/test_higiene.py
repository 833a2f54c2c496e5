"""Lo que sale hacia la API no lleva textos en blanco, ni prefill acabado en blanco, ni sustitutos sueltos (D3, D4)."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.modelos.higiene import SIN_CONTENIDO, SIN_RESULTADO, limpiar_mensajes, sin_sustitutos
from docubot.servidores.simulador.recibida import Recibida
from docubot.servidores.simulador.reglas import validar
from tests.guion import llamada, resultado, texto, usuario


def asistente(contenido: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": contenido}


def test_el_texto_vacio_que_acompana_a_un_tool_use_desaparece() -> None:
    limpios = limpiar_mensajes([usuario("a"), asistente([texto(""), llamada("ver"), texto(" \n")])])
    assert limpios[1]["content"] == [llamada("ver")]


@pytest.mark.parametrize("nada", ["", "\n", None, [], [texto("")], [texto(" "), texto("\n")]])
def test_un_resultado_sin_nada_lo_dice(nada: Any) -> None:
    limpios = limpiar_mensajes([usuario([resultado("t", nada)])])
    assert limpios[0]["content"][0]["content"] == SIN_RESULTADO


def test_un_resultado_con_algo_conserva_lo_que_dice() -> None:
    contenido = [texto("[2] ver"), texto(""), texto("{}")]
    limpios = limpiar_mensajes([usuario([resultado("t", contenido, is_error=True)])])
    assert limpios[0]["content"][0] == resultado("t", [texto("[2] ver"), texto("{}")], is_error=True)


def test_un_pasaje_sin_texto_desaparece() -> None:
    vacio = {"type": "search_result", "source": "a", "title": "b", "content": [texto(" ")]}
    assert limpiar_mensajes([usuario([resultado("t", [vacio])])])[0]["content"][0]["content"] == SIN_RESULTADO


def test_un_mensaje_en_blanco_de_la_persona_conserva_su_turno() -> None:
    assert limpiar_mensajes([usuario("  ")]) == [usuario(SIN_CONTENIDO)]


def test_un_mensaje_en_blanco_del_modelo_desaparece_y_los_turnos_se_unen() -> None:
    limpios = limpiar_mensajes([usuario("a"), asistente([texto("")]), usuario([texto("b")])])
    assert limpios == [usuario([texto("a"), texto("b")])]


@pytest.mark.parametrize("final", ["Respuesta: ", [texto("Respuesta:"), texto("\n")], [texto("Respuesta: \n")]])
def test_un_prefill_no_acaba_en_blanco(final: Any) -> None:
    limpio = limpiar_mensajes([usuario("a"), asistente(final)])[-1]["content"]
    assert limpio in ("Respuesta:", [texto("Respuesta:")])


def test_lo_recibido_no_cambia() -> None:
    mensajes = [
        usuario("a"),
        asistente([texto(""), llamada("v")]),
        usuario([resultado("toolu_v", "")]),
        asistente("x "),
    ]
    antes = copy.deepcopy(mensajes)
    limpiar_mensajes(mensajes)
    assert mensajes == antes


def test_los_sustitutos_sueltos_se_cambian_y_todo_lo_visible_queda() -> None:
    assert sin_sustitutos({"a\ud800": ["ñ\udfff", 3, None, {"b": "😀"}]}) == {
        "a\ufffd": ["ñ\ufffd", 3, None, {"b": "😀"}]
    }


_TEXTOS = st.sampled_from(["", " ", "\n", "hola", "hola ", "ñ\ud800"])
_CONTENIDOS = _TEXTOS | st.none() | st.lists(_TEXTOS.map(texto), max_size=3)


@st.composite
def _historiales(dibujar: st.DrawFn) -> list[dict[str, Any]]:
    """Historiales con parejas correctas y textos de cualquier clase en cualquier sitio."""
    mensajes: list[dict[str, Any]] = [usuario(dibujar(_TEXTOS))]
    for n in range(dibujar(st.integers(0, 4))):
        ids = [f"t{n}_{k}" for k in range(dibujar(st.integers(0, 3)))]
        usos = [llamada("ver", {}, id=i) for i in ids]
        mensajes.append(asistente([texto(dibujar(_TEXTOS)), *usos]))
        mensajes.append(usuario([*(resultado(i, dibujar(_CONTENIDOS)) for i in ids), texto(dibujar(_TEXTOS))]))
    if dibujar(st.booleans()):
        mensajes.append(asistente(dibujar(_TEXTOS)))
    return mensajes


@settings(max_examples=300, deadline=None)
@given(_historiales())
def test_todo_historial_emparejado_sale_valido(mensajes: list[dict[str, Any]]) -> None:
    cuerpo = sin_sustitutos({"model": "claude-x", "max_tokens": 1, "messages": limpiar_mensajes(mensajes)})
    cabeceras = {"x-api-key": "k", "anthropic-version": "2026-10-21"}
    assert validar(Recibida(cabeceras, json.dumps(cuerpo).encode())) is None
