"""Cuándo pasa un caso: llamadas, textos y largo de la respuesta. Todo funciones puras.

La regla es la de las preguntas de desarrollo: las llamadas que tienen que ocurrir (o un conjunto alternativo), las
prohibidas, los grupos de textos que tienen que aparecer y los que no pueden. Además, una respuesta no puede ser un
volcado: más de 600 caracteres sin citas, o más de 1200 en todo caso, es fallo.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias
from zoneinfo import ZoneInfo

MAXIMO_SIN_CITAS: Final = 600
"""Caracteres de una respuesta que no cita nada."""
MAXIMO: Final = 1200
"""Caracteres de cualquier respuesta."""

_MARCAS: Final = re.compile(r"[*_`]")
_ESPACIOS: Final = re.compile(r"\s+")
_CON_HORA: Final = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}(:?\d{2}){1,2}.*")


@dataclass(frozen=True, slots=True)
class Llamada:
    """Una llamada a una herramienta. Como expectativa, `entrada` None vale cualquiera."""

    nombre: str
    entrada: Mapping[str, Any] | None


Etapa: TypeAlias = Literal["llamadas", "lectura o cálculo", "redacción"]
Conjunto: TypeAlias = tuple[Llamada, ...]
"""Llamadas que tienen que ocurrir todas, sin orden."""


@dataclass(frozen=True, slots=True)
class Expectativa:
    """Lo que se exige a una respuesta. `conjuntos`: basta con que se cumpla uno."""

    conjuntos: tuple[Conjunto, ...] = ((),)
    prohibidas: frozenset[str] = frozenset()
    contiene: tuple[tuple[str, ...], ...] = ()
    no_contiene: tuple[str, ...] = ()

    def puntuable_con(self, herramientas: Collection[str]) -> bool:
        """Si alguno de los conjuntos se puede cumplir con estas herramientas."""
        return any(all(llamada.nombre in herramientas for llamada in conjunto) for conjunto in self.conjuntos)


@dataclass(frozen=True, slots=True)
class Obtenido:
    """Lo que hizo el asistente: llamadas propuestas, respuesta final, cuántas citas lleva y lo que leyó para darla."""

    respuesta: str
    llamadas: tuple[Llamada, ...] = ()
    citas: int = 0
    leido: str = ""


def fallos(espera: Expectativa, obtenido: Obtenido) -> list[str]:
    """Por qué no pasa, una frase por motivo; vacía si pasa."""
    return fallos_de_llamadas(espera, obtenido.llamadas) + fallos_de_texto(espera, obtenido)


def etapa(espera: Expectativa, obtenido: Obtenido) -> Etapa:
    """Dónde se rompió un caso que no pasa: al pedir, al leer (lo exigido no estaba en los resultados) o al redactar."""
    if fallos_de_llamadas(espera, obtenido.llamadas):
        return "llamadas"
    ausentes = [g for g in espera.contiene if not any(aparece(a, obtenido.respuesta) for a in g)]
    if any(not any(aparece(a, obtenido.leido) for a in grupo) for grupo in ausentes):
        return "lectura o cálculo"
    return "redacción"


def fallos_de_llamadas(espera: Expectativa, hechas: Sequence[Llamada]) -> list[str]:
    """Los motivos que vienen de las llamadas. Hacer otras además de las exigidas no lo es, salvo las prohibidas."""
    motivos = [] if any(_cumplido(c, hechas) for c in espera.conjuntos) else ["no hizo las llamadas esperadas"]
    vetadas = sorted({h.nombre for h in hechas} & espera.prohibidas)
    return motivos + [f"llamó a {nombre}, prohibida" for nombre in vetadas]


def fallos_de_texto(espera: Expectativa, obtenido: Obtenido) -> list[str]:
    """Los motivos que vienen de la respuesta."""
    texto = obtenido.respuesta
    motivos = [
        f"no dice {' | '.join(grupo[:4])}{' | …' if len(grupo) > 4 else ''}"
        for grupo in espera.contiene
        if not any(aparece(alternativa, texto) for alternativa in grupo)
    ]
    motivos += [f"dice «{vetado}»" for vetado in espera.no_contiene if aparece(vetado, texto)]
    return motivos + fallos_de_largo(texto, obtenido.citas)


def fallos_de_largo(texto: str, citas: int) -> list[str]:
    """Si la respuesta es un volcado."""
    if len(texto) > MAXIMO:
        return [f"la respuesta tiene {len(texto)} caracteres; el máximo es {MAXIMO}"]
    if len(texto) > MAXIMO_SIN_CITAS and not citas:
        return [
            f"la respuesta tiene {len(texto)} caracteres y ninguna cita; sin citas, el máximo es {MAXIMO_SIN_CITAS}"
        ]
    return []


def _cumplido(conjunto: Conjunto, hechas: Sequence[Llamada]) -> bool:
    return all(any(es_la_misma(esperada, hecha) for hecha in hechas) for esperada in conjunto)


def es_la_misma(esperada: Llamada, hecha: Llamada) -> bool:
    """Si `hecha` es la llamada esperada."""
    if esperada.nombre != hecha.nombre:
        return False
    return esperada.entrada is None or misma_entrada(esperada.entrada, hecha.entrada or {})


def misma_entrada(una: Mapping[str, Any], otra: Mapping[str, Any], zona: ZoneInfo | None = None) -> bool:
    """Si dos entradas son iguales; un campo ausente vale lo mismo que `false` o `null`.

    `zona`: la de las fechas con hora y sin desfase; sin ella, una de esas nunca es igual a una con desfase.
    """
    return all(mismo_valor(una.get(campo), otra.get(campo), zona) for campo in una.keys() | otra.keys())


def mismo_valor(uno: Any, otro: Any, zona: ZoneInfo | None = None) -> bool:
    """Si dos valores de una entrada son iguales: textos sin mayúsculas ni acentos, fechas con hora como instantes."""
    if uno is None or uno is False:
        return otro is None or otro is False
    if isinstance(uno, str) and isinstance(otro, str):
        return _mismo_texto(uno, otro, zona)
    if isinstance(uno, Mapping) and isinstance(otro, Mapping):
        return misma_entrada(uno, otro, zona)
    if isinstance(uno, list) and isinstance(otro, list):
        return len(uno) == len(otro) and all(mismo_valor(a, b, zona) for a, b in zip(uno, otro, strict=True))
    if isinstance(uno, bool) or isinstance(otro, bool):
        return uno is otro
    return bool(uno == otro)


def _mismo_texto(uno: str, otro: str, zona: ZoneInfo | None) -> bool:
    un_instante, otro_instante = instante(uno, zona), instante(otro, zona)
    if un_instante is not None and otro_instante is not None:
        if (un_instante.tzinfo is None) != (otro_instante.tzinfo is None):
            return False
        return un_instante == otro_instante
    return sin_acentos(uno) == sin_acentos(otro)


def instante(texto: str, zona: ZoneInfo | None = None) -> datetime | None:
    """La fecha con hora ISO 8601 que escribe `texto`, o None si no es una."""
    if not _CON_HORA.fullmatch(texto):
        return None
    try:
        leida = datetime.fromisoformat(texto)
    except ValueError:
        return None
    return leida.replace(tzinfo=zona) if leida.tzinfo is None else leida


def sin_acentos(texto: str) -> str:
    """En minúsculas y sin marcas (NFD)."""
    descompuesto = unicodedata.normalize("NFD", texto.casefold())
    return "".join(c for c in descompuesto if not unicodedata.combining(c))


def normalizar(texto: str) -> str:
    """El texto tal como se compara: sin acentos, mayúsculas ni marcas de Markdown, ’ como ' y los espacios juntos."""
    return _ESPACIOS.sub(" ", _MARCAS.sub("", sin_acentos(texto)).replace("’", "'"))


def aparece(buscado: str, texto: str) -> bool:
    """Si `buscado` está en `texto`; una cifra en su borde no casa pegada a otra cifra («42» no está en «142»)."""
    aguja, pajar = normalizar(buscado), normalizar(texto)
    if not aguja:
        return True
    desde = pajar.find(aguja)
    while desde >= 0:
        hasta = desde + len(aguja)
        pegado_antes = aguja[0].isdigit() and pajar[:desde][-1:].isdigit()
        pegado_despues = aguja[-1].isdigit() and pajar[hasta : hasta + 1].isdigit()
        if not pegado_antes and not pegado_despues:
            return True
        desde = pajar.find(aguja, desde + 1)
    return False
