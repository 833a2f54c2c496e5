"""`docubot prompts`: las versiones de los textos de sistema."""

from __future__ import annotations

from typing import Annotated

import typer

from docubot.cli.comun import EnJson

app = typer.Typer(help="Las versiones de los prompts.", invoke_without_command=True)


@app.callback()
def por_defecto(contexto: typer.Context) -> None:
    """Las versiones de los prompts; sin orden, las lista."""
    if contexto.invoked_subcommand is None:
        listar()


@app.command()
def listar(en_json: EnJson = False) -> None:
    """Lista las versiones y el sha256 de cada texto."""
    from docubot import prompts
    from docubot.presentacion.consola import imprimir_json, imprimir_tabla

    todos = [prompts.cargar(variante, version) for version in prompts.versiones() for variante in prompts.VARIANTES]
    if en_json:
        filas = [{"version": p.version, "variante": p.variante, "sha256": p.sha256} for p in todos]
        imprimir_json({"version": 1, "en_vigor": prompts.PROMPT_VERSION, "prompts": filas})
        return
    marca = {True: "sí", False: ""}
    imprimir_tabla(
        ["versión", "texto", "sha256", "en vigor"],
        [[p.version, p.variante, p.sha256[:16], marca[p.version == prompts.PROMPT_VERSION]] for p in todos],
    )


@app.command()
def ver(
    version: Annotated[str | None, typer.Argument(help="La versión; sin ella, la que está en vigor.")] = None,
    texto: Annotated[str | None, typer.Option("--texto", help="Solo uno: system_agente, clasificacion…")] = None,
) -> None:
    """Enseña los textos de una versión."""
    from docubot import prompts
    from docubot.errores import ErrorDeUso
    from docubot.presentacion.consola import imprimir

    if texto is not None and texto not in prompts.VARIANTES:
        raise ErrorDeUso(f"No hay un texto «{texto[:60]}». Los que hay: {', '.join(prompts.VARIANTES)}.")
    for variante in prompts.VARIANTES:
        if texto in (None, variante):
            prompt = prompts.cargar(variante, version or prompts.PROMPT_VERSION)
            imprimir(f"## {prompt.variante} · versión {prompt.version} · sha256 {prompt.sha256}\n\n{prompt.plantilla}")
