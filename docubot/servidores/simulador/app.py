"""La aplicación HTTP: `POST /v1/messages`, `POST /v1/messages/count_tokens` y `GET /v1/models`."""

from __future__ import annotations

import itertools
import socket
import struct
import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import anyio
import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from docubot.errores import ErrorDeUso
from docubot.servidores.simulador import averias
from docubot.servidores.simulador.averias import Esperar, Reiniciar, Trozo
from docubot.servidores.simulador.comprobar_forma import MAXIMO_BYTES
from docubot.servidores.simulador.fallos import Fallo, Programa, leer_fallo
from docubot.servidores.simulador.mensaje import contar_tokens, mensaje_de, peticion_de
from docubot.servidores.simulador.recibida import Recibida
from docubot.servidores.simulador.reglas import validar
from docubot.tipos import Modelo, Peticion, Respuesta

MODELOS: Final = {"claude-sonnet-5-5": "Claude Sonnet 5.5 (simulado)", "docubot-local": "Modelo local, sin LLM"}
CABECERA_FALLO: Final = "x-docubot-fallo"
TRANSPORTE: Final = "docubot.transporte"
"""Dónde deja el servidor, en el `scope`, el transporte de la conexión: hace falta para reiniciarla."""


@dataclass
class Simulador:
    """Lo que comparten las rutas: quién contesta, qué fallos tocan y qué se ha recibido."""

    modelo: Modelo
    fallos: Programa = field(default_factory=Programa)
    recibidas: list[Recibida] = field(default_factory=list)
    _cerrojo: threading.Lock = field(default_factory=threading.Lock)
    _numero: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def app(self) -> Starlette:
        """La aplicación ASGI."""
        rutas = [
            Route("/v1/messages", self.mensajes, methods=["POST"]),
            Route("/v1/messages/count_tokens", self.contar, methods=["POST"]),
            Route("/v1/models", self.modelos, methods=["GET"]),
            Route("/v1/models/{id}", self.un_modelo, methods=["GET"]),
        ]
        return Starlette(routes=rutas, exception_handlers={HTTPException: self.no_hay, Exception: self.averiado})

    async def mensajes(self, peticion: Request) -> Response:
        """Un mensaje, en JSON o en streaming."""
        recibida = await self._recibir(peticion)
        if (incumplida := validar(recibida)) is not None:
            return self.error(incumplida.regla.estado, incumplida.regla.tipo, incumplida.mensaje)
        try:
            fallo = self._fallo(recibida)
        except ErrorDeUso as error:
            return self.error(400, "invalid_request_error", f"{CABECERA_FALLO}: {error.mensaje}")
        if (respuesta := await self._antes_de_contestar(peticion, fallo)) is not None:
            return respuesta
        datos = recibida.datos
        contestado = await anyio.to_thread.run_sync(self._contestar, peticion_de(datos))
        nombre = self.modelo.nombre if self.modelo.proveedor == "local" else datos["model"]
        mensaje = averias.averiar_mensaje(mensaje_de(contestado, nombre, recibida.bruto), fallo)
        if datos.get("stream"):
            return self._por_trozos(
                peticion, averias.trozos_de_stream(mensaje, fallo), "text/event-stream; charset=utf-8"
            )
        return self._por_trozos(peticion, averias.trozos_de_json(mensaje, fallo), "application/json")

    async def contar(self, peticion: Request) -> Response:
        """Una estimación de los tokens de entrada."""
        recibida = await self._recibir(peticion)
        if (incumplida := validar(recibida, al_contar=True)) is not None:
            return self.error(incumplida.regla.estado, incumplida.regla.tipo, incumplida.mensaje)
        return JSONResponse({"input_tokens": contar_tokens(recibida.datos)}, headers=self._cabeceras())

    async def modelos(self, peticion: Request) -> Response:
        """La lista de modelos."""
        datos = [_ficha(id) for id in MODELOS]
        lista = {"data": datos, "has_more": False, "first_id": datos[0]["id"], "last_id": datos[-1]["id"]}
        return JSONResponse(lista, headers=self._cabeceras())

    async def un_modelo(self, peticion: Request) -> Response:
        """La ficha de un modelo."""
        id = peticion.path_params["id"]
        if id not in MODELOS:
            return self.error(404, "not_found_error", f"model: {id}")
        return JSONResponse(_ficha(id), headers=self._cabeceras())

    async def no_hay(self, peticion: Request, error: Exception) -> Response:
        """Una ruta o un método que no existen."""
        estado = error.status_code if isinstance(error, HTTPException) else 404
        tipo = "not_found_error" if estado == 404 else "invalid_request_error"
        return self.error(estado, tipo, "Not Found" if estado == 404 else "Method Not Allowed")

    async def averiado(self, peticion: Request, error: Exception) -> Response:
        """Un fallo de quien contesta: un guion que no se sigue, o un error nuestro."""
        return self.error(500, "api_error", f"simulador: {type(error).__name__}: {error}")

    def error(self, estado: int, tipo: str, mensaje: str, cabeceras: Mapping[str, str] | None = None) -> Response:
        """Un error con la forma de la API."""
        propias = self._cabeceras()
        cuerpo = {
            "type": "error",
            "error": {"type": tipo, "message": mensaje},
            "request_id": propias["request-id"],
        }
        return JSONResponse(cuerpo, estado, headers={**propias, **(cabeceras or {})})

    def _cabeceras(self) -> dict[str, str]:
        return {"request-id": f"req_{next(self._numero):024d}"}

    async def _recibir(self, peticion: Request) -> Recibida:
        trozos, total = [], 0
        async for trozo in peticion.stream():
            total += len(trozo)
            if total <= MAXIMO_BYTES + 1:
                trozos.append(trozo)
        bruto = b"".join(trozos) if total <= MAXIMO_BYTES else b"\0" * (MAXIMO_BYTES + 1)
        recibida = Recibida(dict(peticion.headers), bruto)
        self.recibidas.append(recibida)
        return recibida

    def _fallo(self, recibida: Recibida) -> Fallo | None:
        pedido = recibida.cabeceras.get(CABECERA_FALLO, "")
        return leer_fallo(pedido) if pedido else self.fallos.siguiente()

    async def _antes_de_contestar(self, peticion: Request, fallo: Fallo | None) -> Response | None:
        match fallo:
            case Fallo("reinicio"):
                reiniciar(peticion)
                return Response(status_code=499)
            case Fallo("bloqueo"):
                with anyio.move_on_after(fallo.segundos()):
                    while (await peticion.receive())["type"] != "http.disconnect":
                        pass
                return None
            case Fallo("html_200"):
                return Response(averias.PAGINA, media_type="text/html", headers=self._cabeceras())
            case Fallo("vacio_200"):
                return Response(b"", headers=self._cabeceras())
            case Fallo(nombre, argumento) if nombre in averias.MENSAJES:
                espera = {} if argumento is None else {"retry-after": argumento}
                return self.error(*averias.MENSAJES[nombre], espera)
            case _:
                return None

    def _contestar(self, peticion: Peticion) -> Respuesta:
        """Uno cada vez: un guion lleva la cuenta de sus pasos."""
        with self._cerrojo:
            finales = [t for t in self.modelo.responder(peticion) if isinstance(t, Respuesta)]
        return finales[-1]

    def _por_trozos(self, peticion: Request, trozos: Sequence[Trozo], tipo: str) -> Response:
        if len(trozos) == 1 and isinstance(trozos[0], bytes):
            return Response(trozos[0], media_type=tipo, headers=self._cabeceras())

        async def enviar() -> AsyncIterator[bytes]:
            for trozo in trozos:
                match trozo:
                    case bytes():
                        yield trozo
                    case Esperar(segundos):
                        await anyio.sleep(segundos)
                    case Reiniciar():
                        reiniciar(peticion)
                        return

        return StreamingResponse(enviar(), media_type=tipo, headers=self._cabeceras())


def reiniciar(peticion: Request) -> None:
    """Cierra la conexión con RST: SO_LINGER a cero descarta lo pendiente."""
    transporte = peticion.scope.get(TRANSPORTE)
    if transporte is None:
        raise ConnectionResetError("el servidor no ofrece su transporte")
    enchufe = transporte.get_extra_info("socket")
    enchufe.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transporte.abort()


def _ficha(id: str) -> dict[str, Any]:
    return {
        "type": "model",
        "id": id,
        "display_name": MODELOS[id],
        "created_at": "2026-01-01T00:00:00Z",
        "lifecycle": "active",
        "max_input_tokens": 200_000,
        "max_tokens": 64_000,
    }
