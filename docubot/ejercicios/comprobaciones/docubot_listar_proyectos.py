"""La herramienta trae lo que hay en la API, y el modelo la elige cuando toca."""

from __future__ import annotations

import json
from typing import Final

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo import agente
from docubot.registro import Registro

PROYECTOS: Final = (("Atlas", "activo", 12), ("Duna", "en pausa", 3), ("Estela", "archivado", 0))
NOMBRE: Final = "listar_proyectos"
DE_LISTA: Final = ("¿qué proyectos tengo ahora mismo?", "¿cuáles de mis proyectos están en pausa?")
DE_UNO: Final = ("¿cómo va Atlas?", "¿cuántas tareas tiene mi proyecto Duna?")


def comprobar(alumno: Alumno) -> None:
    """Primero lo que devuelve; después, con el agente, cuándo se elige."""
    registro = alumno.pieza("registro", Registro)
    alumno.exige(NOMBRE in registro, "no-registrada", hay=", ".join(registro.nombres()))
    campos = registro.obtener(NOMBRE).esquema["properties"]
    alumno.exige(not campos, "con-argumentos", campos=", ".join(campos))
    contexto = agente.contexto(agente.cuenta_con(*PROYECTOS))
    dado = alumno.llamar(registro.ejecutar, NOMBRE, {}, contexto).texto
    alumno.anota("resultado_herramienta", nombre=NOMBRE, contenido=dado, es_error=False)
    _exigir_datos(alumno, dado)
    for pregunta in DE_LISTA:
        pidio = agente.usadas(agente.preguntar(alumno, pregunta, registro, contexto))
        alumno.exige(NOMBRE in pidio, "no-la-elige", pregunta=pregunta, pidio=", ".join(pidio) or "—")
    for pregunta in DE_UNO:
        pidio = agente.usadas(agente.preguntar(alumno, pregunta, registro, contexto))
        bien = "consultar_proyecto" in pidio and NOMBRE not in pidio
        alumno.exige(bien, "roba-preguntas", pregunta=pregunta, pidio=", ".join(pidio) or "—")


def _exigir_datos(alumno: Alumno, dado: str) -> None:
    plano = json.dumps(dado, ensure_ascii=False)
    for nombre, _, _ in PROYECTOS:
        alumno.exige(nombre in plano, "lista-fija", hay=", ".join(n for n, _, _ in PROYECTOS), dio=dado)
    for _, estado, _ in PROYECTOS:
        alumno.exige(estado in plano, "sin-estado", dio=dado, falta=estado)
