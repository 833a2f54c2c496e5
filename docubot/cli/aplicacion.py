"""El árbol de órdenes de `docubot`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from docubot.cli import (
    chat,
    clave,
    config,
    doctor,
    documentacion,
    ejercicio,
    evaluar,
    extraer,
    herramientas,
    nubelia,
    preguntar,
    prompts,
    sesiones,
    simulador,
    traza,
)

if TYPE_CHECKING:
    from typer._click.core import Command

app = typer.Typer(
    name="docubot",
    help="Responde preguntas sobre Nubelia con su documentación y su API viva, y enseña de dónde sale cada cosa.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)
app.command("preguntar")(preguntar.preguntar)
app.command("chat")(chat.chat)
app.command("extraer")(extraer.extraer)
app.command("buscar")(documentacion.buscar)
app.command("fuente")(documentacion.fuente)
app.command("indexar")(documentacion.indexar)
app.add_typer(documentacion.colecciones, name="colecciones")
app.add_typer(herramientas.app, name="herramientas")
app.add_typer(prompts.app, name="prompts")
app.add_typer(traza.app, name="traza")
app.add_typer(sesiones.app, name="sesiones")
app.add_typer(config.app, name="config")
app.add_typer(clave.app, name="clave")
app.command("doctor")(doctor.doctor)
app.add_typer(ejercicio.app, name="ejercicio")
app.add_typer(evaluar.app, name="evaluar")
app.add_typer(nubelia.app, name="nubelia")
app.add_typer(simulador.app, name="simulador")


@app.callback()
def raiz(
    version: Annotated[bool, typer.Option("--version", help="Muestra la versión y termina.", is_eager=True)] = False,
) -> None:
    """Opciones que valen para todas las órdenes."""
    if version:
        from docubot import __version__

        typer.echo(f"docubot {__version__}")
        raise typer.Exit


def comando() -> Command:
    """El árbol entero, en español."""
    from docubot.cli import espanol

    return espanol.traducir(typer.main.get_command(app))
