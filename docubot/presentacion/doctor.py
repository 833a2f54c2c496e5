"""El diagnóstico en el terminal: una línea por revisión y, debajo, qué hacer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from docubot.diagnostico import Revision
from docubot.presentacion.consola import imprimir, signo
from docubot.saneado import limpiar_linea, tapar_secretos

_MARCAS: Final = {"bien": "✓", "aviso": "!", "mal": "✗"}


def mostrar(revision: Revision) -> None:
    """«✓ Python: 3.11.9…» y, si no está bien, lo que hay que hacer."""
    imprimir(tapar_secretos(limpiar_linea(f"{signo(_MARCAS[revision.estado])} {revision.que}: {revision.visto}")))
    if revision.remedio:
        imprimir(f"    {limpiar_linea(revision.remedio)}")


def concluir(revisiones: Sequence[Revision]) -> None:
    """Cuántas cosas hay que mirar."""
    mal = sum(r.estado == "mal" for r in revisiones)
    avisos = sum(r.estado == "aviso" for r in revisiones)
    if mal:
        imprimir(f"\n{mal} cosa{'s' if mal > 1 else ''} por arreglar.")
    elif avisos:
        imprimir(f"\nTodo funciona, con {avisos} aviso{'s' if avisos > 1 else ''}.")
    else:
        imprimir("\nTodo está bien.")
