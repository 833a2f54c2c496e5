"""El mal comportamiento a petición: qué fallos hay, cómo se piden y cuándo tocan, con semilla.

Un fallo se escribe `nombre` o `nombre:argumento`. Un programa es una lista separada por comas; a cada fallo se le
puede añadir `@0.3` (probabilidad) o `#2` (solo en la petición 2). Toca el primero que cumple.
"""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass, field
from typing import Final

from docubot.errores import ErrorDeUso

FALLOS: Final[dict[str, str]] = {
    "400": "400 `invalid_request_error`",
    "401": "401 `authentication_error`",
    "403": "403 `permission_error`",
    "404": "404 `not_found_error`",
    "413": "413 `request_too_large`",
    "429": "429 `rate_limit_error`; el argumento es el valor de `Retry-After`, tal cual",
    "500": "500 `api_error`",
    "529": "529 `overloaded_error`; el argumento es el valor de `Retry-After`",
    "reinicio": "la conexión se reinicia (RST) antes de contestar",
    "reinicio_medio": "la conexión se reinicia a media respuesta",
    "bloqueo": "no contesta; el argumento son los segundos (3600 sin él)",
    "bloqueo_medio": "deja de enviar a media respuesta; el argumento son los segundos",
    "corte_texto": "el stream acaba, sin error, en medio de un texto",
    "corte_entrada": "el stream acaba, sin error, en medio de la entrada de una herramienta",
    "saturado_medio": "un evento `overloaded_error` a media respuesta, con estado 200",
    "html_200": "una página HTML con estado 200",
    "vacio_200": "un cuerpo vacío con estado 200",
    "json_cortado": "JSON cortado con estado 200 (en streaming, dentro de un evento)",
    "bloque_desconocido": "un bloque de un tipo que no existe, delante de la respuesta",
    "pensamiento_tapado": "un bloque `redacted_thinking` delante de la respuesta",
    "pausa": "`stop_reason` `pause_turn`, sin llamadas a herramientas",
    "rechazo": "`stop_reason` `refusal`, sin contenido",
}


@dataclass(frozen=True, slots=True)
class Fallo:
    """Un fallo pedido."""

    nombre: str
    argumento: str | None = None

    def segundos(self) -> float:
        """El argumento como segundos; 3600 si no hay."""
        return float(self.argumento) if self.argumento else 3600.0


@dataclass(frozen=True, slots=True)
class _Entrada:
    fallo: Fallo
    probabilidad: float = 1.0
    turno: int | None = None


def leer_fallo(texto: str) -> Fallo:
    """Un fallo suelto. Error: `ErrorDeUso` con la lista."""
    nombre, dos_puntos, argumento = texto.strip().partition(":")
    if nombre not in FALLOS:
        raise ErrorDeUso(f"No hay un fallo «{nombre[:40]}». Los que hay: {', '.join(FALLOS)}.")
    fallo = Fallo(nombre, argumento if dos_puntos else None)
    if nombre.startswith("bloqueo"):
        try:
            valido = 0 <= fallo.segundos() < 10**6
        except ValueError:
            valido = False
        if not valido:
            raise ErrorDeUso(f"El fallo «{nombre}» lleva segundos, como {nombre}:5, y llegó «{argumento[:40]}».")
    return fallo


@dataclass
class Programa:
    """Decide el fallo de cada petición, en orden. La misma semilla da la misma serie."""

    entradas: tuple[_Entrada, ...] = ()
    semilla: int = 0
    _azar: random.Random = field(init=False, repr=False)
    _llevadas: int = field(default=0, init=False, repr=False)
    _cerrojo: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    def __post_init__(self) -> None:
        self._azar = random.Random(self.semilla)

    def siguiente(self) -> Fallo | None:
        """El fallo de la petición que llega ahora, si le toca alguno."""
        with self._cerrojo:
            self._llevadas += 1
            for entrada in self.entradas:
                if entrada.turno is not None and entrada.turno != self._llevadas:
                    continue
                if entrada.probabilidad >= 1 or self._azar.random() < entrada.probabilidad:
                    return entrada.fallo
            return None


def leer_programa(texto: str, semilla: int = 0) -> Programa:
    """Un programa de `--fallos`. Error: `ErrorDeUso`."""
    return Programa(tuple(_entrada(parte) for parte in texto.split(",") if parte.strip()), semilla)


def _entrada(texto: str) -> _Entrada:
    for marca in ("@", "#"):
        fallo, separador, valor = texto.rpartition(marca)
        if not separador:
            continue
        try:
            return _con_condicion(leer_fallo(fallo), marca, valor)
        except ValueError:
            raise ErrorDeUso(f"«{texto.strip()[:60]}» no se entiende: se escribe 529@0.3 o 529#2.") from None
    return _Entrada(leer_fallo(texto))


def _con_condicion(fallo: Fallo, marca: str, valor: str) -> _Entrada:
    if marca == "#":
        if int(valor) < 1:
            raise ValueError
        return _Entrada(fallo, turno=int(valor))
    if not 0 <= float(valor) <= 1:
        raise ValueError
    return _Entrada(fallo, probabilidad=float(valor))


def tabla_de_fallos() -> str:
    """La tabla de fallos, como va en `docs/simulador.md`."""
    return "\n".join(["| fallo | qué pasa |", "|---|---|", *(f"| `{n}` | {que} |" for n, que in FALLOS.items())])
