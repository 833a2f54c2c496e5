"""`docubot doctor`: qué está bien, qué falta y qué hacer."""

from __future__ import annotations

from typing import Annotated

import typer

from docubot.cli.comun import EnJson


def doctor(
    probar_clave: Annotated[
        bool, typer.Option("--probar-clave", help="Hace una llamada de un token al proveedor.")
    ] = False,
    en_json: EnJson = False,
) -> int:
    """Revisa la instalación y dice qué hacer con lo que falte. Sale con 1 si algo está mal."""
    from dataclasses import asdict

    from docubot import diagnostico
    from docubot.presentacion import doctor as vista
    from docubot.presentacion.consola import imprimir_json

    revisiones = []
    for revision in diagnostico.revisar(probar_clave=probar_clave):
        revisiones.append(revision)
        if not en_json:
            vista.mostrar(revision)
    if en_json:
        imprimir_json({"version": 1, "revisiones": [asdict(r) for r in revisiones]})
    else:
        vista.concluir(revisiones)
    return 1 if any(r.estado == "mal" for r in revisiones) else 0
