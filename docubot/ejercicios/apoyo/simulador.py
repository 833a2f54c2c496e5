"""El SDK de verdad contra el simulador: valida como la API real y deja en la traza lo que llegó."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo.modelo import ModeloAnotado, abrir
from docubot.ejercicios.veredicto import Fallo
from docubot.errores import ErrorDocuBot
from docubot.servidores.simulador.reglas import validar
from docubot.servidores.simulador.servidor import SimuladorEnHilo
from docubot.tipos import Fragmento, Mensaje, Modelo, Peticion, Respuesta

CLAVE: Final = "sk-ant-curso-sin-valor"


@dataclass(frozen=True, slots=True)
class Recibido:
    """Una petición a la Messages API: su cuerpo y, si se rechazó, por qué."""

    cuerpo: dict[str, Any]
    rechazo: str | None

    @property
    def mensajes(self) -> list[Mensaje]:
        """Los mensajes que traía."""
        return list(self.cuerpo.get("messages") or [])


class Simulado:
    """Un simulador en marcha, visto desde una comprobación."""

    def __init__(self, servidor: SimuladorEnHilo, alumno: Alumno) -> None:
        self._servidor = servidor
        self._alumno = alumno
        self._contados = 0
        self.averia: ErrorDocuBot | None = None

    @property
    def recibidos(self) -> list[Recibido]:
        """Todo lo que llegó, en orden, con su rechazo."""
        salida = []
        for recibida in list(self._servidor.recibidas):
            incumplida = validar(recibida)
            cuerpo = recibida.datos if isinstance(recibida.datos, dict) else {}
            salida.append(Recibido(cuerpo, incumplida.mensaje if incumplida else None))
        return salida

    def llamar(self, funcion: Callable[..., Any], *a: Any) -> Any:
        """Llama a código de la persona; si falla porque la API rechazó lo que envió, se explica con ese rechazo."""
        try:
            return self._alumno.llamar(funcion, *a)
        except Fallo as fallo:
            recibidos = self.recibidos
            if self.averia is not None:
                raise Fallo("modelo-falla", mensaje=self.averia.mensaje) from None
            if fallo.clave == "excepcion" and recibidos and recibidos[-1].rechazo:
                raise Fallo("rechazada", linea=fallo.linea, mensaje=recibidos[-1].rechazo) from None
            raise

    def contar_rechazos(self) -> None:
        """Anota en la traza los rechazos que aún no están."""
        recibidos = self.recibidos
        for recibido in recibidos[self._contados :]:
            if recibido.rechazo:
                self._alumno.anota("rechazo_api", estado=400, mensaje=recibido.rechazo, mensajes=len(recibido.mensajes))
        self._contados = len(recibidos)


class _Respaldo:
    """El modelo que contesta: antes de cada respuesta se anotan los rechazos anteriores."""

    def __init__(self, interior: ModeloAnotado) -> None:
        self._interior = interior
        self.simulado: Simulado | None = None

    @property
    def proveedor(self) -> str:
        return self._interior.proveedor

    @property
    def nombre(self) -> str:
        return self._interior.nombre

    def responder(self, peticion: Peticion) -> Iterator[Fragmento | Respuesta]:
        if self.simulado is not None:
            self.simulado.contar_rechazos()
        try:
            yield from self._interior.responder(peticion)
        except ErrorDocuBot as error:
            if self.simulado is not None:
                self.simulado.averia = error
            raise


@contextmanager
def simulador(alumno: Alumno, modelo: Modelo | None = None) -> Iterator[Simulado]:
    """Un simulador en un puerto libre; `anthropic.Anthropic()` habla con él sin configurar nada."""
    respaldo = _Respaldo(ModeloAnotado(modelo or abrir(alumno), alumno))
    antes = {n: os.environ.get(n) for n in ("ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY")}
    with SimuladorEnHilo(respaldo) as servidor:
        simulado = Simulado(servidor, alumno)
        respaldo.simulado = simulado
        os.environ.update(ANTHROPIC_BASE_URL=servidor.url, ANTHROPIC_API_KEY=CLAVE)
        try:
            yield simulado
        finally:
            simulado.contar_rechazos()
            for nombre, valor in antes.items():
                if valor is None:
                    os.environ.pop(nombre, None)
                else:
                    os.environ[nombre] = valor
