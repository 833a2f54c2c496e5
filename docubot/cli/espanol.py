"""Typer, en español: la ayuda, el uso y los errores del analizador, con «quizá querías decir».

Typer trae estos textos fijos en inglés; se sustituyen donde él los lee. Las pruebas comprueban que no queda ninguno.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import typer
import typer._click as click
from typer import core
from typer._click import core as nucleo
from typer._click import exceptions as fallos
from typer._click import termui
from typer._click.core import Command, Context
from typer._click.formatting import HelpFormatter
from typer.core import TyperArgument, TyperGroup, TyperOption


class _Formato(HelpFormatter):
    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        args = args.replace("[OPTIONS]", "[OPCIONES]").replace("COMMAND [ARGS]...", "ORDEN [ARGUMENTOS]...")
        super().write_usage(prog, args, prefix or "Uso: ")


class _Contexto(Context):
    formatter_class = _Formato


_TITULOS: Final = {
    "ARGUMENTS_PANEL_TITLE": "Argumentos",
    "OPTIONS_PANEL_TITLE": "Opciones",
    "COMMANDS_PANEL_TITLE": "Órdenes",
    "ERRORS_PANEL_TITLE": "Error",
    "ABORTED_TEXT": "Interrumpido.",
    "DEFAULT_STRING": "[por defecto: {}]",
    "ENVVAR_STRING": "[variable: {}]",
    "REQUIRED_LONG_STRING": "[obligatorio]",
    "DEPRECATED_STRING": "(en desuso) ",
    "RICH_HELP": "Prueba [blue]'{command_path} {help_option}'[/] para ver la ayuda.",
}
_AYUDA: Final = {
    "Show this message and exit.": "Muestra esta ayuda y termina.",
    "Install completion for the current shell.": "Instala el completado en la consola en uso.",
    "Show completion for the current shell, to copy it or customize the installation.": (
        "Muestra el completado de la consola en uso, para copiarlo o adaptarlo."
    ),
    "Install completion for the specified shell.": "Instala el completado en la consola indicada.",
    "Show completion for the specified shell, to copy it or customize the installation.": (
        "Muestra el completado de la consola indicada, para copiarlo o adaptarlo."
    ),
}
_SIN_RICH: Final = {
    "Arguments": "Argumentos",
    "Options": "Opciones",
    "Commands": "Órdenes",
    "default: {default}": "por defecto: {default}",
    "env var: {var}": "variable: {var}",
    "required": "obligatorio",
    "(dynamic)": "(calculado)",
    "Aborted!": "Interrumpido.",
}
"""Los textos de la ayuda cuando Typer no usa Rich; los demás que pasan por aquí se traducen al explicar el error."""

_TIPOS: Final = {bool: "", str: "TEXTO", int: "NÚMERO", float: "NÚMERO", Path: "RUTA"}


def traducir(comando: Command) -> Command:
    """Pone en español un árbol de órdenes."""
    sustitutos: tuple[tuple[Any, str, Any], ...] = (
        (core, "_", lambda texto: _SIN_RICH.get(texto, texto)),
        (core, "_get_default_string", _sin_parentesis),
        (click, "echo", _eco),
        (nucleo, "echo", _eco),
        (termui, "secho", _eco),
        (typer, "confirm", _confirmar),
    )
    for donde, nombre, nuestro in sustitutos:
        setattr(donde, nombre, nuestro)
    _traducir_arbol(comando)
    return comando


_defecto_de_typer = core._get_default_string
_eco_de_typer = click.echo


def _sin_parentesis(*objeto: Any, **datos: Any) -> str:
    """El valor por defecto; Typer mete entre paréntesis el que se le da escrito."""
    texto = _defecto_de_typer(*objeto, **datos)
    return texto[1:-1] if datos.get("show_default_is_str") else texto


def _eco(mensaje: Any = None, *resto: Any, fg: Any = None, **datos: Any) -> None:
    """`echo` y `secho`, con lo que dice el completado en español."""
    from docubot.cli import frases

    _eco_de_typer(frases.del_completado(mensaje) if isinstance(mensaje, str) else mensaje, *resto, **datos)


def _confirmar(pregunta: str, *, abort: bool = False) -> bool:
    """`typer.confirm`, que pregunta «[y/N]»: aquí se contesta s o n."""
    from docubot.presentacion.consola import confirmar

    dicho = confirmar(pregunta)
    if abort and not dicho:
        raise typer.Abort
    return dicho


def _traducir_arbol(comando: Command) -> None:
    comando.context_class = _Contexto
    for parametro in comando.params:
        _traducir_parametro(parametro)
    original = comando.get_help_option

    def en_espanol(ctx: Context) -> Any:
        opcion = original(ctx)
        if opcion is not None:
            _traducir_parametro(opcion)
        return opcion

    comando.get_help_option = en_espanol  # type: ignore[method-assign]
    ayuda = comando.format_help

    def ayuda_en_espanol(ctx: Context, formatter: HelpFormatter) -> None:
        _poner_titulos()
        ayuda(ctx, formatter)

    comando.format_help = ayuda_en_espanol  # type: ignore[method-assign]
    if isinstance(comando, TyperGroup):
        for hijo in comando.commands.values():
            _traducir_arbol(hijo)


def _poner_titulos() -> None:
    """Los de la ayuda con Rich, que solo se importa si se va a enseñar."""
    from typer import rich_utils

    for nombre, texto in _TITULOS.items():
        setattr(rich_utils, nombre, texto)


def _traducir_parametro(parametro: Any) -> None:
    """La ayuda y el tipo de una opción: nada en un interruptor, TEXTO, NÚMERO o RUTA en lo demás."""
    if parametro.help in _AYUDA:
        parametro.help = _AYUDA[parametro.help]
    descrito = parametro.type_descriptor
    if isinstance(parametro, TyperArgument):
        parametro.display_type_rich = lambda ctx: None  # type: ignore[method-assign]
    elif isinstance(parametro, TyperOption) and parametro.metavar is None and not descrito.is_choice:
        parametro.metavar = "" if parametro.is_flag else _tipo(descrito.annotation)


def _tipo(anotacion: Any) -> str:
    internos = getattr(anotacion, "__args__", ()) or (anotacion,)
    return next((_TIPOS[t] for t in internos if t in _TIPOS), "VALOR")


def explicar(error: Exception) -> str | None:
    """La frase en español de un error del analizador, vacía si ya se enseñó la ayuda; None si no es suyo."""
    if type(error).__name__ == "Abort":
        return "Interrumpido."
    if not isinstance(error, fallos.ClickException):
        return None
    if isinstance(error, fallos.NoArgsIsHelpError):
        return error.message
    frase = _en_una_frase(error)
    contexto = getattr(error, "ctx", None)
    return f"{frase} Prueba «{contexto.command_path} --help»." if contexto is not None else frase


def _en_una_frase(error: fallos.ClickException) -> str:
    from docubot.cli import frases

    match error:
        case fallos.MissingParameter():
            return _falta(error)
        case fallos.BadParameter():
            nombre = _nombre(error.param) if error.param is not None else ""
            motivo = frases.del_analizador(error.message)
            return f"El valor de {nombre} no vale: {motivo}" if nombre else motivo
        case _:
            return frases.del_analizador(error.format_message())


def _falta(error: fallos.MissingParameter) -> str:
    if error.param is None:
        return "Falta un valor obligatorio."
    descrito = error.param.type_descriptor
    opciones = f" Elige: {', '.join(map(str, descrito.choices))}." if descrito.is_choice and descrito.choices else ""
    que = "el argumento" if isinstance(error.param, TyperArgument) else "la opción"
    return f"Falta {que} {_nombre(error.param)}.{opciones}"


def _nombre(parametro: Any) -> str:
    """Cómo se llama en la orden: sus opciones, o el nombre del argumento."""
    return " / ".join(parametro.opts) if isinstance(parametro, TyperOption) else str(parametro.display_name_raw)
