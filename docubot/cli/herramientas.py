"""`docubot herramientas`: lo que ve el modelo de cada una, lo que fija la aplicación, y ejecutarlas a mano."""

from __future__ import annotations

from typing import Annotated

import typer

from docubot.cli.comun import EnJson

app = typer.Typer(help="Las herramientas que puede pedir el modelo.", invoke_without_command=True)


@app.callback()
def por_defecto(contexto: typer.Context) -> None:
    """Las herramientas que puede pedir el modelo; sin orden, las lista."""
    if contexto.invoked_subcommand is None:
        listar()


@app.command()
def listar(en_json: EnJson = False) -> None:
    """Lista las herramientas."""
    from docubot.herramientas import HERRAMIENTAS
    from docubot.presentacion.consola import imprimir_json, imprimir_tabla

    if en_json:
        filas = [h.definicion() | {"efecto": h.efecto.value, "ofrecida": h.ofrecida} for h in HERRAMIENTAS]
        imprimir_json({"version": 1, "herramientas": filas})
        return
    imprimir_tabla(
        ["herramienta", "efecto", "se ofrece", "para qué"],
        [
            [h.nombre, h.efecto.value, "siempre" if h.ofrecida else "solo forzada", h.descripcion.split("\n")[0]]
            for h in HERRAMIENTAS
        ],
    )


@app.command()
def ver(nombre: Annotated[str, typer.Argument(help="Nombre de la herramienta.")], en_json: EnJson = False) -> None:
    """Enseña qué rellena el modelo y qué fija la aplicación en una herramienta."""
    from docubot.herramientas import FIJA_LA_APLICACION, HERRAMIENTAS
    from docubot.presentacion import herramientas as vista
    from docubot.presentacion.consola import imprimir_json

    herramienta = HERRAMIENTAS.obtener(nombre)
    if en_json:
        imprimir_json({"version": 1, **herramienta.definicion(), "fija_la_aplicacion": FIJA_LA_APLICACION})
    else:
        vista.mostrar(herramienta, FIJA_LA_APLICACION)


@app.command()
def ejecutar(
    nombre: Annotated[str, typer.Argument(help="Nombre de la herramienta.")],
    entrada: Annotated[
        str, typer.Option("--entrada", help='Lo que rellenaría el modelo, en JSON: {"nombre": "Atlas"}')
    ] = "{}",
    en_json: EnJson = False,
) -> int:
    """Ejecuta una herramienta como si la hubiera pedido el modelo."""
    import json

    from docubot import configuracion
    from docubot.ejecucion import en_texto
    from docubot.errores import ErrorDeUso
    from docubot.herramientas import Contexto, ejecutar_herramienta
    from docubot.presentacion.consola import decir, imprimir, imprimir_json

    try:
        datos = json.loads(entrada)
    except (ValueError, RecursionError):
        raise ErrorDeUso('--entrada no es JSON válido: escribe un objeto, como \'{"nombre": "Atlas"}\'.') from None
    dado = ejecutar_herramienta(nombre, datos, Contexto(configuracion.cargar()))
    if en_json:
        imprimir_json({"version": 1, "herramienta": nombre, "resultado": en_texto(dado), "es_error": dado.es_error})
    elif dado.es_error:
        decir(en_texto(dado))
    else:
        imprimir(en_texto(dado))
    return 1 if dado.es_error else 0
