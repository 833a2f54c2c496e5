"""Modelos de mentira y casos pequeños para probar las medidas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from docubot.evaluacion.preguntas import Caso, caso_de
from docubot.tipos import Fragmento, Peticion, Respuesta, Uso

Contestar = Callable[[Peticion], list[dict[str, Any]]]


class ModeloDePega:
    """Contesta lo que diga una función de la petición."""

    proveedor = "pega"
    nombre = "modelo de pega"

    def __init__(self, contestar: Contestar) -> None:
        self._contestar = contestar
        self.peticiones: list[Peticion] = []

    def responder(self, peticion: Peticion) -> Iterator[Fragmento | Respuesta]:
        """Una respuesta de una vez."""
        self.peticiones.append(peticion)
        bloques = self._contestar(peticion)
        motivo = "tool_use" if any(b["type"] == "tool_use" for b in bloques) else "end_turn"
        yield Respuesta(bloques, motivo, Uso(1, 1), self.nombre)


def texto(dicho: str) -> dict[str, Any]:
    """Un bloque de texto."""
    return {"type": "text", "text": dicho}


def llamada(nombre: str, entrada: Mapping[str, Any], identificador: str = "t1") -> dict[str, Any]:
    """Un bloque `tool_use`."""
    return {"type": "tool_use", "id": identificador, "name": nombre, "input": dict(entrada)}


def caso(pregunta: str, **cambios: Any) -> Caso:
    """Un caso de tipo `api` en español, sin exigencias salvo las que se digan."""
    fila = {"id": "x-1", "idioma": "es", "tipo": "api", "pregunta": pregunta, "herramientas": [], "contiene": []}
    return caso_de(fila | cambios)
