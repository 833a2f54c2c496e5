"""Escribe en el README lo que se enseña dos veces: la ayuda, los códigos de salida y los ajustes.

`python docs/generar.py` reescribe los bloques entre `<!-- generado:NOMBRE -->` y `<!-- fin -->`; con `--comprobar`,
sale con 1 si alguno no está al día.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from docubot import configuracion, errores

RAIZ = Path(__file__).resolve().parent.parent
BLOQUE = re.compile(r"(<!-- generado:(?P<nombre>[^>]+?) -->\n).*?(<!-- fin -->)", re.DOTALL)


def ayuda(orden: str) -> str:
    """La ayuda de una orden, sin color y a 88 columnas."""
    entorno = {**os.environ, "COLUMNS": "88", "TERM": "dumb", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    argumentos = [sys.executable, "-m", "docubot", *orden.split()[1:], "--help"]
    texto = subprocess.run(argumentos, env=entorno, capture_output=True, check=True, encoding="utf-8", cwd=RAIZ).stdout
    renglones = [r.rstrip() for r in texto.strip("\n").splitlines()]
    return "```text\n" + "\n".join(renglones).strip("\n") + "\n```\n"


def codigos() -> str:
    """La tabla de códigos de salida, de las clases de `docubot.errores`."""
    filas = {0: "todo bien"}
    for clase in _clases(errores.ErrorDocuBot):
        if "codigo" in vars(clase) or clase is errores.ErrorDocuBot:
            filas.setdefault(clase.codigo, (clase.__doc__ or "").strip().split("\n")[0].rstrip("."))
    filas[1] = "el modelo se negó a responder, o la herramienta devolvió un error"
    filas[errores.INTERRUMPIDO] = "interrumpido con Ctrl-C"
    filas[errores.TERMINADO] = "terminado con SIGTERM"
    return "| código | qué pasó |\n|---|---|\n" + "".join(f"| {c} | {t} |\n" for c, t in sorted(filas.items()))


def _clases(raiz: type[errores.ErrorDocuBot]) -> list[type[errores.ErrorDocuBot]]:
    return [raiz, *(c for hija in raiz.__subclasses__() for c in _clases(hija))]


def ajustes() -> str:
    """La tabla de ajustes, de los campos de `Configuracion`."""
    filas = ["| en el fichero | variable | por defecto | qué es |\n|---|---|---|---|\n"]
    for campo in configuracion.ajustes():
        defecto = "" if campo.default is None else f"`{campo.default}`"
        variable = configuracion.variable_de(campo.name)
        filas.append(f"| `{campo.name}` | `{variable}` | {defecto} | {campo.metadata['ayuda']} |\n")
    return "".join(filas)


GENERADORES: dict[str, Callable[[], str]] = {"codigos": codigos, "ajustes": ajustes}


def al_dia(texto: str) -> str:
    """El texto con sus bloques generados de nuevo."""

    def sustituir(bloque: re.Match[str]) -> str:
        nombre = bloque["nombre"]
        generado = ayuda(nombre) if nombre.startswith("docubot") else GENERADORES[nombre]()
        return bloque[1] + generado + bloque[3]

    return BLOQUE.sub(sustituir, texto)


def principal() -> int:
    """Reescribe el README, o comprueba que está al día."""
    ruta = RAIZ / "README.md"
    antes = ruta.read_text(encoding="utf-8")
    despues = al_dia(antes)
    if "--comprobar" in sys.argv:
        return int(antes != despues)
    ruta.write_text(despues, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(principal())
