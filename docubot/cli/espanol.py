"""Typer, en español: la ayuda, el uso y los errores del analizador, con «quizá querías decir».

Typer trae estos textos fijos en inglés; se sustituyen donde él los lee. Las pruebas comprueban que no queda ninguno.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from typer import rich_utils
from typer._click import exceptions as fallos
from typer._click.core import Command, Context
from typer._click.formatting import HelpFormatter
from typer.core import TyperGroup


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
}


def traducir(comando: Command) -> Command:
    """Pone en español un árbol de órdenes."""
    for nombre, texto in _TITULOS.items():
        setattr(rich_utils, nombre, texto)
    _traducir_arbol(comando)
    return comando


def _traducir_arbol(comando: Command) -> None:
    comando.context_class = _Contexto
    for parametro in comando.params:
        ayuda = getattr(parametro, "help", None)
        if ayuda in _AYUDA:
            parametro.help = _AYUDA[ayuda]  # type: ignore[attr-defined]
    original = comando.get_help_option

    def en_espanol(ctx: Context) -> Any:
        opcion = original(ctx)
        if opcion is not None:
            opcion.help = _AYUDA["Show this message and exit."]
        return opcion

    comando.get_help_option = en_espanol  # type: ignore[method-assign, assignment]
    if isinstance(comando, TyperGroup):
        for hijo in comando.commands.values():
            _traducir_arbol(hijo)


Traduccion = Callable[[re.Match[str]], str]

_FRASES: Final[tuple[tuple[str, str], ...]] = (
    (r"No such command '(?P<a>.*?)'\.", "No hay ninguna orden «{a}»."),
    (r"No such option: (?P<a>.*)", "No hay ninguna opción «{a}»."),
    (r"Missing command\.", "Falta la orden."),
    (r"Missing argument '(?P<a>.*?)'\.", "Falta el argumento {a}."),
    (r"Missing option '(?P<a>.*?)'\.", "Falta la opción {a}."),
    (r"Missing parameter: (?P<a>.*)", "Falta el valor de «{a}»."),
    (r"Got unexpected extra arguments? \((?P<a>.*)\)", "Sobra «{a}»: ¿faltan las comillas alrededor de la pregunta?"),
    (r"Option '(?P<a>.*?)' requires an argument\.", "La opción {a} necesita un valor."),
    (r"Option '(?P<a>.*?)' requires (?P<b>\d+) arguments\.", "La opción {a} necesita {b} valores."),
    (r"Option '(?P<a>.*?)' does not take a value\.", "La opción {a} no lleva valor."),
    (r"'(?P<a>.*?)' is not a valid integer( range)?\.", "«{a}» no es un número entero."),
    (r"'(?P<a>.*?)' is not a valid float( range)?\.", "«{a}» no es un número."),
    (r"'(?P<a>.*?)' is not a valid boolean.*", "«{a}» no es sí ni no."),
    (r"'(?P<a>.*?)' is not one of (?P<b>.*)\.", "«{a}» no es ninguno de: {b}."),
    (r"(?P<a>\S+) is not in the range (?P<b>.*)\.", "{a} no está en el intervalo {b}."),
    (r"(?:File|Path|Directory) '(?P<a>.*?)' does not exist\.", "«{a}» no existe."),
    (r"(?:File|Path|Directory) '(?P<a>.*?)' is not readable\.", "«{a}» no se puede leer."),
    (r"(?:File|Path) '(?P<a>.*?)' is a directory\.", "«{a}» es una carpeta."),
    (r"Directory '(?P<a>.*?)' is a file\.", "«{a}» es un fichero."),
)
_SUGERENCIA: Final = re.compile(r" ?(?:Did you mean|\(Possible options:) (?P<a>.*?)[?)]")


def explicar(error: Exception) -> str | None:
    """La frase en español de un error del analizador; None si no es suyo."""
    if type(error).__name__ == "Abort":
        return "Interrumpido."
    if not isinstance(error, fallos.ClickException):
        return None
    if isinstance(error, fallos.NoArgsIsHelpError):
        return error.message
    frase = _traducir_mensaje(error)
    contexto = getattr(error, "ctx", None)
    return f"{frase} Prueba «{contexto.command_path} --help»." if contexto is not None else frase


def _traducir_mensaje(error: fallos.ClickException) -> str:
    if isinstance(error, fallos.MissingParameter):
        nombre = error.param.human_readable_name if error.param is not None else ""
        opciones = " / ".join(getattr(error.param, "opts", []) or [])
        es_opcion = opciones.startswith("-")
        return f"Falta la opción {opciones}." if es_opcion else f"Falta el argumento {nombre}."
    cuerpo = error.message if isinstance(error, fallos.BadParameter) else error.format_message()
    sugeridas = _SUGERENCIA.search(cuerpo)
    frase = _frase(_SUGERENCIA.sub("", cuerpo).strip())
    if isinstance(error, fallos.BadParameter) and error.param is not None:
        opciones = " / ".join(getattr(error.param, "opts", []) or [])
        frase = f"El valor de {opciones} no vale: {frase}"
    if sugeridas:
        frase += f" Quizá querías decir {sugeridas['a'].replace(' or ', ' o ')}."
    return frase


def _frase(mensaje: str) -> str:
    for patron, frase in _FRASES:
        encontrado = re.fullmatch(patron, mensaje, re.DOTALL)
        if encontrado:
            return frase.format(**encontrado.groupdict())
    return mensaje
