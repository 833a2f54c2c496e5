"""`docubot preguntar` y las demás órdenes del día a día, como procesos de verdad, sin clave y sin red."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

ESQUEMA: dict[str, Any] = {
    "type": "object",
    "required": ["version", "respuesta", "citas", "pasos", "uso", "proveedor", "modelo", "prompt", "parada", "traza"],
    "additionalProperties": False,
    "properties": {
        "version": {"const": 1},
        "respuesta": {"type": "string"},
        "citas": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["n", "tipo", "pagina", "seccion", "texto", "paso"],
                "additionalProperties": False,
                "properties": {
                    "n": {"type": "integer"},
                    "tipo": {"enum": ["documento", "herramienta"]},
                    "pagina": {"type": ["string", "null"]},
                    "seccion": {"type": ["string", "null"]},
                    "texto": {"type": "string"},
                    "paso": {"type": ["string", "null"]},
                },
            },
        },
        "pasos": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id", "herramienta", "entrada", "resultado", "es_error", "ms"],
                "additionalProperties": False,
                "properties": {
                    "id": {"type": "string"},
                    "herramienta": {"type": "string"},
                    "entrada": {"type": "object"},
                    "resultado": {"type": "string"},
                    "es_error": {"type": "boolean"},
                    "ms": {"type": "number"},
                },
            },
        },
        "uso": {
            "type": "object",
            "required": ["llamadas_modelo", "llamadas_herramienta", "tokens_entrada", "tokens_salida"],
            "additionalProperties": False,
            "properties": {},
        },
        "proveedor": {"type": "string"},
        "modelo": {"type": "string"},
        "prompt": {
            "type": "object",
            "required": ["version", "sha256"],
            "additionalProperties": False,
            "properties": {},
        },
        "parada": {"enum": ["fin", "presupuesto", "truncada", "rechazo", "contexto", "desconocida"]},
        "traza": {"type": "string"},
    },
}
for _parte, _campos in (
    ("uso", ("llamadas_modelo", "llamadas_herramienta", "tokens_entrada", "tokens_salida")),
    ("prompt", ("version", "sha256")),
):
    ESQUEMA["properties"][_parte]["properties"] = {c: {} for c in _campos}


def docubot(*argumentos: str, entrada: str | bytes | None = None, **entorno: str) -> subprocess.CompletedProcess[bytes]:
    """Un proceso de verdad, con stdin cerrado si no se le da nada."""
    crudo = entrada.encode() if isinstance(entrada, str) else entrada
    return subprocess.run(
        [sys.executable, "-m", "docubot", *argumentos],
        input=crudo or b"",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **entorno},
        check=False,
        timeout=120,
    )


def preguntar(pregunta: str, **entorno: str) -> Mapping[str, Any]:
    """La respuesta en JSON; comprueba la forma y que el proceso acabó bien."""
    import jsonschema

    hecho = docubot("preguntar", "--json", pregunta, **entorno)
    assert hecho.returncode == 0, hecho.stderr.decode()
    documento: dict[str, Any] = json.loads(hecho.stdout)
    jsonschema.validate(documento, ESQUEMA)
    return documento


def llamadas(documento: Mapping[str, Any]) -> set[str]:
    return {p["herramienta"] for p in documento["pasos"]}


def test_un_dato_vivo_sale_de_la_api_y_se_cita() -> None:
    dado = preguntar("¿cuántas tareas tiene ahora mismo mi proyecto Atlas?")
    assert "42" in dado["respuesta"]
    assert llamadas(dado) == {"consultar_proyecto"}
    assert [c["tipo"] for c in dado["citas"]] == ["herramienta"]
    assert dado["citas"][0]["paso"] in {p["id"] for p in dado["pasos"]}
    assert dado["modelo"] == "modelo local (sin LLM)"


def test_un_limite_y_un_dato_se_comparan_en_el_mismo_turno_y_se_citan_los_dos() -> None:
    dado = preguntar("¿mi proyecto Atlas supera el límite de tareas de mi plan?")
    assert all(cifra in dado["respuesta"] for cifra in ("42", "40", "2"))
    assert llamadas(dado) == {"consultar_proyecto", "buscar_documentacion"}
    assert {c["tipo"] for c in dado["citas"]} == {"documento", "herramienta"}
    assert dado["uso"]["llamadas_modelo"] <= 4


def test_un_porque_cruza_las_reglas_con_el_estado_del_proyecto() -> None:
    respuesta = preguntar("¿por qué no me deja facturar las horas de Boreal?")["respuesta"]
    assert "pausa" in respuesta
    assert "FACT-203" in respuesta
    assert "NIF" in respuesta or "FACT-204" in respuesta


def test_la_pregunta_puede_llegar_por_la_entrada() -> None:
    hecho = docubot("preguntar", "--json", entrada="¿qué proyectos tengo?\n")
    respuesta = json.loads(hecho.stdout)["respuesta"]
    assert all(nombre in respuesta for nombre in ("Atlas", "Boreal", "Cierzo"))


def test_un_proyecto_que_no_existe_ofrece_los_que_hay() -> None:
    dado = preguntar("¿cómo va mi proyecto Zafiro?")
    assert all(nombre in dado["respuesta"] for nombre in ("Atlas", "Boreal", "Cierzo"))
    assert dado["pasos"][0]["es_error"]


def test_las_citas_de_documentos_estan_en_su_pagina_letra_por_letra() -> None:
    from importlib import resources

    dado = preguntar("¿cuándo caducan los tokens de la API?")
    assert "90" in dado["respuesta"]
    citas = [c for c in dado["citas"] if c["tipo"] == "documento"]
    assert citas
    for cita in citas:
        pagina = (resources.files("mock_nubelia") / "documentacion" / cita["pagina"]).read_text(encoding="utf-8")
        assert cita["texto"] in pagina


@pytest.mark.parametrize(
    ("modo", "pregunta", "dice"),
    [
        ("documentacion", "¿cuántas tareas abiertas caben en un proyecto del plan Equipo?", "40"),
        ("herramienta", "¿cuántas tareas abiertas tiene Atlas?", "42"),
    ],
)
def test_cada_modo_hace_lo_suyo(modo: str, pregunta: str, dice: str) -> None:
    hecho = docubot("preguntar", "--json", "--modo", modo, pregunta)
    dado = json.loads(hecho.stdout)
    assert dice in dado["respuesta"], dado
    assert bool(dado["pasos"]) == (modo == "herramienta")
    assert dado["citas"]


def test_extraer_da_categoria_y_proyecto_por_los_dos_metodos() -> None:
    for metodo in ("herramienta", "json"):
        hecho = docubot("extraer", "--json", "--metodo", metodo, "no me deja facturar las horas del proyecto Boreal")
        assert json.loads(hecho.stdout) == {"version": 1, "categoria": "facturacion", "proyecto": "Boreal"}, metodo


def test_buscar_da_pasajes_con_pagina_seccion_y_puntuacion() -> None:
    dado = json.loads(docubot("buscar", "--json", "caducidad de los tokens").stdout)
    primero = dado["pasajes"][0]
    assert "90" in primero["texto"]
    assert {"pagina", "seccion", "puntuacion"} <= set(primero)


@pytest.mark.parametrize("orden", ["herramientas", "prompts", "traza"])
def test_las_ordenes_sin_argumentos_ensenan_algo(orden: str) -> None:
    assert docubot("preguntar", "hola").returncode == 0
    hecho = docubot(orden)
    assert hecho.returncode == 0
    assert len(hecho.stdout.splitlines()) >= 3


def test_chat_recuerda_y_el_ejercicio_narra() -> None:
    hecho = docubot("chat", entrada="¿cuántas tareas abiertas tiene Atlas?\n¿y Boreal?\n/salir\n")
    salida = hecho.stdout.decode()
    assert hecho.returncode == 0
    assert "42" in salida
    assert "7" in salida
    narrado = docubot("ejercicio", "ejecutar", "docubot-listar-proyectos")
    assert narrado.returncode == 0
    assert "listar_proyectos" in narrado.stdout.decode()


def test_lo_que_no_es_respuesta_va_a_stderr_y_dice_quien_respondio() -> None:
    hecho = docubot("preguntar", "¿qué proyectos tengo?")
    assert "modelo local (sin LLM)" in hecho.stderr.decode()
    assert "modelo local" not in hecho.stdout.decode()


@pytest.mark.parametrize(
    ("argumentos", "entrada", "entorno", "codigo", "dice"),
    [
        (["preguntar", ""], None, {}, 2, "vacía"),
        (["preguntar", "  \n "], None, {}, 2, "vacía"),
        (["preguntar"], "", {}, 2, "vacía"),
        (["preguntar"], "x" * 1_000_000, {}, 65, "caracteres"),
        (["preguntar"], b"\xff\xfe\xfa", {}, 65, "UTF-8"),
        (["preguntar", "--proveedor", "gpt", "hola"], None, {}, 2, "Los que hay"),
        (["preguntar", "--modo", "libre", "hola"], None, {}, 2, "agente"),
        (["preguntar", "--max-pasos", "0", "hola"], None, {}, 2, "max-pasos"),
        (["preguntar", "--proveedor", "claude", "hola"], None, {}, 77, "ANTHROPIC_API_KEY"),
        (["preguntar", "hola"], None, {"ANTHROPIC_API_KEY": "sk-secreta\rX"}, 65, "ANTHROPIC_API_KEY"),
        (["preguntar", "--coleccion", "otra", "¿cuándo caducan los tokens?"], None, {}, 66, "indexar"),
        (["buscar", "--coleccion", "otra", "tokens"], None, {}, 66, "indexar"),
        (["indexar", "/no/existe"], None, {}, 66, "/no/existe"),
        (["traza"], None, {}, 66, "preguntar"),
        (["herramientas", "ejecutar", "consultar_proyecto", "--entrada", "{"], None, {}, 2, "JSON"),
        (["herramientas", "ver", "nada"], None, {}, 1, "Las que hay"),
        (["preguntar", "hola"], None, {"DOCUBOT_DATOS": "/proc/nada"}, 73, "DOCUBOT_DATOS"),
        (["preguntar", "hola"], None, {"DOCUBOT_HOY": "ayer"}, 78, "AAAA-MM-DD"),
    ],
)
def test_lo_que_no_vale_es_una_frase_en_stderr_y_su_codigo(
    argumentos: list[str], entrada: str | bytes | None, entorno: dict[str, str], codigo: int, dice: str
) -> None:
    hecho = docubot(*argumentos, entrada=entrada, **entorno)
    error = hecho.stderr.decode()
    assert hecho.returncode == codigo, error
    assert hecho.stdout == b""
    assert dice in error
    assert "Traceback" not in error
    assert "secreta" not in error


def test_bytes_sueltos_en_los_argumentos_se_dicen() -> None:
    hecho = subprocess.run(
        [sys.executable, "-m", "docubot", "preguntar", b"hola \xff"],
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert hecho.returncode == 65
    assert "UTF-8" in hecho.stderr.decode()


def test_nubelia_caida_se_cuenta_y_no_rompe_el_turno() -> None:
    hecho = docubot("preguntar", "--json", "¿cuántas tareas tiene Atlas?", NUBELIA_URL="http://127.0.0.1:9")
    dado = json.loads(hecho.stdout)
    assert hecho.returncode == 0
    assert dado["pasos"][0]["es_error"]
    assert dado["respuesta"]
    assert "42" not in dado["respuesta"]


def test_sin_presupuesto_sale_con_75_y_no_se_pierde_lo_hecho() -> None:
    hecho = docubot("preguntar", "--json", "--max-pasos", "1", "¿cuántas tareas tiene Atlas?")
    dado = json.loads(hecho.stdout)
    assert hecho.returncode == 75
    assert dado["parada"] == "presupuesto"
    assert [p["herramienta"] for p in dado["pasos"]] == ["consultar_proyecto"]


@pytest.mark.parametrize("columnas", ["1", "20", "80", "400"])
def test_d26_el_json_es_un_documento_a_cualquier_ancho(columnas: str) -> None:
    hecho = docubot("preguntar", "--json", "¿cuándo caducan los tokens?", COLUMNS=columnas)
    assert json.loads(hecho.stdout)["version"] == 1
    assert hecho.stdout.count(b"\n") == 1


@pytest.mark.parametrize("codificacion", ["cp1252", "latin-1", "ascii"])
def test_d24_una_salida_que_no_es_utf8_no_rompe_nada(codificacion: str) -> None:
    for extra in ([], ["--json"]):
        hecho = docubot("preguntar", *extra, "¿qué proyectos tengo?", PYTHONIOENCODING=codificacion)
        assert hecho.returncode == 0, hecho.stderr
        assert b"Atlas" in hecho.stdout
    assert "Atlas" in json.loads(hecho.stdout.decode(codificacion))["respuesta"]


def test_d25_una_tuberia_cerrada_acaba_en_silencio(tmp_path: Path) -> None:
    orden = f"{sys.executable} -m docubot prompts ver | head -1"
    hecho = subprocess.run(["bash", "-c", orden], capture_output=True, check=False)
    assert hecho.stdout.startswith(b"## system_documentacion")
    assert hecho.stderr == b""


def test_d28_un_fallo_nuestro_no_ensena_variables_ni_claves(tmp_path: Path) -> None:
    codigo = (
        "import sys, docubot.armado as a\n"
        "def armar(*_):\n    clave = 'sk-centinela-0123456789'\n    raise ZeroDivisionError(clave)\n"
        "a.armar_equipo = armar\n"
        "from docubot.__main__ import principal\nsys.exit(principal(['preguntar', 'hola']))"
    )
    for depurar in ("", "1"):
        hecho = subprocess.run(
            [sys.executable, "-c", codigo],
            capture_output=True,
            env={**os.environ, "DOCUBOT_DEPURAR": depurar},
            check=False,
        )
        assert hecho.returncode == 70
        assert b"sk-centinela" not in hecho.stdout + hecho.stderr
        assert (b"Traceback" in hecho.stderr) == bool(depurar)
