"""Lo que acompaña a las frases elegidas: el párrafo corto entero y, si un plan no lo tiene, cuál lo tiene."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.pasajes import Unidad
from docubot.modelos.local.redaccion.puntuacion import Biblioteca, texto_propio
from docubot.modelos.local.terminos import Termino

PARRAFO_CORTO: Final = 480
"""Caracteres de una sección que se cita entera: partirla ahorra poco y puede quitar la frase que responde."""
CABE: Final = 600
MINIMO_DE_QUIEN: Final = 0.75
"""Parte de lo que el plan no tiene que debe decir la frase que dice quién lo tiene."""
_NIEGA: Final = re.compile(r"\b(?:no|ni|ningun\w*|sin|0)\b")


def entero(biblioteca: Biblioteca, elegidas: Sequence[Unidad]) -> list[Unidad]:
    """Las elegidas con el resto de la sección de la primera, si son frases y la sección entera es corta."""
    primera = elegidas[0]
    if primera.clase != "frase":
        return list(elegidas)
    seccion = [u for u in biblioteca.unidades if u.pasaje == primera.pasaje and u.contexto == primera.contexto]
    if any(u.clase != "frase" for u in seccion) or _largo(seccion) > PARRAFO_CORTO:
        return list(elegidas)
    salida = list(seccion)
    for otra in elegidas:
        if otra not in seccion and _largo([*salida, otra]) <= CABE:
            salida.append(otra)
    return salida


def con_quien_lo_tiene(
    biblioteca: Biblioteca, elegidas: Sequence[Unidad], terminos: Sequence[Termino], pedidas: Mapping[str, str]
) -> list[Unidad]:
    """Si la primera niega algo de la alternativa pedida y nada nombra otra, la frase que dice cuál sí lo tiene."""
    primera = elegidas[0]
    if primera.clase not in ("frase", "punto", "celda") or not _NIEGA.search(plegar(primera.legible)):
        return list(elegidas)
    for familia, valor in pedidas.items():
        rivales = biblioteca.alternativas.familias.get(familia, frozenset()) - {valor}
        suyos = {r for r in rivales if biblioteca.alternativas.habla_de(primera, familia, r)}
        afirman = [u for u in elegidas[1:] if not _NIEGA.search(plegar(u.legible))]
        if any(biblioteca.alternativas.habla_de(u, familia, r) for u in afirman for r in rivales - suyos):
            continue
        cosa = [
            t for t in terminos
            if not biblioteca.alternativas.nombrados(familia, [t]) and biblioteca.cubre_propio(primera.orden, t) >= 0.75
        ]  # fmt: skip
        quien = _quien(biblioteca, cosa, familia, rivales - suyos) if cosa else None
        if quien is not None and quien not in elegidas:
            return [primera, quien, *(u for u in elegidas[1:2] if _largo([primera, quien, u]) <= CABE)]
    return list(elegidas)


def _quien(biblioteca: Biblioteca, cosa: Sequence[Termino], familia: str, rivales: frozenset[str]) -> Unidad | None:
    mejores: list[tuple[float, int, Unidad]] = []
    for i, unidad in enumerate(biblioteca.unidades):
        if unidad.clase not in ("frase", "punto", "celda") or _NIEGA.search(plegar(unidad.legible)):
            continue
        dicho = set(re.findall(r"[^\W_]+", plegar(texto_propio(unidad))))
        cubierto = sum(biblioteca.cubre_propio(i, t) for t in cosa) / len(cosa)
        if rivales & dicho and cubierto >= MINIMO_DE_QUIEN:
            mejores.append((cubierto - 0.001 * len(unidad.legible), -i, unidad))
    return max(mejores, key=lambda m: m[:2])[2] if mejores else None


def _largo(unidades: Sequence[Unidad]) -> int:
    return sum(len(u.legible) for u in unidades)
