"""Los rótulos que rodean a los textos de los ejercicios (`rotulos.toml`), en los dos idiomas."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

from docubot.ejercicios.catalogo import Textos
from docubot.tipos import Idioma


@lru_cache(maxsize=1)
def rotulos() -> Mapping[str, Textos]:
    """Todos, por su clave."""
    return tomllib.loads((resources.files("docubot.ejercicios") / "rotulos.toml").read_text(encoding="utf-8"))


def rotulo(clave: str, idioma: Idioma, **huecos: object) -> str:
    """Un rótulo con sus huecos puestos."""
    return rotulos()[clave][idioma].format(**huecos)
