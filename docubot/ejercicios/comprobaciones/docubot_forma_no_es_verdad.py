"""Entradas que cumplen el esquema: unas son verdad y otras no."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.veredicto import Fallo
from docubot.errores import ErrorDeHerramienta

PROYECTOS: Final = ["Atlas", "Órbita", "Duna"]
HAY: Final = ", ".join(PROYECTOS)
HOY: Final = date(2026, 11, 30)
BUENA: Final = {"proyecto": "Atlas", "desde": "2026-10-01", "hasta": "2026-10-31"}
DE_OTRA_FORMA: Final = (("  atlas ", "Atlas"), ("ORBITA", "Órbita"), ("órbita", "Órbita"))
AL_REVES: Final = BUENA | {"desde": "2026-10-31", "hasta": "2026-10-01"}
MALAS: Final[tuple[tuple[dict[str, str], str, str], ...]] = (
    (BUENA | {"desde": "2026-02-31"}, "desde", "2026-02-31"),
    (BUENA | {"hasta": "ayer"}, "hasta", "ayer"),
    (AL_REVES, "desde", "desde > hasta"),
    (BUENA | {"hasta": "2026-12-24"}, "hasta", "2026-12-24 > 2026-11-30"),
    (BUENA | {"desde": "2025-01-01"}, "desde", "> 366"),
)


def comprobar(alumno: Alumno) -> None:
    """Lo que existe pasa; lo que no, se dice."""
    validar = alumno.pieza("validar")
    inexistente = BUENA | {"proyecto": "Zafiro"}
    mensaje = _rechazo(alumno, validar, inexistente, f"Zafiro ∉ {HAY}", "solo-forma")
    alumno.exige(all(p in mensaje for p in PROYECTOS), "sin-alternativas", hay=HAY, mensaje=mensaje)
    esperado = {"proyecto": "Atlas", "desde": date(2026, 10, 1), "hasta": date(2026, 10, 31)}
    dio = _llamar(alumno, validar, BUENA)
    alumno.exige(dio == esperado, "rechaza-lo-bueno", esperado=esperado, entrada=BUENA, dio=dio)
    for escrito, real in DE_OTRA_FORMA:
        entrada = BUENA | {"proyecto": escrito}
        dio = _llamar(alumno, validar, entrada)
        alumno.exige(not isinstance(dio, Exception), "existe-a-medias", real=real, entrada=entrada, mensaje=dio)
        alumno.exige(dio == esperado | {"proyecto": real}, "rechaza-lo-bueno", esperado=real, entrada=entrada, dio=dio)
    for mala, campo, motivo in MALAS:
        clave = "corrige-en-silencio" if mala == AL_REVES and _vuelta(_llamar(alumno, validar, mala)) else "solo-forma"
        mensaje = _rechazo(alumno, validar, mala, motivo, clave)
        alumno.exige(campo in mensaje, "no-dice-que-campo", campo=campo, mensaje=mensaje)


def _vuelta(dio: Any) -> bool:
    return isinstance(dio, dict) and dio.get("desde") == date(2026, 10, 1)


def _rechazo(alumno: Alumno, validar: Any, entrada: Mapping[str, str], motivo: str, clave: str) -> str:
    dio = _llamar(alumno, validar, entrada, motivo)
    alumno.exige(isinstance(dio, ErrorDeHerramienta), clave, motivo=motivo, entrada=entrada, dio=dio)
    return str(dio)


def _llamar(alumno: Alumno, validar: Any, entrada: Mapping[str, str], motivo: str = "") -> Any:
    """Lo que devuelve, o el `ErrorDeHerramienta` que lanza; otra excepción es un fallo."""
    try:
        dio = alumno.llamar(validar, dict(entrada), list(PROYECTOS), HOY, prevista=Exception)
    except ErrorDeHerramienta as error:
        dio = error
    except (ValueError, TypeError, KeyError) as error:
        datos = {"entrada": entrada, "motivo": motivo or "?", "tipo": type(error).__name__, "mensaje": str(error)}
        raise Fallo("otra-excepcion", linea=alumno.linea_de(error.__traceback__), **datos) from None
    es_error = isinstance(dio, Exception)
    alumno.anota("resultado_herramienta", nombre=f"validar {dict(entrada)}", contenido=str(dio), es_error=es_error)
    return dio
