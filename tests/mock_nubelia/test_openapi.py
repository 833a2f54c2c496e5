"""El documento OpenAPI, contra la norma y contra la aplicación."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from starlette.routing import Route

from mock_nubelia.openapi import documento
from tests.mock_nubelia.apoyo import ANA, LECTURA, Reloj, app, http


def _validar(respuesta: httpx2.Response, ruta: str) -> None:
    """La respuesta cumple el esquema que el documento declara para su ruta, estado y tipo."""
    doc = documento()
    declarada = doc["paths"][ruta]["get"]["responses"][str(respuesta.status_code)]
    tipo = respuesta.headers["content-type"]
    assert set(declarada["content"]) == {tipo}
    esquema = {**declarada["content"][tipo]["schema"], "components": doc["components"]}
    Draft202012Validator(esquema, format_checker=Draft202012Validator.FORMAT_CHECKER).validate(respuesta.json())
    for cabecera in declarada.get("headers", {}):
        assert cabecera in respuesta.headers


def test_el_documento_cumple_openapi() -> None:
    validate(documento())


def test_la_api_sirve_su_documento_sin_token() -> None:
    assert http(app(), None).get("/v1/openapi.json").json() == documento()


def test_las_rutas_del_documento_son_las_de_la_aplicacion() -> None:
    rutas = {r.path for r in app().routes if isinstance(r, Route)} - {"/v1/openapi.json"}
    assert rutas == set(documento()["paths"])


PETICIONES: list[tuple[str, str, str | None, int]] = [
    ("/v1/proyectos", "/v1/proyectos", LECTURA, 200),
    ("/v1/proyectos", "/v1/proyectos?limite=2", LECTURA, 200),
    ("/v1/proyectos", "/v1/proyectos?limite=2&cursor=cDoy", LECTURA, 200),
    ("/v1/proyectos", "/v1/proyectos?limite=0", LECTURA, 400),
    ("/v1/proyectos", "/v1/proyectos", None, 401),
    ("/v1/proyectos/{clave}", "/v1/proyectos/Atlas", LECTURA, 200),
    ("/v1/proyectos/{clave}", "/v1/proyectos/Boreal", LECTURA, 200),
    ("/v1/proyectos/{clave}", "/v1/proyectos/Zafiro", LECTURA, 404),
    ("/v1/proyectos/{clave}", "/v1/proyectos/Zafiro", ANA, 200),
    ("/v1/organizacion", "/v1/organizacion", LECTURA, 200),
    ("/v1/organizacion", "/v1/organizacion", "nadie", 401),
]


@pytest.mark.parametrize(("ruta", "peticion", "token", "estado"), PETICIONES)
def test_cada_respuesta_cumple_su_esquema(ruta: str, peticion: str, token: str | None, estado: int) -> None:
    respuesta = http(app(), token).get(peticion)
    assert respuesta.status_code == estado
    _validar(respuesta, ruta)


@pytest.mark.parametrize("ruta", sorted(documento()["paths"]))
def test_el_429_de_cada_ruta_cumple_su_esquema(ruta: str) -> None:
    cliente = http(app(Reloj()), ANA)
    for _ in range(30):
        cliente.get("/v1/organizacion")
    respuesta = cliente.get(ruta.replace("{clave}", "Zafiro"))
    assert respuesta.status_code == 429
    _validar(respuesta, ruta)


def test_los_parametros_declarados_son_los_que_la_aplicacion_mira() -> None:
    parametros: dict[str, Any] = {p["name"]: p for p in documento()["paths"]["/v1/proyectos"]["get"]["parameters"]}
    assert set(parametros) == {"cursor", "limite"}
    assert parametros["limite"]["schema"] == {"type": "integer", "minimum": 1, "maximum": 100, "default": 50}
