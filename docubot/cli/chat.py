"""`docubot chat`: una conversación en el terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from docubot.cli.comun import Coleccion, IdiomaOpcion, NombreModelo, Proveedor


def chat(
    continuar: Annotated[bool, typer.Option("--continuar", "-c", help="Sigue la última conversación.")] = False,
    sesion: Annotated[
        str | None, typer.Option("--sesion", metavar="ID", help="Sigue la sesión ID, o la que empiece así.")
    ] = None,
    proveedor: Proveedor = None,
    modelo: NombreModelo = None,
    coleccion: Coleccion = None,
    idioma: IdiomaOpcion = None,
    modo: Annotated[
        str | None, typer.Option("--modo", help="documentacion, herramienta o agente.", show_default="agente")
    ] = None,
    max_tokens_sesion: Annotated[
        int | None, typer.Option("--max-tokens-sesion", help="Tokens de la sesión, como mucho.")
    ] = None,
) -> int:
    """Conversa: cada pregunta recuerda las anteriores. Se sale con /salir o Ctrl-D."""
    from docubot import configuracion
    from docubot.errores import ErrorDeUso
    from docubot.presentacion.chat import arranque

    if continuar and sesion is not None:
        raise ErrorDeUso(
            "--continuar y --sesion no van juntas: la primera sigue la última sesión; la segunda, la que digas."
        )
    ajustes = configuracion.cargar(
        {
            "proveedor": proveedor, "modelo": modelo, "coleccion": coleccion, "idioma": idioma, "modo": modo,
            "max_tokens_sesion": max_tokens_sesion,
        }
    )  # fmt: skip
    return arranque.abrir(ajustes, continuar=continuar, sesion=sesion)
