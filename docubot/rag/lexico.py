"""Qué palabras cuentan de un fragmento y de una consulta. Puro."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, zip_longest
from typing import Final

from docubot.lenguaje.glosario import sinonimos, traducir
from docubot.lenguaje.idioma import idioma_de as idioma_de_frase
from docubot.lenguaje.texto import DIPTONGOS, VACIAS_EN, VACIAS_ES, Idioma, idioma_de, palabras, terminos
from docubot.rag.frases import unidades
from docubot.rag.trocear import SEPARADOR, Pagina, Trozo

_RAIZ_CORTA: Final = 4
_CORTE: Final = re.compile(r"(?<=[.!?;:])\s+|¿|\n+")


def idioma_de_pagina(texto: str) -> Idioma:
    """El idioma de una página, por su principio; español si no hay señales."""
    return idioma_de(texto[:6000])


@dataclass(frozen=True, slots=True)
class TerminosDeTrozo:
    """Los términos de un fragmento: de su título más cercano, de cada frase, y del resto del camino y las etiquetas."""

    titulo: list[str]
    frases: list[list[str]]
    resto: list[str]

    def todos(self) -> list[str]:
        """Todos, seguidos."""
        return [*self.titulo, *chain(*self.frases), *self.resto]


def terminos_de_trozo(pagina: Pagina, trozo: Trozo, idioma: Idioma) -> TerminosDeTrozo:
    """Los términos con que se busca un fragmento."""
    *camino, titulo = trozo.seccion.split(SEPARADOR)
    frases = [terminos(trozo.texto[a:b], idioma) for a, b in unidades(trozo.texto)]
    return TerminosDeTrozo(terminos(titulo, idioma), frases, terminos(" ".join([*camino, *pagina.etiquetas]), idioma))


Grupo = tuple[str, ...]
"""Una palabra de la consulta: los términos que valen por ella (su raíz en cada idioma, sus traducciones)."""


def grupos_de_consulta(consulta: str, idiomas: frozenset[Idioma]) -> list[Grupo]:
    """Las palabras con contenido de la consulta, sin repetir, como alternativas de términos.

    De una consulta en inglés a un corpus en español se añaden las traducciones del glosario.
    """
    en_ingles = idioma_de_frase(consulta) == "en"
    vacias = VACIAS_EN if en_ingles else VACIAS_ES
    lenguas = sorted(idiomas, reverse=True) or ["es"]
    grupos: dict[Grupo, None] = {}
    for palabra in palabras(consulta):
        if palabra not in vacias:
            traducida = traducir(palabra) if en_ingles and "es" in lenguas else None
            grupos |= dict.fromkeys(_grupos_de_palabra(palabra, traducida, lenguas))
    return list(grupos)


def _grupos_de_palabra(palabra: str, traducida: str | None, idiomas: Sequence[Idioma]) -> Iterator[Grupo]:
    """Un grupo con su raíz en cada idioma; una compuesta («FACT-101») da uno por parte; una traducida, uno con todo."""
    por_idioma = [terminos(palabra, idioma) for idioma in idiomas]
    if traducida:
        yield tuple(dict.fromkeys([*chain(*por_idioma), *terminos(traducida, "es")]))
    else:
        for iguales in zip_longest(*por_idioma):
            yield tuple(dict.fromkeys(t for t in iguales if t))


def foco(consulta: str) -> str:
    """Las frases que preguntan; si ninguna lleva «?», la última: lo de antes suele ser el contexto."""
    frases = [frase for frase in _CORTE.split(consulta) if palabras(frase)]
    return " ".join([frase for frase in frases if "?" in frase] or frases[-1:])


def con_sinonimos(grupos: Sequence[Grupo]) -> list[Grupo]:
    """Cada grupo con los términos de las palabras que dicen lo mismo y las otras raíces de los verbos irregulares."""
    return [tuple(dict.fromkeys([*grupo, *chain(*map(_sinonimos, grupo))])) for grupo in grupos]


@lru_cache(maxsize=4096)
def _sinonimos(termino: str) -> tuple[str, ...]:
    propias = (termino, *_otras_raices(termino))
    otras = next((o for raiz in propias if (o := sinonimos(raiz))), "")
    iguales = terminos(otras)
    return (*propias[1:], *iguales, *chain(*map(_otras_raices, iguales)))


def _otras_raices(raiz: str) -> tuple[str, ...]:
    """Las que Snowball da a otros tiempos del mismo verbo: «devuelv» y «devolv», «activ» y «act»."""
    if len(raiz) < _RAIZ_CORTA or not raiz.isalpha():
        return ()
    cambiadas = [raiz[:-2] if raiz.endswith("iv") else f"{raiz}iv"]
    for diptongo, vocal in DIPTONGOS:
        cortada, hallado, resto = raiz.rpartition(diptongo)
        if hallado:
            cambiadas.append(f"{cortada}{vocal}{resto}")
        elif vocal in raiz:
            cortada, _, resto = raiz.rpartition(vocal)
            cambiadas.append(f"{cortada}{diptongo}{resto}")
    return tuple(cambiadas)


def texto_para_vector(pagina: Pagina, trozo: Trozo) -> str:
    """Lo que se vectoriza: el camino de encabezados y el texto. Sin título ni sección, el texto solo."""
    return f"{trozo.seccion}\n{trozo.texto}" if trozo.seccion else trozo.texto
