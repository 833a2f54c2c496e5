"""Lo que las reglas dejan hacer según el estado de un registro."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.datos import Registro
from docubot.modelos.local.pasajes import Unidad, sin_marcas
from docubot.modelos.local.redaccion import frases
from docubot.modelos.local.redaccion.puntuacion import Biblioteca
from docubot.modelos.local.terminos import Termino, leer_terminos, mejor

_NIEGA: Final = re.compile(r"\b(?:no|ni|tampoco|nunca)\b")


_ENTRE_COMILLAS: Final = re.compile(r"`([^`\n]{3,20})`")


_SOLO: Final = re.compile(r"^(?:\W*)solo\b")


@dataclass(frozen=True, slots=True)
class Veredicto:
    """Si el estado de un registro deja hacer algo, y la unidad que lo dice."""

    deja: bool
    unidad: Unidad
    estado: str


def veredicto_por_estado(biblioteca: Biblioteca, accion: Sequence[Termino], registro: Registro) -> Veredicto | None:
    """Lo que los pasajes dicen de la acción para el estado del registro: una celda de la tabla o, si no, una frase."""
    estados = [str(c.valor) for c in registro.campos if frases.es_estado(c) and c.tipo == "texto"]
    candidatos: list[tuple[float, Veredicto]] = []
    hermanos = {
        c
        for u in biblioteca.unidades
        for c in _ENTRE_COMILLAS.findall(plegar(u.texto))
        if "estado" in plegar(" ".join((*u.contexto, u.texto)))
    }
    for estado in estados:
        for i, unidad in enumerate(biblioteca.unidades):
            deja = _lo_que_dice(unidad, plegar(estado), accion, hermanos)
            if deja is not None:
                nota = (
                    sum(biblioteca.cubre_propio(i, t) for t in accion)
                    + (0.3 if unidad.clase == "celda" else 0.0)
                    + (0.5 if _SOLO.search(plegar(unidad.legible)) else 0.0)
                    - 0.01 * unidad.pasaje
                )
                candidatos.append((nota, Veredicto(deja, unidad, estado)))
    return max(candidatos, key=lambda par: par[0])[1] if candidatos else None


def _lo_que_dice(unidad: Unidad, estado: str, accion: Sequence[Termino], hermanos: set[str]) -> bool | None:
    if unidad.clase == "celda":
        if (
            plegar(sin_marcas(unidad.fila)).strip("` ") != estado
            or max((mejor(t, leer_terminos(unidad.columna, "es")) for t in accion), default=0) < 0.75
        ):
            return None
        return {"si": True, "no": False}.get(plegar(unidad.legible))
    if unidad.clase in ("fila", "codigo") or unidad.texto.endswith(":"):
        return None
    texto = plegar(unidad.legible)
    if max((mejor(t, leer_terminos(unidad.legible, "es")) for t in accion), default=0) < 0.75:
        return None
    nombra = re.search(rf"\b{re.escape(estado)}s?\b", texto)
    if _SOLO.search(texto) and not _NIEGA.search(texto):
        return nombra is not None
    if nombra is None:
        listados = set(_ENTRE_COMILLAS.findall(texto))
        return False if len(listados) > 1 and not _NIEGA.search(texto) and listados <= hermanos else None
    return _polaridad(texto, nombra.end(), accion)


def _polaridad(dicho: str, desde: int, accion: Sequence[Termino]) -> bool:
    """Falso si tras el estado se niega la acción: «no admite horas nuevas ni facturación»."""
    texto = dicho.replace("si no", "si ,,")
    for frase in re.split(r"[.;]|, (?:pero|aunque|y tampoco) ", texto):
        terminos = leer_terminos(frase, "es")
        if any(mejor(t, terminos) >= 0.75 for t in accion):
            return _NIEGA.search(frase) is None
    return _NIEGA.search(texto[desde:]) is None
