"""El idioma de una frase corta, español o inglés."""

from __future__ import annotations

from docubot.lenguaje.texto import Idioma
from docubot.lenguaje.texto import idioma_de as _por_vacias


def idioma_de(texto: str, por_defecto: Idioma = "es") -> Idioma:
    """`es` o `en`; `por_defecto` si no hay ninguna señal."""
    return _por_vacias(texto, por_defecto)
