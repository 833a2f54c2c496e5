"""Abre un chat: primero el saludo y el indicador; la sesión, con la primera pregunta."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from docubot import diario
from docubot.configuracion import Configuracion
from docubot.errores import NoSePuedeCrear
from docubot.presentacion import consola
from docubot.presentacion.chat import entrada
from docubot.presentacion.chat.bucle import Estado, conversar
from docubot.presentacion.chat.motor import Motor

if TYPE_CHECKING:
    from docubot.presentacion.chat.charla import Charla

LISTA: Final = "Escribe tu pregunta. /ayuda enseña las órdenes; Ctrl-C cancela, Ctrl-D sale."


class Apertura:
    """La charla, que se abre la primera vez que alguien la pide."""

    def __init__(self, motor: Motor, abrir: Callable[[], Charla]) -> None:
        self._motor = motor
        self._abrir = abrir
        self.abierta: Charla | None = None

    def charla(self) -> Charla:
        """La charla abierta. Errores: los de abrir su sesión."""
        if self.abierta is None:
            self.abierta = self._abrir()
        return self.abierta

    def atender(self, texto: str) -> None:
        """Una orden de barra o una pregunta. Errores: los previstos, y `Salir`."""
        self.charla().atender(texto)

    def sugerir(self, antes: str) -> Iterable[tuple[str, str]]:
        """Lo que se puede completar; una orden todavía por escribir no abre nada."""
        from docubot.presentacion.chat import ordenes

        if antes.startswith("/"):
            return ordenes.sugerir(self.charla, antes)
        return ordenes.sugerir_proyectos(self._motor.proyectos, antes)


def abrir(ajustes: Configuracion, *, continuar: bool, sesion: str | None) -> int:
    """Conversa hasta que la persona se va y da el código de salida. Errores: los de la sesión y el modelo."""
    motor, estado = Motor(ajustes), Estado()
    proveedor, nombre = motor.quien()
    reanudada = continuar or sesion is not None
    identificador = sesion if reanudada else diario.nueva_sesion()

    def abrir_charla() -> Charla:
        from docubot.presentacion.chat import charla

        return charla.abrir(motor, estado, identificador, proveedor, nombre, reanudada=reanudada)

    apertura = Apertura(motor, abrir_charla)
    if not reanudada:
        _comprobar(ajustes)
    try:
        quien = nombre if proveedor == "local" else f"{proveedor} · {nombre}"
        _saludar(ajustes, quien, apertura.charla().sesion.id if reanudada else str(identificador))
        if reanudada and sys.stdout.isatty():
            apertura.charla().recordar()
        teclado = entrada.abrir(ajustes.datos / "historial", apertura.sugerir, motor.calentar)
        return conversar(apertura.atender, teclado, estado)
    finally:
        if apertura.abierta is not None:
            apertura.abierta.cerrar()


def _comprobar(ajustes: Configuracion) -> None:
    """Que se va a poder escribir el diario, dicho antes de la primera pregunta. Error: `NoSePuedeCrear`."""
    carpeta = diario.carpeta(ajustes.datos)
    try:
        carpeta.mkdir(parents=True, exist_ok=True)
        motivo = "" if os.access(carpeta, os.W_OK | os.X_OK) else "sin permiso"
    except OSError as error:
        motivo = str(error.strerror)
    if motivo:
        raise NoSePuedeCrear(f"No se puede escribir en {carpeta}: {motivo}. Elige otra carpeta con DOCUBOT_DATOS.")


def _saludar(ajustes: Configuracion, quien: str, identificador: str) -> None:
    if sys.stdin.isatty() and not sys.stdout.isatty():
        consola.decir(LISTA)
    if sys.stdout.isatty():
        consola.imprimir_discreto(f"DocuBot · {quien} · colección {ajustes.coleccion} · sesión {identificador}")
        consola.imprimir_discreto(LISTA)
