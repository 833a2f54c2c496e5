"""La aplicación HTTP de Nubelia (Starlette): autentica, limita y responde. Solo lecturas.

Orden de cada petición: fallo sembrado, token (401), alcance (403), límite por minuto (429) y la operación.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import os
import re
import time
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from mock_nubelia.almacen import Almacen
from mock_nubelia.cuenta import fichero_de_cuenta, leer_cuenta
from mock_nubelia.dominio import (
    MAXIMO_POR_PAGINA,
    POR_PAGINA,
    Organizacion,
    caducado,
    permite,
    representar_organizacion,
    representar_proyecto,
)
from mock_nubelia.fallos import Fallos, leer_fallos
from mock_nubelia.limite import LimitePorMinuto
from mock_nubelia.problemas import Problema, respuesta_json, respuesta_problema
from mock_nubelia.rutas import OPERACIONES, Operacion

Reloj: TypeAlias = Callable[[], float]
_Manejador: TypeAlias = Callable[[Almacen, Organizacion, Request], dict[str, Any]]
_CURSOR: Final = re.compile(rb"p:([1-9][0-9]{0,8})")
_LIMITE: Final = re.compile(r"[0-9]{1,4}")
_DETALLES: Final[Mapping[int, str]] = {
    404: "Esa ruta no existe. La API está documentada en /v1/openapi.json.",
    405: "Esa ruta solo se puede leer (GET).",
}


class AppDeNubelia(Starlette):
    """La aplicación, con los fallos sembrados por fuera de todo lo demás."""

    def __init__(self, almacen: Almacen, reloj: Reloj, fallos: Fallos) -> None:
        self.almacen = almacen
        self.limite = LimitePorMinuto(reloj)
        self.reloj = reloj
        self.fallos = fallos
        super().__init__(
            routes=[*(_ruta(self, o) for o in OPERACIONES), Route("/v1/openapi.json", _openapi)],
            exception_handlers={Problema: _problema, HTTPException: _http, Exception: _interno},
            lifespan=_vida,
            max_body_size=64 * 1024,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """La puerta ASGI."""
        if scope["type"] == "http":
            await self.fallos.atender(super().__call__, scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def crear_app(cuenta: Path | None = None, reloj: Reloj = time.monotonic, fallos: Fallos | None = None) -> AppDeNubelia:
    """La aplicación sobre una base nueva en memoria.

    Sin `cuenta`, la de `NUBELIA_CUENTA` o la de demostración; sin `fallos`, los de `NUBELIA_FALLOS` o ninguno.
    `reloj` da segundos y no retrocede: mide el límite por minuto y la caducidad de los tokens, que cuenta desde ahora.
    Lanza `mock_nubelia.cuenta.CuentaInvalida` y `mock_nubelia.fallos.FalloInvalido`.
    """
    sembrados = fallos or Fallos(leer_fallos(os.environ.get("NUBELIA_FALLOS", "")))
    cuentas = leer_cuenta(fichero_de_cuenta(cuenta))
    almacen = Almacen()
    almacen.sembrar(cuentas, reloj())
    return AppDeNubelia(almacen, reloj, sembrados)


@contextlib.asynccontextmanager
async def _vida(app: Starlette) -> AsyncIterator[None]:
    yield
    if isinstance(app, AppDeNubelia):
        app.almacen.cerrar()


def _ruta(app: AppDeNubelia, operacion: Operacion) -> Route:
    manejador = _MANEJADORES[operacion.id]

    async def atender(request: Request) -> Response:
        organizacion = _autorizar(app, operacion, request)
        return respuesta_json(manejador(app.almacen, organizacion, request))

    return Route(operacion.ruta, atender, methods=["GET"], name=operacion.id)


def _autorizar(app: AppDeNubelia, operacion: Operacion, request: Request) -> Organizacion:
    """La organización de quien llama, si puede llamar."""
    credencial = app.almacen.credencial(_token(request))
    if credencial is None or caducado(credencial, app.reloj()):
        raise _sin_autenticar("El token no vale o ha caducado.", 'Bearer error="invalid_token"')
    if not permite(credencial.alcance, operacion.alcance):
        cabecera = {"WWW-Authenticate": f'Bearer error="insufficient_scope", scope="{operacion.alcance}"'}
        raise Problema(403, f"Hace falta un token con alcance «{operacion.alcance}».", cabecera)
    organizacion = app.almacen.organizacion(credencial.organizacion)
    if espera := app.limite.espera(organizacion.id, organizacion.plan):
        raise Problema(
            429,
            f"Espera {espera} s: tu organización ha agotado sus peticiones por minuto.",
            {"Retry-After": str(espera)},
        )
    return organizacion


def _token(request: Request) -> str:
    esquema, _, token = request.headers.get("authorization", "").partition(" ")
    if esquema.lower() != "bearer" or not token.strip():
        raise _sin_autenticar("Falta la cabecera Authorization: Bearer.", "Bearer")
    return token.strip()


def _sin_autenticar(detalle: str, reto: str) -> Problema:
    return Problema(401, detalle, {"WWW-Authenticate": reto})


def _listar(almacen: Almacen, organizacion: Organizacion, request: Request) -> dict[str, Any]:
    limite = _limite(request.query_params.get("limite"))
    proyectos, sigue = almacen.pagina(organizacion.id, _leer_cursor(request.query_params.get("cursor")), limite)
    return {
        "datos": [representar_proyecto(p) for p in proyectos],
        "siguiente": None if sigue is None else _escribir_cursor(sigue),
    }


def _obtener(almacen: Almacen, organizacion: Organizacion, request: Request) -> dict[str, Any]:
    proyectos = almacen.proyecto(organizacion.id, request.path_params["clave"])
    match proyectos:
        case [proyecto]:
            return representar_proyecto(proyecto)
        case []:
            raise Problema(404, "No hay ningún proyecto con ese nombre.")
        case _:
            raise Problema(404, "Hay varios proyectos con ese nombre: pide uno por su id.")


def _organizacion(_almacen: Almacen, organizacion: Organizacion, _request: Request) -> dict[str, Any]:
    return representar_organizacion(organizacion)


_MANEJADORES: Final[Mapping[str, _Manejador]] = {
    "listar_proyectos": _listar,
    "obtener_proyecto": _obtener,
    "obtener_organizacion": _organizacion,
}


def _limite(valor: str | None) -> int:
    if valor is None:
        return POR_PAGINA
    if not _LIMITE.fullmatch(valor) or not 1 <= int(valor) <= MAXIMO_POR_PAGINA:
        raise Problema(400, f"«limite» va de 1 a {MAXIMO_POR_PAGINA}.")
    return int(valor)


def _escribir_cursor(posicion: int) -> str:
    return base64.urlsafe_b64encode(b"p:%d" % posicion).decode().rstrip("=")


def _leer_cursor(valor: str | None) -> int:
    """La posición que guarda el cursor: dentro de la organización, así que no dice nada de las demás."""
    if valor is None:
        return 0
    try:
        crudo = base64.b64decode(valor.encode() + b"=" * (-len(valor) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        crudo = b""
    if not (partes := _CURSOR.fullmatch(crudo)):
        raise Problema(400, "Ese cursor no vale: usa el que trae «siguiente», tal como viene.")
    return int(partes[1])


async def _openapi(_request: Request) -> Response:
    from mock_nubelia.openapi import documento

    return respuesta_json(documento())


async def _problema(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Problema)
    return respuesta_problema(error)


async def _http(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detalle = _DETALLES.get(error.status_code, "La petición no se puede atender.")
    return respuesta_problema(Problema(error.status_code, detalle, error.headers))


async def _interno(_request: Request, _error: Exception) -> Response:
    return respuesta_problema(Problema(500, "El servidor ha fallado."))
