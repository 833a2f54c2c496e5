"""Las comprobaciones de turnos (`tool_use` y `tool_result`), prefill y herramientas, como las de `comprobar_forma`."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final

from docubot.servidores.simulador.comprobar_forma import Huecos
from docubot.servidores.simulador.recibida import Recibida, Turno

_NOMBRE: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ELECCIONES: Final = ("auto", "any", "tool", "none")


def _fuera_de_su_rol(r: Recibida, tipo: str, rol: str) -> Huecos | None:
    for turno in r.turnos:
        if turno.rol != rol and (malos := turno.de_tipo(tipo)):
            return {"i": malos[0][0].split(".")[1]}
    return None


def tool_use_fuera_de_assistant(r: Recibida) -> Huecos | None:
    return _fuera_de_su_rol(r, "tool_use", "assistant")


def tool_result_fuera_de_user(r: Recibida) -> Huecos | None:
    return _fuera_de_su_rol(r, "tool_result", "user")


def id_de_tool_use_repetido(r: Recibida) -> Huecos | None:
    vistos: set[str] = set()
    for donde, bloque in r.bloques:
        if bloque["type"] == "tool_use":
            if bloque["id"] in vistos:
                return {"donde": donde}
            vistos.add(bloque["id"])
    return None


def _ids(turno: Turno, tipo: str, campo: str) -> list[Any]:
    return [bloque.get(campo) for _, bloque in turno.de_tipo(tipo)]


def tool_result_desconocido(r: Recibida) -> Huecos | None:
    anteriores: list[Any] = []
    for turno in r.turnos:
        for donde, bloque in turno.de_tipo("tool_result"):
            if bloque.get("tool_use_id") not in anteriores:
                return {"donde": donde, "id": bloque.get("tool_use_id")}
        anteriores = _ids(turno, "tool_use", "id")
    return None


def tool_result_repetido(r: Recibida) -> Huecos | None:
    for turno in r.turnos:
        vistos: set[Any] = set()
        for donde, bloque in turno.de_tipo("tool_result"):
            if bloque["tool_use_id"] in vistos:
                return {"donde": donde, "id": bloque["tool_use_id"]}
            vistos.add(bloque["tool_use_id"])
    return None


def tool_use_sin_resultado(r: Recibida) -> Huecos | None:
    for turno, siguiente in zip(r.turnos, [*r.turnos[1:], None], strict=True):
        pedidos = _ids(turno, "tool_use", "id")
        contestados = _ids(siguiente, "tool_result", "tool_use_id") if siguiente else []
        if faltan := [str(id) for id in pedidos if id not in contestados]:
            return {"i": turno.indice, "ids": ", ".join(faltan)}
    return None


def resultado_tras_otro_bloque(r: Recibida) -> Huecos | None:
    for previo, turno in zip(r.turnos, r.turnos[1:], strict=False):
        tipos = [bloque["type"] for _, bloque in turno.bloques]
        otro = next((n for n, tipo in enumerate(tipos) if tipo != "tool_result"), len(tipos))
        if tardios := [str(b["tool_use_id"]) for _, b in turno.bloques[otro:] if b["type"] == "tool_result"]:
            return {"i": previo.indice, "ids": ", ".join(tardios)}
    return None


def resultado_en_blanco(r: Recibida) -> Huecos | None:
    for _, bloque in r.bloques:
        if bloque["type"] != "tool_result":
            continue
        contenido = bloque.get("content")
        textos = [contenido] if isinstance(contenido, str) and contenido else []
        if isinstance(contenido, list):
            textos = [b.get("text", "") for b in contenido if isinstance(b, dict) and b.get("type") == "text"]
        if any(not str(texto).strip() for texto in textos):
            return {}
    return None


def resultado_de_otro_tipo(r: Recibida) -> Huecos | None:
    for donde, bloque in r.bloques:
        if bloque["type"] == "tool_result" and not isinstance(bloque.get("content"), str | list | None):
            return {"donde": donde}
    return None


def prefill_acabado_en_blanco(r: Recibida) -> Huecos | None:
    ultimo = r.turnos[-1]
    if ultimo.rol != "assistant" or not ultimo.bloques:
        return None
    texto = str(ultimo.bloques[-1][1].get("text", ""))
    return {} if texto != texto.rstrip() else None


def _propias(r: Recibida) -> list[tuple[int, dict[str, Any]]]:
    """Las herramientas de quien llama, no las del servidor (que llevan un `type` suyo)."""
    return [
        (n, h) for n, h in enumerate(r.herramientas) if not isinstance(h, dict) or h.get("type") in (None, "custom")
    ]


def herramienta_sin_nombre_legal(r: Recibida) -> Huecos | None:
    for n, herramienta in _propias(r):
        nombre = herramienta.get("name") if isinstance(herramienta, dict) else None
        if not isinstance(nombre, str) or not _NOMBRE.fullmatch(nombre):
            return {"n": n}
    return None


def herramienta_repetida(r: Recibida) -> Huecos | None:
    veces = Counter(str(h.get("name")) for h in r.herramientas)
    return {} if any(n > 1 for n in veces.values()) else None


def sin_input_schema(r: Recibida) -> Huecos | None:
    return next(({"n": n} for n, h in _propias(r) if not isinstance(h.get("input_schema"), dict)), None)


def input_schema_no_es_object(r: Recibida) -> Huecos | None:
    return next(({"n": n} for n, h in _propias(r) if h["input_schema"].get("type") != "object"), None)


def eleccion_desconocida(r: Recibida) -> Huecos | None:
    eleccion = r.datos.get("tool_choice")
    if eleccion is None:
        return None
    tipo = eleccion.get("type") if isinstance(eleccion, dict) else None
    return None if tipo in _ELECCIONES else {"tipo": tipo}


def eleccion_sin_herramientas(r: Recibida) -> Huecos | None:
    return {} if r.datos.get("tool_choice") and not r.herramientas else None


def eleccion_de_otra_herramienta(r: Recibida) -> Huecos | None:
    eleccion = r.datos.get("tool_choice") or {}
    if eleccion.get("type") != "tool" or eleccion.get("name") in [h.get("name") for h in r.herramientas]:
        return None
    return {"nombre": eleccion.get("name")}
