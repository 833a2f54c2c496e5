"""De una `Respuesta` al JSON de un mensaje y a la secuencia de eventos SSE de la API real. Puro."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from docubot.modelos.ensamblar import ENTRADA_CORTADA
from docubot.tipos import Bloque, Peticion, Respuesta

_TROZO: Final = re.compile(r"(?:\S+\s*|\s+){1,3}")
LETRAS_POR_TROZO: Final = 12
LETRAS_POR_TOKEN: Final = 3.6


@dataclass(frozen=True, slots=True)
class Evento:
    """Un evento SSE."""

    nombre: str
    datos: dict[str, Any]

    def bytes(self) -> bytes:
        """Como viaja: `event:` y `data:` en UTF-8."""
        return f"event: {self.nombre}\ndata: {json_compacto(self.datos)}\n\n".encode()


def json_compacto(valor: Any) -> str:
    """JSON sin espacios y con los caracteres tal cual."""
    return json.dumps(valor, ensure_ascii=False, separators=(",", ":"))


def peticion_de(datos: dict[str, Any]) -> Peticion:
    """La `Peticion` que corresponde a un cuerpo ya validado."""
    system = datos.get("system") or ""
    if isinstance(system, list):
        system = "\n\n".join(str(bloque.get("text", "")) for bloque in system)
    return Peticion(
        system, datos["messages"], datos.get("tools") or [], datos.get("tool_choice"), datos.get("max_tokens", 1024)
    )


def contar_tokens(datos: dict[str, Any]) -> int:
    """Una estimación de los tokens de entrada: unas 3,6 letras cada uno; nunca menos de 1."""
    texto = json_compacto([datos.get("system", ""), datos["messages"], datos.get("tools", [])])
    return max(1, round(len(texto) / LETRAS_POR_TOKEN))


def mensaje_de(respuesta: Respuesta, modelo: str, bruto: bytes) -> dict[str, Any]:
    """El JSON de la respuesta. El `id` sale del cuerpo recibido: la misma petición da el mismo mensaje."""
    return {
        "id": "msg_" + hashlib.sha256(bruto).hexdigest()[:24],
        "type": "message",
        "role": "assistant",
        "model": modelo,
        "content": respuesta.content,
        "stop_reason": respuesta.stop_reason or "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": respuesta.uso.tokens_entrada, "output_tokens": respuesta.uso.tokens_salida},
    }


def eventos_de(mensaje: dict[str, Any]) -> list[Evento]:
    """`message_start`, los bloques (con un `ping` tras abrir el primero), `message_delta` y `message_stop`."""
    inicial = {**mensaje, "content": [], "stop_reason": None, "usage": {**mensaje["usage"], "output_tokens": 1}}
    eventos = [Evento("message_start", {"type": "message_start", "message": inicial})]
    ultimo = len(mensaje["content"]) - 1
    for indice, bloque in enumerate(mensaje["content"]):
        cortado = indice == ultimo and mensaje["stop_reason"] == "max_tokens"
        eventos += _eventos_de_bloque(indice, bloque, cortado)
    eventos.insert(min(2, len(eventos)), Evento("ping", {"type": "ping"}))
    parada = {"stop_reason": mensaje["stop_reason"], "stop_sequence": mensaje["stop_sequence"]}
    if "stop_details" in mensaje:
        parada["stop_details"] = mensaje["stop_details"]
    uso = {"output_tokens": mensaje["usage"]["output_tokens"]}
    eventos.append(Evento("message_delta", {"type": "message_delta", "delta": parada, "usage": uso}))
    eventos.append(Evento("message_stop", {"type": "message_stop"}))
    return eventos


def _eventos_de_bloque(indice: int, bloque: Bloque, cortado: bool) -> Iterator[Evento]:
    inicial, deltas = _inicial_y_deltas(bloque, cortado)
    yield _evento("content_block_start", indice, content_block=inicial)
    for delta in deltas:
        yield _evento("content_block_delta", indice, delta=delta)
    yield _evento("content_block_stop", indice)


def _evento(nombre: str, indice: int, **campos: Any) -> Evento:
    return Evento(nombre, {"type": nombre, "index": indice, **campos})


def _inicial_y_deltas(bloque: Bloque, cortado: bool) -> tuple[Bloque, list[dict[str, str]]]:
    match bloque["type"]:
        case "text":
            trozos = _TROZO.findall(str(bloque["text"]))
            return {**bloque, "text": ""}, [{"type": "text_delta", "text": t} for t in trozos]
        case "tool_use":
            trozos = ["", *_partes(_json_de_entrada(bloque["input"], cortado))]
            return {**bloque, "input": {}}, [{"type": "input_json_delta", "partial_json": t} for t in trozos]
        case "thinking":
            deltas = [
                {"type": "thinking_delta", "thinking": str(bloque.get("thinking", ""))},
                {"type": "signature_delta", "signature": str(bloque.get("signature", ""))},
            ]
            return {**bloque, "thinking": "", "signature": ""}, deltas
        case _:
            return bloque, []


def _json_de_entrada(entrada: dict[str, Any], cortado: bool) -> str:
    if set(entrada) == {ENTRADA_CORTADA}:
        return str(entrada[ENTRADA_CORTADA])
    completo = json_compacto(entrada)
    return completo.removesuffix("}") if cortado else completo


def _partes(texto: str) -> list[str]:
    return [texto[i : i + LETRAS_POR_TROZO] for i in range(0, len(texto), LETRAS_POR_TROZO)]
