"""Si un texto nombra algo, con una errata como mucho."""

from __future__ import annotations

import re

from docubot.lenguaje.texto import palabras, plegar


def nombra_a(clausula_texto: str, nombre: str) -> bool:
    """Verdadero si el texto nombra el registro, con una errata como mucho, sin distinguir acentos ni mayúsculas."""
    if not nombre:
        return False
    if re.search(rf"(?<!\w){re.escape(plegar(nombre))}(?!\w)", plegar(clausula_texto)):
        return True
    return len(nombre) > 4 and any(se_parecen(p, plegar(nombre)) for p in palabras(clausula_texto))


def se_parecen(uno: str, otro: str) -> bool:
    """Verdadero si se distinguen en una errata (dos si son largos) y empiezan igual."""
    from rapidfuzz.distance import OSA

    return (
        uno[:1] == otro[:1] and len(uno) > 4 and OSA.distance(uno, otro, score_cutoff=2) <= (1 if len(otro) < 8 else 2)
    )
