"""Cada regla numerada tiene su prueba: la misma petición válida, con una sola cosa mal."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.servidores.simulador.comprobar_forma import MAXIMO_BYTES
from docubot.servidores.simulador.fallos import tabla_de_fallos
from docubot.servidores.simulador.recibida import Recibida
from docubot.servidores.simulador.reglas import REGLAS, Incumplimiento, tabla_markdown, validar
from tests.guion import llamada, resultado, texto, usuario

CABECERAS = {"x-api-key": "k", "anthropic-version": "2026-10-21"}
SEARCH = {"type": "search_result", "source": "a.md#b", "title": "[1] A", "content": [texto("c")]}
HERRAMIENTA = {"name": "ver", "description": "Ve.", "input_schema": {"type": "object", "properties": {}}}
VALIDA: dict[str, Any] = {
    "model": "claude-sonnet-5-5",
    "max_tokens": 100,
    "system": [texto("Eres útil.")],
    "messages": [
        usuario("hola"),
        {"role": "assistant", "content": [texto("Miro."), llamada("ver", id="t1"), llamada("ver", id="t2")]},
        usuario([resultado("t1", [SEARCH]), resultado("t2", ""), texto("¿y?")]),
        {"role": "assistant", "content": "Pues"},
    ],
    "tools": [HERRAMIENTA],
    "tool_choice": {"type": "tool", "name": "ver"},
    "stream": True,
}


def comprobar(cuerpo: Any, cabeceras: dict[str, str] | None = None, **opciones: bool) -> Incumplimiento | None:
    bruto = cuerpo if isinstance(cuerpo, bytes) else json.dumps(cuerpo).encode()
    return validar(Recibida(CABECERAS if cabeceras is None else cabeceras, bruto), **opciones)


def mensajes(*lista: Any) -> Callable[[dict[str, Any]], None]:
    return lambda cuerpo: cuerpo.update(messages=list(lista))


def campo(**campos: Any) -> Callable[[dict[str, Any]], None]:
    return lambda cuerpo: cuerpo.update(campos)


def sin(nombre: str) -> Callable[[dict[str, Any]], None]:
    return lambda cuerpo: cuerpo.pop(nombre)


def asistente(*bloques: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(bloques)}


HOLA = usuario("hola")
USO = asistente(llamada("ver", id="t1"))
_SIN_PAREJA = (
    "messages.{}: `tool_use` ids were found without `tool_result` blocks immediately after: {}. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
)
_DE_NADIE = (
    "messages.{}.content.0: unexpected `tool_use_id` found in `tool_result` blocks: {}. "
    "Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
)
_EN_BLANCO = "messages: text content blocks must contain non-whitespace text"

CASOS: list[tuple[int, Any, str]] = [
    (7, sin("model"), "model: Field required"),
    (8, campo(model=3), "model: Input should be a valid string"),
    (9, sin("max_tokens"), "max_tokens: Field required"),
    (10, campo(max_tokens="9"), "max_tokens: Input should be a valid integer"),
    (10, campo(max_tokens=True), "max_tokens: Input should be a valid integer"),
    (11, campo(max_tokens=-1), "max_tokens: Input should be greater than or equal to 0"),
    (12, sin("messages"), "messages: Field required"),
    (13, campo(messages={}), "messages: Input should be a valid list"),
    (14, mensajes(), "messages: at least one message is required"),
    (15, campo(temperature=1.0), "temperature: Extra inputs are not permitted"),
    (15, campo(top_k=5), "top_k: Extra inputs are not permitted"),
    (16, campo(foo=1), "foo: Extra inputs are not permitted"),
    (17, campo(system=[texto("")]), "system: text content blocks must be non-empty"),
    (18, mensajes(HOLA, {"role": "system", "content": "a"}), "messages.1.role: Input should be 'user' or 'assistant'"),
    (18, mensajes("hola"), "messages.0.role: Input should be 'user' or 'assistant'"),
    (19, mensajes({"role": "user"}), "messages.0.content: Field required"),
    (20, mensajes(usuario(3)), "messages.0.content: Input should be a valid list"),
    (21, mensajes(asistente(texto("a")), HOLA), 'messages: first message must use the "user" role'),
    (22, mensajes(usuario([{"type": "raro"}])), "messages.0.content.0: Input tag 'raro' found using 'type' does not"),
    (22, mensajes(usuario(["a"])), "messages.0.content.0: Input tag 'None' found"),
    (23, mensajes(usuario([])), "messages.0: all messages must have non-empty content except for the optional final"),
    (23, mensajes(HOLA, asistente(), HOLA), "messages.1: all messages must have non-empty content"),
    (23, mensajes(usuario("")), "messages.0: all messages must have non-empty content"),
    (24, mensajes(usuario([texto("")])), "messages: text content blocks must be non-empty"),
    (25, mensajes(usuario(" \n")), _EN_BLANCO),
    (25, mensajes(HOLA, asistente(texto("\t"))), _EN_BLANCO),
    (26, mensajes(usuario([llamada("ver")])), "messages.0: `tool_use` blocks can only be in `assistant` messages"),
    (27, mensajes(HOLA, asistente(resultado("t1"))), "messages.1: `tool_result` blocks can only be in `user` messages"),
    (28, mensajes(HOLA, asistente(llamada("ver", id="a.b"))), "messages.1.content.0.tool_use.id: String should match"),
    (
        29,
        mensajes(HOLA, asistente({**llamada("ver"), "input": "x"})),
        "messages.1.content.0.tool_use.input: Input should",
    ),
    (
        30,
        mensajes(HOLA, USO, usuario([resultado("t1")]), USO, usuario([resultado("t1")])),
        "messages.3.content.0: `tool_use` ids must be unique",
    ),
    (31, mensajes(HOLA, USO, usuario([resultado("t9"), resultado("t1")])), _DE_NADIE.format(2, "t9")),
    (31, mensajes(usuario([resultado("t1")])), _DE_NADIE.format(0, "t1")),
    (
        31,
        mensajes(HOLA, USO, usuario([resultado("t1")]), asistente(texto("a")), usuario([resultado("t1")])),
        _DE_NADIE.format(4, "t1"),
    ),
    (
        32,
        mensajes(HOLA, USO, usuario([resultado("t1"), resultado("t1")])),
        "messages.2.content.1: each tool_use must have a single result. "
        "Found multiple `tool_result` blocks with id: t1",
    ),
    (33, mensajes(HOLA, USO), _SIN_PAREJA.format(1, "t1")),
    (33, mensajes(HOLA, USO, usuario("sigue")), _SIN_PAREJA.format(1, "t1")),
    (
        33,
        mensajes(
            HOLA,
            asistente(llamada("ver", id="a"), llamada("ver", id="b"), llamada("ver", id="c")),
            usuario([resultado("b")]),
        ),
        _SIN_PAREJA.format(1, "a, c"),
    ),
    (34, mensajes(HOLA, USO, usuario([texto("mira"), resultado("t1")])), _SIN_PAREJA.format(1, "t1")),
    (34, mensajes(HOLA, USO, usuario("mira"), usuario([resultado("t1")])), _SIN_PAREJA.format(1, "t1")),
    (35, mensajes(HOLA, USO, usuario([resultado("t1", "\n")])), _EN_BLANCO),
    (35, mensajes(HOLA, USO, usuario([resultado("t1", [texto("")])])), _EN_BLANCO),
    (
        36,
        mensajes(HOLA, USO, usuario([resultado("t1", [{**SEARCH, "title": ""}])])),
        "messages.2.content.0.tool_result.content.0.search_result.title: Field required",
    ),
    (
        37,
        mensajes(usuario([{**texto("a"), "citations": [{"type": "char_location"}]}])),
        "messages.0.content.0.text.citations: Extra inputs are not permitted",
    ),
    (
        38,
        mensajes(HOLA, asistente(texto("Respuesta: "))),
        "messages: final assistant content cannot end with trailing whitespace",
    ),
    (38, mensajes(HOLA, {"role": "assistant", "content": "a\n"}), "messages: final assistant content cannot end with"),
    (
        39,
        campo(tools=[{**HERRAMIENTA, "name": "reservación"}]),
        "tools.0.custom.name: String should match pattern '^[a-z",
    ),
    (39, campo(tools=[HERRAMIENTA, {**HERRAMIENTA, "name": "a" * 65}]), "tools.1.custom.name: String should match"),
    (39, campo(tools="x"), "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'"),
    (40, campo(tools=[HERRAMIENTA, HERRAMIENTA]), "tools: Tool names must be unique."),
    (41, campo(tools=[{"name": "ver"}]), "tools.0.custom.input_schema: Field required"),
    (42, campo(tools=[{"name": "ver", "input_schema": {"type": "array"}}]), "tools.0.custom.input_schema.type: Input"),
    (
        43,
        campo(tool_choice={"type": "obligatoria"}),
        "tool_choice: Input tag 'obligatoria' found using 'type' does not",
    ),
    (43, campo(tool_choice="auto"), "tool_choice: Input tag 'None' found"),
    (44, sin("tools"), "tool_choice may only be specified while providing tools"),
    (45, campo(tool_choice={"type": "tool", "name": "otra"}), "Tool 'otra' not found in provided tools"),
    (
        46,
        campo(system=[{**texto(str(n)), "cache_control": {"type": "ephemeral"}} for n in range(5)]),
        "A maximum of 4 blocks with cache_control may be provided. Found 5.",
    ),
    (47, campo(model="gpt-9"), "model: gpt-9"),
    (
        48,
        mensajes(HOLA, USO, usuario([resultado("t1", {"tareas": 42})])),  # type: ignore[arg-type]
        "messages.2.content.0.tool_result.content: Input should be a valid string or a valid list",
    ),
]
DE_CABECERAS: list[tuple[int, dict[str, str], str]] = [
    (1, {"anthropic-version": "2026-10-21"}, "x-api-key header is required"),
    (1, {**CABECERAS, "x-api-key": " ", "authorization": "Basic abc"}, "x-api-key header is required"),
    (2, {"x-api-key": "k"}, "anthropic-version: header is required"),
    (3, {**CABECERAS, "anthropic-version": "2020-01-01"}, 'anthropic-version: "2020-01-01" is not a valid version'),
]
DE_CUERPO: list[tuple[int, bytes, str]] = [
    (4, b" " * (MAXIMO_BYTES + 1), "Request exceeds the maximum size"),
    (5, b"{", "The request body is not valid JSON: "),
    (5, b"", "The request body is not valid JSON: "),
    (5, b'{"a": NaN}', "The request body is not valid JSON: unexpected constant NaN"),
    (5, b"\xff", "The request body is not valid JSON: invalid UTF-8"),
    (5, b'{"a": "\\ud800"}', "The request body is not valid JSON: no low surrogate in string"),
    (5, b"[" * 100_000, "The request body is not valid JSON: "),
    (6, b"[]", "Input should be a valid dictionary"),
]


def exigir(incumplida: Incumplimiento | None, numero: int, mensaje: str) -> None:
    assert incumplida is not None
    assert (incumplida.regla.numero, incumplida.mensaje[: len(mensaje)]) == (numero, mensaje)


@pytest.mark.parametrize(("numero", "estropear", "mensaje"), CASOS)
def test_regla_del_contenido(numero: int, estropear: Callable[[dict[str, Any]], None], mensaje: str) -> None:
    cuerpo = copy.deepcopy(VALIDA)
    estropear(cuerpo)
    exigir(comprobar(cuerpo), numero, mensaje)


@pytest.mark.parametrize(("numero", "cabeceras", "mensaje"), DE_CABECERAS)
def test_regla_de_cabeceras(numero: int, cabeceras: dict[str, str], mensaje: str) -> None:
    exigir(comprobar(VALIDA, cabeceras), numero, mensaje)


@pytest.mark.parametrize(("numero", "bruto", "mensaje"), DE_CUERPO, ids=range(len(DE_CUERPO)))
def test_regla_del_cuerpo(numero: int, bruto: bytes, mensaje: str) -> None:
    exigir(comprobar(bruto), numero, mensaje)


def test_cada_regla_tiene_su_prueba_y_su_numero() -> None:
    numeros = [regla.numero for regla in REGLAS]
    assert numeros == list(range(1, len(REGLAS) + 1))
    assert {caso[0] for caso in (*CASOS, *DE_CABECERAS, *DE_CUERPO)} == set(numeros)


@pytest.mark.parametrize(
    "cambio",
    [
        lambda cuerpo: None,
        campo(system="Eres útil."),
        campo(tool_choice={"type": "none"}),
        campo(max_tokens=0),
        campo(model="local"),
        campo(tools=[{"type": "web_search_20250305", "name": "web_search"}, HERRAMIENTA]),
        mensajes(HOLA, HOLA),
        mensajes(HOLA, {"role": "assistant", "content": ""}),
        mensajes(HOLA, asistente({"type": "redacted_thinking", "data": "x"}, texto("a"))),
    ],
)
def test_lo_valido_pasa(cambio: Callable[[dict[str, Any]], None]) -> None:
    cuerpo = copy.deepcopy(VALIDA)
    cambio(cuerpo)
    assert comprobar(cuerpo) is None


def test_la_clave_vale_tambien_como_portador_y_la_version_antigua_admite_muestreo() -> None:
    antigua = {"authorization": "Bearer k", "anthropic-version": "2023-06-01"}
    assert comprobar({**VALIDA, "temperature": 0.5}, antigua) is None


def test_al_contar_no_se_exige_max_tokens() -> None:
    cuerpo = {c: v for c, v in VALIDA.items() if c != "max_tokens"}
    assert comprobar(cuerpo, al_contar=True) is None


_HOJAS = (
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", " ", "user", "assistant", "t1", "tool", "a"])
)
_CLAVES = st.sampled_from(
    [
        "role",
        "content",
        "type",
        "text",
        "id",
        "name",
        "input",
        "tool_use_id",
        "input_schema",
        "citations",
        "cache_control",
    ]
)
_TIPOS = st.sampled_from(["text", "tool_use", "tool_result", "search_result", "tool", "custom"])
_JSON = st.recursive(
    _HOJAS,
    lambda hijos: (
        st.lists(hijos, max_size=3)
        | st.dictionaries(_CLAVES, hijos, max_size=5)
        | st.builds(lambda t, d: {**d, "type": t}, _TIPOS, st.dictionaries(_CLAVES, hijos, max_size=5))
    ),
    max_leaves=12,
)
_MENSAJES = st.lists(
    _JSON | st.builds(lambda r, c: {"role": r, "content": c}, st.sampled_from(["user", "assistant"]), _JSON), max_size=4
)


@settings(max_examples=150, deadline=None)
@given(_JSON | _MENSAJES, _JSON, _JSON, _JSON)
def test_ninguna_peticion_rompe_la_validacion(lista: Any, tools: Any, tool_choice: Any, system: Any) -> None:
    cuerpo = {"model": "local", "max_tokens": 1, "messages": lista, "tools": tools, "tool_choice": tool_choice}
    comprobar({**cuerpo, "system": system})


def test_las_tablas_de_la_documentacion_son_las_del_codigo() -> None:
    documento = (Path(__file__).parents[2] / "docs" / "simulador.md").read_text(encoding="utf-8")
    assert f"<!-- reglas -->\n\n{tabla_markdown()}\n\n<!-- /reglas -->" in documento
    assert f"<!-- fallos -->\n\n{tabla_de_fallos()}\n\n<!-- /fallos -->" in documento
