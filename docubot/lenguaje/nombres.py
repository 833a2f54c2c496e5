"""Los nombres propios que aparecen en datos y en mensajes de error."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from docubot.lenguaje.texto import plegar

_CLAVES: Final = re.compile(r"(^|_)(nombre|name|titulo|title)($|_)")
_LISTA: Final = re.compile(r":\s*([^.:;\n]+(?:,\s*[^.:;\n]+)*)")
_SEPARADOR: Final = re.compile(r"\s*(?:,|;|\by\b|\band\b|\bu\b|\be\b)\s*")
_COMILLAS: Final = "«»“”\"'‘’ .?!¿¡"


def nombres_de_datos(datos: Any) -> Iterator[str]:
    """Los valores de las claves que llevan un nombre (`nombre`, `name`, `title`…), a cualquier profundidad."""
    if isinstance(datos, Mapping):
        for clave, valor in datos.items():
            if isinstance(valor, str) and valor.strip() and _CLAVES.search(plegar(str(clave))):
                yield valor.strip()
            else:
                yield from nombres_de_datos(valor)
    elif isinstance(datos, Sequence) and not isinstance(datos, str):
        for dato in datos:
            yield from nombres_de_datos(dato)


def nombres_de_error(mensaje: str) -> Iterator[str]:
    """Las alternativas que ofrece un error tras dos puntos («Proyectos disponibles: Atlas, Boreal.»)."""
    for casa in _LISTA.finditer(mensaje):
        for trozo in _SEPARADOR.split(casa.group(1)):
            nombre = trozo.strip(_COMILLAS)
            if nombre and nombre[0].isupper() and len(nombre) <= 60:
                yield nombre
