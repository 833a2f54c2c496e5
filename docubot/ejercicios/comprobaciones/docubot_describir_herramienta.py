"""Ocho preguntas al modelo con una sola herramienta delante: cuatro suyas y cuatro que no lo son."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from docubot import prompts
from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo import agente
from docubot.ejercicios.apoyo.modelo import pedir
from docubot.registro import Registro

SUYAS: Final = (
    "¿cuántas tareas abiertas tiene Boreal?",
    "how many open tasks in Atlas?",
    "¿quién lleva Boreal?",
    "¿cuándo se entrega Atlas?",
)
AJENAS: Final = (
    "¿cómo se exporta Atlas a CSV?",
    "how do I archive Atlas?",
    "¿puedo exportar Boreal?",
    "hola, ¿qué tal?",
)
SE_ADMITE: Final = 1
"""Fallos permitidos en cada grupo: ni el modelo ni una descripción son perfectos."""


def comprobar(alumno: Alumno) -> None:
    """Las suyas tienen que pedirla y las ajenas no."""
    registro = alumno.pieza("registro", Registro)
    alumno.exige("consultar_proyecto" in registro, "falta-nombre", nombre="consultar_proyecto")
    herramienta = registro.obtener("consultar_proyecto")
    alumno.exige(herramienta.descripcion.strip(), "sin-descripcion")
    alumno.llamar(registro.ejecutar, herramienta.nombre, {"nombre": "Atlas"}, agente.contexto())
    perdidas = [p for p in SUYAS if not _la_pide(alumno, registro, p)]
    sobran = [p for p in AJENAS if _la_pide(alumno, registro, p)]
    alumno.exige(len(sobran) <= SE_ADMITE, "llamadas-de-mas", total=len(AJENAS), fallaron=_entre_comillas(sobran))
    minimo = len(SUYAS) - SE_ADMITE
    alumno.exige(
        len(perdidas) <= SE_ADMITE,
        "llamadas-de-menos",
        minimo=minimo,
        total=len(SUYAS),
        fallaron=_entre_comillas(perdidas),
    )


def _la_pide(alumno: Alumno, registro: Registro, pregunta: str) -> bool:
    system = prompts.cargar("system_agente").texto(agente.HOY, agente.ZONA)
    return bool(pedir(alumno, pregunta, registro.definiciones(), system=system).tool_uses())


def _entre_comillas(preguntas: Sequence[str]) -> str:
    return ", ".join(f"«{p}»" for p in preguntas)
