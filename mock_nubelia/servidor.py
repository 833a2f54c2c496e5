"""El servidor HTTP (uvicorn) de la aplicación, con la extensión que permite cortar una conexión de verdad."""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
from asyncio import Transport
from typing import Final

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from mock_nubelia.fallos import CORTAR

_PREVISTOS: Final = ("ASGI callable returned without", "Cancel %s running task")
_SIN_DEMORA: Final = struct.pack("ii", 1, 0)


class ProtocoloConCorte(H11Protocol):
    """HTTP/1.1 cuya aplicación puede pedir un RST."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Envuelve la aplicación de esta conexión."""
        super().connection_made(transport)
        self.app = _con_corte(self.app, transport)


def _con_corte(app: ASGIApp, transport: Transport) -> ASGIApp:
    def cortar() -> None:
        enchufe = transport.get_extra_info("socket")
        if enchufe is not None:
            enchufe.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _SIN_DEMORA)
        transport.abort()

    async def atender(scope: Scope, receive: Receive, send: Send) -> None:
        await app({**scope, "extensions": {**scope.get("extensions", {}), CORTAR: cortar}}, receive, send)

    return atender


def crear_servidor(app: ASGIApp) -> uvicorn.Server:
    """Un servidor listo para `run(sockets=[...])`; solo escribe en el registro lo que falla."""
    configuracion = uvicorn.Config(
        app, http=ProtocoloConCorte, ws="none", log_level="error", access_log=False, timeout_graceful_shutdown=1
    )
    logging.getLogger("uvicorn.error").addFilter(_no_estaba_previsto)
    return uvicorn.Server(configuracion)


def _no_estaba_previsto(registro: logging.LogRecord) -> bool:
    """Cortar una conexión es un fallo sembrado, y una petición a medias al parar, lo normal: no van al registro."""
    cancelada = registro.exc_info is not None and registro.exc_info[0] is asyncio.CancelledError
    return not cancelada and not str(registro.msg).startswith(_PREVISTOS)
