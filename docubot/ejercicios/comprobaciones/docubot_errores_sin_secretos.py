"""Excepciones de verdad: lo que se le contaría al modelo no deja ver nada interno y dice qué hacer."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from docubot.ejercicios.alumno import Alumno
from docubot.errores import ErrorDeHerramienta, ProyectoNoEncontrado

TOKEN: Final = "nub_prod_8f3a91c7d2"  # noqa: S105 (inventado: es lo que no debe salir)
SERVIDOR: Final = "db-interna.nubelia.example"
RUTA: Final = "/srv/nubelia/secretos/claves.json"
PREVISTO: Final = "No existe ningún proyecto llamado «Zafiro». Proyectos disponibles: Atlas, Boreal, Cierzo."
_INTERNO: Final = re.compile(
    r"nubelia\.example|/srv/|\bSELECT\b|clientes_nif|facturas_2026|[A-Z]\w+(?:Error|Exception)\b|Traceback|Errno|errno|:\d{4}\b|https?://"
)


def comprobar(alumno: Alumno) -> None:
    """Primero lo que se escapa; después lo que se dice."""
    contar = alumno.funcion("mensaje_para_el_modelo")
    dichos = {}
    for caso, error in _errores().items():
        mensaje = contar(error)
        alumno.anota("resultado_herramienta", nombre=type(error).__name__, contenido=mensaje, es_error=True)
        alumno.exige(isinstance(mensaje, str) and mensaje.strip(), "no-es-texto", caso=caso, mensaje=mensaje)
        alumno.exige(TOKEN not in mensaje, "filtra-credencial", caso=caso, mensaje=mensaje)
        resto = _INTERNO.search(mensaje)
        alumno.exige(resto is None, "filtra-interno", caso=caso, mensaje=mensaje, resto=resto.group() if resto else "")
        dichos[caso] = mensaje
    previsto = contar(ProyectoNoEncontrado(PREVISTO))
    alumno.exige(previsto == PREVISTO, "tapa-lo-previsto", esperado=PREVISTO, mensaje=previsto)
    uno, otro = "TimeoutError", "PermissionError"
    alumno.exige(dichos[uno].strip() != dichos[otro].strip(), "mudo", caso=uno, otro=otro, mensaje=dichos[uno])


def _errores() -> dict[str, Exception]:
    return {
        "ConnectionError": ConnectionError(f"GET https://{SERVIDOR}:8443/v1/proyectos?token={TOKEN} refused"),
        "sqlite3.OperationalError": _lanzada(_consulta_rota),
        "FileNotFoundError": _lanzada(lambda: Path(RUTA).read_text(encoding="utf-8")),
        "TimeoutError": TimeoutError(f"{SERVIDOR}:8443 timed out after 30 s"),
        "PermissionError": PermissionError(13, "Permission denied", RUTA),
        "KeyError": _lanzada(lambda: dict[str, str]()["clientes_nif"]),
        "ErrorDeHerramienta": ErrorDeHerramienta("La API está en mantenimiento hasta las nueve: prueba después."),
    }


def _consulta_rota() -> Any:
    return sqlite3.connect(":memory:").execute("SELECT clientes_nif FROM facturas_2026")


def _lanzada(romper: Callable[[], Any]) -> Exception:
    try:
        romper()
    except Exception as error:
        return error
    raise AssertionError("tenía que fallar")
