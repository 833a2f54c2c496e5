"""Los fallos de la Messages API, traducidos a `ErrorDeModelo`: por el `type` del error o, si no dice, por el estado.

Por el tipo y no solo por el estado: un `overloaded_error` en mitad del stream llega con estado 200.
Fuente de los tipos: https://docs.anthropic.com/en/api/errors
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Final

from docubot.errores import (
    ConfiguracionInvalida,
    DatosInvalidos,
    Definitivo,
    ErrorDeModelo,
    ErrorDeUso,
    ErrorDocuBot,
    ErrorInterno,
    ModeloNoDisponible,
    Reintentable,
    RespuestaInvalida,
    SinPermiso,
)
from docubot.saneado import limpiar_linea, tapar_secretos

LARGO_DETALLE: Final = 300


@dataclass(frozen=True, slots=True)
class _Caso:
    """Qué se le dice a la persona, si sirve repetir y con qué clase acaba."""

    frase: str
    repetir: bool
    final: type[ErrorDocuBot] = ModeloNoDisponible


_CASOS: Final[dict[str, _Caso]] = {
    "overloaded_error": _Caso("{quien} está saturado", True),
    "rate_limit_error": _Caso("{quien} ha llegado a su límite de peticiones", True),
    "api_error": _Caso("{quien} tuvo un fallo interno", True),
    "timeout_error": _Caso("{quien} tardó demasiado en responder", True),
    "conflict_error": _Caso("{quien} estaba ocupado con otra petición", True),
    "authentication_error": _Caso("{quien} no acepta la clave: revisa ANTHROPIC_API_KEY", False, SinPermiso),
    "permission_error": _Caso("{quien} no permite usar «{modelo}» con esta clave", False, SinPermiso),
    "billing_error": _Caso(
        "{quien} no acepta la petición por un problema de pago de la cuenta: revísala en su consola", False, SinPermiso
    ),
    "not_found_error": _Caso("{quien} no conoce el modelo «{modelo}»: elige otro con --modelo", False, ErrorDeUso),
    "request_too_large": _Caso("{quien} no acepta una petición tan grande: acórtala", False, DatosInvalidos),
    "invalid_request_error": _Caso("{quien} rechazó la petición", False),
}
_POR_ESTADO: Final = {
    401: "authentication_error", 402: "billing_error", 403: "permission_error", 404: "not_found_error",
    408: "timeout_error", 409: "conflict_error", 413: "request_too_large", 429: "rate_limit_error",
    503: "overloaded_error", 504: "timeout_error", 529: "overloaded_error",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Traductor:
    """Cuenta los fallos de un servidor concreto; sin `servidor`, el oficial. `clave` no sale nunca en un mensaje."""

    modelo: str
    servidor: str = ""
    clave: str = ""

    @property
    def quien(self) -> str:
        """El sujeto de las frases."""
        return f"El servidor {self.servidor}" if self.servidor else "Claude"

    def _tras(self, preposicion: str) -> str:
        """«de Claude», «del servidor X», «con el servidor X»."""
        if not self.servidor:
            return f"{preposicion} Claude"
        return f"{preposicion} el servidor {self.servidor}".replace("de el ", "del ")

    def de_estado(self, estado: int, cuerpo: Any, cabeceras: Mapping[str, str]) -> ErrorDeModelo:
        """Una respuesta de error, o un evento `error` dentro del stream (entonces `estado` es 200)."""
        tipo, detalle = tipo_y_detalle(cuerpo)
        if tipo is None and estado == 404:
            frase = f"{self.quien} no ofrece la API de mensajes (404): revisa ANTHROPIC_BASE_URL"
            return ErrorDeModelo(frase, Definitivo(), tipo="not_found_error", final=ConfiguracionInvalida)
        if tipo not in _CASOS:
            tipo = _POR_ESTADO.get(estado, "api_error" if estado >= 500 or estado == 200 else "invalid_request_error")
        caso = _CASOS[tipo]
        repetir = caso.repetir and cabeceras.get("x-should-retry") != "false"
        frase = caso.frase.format(quien=self.quien, modelo=limpiar_linea(self.modelo)[:80])
        if not caso.repetir and detalle:
            frase += f" («{self._presentable(detalle)}»)"
        remedio = Reintentable(espera_pedida(cabeceras)) if repetir else Definitivo()
        return ErrorDeModelo(frase, remedio, tipo=tipo, final=caso.final)

    def de_conexion(self) -> ErrorDeModelo:
        """No hubo conexión, o se perdió antes de responder."""
        return ErrorDeModelo(f"No hay conexión {self._tras('con')}", Reintentable(), tipo="connection_error")

    def de_perdida(self) -> ErrorDeModelo:
        """La conexión se perdió a media respuesta."""
        return ErrorDeModelo(f"Se perdió la conexión {self._tras('con')}", Reintentable(), tipo="connection_error")

    def de_plazo(self) -> ErrorDeModelo:
        """No llegó nada en el plazo."""
        return ErrorDeModelo(f"{self.quien} tardó demasiado en responder", Reintentable(), tipo="timeout_error")

    def de_corte(self) -> ErrorDeModelo:
        """El stream acabó antes de tiempo."""
        frase = f"La respuesta {self._tras('de')} se cortó"
        return ErrorDeModelo(frase, Reintentable(), tipo="stream_cortado", final=RespuestaInvalida)

    def de_casa(self) -> ErrorDeModelo:
        """No se pudo ni preparar la petición."""
        frase = f"La petición {self._tras('para')} no se pudo preparar: es un fallo de DocuBot"
        return ErrorDeModelo(frase, Definitivo(), tipo="interno", final=ErrorInterno)

    def de_forma(self, que: str) -> ErrorDeModelo:
        """Un 200 que no habla el protocolo: HTML, JSON cortado, eventos imposibles."""
        frase = f"{self.quien} respondió algo que no es la API de mensajes ({que}): revisa ANTHROPIC_BASE_URL"
        return ErrorDeModelo(frase, Definitivo(), tipo="respuesta_invalida", final=RespuestaInvalida)

    def _presentable(self, detalle: str) -> str:
        corto = limpiar_linea(tapar_secretos(detalle, (self.clave,)))
        return corto if len(corto) <= LARGO_DETALLE else corto[:LARGO_DETALLE] + "…"


def tipo_y_detalle(cuerpo: Any) -> tuple[str | None, str]:
    """`error.type` y `error.message` de un cuerpo de error, si los tiene."""
    error = cuerpo.get("error") if isinstance(cuerpo, dict) else None
    if not isinstance(error, dict):
        return None, ""
    tipo, detalle = error.get("type"), error.get("message")
    return (tipo if isinstance(tipo, str) else None), (detalle if isinstance(detalle, str) else "")


def espera_pedida(cabeceras: Mapping[str, str]) -> float | None:
    """Segundos que pide el servidor: `retry-after-ms`, o `retry-after` en segundos o fecha; `None` si ninguno vale."""
    for nombre, divisor in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            segundos = float(cabeceras.get(nombre, "")) / divisor
        except ValueError:
            continue
        return segundos if math.isfinite(segundos) and segundos >= 0 else None
    try:
        return max(0.0, parsedate_to_datetime(cabeceras.get("retry-after", "")).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return None
