"""El árbol de órdenes de `docubot`."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from typer._click.core import Command

ORDENES: Final[dict[str, tuple[str, str]]] = {
    "preguntar": ("preguntar", "preguntar"),
    "chat": ("chat", "chat"),
    "extraer": ("extraer", "extraer"),
    "buscar": ("documentacion", "buscar"),
    "fuente": ("documentacion", "fuente"),
    "indexar": ("documentacion", "indexar"),
    "colecciones": ("documentacion", "colecciones"),
    "herramientas": ("herramientas", "app"),
    "prompts": ("prompts", "app"),
    "traza": ("traza", "app"),
    "sesiones": ("sesiones", "app"),
    "config": ("config", "app"),
    "clave": ("clave", "app"),
    "doctor": ("doctor", "doctor"),
    "ejercicio": ("ejercicio", "app"),
    "evaluar": ("evaluar", "app"),
    "nubelia": ("nubelia", "app"),
    "simulador": ("simulador", "app"),
}
"""Cada orden o grupo, en el orden de la ayuda: su módulo de `docubot.cli` y lo que tiene dentro, función o `Typer`."""


def raiz(
    version: Annotated[bool, typer.Option("--version", help="Muestra la versión y termina.", is_eager=True)] = False,
) -> None:
    """Opciones que valen para todas las órdenes."""
    if version:
        from docubot import __version__

        typer.echo(f"docubot {__version__}")
        raise typer.Exit


def aplicacion(nombres: Iterable[str] = ORDENES) -> typer.Typer:
    """La aplicación con esas órdenes; importa solo sus módulos."""
    app = typer.Typer(
        name="docubot",
        help="Responde preguntas sobre Nubelia con su documentación y su API viva, y enseña de dónde sale cada cosa.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback()(raiz)
    for nombre in nombres:
        modulo, atributo = ORDENES[nombre]
        orden = getattr(importlib.import_module(f"docubot.cli.{modulo}"), atributo)
        if isinstance(orden, typer.Typer):
            app.add_typer(orden, name=nombre)
        else:
            app.command(nombre)(orden)
    return app


def comando(primera: str | None = None) -> Command:
    """El árbol en español. Si `primera` es una orden, solo su rama: armar las demás costaría lo que tarda en salir."""
    from docubot.cli import espanol, ligero

    completando = any(variable.startswith("_DOCUBOT_") for variable in os.environ)
    app = aplicacion([primera]) if primera in ORDENES and not completando else aplicacion()
    return ligero.aligerar(espanol.traducir(typer.main.get_command(app)))
