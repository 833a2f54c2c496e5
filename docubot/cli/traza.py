"""`docubot traza`: qué pidió el modelo y qué hizo cada herramienta."""

from __future__ import annotations

from typing import Annotated

import typer

from docubot.cli.comun import EnJson

app = typer.Typer(help="La traza: qué decidió el modelo y qué hizo el código.", invoke_without_command=True)


@app.callback()
def por_defecto(contexto: typer.Context, en_json: EnJson = False) -> None:
    """Sin orden, enseña el último turno."""
    if contexto.invoked_subcommand is None:
        _mostrar(None, en_json)


@app.command()
def listar(en_json: EnJson = False) -> None:
    """Lista las trazas, de la más reciente a la más antigua."""
    from docubot import configuracion, diario
    from docubot.presentacion import traza as vista
    from docubot.presentacion.consola import decir, imprimir_json, imprimir_tabla

    filas = [vista.resumen(ruta) for ruta in reversed(diario.sesiones(configuracion.cargar().datos))]
    if en_json:
        imprimir_json({"version": 1, "trazas": filas})
    elif filas:
        imprimir_tabla(
            ["traza", "turnos", "primera pregunta", "proveedor"],
            [[str(f["id"]), str(f["turnos"]), str(f["pregunta"]), str(f["proveedor"])] for f in filas],
        )
    else:
        decir("Aún no hay ninguna traza: haz una pregunta con «docubot preguntar».")


@app.command()
def ver(
    identificador: Annotated[str, typer.Argument(metavar="ID", help="La traza, o el principio de su nombre.")],
    en_json: EnJson = False,
) -> None:
    """Enseña una traza entera."""
    _mostrar(identificador, en_json)


def _mostrar(identificador: str | None, en_json: bool) -> None:
    from docubot import configuracion, diario
    from docubot.presentacion import traza as vista
    from docubot.presentacion.consola import imprimir_json

    ruta = diario.buscar_sesion(configuracion.cargar().datos, identificador)
    turnos = diario.turnos(list(diario.leer(ruta)))
    elegidos = turnos if identificador is not None else turnos[-1:]
    if en_json:
        imprimir_json(vista.como_json(ruta.stem, elegidos))
    else:
        vista.mostrar(ruta.stem, elegidos)
