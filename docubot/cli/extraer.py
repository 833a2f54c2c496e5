"""`docubot extraer`: la categoría de una consulta y el proyecto que nombra."""

from __future__ import annotations

from typing import Annotated

import typer

from docubot.cli.comun import EnJson, NombreModelo, Pregunta, Proveedor, leer_pregunta
from docubot.errores import ErrorDeUso


def extraer(
    pregunta: Pregunta = None,
    metodo: Annotated[
        str, typer.Option("--metodo", help="herramienta (forzada con tool_choice) o json (pedido en el prompt).")
    ] = "herramienta",
    proveedor: Proveedor = None,
    modelo: NombreModelo = None,
    en_json: EnJson = False,
) -> None:
    """Extrae de una consulta su categoría y el proyecto que nombra."""
    from docubot import armado, configuracion, consulta
    from docubot.presentacion.consola import decir, imprimir, imprimir_json

    if metodo not in ("herramienta", "json"):
        raise ErrorDeUso(f"No hay un método «{metodo[:40]}»: usa herramienta o json.")
    ajustes = configuracion.cargar({"proveedor": proveedor, "modelo": modelo})
    texto = leer_pregunta(pregunta)
    equipo = armado.armar_equipo(ajustes)
    with armado.nueva_conversacion(ajustes) as conversacion:
        dada = consulta.extraer(texto, equipo, conversacion, ajustes, "json" if metodo == "json" else "herramienta")
    if en_json:
        imprimir_json({"version": 1, "categoria": dada.categoria, "proyecto": dada.proyecto})
    else:
        imprimir(f"categoría: {dada.categoria}\nproyecto: {dada.proyecto or '(ninguno)'}")
    decir(f"— {equipo.modelo.nombre} · traza {conversacion.diario.sesion}")
