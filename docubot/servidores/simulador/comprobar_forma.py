"""Las comprobaciones de cabeceras, campos y bloques. Cada una devuelve los huecos del mensaje de su regla, o `None`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from docubot.servidores.simulador.recibida import Recibida

Huecos: TypeAlias = Mapping[str, object]
Comprobacion: TypeAlias = Callable[[Recibida], Huecos | None]

VERSION_NUEVA: Final = "2026-10-21"
VERSIONES: Final = ("2023-06-01", VERSION_NUEVA)
MAXIMO_BYTES: Final = 32 * 1024 * 1024
MUESTREO: Final = ("temperature", "top_p", "top_k")
CAMPOS: Final = (
    "model", "max_tokens", "messages", "system", "tools", "tool_choice", "stream", "stop_sequences", "metadata",
    "thinking", "cache_control", "service_tier", "container", "output_config", "diagnostics", "inference_geo", "speed",
    "context_management", "mcp_servers",
)  # fmt: skip
TIPOS_DE_BLOQUE: Final = (
    "document", "image", "redacted_thinking", "search_result", "server_tool_use", "text", "thinking", "tool_result",
    "tool_use", "web_search_tool_result",
)  # fmt: skip
_ID: Final = re.compile(r"[a-zA-Z0-9_-]+")
_MODELO: Final = re.compile(r"(claude|docubot)-[a-z0-9.-]+|local")


def _si(incumple: object, **huecos: object) -> Huecos | None:
    return huecos if incumple else None


def _primero(huecos: Iterator[Huecos]) -> Huecos | None:
    return next(huecos, None)


def sin_clave(r: Recibida) -> Huecos | None:
    return _si(not r.clave)


def sin_version(r: Recibida) -> Huecos | None:
    return _si(not r.version)


def version_desconocida(r: Recibida) -> Huecos | None:
    return _si(r.version not in VERSIONES, version=r.version)


def demasiado_grande(r: Recibida) -> Huecos | None:
    return _si(len(r.bruto) > MAXIMO_BYTES)


def json_ilegible(r: Recibida) -> Huecos | None:
    return _si(r.motivo_ilegible, motivo=r.motivo_ilegible)


def no_es_objeto(r: Recibida) -> Huecos | None:
    return _si(not isinstance(r.datos, dict))


def falta(campo: str) -> Comprobacion:
    """La comprobación de que un campo de primer nivel está."""
    return lambda r: _si(campo not in r.datos)


def modelo_no_es_texto(r: Recibida) -> Huecos | None:
    return _si(not isinstance(r.datos["model"], str))


def modelo_desconocido(r: Recibida) -> Huecos | None:
    return _si(not _MODELO.fullmatch(r.datos["model"]), modelo=r.datos["model"])


def max_tokens_no_es_entero(r: Recibida) -> Huecos | None:
    valor = r.datos["max_tokens"]
    return _si(not isinstance(valor, int) or isinstance(valor, bool))


def max_tokens_negativo(r: Recibida) -> Huecos | None:
    return _si(r.datos["max_tokens"] < 0)


def mensajes_no_es_lista(r: Recibida) -> Huecos | None:
    return _si(not isinstance(r.datos["messages"], list))


def sin_mensajes(r: Recibida) -> Huecos | None:
    return _si(not r.mensajes)


def muestreo_retirado(r: Recibida) -> Huecos | None:
    return _primero({"campo": c} for c in MUESTREO if c in r.datos and r.version == VERSION_NUEVA)


def campo_de_mas(r: Recibida) -> Huecos | None:
    return _primero({"campo": c} for c in r.datos if c not in CAMPOS and c not in MUESTREO)


def system_en_blanco(r: Recibida) -> Huecos | None:
    system = r.datos.get("system")
    bloques = system if isinstance(system, list) else []
    return _si(any(not isinstance(b, dict) or not str(b.get("text", "")).strip() for b in bloques))


def rol_desconocido(r: Recibida) -> Huecos | None:
    return _primero(
        {"i": i}
        for i, m in enumerate(r.mensajes)
        if not isinstance(m, dict) or m.get("role") not in ("user", "assistant")
    )


def sin_contenido(r: Recibida) -> Huecos | None:
    return _primero({"i": i} for i, m in enumerate(r.mensajes) if "content" not in m)


def contenido_no_es_lista(r: Recibida) -> Huecos | None:
    return _primero({"i": i} for i, m in enumerate(r.mensajes) if not isinstance(m["content"], str | list))


def primero_no_es_user(r: Recibida) -> Huecos | None:
    return _si(r.mensajes[0]["role"] != "user")


def bloque_desconocido(r: Recibida) -> Huecos | None:
    for i, mensaje in enumerate(r.mensajes):
        for j, bloque in enumerate(mensaje["content"] if isinstance(mensaje["content"], list) else []):
            tipo = bloque.get("type") if isinstance(bloque, dict) else None
            if tipo not in TIPOS_DE_BLOQUE:
                esperados = ", ".join(f"'{t}'" for t in TIPOS_DE_BLOQUE)
                return {"donde": f"messages.{i}.content.{j}", "tipo": tipo, "esperados": esperados}
    return None


def contenido_vacio(r: Recibida) -> Huecos | None:
    ultimo = len(r.mensajes) - 1
    return _primero(
        {"i": i}
        for i, m in enumerate(r.mensajes)
        if not m["content"] and not (i == ultimo and m["role"] == "assistant")
    )


def texto_vacio(r: Recibida) -> Huecos | None:
    return _si(any(b["type"] == "text" and b.get("text", "") == "" for _, b in r.bloques if not _es_cola_vacia(r, b)))


def texto_en_blanco(r: Recibida) -> Huecos | None:
    return _si(any(b["type"] == "text" and b.get("text") and not str(b["text"]).strip() for _, b in r.bloques))


def _es_cola_vacia(r: Recibida, bloque: dict[str, Any]) -> bool:
    ultimo = r.mensajes[-1]
    return bool(ultimo["role"] == "assistant" and ultimo["content"] == "" and bloque is r.bloques[-1][1])


def citas_en_texto_de_usuario(r: Recibida) -> Huecos | None:
    de_usuario = (par for turno in r.turnos if turno.rol == "user" for par in turno.de_tipo("text"))
    return _primero({"donde": d} for d, b in de_usuario if b.get("citations") and r.version == VERSION_NUEVA)


def resultado_de_busqueda_incompleto(r: Recibida) -> Huecos | None:
    return _primero(
        {"donde": f"{donde}.search_result.{campo}"}
        for donde, bloque in _con_los_de_dentro(r)
        if bloque.get("type") == "search_result"
        for campo in ("source", "title", "content")
        if not bloque.get(campo)
    )


def _con_los_de_dentro(r: Recibida) -> Iterator[tuple[str, dict[str, Any]]]:
    for donde, bloque in r.bloques:
        yield donde, bloque
        dentro = bloque.get("content")
        if bloque["type"] == "tool_result" and isinstance(dentro, list):
            yield from ((f"{donde}.tool_result.content.{k}", b) for k, b in enumerate(dentro) if isinstance(b, dict))


def id_de_tool_use_no_vale(r: Recibida) -> Huecos | None:
    usos = ((d, b.get("id")) for d, b in r.bloques if b["type"] == "tool_use")
    return _primero({"donde": d} for d, id in usos if not isinstance(id, str) or not _ID.fullmatch(id))


def entrada_no_es_objeto(r: Recibida) -> Huecos | None:
    return _primero(
        {"donde": d} for d, b in r.bloques if b["type"] == "tool_use" and not isinstance(b.get("input"), dict)
    )


def demasiadas_caches(r: Recibida) -> Huecos | None:
    total = _contar_caches(r.datos)
    return _si(total > 4, total=total)


def _contar_caches(valor: Any) -> int:
    if isinstance(valor, dict):
        return (1 if valor.get("cache_control") else 0) + sum(map(_contar_caches, valor.values()))
    return sum(map(_contar_caches, valor)) if isinstance(valor, list) else 0
