"""El bucle: qué hace con cada `stop_reason`, con los presupuestos, con los fallos y con las interrupciones."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docubot import agente, diario
from docubot.conversacion import Conversacion, defectos
from docubot.errores import ErrorDeModelo, ErrorInterno, ModeloNoDisponible, Reintentable
from docubot.modelos.guion import ModeloGuion, Paso, llamada, texto
from docubot.presupuesto import Limites
from docubot.registro import Registro
from docubot.tipos import Peticion
from docubot.turno import Turno
from tests.apoyo import conversacion_en, equipo_con, registro_de_prueba


@pytest.fixture
def conversacion(tmp_path: Path) -> Iterator[Conversacion]:
    with conversacion_en(tmp_path) as abierta:
        yield abierta


def preguntar(
    conversacion: Conversacion, *pasos: Any, limites: Limites | None = None
) -> tuple[Turno, Conversacion, ModeloGuion]:
    """Un turno contra un guion que tiene que cumplirse entero."""
    with ModeloGuion(pasos) as modelo:
        turno = agente.responder("¿cómo va Atlas?", equipo_con(modelo, limites=limites), conversacion)
    assert defectos(conversacion.mensajes) == []
    return turno, conversacion, modelo


def test_una_respuesta_directa_termina_sin_herramientas(conversacion: Conversacion) -> None:
    turno, _, _ = preguntar(conversacion, [texto("Hola.")])
    assert (turno.respuesta, turno.parada, turno.pasos) == ("Hola.", "fin", [])
    assert [m["role"] for m in conversacion.mensajes] == ["user", "assistant"]


def test_una_herramienta_se_ejecuta_y_su_resultado_vuelve_con_su_etiqueta(conversacion: Conversacion) -> None:
    turno, _, modelo = preguntar(
        conversacion, [llamada("tareas", {"nombre": "Atlas"})], [texto("Tiene 42 tareas [1].")]
    )
    resultado = conversacion.mensajes[2]["content"][0]
    assert [b["text"] for b in resultado["content"]] == ["[1] tareas", '{"nombre":"Atlas","abiertas":42}']
    assert modelo.peticiones[1].messages == conversacion.mensajes[:3]
    assert [(c.n, c.tipo, c.paso) for c in turno.citas] == [(1, "herramienta", turno.pasos[0].id)]


def test_d2_tres_llamadas_paralelas_vuelven_en_un_mensaje_en_su_orden(conversacion: Conversacion) -> None:
    pedidas = [llamada("tareas", {"nombre": n}, id=f"toolu_{n}") for n in ("Atlas", "Zafiro", "Boreal")]
    turno, _, _ = preguntar(conversacion, pedidas, [texto("Listo.")])
    resultados = conversacion.mensajes[2]["content"]
    assert [b["tool_use_id"] for b in resultados] == ["toolu_Atlas", "toolu_Zafiro", "toolu_Boreal"]
    assert [p.es_error for p in turno.pasos] == [False, True, False]


def test_las_lecturas_de_un_turno_corren_a_la_vez(conversacion: Conversacion) -> None:
    import threading

    registro, barrera = Registro(), threading.Barrier(2, timeout=10)

    @registro.herramienta
    def juntas(contexto: Any, n: int) -> str:
        """Solo termina si la otra también está en marcha."""
        barrera.wait()
        return str(n)

    pedidas = [llamada("juntas", {"n": n}, id=f"toolu_{n}") for n in (1, 2)]
    with ModeloGuion([pedidas, [texto("ya")]]) as modelo:
        turno = agente.responder("?", equipo_con(modelo, registro), conversacion)
    assert [p.resultado for p in turno.pasos] == ["1", "2"]


def test_d3_los_textos_en_blanco_no_vuelven_a_la_api(conversacion: Conversacion) -> None:
    _, _, modelo = preguntar(conversacion, [texto(""), llamada("nada")], [texto("ok")])
    assert [b["type"] for b in conversacion.mensajes[1]["content"]] == ["tool_use"]
    assert "(sin contenido)" in json.dumps(modelo.peticiones[1].messages[2], ensure_ascii=False)


@pytest.mark.parametrize("entrada", [{}, {"nombre": 3}, {"nombre": "Atlas", "de_mas": 1}, [], None, "Atlas"])
def test_unos_argumentos_que_no_valen_vuelven_como_error_y_el_bucle_sigue(
    conversacion: Conversacion, entrada: Any
) -> None:
    mala = {"type": "tool_use", "id": "toolu_x", "name": "tareas", "input": entrada}
    turno, _, _ = preguntar(conversacion, [mala], [texto("No pude.")])
    assert turno.pasos[0].es_error
    assert "La entrada de tareas" in turno.pasos[0].resultado


def test_d5_una_llamada_cortada_no_se_ejecuta_y_se_puede_repetir_una_vez(conversacion: Conversacion) -> None:
    cortada = Paso([llamada("tareas", {})], stop_reason="max_tokens")
    turno, _, _ = preguntar(
        conversacion, cortada, [llamada("tareas", {"nombre": "Atlas"}, id="toolu_2")], [texto("42")]
    )
    assert "se cortó por longitud" in conversacion.mensajes[2]["content"][0]["content"]
    assert [p.id for p in turno.pasos] == ["toolu_2"]


def test_d5_un_modelo_que_siempre_se_corta_acaba_pronto(conversacion: Conversacion) -> None:
    cortes = [Paso([llamada("tareas", {}, id=f"toolu_{i}")], stop_reason="max_tokens") for i in range(2)]
    turno, _, _ = preguntar(conversacion, *cortes)
    assert (turno.parada, turno.llamadas_modelo, turno.pasos) == ("truncada", 2, [])


def test_d7_tres_llamadas_son_tres_y_la_ultima_cierra_sin_herramientas(conversacion: Conversacion) -> None:
    siempre = [[llamada("tareas", {"nombre": "Atlas"}, id=f"toolu_{i}")] for i in range(2)]
    turno, _, modelo = preguntar(conversacion, *siempre, [texto("Lo que sé: 42.")], limites=Limites(llamadas_modelo=3))
    assert [p.tool_choice for p in modelo.peticiones] == [None, None, {"type": "none"}]
    assert (turno.parada, turno.respuesta) == ("presupuesto", "Lo que sé: 42.")
    assert "--max-pasos" in turno.aviso


def test_d7_si_ni_asi_responde_hay_un_aviso_y_la_historia_queda_valida(conversacion: Conversacion) -> None:
    siempre = [[llamada("tareas", {"nombre": "Atlas"}, id=f"toolu_{i}")] for i in range(3)]
    turno, _, _ = preguntar(conversacion, *siempre, limites=Limites(llamadas_modelo=3))
    assert turno.parada == "presupuesto"
    assert turno.llamadas_modelo == 3


def test_sin_llamadas_a_herramientas_se_cierra_con_lo_que_hay(conversacion: Conversacion) -> None:
    pedidas = [llamada("tareas", {"nombre": "Atlas"}, id=f"toolu_{i}") for i in range(3)]
    turno, _, modelo = preguntar(conversacion, pedidas, [texto("42")], limites=Limites(llamadas_herramienta=2))
    assert [p.es_error for p in turno.pasos] == [False, False, True]
    assert modelo.peticiones[1].tool_choice == {"type": "none"}
    assert turno.parada == "presupuesto"


def test_los_reintentos_tambien_cuentan_en_el_presupuesto(conversacion: Conversacion) -> None:
    saturado = ErrorDeModelo("Claude está saturado", Reintentable(0.0))
    turno, _, _ = preguntar(conversacion, saturado, saturado, limites=Limites(llamadas_modelo=2))
    assert (turno.parada, turno.llamadas_modelo, turno.respuesta) == ("presupuesto", 2, "")


def test_sin_tokens_no_se_llama(conversacion: Conversacion) -> None:
    turno, _, modelo = preguntar(conversacion, [llamada("tareas", {"nombre": "Atlas"})], limites=Limites(tokens=12))
    assert (turno.parada, len(modelo.peticiones)) == ("presupuesto", 1)
    assert modelo.peticiones[0].max_tokens == 12
    assert "--max-tokens" in turno.aviso


def test_d8_una_herramienta_desconocida_vuelve_con_las_que_hay(conversacion: Conversacion) -> None:
    turno, _, _ = preguntar(conversacion, [llamada("reservar_salaa")], [texto("Perdón.")])
    assert turno.pasos[0].es_error
    assert "Las que hay: tareas, nada, rota" in turno.pasos[0].resultado


def test_d11_los_acentos_viajan_como_acentos(conversacion: Conversacion) -> None:
    _, _, modelo = preguntar(conversacion, [llamada("tareas", {"nombre": "Ñandú"})], [texto("ok")])
    assert "Ñandú" in modelo.peticiones[1].messages[2]["content"][0]["content"][1]["text"]
    assert "Ñandú" in conversacion.diario.ruta.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("stop_reason", "parada"),
    [
        ("end_turn", "fin"),
        ("stop_sequence", "fin"),
        ("refusal", "rechazo"),
        ("model_context_window_exceeded", "contexto"),
        ("max_tokens", "truncada"),
        ("algo_nuevo", "desconocida"),
    ],
)
def test_cada_stop_reason_tiene_su_final(conversacion: Conversacion, stop_reason: str, parada: str) -> None:
    turno, _, _ = preguntar(conversacion, Paso([texto("Hasta aquí.")], stop_reason=stop_reason))
    assert turno.parada == parada


@pytest.mark.parametrize("stop_reason", ["refusal", "algo_nuevo", "model_context_window_exceeded", "end_turn"])
def test_solo_tool_use_ejecuta_herramientas(conversacion: Conversacion, stop_reason: str) -> None:
    turno, _, _ = preguntar(conversacion, Paso([llamada("tareas", {"nombre": "Atlas"})], stop_reason=stop_reason))
    assert turno.pasos == []


def test_una_pausa_se_reanuda_y_es_un_solo_mensaje(conversacion: Conversacion) -> None:
    turno, _, _ = preguntar(conversacion, Paso([texto("Un momento. ")], stop_reason="pause_turn"), [texto("Ya está.")])
    assert [m["role"] for m in conversacion.mensajes] == ["user", "assistant"]
    assert turno.respuesta == "Ya está."
    assert diario.mensajes(list(diario.leer(conversacion.diario.ruta))) == conversacion.mensajes


def test_un_fallo_nuestro_detiene_el_turno_con_la_historia_cerrada_y_sin_secretos(conversacion: Conversacion) -> None:
    equipo = equipo_con(ModeloGuion([[llamada("rota")]]))
    with pytest.raises(ErrorInterno) as fallo:
        agente.responder("?", equipo, conversacion)
    assert fallo.value.codigo == 70
    assert "sk-secreta" not in fallo.value.mensaje + conversacion.diario.ruta.read_text(encoding="utf-8")
    assert defectos(conversacion.mensajes) == []


def test_un_modelo_caido_no_deja_la_pregunta_colgando(conversacion: Conversacion) -> None:
    caido = ErrorDeModelo("No responde", Reintentable(0.0))
    with pytest.raises(ModeloNoDisponible):
        agente.responder("?", equipo_con(ModeloGuion([caido] * 4)), conversacion)
    assert conversacion.mensajes == []


def test_d1_una_interrupcion_responde_a_todo_lo_pendiente(conversacion: Conversacion) -> None:
    registro = registro_de_prueba()

    def interrumpir(peticion: Peticion) -> None:
        raise KeyboardInterrupt

    pedidas = [llamada("tareas", {"nombre": n}, id=f"toolu_{n}") for n in ("Atlas", "Boreal")]
    modelo = ModeloGuion([pedidas, Paso(espera=interrumpir)])
    with pytest.raises(KeyboardInterrupt):
        agente.responder("?", equipo_con(modelo, registro), conversacion)
    assert defectos(conversacion.mensajes) == []
    assert conversacion.mensajes[-1]["role"] == "assistant"


def test_una_herramienta_que_no_vuelve_se_da_por_vencida(conversacion: Conversacion) -> None:
    import threading

    registro, suelta = Registro(), threading.Event()

    @registro.herramienta(plazo=0.05)
    def lenta(contexto: Any) -> str:
        """No vuelve a tiempo."""
        suelta.wait(10)
        return "tarde"

    inicio = time.monotonic()
    with ModeloGuion([[llamada("lenta")], [texto("No respondió.")]]) as modelo:
        turno = agente.responder("?", equipo_con(modelo, registro), conversacion)
    suelta.set()
    assert turno.pasos[0].es_error
    assert "no respondió a tiempo" in turno.pasos[0].resultado
    assert time.monotonic() - inicio < 5


def test_un_paso_de_herramienta_son_dos_llamadas_y_la_segunda_sin_herramientas(conversacion: Conversacion) -> None:
    with ModeloGuion([[llamada("tareas", {"nombre": "Atlas"})], [texto("42 [1].")]]) as modelo:
        turno = agente.responder_con_herramienta("?", equipo_con(modelo), conversacion)
    assert [p.tool_choice for p in modelo.peticiones] == [None, {"type": "none"}]
    assert (turno.parada, turno.respuesta) == ("fin", "42 [1].")


def test_una_cita_inventada_se_retira_y_se_dice(conversacion: Conversacion) -> None:
    turno, _, _ = preguntar(conversacion, [llamada("tareas", {"nombre": "Atlas"})], [texto("Son 42 [1] según [999].")])
    assert "[999]" not in turno.respuesta
    assert turno.retiradas == [999]
    assert [c.n for c in turno.citas] == [1]


def test_el_diario_reconstruye_la_historia_byte_a_byte(conversacion: Conversacion) -> None:
    preguntar(conversacion, [texto(" "), llamada("tareas", {"nombre": "Atlas"})], [texto("42 [1].")])
    leidos = list(diario.leer(conversacion.diario.ruta))
    assert json.dumps(diario.mensajes(leidos)) == json.dumps(conversacion.mensajes)
    assert [s["tipo"] for s in leidos if "herramienta" in s["tipo"]] == ["llamada_herramienta", "resultado_herramienta"]
