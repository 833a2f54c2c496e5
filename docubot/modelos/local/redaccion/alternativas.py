"""Las familias de alternativas que nombran los pasajes: los planes, los estados…

Una frase sobre una no responde sobre otra.

Salen de los propios pasajes: las columnas y las filas de sus tablas, y los nombres que siguen a la misma palabra
(«plan Gratis», «plan Equipo»). Nada de esto está escrito aquí.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.pasajes import Unidad, sin_marcas
from docubot.modelos.local.terminos import Termino, leer_terminos, mejor

_TRAS_NOMBRE: Final = re.compile(r"\b([a-záéíóúñ]{4,})\s+([A-ZÁÉÍÓÚÑ][\wáéíóúñ]+)\b(?!\s+[A-Z])")
_TRAS_CIFRA: Final = re.compile(r"\d[\w ]{0,12}? en ([A-ZÁÉÍÓÚÑ][\wáéíóúñ]+)")


@dataclass(frozen=True, slots=True)
class Alternativas:
    """De cada familia (por su nombre), los valores que compiten, plegados."""

    familias: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def de(cls, unidades: Iterable[Unidad]) -> Alternativas:
        """Las familias que se ven en unas unidades."""
        familias: dict[str, set[str]] = {}
        for unidad in unidades:
            if unidad.clase == "fila" and len(unidad.celdas) > 1:
                columnas = {_limpio(c) for c, _ in unidad.celdas if c and len(c.split()) == 1 and c[:1].isupper()}
                if len(columnas) > 1:
                    familias.setdefault(f"columnas {unidad.grupo}", set()).update(columnas)
            for nombre, valor in _TRAS_NOMBRE.findall(unidad.legible):
                familias.setdefault(plegar(nombre), set()).add(plegar(valor))
            familias.setdefault("cifras", set()).update(plegar(v) for v in _TRAS_CIFRA.findall(unidad.legible))
        unidas = _unir([v for v in familias.values() if len(v) > 1])
        return cls({" ".join(sorted(v)): frozenset(v) for v in unidas})

    def elegidas(self, terminos: Sequence[Termino], idioma: str) -> dict[str, str]:
        """De cada familia, el valor que nombra la pregunta, si nombra uno solo (por su nombre o en el otro idioma)."""
        salida: dict[str, str] = {}
        for familia, valores in self.familias.items():
            nombrados = {v for v in valores for t in terminos if _nombra(t, v)}
            if len(nombrados) == 1:
                salida[familia] = nombrados.pop()
        return salida

    def nombrados(self, familia: str, terminos: Sequence[Termino]) -> set[str]:
        """Los valores de una familia que nombran unos términos."""
        return {v for v in self.familias[familia] for t in terminos if _nombra(t, v)}

    def habla_de(self, unidad: Unidad, familia: str, valor: str) -> bool:
        """Verdadero si la unidad trata de ese valor."""
        return valor in self._dichos(unidad, self.familias[familia])

    def con_valores(self, valores: Iterable[str]) -> dict[str, str]:
        """De cada familia, el valor que está entre unos datos vivos (el plan de la organización), si es uno solo."""
        plegados = {plegar(v) for v in valores}
        salida: dict[str, str] = {}
        for familia, opciones in self.familias.items():
            comunes = opciones & plegados
            if len(comunes) == 1:
                salida[familia] = next(iter(comunes))
        return salida

    def conflicto(self, unidad: Unidad, elegidas: Mapping[str, str]) -> bool:
        """Verdadero si la unidad habla de otro valor de una familia elegida y no del elegido."""
        for familia, valor in elegidas.items():
            dichos = self._dichos(unidad, self.familias[familia])
            if dichos and valor not in dichos:
                return True
        return False

    @staticmethod
    def _dichos(unidad: Unidad, valores: frozenset[str]) -> set[str]:
        if unidad.clase == "celda" and _limpio(unidad.columna) in valores:
            return {_limpio(unidad.columna)}
        if unidad.clase == "celda" and _limpio(unidad.fila) in valores:
            return {_limpio(unidad.fila)}
        propio = _palabras(f"{unidad.fila} {unidad.legible}") & valores
        return propio or (_palabras(unidad.encabezado) & valores) or (_palabras(" ".join(unidad.contexto)) & valores)


def _nombra(termino: Termino, valor: str) -> bool:
    if termino.forma == valor:
        return True
    otros = leer_terminos(valor, "es")
    propios = otros[0].conceptos - _AMPLIOS if len(otros) == 1 else frozenset()
    return bool(propios & termino.conceptos) and mejor(termino, otros) >= 0.79


_AMPLIOS: Final = frozenset({"organizacion", "negocio", "persona"})
"""Conceptos que comparte demasiado: «cuenta» no nombra el plan Empresa."""


def _palabras(texto: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", plegar(texto)))


def _limpio(texto: str) -> str:
    return plegar(sin_marcas(texto).strip("` "))


def _unir(grupos: Sequence[set[str]]) -> list[set[str]]:
    """Une los grupos que comparten al menos dos valores, o que están uno dentro del otro."""
    salida: list[set[str]] = []
    for grupo in sorted(grupos, key=lambda g: (-len(g), sorted(g))):
        for previo in salida:
            if len(previo & grupo) >= 2 or grupo <= previo:
                previo |= grupo
                break
        else:
            salida.append(set(grupo))
    return salida
