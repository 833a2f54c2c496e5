"""Ejercicios de mentira y carpetas de la persona para las pruebas."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from docubot.configuracion import cargar
from docubot.ejercicios import catalogo, curso
from docubot.ejercicios.catalogo import Ejercicio
from docubot.ejercicios.comprobacion import comprobar
from docubot.ejercicios.curso import Curso
from docubot.ejercicios.veredicto import Veredicto

RAPIDO = "docubot-errores-sin-secretos"
"""Un ejercicio que se comprueba sin modelo."""

OTRO_RAPIDO = "n8n-llenado-o-ejecucion"


def rapido() -> Ejercicio:
    return catalogo.obtener(RAPIDO)


def veredicto_de(codigo: str, carpeta: Path, *, plazo: float = 30.0) -> Veredicto:
    """El veredicto de un código cualquiera en el ejercicio rápido."""
    carpeta.mkdir(parents=True, exist_ok=True)
    (carpeta / rapido().fichero).write_text(codigo, encoding="utf-8")
    return comprobar(rapido(), carpeta, plazo=plazo)


def curso_de(tmp_path: Path, *ids: str, idioma: str = "es") -> Curso:
    """El curso de una persona nueva, solo con los ejercicios rápidos o los que se pidan."""
    abierto = curso.abrir(cargar({"proveedor": "local"}), idioma=idioma, carpeta=tmp_path / "docubot-curso")
    return replace(abierto, ejercicios=[catalogo.obtener(i) for i in ids or (RAPIDO, OTRO_RAPIDO)])


def resolver(curso: Curso, ejercicio: Ejercicio) -> None:
    """Pone la solución en la carpeta de la persona."""
    destino = curso.empezar(ejercicio).carpeta
    for nombre, contenido in ejercicio.solucion().items():
        (destino / nombre).write_bytes(contenido)
