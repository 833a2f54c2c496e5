"""La herramienta forzada con el modelo, y limpiar_json con textos como los que escriben los modelos."""

from __future__ import annotations

from typing import Any, Final

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo.modelo import pedir
from docubot.ejercicios.veredicto import corto
from docubot.prompts import CATEGORIAS

CON_PROYECTO: Final = "no me deja facturar las horas del proyecto Boreal"
SIN_PROYECTO: Final = "¿cuánto cuesta el plan Equipo?"
OBJETO: Final = {"categoria": "facturacion", "proyecto": "Boreal"}
JSON: Final = '{"categoria": "facturacion", "proyecto": "Boreal"}'
SUCIOS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    (JSON, OBJETO),
    (f"```json\n{JSON}\n```", OBJETO),
    (f"Claro, aquí tienes el resultado:\n\n{JSON}\n\n¿Necesitas algo más?", OBJETO),
    (f"Uso el formato {{categoria, proyecto}}: {JSON}", OBJETO),
    (f"{JSON} (recuerda cerrar la llave }})", OBJETO),
    ('{"categoria": "otro", "proyecto": "Llave } rara"}', {"categoria": "otro", "proyecto": "Llave } rara"}),
)
SIN_OBJETO: Final = "No puedo clasificar esa consulta."


def comprobar(alumno: Alumno) -> None:
    """Primero el esquema y la herramienta forzada; después, la limpieza."""
    _esquema(alumno)
    contenido = _forzar(alumno, CON_PROYECTO)
    dio = alumno.funcion("leer")([{"type": "text", "text": "Voy a clasificarla."}, *contenido])
    esperado = next(b["input"] for b in contenido if b["type"] == "tool_use")
    alumno.exige(dio == esperado, "no-lee-el-input", esperado=esperado, dio=dio)
    limpiar = alumno.pieza("limpiar_json")
    for texto, objeto in SUCIOS:
        limpio = _limpio(alumno, limpiar, texto)
        alumno.exige(limpio == objeto, "no-limpia", esperado=objeto, texto=texto, dio=limpio)
    nada = _limpio(alumno, limpiar, SIN_OBJETO)
    alumno.exige(isinstance(nada, ValueError), "calla-si-no-hay", texto=SIN_OBJETO, dio=nada)
    alumno.notas.append(f"tool_choice → {corto(esperado)}")


def _limpio(alumno: Alumno, limpiar: Any, texto: str) -> Any:
    """Lo que devuelve, o el `ValueError` que lanza."""
    try:
        return alumno.llamar(limpiar, texto, prevista=ValueError)
    except ValueError as error:
        return error


def _esquema(alumno: Alumno) -> None:
    definicion = alumno.pieza("EXTRAER", dict)
    esquema = definicion.get("input_schema", {})
    campos = esquema.get("properties", {})
    alumno.exige("proyecto" in campos, "sin-proyecto", campos=", ".join(campos) or "—")
    categoria = campos.get("categoria", {})
    if sorted(map(str, categoria.get("enum") or ())) != sorted(CATEGORIAS):
        dio = _llenado(alumno, CON_PROYECTO)
        alumno.exige(False, "sin-enum", esquema=categoria, dio=dio)
    if "proyecto" in esquema.get("required", ()):
        dio = _llenado(alumno, SIN_PROYECTO)
        alumno.exige(False, "proyecto-obligatorio", consulta=SIN_PROYECTO, dio=dio)


def _llenado(alumno: Alumno, consulta: str) -> dict[str, Any]:
    return next((dict(b["input"]) for b in _forzar(alumno, consulta) if b["type"] == "tool_use"), {})


def _forzar(alumno: Alumno, consulta: str) -> list[dict[str, Any]]:
    definicion = alumno.pieza("EXTRAER", dict)
    eleccion = {"type": "tool", "name": str(definicion.get("name"))}
    return pedir(alumno, consulta, [definicion], tool_choice=eleccion).content
