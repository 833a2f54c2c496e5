"""Qué palabras cuentan de un fragmento y de una consulta. Puro."""

from __future__ import annotations

from typing import Final

from docubot.lenguaje.texto import VACIAS_EN, VACIAS_ES, Idioma, idioma_de, terminos
from docubot.rag.trocear import Pagina, Trozo

CORTAS: Final = VACIAS_ES | VACIAS_EN


def idioma_de_pagina(texto: str) -> Idioma:
    """El idioma de una página, por su principio; español si no hay señales."""
    return idioma_de(texto[:6000])


def terminos_de_trozo(pagina: Pagina, trozo: Trozo, idioma: Idioma) -> list[str]:
    """Los términos de un fragmento: los de su texto, los de su camino y, una vez, los de las etiquetas de su página."""
    return terminos(f"{trozo.seccion}\n{trozo.texto}\n{' '.join(pagina.etiquetas)}", idioma)


def terminos_de_consulta(consulta: str, idiomas: frozenset[Idioma]) -> list[str]:
    """Los términos de la consulta con la raíz de cada idioma en que está escrito el corpus, sin repetir."""
    salida: dict[str, None] = {}
    for idioma in sorted(idiomas, reverse=True) or ["es"]:
        for termino in terminos(consulta, idioma):
            salida.setdefault(termino)
    return [t for t in salida if t not in CORTAS] or list(salida)


def texto_para_vector(pagina: Pagina, trozo: Trozo) -> str:
    """Lo que se vectoriza: el camino de encabezados y el texto. Sin título ni sección, el texto solo."""
    return f"{trozo.seccion}\n{trozo.texto}" if trozo.seccion else trozo.texto
