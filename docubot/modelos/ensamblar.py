"""De los eventos de un stream de la Messages API a una `Respuesta`, comprobando la forma de cada uno. Puro.

Lo ensamblamos nosotros porque el SDK da por bueno un stream cortado: sin `message_stop` no hay respuesta.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, NoReturn

from docubot.tipos import Bloque, Respuesta, Uso

ENTRADA_CORTADA: Final = "entrada_cortada"
"""Clave de la entrada de un `tool_use` cuyo JSON no llegó entero: ningún esquema la admite y no se puede ejecutar."""

_NUMERO: Final = re.compile(r"\[(\d{1,9})\] ")
_AGOTADO: Final = ("max_tokens", "model_context_window_exceeded")


class FormaInesperada(ValueError):
    """Un evento que no cumple el protocolo."""


class StreamCortado(ValueError):
    """El stream terminó antes de `message_stop`."""


def leer_json(texto: str | bytes) -> Any:
    """JSON estricto: sin NaN ni infinitos. Error: `FormaInesperada`."""

    def rechazar(constante: str) -> NoReturn:
        raise FormaInesperada(f"{constante} no es JSON")

    try:
        return json.loads(texto, parse_constant=rechazar)
    except (ValueError, RecursionError) as error:
        raise FormaInesperada("JSON ilegible") from error


class Ensamblador:
    """Recibe los eventos en orden; al final, `respuesta()`."""

    def __init__(self) -> None:
        self._mensaje: dict[str, Any] | None = None
        self._bloques: dict[int, Bloque] = {}
        self._json: dict[int, str] = {}
        self._parada: str | None = None
        self._terminado = False

    def recibir(self, evento: Any) -> str:
        """Apunta un evento y devuelve el texto nuevo que trae, si trae. Error: `FormaInesperada`.

        Al cerrarse un bloque con citas nativas, el texto es su marca: así quien lo lee según llega también la ve.
        """
        if not isinstance(evento, dict):
            raise FormaInesperada("un evento que no es un objeto")
        match evento.get("type"):
            case "message_start":
                self._empezar(_objeto(evento.get("message")))
            case "content_block_start":
                self._abrir(_indice(evento), _objeto(evento.get("content_block")))
            case "content_block_delta":
                return self._anadir(_indice(evento), _objeto(evento.get("delta")))
            case "content_block_stop":
                return _marcas(self._bloques.get(_indice(evento), {}))
            case "message_delta":
                self._cerrar(evento)
            case "message_stop":
                self._terminado = True
            case _:
                pass
        return ""

    def respuesta(self) -> Respuesta:
        """La respuesta entera. Errores: `StreamCortado` si falta el final, `FormaInesperada` si no tiene forma."""
        if self._mensaje is None or not self._terminado:
            raise StreamCortado("sin message_stop")
        ultimo = max(self._bloques, default=-1)
        contenido = [self._acabado(i, i == ultimo) for i in sorted(self._bloques)]
        return Respuesta(contenido, self._parada, _uso(self._mensaje["usage"]), str(self._mensaje.get("model", "")))

    def _empezar(self, mensaje: dict[str, Any]) -> None:
        if self._mensaje is not None:
            raise FormaInesperada("dos message_start")
        self._mensaje = {**mensaje, "usage": dict(_objeto(mensaje.get("usage") or {}))}
        if isinstance(mensaje.get("stop_reason"), str):
            self._parada = mensaje["stop_reason"]

    def _abrir(self, indice: int, bloque: Bloque) -> None:
        if self._mensaje is None or indice in self._bloques or not isinstance(bloque.get("type"), str):
            raise FormaInesperada("content_block_start fuera de sitio")
        identidad = (bloque.get("id"), bloque.get("name"))
        if bloque["type"] == "tool_use" and not all(isinstance(c, str) and c for c in identidad):
            raise FormaInesperada("tool_use sin id o sin nombre")
        self._bloques[indice] = dict(bloque)

    def _anadir(self, indice: int, delta: dict[str, Any]) -> str:
        bloque = self._bloques.get(indice)
        if bloque is None:
            raise FormaInesperada("content_block_delta sin su bloque")
        match delta.get("type"):
            case "text_delta":
                bloque["text"] = _texto(bloque, "text") + _texto(delta, "text")
                return _texto(delta, "text")
            case "input_json_delta":
                self._json[indice] = self._json.get(indice, "") + _texto(delta, "partial_json")
            case "thinking_delta":
                bloque["thinking"] = _texto(bloque, "thinking") + _texto(delta, "thinking")
            case "signature_delta":
                bloque["signature"] = _texto(bloque, "signature") + _texto(delta, "signature")
            case "citations_delta":
                previas = bloque.get("citations")
                bloque["citations"] = [*(previas if isinstance(previas, list) else []), delta.get("citation")]
            case _:
                pass
        return ""

    def _cerrar(self, evento: dict[str, Any]) -> None:
        if self._mensaje is None:
            raise FormaInesperada("message_delta sin message_start")
        parada = _objeto(evento.get("delta") or {}).get("stop_reason")
        if isinstance(parada, str):
            self._parada = parada
        nuevo = _objeto(evento.get("usage") or {})
        self._mensaje["usage"].update({k: v for k, v in nuevo.items() if v is not None})

    def _acabado(self, indice: int, ultimo: bool) -> Bloque:
        bloque = self._bloques[indice]
        if bloque["type"] == "text":
            return {**bloque, "text": _texto(bloque, "text")}
        if bloque["type"] not in ("tool_use", "server_tool_use"):
            return bloque
        parcial = self._json.get(indice, "")
        if not parcial.strip():
            recibida = bloque.get("input")
            agotada = ultimo and self._parada in _AGOTADO and not recibida
            return {**bloque, "input": {ENTRADA_CORTADA: ""} if agotada else _objeto(recibida or {})}
        try:
            return {**bloque, "input": _objeto(leer_json(parcial))}
        except FormaInesperada:
            return {**bloque, "input": {ENTRADA_CORTADA: parcial}}


def _marcas(bloque: Bloque) -> str:
    """« [3]», por cada número que lleven los títulos de sus citas y no esté ya en el texto."""
    citas = bloque.get("citations")
    titulos = [str(c.get("title") or "") for c in citas if isinstance(c, dict)] if isinstance(citas, list) else []
    numeros = dict.fromkeys(m[1] for titulo in titulos if (m := _NUMERO.match(titulo)))
    marcas = "".join(f"[{n}]" for n in numeros if f"[{n}]" not in _texto(bloque, "text"))
    return f" {marcas}" if marcas else ""


def _objeto(valor: Any) -> dict[str, Any]:
    if not isinstance(valor, dict):
        raise FormaInesperada("se esperaba un objeto")
    return valor


def _texto(objeto: dict[str, Any], campo: str) -> str:
    """Un campo de texto; lo que falte o no lo sea cuenta como vacío."""
    valor = objeto.get(campo)
    return valor if isinstance(valor, str) else ""


def _indice(evento: dict[str, Any]) -> int:
    indice = evento.get("index")
    if not isinstance(indice, int):
        raise FormaInesperada("un bloque sin índice")
    return indice


def _entero(valor: Any) -> int:
    return valor if isinstance(valor, int) and not isinstance(valor, bool) and valor > 0 else 0


def _uso(uso: dict[str, Any]) -> Uso:
    """La entrada cuenta también lo leído y lo escrito en la caché de prompts."""
    claves = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    return Uso(sum(_entero(uso.get(c)) for c in claves), _entero(uso.get("output_tokens")))
