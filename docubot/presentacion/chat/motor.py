"""Con qué se responde en una charla: se arma la primera vez que hace falta, o antes, mientras la persona escribe."""

from __future__ import annotations

import importlib
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from docubot import modelos
from docubot.configuracion import Configuracion

if TYPE_CHECKING:
    from docubot.turno import Equipo

NOMBRE_LOCAL: Final = "modelo local (sin LLM)"
"""El de `modelos.local.modelo`, sin importarlo antes del primer indicador."""

PAUSA_ANTES_DE_CALENTAR: Final = 0.05
"""Segundos: el indicador sale antes de que nadie compita por el procesador."""


class Motor:
    """El equipo de los turnos y los ajustes de los que sale; se puede cambiar a media charla."""

    def __init__(self, ajustes: Configuracion) -> None:
        self.ajustes = ajustes
        self.proyectos: list[str] = []
        self._equipo: Equipo | None = None
        self._cerrojo = threading.RLock()

    def quien(self) -> tuple[str, str]:
        """El proveedor y el modelo. Uno remoto se abre ya, para decir ahora lo que falte."""
        pedido = self.ajustes.proveedor.strip().lower()
        proveedor = modelos.elegir(self.ajustes) if pedido == "auto" else pedido
        if proveedor == "local":
            return proveedor, NOMBRE_LOCAL
        modelo = modelos.abrir(self.ajustes)
        return modelo.proveedor, modelo.nombre

    def equipo(self) -> Equipo:
        """Con qué se responde. Errores: los de `armado.armar_equipo`."""
        with self._cerrojo:
            if self._equipo is None:
                self._equipo = self._armar(self.ajustes)
            return self._equipo

    def _armar(self, ajustes: Configuracion) -> Equipo:
        from docubot import armado

        return armado.armar_equipo(ajustes)

    def cambiar(self, **cambios: Any) -> Equipo:
        """Otro modelo, proveedor o colección para lo que queda. Si no vale, se queda como estaba."""
        ajustes = replace(self.ajustes, **cambios)
        equipo = self._armar(ajustes)
        with self._cerrojo:
            self.ajustes, self._equipo = ajustes, equipo
        return equipo

    def cambiar_coleccion(self, nombre: str) -> None:
        """Otra colección, que tiene que existir: se abre antes de cambiar. Errores: los de `recuperador.abrir`."""
        from docubot.rag import recuperador

        recuperador.abrir(replace(self.ajustes, coleccion=nombre), nombre)
        self.cambiar(coleccion=nombre)

    def calentar(self) -> None:
        """Deja listo, en otro hilo y sin ruido, lo que la primera respuesta va a necesitar."""
        hilo = threading.Timer(PAUSA_ANTES_DE_CALENTAR, self._calentar)
        hilo.daemon = True
        hilo.start()

    def _calentar(self) -> None:
        try:
            from docubot.presentacion import consola

            importlib.import_module("docubot.presentacion.chat.charla")
            equipo = self.equipo()
            preparar = getattr(equipo.modelo, "preparar", None)
            if preparar is not None:
                preparar()
            consola.preparar_markdown()
            contexto = equipo.ejecutor.contexto
            contexto.recuperador()
            self.proyectos = [p.nombre for p in contexto.nubelia().listar_proyectos()]
        except Exception:  # noqa: S110 (si algo falla, la primera pregunta lo dirá con su frase)
            pass
