"""La misma pregunta con dos versiones del system prompt, en dos días."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo.modelo import pedir
from docubot.ejercicios.veredicto import corto
from docubot.prompts import fecha_larga

PUBLICADA: Final = "1.0"
TEXTO_PUBLICADO: Final = (
    "Eres DocuBot, el asistente de Nubelia. Responde en pocas frases y no inventes datos: si te falta alguno, pídelo."
)
PREGUNTA: Final = "¿cuántas horas registré ayer?"
DIAS: Final = (date(2026, 9, 3), date(2027, 1, 15))
HERRAMIENTA: Final[dict[str, Any]] = {
    "name": "horas_del_dia",
    "description": "Devuelve las horas que la persona registró un día. Úsala cuando pregunten por las horas de un día: "
    "«¿cuántas horas registré ayer?», «¿cuántas horas hice el martes?».",
    "input_schema": {
        "type": "object",
        "properties": {"dia": {"type": "string", "description": "Día, formato YYYY-MM-DD"}},
        "required": ["dia"],
    },
}


def comprobar(alumno: Alumno) -> None:
    """Primero que lo publicado siga igual; después, que lo nuevo mande y sirva."""
    textos, version = alumno.pieza("SYSTEM", dict), alumno.pieza("PROMPT_VERSION", str)
    publicado = textos.get(PUBLICADA)
    alumno.exige(publicado == TEXTO_PUBLICADO, "toca-lo-publicado", era=TEXTO_PUBLICADO, es=publicado)
    hay = ", ".join(map(str, textos))
    alumno.exige(_numeros(version) > _numeros(PUBLICADA), "sin-subir-version", version=version, hay=hay)
    alumno.exige(isinstance(textos.get(version), str), "version-sin-texto", version=version, hay=hay)
    for hoy in DIAS:
        antes = _responde(alumno, TEXTO_PUBLICADO, hoy)
        ahora = _responde(alumno, textos[version], hoy)
        esperado = (hoy - timedelta(days=1)).isoformat()
        datos = {"hoy": hoy.isoformat(), "esperado": esperado, "pregunta": PREGUNTA, "hizo": ahora, "version": version}
        clave = "sin-efecto" if ahora == antes else "fecha-fija"
        alumno.exige(esperado in ahora, clave, **datos)
        alumno.notas.append(f"{hoy} · 1.0 → {corto(antes, 120)} · {version} → {ahora}")


def _responde(alumno: Alumno, system: str, hoy: date) -> str:
    """Lo que hace el modelo: la llamada que pide, o su texto."""
    puesto = system.replace("{hoy}", fecha_larga(hoy, "Europe/Madrid"))
    respuesta = pedir(alumno, PREGUNTA, [HERRAMIENTA], system=puesto)
    llamadas = [f"{b['name']} {b['input']}" for b in respuesta.tool_uses()]
    return ", ".join(llamadas) or respuesta.textos()


def _numeros(version: str) -> list[int]:
    return [int(n) for n in version.split(".") if n.isdigit()]
