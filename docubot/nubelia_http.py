"""La puerta HTTP de la API de Nubelia: plazos, reintentos de lecturas y JSON estricto.

Aquí se decide qué error de red es qué frase. Ningún mensaje lleva el token, la dirección ni texto de la respuesta.
"""

from __future__ import annotations

import email.utils
import itertools
import json
import math
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import httpx2

from docubot.errores import ConfiguracionInvalida, NubeliaNoDisponible, RespuestaInvalida, SinPermiso

_REPETIBLES: Final = frozenset({429, 500, 502, 503, 504})
_SEGUNDOS: Final = re.compile(r"\d{1,9}")
_SERVIDOR: Final = re.compile(r"[\w.-]+|[0-9a-f:.]+")
_TOKEN: Final = re.compile(r"[\x21-\x7e]{1,512}")


@dataclass(frozen=True, slots=True)
class Politica:
    """Cuánto se espera y se repite. Segundos y octetos.

    `total` cubre la operación entera, con sus páginas, reintentos y esperas; `espera_maxima` acota cada `Retry-After`.
    """

    intentos: int = 3
    conexion: float = 3.0
    lectura: float = 8.0
    total: float = 20.0
    espera_base: float = 0.25
    espera_maxima: float = 5.0
    maximo_cuerpo: int = 1024 * 1024


class _Pasajero(Exception):
    """Un intento que falló de una forma que merece otro."""

    def __init__(self, mensaje: str, espera: float | None = None) -> None:
        super().__init__(mensaje)
        self.mensaje = mensaje
        self.espera = espera


class NoExiste(Exception):
    """La API respondió 404."""


class PuertaHttp:
    """Lecturas (GET) de la API con un token. Se puede usar desde varios hilos.

    `dormir`, `reloj` (segundos, no retrocede) y `ahora` (la hora, para un `Retry-After` con fecha) se pueden sustituir.
    Lanza `ConfiguracionInvalida` si la dirección no vale y `SinPermiso` si el token no puede ser un token.
    """

    def __init__(
        self,
        base_url: str,
        token: str,
        transport: httpx2.BaseTransport | None = None,
        *,
        politica: Politica,
        dormir: Callable[[float], None] = time.sleep,
        reloj: Callable[[], float] = time.monotonic,
        ahora: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._politica = politica
        self._dormir = dormir
        self._reloj = reloj
        self._ahora = ahora
        url = _direccion(base_url)
        self._cliente = httpx2.Client(
            base_url=url,
            transport=transport,
            verify=url.scheme == "https",
            trust_env=url.host not in ("localhost", "127.0.0.1", "::1"),
            follow_redirects=False,
            headers={
                "Authorization": f"Bearer {_token(token)}",
                "Accept": "application/json",
                "Accept-Encoding": "identity",
                "User-Agent": "docubot",
            },
        )

    def cerrar(self) -> None:
        """Cierra las conexiones."""
        self._cliente.close()

    def vencimiento(self) -> float:
        """El instante del reloj en que vence una operación que empieza ahora."""
        return self._reloj() + self._politica.total

    def leer(self, ruta: str, parametros: Mapping[str, str] | None = None, *, hasta: float) -> Any:
        """El JSON de una ruta, antes del instante `hasta`.

        Lanza `NoExiste`, `NubeliaNoDisponible`, `RespuestaInvalida` y `SinPermiso`.
        """
        for intento in itertools.count(1):
            try:
                return leer_json(self._un_intento(ruta, parametros or {}, hasta))
            except _Pasajero as fallo:
                espera = self._espera(intento, fallo.espera)
                if intento >= self._politica.intentos or self._reloj() + espera >= hasta:
                    raise NubeliaNoDisponible(fallo.mensaje) from None
                self._dormir(espera)
        raise AssertionError("inalcanzable")

    def _espera(self, intento: int, pedida: float | None) -> float:
        propia: float = self._politica.espera_base * 2 ** (intento - 1)
        return min(propia if pedida is None else pedida, self._politica.espera_maxima)

    def _un_intento(self, ruta: str, parametros: Mapping[str, str], hasta: float) -> bytes:
        queda = hasta - self._reloj()
        if queda <= 0:
            raise NubeliaNoDisponible(_TARDA)
        plazos = httpx2.Timeout(min(self._politica.lectura, queda), connect=min(self._politica.conexion, queda))
        try:
            with self._cliente.stream("GET", ruta, params=dict(parametros), timeout=plazos) as respuesta:
                self._comprobar(respuesta)
                return self._cuerpo(respuesta, hasta)
        except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.ProxyError):
            raise _Pasajero(_SIN_CONEXION) from None
        except httpx2.TimeoutException:
            raise _Pasajero(_TARDA) from None
        except httpx2.HTTPError:
            raise _Pasajero(_CORTADA) from None

    def _comprobar(self, respuesta: httpx2.Response) -> None:
        match respuesta.status_code:
            case 200:
                _comprobar_tipo(respuesta)
            case 401:
                raise SinPermiso("La API de Nubelia rechaza el token: no vale o ha caducado. Revisa NUBELIA_TOKEN.")
            case 403:
                raise SinPermiso("El token de Nubelia no tiene permiso para esto. Revisa NUBELIA_TOKEN y su alcance.")
            case 404:
                raise NoExiste
            case estado if estado in _REPETIBLES:
                espera = segundos_de_espera(respuesta.headers.get("Retry-After"), self._ahora())
                raise _Pasajero(_frase_repetible(estado, espera), espera)
            case estado:
                raise RespuestaInvalida(f"La API de Nubelia contestó algo inesperado (estado {estado}). {_APUNTA}")

    def _cuerpo(self, respuesta: httpx2.Response, hasta: float) -> bytes:
        maximo = self._politica.maximo_cuerpo
        declarado = respuesta.headers.get("Content-Length", "0")
        if _SEGUNDOS.fullmatch(declarado) is None or int(declarado) > maximo:
            raise RespuestaInvalida(_ENORME)
        cuerpo = bytearray()
        for trozo in respuesta.iter_bytes():
            cuerpo += trozo
            if len(cuerpo) > maximo:
                raise RespuestaInvalida(_ENORME)
            if self._reloj() >= hasta:
                raise NubeliaNoDisponible(_TARDA)
        return bytes(cuerpo)


_APUNTA: Final = "Comprueba que NUBELIA_URL es la dirección de la API."
_SIN_CONEXION: Final = f"No se puede conectar con la API de Nubelia. Mira si está en marcha. {_APUNTA}"
_TARDA: Final = "La API de Nubelia tarda demasiado en responder. Prueba otra vez dentro de un momento."
_CORTADA: Final = "La conexión con la API de Nubelia se corta a medias. Prueba otra vez dentro de un momento."
_ENORME: Final = f"La API de Nubelia mandó una respuesta demasiado grande, de más de 1 MB. {_APUNTA}"
_ILEGIBLE: Final = f"La API de Nubelia mandó algo que no es JSON válido. {_APUNTA}"


def _frase_repetible(estado: int, espera: float | None) -> str:
    cuando = "dentro de un momento" if espera is None or espera < 1 else f"dentro de {math.ceil(espera)} s"
    if estado == 429:
        return f"La API de Nubelia no admite más peticiones de la organización por ahora. Prueba otra vez {cuando}."
    return f"La API de Nubelia no está disponible (estado {estado}). Prueba otra vez {cuando}."


def _comprobar_tipo(respuesta: httpx2.Response) -> None:
    tipo = respuesta.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if tipo == "text/html":
        raise RespuestaInvalida(f"La API de Nubelia contestó con una página web en vez de JSON. {_APUNTA}")
    if tipo != "application/json" and not tipo.endswith("+json"):
        raise RespuestaInvalida(_ILEGIBLE)
    if respuesta.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise RespuestaInvalida(f"La API de Nubelia mandó una respuesta comprimida que no se le pidió. {_APUNTA}")


def segundos_de_espera(valor: str | None, ahora: datetime) -> float | None:
    """Los segundos de un `Retry-After` (número o fecha, RFC 9110 §10.2.3); None si falta o no se entiende."""
    texto = (valor or "").strip()
    if texto.isascii() and texto.isdecimal():
        return float(texto) if _SEGUNDOS.fullmatch(texto) else 1e9
    try:
        fecha = email.utils.parsedate_to_datetime(texto)
        if fecha.tzinfo is None:
            fecha = fecha.replace(tzinfo=UTC)
        return max(0.0, (fecha - ahora).total_seconds())
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def leer_json(crudo: bytes) -> Any:
    """JSON estricto en UTF-8: ni NaN, ni infinitos, ni claves repetidas. Lanza `RespuestaInvalida`."""
    try:
        return json.loads(
            crudo.decode("utf-8"), parse_constant=_no_vale, parse_float=_finito, object_pairs_hook=_sin_repetir
        )
    except (ValueError, RecursionError):
        raise RespuestaInvalida(_ILEGIBLE) from None


def _no_vale(constante: str) -> Any:
    raise ValueError(constante)


def _finito(texto: str) -> float:
    numero = float(texto)
    if not math.isfinite(numero):
        raise ValueError(texto)
    return numero


def _sin_repetir(pares: list[tuple[str, Any]]) -> dict[str, Any]:
    objeto = dict(pares)
    if len(objeto) != len(pares):
        raise ValueError("clave repetida")
    return objeto


def _direccion(base_url: str) -> httpx2.URL:
    try:
        url = httpx2.URL(base_url.strip())
    except (httpx2.InvalidURL, ValueError):
        raise ConfiguracionInvalida("NUBELIA_URL no es una dirección web válida.") from None
    if url.scheme not in ("http", "https") or not _SERVIDOR.fullmatch(url.host) or not 0 < (url.port or 80) < 65536:
        raise ConfiguracionInvalida("NUBELIA_URL no vale: debe ser como http://servidor:8000 o https://servidor.")
    if url.userinfo:
        raise ConfiguracionInvalida("NUBELIA_URL no debe llevar usuario ni contraseña: el token va en NUBELIA_TOKEN.")
    if url.query or url.fragment:
        raise ConfiguracionInvalida("NUBELIA_URL no debe llevar «?» ni «#»: solo la dirección de la API.")
    camino = url.path.rstrip("/").removesuffix("/v1")
    return url.copy_with(path=f"{camino}/")


def _token(token: str) -> str:
    limpio = token.strip()
    if not limpio:
        raise SinPermiso("Falta el token de la API de Nubelia. Ponlo en NUBELIA_TOKEN.")
    if not _TOKEN.fullmatch(limpio):
        raise SinPermiso("El token de NUBELIA_TOKEN tiene espacios o caracteres que no valen. Cópialo otra vez.")
    return limpio
