"""La última limpieza antes de enviar: lo que la Messages API rechazaría, arreglado sin perder nada visible. Pura.

Un texto en blanco lo devuelve a veces la propia API y luego no lo admite de vuelta; una herramienta puede devolver
«nada»; un prefill no puede acabar en blanco; JSON en UTF-8 no admite sustitutos sueltos (`\\ud800`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from docubot.tipos import Bloque, Mensaje

SIN_CONTENIDO: Final = "(sin contenido)"
SIN_RESULTADO: Final = "(sin resultado)"
_SUSTITUTO: Final = re.compile("[\ud800-\udfff]")


def limpiar_mensajes(mensajes: Sequence[Mensaje]) -> list[Mensaje]:
    """Los mensajes sin textos en blanco, con los turnos seguidos del mismo rol unidos y sin prefill acabado en blanco.

    Ningún `tool_use` ni `tool_result` desaparece. No cambia lo que recibe.
    """
    limpios = [limpio for mensaje in mensajes if (limpio := _mensaje(mensaje)) is not None]
    return _sin_cola_en_blanco(_unir_seguidos(limpios))


def sin_sustitutos(valor: Any) -> Any:
    """El mismo valor JSON con cada sustituto suelto cambiado por U+FFFD."""
    if isinstance(valor, str):
        return _SUSTITUTO.sub("\ufffd", valor)
    if isinstance(valor, dict):
        return {sin_sustitutos(k): sin_sustitutos(v) for k, v in valor.items()}
    if isinstance(valor, list | tuple):
        return [sin_sustitutos(v) for v in valor]
    return valor


def _en_blanco(texto: object) -> bool:
    return isinstance(texto, str) and not texto.strip()


def _mensaje(mensaje: Mensaje) -> Mensaje | None:
    contenido = mensaje.get("content")
    bloques = [{"type": "text", "text": contenido}] if isinstance(contenido, str) else list(contenido or [])
    bloques = [limpio for bloque in bloques if (limpio := _bloque(bloque)) is not None]
    if bloques:
        return {**mensaje, "content": bloques if not isinstance(contenido, str) else contenido}
    return {**mensaje, "content": SIN_CONTENIDO} if mensaje.get("role") == "user" else None


def _bloque(bloque: Bloque) -> Bloque | None:
    match bloque.get("type"):
        case "text":
            return None if _en_blanco(bloque.get("text", "")) else bloque
        case "search_result":
            textos = _no_vacios(bloque.get("content") or [])
            return {**bloque, "content": textos} if textos else None
        case "tool_result":
            return {**bloque, "content": _de_resultado(bloque.get("content"))}
        case _:
            return bloque


def _no_vacios(bloques: Sequence[Bloque]) -> list[Bloque]:
    return [limpio for bloque in bloques if (limpio := _bloque(bloque)) is not None]


def _de_resultado(contenido: Any) -> Any:
    if contenido is None or _en_blanco(contenido):
        return SIN_RESULTADO
    if isinstance(contenido, str):
        return contenido
    return _no_vacios(contenido) or SIN_RESULTADO


def _como_bloques(contenido: Any) -> list[Bloque]:
    return [{"type": "text", "text": contenido}] if isinstance(contenido, str) else list(contenido)


def _unir_seguidos(mensajes: list[Mensaje]) -> list[Mensaje]:
    unidos: list[Mensaje] = []
    for mensaje in mensajes:
        if unidos and unidos[-1].get("role") == mensaje.get("role"):
            juntos = _como_bloques(unidos[-1]["content"]) + _como_bloques(mensaje["content"])
            unidos[-1] = {**unidos[-1], "content": juntos}
        else:
            unidos.append(mensaje)
    return unidos


def _sin_cola_en_blanco(mensajes: list[Mensaje]) -> list[Mensaje]:
    if not mensajes or mensajes[-1].get("role") != "assistant":
        return mensajes
    ultimo = mensajes[-1]
    contenido = ultimo["content"]
    if isinstance(contenido, str):
        return [*mensajes[:-1], {**ultimo, "content": contenido.rstrip()}]
    if contenido[-1].get("type") != "text":
        return mensajes
    final = {**contenido[-1], "text": str(contenido[-1]["text"]).rstrip()}
    return [*mensajes[:-1], {**ultimo, "content": [*contenido[:-1], final]}]
