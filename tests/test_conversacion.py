"""La historia es válida pase lo que pase: propiedad sobre miles de historias de respuestas, fallos e interrupciones."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docubot import agente, diario
from docubot.conversacion import Conversacion, bloques, defectos, resultado, sin_vacios
from docubot.diario import Diario
from docubot.errores import Definitivo, ErrorDeModelo, ErrorDocuBot, Reintentable
from docubot.modelos.guion import ModeloGuion, Paso
from docubot.presupuesto import Limites
from docubot.tipos import Bloque, Peticion
from tests.apoyo import equipo_con

EJEMPLOS = int(os.environ.get("EJEMPLOS", "100"))
"""Para una campaña de miles: `EJEMPLOS=5000 pytest tests/test_conversacion.py`."""

PARADAS = ["end_turn", "tool_use", "max_tokens", "pause_turn", "refusal", "model_context_window_exceeded", "otra", None]


def interrumpir(peticion: Peticion) -> None:
    raise KeyboardInterrupt


@st.composite
def respuestas(dibujar: st.DrawFn, numero: int) -> Any:
    """Lo que un modelo puede contestar a una llamada, bueno o malo."""
    match dibujar(st.sampled_from(["normal"] * 6 + ["saturado", "rechazada", "interrumpida"])):
        case "saturado":
            return ErrorDeModelo("saturado", Reintentable(0.0))
        case "rechazada":
            return ErrorDeModelo("mal", Definitivo())
        case "interrumpida":
            return Paso(espera=interrumpir)
    textos = st.sampled_from(["", " ", "\n", "Hola.", "Tiene 42 [1]."])
    contenido: list[Bloque] = [{"type": "text", "text": t} for t in dibujar(st.lists(textos, max_size=2))]
    for i in range(dibujar(st.integers(0, 3))):
        nombre = dibujar(st.sampled_from(["tareas", "nada", "rota", "no_existe"]))
        entrada = dibujar(st.sampled_from([{}, {"nombre": "Atlas"}, {"nombre": "Zafiro"}, {"nombre": 3}, None, []]))
        contenido.append({"type": "tool_use", "id": f"toolu_{numero}_{i}", "name": nombre, "input": entrada})
    return Paso(contenido, stop_reason=dibujar(st.sampled_from(PARADAS)))


@st.composite
def guiones(dibujar: st.DrawFn) -> list[Any]:
    return [dibujar(respuestas(n)) for n in range(dibujar(st.integers(1, 12)))]


@settings(max_examples=EJEMPLOS, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(guion=guiones(), limite=st.integers(1, 6))
def test_la_historia_es_valida_y_se_reconstruye_tras_cualquier_turno(
    tmp_path_factory: pytest.TempPathFactory, guion: list[Any], limite: int
) -> None:
    modelo = ModeloGuion(guion)
    with Conversacion(Diario(tmp_path_factory.mktemp("h"))) as conversacion:
        for _ in range(4):
            with contextlib.suppress(ErrorDocuBot, KeyboardInterrupt, AssertionError):
                agente.responder("¿cómo va?", equipo_con(modelo, limites=Limites(llamadas_modelo=limite)), conversacion)
            assert defectos(conversacion.mensajes) == []
        for peticion in modelo.peticiones:
            assert defectos(peticion.messages) == []
    reconstruida = diario.mensajes(list(diario.leer(conversacion.diario.ruta)))
    assert json.dumps(reconstruida) == json.dumps(conversacion.mensajes)


@settings(max_examples=EJEMPLOS, deadline=None)
@given(guion=guiones(), corte=st.floats(0, 1))
def test_un_diario_cortado_por_cualquier_sitio_se_reanuda_con_una_historia_valida(
    tmp_path_factory: pytest.TempPathFactory, guion: list[Any], corte: float
) -> None:
    carpeta = tmp_path_factory.mktemp("c")
    with Conversacion(Diario(carpeta)) as conversacion:
        for _ in range(2):
            with contextlib.suppress(ErrorDocuBot, KeyboardInterrupt, AssertionError):
                agente.responder("¿cómo va?", equipo_con(ModeloGuion(guion)), conversacion)
    ruta = conversacion.diario.ruta
    crudo = ruta.read_bytes()
    ruta.write_bytes(crudo[: int(len(crudo) * corte)])
    with Diario(carpeta, conversacion.diario.sesion) as abierto:
        reanudada = Conversacion.reanudada(abierto, list(diario.leer(ruta)))
        assert defectos(reanudada.mensajes) == []
    assert diario.mensajes(list(diario.leer(ruta))) == reanudada.mensajes


def test_defectos_ve_lo_que_la_api_rechaza() -> None:
    uso = {"type": "tool_use", "id": "a", "name": "t", "input": {}}
    dado = {"type": "tool_result", "tool_use_id": "a", "content": "x"}
    texto = {"type": "text", "text": "hola"}
    pregunta = {"role": "user", "content": "?"}
    pedido = {"role": "assistant", "content": [uso]}
    assert defectos([pregunta, pedido, {"role": "user", "content": [dado, texto]}]) == []
    assert defectos([pregunta, pedido])
    assert defectos([pregunta, pedido, {"role": "user", "content": [texto, dado]}])
    assert defectos([pregunta, pedido, {"role": "user", "content": [dado, dado]}])
    assert defectos([pregunta, {"role": "user", "content": "otra"}])
    assert defectos([{"role": "user", "content": [{"type": "text", "text": " "}]}])
    assert defectos([{"role": "user", "content": [dado]}])


def test_un_resultado_en_blanco_lleva_relleno() -> None:
    for vacio in ("", "\n", [], [{"type": "text", "text": " "}]):
        assert resultado("a", vacio)["content"] == "(sin contenido)"


def test_los_bloques_que_no_son_texto_se_conservan() -> None:
    pensado = {"type": "thinking", "thinking": "", "signature": "x"}
    assert sin_vacios([pensado, {"type": "text", "text": ""}]) == [pensado]


def test_un_texto_suelto_es_un_bloque() -> None:
    assert bloques({"role": "user", "content": "hola"}) == [{"type": "text", "text": "hola"}]


def test_una_pregunta_sin_respuesta_se_retira(tmp_path: Path) -> None:
    with Conversacion(Diario(tmp_path)) as conversacion:
        conversacion.dice_la_persona("¿?")
        conversacion.cerrar("se cayó")
        assert conversacion.mensajes == []
