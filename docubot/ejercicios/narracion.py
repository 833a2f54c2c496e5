"""La traza contada: quién hizo qué, una línea por paso."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from docubot.ejercicios.rotulos import rotulo
from docubot.tipos import Idioma

MAXIMO: Final = 280
"""Caracteres de un resultado o un cuerpo en la narración."""


@dataclass(frozen=True, slots=True)
class Linea:
    """Un paso: quién lo da y qué hace."""

    quien: Literal["persona", "modelo", "codigo", "api"]
    texto: str


def narrar(traza: Sequence[dict[str, Any]], idioma: Idioma) -> list[Linea]:
    """Los pasos de una traza, en orden."""
    return [linea for suceso in traza for linea in _lineas(suceso, idioma)]


def _lineas(suceso: dict[str, Any], idioma: Idioma) -> Iterator[Linea]:
    match suceso:
        case {"tipo": "turno_abierto", "pregunta": str() as pregunta}:
            yield Linea("persona", pregunta)
        case {"tipo": "peticion_modelo"}:
            yield from _peticion(suceso, idioma)
        case {"tipo": "respuesta_modelo", "content": list() as contenido}:
            yield from _respuesta(contenido, idioma)
        case {"tipo": "resultado_herramienta", "contenido": contenido, "es_error": es_error, "nombre": nombre}:
            clave = "falla" if es_error else "ejecuta"
            yield Linea("codigo", rotulo(clave, idioma, nombre=nombre, resultado=_breve(contenido)))
        case {"tipo": "http", "metodo": metodo, "ruta": ruta, "estado": estado}:
            cuerpo = f" {_breve(suceso['cuerpo'])}" if suceso.get("cuerpo") is not None else ""
            yield Linea("api", f"{metodo} {ruta}{cuerpo} → {estado} {_breve(suceso.get('respuesta'))}")
        case {"tipo": "rechazo_api", "estado": estado, "mensaje": mensaje}:
            yield Linea("api", rotulo("rechaza", idioma, estado=estado, mensaje=_breve(mensaje)))
        case _:
            return


def _peticion(suceso: dict[str, Any], idioma: Idioma) -> Iterator[Linea]:
    if (dicho := _pregunta(suceso.get("ultimo"))) is not None:
        yield Linea("persona", dicho)
    cuantos = suceso.get("mensajes", 0)
    texto = rotulo("envia_1" if cuantos == 1 else "envia", idioma, n=cuantos)
    if suceso.get("herramientas"):
        texto += rotulo("ofrece", idioma, herramientas=", ".join(map(str, suceso["herramientas"])))
    if suceso.get("tool_choice"):
        texto += f" · tool_choice {_breve(suceso['tool_choice'])}"
    yield Linea("codigo", texto)


def _pregunta(mensaje: Any) -> str | None:
    """El texto de un mensaje de la persona; None si son resultados."""
    contenido = mensaje.get("content") if isinstance(mensaje, dict) and mensaje.get("role") == "user" else None
    if isinstance(contenido, str):
        return _breve(contenido)
    if (
        isinstance(contenido, list)
        and contenido
        and all(isinstance(b, dict) and b.get("type") == "text" for b in contenido)
    ):
        return _breve(" ".join(str(b.get("text", "")) for b in contenido))
    return None


def _respuesta(contenido: list[Any], idioma: Idioma) -> Iterator[Linea]:
    for bloque in contenido:
        match bloque:
            case {"type": "tool_use", "name": nombre, "input": entrada}:
                yield Linea("modelo", rotulo("pide", idioma, nombre=nombre, entrada=_breve(entrada)))
            case {"type": "text", "text": str() as texto} if texto.strip():
                yield Linea("modelo", texto.strip())
            case _:
                continue


def _breve(valor: Any) -> str:
    texto = valor if isinstance(valor, str) else json.dumps(valor, ensure_ascii=False, default=repr)
    texto = " ".join(texto.split())
    return texto if len(texto) <= MAXIMO else texto[:MAXIMO] + "…"
