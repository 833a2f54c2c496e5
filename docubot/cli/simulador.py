"""`docubot simulador`: servir la Messages API simulada y ver sus reglas y sus fallos."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="Un simulador de la Messages API, para aprender y probar sin clave.")


@app.command()
def servir(
    puerto: Annotated[int, typer.Option(help="Puerto; 0, uno libre.", min=0, max=65535)] = 8787,
    perfil: Annotated[str, typer.Option(help="Perfil del modelo local: prudente, impulsivo o credulo.")] = "prudente",
    guion: Annotated[
        Path | None, typer.Option(help="Contesta este guion (JSON Lines) en vez del modelo local.")
    ] = None,
    fallos: Annotated[str, typer.Option(help="Fallos a provocar, como 529@0.3,429:2#1.")] = "",
    semilla: Annotated[int, typer.Option(help="Semilla de los fallos con probabilidad.")] = 0,
) -> None:
    """Sirve la API en esta máquina hasta Ctrl-C. Úsala con ANTHROPIC_BASE_URL y cualquier clave."""
    from docubot.modelos import abrir_local
    from docubot.modelos.guion import ModeloGuion, desde_jsonl
    from docubot.servidores.simulador.app import Simulador
    from docubot.servidores.simulador.fallos import leer_programa
    from docubot.servidores.simulador.servidor import escuchar
    from docubot.servidores.simulador.servidor import servir as servir_hasta_ctrl_c

    programa = leer_programa(fallos, semilla)
    modelo = abrir_local(perfil) if guion is None else ModeloGuion(desde_jsonl(guion))
    simulador = Simulador(modelo, programa)
    with escuchar(puerto) as enchufe:
        direccion = f"http://127.0.0.1:{enchufe.getsockname()[1]}"
        typer.echo(f"Messages API simulada en {direccion}: contesta {modelo.nombre} (Ctrl-C para parar).")
        servir_hasta_ctrl_c(simulador, enchufe)
    typer.echo("Simulador parado.", err=True)


@app.command()
def reglas(
    json_: Annotated[bool, typer.Option("--json", help="Un documento JSON.")] = False,
) -> None:
    """Las reglas con las que valida las peticiones, numeradas."""
    from docubot.servidores.simulador.reglas import REGLAS, tabla_markdown

    if not json_:
        typer.echo(tabla_markdown())
        return
    filas = [
        {"numero": r.numero, "exige": r.que, "estado": r.estado, "tipo": r.tipo, "mensaje": r.mensaje} for r in REGLAS
    ]
    typer.echo(json.dumps({"version": 1, "reglas": filas}, ensure_ascii=False))


@app.command()
def fallos(
    json_: Annotated[bool, typer.Option("--json", help="Un documento JSON.")] = False,
) -> None:
    """Los fallos que se pueden pedir con --fallos o con la cabecera x-docubot-fallo."""
    from docubot.servidores.simulador.fallos import FALLOS

    if json_:
        typer.echo(json.dumps({"version": 1, "fallos": FALLOS}, ensure_ascii=False))
        return
    for nombre, descripcion in FALLOS.items():
        typer.echo(f"{nombre:<20} {descripcion}")
