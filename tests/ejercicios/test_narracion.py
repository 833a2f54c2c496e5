"""La traza contada: quién hizo qué, en los dos idiomas, sin perderse con sucesos raros."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.ejercicios.narracion import MAXIMO, narrar

TRAZA: list[dict[str, Any]] = [
    {"tipo": "turno_abierto", "pregunta": "¿cómo va Atlas?"},
    {"tipo": "peticion_modelo", "mensajes": 1, "herramientas": ["consultar_proyecto"], "tool_choice": {"type": "any"}},
    {
        "tipo": "respuesta_modelo",
        "content": [
            {"type": "text", "text": "Voy."},
            {"type": "tool_use", "name": "consultar_proyecto", "input": {"nombre": "Atlas"}},
        ],
    },
    {
        "tipo": "resultado_herramienta",
        "nombre": "consultar_proyecto",
        "contenido": '{"estado":"activo"}',
        "es_error": False,
    },
    {"tipo": "http", "metodo": "GET", "ruta": "/x", "estado": 404, "cuerpo": None, "respuesta": {"e": 1}},
    {"tipo": "rechazo_api", "estado": 400, "mensaje": "tool_use ids were found"},
    {"tipo": "mensaje", "role": "user"},
]


def test_cada_paso_dice_quien_lo_da() -> None:
    lineas = narrar(TRAZA, "es")

    assert [linea.quien for linea in lineas] == ["persona", "codigo", "modelo", "modelo", "codigo", "api", "api"]
    assert lineas[1].texto == 'envía 1 mensaje y ofrece consultar_proyecto · tool_choice {"type": "any"}'
    assert lineas[3].texto == 'pide consultar_proyecto {"nombre": "Atlas"}'
    assert lineas[5].texto == 'GET /x → 404 {"e": 1}'


def test_en_ingles_se_cuenta_lo_mismo() -> None:
    assert [linea.quien for linea in narrar(TRAZA, "en")] == [linea.quien for linea in narrar(TRAZA, "es")]
    assert narrar(TRAZA, "en")[3].texto.startswith("asks for consultar_proyecto")


def test_una_pregunta_suelta_se_cuenta_y_un_mensaje_de_resultados_no() -> None:
    pregunta = {"tipo": "peticion_modelo", "mensajes": 1, "ultimo": {"role": "user", "content": "hola"}}
    resultados = {
        "tipo": "peticion_modelo",
        "mensajes": 3,
        "ultimo": {"role": "user", "content": [{"type": "tool_result"}]},
    }

    assert [linea.quien for linea in narrar([pregunta, resultados], "es")] == ["persona", "codigo", "codigo"]


def test_lo_largo_se_recorta() -> None:
    suceso = {"tipo": "resultado_herramienta", "nombre": "x", "contenido": "a" * 10_000, "es_error": True}

    assert len(narrar([suceso], "es")[0].texto) < MAXIMO + 60


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(
                ["tipo", "content", "pregunta", "ultimo", "mensajes", "estado", "metodo", "ruta", "mensaje"]
            ),
            st.sampled_from(
                ["turno_abierto", "peticion_modelo", "respuesta_modelo", "http", "rechazo_api", None, 3, [], [{}], {}]
            ),
        )
    )
)
def test_una_traza_rara_no_rompe_la_narracion(traza: list[dict[str, Any]]) -> None:
    for idioma in ("es", "en"):
        assert all(linea.texto for linea in narrar(traza, idioma))  # type: ignore[arg-type]
