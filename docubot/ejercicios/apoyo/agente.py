"""El agente de DocuBot con las herramientas de la persona, y su diario en la traza del ejercicio."""

from __future__ import annotations

import json
import os
from datetime import date
from importlib import resources
from pathlib import Path
from typing import Any, Final

from docubot import prompts
from docubot.agente import responder
from docubot.configuracion import Configuracion
from docubot.conversacion import Conversacion
from docubot.diario import Diario, leer
from docubot.ejecucion import Ejecutor
from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo import modelo as modelos
from docubot.errores import ErrorDocuBot
from docubot.herramientas import Contexto
from docubot.presupuesto import Limites
from docubot.registro import Registro
from docubot.tipos import Modelo
from docubot.turno import Equipo, Turno

HOY: Final = date(2026, 11, 30)
ZONA: Final = "Europe/Madrid"


def datos() -> Path:
    """La carpeta de usar y tirar de esta comprobación."""
    return Path(os.environ["DOCUBOT_DATOS"])


def contexto(cuenta: Path | None = None) -> Contexto:
    """Lo que fija la aplicación: la API de Nubelia en proceso (con otra cuenta, si se da) y la documentación."""
    return Contexto(Configuracion(datos=datos(), hoy=HOY, zona=ZONA, nubelia_cuenta=cuenta))


def cuenta_con(*proyectos: tuple[str, str, int]) -> Path:
    """Una cuenta como la de demostración con otros proyectos: nombre, estado y tareas pendientes."""
    original = json.loads((resources.files("mock_nubelia") / "cuenta-demo.json").read_text(encoding="utf-8"))
    organizacion = original["organizaciones"][0]
    molde = organizacion["proyectos"][0]
    organizacion["proyectos"] = [
        {
            **molde,
            "id": f"pry_{n}",
            "nombre": nombre,
            "estado": estado,
            "tareas": {"pendiente": tareas, "en curso": 0, "en revisión": 0, "hecha": 1},
        }
        for n, (nombre, estado, tareas) in enumerate(proyectos, 1)
    ]
    ruta = datos() / "cuenta.json"
    ruta.write_text(json.dumps(original, ensure_ascii=False), encoding="utf-8")
    return ruta


def preguntar(
    alumno: Alumno,
    pregunta: str,
    registro: Registro,
    contexto: Any,
    *,
    system: str | None = None,
    modelo: Modelo | None = None,
    pasos: int = 8,
) -> Turno:
    """Un turno del agente. Lo que falle dentro de una herramienta de la persona vuelve explicado."""
    prompt = prompts.cargar("system_agente")
    equipo = Equipo(
        modelo=modelo or modelos.abrir(alumno),
        ejecutor=Ejecutor(registro, contexto),
        prompt=prompt,
        system=prompt.texto(HOY, ZONA) if system is None else system,
        limites=Limites(llamadas_modelo=pasos, segundos=60),
    )
    conversacion = Conversacion(Diario(datos()))
    try:
        return responder(pregunta, equipo, conversacion)
    except ErrorDocuBot as error:
        raise alumno.explicado(error) from error
    finally:
        conversacion.diario.cerrar()
        alumno.anota_todo(list(leer(conversacion.diario.ruta)))


def usadas(turno: Turno) -> list[str]:
    """Los nombres de las herramientas que se pidieron en un turno, en orden."""
    return [paso.herramienta for paso in turno.pasos]
