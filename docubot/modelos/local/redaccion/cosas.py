"""De qué es la cantidad que dice una pregunta («40 invitados», «250 megas») y cómo se compara con un límite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from docubot.modelos.local.lexico import conceptos_de, palabra_de
from docubot.modelos.local.redaccion.limite import Limite
from docubot.modelos.local.redaccion.medidas import en_base
from docubot.modelos.local.redaccion.pedido import Clausula, Medida, medidas_en

_CONTABLES: Final = ("almacenamiento", "tamaño", "archivo", "peticion", "webhook", "invitado", "persona", "historial")
"""Lo que una pregunta cuenta de sí misma y un plan limita; lo más concreto, antes."""
_MAGNITUDES: Final = {"b": ("almacenamiento", "tamaño", "archivo"), "p": ("persona", "invitado")}
_COMO_SE_DICE: Final = {
    "peticion": "peticiones",
    "archivo": "archivos",
    "persona": "personas",
    "invitado": "invitados",
    "webhook": "webhooks",
    "proyecto": "proyectos activos",
    "tarea": "tareas abiertas",
}


def cosas_contadas(entera: Clausula, medida: Medida, tambien: Sequence[str] = ()) -> list[str]:
    """De qué puede ser la cantidad, dicho como la documentación: por su unidad y por lo que nombra la pregunta.

    `tambien`: otros conceptos que valen si son la unidad («30 proyectos»).
    """
    base = en_base(medida)
    propios = conceptos_de(medida.unidad, "es") | conceptos_de(medida.unidad, "en") if base is None else frozenset()
    if entera.dice(rf"(?:somos|seremos|seriamos|eramos|we are|we re|we ll be) {medida.cantidad:.0f}"):
        return ["personas"]
    suyas = [c for c in (*_CONTABLES, *tambien) if c in propios]
    if suyas:
        return [_COMO_SE_DICE.get(c, palabra_de(c)) for c in suyas]
    dichos = frozenset().union(*(t.conceptos for t in entera.terminos))
    posibles = _MAGNITUDES.get(base[0], ()) if base else [c for c in _CONTABLES if c not in _MAGNITUDES["b"]]
    nombrados = [c for c in posibles if c in dichos]
    if "subir_archivo" in dichos and base and base[0] == "b":
        nombrados = ["archivo", *nombrados]
    if "archivo" in nombrados:
        nombrados = ["archivo", *(c for c in nombrados if c != "archivo")]
    return [_COMO_SE_DICE.get(c, palabra_de(c)) for c in nombrados]


def comparables(medida: Medida, limite: Limite) -> tuple[float, float, str] | None:
    """Las dos cantidades en la unidad del límite, y su nombre; None si son de distinta clase o no hay límite."""
    if limite.cantidad is None:
        return None
    base = en_base(medida)
    if base is None or base[0] == "p":
        return medida.cantidad, limite.cantidad, ""
    for otra in medidas_en(limite.dicho):
        suya = en_base(otra)
        if suya is not None and suya[0] == base[0] and otra.cantidad == limite.cantidad:
            return base[1] / (suya[1] / otra.cantidad), otra.cantidad, f" {otra.unidad.upper()}"
    return None
