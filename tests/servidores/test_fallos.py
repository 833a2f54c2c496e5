"""Los fallos pedidos: cómo se escriben y cuándo tocan."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.errores import ErrorDeUso
from docubot.servidores.simulador.averias import Esperar, Reiniciar, averiar_mensaje, trozos_de_json, trozos_de_stream
from docubot.servidores.simulador.fallos import FALLOS, Fallo, leer_fallo, leer_programa
from docubot.servidores.simulador.mensaje import mensaje_de
from docubot.tipos import Respuesta, Uso
from tests.guion import llamada, texto


def serie(programa: str, semilla: int, cuantas: int = 200) -> list[str | None]:
    decidido = leer_programa(programa, semilla)
    return [f.nombre if f else None for f in (decidido.siguiente() for _ in range(cuantas))]


def test_la_misma_semilla_da_la_misma_serie() -> None:
    assert serie("529@0.3,429:2@0.5", 7) == serie("529@0.3,429:2@0.5", 7)
    assert serie("529@0.3,429:2@0.5", 7) != serie("529@0.3,429:2@0.5", 8)


def test_la_probabilidad_se_respeta() -> None:
    tocan = serie("529@0.3", 1, 2000).count("529")
    assert 500 < tocan < 700
    assert serie("529@0", 1) == [None] * 200
    assert serie("529", 1) == ["529"] * 200
    assert serie("", 1) == [None] * 200


def test_un_turno_toca_una_vez_y_el_primero_que_cumple_gana() -> None:
    assert serie("500#2,529#2,429#3", 0, 4) == [None, "500", "429", None]


@pytest.mark.parametrize(
    "malo",
    ["terremoto", "529@2", "529@x", "529#0", "529#x", "529@-1", "@0.1", "bloqueo:x", "bloqueo:-1", "bloqueo:nan"],
)
def test_lo_que_no_se_entiende_se_dice(malo: str) -> None:
    with pytest.raises(ErrorDeUso):
        leer_programa(malo)


def test_el_argumento_llega_tal_cual() -> None:
    assert leer_fallo("429:Wed, 21 Oct 2026 07:28:00 GMT") == Fallo("429", "Wed, 21 Oct 2026 07:28:00 GMT")
    assert leer_fallo("bloqueo").segundos() == 3600


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30))
def test_cualquier_texto_es_un_programa_o_un_error_de_uso(escrito: str) -> None:
    with contextlib.suppress(ErrorDeUso):
        leer_programa(escrito).siguiente()


@pytest.mark.parametrize("nombre", sorted(FALLOS))
@pytest.mark.parametrize(
    "contenido", [[], [texto("Hola, ¿qué tal?")], [llamada("ver", {"a": "b" * 40})]], ids=["nada", "texto", "uso"]
)
def test_todo_fallo_se_puede_aplicar_a_todo_mensaje(nombre: str, contenido: list[dict[str, object]]) -> None:
    fallo = leer_fallo(nombre)
    mensaje = averiar_mensaje(mensaje_de(Respuesta(contenido, "end_turn", Uso(), ""), "m", b""), fallo)
    sano = trozos_de_stream(mensaje, None)
    averiado = trozos_de_stream(mensaje, fallo)
    assert averiado
    if "medio" in nombre or "cort" in nombre:
        assert averiado != sano
        assert averiado[0] == sano[0]
        assert trozos_de_json(mensaje, fallo) != trozos_de_json(mensaje, None)
    esperado = {"reinicio_medio": Reiniciar(), "bloqueo_medio": Esperar(3600)}.get(nombre)
    assert esperado is None or esperado in averiado
