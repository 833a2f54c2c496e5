"""Lo que cada papel puede: un sí o un no con la frase que lo dice."""

from __future__ import annotations

from collections.abc import Sequence

from docubot.modelos.local.redaccion.cita import escribir
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.puntuacion import Biblioteca
from docubot.modelos.local.terminos import Termino, leer_terminos
from docubot.tipos import Idioma


def puede(deja: bool, idioma: Idioma) -> str:
    if idioma == "en":
        return "Yes, allowed: " if deja else "No, not allowed: "
    return "Sí puede: " if deja else "No puede: "


def solo_otros(rol: Termino, accion: Sequence[Termino], biblioteca: Biblioteca, idioma: Idioma) -> Parte | None:
    """«Iker es miembro, ¿puede facturar?»: la frase que da ese permiso a otros papeles y no al suyo."""
    if not any("facturar" in t.conceptos for t in accion):
        return None
    for unidad in biblioteca.unidades:
        dichos = frozenset().union(*(t.conceptos for t in leer_terminos(unidad.legible, "es")))
        if unidad.clase == "frase" and {"permiso", "propietaria", "facturar"} <= dichos and not dichos & rol.conceptos:
            return Parte(f"{puede(False, idioma)}{escribir([unidad], idioma)}")
    return None
