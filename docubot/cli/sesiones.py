"""`docubot sesiones`: las conversaciones guardadas."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from docubot.cli.comun import EnJson

app = typer.Typer(help="Las conversaciones guardadas.", invoke_without_command=True)

Identificador: TypeAlias = Annotated[
    str, typer.Argument(metavar="ID", help="La sesión, o el principio de su nombre.", show_default=False)
]


@app.callback()
def por_defecto(contexto: typer.Context) -> None:
    """Las conversaciones guardadas; sin orden, las lista."""
    if contexto.invoked_subcommand is None:
        listar()


@app.command()
def listar(en_json: EnJson = False) -> None:
    """Lista las sesiones, de la más reciente a la más antigua."""
    from docubot import configuracion, diario
    from docubot.presentacion import sesiones as vista
    from docubot.presentacion.consola import decir, imprimir_json, imprimir_tabla

    rutas = reversed(diario.sesiones(configuracion.cargar().datos))
    filas = [resumen for ruta in rutas if (resumen := vista.resumen(ruta)) is not None]
    if en_json:
        imprimir_json({"version": 1, "sesiones": filas})
    elif filas:
        imprimir_tabla(["sesión", "última vez", "turnos", "tokens", "primera pregunta"], [vista.fila(f) for f in filas])
    else:
        decir("Aún no hay ninguna sesión: empieza una con «docubot chat».")


@app.command()
def ver(identificador: Identificador, en_json: EnJson = False) -> None:
    """Enseña una conversación entera."""
    from docubot import configuracion, diario, exportacion
    from docubot.presentacion import sesiones as vista
    from docubot.presentacion.consola import imprimir_json

    ruta = diario.buscar_sesion(configuracion.cargar().datos, identificador)
    sucesos = list(diario.leer(ruta))
    if en_json:
        imprimir_json(exportacion.en_json(ruta.stem, sucesos))
    else:
        vista.mostrar(ruta.stem, diario.turnos(sucesos))


@app.command()
def buscar(
    texto: Annotated[str, typer.Argument(help="Lo que se busca, sin mirar tildes ni mayúsculas.")],
    en_json: EnJson = False,
) -> int:
    """Busca un texto en las preguntas y en las respuestas. Sale con 1 si no aparece."""
    from dataclasses import asdict

    from docubot import configuracion, sesiones
    from docubot.errores import ErrorDeUso
    from docubot.presentacion.consola import decir, imprimir_json, imprimir_tabla
    from docubot.saneado import tapar_secretos

    if not texto.strip():
        raise ErrorDeUso("Di qué buscar: docubot sesiones buscar «Atlas».")
    hallados = list(sesiones.buscar_texto(configuracion.cargar().datos, texto.strip()))
    filas = [asdict(h) | {"alrededor": tapar_secretos(h.alrededor)} for h in hallados]
    if en_json:
        imprimir_json({"version": 1, "hallazgos": filas})
    elif filas:
        imprimir_tabla(["sesión", "turno", "dice"], [[f["sesion"], str(f["turno"]), f["alrededor"]] for f in filas])
    else:
        decir("No aparece en ninguna sesión.")
    return 0 if filas else 1


@app.command()
def exportar(
    identificador: Identificador,
    destino: Annotated[
        Path | None, typer.Option("--a", help="Fichero nuevo, .md o .json; sin él, Markdown en stdout.")
    ] = None,
) -> None:
    """Saca una conversación a un fichero."""
    from docubot import configuracion, diario, exportacion
    from docubot.presentacion.consola import decir, imprimir

    ruta = diario.buscar_sesion(configuracion.cargar().datos, identificador)
    if destino is None:
        imprimir(exportacion.en_markdown(ruta.stem, diario.turnos(list(diario.leer(ruta)))).rstrip("\n"))
        return
    exportacion.exportar(ruta, destino)
    decir(f"Sesión {ruta.stem} exportada a {destino}.")


@app.command()
def borrar(
    identificador: Identificador,
    si: Annotated[bool, typer.Option("--si", help="Sin preguntar.")] = False,
) -> int:
    """Borra una conversación, con su traza. No se puede deshacer."""
    from docubot import configuracion, sesiones
    from docubot.presentacion.consola import confirmar, decir

    datos = configuracion.cargar().datos
    ruta = sesiones.buscar_ruta(datos, identificador)
    if not si and not confirmar(f"¿Borrar la sesión {ruta.stem} y su traza?"):
        decir("No se ha borrado nada. Para borrar sin preguntar, añade --si.")
        return 1
    decir(f"Sesión {sesiones.borrar(datos, ruta.stem)} borrada.")
    return 0
