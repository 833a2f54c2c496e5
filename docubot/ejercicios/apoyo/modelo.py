"""Una llamada al modelo, anotada en la traza del ejercicio."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from docubot.ejercicios.alumno import Alumno
from docubot.tipos import Bloque, Fragmento, Mensaje, Modelo, Peticion, Respuesta, Uso


def abrir(alumno: Alumno, perfil: str = "prudente") -> Modelo:
    """El modelo con el que se comprueba: el local, o el de verdad si se pidió con clave."""
    from docubot import modelos

    if alumno.proveedor == "local":
        return modelos.abrir_local(perfil)
    from docubot.configuracion import cargar

    return modelos.abrir(cargar({"proveedor": alumno.proveedor}))


def pedir(
    alumno: Alumno,
    pregunta: str | list[Mensaje],
    herramientas: Sequence[Mapping[str, Any]] = (),
    *,
    system: str = "",
    tool_choice: Mapping[str, Any] | None = None,
    perfil: str = "prudente",
) -> Respuesta:
    """Una llamada suelta: la respuesta completa."""
    mensajes = [{"role": "user", "content": pregunta}] if isinstance(pregunta, str) else pregunta
    definiciones = [copy.deepcopy(dict(h)) for h in herramientas]
    peticion = Peticion(system, mensajes, definiciones, tool_choice)
    return consumir(ModeloAnotado(abrir(alumno, perfil), alumno), peticion)


def consumir(modelo: Modelo, peticion: Peticion) -> Respuesta:
    """La `Respuesta` con la que acaba una llamada."""
    ultima = None
    for algo in modelo.responder(peticion):
        ultima = algo
    assert isinstance(ultima, Respuesta), "un modelo entrega siempre una Respuesta al final"
    return ultima


class ModeloAnotado:
    """Un modelo que deja en la traza cada petición y cada respuesta."""

    def __init__(self, interior: Modelo, alumno: Alumno) -> None:
        self._interior = interior
        self._alumno = alumno
        self.peticiones: list[Peticion] = []

    @property
    def proveedor(self) -> str:
        """El del modelo de dentro."""
        return self._interior.proveedor

    @property
    def nombre(self) -> str:
        """El del modelo de dentro."""
        return self._interior.nombre

    def responder(self, peticion: Peticion) -> Iterator[Fragmento | Respuesta]:
        """Lo mismo que el de dentro, anotado."""
        self.peticiones.append(copy.deepcopy(peticion))
        numero = len(self.peticiones)
        self._alumno.anota(
            "peticion_modelo",
            llamada=numero,
            herramientas=[t.get("name") for t in peticion.tools],
            tool_choice=dict(peticion.tool_choice) if peticion.tool_choice else None,
            mensajes=len(peticion.messages),
            ultimo=copy.deepcopy(peticion.messages[-1]) if peticion.messages else None,
        )
        for algo in self._interior.responder(peticion):
            if isinstance(algo, Respuesta):
                self._alumno.anota(
                    "respuesta_modelo", llamada=numero, content=algo.content, stop_reason=algo.stop_reason
                )
            yield algo


@dataclass(frozen=True, slots=True)
class ModeloDeFuncion:
    """Un modelo que contesta lo que diga una función: para provocar respuestas que el local no daría."""

    contestar: Callable[[Peticion], list[Bloque]]

    @property
    def proveedor(self) -> str:
        """Dice que no es un modelo."""
        return "guion"

    @property
    def nombre(self) -> str:
        """Dice que no es un modelo."""
        return "guion del ejercicio"

    def responder(self, peticion: Peticion) -> Iterator[Fragmento | Respuesta]:
        """Los bloques de la función, con su `stop_reason`."""
        contenido = copy.deepcopy(self.contestar(peticion))
        parada = "tool_use" if any(b["type"] == "tool_use" for b in contenido) else "end_turn"
        yield Respuesta(contenido, parada, Uso(10, 5), self.nombre)
