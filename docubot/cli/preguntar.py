"""`docubot preguntar`: una pregunta, una respuesta con sus fuentes."""

from __future__ import annotations

from typing import Annotated

import typer

from docubot.cli.comun import Coleccion, EnJson, IdiomaOpcion, NombreModelo, Pregunta, Proveedor, leer_pregunta


def preguntar(
    pregunta: Pregunta = None,
    proveedor: Proveedor = None,
    modelo: NombreModelo = None,
    modo: Annotated[
        str | None, typer.Option("--modo", help="documentacion, herramienta o agente.", show_default="agente")
    ] = None,
    coleccion: Coleccion = None,
    idioma: IdiomaOpcion = None,
    max_pasos: Annotated[
        int | None, typer.Option("--max-pasos", help="Llamadas al modelo, como mucho.", show_default="8")
    ] = None,
    max_herramientas: Annotated[
        int | None, typer.Option("--max-herramientas", help="Llamadas a herramientas, como mucho.", show_default="16")
    ] = None,
    max_tokens: Annotated[
        int | None, typer.Option("--max-tokens", help="Tokens del turno, como mucho.", show_default="100000")
    ] = None,
    plazo: Annotated[
        float | None, typer.Option("--plazo", help="Segundos del turno, como mucho.", show_default="120")
    ] = None,
    en_json: EnJson = False,
) -> int:
    """Responde una pregunta con la documentación y la API viva, y cita de dónde sale cada cosa."""
    from docubot import agente, armado, configuracion
    from docubot.presentacion import respuesta
    from docubot.presentacion.codigos import CODIGO_DE_PARADA
    from docubot.presentacion.consola import imprimir_json

    ajustes = configuracion.cargar(
        {
            "proveedor": proveedor, "modelo": modelo, "modo": modo, "coleccion": coleccion, "idioma": idioma,
            "max_pasos": max_pasos, "max_herramientas": max_herramientas, "max_tokens": max_tokens, "plazo": plazo,
        }
    )  # fmt: skip
    texto = leer_pregunta(pregunta)
    equipo = armado.armar_equipo(ajustes, respuesta.contar)
    with armado.nueva_conversacion(ajustes) as conversacion:
        turno = agente.MODOS[ajustes.modo](texto, equipo, conversacion)
    if en_json:
        imprimir_json(respuesta.como_json(turno))
    else:
        respuesta.mostrar(turno)
    return CODIGO_DE_PARADA[turno.parada]
