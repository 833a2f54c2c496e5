"""El idioma de una frase corta, español o inglés."""

from __future__ import annotations

import re
from typing import Final

from docubot.lenguaje.texto import VACIAS_EN, VACIAS_ES, Idioma, plegar
from docubot.lenguaje.vocabulario import peso_por_idioma

_PALABRA: Final = re.compile(r"[^\W\d_]+")
_SIGNOS: Final = frozenset("¿¡ñÑ")
_AMBAS: Final = (VACIAS_ES & VACIAS_EN) | {"a", "me", "no", "he", "has", "ha", "son", "sin"}


_CODIGO: Final = re.compile(r"\b[A-Z]{2,}-\d+\b")


def idioma_de(texto: str, por_defecto: Idioma = "es") -> Idioma:
    """`es` o `en`, por sus palabras vacías, sus signos y sus palabras corrientes; `por_defecto` si no hay señales.

    Una palabra con mayúscula en medio de la frase es un nombre y no cuenta: «Is Lucía in charge?» es inglés.
    """
    if _SIGNOS & set(texto):
        return "es"
    espanol = ingles = 0.0
    for i, palabra in enumerate(_PALABRA.findall(_CODIGO.sub(" ", texto))):
        plegada = plegar(palabra)
        if (i and palabra[:1].isupper() and not palabra.isupper()) or plegada in _AMBAS:
            continue
        espanol += 2.0 * (plegada in VACIAS_ES) + 1.0 * (plegada != palabra.casefold())
        ingles += 2.0 * (plegada in VACIAS_EN)
        suyas, ajenas = peso_por_idioma(plegada)
        espanol += 0.6 * (suyas and not ajenas)
        ingles += 0.6 * (ajenas and not suyas)
    if espanol == ingles:
        return por_defecto
    return "es" if espanol > ingles else "en"
