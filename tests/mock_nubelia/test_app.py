"""La API por HTTP: autenticación, alcance, aislamiento, páginas, límite y problemas."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mock_nubelia import app as modulo
from mock_nubelia.rutas import OPERACIONES
from tests.mock_nubelia.apoyo import ANA, LECTURA, Reloj, app, escribir_cuenta, http, organizacion


def _es_problema(respuesta: httpx2.Response, estado: int) -> bool:
    cuerpo = respuesta.json()
    return (
        respuesta.status_code == cuerpo["status"] == estado
        and respuesta.headers["content-type"] == "application/problem+json"
        and set(cuerpo) == {"type", "title", "status", "detail"}
    )


def test_lista_los_proyectos_en_su_orden_y_en_utf8() -> None:
    respuesta = http(app()).get("/v1/proyectos")
    assert respuesta.status_code == 200
    assert [p["nombre"] for p in respuesta.json()["datos"]] == ["Atlas", "Boreal", "Cierzo"]
    assert respuesta.json()["siguiente"] is None
    assert "en revisión" in respuesta.content.decode()
    assert b"G00000018" not in respuesta.content
    assert b"Faro" not in respuesta.content


@pytest.mark.parametrize("clave", ["Atlas", "atlas", "ÁTLAS", "pry_atlas"])
def test_un_proyecto_se_pide_por_id_o_por_nombre(clave: str) -> None:
    assert http(app()).get(f"/v1/proyectos/{clave}").json()["tareas_abiertas"] == 42


def test_dos_que_se_llaman_casi_igual_piden_el_id(tmp_path: Path) -> None:
    cliente = http(app(cuenta=escribir_cuenta(tmp_path, organizacion("a", ["Álamo", "Alamo"]))), "tok_a")
    assert cliente.get("/v1/proyectos/Alamo").json()["id"] == "pry_a_1"
    respuesta = cliente.get("/v1/proyectos/alamo")
    assert _es_problema(respuesta, 404)
    assert "id" in respuesta.json()["detail"]


def test_la_organizacion_es_la_del_token() -> None:
    aplicacion = app()
    assert http(aplicacion).get("/v1/organizacion").json()["plan"] == "Equipo"
    assert http(aplicacion, ANA).get("/v1/organizacion").json() == {
        "id": "org_taller",
        "nombre": "Taller Norte",
        "plan": "Gratis",
        "personas": 3,
        "zona_horaria": "America/Bogota",
    }


@pytest.mark.parametrize("ruta", ["/v1/proyectos", "/v1/proyectos/Atlas", "/v1/organizacion"])
@pytest.mark.parametrize(
    "cabecera", [None, "", "Bearer", "Bearer ", "Basic nub_demo_lectura", "Bearer nadie", "Bearer \u00ff"]
)
def test_sin_un_token_que_valga_es_401(ruta: str, cabecera: str | None) -> None:
    cabeceras = {} if cabecera is None else {"Authorization": cabecera.encode("latin-1")}
    respuesta = http(app(), None).get(ruta, headers=cabeceras)
    assert _es_problema(respuesta, 401)
    assert respuesta.headers["www-authenticate"].startswith("Bearer")


def test_un_token_de_noventa_dias_ya_no_vale() -> None:
    reloj = Reloj()
    cliente = http(app(reloj))
    reloj.ahora += 90 * 86400 - 1
    assert cliente.get("/v1/organizacion").status_code == 200
    reloj.ahora += 1
    assert _es_problema(cliente.get("/v1/organizacion"), 401)


def test_sin_el_alcance_que_hace_falta_es_403(monkeypatch: pytest.MonkeyPatch) -> None:
    de_escritura = tuple(replace(o, alcance="escritura") for o in OPERACIONES)
    monkeypatch.setattr(modulo, "OPERACIONES", de_escritura)
    aplicacion = app()
    assert _es_problema(http(aplicacion).get("/v1/organizacion"), 403)
    assert http(aplicacion, "nub_demo_escritura").get("/v1/organizacion").status_code == 200


def test_lo_ajeno_responde_exactamente_igual_que_lo_que_no_existe() -> None:
    cliente = http(app())
    ajeno, inexistente = cliente.get("/v1/proyectos/Zafiro"), cliente.get("/v1/proyectos/Inventado")
    assert _es_problema(ajeno, 404)
    assert (ajeno.content, ajeno.headers) == (inexistente.content, inexistente.headers)
    assert cliente.get("/v1/proyectos/pry_zafiro").content == inexistente.content


NOMBRES = st.lists(
    st.sampled_from(["Atlas", "Boreal", "Ábaco", "ñandú", "Ñandu", "Eco", "P/Q", "Uno Dos"]), unique=True, max_size=6
)


@settings(max_examples=30, deadline=None)
@given(NOMBRES, NOMBRES)
def test_ninguna_respuesta_lleva_nada_de_otra_organizacion(
    tmp_path_factory: pytest.TempPathFactory, unos: list[str], otros: list[str]
) -> None:
    fichero = escribir_cuenta(tmp_path_factory.mktemp("c"), organizacion("a", unos), organizacion("b", otros))
    aplicacion = app(cuenta=fichero)
    cliente = http(aplicacion, "tok_a")
    rutas = ["/v1/proyectos", "/v1/proyectos?limite=1", "/v1/organizacion"]
    rutas += [f"/v1/proyectos/{c}" for n in otros for c in (n, n.lower())]
    rutas += [f"/v1/proyectos/pry_b_{i}" for i in range(len(otros))]
    rutas.append(
        f"/v1/proyectos?cursor={http(aplicacion, 'tok_b').get('/v1/proyectos?limite=1').json()['siguiente'] or 'cDox'}"
    )
    for ruta in rutas:
        texto = cliente.get(ruta).text
        assert "pry_b" not in texto
        assert "org_b" not in texto
        assert "Organización b" not in texto


def test_las_paginas_son_de_50_y_como_mucho_de_100(tmp_path: Path) -> None:
    cliente = http(app(cuenta=escribir_cuenta(tmp_path, organizacion("a", [f"P{i}" for i in range(120)]))), "tok_a")
    primera = cliente.get("/v1/proyectos").json()
    assert len(primera["datos"]) == 50
    segunda = cliente.get("/v1/proyectos", params={"cursor": primera["siguiente"], "limite": 100}).json()
    assert [p["nombre"] for p in segunda["datos"]] == [f"P{i}" for i in range(50, 120)]
    assert segunda["siguiente"] is None


@pytest.mark.parametrize("limite", ["0", "101", "-1", "x", "", "1.5", "٣", "9" * 5000])
def test_un_limite_de_pagina_que_no_vale_es_400(limite: str) -> None:
    assert _es_problema(http(app()).get("/v1/proyectos", params={"limite": limite}), 400)


@pytest.mark.parametrize("cursor", ["", "x", "%", "cDow", "cDotMQ", "ñ", "cDox" * 9, "\x00", "cDox\n"])
def test_un_cursor_inventado_es_400(cursor: str) -> None:
    assert _es_problema(http(app()).get("/v1/proyectos", params={"cursor": cursor}), 400)


def test_el_limite_por_minuto_es_el_del_plan_y_dice_cuanto_esperar() -> None:
    reloj = Reloj()
    aplicacion = app(reloj)
    cliente = http(aplicacion, ANA)
    for _ in range(30):
        assert cliente.get("/v1/organizacion").status_code == 200
        reloj.ahora += 1
    respuesta = cliente.get("/v1/organizacion")
    assert _es_problema(respuesta, 429)
    assert respuesta.headers["retry-after"] == "30"
    assert http(aplicacion).get("/v1/organizacion").status_code == 200
    reloj.ahora += 30
    assert cliente.get("/v1/organizacion").status_code == 200


def test_los_tokens_de_una_organizacion_comparten_su_limite() -> None:
    aplicacion = app()
    for i in range(120):
        assert http(aplicacion, (LECTURA, "nub_demo_iker_lectura")[i % 2]).get("/v1/organizacion").status_code == 200
    assert http(aplicacion, "nub_demo_escritura").get("/v1/organizacion").status_code == 429


def test_el_limite_aguanta_a_varios_hilos() -> None:
    cliente = http(app(), ANA)
    with ThreadPoolExecutor(8) as hilos:
        estados = list(hilos.map(lambda _: cliente.get("/v1/organizacion").status_code, range(60)))
    assert sorted(estados) == [200] * 30 + [429] * 30


def test_una_ruta_o_un_metodo_que_no_hay_tambien_son_problemas() -> None:
    cliente = http(app())
    assert _es_problema(cliente.get("/v2/proyectos"), 404)
    assert _es_problema(cliente.get("/v1/salas"), 404)
    respuesta = cliente.post("/v1/proyectos", json={})
    assert _es_problema(respuesta, 405)
    assert "GET" in respuesta.headers["allow"]


def test_un_fallo_del_servidor_es_500_sin_detalles(monkeypatch: pytest.MonkeyPatch) -> None:
    aplicacion = app()
    monkeypatch.setattr(aplicacion.almacen, "organizacion", lambda _: 1 / 0)
    respuesta = http(aplicacion).get("/v1/organizacion")
    assert _es_problema(respuesta, 500)
    assert "division" not in respuesta.text


def test_importar_la_aplicacion_es_ligero() -> None:
    pesados = "{'fastapi', 'pydantic', 'uvicorn', 'numpy', 'chromadb', 'docubot'}"
    codigo = f"import mock_nubelia.app, sys; print(sorted({pesados} & set(sys.modules)))"
    salida = subprocess.run([sys.executable, "-c", codigo], capture_output=True, text=True, check=True)
    assert salida.stdout.strip() == "[]"
