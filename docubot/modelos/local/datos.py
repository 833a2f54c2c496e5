"""El resultado JSON de una herramienta, como registros con campos que tienen ruta, etiqueta y tipo.

No sabe nada de ningún dominio: un registro es un objeto, un campo es una hoja, y su nombre sale de sus claves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, Literal

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.lectura import ResultadoLeido
from docubot.modelos.local.terminos import Termino, leer_terminos
from docubot.tipos import Idioma

Tipo = Literal["numero", "fecha", "momento", "booleano", "nulo", "texto", "lista"]

_CAMELLO: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-.]+")
_FECHA: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_NOMBRES: Final = ("nombre", "name", "titulo", "title")
_IDENTIFICADORES: Final = ("id", "identificador", "uuid", "codigo", "code", "number", "numero")
_PREFIJOS_BOOLEANOS: Final = {"tiene", "has", "es", "is", "esta", "con", "incluye", "needs"}
_TECNICAS: Final = {
    "id",
    "uuid",
    "url",
    "href",
    "links",
    "token",
    "secret",
    "password",
    "hash",
    "version",
    "etag",
    "cursor",
}


@dataclass(frozen=True, slots=True)
class Campo:
    """Una hoja del JSON. `ruta` son sus claves, de fuera adentro; `valor`, el del JSON."""

    ruta: tuple[str, ...]
    valor: Any

    @property
    def tipo(self) -> Tipo:
        """El tipo por el valor, no por la clave."""
        return tipo_de(self.valor)

    @property
    def etiqueta(self) -> str:
        """La última clave, humanizada: `tareas_abiertas` → «tareas abiertas»."""
        return humanizar(self.ruta[-1])

    @property
    def etiqueta_llena(self) -> str:
        """La etiqueta con su grupo delante si hace falta para entenderla: «horas registradas», «tareas en curso»."""
        return " ".join(humanizar(parte) for parte in self.ruta[-2:])

    @property
    def tecnico(self) -> bool:
        """Verdadero si la clave es de máquina (ids, enlaces, secretos): no se cuenta si no se pide."""
        return any(plegar(parte) in _TECNICAS or plegar(parte).endswith(("_id", "_url")) for parte in self.ruta)


@dataclass(frozen=True, slots=True)
class Registro:
    """Un objeto de un resultado. `numero` es el `[n]` con el que se cita; `clase`, de qué clave o herramienta sale."""

    nombre: str
    campos: tuple[Campo, ...]
    numero: int | None
    clase: str
    resultado: str

    def campo(self, ruta: tuple[str, ...]) -> Campo | None:
        """El campo con esa ruta exacta, o None."""
        return next((c for c in self.campos if c.ruta == ruta), None)

    def desgloses(self) -> dict[tuple[str, ...], tuple[Campo, ...]]:
        """Los grupos de números que comparten padre (`tareas` → pendiente, en curso…), por su ruta."""
        grupos: dict[tuple[str, ...], list[Campo]] = {}
        for campo in self.campos:
            if len(campo.ruta) > 1:
                grupos.setdefault(campo.ruta[:-1], []).append(campo)
        return {r: tuple(cs) for r, cs in grupos.items() if len(cs) > 1 and all(c.tipo == "numero" for c in cs)}


def tipo_de(valor: Any) -> Tipo:
    """El tipo de un valor JSON; una cadena ISO es una fecha (`fecha`) o un instante (`momento`)."""
    if valor is None:
        return "nulo"
    if isinstance(valor, bool):
        return "booleano"
    if isinstance(valor, int | float):
        return "numero"
    if isinstance(valor, list):
        return "lista"
    texto = str(valor)
    if _FECHA.match(texto) is None:
        return "texto"
    return "fecha" if como_fecha(texto) else "momento" if como_momento(texto) else "texto"


def como_fecha(texto: str) -> date | None:
    """`2026-12-18` como fecha, o None."""
    try:
        return date.fromisoformat(texto) if len(texto) == 10 else None
    except ValueError:
        return None


def como_momento(texto: str) -> datetime | None:
    """`2026-12-01T09:00:00+01:00` como instante, o None."""
    try:
        return datetime.fromisoformat(texto)
    except ValueError:
        return None


def humanizar(clave: str) -> str:
    """Una clave como la diría una persona: `estimatedDelivery` → «estimated delivery», `tiene_nif` → «nif»."""
    palabras = [p for p in _CAMELLO.sub(" ", clave).split() if p]
    if len(palabras) > 1 and plegar(palabras[0]) in _PREFIJOS_BOOLEANOS:
        palabras = palabras[1:]
    return " ".join(p if p.isupper() and len(p) > 1 else p.lower() for p in palabras)


def terminos_de_campo(campo: Campo, idioma: Idioma) -> tuple[Termino, ...]:
    """Los términos de la ruta de un campo, leídos en los dos idiomas (las claves pueden estar en cualquiera)."""
    texto = " · ".join(" ".join(_CAMELLO.sub(" ", parte).split()) for parte in campo.ruta)
    en_español = leer_terminos(texto, "es")
    if en_español and all(t.conceptos for t in en_español):
        return en_español
    return en_español + tuple(t for t in leer_terminos(texto, "en") if t not in en_español)


def registros_de(resultado: ResultadoLeido) -> tuple[Registro, ...]:
    """Los registros de un resultado; ninguno si no es JSON o es un error."""
    if resultado.es_error or resultado.datos is None:
        return ()
    return tuple(_registros(resultado.datos, resultado, _clase(resultado.nombre)))


def _clase(herramienta: str) -> str:
    return humanizar(herramienta).split(" ", 1)[-1]


def _registros(datos: Any, resultado: ResultadoLeido, clase: str) -> Iterator[Registro]:
    if isinstance(datos, list):
        for elemento in datos:
            yield from _registros(elemento, resultado, clase)
        return
    if not isinstance(datos, Mapping):
        yield Registro(_nombre_de_entrada(resultado), (Campo((clase,), datos),), resultado.numero, clase, resultado.id)
        return
    listas = {k: v for k, v in datos.items() if isinstance(v, list) and v and all(isinstance(e, Mapping) for e in v)}
    if listas and not nombre_de(datos):
        for clave, elementos in listas.items():
            yield from _registros(elementos, resultado, humanizar(str(clave)))
        return
    if not nombre_de(datos) and any(isinstance(v, list) and not v for v in datos.values()):
        return
    nombre = nombre_de(datos) or _nombre_de_entrada(resultado) or identificador_de(datos)
    yield Registro(nombre, tuple(_campos(datos, ())), resultado.numero, clase, resultado.id)


def listas_vacias(resultado: ResultadoLeido) -> tuple[str, ...]:
    """Los nombres de las listas vacías de un resultado, humanizados: `{"reservas": []}` → («reservas»,)."""
    if isinstance(resultado.datos, list) and not resultado.datos:
        return (_clase(resultado.nombre),)
    if isinstance(resultado.datos, Mapping):
        return tuple(humanizar(str(k)) for k, v in resultado.datos.items() if isinstance(v, list) and not v)
    return ()


def nombre_de(datos: Mapping[str, Any]) -> str:
    """El nombre propio de un objeto (`nombre`, `name`, `titulo`…), o cadena vacía."""
    return _primera(datos, _NOMBRES)


def identificador_de(datos: Mapping[str, Any]) -> str:
    """El identificador de un objeto (`id`…), o cadena vacía."""
    return _primera(datos, _IDENTIFICADORES)


def _primera(datos: Mapping[str, Any], claves: Sequence[str]) -> str:
    plegadas = {plegar(str(k)): v for k, v in datos.items()}
    for clave in claves:
        valor = plegadas.get(clave)
        if isinstance(valor, str | int) and not isinstance(valor, bool) and str(valor).strip():
            return str(valor).strip()
    return ""


def _nombre_de_entrada(resultado: ResultadoLeido) -> str:
    cadenas = [str(v) for v in resultado.entrada.values() if isinstance(v, str | int) and not isinstance(v, bool)]
    return cadenas[0] if cadenas and len(cadenas[0]) <= 40 and not _FECHA.match(cadenas[0]) else ""


def _campos(datos: Mapping[str, Any], ruta: tuple[str, ...]) -> Iterator[Campo]:
    for clave, valor in datos.items():
        aqui = (*ruta, str(clave))
        if isinstance(valor, Mapping):
            yield from _campos(valor, aqui)
        elif isinstance(valor, list) and valor and all(isinstance(e, Mapping) for e in valor):
            nombres = [nombre_de(e) or identificador_de(e) for e in valor]
            yield Campo(aqui, [n for n in nombres if n])
        else:
            yield Campo(aqui, valor)


def es_nombre_propio(campo: Campo) -> bool:
    """Verdadero si el campo es el nombre del propio registro (`nombre`, en la raíz)."""
    return len(campo.ruta) == 1 and plegar(campo.ruta[0]) in _NOMBRES
