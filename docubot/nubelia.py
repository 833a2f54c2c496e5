"""El único cliente de la API de Nubelia. Solo lecturas.

::

    with abrir(configuracion) as nubelia:
        nubelia.obtener_proyecto("mi proyecto atlas").tareas_abiertas

Sin `NUBELIA_URL`, el mismo cliente habla con el servidor simulado dentro del proceso.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import quote

from docubot.errores import ConfiguracionInvalida, DatosInvalidos, EntradaInexistente, RespuestaInvalida

if TYPE_CHECKING:
    import httpx2

    from docubot.configuracion import Configuracion
    from docubot.nubelia_http import Politica

MAXIMO_PAGINAS: Final = 50
POR_PAGINA: Final = 100
"""El máximo que admite la API."""
_EN_PROCESO: Final = "http://nubelia.invalid"
_EN_UNA_RUTA: Final = re.compile(r"[\w -]+")


@dataclass(frozen=True, slots=True)
class Horas:
    """Horas de un proyecto, en horas."""

    registradas: float
    presupuestadas: float
    sin_facturar: float
    sin_aprobar: float


@dataclass(frozen=True, slots=True)
class ClienteDeProyecto:
    """Para quién es el proyecto, y si tiene los datos fiscales con los que facturar."""

    nombre: str
    tiene_nif: bool
    tiene_direccion: bool


@dataclass(frozen=True, slots=True)
class Proyecto:
    """Un proyecto: `fecha_entrega`, AAAA-MM-DD o None; `tareas`, cuántas por estado; `plan`, el de su organización."""

    id: str
    nombre: str
    estado: str
    responsable: str
    tareas: dict[str, int]
    tareas_abiertas: int
    fecha_entrega: str | None
    horas: Horas
    cliente: ClienteDeProyecto
    plan: str


@dataclass(frozen=True, slots=True)
class Organizacion:
    """La organización del token."""

    id: str
    nombre: str
    plan: str
    personas: int
    zona_horaria: str


class ClienteNubelia:
    """La API de Nubelia con un token. Se puede usar desde varios hilos.

    `transport` sustituye a la red; `dormir`, `reloj` y `ahora`, al tiempo. Todas las operaciones lanzan
    `NubeliaNoDisponible` (no responde, ni al repetir), `RespuestaInvalida` (no habla el protocolo) y `SinPermiso`.
    """

    def __init__(
        self,
        base_url: str,
        token: str,
        transport: httpx2.BaseTransport | None = None,
        *,
        politica: Politica | None = None,
        dormir: Callable[[float], None] = time.sleep,
        reloj: Callable[[], float] = time.monotonic,
        ahora: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        from docubot import nubelia_http

        self._puerta = nubelia_http.PuertaHttp(
            base_url,
            token,
            transport,
            politica=politica or nubelia_http.Politica(),
            dormir=dormir,
            reloj=reloj,
            ahora=ahora,
        )
        self._no_existe = nubelia_http.NoExiste

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cerrar()

    def cerrar(self) -> None:
        """Cierra las conexiones; el cliente ya no se puede usar."""
        self._puerta.cerrar()

    def listar_proyectos(self) -> list[Proyecto]:
        """Todos los proyectos de la organización, en su orden, hasta 5000."""
        return self._listar(self._puerta.vencimiento())

    def obtener_proyecto(self, nombre: str) -> Proyecto:
        """El proyecto que se llama así, o con ese id; da igual con acentos, comillas o «mi proyecto» delante.

        Lanza `ArgumentosInvalidos` si no puede ser un nombre y `ProyectoNoEncontrado`, que dice cuáles hay.
        """
        from docubot import nubelia_nombres

        nombres = nubelia_nombres.candidatos(nombre)
        hasta = self._puerta.vencimiento()
        if len(nombres) == 1 and _EN_UNA_RUTA.fullmatch(nombres[0]):
            directo = self._directo(nombres[0], hasta)
            if directo is not None and nubelia_nombres.casar(nombres, [directo]):
                return directo
        proyectos = self._listar(hasta)
        encontrado = nubelia_nombres.casar(nombres, proyectos)
        if encontrado is None:
            raise nubelia_nombres.no_encontrado(nombres[-1], proyectos)
        return encontrado

    def obtener_organizacion(self) -> Organizacion:
        """La organización a la que pertenece el token."""
        return _organizacion(self._leer("v1/organizacion", {}, self._puerta.vencimiento()))

    def _directo(self, clave: str, hasta: float) -> Proyecto | None:
        try:
            return _proyecto(self._puerta.leer(f"v1/proyectos/{quote(clave, safe='')}", hasta=hasta))
        except self._no_existe:
            return None

    def _leer(self, ruta: str, parametros: dict[str, str], hasta: float) -> Any:
        try:
            return self._puerta.leer(ruta, parametros, hasta=hasta)
        except self._no_existe:
            raise RespuestaInvalida(
                "En esa dirección no está la API de Nubelia (estado 404). Revisa NUBELIA_URL."
            ) from None

    def _listar(self, hasta: float) -> list[Proyecto]:
        proyectos: list[Proyecto] = []
        parametros = {"limite": str(POR_PAGINA)}
        vistos: set[str] = set()
        for _ in range(MAXIMO_PAGINAS):
            pagina = self._leer("v1/proyectos", parametros, hasta)
            proyectos.extend(_proyecto(p) for p in _campo(pagina, "datos", list))
            cursor = pagina.get("siguiente")
            if cursor is None:
                return proyectos
            if not isinstance(cursor, str) or not cursor or cursor in vistos:
                raise RespuestaInvalida("La API de Nubelia repite o estropea el cursor de las páginas de proyectos.")
            vistos.add(cursor)
            parametros["cursor"] = cursor
        raise RespuestaInvalida(f"La API de Nubelia manda más de {MAXIMO_PAGINAS} páginas de proyectos.")


def abrir(configuracion: Configuracion) -> ClienteNubelia:
    """El cliente que dice la configuración: `nubelia_url` (o la API en proceso), `nubelia_token` y `nubelia_cuenta`."""
    return conectar(configuracion.nubelia_url, configuracion.nubelia_token, cuenta=configuracion.nubelia_cuenta)


def conectar(
    url: str | None, token: str, *, cuenta: Path | None = None, politica: Politica | None = None
) -> ClienteNubelia:
    """Un cliente de la API en `url`; sin ella, de la simulada en proceso, sembrada con `cuenta` o con la demo."""
    if url and url.strip():
        return ClienteNubelia(url, token, politica=politica)
    return ClienteNubelia(_EN_PROCESO, token, nubelia_embebida(cuenta), politica=politica)


def nubelia_embebida(cuenta: Path | None = None) -> httpx2.BaseTransport:
    """El transporte hasta un servidor simulado nuevo, en este proceso.

    Lanza `EntradaInexistente` o `DatosInvalidos` por la cuenta y `ConfiguracionInvalida` por `NUBELIA_FALLOS`.
    """
    from docubot.transporte_asgi import TransporteAsgi
    from mock_nubelia.app import crear_app
    from mock_nubelia.cuenta import CuentaInvalida
    from mock_nubelia.fallos import FalloInvalido

    try:
        app = crear_app(cuenta)
    except CuentaInvalida as error:
        raise (EntradaInexistente if error.inexistente else DatosInvalidos)(error.mensaje) from None
    except FalloInvalido as error:
        raise ConfiguracionInvalida(f"NUBELIA_FALLOS no vale. {error.mensaje}") from None
    return TransporteAsgi(app, al_cerrar=app.almacen.cerrar)


def _proyecto(datos: Any) -> Proyecto:
    horas, cliente = _campo(datos, "horas", dict), _campo(datos, "cliente", dict)
    return Proyecto(
        id=_texto(datos, "id"),
        nombre=_texto(datos, "nombre"),
        estado=_texto(datos, "estado"),
        responsable=_texto(datos, "responsable"),
        tareas={_unicode(estado): _cuantas(n) for estado, n in _campo(datos, "tareas", dict).items()},
        tareas_abiertas=_cuantas(datos.get("tareas_abiertas")),
        fecha_entrega=_fecha(datos.get("fecha_entrega")),
        horas=Horas(*(_numero(horas, h) for h in ("registradas", "presupuestadas", "sin_facturar", "sin_aprobar"))),
        cliente=ClienteDeProyecto(
            nombre=_texto(cliente, "nombre"),
            tiene_nif=_campo(cliente, "tiene_nif", bool),
            tiene_direccion=_campo(cliente, "tiene_direccion", bool),
        ),
        plan=_texto(datos, "plan"),
    )


def _organizacion(datos: Any) -> Organizacion:
    return Organizacion(
        id=_texto(datos, "id"),
        nombre=_texto(datos, "nombre"),
        plan=_texto(datos, "plan"),
        personas=_cuantas(_campo(datos, "personas", int)),
        zona_horaria=_texto(datos, "zona_horaria"),
    )


def _mal(que: str) -> RespuestaInvalida:
    return RespuestaInvalida(f"La API de Nubelia mandó datos con otra forma: falta o no vale «{que}».")


def _campo(datos: Any, nombre: str, tipo: type[Any]) -> Any:
    valor = datos.get(nombre) if isinstance(datos, dict) else None
    if not isinstance(valor, tipo):
        raise _mal(nombre)
    return valor


def _texto(datos: Any, nombre: str) -> str:
    return _unicode(_campo(datos, nombre, str), nombre)


def _unicode(texto: str, nombre: str = "tareas") -> str:
    """El texto, si se puede escribir: un sustituto suelto («\\ud800») es JSON, pero no es Unicode."""
    if not texto.strip() or any("\ud800" <= c <= "\udfff" for c in texto):
        raise _mal(nombre)
    return texto


def _cuantas(valor: Any) -> int:
    if isinstance(valor, bool) or not isinstance(valor, int) or valor < 0:
        raise _mal("tareas")
    return valor


def _numero(datos: dict[str, Any], nombre: str) -> float:
    valor = datos.get(nombre)
    if isinstance(valor, bool) or not isinstance(valor, int | float):
        raise _mal(nombre)
    return valor


def _fecha(valor: Any) -> str | None:
    if valor is None:
        return None
    try:
        return date.fromisoformat(valor).isoformat()
    except (TypeError, ValueError):
        raise _mal("fecha_entrega") from None
