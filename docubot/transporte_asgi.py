"""Un transporte de httpx2 que habla con una aplicación ASGI del mismo proceso, con la semántica de HTTP.

Cada petición corre en un bucle de asyncio propio hasta terminar, así que el transporte sirve a varios hilos a la vez.
Las respuestas se guardan enteras en memoria hasta `maximo` octetos; ahí se corta y se avisa a la aplicación como si
quien llama hubiera colgado. El plazo de lectura cuenta para la respuesta entera.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from typing import Any, Final, TypeAlias

import httpx2

Mensaje: TypeAlias = MutableMapping[str, Any]
Aplicacion: TypeAlias = Callable[
    [Mensaje, Callable[[], Awaitable[Mensaje]], Callable[[Mensaje], Awaitable[None]]], Awaitable[None]
]
MAXIMO: Final = 4 * 1024 * 1024
CORTAR: Final = "nubelia.cortar"
"""La extensión ASGI con la que la aplicación corta la conexión sin responder."""


class _Colgado(OSError):
    """Quien llama ya no escucha."""


class TransporteAsgi(httpx2.BaseTransport):
    """Lleva cada petición a `app`. Lanza los errores de httpx2 que lanzaría la red."""

    def __init__(self, app: Aplicacion, *, maximo: int = MAXIMO, al_cerrar: Callable[[], None] | None = None) -> None:
        self._app = app
        self._maximo = maximo
        self._al_cerrar = al_cerrar

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Una petición y su respuesta completa."""
        cuerpo = request.read()
        plazo = request.extensions.get("timeout", {}).get("read")
        conversacion = _Conversacion(cuerpo, self._maximo)
        try:
            _hasta_el_final(self._conversar(request, conversacion, plazo))
        except TimeoutError:
            raise httpx2.ReadTimeout("La aplicación no respondió a tiempo.", request=request) from None
        return conversacion.respuesta(request)

    def close(self) -> None:
        """Suelta lo que la aplicación tuviera abierto."""
        if self._al_cerrar is not None:
            self._al_cerrar()

    async def _conversar(self, request: httpx2.Request, conversacion: _Conversacion, plazo: float | None) -> None:
        ambito = _ambito(request, conversacion)
        async with asyncio.timeout(plazo):
            try:
                await self._app(ambito, conversacion.recibir, conversacion.enviar)
            except Exception:
                if not conversacion.empezada:
                    raise


class _Conversacion:
    """Lo que va y viene de una petición."""

    def __init__(self, peticion: bytes, maximo: int) -> None:
        self._peticion: bytes | None = peticion
        self._maximo = maximo
        self._arranque: Mensaje | None = None
        self._cuerpo = bytearray()
        self._completa = False
        self._desbordada = False
        self._terminada = asyncio.Event()
        self.cortada = False

    @property
    def empezada(self) -> bool:
        return self._arranque is not None

    async def recibir(self) -> Mensaje:
        """El cuerpo de la petición; después, que quien llama ha colgado, pero solo cuando ya tiene su respuesta."""
        if self._peticion is not None:
            cuerpo, self._peticion = self._peticion, None
            return {"type": "http.request", "body": cuerpo, "more_body": False}
        await self._terminada.wait()
        return {"type": "http.disconnect"}

    async def enviar(self, mensaje: Mensaje) -> None:
        if self._completa or self._desbordada or self.cortada:
            raise _Colgado
        if mensaje["type"] == "http.response.start":
            self._arranque = mensaje
        elif mensaje["type"] == "http.response.body":
            self._anotar(mensaje.get("body", b""), sigue=mensaje.get("more_body", False))

    def _anotar(self, octetos: bytes, *, sigue: bool) -> None:
        self._cuerpo += octetos
        self._desbordada = len(self._cuerpo) > self._maximo
        self._completa = not sigue
        if self._completa or self._desbordada:
            self._terminada.set()

    def cortar(self) -> None:
        """La aplicación corta la conexión."""
        self.cortada = True
        self._terminada.set()

    def respuesta(self, request: httpx2.Request) -> httpx2.Response:
        """La respuesta, o el error de red que merece una conversación a medias."""
        if self.cortada:
            raise httpx2.ReadError("La conexión se cortó.", request=request)
        if self._arranque is None or not (self._completa or self._desbordada):
            raise httpx2.RemoteProtocolError("La respuesta quedó incompleta.", request=request)
        return httpx2.Response(
            self._arranque["status"],
            headers=self._arranque.get("headers", []),
            stream=httpx2.ByteStream(bytes(self._cuerpo)),
            request=request,
        )


def _ambito(request: httpx2.Request, conversacion: _Conversacion) -> Mensaje:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": request.url.scheme,
        "path": request.url.path,
        "raw_path": request.url.raw_path.partition(b"?")[0],
        "root_path": "",
        "query_string": request.url.query,
        "headers": [(nombre.lower(), valor) for nombre, valor in request.headers.raw],
        "server": (request.url.host, request.url.port),
        "client": ("127.0.0.1", 0),
        "extensions": {CORTAR: conversacion.cortar},
    }


def _hasta_el_final(tarea: Coroutine[Any, Any, None]) -> None:
    """Corre la tarea en un bucle nuevo; si este hilo ya está dentro de uno, en otro hilo."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(tarea)
        return
    fallos: list[BaseException] = []

    def correr() -> None:
        try:
            asyncio.run(tarea)
        except BaseException as fallo:
            fallos.append(fallo)

    hilo = threading.Thread(target=correr, daemon=True)
    hilo.start()
    hilo.join()
    if fallos:
        raise fallos[0]
