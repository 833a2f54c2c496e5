"""El modelo guionizado falla cuando la conversación no sigue el guion, aunque alguien se trague el fallo."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from docubot.errores import DatosInvalidos, EntradaInexistente
from docubot.modelos.guion import desde_jsonl, diferencia
from docubot.tipos import Fragmento, Respuesta
from tests.guion import GuionIncumplido, ModeloGuion, Paso, llamada, peticion, texto, usuario


def test_contesta_los_pasos_en_orden_con_su_parada() -> None:
    with ModeloGuion([[texto("Miro."), llamada("ver", {"n": 1})], [texto("Listo.")]]) as modelo:
        primero, respuesta = modelo.responder(peticion())
        assert primero == Fragmento("Miro.")
        assert isinstance(respuesta, Respuesta)
        assert respuesta.stop_reason == "tool_use"
        assert [b["name"] for b in respuesta.tool_uses()] == ["ver"]
        *_, ultima = modelo.responder(peticion())
        assert isinstance(ultima, Respuesta)
        assert ultima.stop_reason == "end_turn"


def test_una_llamada_de_mas_falla() -> None:
    modelo = ModeloGuion([])
    with pytest.raises(GuionIncumplido, match="inesperada"):
        list(modelo.responder(peticion()))


def test_una_llamada_de_mas_que_alguien_se_traga_falla_al_terminar() -> None:
    modelo = ModeloGuion([[texto("a")]])
    list(modelo.responder(peticion()))
    with contextlib.suppress(AssertionError):
        list(modelo.responder(peticion()))
    with pytest.raises(GuionIncumplido, match="inesperada, la 2"):
        modelo.terminar()


def test_un_paso_sin_usar_falla() -> None:
    with pytest.raises(GuionIncumplido, match="sin usar: 0 llamadas de 1"), ModeloGuion([[texto("a")]]):
        pass


def test_otro_error_dentro_del_contexto_no_queda_tapado() -> None:
    with pytest.raises(KeyError), ModeloGuion([[texto("a")]]):
        raise KeyError("propio")


def test_un_subconjunto_que_no_encaja_dice_donde() -> None:
    modelo = ModeloGuion([Paso([texto("a")], espera={"messages": [{"role": "user", "content": "otra"}]})])
    with pytest.raises(GuionIncumplido, match=r"Paso 1: petición\.messages\[0\]\.content: se esperaba 'otra'"):
        list(modelo.responder(peticion()))


def test_una_funcion_puede_comprobar_la_peticion() -> None:
    def sin_herramientas(p: object) -> None:
        assert p == peticion(), "no es la que era"

    with ModeloGuion(
        [Paso([texto("a")], espera=sin_herramientas), Paso([texto("b")], espera=lambda p: True)]
    ) as modelo:
        list(modelo.responder(peticion()))
        list(modelo.responder(peticion()))
    con_falso = ModeloGuion([Paso([texto("a")], espera=lambda p: False)])
    with pytest.raises(GuionIncumplido, match="dio False"):
        list(con_falso.responder(peticion()))
    con_asercion = ModeloGuion([Paso([texto("a")], espera=sin_herramientas)])
    with pytest.raises(GuionIncumplido, match="no es la que era"):
        list(con_asercion.responder(peticion(usuario("otra"))))


def test_guarda_copias_de_lo_recibido() -> None:
    modelo = ModeloGuion([[texto("a")]])
    recibida = peticion()
    list(modelo.responder(recibida))
    recibida.messages[0]["content"] = "cambiado después"
    assert modelo.peticiones[0].messages == [usuario("hola")]


def test_un_paso_puede_fallar_antes_o_a_medias() -> None:
    modelo = ModeloGuion([OSError("sin red"), Paso([texto("Medio")], fallo=OSError("se cortó"))])
    with pytest.raises(OSError, match="sin red"):
        list(modelo.responder(peticion()))
    trozos = modelo.responder(peticion())
    assert next(trozos) == Fragmento("Medio")
    with pytest.raises(OSError, match="se cortó"):
        next(trozos)
    modelo.terminar()


@pytest.mark.parametrize(
    ("esperado", "real", "donde"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, None),
        ({"a": {"b": [1]}}, {"a": {"b": [1]}}, None),
        ({"a": 1}, {}, "x: falta «a»"),
        ({"a": 1}, 3, "x: se esperaba un objeto"),
        ([1], [1, 2], "x: se esperaban 1 elementos"),
        ({"a": [{"b": 1}]}, {"a": [{"b": 2}]}, "x.a[0].b: se esperaba 1"),
    ],
)
def test_diferencia_dice_el_primer_sitio(esperado: object, real: object, donde: str | None) -> None:
    hallada = diferencia(esperado, real, "x")
    assert hallada is None if donde is None else (hallada or "").startswith(donde)


def test_lee_un_guion_en_jsonl(tmp_path: Path) -> None:
    ruta = tmp_path / "guion.jsonl"
    lineas = [
        '\ufeff{"content":"Hola, ñandú","espera":{"max_tokens":1024}}',
        "",
        '{"content":[{"type":"tool_use","id":"t","name":"ver","input":{}}],"stop_reason":"max_tokens"}',
    ]
    ruta.write_text("\n".join(lineas), encoding="utf-8")
    with ModeloGuion(desde_jsonl(ruta)) as modelo:
        assert Fragmento("Hola, ñandú") in modelo.responder(peticion())
        (respuesta,) = modelo.responder(peticion())
        assert isinstance(respuesta, Respuesta)
        assert respuesta.stop_reason == "max_tokens"


@pytest.mark.parametrize(
    "linea",
    ["no es json", "[]", '{"content":3}', '{"content":[3]}', '{"content":"a","espera":1}', '{"content":"a","x":1}'],
)
def test_una_linea_mala_dice_cual(tmp_path: Path, linea: str) -> None:
    ruta = tmp_path / "guion.jsonl"
    ruta.write_text('{"content":"bien"}\n' + linea, encoding="utf-8")
    with pytest.raises(DatosInvalidos, match="línea 2"):
        desde_jsonl(ruta)


def test_un_guion_que_no_esta_o_no_es_utf8(tmp_path: Path) -> None:
    with pytest.raises(EntradaInexistente):
        desde_jsonl(tmp_path / "no.jsonl")
    (tmp_path / "malo").write_bytes(b"\xff\xfe")
    with pytest.raises(DatosInvalidos, match="UTF-8"):
        desde_jsonl(tmp_path / "malo")
