"""Los errores de la API: `application/problem+json` (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from starlette.responses import Response

TITULOS: Final[Mapping[int, str]] = {
    400: "Petición incorrecta",
    401: "Sin autenticar",
    403: "Sin permiso",
    404: "No encontrado",
    405: "Método no permitido",
    413: "Petición demasiado grande",
    429: "Demasiadas peticiones",
    500: "Error interno",
    503: "Servicio no disponible",
}


class Problema(Exception):
    """Una petición que no se puede atender: estado HTTP, explicación y cabeceras."""

    def __init__(self, estado: int, detalle: str, cabeceras: Mapping[str, str] | None = None) -> None:
        super().__init__(detalle)
        self.estado = estado
        self.detalle = detalle
        self.cabeceras = cabeceras


def respuesta_json(
    cuerpo: object, estado: int = 200, cabeceras: Mapping[str, str] | None = None, tipo: str = "application/json"
) -> Response:
    """JSON compacto en UTF-8, sin `NaN`."""
    texto = json.dumps(cuerpo, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Response(texto.encode(), estado, headers=cabeceras, media_type=tipo)


def respuesta_problema(problema: Problema) -> Response:
    """La respuesta HTTP de un problema."""
    cuerpo = {
        "type": "about:blank",
        "title": TITULOS.get(problema.estado, "Error"),
        "status": problema.estado,
        "detail": problema.detalle,
    }
    return respuesta_json(cuerpo, problema.estado, problema.cabeceras, "application/problem+json")
