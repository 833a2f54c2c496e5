"""`docubot clave`: guardar una clave sin dejarla a la vista."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated, Final, TypeAlias

import typer

from docubot.cli.comun import EnJson

app = typer.Typer(help="Las claves, guardadas fuera de la vista.", no_args_is_help=True)

MAXIMO: Final = 10_000


class Cual(StrEnum):
    """De quién es la clave."""

    claude = "claude"
    nubelia = "nubelia"


AJUSTE: Final = {Cual.claude: "anthropic_api_key", Cual.nubelia: "nubelia_token"}
De: TypeAlias = Annotated[Cual, typer.Argument(help="De quién es la clave: claude o nubelia.")]


@app.callback()
def _grupo() -> None:
    """Las claves, guardadas fuera de la vista."""


@app.command()
def poner(de: De = Cual.claude) -> None:
    """Guarda una clave: la pide sin enseñarla, o la lee de la entrada. Nunca va en la orden."""
    from docubot import claves, configuracion
    from docubot.presentacion.consola import decir

    datos = configuracion.carpeta_de_datos(_entorno())
    sitio = claves.poner(datos, AJUSTE[de], _leer(de))
    if sitio == "llavero":
        decir("Clave guardada en el llavero del sistema.")
    else:
        decir(f"Este sistema no tiene llavero: la clave queda en {claves.ruta(datos)}, que solo puedes leer tú (0600).")
    variable = configuracion.variable_de(AJUSTE[de])
    if _entorno().get(variable, "").strip():
        decir(f"Ojo: la variable {variable} está definida y manda sobre la guardada.")


@app.command()
def ver(en_json: EnJson = False) -> None:
    """Dice qué claves hay y de dónde salen. No las enseña."""
    from docubot import claves, configuracion
    from docubot.presentacion.consola import imprimir_json, imprimir_tabla

    datos = configuracion.carpeta_de_datos(_entorno())
    filas = []
    for de, ajuste in AJUSTE.items():
        variable = configuracion.variable_de(ajuste)
        en_variable = f"variable {variable}" if _entorno().get(variable, "").strip() else None
        filas.append([de.value, en_variable or claves.donde(datos, ajuste) or "no hay"])
    if en_json:
        imprimir_json({"version": 1, "claves": [{"clave": c, "origen": o} for c, o in filas]})
    else:
        imprimir_tabla(["clave", "dónde está"], filas)


@app.command()
def borrar(de: De = Cual.claude) -> int:
    """Borra una clave guardada."""
    from docubot import claves, configuracion
    from docubot.presentacion.consola import decir

    borrada = claves.borrar(configuracion.carpeta_de_datos(_entorno()), AJUSTE[de])
    decir(f"Clave de {de.value} borrada." if borrada else f"No había ninguna clave de {de.value} guardada.")
    return 0 if borrada else 1


def _entorno() -> dict[str, str]:
    import os

    return dict(os.environ)


def _leer(de: Cual) -> str:
    """La clave, tecleada sin eco o por la entrada. Error: `DatosInvalidos` si no es un texto."""
    from docubot.errores import DatosInvalidos

    if sys.stdin.isatty():
        import getpass

        return getpass.getpass(f"Clave de {de.value} (no se ve al escribir): ")
    try:
        return sys.stdin.buffer.read(MAXIMO).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DatosInvalidos("La clave tiene caracteres que no valen en una clave: cópiala de nuevo.") from None
