"""El simulador sobre uvicorn: en primer plano, o en un hilo para pruebas y ejercicios."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from docubot.errores import ServicioNoDisponible, SinPermiso
from docubot.servidores.simulador.app import TRANSPORTE, Simulador
from docubot.servidores.simulador.fallos import Programa, leer_programa
from docubot.servidores.simulador.recibida import Recibida
from docubot.tipos import Modelo

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, Scope


class _ConTransporte(H11Protocol):
    """El protocolo de uvicorn, que además deja su transporte en el `scope`."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        interior = self.app

        async def con_transporte(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
            scope[TRANSPORTE] = transport  # type: ignore[typeddict-unknown-key]
            await interior(scope, receive, send)

        self.app = con_transporte


def escuchar(puerto: int, anfitrion: str = "127.0.0.1") -> socket.socket:
    """Un enchufe a la escucha; puerto 0, uno libre. Errores: `ServicioNoDisponible` si está ocupado, `SinPermiso`."""
    try:
        return socket.create_server((anfitrion, puerto))
    except PermissionError:
        raise SinPermiso(f"No tienes permiso para usar el puerto {puerto}. Elige uno mayor que 1023.") from None
    except OSError:
        consejo = "Elige otro con --puerto, o 0 para uno libre."
        raise ServicioNoDisponible(f"El puerto {puerto} está ocupado. {consejo}") from None


def servidor_de(simulador: Simulador) -> uvicorn.Server:
    """El servidor listo para `run(sockets=[…])`; no escribe en el registro."""
    return uvicorn.Server(
        uvicorn.Config(
            simulador.app(),
            http=_ConTransporte,
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            timeout_graceful_shutdown=1,
        )
    )


def servir(simulador: Simulador, enchufe: socket.socket) -> None:
    """Sirve hasta Ctrl-C."""
    with contextlib.suppress(KeyboardInterrupt):
        servidor_de(simulador).run(sockets=[enchufe])


class SimuladorEnHilo:
    """Un simulador de verdad, en un puerto libre de la máquina, mientras dura el `with`.

    ``with SimuladorEnHilo(ModeloGuion([[texto("Hola")]])) as s: ModeloClaude(clave="x", base_url=s.url)…``
    """

    def __init__(self, modelo: Modelo, fallos: str | Programa = "", semilla: int = 0) -> None:
        programa = leer_programa(fallos, semilla) if isinstance(fallos, str) else fallos
        self._simulador = Simulador(modelo, programa)
        self._servidor = servidor_de(self._simulador)
        self._enchufe = escuchar(0)
        self._hilo = threading.Thread(target=self._servir, name="simulador", daemon=True)

    @property
    def url(self) -> str:
        """La dirección base: lo que va en `ANTHROPIC_BASE_URL`."""
        anfitrion, puerto = self._enchufe.getsockname()[:2]
        return f"http://{anfitrion}:{puerto}"

    @property
    def recibidas(self) -> Sequence[Recibida]:
        """Lo que ha llegado, en orden: cabeceras y cuerpo."""
        return self._simulador.recibidas

    def __enter__(self) -> Self:
        self._hilo.start()
        return self

    def __exit__(
        self, tipo: type[BaseException] | None, error: BaseException | None, traza: TracebackType | None
    ) -> None:
        self._servidor.should_exit = True
        self._servidor.force_exit = True
        self._hilo.join(timeout=5)
        self._enchufe.close()

    def _servir(self) -> None:
        self._servidor.run(sockets=[self._enchufe])
