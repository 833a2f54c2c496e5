"""Lo que sale de comprobar: aprobado o la clave de por qué no, con los datos que lo explican y la traza."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from docubot.ejercicios.catalogo import Ejercicio, Explicacion, explicaciones_comunes
from docubot.tipos import Idioma

MAXIMO_DATO: Final = 400
"""Caracteres de un valor dentro de una explicación."""


class Fallo(Exception):
    """El código no hace lo que se pide: `clave` es la explicación; `datos`, sus huecos; `linea`, dónde."""

    def __init__(self, clave: str, *, linea: int | None = None, **datos: object) -> None:
        super().__init__(clave)
        self.clave = clave
        self.linea = linea
        self.datos = {
            nombre: corto(valor, 1500 if nombre == "error" else MAXIMO_DATO) for nombre, valor in datos.items()
        }


@dataclass(frozen=True)
class Veredicto:
    """El resultado de una comprobación. `clave` es None si está aprobado."""

    ejercicio: str
    clave: str | None = None
    datos: Mapping[str, str] = field(default_factory=dict)
    linea: int | None = None
    salida: str = ""
    traza: tuple[dict[str, Any], ...] = ()
    notas: tuple[str, ...] = ()
    modelo: str = ""
    ms: float = 0.0

    @property
    def aprobado(self) -> bool:
        """El ejercicio está resuelto."""
        return self.clave is None

    def como_json(self) -> dict[str, Any]:
        """Los campos, con `aprobado`."""
        return {**asdict(self), "aprobado": self.aprobado}


def explicar(ejercicio: Ejercicio, veredicto: Veredicto, idioma: Idioma) -> Explicacion | None:
    """La explicación de un veredicto con sus huecos puestos; None si está aprobado."""
    if veredicto.clave is None:
        return None
    todas = {**explicaciones_comunes(), **ejercicio.explicaciones}
    plantilla = todas[veredicto.clave][idioma]
    datos = _Huecos({"fichero": ejercicio.fichero, "linea": str(veredicto.linea or "?"), **veredicto.datos})
    return Explicacion(*(t.format_map(datos) for t in (plantilla.esperado, plantilla.llego, plantilla.idea)))


class _Huecos(dict[str, str]):
    def __missing__(self, nombre: str) -> str:
        return "?"


def corto(valor: object, maximo: int = MAXIMO_DATO) -> str:
    """Un valor como texto, recortado con una marca."""
    try:
        texto = valor if isinstance(valor, str) else repr(valor)
    except Exception:
        texto = f"<{type(valor).__name__}>"
    return texto if len(texto) <= maximo else texto[:maximo] + "…"
