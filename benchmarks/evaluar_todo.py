"""Todas las medidas sobre todos los ficheros de preguntas, cada mitad por separado.

    python -m benchmarks.evaluar_todo [--preguntas F]... [--salida F.md] [--metamorfica] [--proveedor P]

De las mitades de confirmación cerradas solo salen los totales por tipo; de lo demás, también las preguntas que fallan.
`--metamorfica` añade las cinco variantes (minutos).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from docubot import modelos
from docubot.configuracion import Configuracion, cargar
from docubot.evaluacion import informe as formato
from docubot.evaluacion.agente import evaluar_agente, solo_llamadas
from docubot.evaluacion.ajenas import evaluar_ajenas
from docubot.evaluacion.extraccion import evaluar_extraccion
from docubot.evaluacion.informe import Informe
from docubot.evaluacion.metamorfica import en_tabla, evaluar_metamorfica
from docubot.evaluacion.preguntas import CARPETA, MITADES, Caso, leer_ajenos, leer_casos

CERRADAS = frozenset({"propias", "nuevas"})
"""Los ficheros cuya mitad de confirmación no se ha abierto: de esas solo se dan totales (preguntas/README.md)."""


@dataclass(frozen=True, slots=True)
class Conjunto:
    """Unas preguntas; `se_mira`: si se pueden enseñar las que fallan."""

    nombre: str
    casos: list[Caso]
    se_mira: bool


def conjuntos(de_fuera: list[Path]) -> Iterator[Conjunto]:
    """Los ficheros de fuera enteros y los propios por mitades."""
    for fichero in de_fuera:
        yield Conjunto(fichero.name, leer_casos([fichero]), True)
    for nombre in ("propias", "parafrasis", "ampliacion", "mixtas", "reserva", "reserva-2", "reserva-3", "nuevas"):
        for mitad in MITADES:
            casos = leer_casos([CARPETA / f"{nombre}.jsonl"], mitad=mitad)
            if casos:
                yield Conjunto(f"{nombre}, {mitad}", casos, mitad == "ajuste" or nombre not in CERRADAS)


def medir(de_fuera: list[Path], base: Configuracion) -> Iterator[tuple[Informe, bool]]:
    """Cada informe, con si se puede enseñar su detalle."""
    for uno in conjuntos(de_fuera):
        yield replace(evaluar_agente(uno.casos, base), nombre=f"agente, {uno.nombre}"), uno.se_mira
        llamadas = evaluar_agente(uno.casos, base, puntuar=solo_llamadas)
        yield replace(llamadas, nombre=f"solo las llamadas, {uno.nombre}"), False
        extraccion = evaluar_extraccion(uno.casos, base)
        for informe in (extraccion.categorias, extraccion.proyectos):
            yield replace(informe, nombre=f"{informe.nombre}, {uno.nombre}"), uno.se_mira
    for mitad in MITADES:
        ajenas = evaluar_ajenas(leer_ajenos([CARPETA / "herramientas-ajenas.jsonl"], mitad=mitad), modelos.abrir(base))
        yield replace(ajenas, nombre=f"{ajenas.nombre}, {mitad}"), mitad == "ajuste"


def en_markdown(informes: list[tuple[Informe, bool]]) -> str:
    """Un resumen de una línea por informe y, debajo, cada tabla."""
    revision = subprocess.run(
        ["git", "log", "-1", "--format=%h %s"], capture_output=True, text=True, check=False
    ).stdout
    lineas = ["# Evaluación", "", f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC, sobre {revision.strip()}", ""]
    lineas += ["| medida | pasan | de | % | es | en |", "|---|--:|--:|--:|--:|--:|"]
    for informe, _ in informes:
        total, por_idioma = informe.total(), informe.por(lambda m: m.idioma)
        partes = [f"{por_idioma[i].porcentaje:.1f}" if i in por_idioma else "—" for i in ("es", "en")]
        lineas.append(
            f"| {informe.nombre} | {total.pasan} | {total.casos} | {total.porcentaje:.1f} | {' | '.join(partes)} |"
        )
    for informe, se_mira in informes:
        lineas += ["", f"## {informe.nombre}", "```", formato.tabla(informe, con_fallos=se_mira), "```"]
    return "\n".join(lineas) + "\n"


def principal() -> None:
    """Pasa las medidas."""
    opciones = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    opciones.add_argument("--preguntas", type=Path, action="append", default=[])
    opciones.add_argument("--salida", type=Path)
    opciones.add_argument("--metamorfica", action="store_true")
    opciones.add_argument("--proveedor", default="local")
    dadas = opciones.parse_args()
    base = cargar({"proveedor": dadas.proveedor})
    texto = en_markdown(list(medir(dadas.preguntas, base)))
    if dadas.metamorfica:
        casos = leer_casos(dadas.preguntas or [CARPETA / "propias.jsonl"])
        texto += f"\n## Metamórfica\n```\n{en_tabla(evaluar_metamorfica(casos, base), con_fallos=False)}\n```\n"
    if dadas.salida is None:
        sys.stdout.write(texto)
    else:
        dadas.salida.write_text(texto, encoding="utf-8")


if __name__ == "__main__":
    principal()
