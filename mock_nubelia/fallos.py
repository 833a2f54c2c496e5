"""Fallos sembrados: lo que una API de verdad hace los días malos, a petición y siempre igual.

Una lista de fallos se escribe separada por `;`, y cada uno es `tipo[:valor][xN][@P]`::

    503x2;latencia:1.5        dos 503 y, después, todo con 1,5 segundos de retraso
    429:30@0.25;semilla:7     un 429 con `Retry-After: 30` en una de cada cuatro peticiones

Tipos: `latencia:SEGUNDOS`, `goteo:SEGUNDOS` (por octeto), `500`, `503[:RETRY-AFTER]`, `429[:RETRY-AFTER]`, `reset`
(conexión cortada), `corte` (cortada a mitad del cuerpo), `truncado` (JSON a medias), `vacio`, `html`, `nan`,
`duplicada` (clave repetida) y `enorme[:MB]`. Con la cabecera `X-Nubelia-Fallo`, un solo fallo y solo para esa petición.
"""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from random import Random
from threading import Lock
from typing import Final, TypeAlias

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mock_nubelia.problemas import Problema, respuesta_problema

CABECERA: Final = "X-Nubelia-Fallo"
CORTAR: Final = "nubelia.cortar"
"""La extensión ASGI, si el servidor la ofrece, que corta la conexión sin responder."""
_FALLO: Final = re.compile(
    r"(?P<tipo>[a-z0-9]+?)(?::(?P<valor>[^;@]*?))?(?:x(?P<veces>\d{1,6}))?(?:@(?P<probabilidad>[\d.]{1,12}))?"
)
_CON_SEGUNDOS: Final = frozenset({"latencia", "goteo"})
_TROZO: Final = 64 * 1024

Dormir: TypeAlias = Callable[[float], Awaitable[None]]


class FalloInvalido(ValueError):
    """La lista de fallos está mal escrita; el mensaje dice en qué."""

    def __init__(self, mensaje: str) -> None:
        super().__init__(mensaje)
        self.mensaje = mensaje


@dataclass(frozen=True, slots=True)
class Fallo:
    """Un fallo: `veces` None es siempre; `probabilidad`, de 0 a 1."""

    tipo: str
    valor: str | None = None
    veces: int | None = None
    probabilidad: float = 1.0


@dataclass(frozen=True, slots=True)
class PlanDeFallos:
    """Fallos por orden de preferencia, y la semilla de sus probabilidades."""

    fallos: tuple[Fallo, ...] = ()
    semilla: int = 0


def leer_fallos(texto: str) -> PlanDeFallos:
    """La lista escrita, comprobada. Lanza `FalloInvalido`."""
    fallos, semilla = [], 0
    for trozo in filter(None, (t.strip() for t in texto.split(";"))):
        if trozo.startswith("semilla:") and trozo[8:].isdecimal():
            semilla = int(trozo[8:][:18])
        else:
            fallos.append(_leer_fallo(trozo))
    return PlanDeFallos(tuple(fallos), semilla)


def _leer_fallo(trozo: str) -> Fallo:
    partes = _FALLO.fullmatch(trozo)
    if partes is None or partes["tipo"] not in _EFECTOS:
        raise FalloInvalido(f"No se entiende el fallo «{trozo[:40]}». Los tipos son: {', '.join(_EFECTOS)}.")
    tipo, valor = partes["tipo"], partes["valor"]
    if tipo in _CON_SEGUNDOS or (tipo == "enorme" and valor):
        _cantidad(tipo, valor)
    if valor and not (valor.isascii() and valor.isprintable()):
        raise FalloInvalido(f"El valor del fallo «{tipo}» tiene caracteres que no caben en una cabecera.")
    probabilidad = _probabilidad(partes["probabilidad"])
    return Fallo(tipo, valor, int(partes["veces"]) if partes["veces"] else None, probabilidad)


def _cantidad(tipo: str, valor: str | None) -> float:
    try:
        cantidad = float(valor or "")
    except ValueError:
        cantidad = math.nan
    if not 0 <= cantidad <= 3600:
        raise FalloInvalido(f"El fallo «{tipo}» lleva un número de 0 a 3600, por ejemplo {tipo}:1.5")
    return cantidad


def _probabilidad(texto: str | None) -> float:
    try:
        probabilidad = 1.0 if texto is None else float(texto)
    except ValueError:
        probabilidad = math.nan
    if not 0 <= probabilidad <= 1:
        raise FalloInvalido("La probabilidad de un fallo va de 0 a 1, por ejemplo 503@0.25")
    return probabilidad


class Fallos:
    """Los fallos de un servidor: decide el de cada petición y lo aplica. `dormir` espera segundos."""

    def __init__(self, plan: PlanDeFallos | None = None, dormir: Dormir = asyncio.sleep) -> None:
        self._plan = plan or PlanDeFallos()
        self._quedan = [f.veces for f in self._plan.fallos]
        self._azar = Random(self._plan.semilla)
        self._cerrojo = Lock()
        self._dormir = dormir

    def siguiente(self) -> Fallo | None:
        """El fallo que toca ahora: el primero que no se ha gastado y sale en el sorteo."""
        with self._cerrojo:
            for i, fallo in enumerate(self._plan.fallos):
                quedan = self._quedan[i]
                if quedan == 0 or (fallo.probabilidad < 1 and self._azar.random() >= fallo.probabilidad):
                    continue
                self._quedan[i] = None if quedan is None else quedan - 1
                return fallo
            return None

    async def atender(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Atiende una petición HTTP con el fallo que le toque, o sin ninguno."""
        pedido = Headers(scope=scope).get(CABECERA)
        try:
            fallo = _leer_fallo(pedido.strip()) if pedido else self.siguiente()
        except FalloInvalido as error:
            await respuesta_problema(Problema(400, error.mensaje))(scope, receive, send)
            return
        if fallo is None:
            await app(scope, receive, send)
        else:
            await _EFECTOS[fallo.tipo](_Peticion(fallo, app, scope, receive, send, self._dormir))


@dataclass(frozen=True, slots=True)
class _Peticion:
    """Una petición con su fallo y con lo que hace falta para atenderla."""

    fallo: Fallo
    app: ASGIApp
    scope: Scope
    receive: Receive
    send: Send
    dormir: Dormir

    async def pasar(self) -> None:
        await self.app(self.scope, self.receive, self.send)

    async def responder(self, respuesta: Response) -> None:
        await respuesta(self.scope, self.receive, self.send)

    async def respuesta_buena(self) -> tuple[Message, bytes]:
        """Lo que la aplicación habría respondido: el arranque y el cuerpo entero."""
        arranque: list[Message] = []
        cuerpo = bytearray()

        async def anotar(mensaje: Message) -> None:
            if mensaje["type"] == "http.response.start":
                arranque.append(mensaje)
            else:
                cuerpo.extend(mensaje.get("body", b""))

        await self.app(self.scope, self.receive, anotar)
        return arranque[0], bytes(cuerpo)

    async def empezar(self, arranque: Message, tamano: int | None) -> None:
        """Manda el arranque con otro Content-Length (None: por trozos)."""
        cabeceras = [(k, v) for k, v in arranque["headers"] if k != b"content-length"]
        if tamano is not None:
            cabeceras.append((b"content-length", str(tamano).encode()))
        await self.send({**arranque, "headers": cabeceras})

    async def trozo(self, octetos: bytes, *, sigue: bool = True) -> None:
        await self.send({"type": "http.response.body", "body": octetos, "more_body": sigue})


def _estado(estado: int, detalle: str) -> Callable[[_Peticion], Awaitable[None]]:
    async def efecto(p: _Peticion) -> None:
        cabeceras = {"Retry-After": p.fallo.valor} if p.fallo.valor else None
        await p.responder(respuesta_problema(Problema(estado, detalle, cabeceras)))

    return efecto


def _cuerpo(cambiar: Callable[[bytes], bytes]) -> Callable[[_Peticion], Awaitable[None]]:
    async def efecto(p: _Peticion) -> None:
        arranque, cuerpo = await p.respuesta_buena()
        cambiado = cambiar(cuerpo)
        await p.empezar(arranque, len(cambiado))
        await p.trozo(cambiado, sigue=False)

    return efecto


async def _latencia(p: _Peticion) -> None:
    await p.dormir(float(p.fallo.valor or 0))
    await p.pasar()


async def _goteo(p: _Peticion) -> None:
    arranque, cuerpo = await p.respuesta_buena()
    await p.empezar(arranque, len(cuerpo))
    for octeto in cuerpo:
        await p.trozo(bytes([octeto]))
        await p.dormir(float(p.fallo.valor or 0))
    await p.trozo(b"", sigue=False)


async def _reset(p: _Peticion) -> None:
    cortar = p.scope.get("extensions", {}).get(CORTAR)
    if cortar is None:
        await _corte(p)
    else:
        cortar()


async def _corte(p: _Peticion) -> None:
    arranque, cuerpo = await p.respuesta_buena()
    await p.empezar(arranque, len(cuerpo))
    await p.trozo(cuerpo[: len(cuerpo) // 2])


async def _html(p: _Peticion) -> None:
    await p.responder(Response("<!doctype html><title>Acceso</title><p>Inicia sesión.", media_type="text/html"))


async def _enorme(p: _Peticion) -> None:
    """Una respuesta buena precedida de espacios: solo el tamaño está mal."""
    arranque, cuerpo = await p.respuesta_buena()
    await p.empezar(arranque, None)
    for _ in range(math.ceil(float(p.fallo.valor or 4) * 1024 * 1024 / _TROZO)):
        await p.trozo(b" " * _TROZO)
    await p.trozo(cuerpo, sigue=False)


_EFECTOS: Final[Mapping[str, Callable[[_Peticion], Awaitable[None]]]] = {
    "latencia": _latencia,
    "goteo": _goteo,
    "500": _estado(500, "Fallo sembrado."),
    "503": _estado(503, "Fallo sembrado: el servicio no está disponible."),
    "429": _estado(429, "Fallo sembrado: demasiadas peticiones."),
    "reset": _reset,
    "corte": _corte,
    "truncado": _cuerpo(lambda cuerpo: cuerpo[: len(cuerpo) // 2]),
    "vacio": _cuerpo(lambda _: b""),
    "html": _html,
    "nan": _cuerpo(lambda cuerpo: cuerpo[:-1] + b',"extra":NaN}'),
    "duplicada": _cuerpo(lambda cuerpo: cuerpo[: cuerpo.find(b":") + 1] + b"null," + cuerpo[1:]),
    "enorme": _enorme,
}
TIPOS: Final = tuple(_EFECTOS)
