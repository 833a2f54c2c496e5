"""`docubot config`: los ajustes, de dónde sale cada uno y cómo se cambian."""

from __future__ import annotations

from typing import Annotated

import typer

from docubot.cli.comun import EnJson

app = typer.Typer(help="Los ajustes y de dónde sale cada uno.", invoke_without_command=True)


@app.callback()
def por_defecto(contexto: typer.Context) -> None:
    """Los ajustes y de dónde sale cada uno; sin orden, los enseña."""
    if contexto.invoked_subcommand is None:
        ver()


@app.command()
def ver(en_json: EnJson = False) -> None:
    """Enseña cada ajuste, su valor y de dónde sale. Las claves no se enseñan."""
    from docubot import configuracion
    from docubot.presentacion.consola import imprimir_json, imprimir_tabla

    actual = configuracion.cargar()
    filas = [
        {
            "ajuste": campo.name,
            "valor": _valor(getattr(actual, campo.name), secreto=campo.metadata["secreto"]),
            "origen": actual.origenes[campo.name],
            "variable": configuracion.variable_de(campo.name),
            "ayuda": campo.metadata["ayuda"],
        }
        for campo in configuracion.ajustes()
    ]
    if en_json:
        imprimir_json({"version": 1, "ajustes": filas})
        return
    imprimir_tabla(
        ["ajuste", "valor", "origen", "variable", "qué es"],
        [
            [
                f["ajuste"],
                "" if f["valor"] is None else str(f["valor"]),
                *(str(f[c]) for c in ("origen", "variable", "ayuda")),
            ]
            for f in filas
        ],
    )


def _valor(valor: object, *, secreto: bool) -> object:
    if valor is None or valor == "":
        return None
    from docubot.configuracion import TOKEN_DEMO

    if secreto:
        return "(la de demostración)" if valor == TOKEN_DEMO else "(puesta)"
    return valor if isinstance(valor, int | float | str) else str(valor)


@app.command()
def ruta() -> None:
    """Dice dónde está el fichero de configuración."""
    import os

    from docubot import configuracion
    from docubot.presentacion.consola import decir, imprimir

    fichero = configuracion.ruta_del_fichero(os.environ)
    imprimir(str(fichero))
    if not fichero.exists():
        decir("Todavía no existe: se crea con «docubot config poner».")


@app.command()
def poner(
    ajuste: Annotated[str, typer.Argument(help="El ajuste, como lo llama «docubot config ver».")],
    valor: Annotated[str, typer.Argument(help='El valor; "" lo quita.')],
) -> None:
    """Cambia un ajuste en el fichero de configuración."""
    import os

    from docubot import ajustes, configuracion
    from docubot.presentacion.consola import decir

    nombre = ajuste.strip().removeprefix("DOCUBOT_").lower().replace("-", "_")
    puesto = ajustes.poner(configuracion.ruta_del_fichero(os.environ), nombre, valor)
    decir(f"{nombre} = {puesto}" if puesto is not None else f"{nombre}: quitado, vuelve a su valor por defecto.")
    actual = configuracion.cargar()
    if actual.origenes[nombre] in ("opción", "variable"):
        decir(f"Ojo: manda la variable {configuracion.variable_de(nombre)}, que vale «{getattr(actual, nombre)}».")
