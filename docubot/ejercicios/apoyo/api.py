"""Una API pequeña por HTTP, en un puerto libre de esta máquina, que recuerda todo lo que le llega."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self, TypeAlias
from urllib.parse import unquote, urlsplit

from docubot.ejercicios.alumno import Alumno

MAXIMO_CUERPO = 1_000_000


@dataclass(frozen=True, slots=True)
class Pedido:
    """Una petición recibida. `ruta` viene sin descodificar; `camino`, descodificado y sin consulta."""

    metodo: str
    ruta: str
    cabeceras: Mapping[str, str]
    cuerpo: Any

    @property
    def camino(self) -> str:
        """La ruta descodificada, sin lo que va detrás de `?`."""
        return unquote(urlsplit(self.ruta).path)

    @property
    def token(self) -> str:
        """Lo que va detrás de `Bearer`."""
        return self.cabeceras.get("authorization", "").removeprefix("Bearer ").strip()


Contestar: TypeAlias = Callable[[Pedido], tuple[int, Any]]


class ApiLocal:
    """La API mientras dura el `with`: `contestar` da el estado y el JSON de cada petición."""

    def __init__(self, alumno: Alumno, contestar: Contestar) -> None:
        self._alumno = alumno
        self._contestar = contestar
        self.pedidos: list[Pedido] = []
        self._servidor = ThreadingHTTPServer(("127.0.0.1", 0), _puerta_de(self))
        self._servidor.daemon_threads = True

    @property
    def url(self) -> str:
        """La dirección base, sin barra final."""
        return f"http://127.0.0.1:{self._servidor.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._servidor.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(
        self, tipo: type[BaseException] | None, error: BaseException | None, traza: TracebackType | None
    ) -> None:
        self._servidor.shutdown()
        self._servidor.server_close()

    def pedir(self, metodo: str, ruta: str, cuerpo: Any = None) -> int:
        """Le hace una petición a la propia API, por HTTP, como la haría un nodo; devuelve el estado."""
        conexion = HTTPConnection("127.0.0.1", self._servidor.server_address[1], timeout=10)
        try:
            conexion.request(metodo, ruta, body=None if cuerpo is None else json.dumps(cuerpo).encode())
            respuesta = conexion.getresponse()
            respuesta.read()
            return respuesta.status
        finally:
            conexion.close()

    def atender(self, pedido: Pedido) -> tuple[int, Any]:
        """Contesta y lo anota en la traza."""
        self.pedidos.append(pedido)
        estado, respuesta = self._contestar(pedido)
        self._alumno.anota(
            "http", metodo=pedido.metodo, ruta=pedido.ruta, cuerpo=pedido.cuerpo, estado=estado, respuesta=respuesta
        )
        return estado, respuesta


def _puerta_de(api: ApiLocal) -> type[BaseHTTPRequestHandler]:
    class Puerta(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _atender(self) -> None:
            largo = min(int(self.headers.get("content-length") or 0), MAXIMO_CUERPO)
            crudo = self.rfile.read(largo)
            try:
                cuerpo = json.loads(crudo) if crudo else None
            except ValueError:
                cuerpo = crudo.decode("utf-8", "replace")
            cabeceras = {nombre.lower(): valor for nombre, valor in self.headers.items()}
            estado, respuesta = api.atender(Pedido(self.command, self.path, cabeceras, cuerpo))
            datos = json.dumps(respuesta, ensure_ascii=False).encode()
            self.send_response(estado)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(datos)))
            self.end_headers()
            self.wfile.write(datos)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _atender

        def log_message(self, format: str, *args: object) -> None:
            return

    return Puerta
