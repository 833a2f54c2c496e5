"""Cuánto responde cada unidad de los pasajes a una cláusula de la pregunta."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.lectura import PasajeLeido
from docubot.modelos.local.pasajes import Unidad, unidades_de
from docubot.modelos.local.redaccion.alternativas import Alternativas
from docubot.modelos.local.redaccion.medidas import misma_dimension
from docubot.modelos.local.redaccion.pedido import Clausula, Espera
from docubot.modelos.local.terminos import Termino, corregir, leer_terminos, mejor, parecido

_NUMERO: Final = r"(?:\d|\b(?:un|una|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte|treinta|sin limite|ningun\w*)\b)"  # noqa: E501
_UNIDAD_DE_TIEMPO: Final = r"(?:minutos?|horas?|dias?|semanas?|mes(?:es)?|años?|h|min)\b"
_SEÑALES: Final[dict[Espera, str]] = {
    "cantidad": _NUMERO,
    "porcentaje": r"\d\s*%",
    "precio": r"(?:\d\s*(?:€|eur|euros|%)|gratis|descuento)",
    "tiempo": rf"(?:\d\s*{_UNIDAD_DE_TIEMPO}|\bun (?:dia|año|mes)\b|inmediat|al final|en el momento|una semana|prorrat|diari|cuando termin)",  # noqa: E501
    "hora": r"\d{1,2}:\d{2}",
    "fecha": r"(?:\d|inmediat|al final|en cuanto|hasta|antes de|cuando|despues)",
    "persona": r"\b(?:propietari\w+|administr\w+|responsable|miembros?|invitados?|quien|persona|usuario|comunidad|soporte|equipo de|cliente)\b",  # noqa: E501
    "lugar": r"\b(?:en (?:la |el )?[A-ZÁÉÍÓÚ]|UE|union europea|servidor)",
    "definicion": r"\b(?:significa|es (?:un|el|la|convertir)|son|quiere decir|se llama|indica)\b|: ",
    "porque": r"\b(?:porque|motivos?|no se puede|no admite|hay que|hace falta|tiene que|si no|por eso|no basta|hasta|mas)\b|\bno\b",  # noqa: E501
}
_PRECISAS: Final[frozenset[Espera]] = frozenset({"tiempo", "hora", "precio", "porcentaje", "persona", "fecha"})
"""Las que se ven en la forma de la frase: sin la suya, una frase difícilmente responde."""
_PUNTERO: Final = re.compile(
    r"(?:se explica en|esta explicado en|\bmira \[|mira como|estan? en \[|estan? en (?:la|el|los|las) \[|se cuenta en|mas en \[|aqui se dice|lo que mas se pregunta|^preguntas (?:sobre|de)|"  # noqa: E501
    r"en esta pagina|como cuenta|las demas estan|se ven? en \[|explica en|, como dice \[)"
)
PRIORIDAD: Final = 0.14
"""Lo que suma, como mucho, venir en el primer pasaje: quien recuperó los pasajes ya los puso en orden."""

PRIMERA: Final = 0.10
"""Lo que suma ser la primera frase de una sección cuyo encabezado es lo que se pregunta: suele ser la respuesta."""


@dataclass(frozen=True, slots=True)
class Puntuada:
    """Una unidad con su nota y los términos de la cláusula que cubre ella misma (no su encabezado)."""

    unidad: Unidad
    nota: float
    cubiertos: frozenset[str]
    conflicto: bool = False


@dataclass(slots=True)
class Biblioteca:
    """Los pasajes leídos una vez: unidades, sus términos, y lo raro que es cada término entre ellos."""

    pasajes: Sequence[PasajeLeido]
    unidades: tuple[Unidad, ...] = ()
    alternativas: Alternativas = field(default_factory=Alternativas)
    _propios: list[tuple[Termino, ...]] = field(default_factory=list)
    _titulos: list[tuple[tuple[Termino, ...], tuple[Termino, ...]]] = field(default_factory=list)
    _frecuencia: Counter[str] = field(default_factory=Counter)
    vocabulario: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.unidades = unidades_de(self.pasajes)
        self.alternativas = Alternativas.de(self.unidades)
        for unidad in self.unidades:
            self._propios.append(leer_terminos(texto_propio(unidad), "es"))
            cerca = leer_terminos(unidad.encabezado, "es")
            lejos = leer_terminos(" · ".join(unidad.contexto[:-1]), "es")
            self._titulos.append((cerca, lejos))
        for propios, (cerca, lejos) in zip(self._propios, self._titulos, strict=True):
            self._frecuencia.update({t.raiz for t in (*propios, *cerca, *lejos)})
        self.vocabulario = frozenset(t.forma for ts in self._propios for t in ts) | frozenset(
            t.forma for cerca, lejos in self._titulos for t in (*cerca, *lejos)
        )

    def preparar(self, clausula: Clausula, idioma_pregunta: str) -> tuple[Termino, ...]:
        """Los términos de la cláusula, sin erratas y sin repetir."""
        arreglados = corregir(clausula.terminos, self.vocabulario, "es" if idioma_pregunta == "es" else "en")
        return tuple(dict.fromkeys(arreglados))

    def peso(self, termino: Termino) -> float:
        """Más cuanto más raro es entre las unidades; un término que no está pesa como uno raro si es un nombre."""
        total = len(self.unidades) or 1
        if termino.forma.isdigit():
            return 0.3
        hay = sum(1 for i in range(len(self.unidades)) if self.cubre(i, termino) > 0)
        if not hay:
            return termino.peso * (1.2 if termino.es_nombre else 0.45)
        return termino.peso * (0.5 + 0.4 * math.log(1 + total / hay))

    def cubre(self, i: int, termino: Termino) -> float:
        """Cuánto cubre la unidad i un término: entero si lo dice ella; menos, si solo su encabezado o el título."""
        propio = mejor(termino, self._propios[i])
        if propio >= 0.97:
            return propio
        cerca, lejos = self._titulos[i]
        return max(propio, self._peso_del_titulo(i) * mejor(termino, cerca), 0.45 * mejor(termino, lejos))

    def _peso_del_titulo(self, i: int) -> float:
        """La primera frase bajo una pregunta la responde, aunque no repita sus palabras («Durante 14 días.»)."""
        if not self.es_primera(i):
            return 0.72
        return 0.95 if self.unidades[i].encabezado.startswith("¿") else 0.8

    def cubre_propio(self, i: int, termino: Termino) -> float:
        """Cuánto lo dice la unidad misma."""
        return mejor(termino, self._propios[i])

    def es_primera(self, i: int) -> bool:
        """Verdadero si es la primera unidad bajo su encabezado."""
        return i == 0 or self.unidades[i - 1].contexto != self.unidades[i].contexto

    def titula(self, termino: Termino) -> bool:
        """Verdadero si algún encabezado dice esa misma palabra: los pasajes tratan de ella."""
        return any(mejor(termino, (*cerca, *lejos)) == 1.0 for cerca, lejos in self._titulos)

    def enfoque(self, i: int, terminos: Sequence[Termino]) -> float:
        """Qué parte de su encabezado habla de lo que se pregunta, de 0 a 1."""
        cerca = self._titulos[i][0]
        if not cerca:
            return 0.0
        return sum(max((parecido(t, q) for q in terminos), default=0.0) for t in cerca) / len(cerca)


def texto_propio(unidad: Unidad) -> str:
    """Lo que dice una unidad por sí misma; una celda dice también su fila y su columna."""
    if unidad.clase == "celda":
        return f"{unidad.fila} · {unidad.columna} · {unidad.texto}"
    if unidad.clase == "fila":
        return " · ".join([unidad.fila, unidad.columna, *(f"{c} {v}" for c, v in unidad.celdas)])
    return unidad.legible


def puntuar(
    biblioteca: Biblioteca, clausula: Clausula, terminos: Sequence[Termino], elegidas: dict[str, str]
) -> list[Puntuada]:
    """Las unidades por nota, la mejor primero. `elegidas`: de cada familia de alternativas, la que importa."""
    foco = clausula.foco
    pesos = {t: biblioteca.peso(t) * (1.5 if t.forma in foco else 1.0) for t in terminos}
    total = sum(pesos.values()) or 1.0
    puntuadas = []
    for i, unidad in enumerate(biblioteca.unidades):
        if unidad.clase == "codigo":
            continue
        cubierto = sum(p * biblioteca.cubre(i, t) for t, p in pesos.items()) / total
        if cubierto <= 0.05:
            continue
        propios = frozenset(t.forma for t in terminos if biblioteca.cubre_propio(i, t) >= 0.75)
        conflicto = biblioteca.alternativas.conflicto(unidad, elegidas)
        nota = cubierto + 0.16 * biblioteca.enfoque(i, terminos) + _por_clase(unidad, clausula)
        nota += PRIMERA * biblioteca.enfoque(i, terminos) * biblioteca.es_primera(i)
        nota += PRIORIDAD * (1 - unidad.pasaje / max(1, len(biblioteca.pasajes)))
        nota *= (0.45 if conflicto else 1.0) * (0.5 if _PUNTERO.search(plegar(unidad.texto)) else 1.0)
        puntuadas.append(Puntuada(unidad, nota, propios, conflicto))
    return sorted(puntuadas, key=lambda p: (-p.nota, p.unidad.orden))


def pedidas(clausula: Clausula) -> frozenset[Espera]:
    """Las clases de respuesta que espera la cláusula y que una frase puede mostrar en su forma."""
    return frozenset(e for e in clausula.espera if e in _SEÑALES)


def señales(unidad: Unidad, clausula: Clausula) -> frozenset[Espera]:
    """Las que muestra una unidad: una cifra si se pide una cantidad, una persona si se pregunta quién…"""
    plegado = plegar(unidad.legible)
    return frozenset(
        e for e in pedidas(clausula) if re.search(_SEÑALES[e], unidad.legible if e == "lugar" else plegado)
    )


def _por_clase(unidad: Unidad, clausula: Clausula) -> float:
    plegado = plegar(unidad.legible)
    ajuste = 0.0
    if esperadas := pedidas(clausula):
        mostradas = señales(unidad, clausula)
        ajuste += 0.24 * len(mostradas) / len(esperadas) - 0.08
        ajuste -= 0.16 if esperadas & _PRECISAS and not mostradas & _PRECISAS else 0.0
    if "si_no" in clausula.espera and any(misma_dimension(m, unidad.legible) for m in clausula.medidas):
        ajuste += 0.15
    if unidad.clase == "fila":
        ajuste -= 0.10
    if unidad.clase in ("paso", "punto"):
        ajuste += 0.06 if clausula.espera & {"como", "lista"} else -0.06
    if len(plegado) > 260:
        ajuste -= 0.05
    return ajuste
