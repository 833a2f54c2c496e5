# ruff: noqa: E501 - expresiones regulares
"""Los «y si…» de las condiciones: lo que la pregunta da por arreglado, y el papel de quien lo intenta."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.pasajes import Unidad, sin_marcas
from docubot.modelos.local.redaccion.pedido import Clausula
from docubot.modelos.local.redaccion.puntuacion import Biblioteca
from docubot.modelos.local.terminos import Termino, leer_terminos, mejor
from docubot.tipos import Idioma

_SUPUESTO: Final = re.compile(
    r"\b(?:si|if|al|cuando|when|once|after|tras|con|with|suppos\w+|supon\w+|una vez)\b(?P<que>.*?)(?:,(?! (?:y|e|and|se|le)\b)|\?|$)",
    re.IGNORECASE,
)
_REANUDAR: Final = re.compile(
    r"\b(?:reactiv|reanud|resum|unpaus|activ|reabr|reopen|restart)\w*|\b(?:quit|sac|take)\w* .*\b(?:pausa|pause)\b"
)
_APROBAR: Final = re.compile(r"\b(?:aprob|aprueb|approv)\w*")
_NO: Final = re.compile(r"\b(?:no|not|sin|without|don t|doesn t|falt\w+)\b")
_ROLES: Final = frozenset({"miembro", "invitado", "administrador", "propietaria", "responsable"})


def supuesto_en(entera: Clausula) -> str:
    """Lo que la pregunta da por hecho («nos mandan el NIF y reactivamos»), plegado; vacío si no supone nada."""
    dichos = [c.group("que") for c in _SUPUESTO.finditer(entera.texto)]
    return plegar(" ".join(dichos)).strip()


def reanuda(supuesto: str) -> bool:
    """Verdadero si el supuesto vuelve a poner algo en marcha: «si reactivo Boreal»."""
    return _REANUDAR.search(supuesto) is not None


def arregla(supuesto: str, condicion: str, es_de_estado: bool, es_de_falta: bool, idioma: Idioma) -> bool:
    """Verdadero si el supuesto deja de hacer cierta esa condición."""
    if not supuesto or _NO.search(supuesto):
        return False
    if es_de_estado:
        return _REANUDAR.search(supuesto) is not None
    dichos = leer_terminos(supuesto, idioma)
    if "aprob" in plegar(condicion):
        return _APROBAR.search(supuesto) is not None
    propios = [t for t in leer_terminos(condicion, "es") if t.conceptos & {"fiscal", "nif", "direccion", "dato"}]
    return es_de_falta and any(mejor(d, propios) >= 0.75 for d in dichos)


def rol_en(entera: Clausula) -> Termino | None:
    """El papel que nombra la pregunta («es solo miembro»), o None."""
    return next((t for t in entera.terminos if t.conceptos & _ROLES), None)


def lo_que_puede(rol: Termino, accion: Sequence[Termino], biblioteca: Biblioteca) -> tuple[bool, Unidad] | None:
    """Lo que la tabla de papeles dice de esa acción para ese papel, y la celda que lo dice."""
    for unidad in biblioteca.unidades:
        if unidad.clase != "celda" or plegar(unidad.legible).split(",")[0] not in ("si", "no"):
            continue
        ejes = [leer_terminos(sin_marcas(e), "es") for e in (unidad.fila, unidad.columna)]
        for mio, otro in (ejes, ejes[::-1]):
            if mejor(rol, mio) >= 0.75 and any(mejor(t, otro[:2]) >= 0.75 for t in accion):
                return plegar(unidad.legible).startswith("si"), unidad
    return None
