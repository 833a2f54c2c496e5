"""Piezas que comparten las pruebas del agente: un registro pequeño, un equipo con guion y conversaciones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from docubot import prompts
from docubot.conversacion import Conversacion
from docubot.diario import Diario
from docubot.ejecucion import Ejecutor
from docubot.errores import ProyectoNoEncontrado
from docubot.modelos.reintentos import PoliticaReintentos
from docubot.presupuesto import Limites
from docubot.registro import Registro
from docubot.tipos import Modelo
from docubot.turno import Equipo, Suceso


def registro_de_prueba() -> Registro:
    """Tres herramientas: una que suma tareas, una que falla de lo previsto y una con un fallo nuestro."""
    registro = Registro()

    @registro.herramienta
    def tareas(contexto: Any, nombre: Annotated[str, "el proyecto"]) -> dict[str, Any]:
        """Da las tareas de un proyecto."""
        if nombre == "Zafiro":
            raise ProyectoNoEncontrado("No existe ningún proyecto llamado «Zafiro». Proyectos disponibles: Atlas.")
        return {"nombre": nombre, "abiertas": 42}

    @registro.herramienta
    def nada(contexto: Any) -> str:
        """Devuelve un texto vacío."""
        return "\n"

    @registro.herramienta
    def rota(contexto: Any) -> str:
        """Tiene un fallo nuestro."""
        raise ZeroDivisionError("clave sk-secreta-0123456789abcdef")

    return registro


def equipo_con(
    modelo: Modelo,
    registro: Registro | None = None,
    limites: Limites | None = None,
    contar: Callable[[Suceso], None] = lambda _: None,
) -> Equipo:
    """Un equipo con ese modelo, sin esperas entre reintentos."""
    prompt = prompts.cargar("system_agente")
    return Equipo(
        modelo=modelo,
        ejecutor=Ejecutor(registro or registro_de_prueba(), None),
        prompt=prompt,
        system="Eres DocuBot.",
        limites=limites or Limites(),
        reintentos=PoliticaReintentos(intentos=4, espera_base=0.0),
        contar=contar,
    )


def conversacion_en(carpeta: Path) -> Conversacion:
    """Una conversación nueva con su diario en `carpeta`."""
    return Conversacion(Diario(carpeta))
