"""La sesión de vigilancia: qué ejercicio está abierto y qué hace cada tecla. No sabe de terminales."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from docubot.ejercicios import carpeta as carpetas
from docubot.ejercicios.catalogo import Ejercicio
from docubot.ejercicios.curso import Curso
from docubot.ejercicios.veredicto import Veredicto

Vista: TypeAlias = Literal["veredicto", "pista", "lista", "traza", "solucion"]

TECLAS: Final = "npltsrq"
"""siguiente, pista, lista, traza, solución, reiniciar y salir."""

PARA_SALIR: Final = ("q", "\x03", "\x04")
"""q, Ctrl-C y Ctrl-D."""


@dataclass(frozen=True, slots=True)
class Seguir:
    """Hay que volver a pintar; `comprobar`, después de comprobar."""

    comprobar: bool = False


@dataclass(frozen=True, slots=True)
class Salir:
    """Se acabó la sesión."""


class Sesion:
    """Lo que se ve en la vigilancia y lo que cambia con cada tecla.

    `aviso` es la clave de un rótulo; `armada`, la tecla que hay que repetir para confirmar.
    """

    def __init__(self, curso: Curso) -> None:
        self.curso = curso
        self.ejercicio: Ejercicio = curso.elegir(None)
        self.vista: Vista = "veredicto"
        self.veredicto: Veredicto | None = None
        self.aviso: tuple[str, dict[str, object]] | None = None
        self.pistas_vistas = 0
        self._armada = ""
        self._abrir(self.ejercicio)

    @property
    def carpeta(self) -> Path:
        """La del ejercicio abierto."""
        return carpetas.de(self.ejercicio, self.curso.carpeta)

    def comprobar(self, cancelada: Callable[[], bool] = lambda: False) -> None:
        """Comprueba el ejercicio abierto y vuelve a su veredicto. Error: `Cancelada`, y todo sigue como estaba."""
        self.veredicto = self.curso.comprobar(self.ejercicio, cancelada)
        self.vista = "veredicto"
        self._armada = ""
        resuelto = self.veredicto.aprobado
        self.aviso = ("fin" if self.curso.siguiente() is None else "sigue", {}) if resuelto else None

    def tecla(self, tecla: str) -> Seguir | Salir:
        """Lo que hace una tecla. Saltar, ver la solución sin resolver y reiniciar piden repetirla."""
        pulsada = tecla.lower()
        confirmada, self._armada = self._armada == pulsada, ""
        self.aviso = None
        match pulsada:
            case _ if pulsada in PARA_SALIR:
                return Salir()
            case "n":
                return self._siguiente(confirmada)
            case "p":
                self._pista()
            case "l":
                self.vista = "lista"
            case "t":
                self.vista = "traza"
            case "s":
                self._solucion(confirmada)
            case "r":
                return self._reiniciar(confirmada)
            case _:
                self.vista = "veredicto"
        return Seguir()

    def _siguiente(self, confirmada: bool) -> Seguir:
        if not self.curso.resuelto(self.ejercicio) and not confirmada:
            self._armar("n", "aun_no")
            return Seguir()
        siguiente = self.curso.siguiente(tras=self.ejercicio)
        if siguiente is None:
            self.aviso = ("fin", {})
            return Seguir()
        self._abrir(siguiente)
        return Seguir(comprobar=True)

    def _abrir(self, ejercicio: Ejercicio) -> None:
        self.ejercicio, self.veredicto, self.vista = ejercicio, None, "veredicto"
        self.pistas_vistas = 0
        self.curso.empezar(ejercicio)

    def _pista(self) -> None:
        self.vista = "pista"
        if self.pistas_vistas == len(self.ejercicio.pistas[self.curso.idioma]):
            self.aviso = ("ultima_pista", {})
            return
        self.pistas_vistas += 1
        self.curso.dar_pista(self.ejercicio, self.pistas_vistas)

    def _solucion(self, confirmada: bool) -> None:
        if not self.curso.resuelto(self.ejercicio) and not confirmada:
            self._armar("s", "aviso_solucion")
            return
        self.curso.estado.solucion_ensenada(self.ejercicio.id)
        self.vista = "solucion"

    def _reiniciar(self, confirmada: bool) -> Seguir:
        if not confirmada:
            self._armar("r", "aviso_reiniciar", copias=carpetas.COPIAS)
            return Seguir()
        copia = self.curso.reiniciar(self.ejercicio)
        self.comprobar()
        self.aviso = ("reiniciado", {"copia": copia}) if copia else ("reiniciado_igual", {})
        return Seguir()

    def _armar(self, tecla: str, aviso: str, **huecos: object) -> None:
        self._armada, self.aviso = tecla, (aviso, huecos)
