"""Cada fallo, aplicado: al mensaje, o a los trozos de bytes que se envían. Puro: los trozos dicen qué hacer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from docubot.servidores.simulador.fallos import Fallo
from docubot.servidores.simulador.mensaje import Evento, eventos_de, json_compacto


@dataclass(frozen=True, slots=True)
class Reiniciar:
    """Cerrar la conexión con RST."""


@dataclass(frozen=True, slots=True)
class Esperar:
    """No enviar nada durante unos segundos."""

    segundos: float


Trozo: TypeAlias = bytes | Reiniciar | Esperar

MENSAJES: Final[dict[str, tuple[int, str, str]]] = {
    "400": (400, "invalid_request_error", "simulated invalid request"),
    "401": (401, "authentication_error", "invalid x-api-key"),
    "403": (403, "permission_error", "Your API key does not have permission to use the specified resource."),
    "404": (404, "not_found_error", "model: simulated"),
    "413": (413, "request_too_large", "Request exceeds the maximum size"),
    "429": (429, "rate_limit_error", "This request would exceed your organization's rate limit."),
    "500": (500, "api_error", "Internal server error"),
    "529": (529, "overloaded_error", "Overloaded"),
}
PAUSA: Final = {"type": "text", "text": "Un momento…"}
PAGINA: Final = (
    b"<!doctype html><html><head><title>Bienvenido</title></head><body>Inicia sesion en la red.</body></html>"
)


def averiar_mensaje(mensaje: dict[str, Any], fallo: Fallo | None) -> dict[str, Any]:
    """El mensaje con los fallos que cambian su contenido o su parada."""
    match fallo:
        case Fallo("bloque_desconocido"):
            return _con_delante(mensaje, {"type": "bloque_del_futuro", "datos": {"n": 1}})
        case Fallo("pensamiento_tapado"):
            return _con_delante(mensaje, {"type": "redacted_thinking", "data": "c2ltdWxhZG8="})
        case Fallo("pausa"):
            propios = [b for b in mensaje["content"] if b["type"] != "tool_use"]
            return {**mensaje, "content": propios or [PAUSA], "stop_reason": "pause_turn"}
        case Fallo("rechazo"):
            detalles = {"type": "refusal", "category": None, "explanation": None}
            return {**mensaje, "content": [], "stop_reason": "refusal", "stop_details": detalles}
        case _:
            return mensaje


def _con_delante(mensaje: dict[str, Any], bloque: dict[str, Any]) -> dict[str, Any]:
    return {**mensaje, "content": [bloque, *mensaje["content"]]}


def trozos_de_json(mensaje: dict[str, Any], fallo: Fallo | None) -> list[Trozo]:
    """El cuerpo JSON, entero o averiado."""
    cuerpo = json_compacto(mensaje).encode()
    mitad = cuerpo[: len(cuerpo) // 2]
    match fallo:
        case Fallo("json_cortado" | "corte_texto" | "corte_entrada" | "saturado_medio"):
            return [mitad]
        case Fallo("reinicio_medio"):
            return [mitad, Reiniciar()]
        case Fallo("bloqueo_medio"):
            return [mitad, Esperar(fallo.segundos()), cuerpo[len(mitad) :]]
        case _:
            return [cuerpo]


def trozos_de_stream(mensaje: dict[str, Any], fallo: Fallo | None) -> list[Trozo]:
    """Los eventos SSE, enteros o averiados. Un corte llega a media entrada o a medio texto; si no hay, tras abrir."""
    eventos = eventos_de(mensaje)
    completos: list[Trozo] = [evento.bytes() for evento in eventos]
    medio = _a_medias(eventos, "input_json_delta" if fallo == Fallo("corte_entrada") else "text_delta")
    match fallo:
        case Fallo("corte_texto" | "corte_entrada"):
            return completos[:medio]
        case Fallo("reinicio_medio"):
            return [*completos[:medio], Reiniciar()]
        case Fallo("bloqueo_medio"):
            return [*completos[:medio], Esperar(fallo.segundos()), *completos[medio:]]
        case Fallo("saturado_medio"):
            error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
            return [*completos[:medio], Evento("error", error).bytes()]
        case Fallo("json_cortado"):
            roto = eventos[medio].bytes().rstrip()
            return [*completos[:medio], roto[: len(roto) * 2 // 3] + b"\n\n"]
        case _:
            return completos


def _a_medias(eventos: Sequence[Evento], tipo: str) -> int:
    """Dónde cortar: tras la primera mitad de los deltas de ese tipo, o de los que haya, o tras el inicio."""
    de_ese_tipo = [i for i, e in enumerate(eventos) if e.datos.get("delta", {}).get("type") == tipo]
    deltas = de_ese_tipo or [i for i, e in enumerate(eventos) if e.nombre == "content_block_delta"]
    return deltas[len(deltas) // 2] if deltas else 1
