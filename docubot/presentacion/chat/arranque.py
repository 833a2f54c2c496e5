"""Abre un chat: la sesión, la entrada y lo que se calienta mientras la persona escribe."""

from __future__ import annotations

import threading
from typing import Final

from docubot import modelos, sesiones
from docubot.configuracion import Configuracion
from docubot.presentacion import consola
from docubot.presentacion.chat import entrada
from docubot.presentacion.chat.charla import Charla, conversar, saludar, sugerencias
from docubot.presentacion.chat.pantalla import Pantalla

NOMBRE_LOCAL: Final = "modelo local (sin LLM)"
"""El de `modelos.local.modelo`, sin importarlo antes del primer indicador."""

PAUSA_ANTES_DE_CALENTAR: Final = 0.05
"""Segundos: el indicador sale antes de que nadie compita por el procesador."""


def abrir(ajustes: Configuracion, *, continuar: bool, sesion: str | None) -> int:
    """Conversa hasta que la persona se va y da el código de salida. Errores: los de la sesión y el modelo."""
    proveedor, nombre = _quien(ajustes)
    reanudada = continuar or sesion is not None
    abierta = (
        sesiones.reanudar(ajustes, sesion, proveedor, nombre)
        if reanudada
        else sesiones.nueva(ajustes, proveedor, nombre)
    )
    charla = Charla(ajustes, abierta, Pantalla())
    try:
        saludar(charla, nombre if proveedor == "local" else f"{proveedor} · {nombre}", reanudada=reanudada)
        teclado = entrada.abrir(
            ajustes.datos / "historial", lambda antes: sugerencias(charla, antes), lambda: _calentar(charla)
        )
        return conversar(charla, teclado)
    finally:
        charla.sesion.cerrar()
        _despedir(charla)


def _quien(ajustes: Configuracion) -> tuple[str, str]:
    """El proveedor y el modelo. Uno remoto se abre ya, para decir ahora lo que falte; el local, cuando haga falta."""
    pedido = ajustes.proveedor.strip().lower()
    proveedor = modelos.elegir(ajustes) if pedido == "auto" else pedido
    if proveedor == "local":
        return proveedor, NOMBRE_LOCAL
    modelo = modelos.abrir(ajustes)
    return modelo.proveedor, modelo.nombre


def _calentar(charla: Charla) -> None:
    hilo = threading.Timer(PAUSA_ANTES_DE_CALENTAR, charla.calentar)
    hilo.daemon = True
    hilo.start()


def _despedir(charla: Charla) -> None:
    if charla.sesion.diario.turnos:
        consola.decir_discreto(f"Para seguir: docubot chat --sesion {charla.sesion.id}")
