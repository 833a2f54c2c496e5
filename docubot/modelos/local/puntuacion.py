"""Cuánto casa una pregunta con lo que una herramienta dice de sí misma."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from docubot.lenguaje.conceptos import claves
from docubot.lenguaje.texto import plegar
from docubot.lenguaje.vocabulario import parecida_al_lexico
from docubot.modelos.local.analisis import Clausula, Termino
from docubot.modelos.local.catalogo import Ficha

GENERICAS: Final = frozenset(
    {
        "dia",
        "nombre",
        "persona",
        "numero",
        "mostrar",
        "listar",
        "todo",
        "organizacion",
        "buscar",
        "entero",
        "devuelto",
        "incluir",
        "literal",
        "api",
    }
)
"""Claves que casi cualquier descripción contiene: solas no deciden nada."""

UMBRAL: Final = 0.6
"""Puntos mínimos (una palabra propia de la herramienta, o casi) para pensar en llamarla."""

_PREGUNTA: Final = re.compile(
    r"^(?:y |pero |oye,? |che,? |and |so |but |hey,? |hola,? |hi,? )*(?:a |en |de |con |por |desde |hasta |in |at "
    r"|to |for )?"
    r"(?:por que|que|cual(?:es)?|cuant[oa]s?|como|cuando|donde|quien(?:es)?|hay|what|which|how|when|where|who|whose"
    r"|why|do|does|did|is|are|am|was|tengo|tienes)\b"
)
_CONDICION: Final = re.compile(r"^(?:si|if|when|whenever|cuando|unless)\b")
_IMPERATIVO: Final = re.compile(
    r"^(?:por favor,? |please,? |oye,? |hola,? )*(?:"
    r"(?:pon|reserva|agenda|crea|cancela|anula|borra|elimina|manda|envia|apunta|programa)"
    r"(?:me|nos|le|les|la|lo)?\b(?! de\b)"
    r"|(?:book|schedule|cancel|create|delete|send) (?:me|us|my|the|a|an)\b)"
    r"|^(?:book|cancel|create|delete|send)\b.*\bplease\b"
    r"|^(?:hey,? |hi,? |please,? )*(?:can|could|would|will) you (?:please |also )?"
    r"(?:book|order|buy|call|send|write|translate|draw|play|recommend|sing|draft|schedule|reserve|remind|email)\b"
    r"|^(?:por favor,? |oye,? |hola,? |che,? )*(?:me |nos )?(?:puedes|podes|podrias|puede|podria) (?:me |por favor )?"
    r"(?:reservar|comprar|pedir|llamar|enviar|mandar|escribir|traducir|redactar|recomendar|dibujar|cantar|recordar)"
    r"(?:me|nos|le|les)?\b"
)
_PROCEDIMIENTO: Final = frozenset({"pasos", "significado", "norma", "limite", "precio"})


@dataclass(frozen=True, slots=True)
class Encaje:
    """El resultado de comparar: puntos, fracción de los términos cubierta, y qué claves casaron."""

    ficha: Ficha
    puntos: float
    positivos: float
    cobertura: float
    aciertos: frozenset[str]
    negados: frozenset[str]


def encajar(ficha: Ficha, terminos: Sequence[Termino], todas: Sequence[Ficha]) -> Encaje:
    """Compara unos términos con una herramienta; lo que todas ofrecen pesa menos que lo que solo ofrece esta."""
    puntos = positivos = cubiertos = pendientes = 0.0
    documental = next((f for f in todas if f.papel == "documental"), None)
    aciertos: set[str] = set()
    negados: set[str] = set()
    vistas: set[frozenset[str]] = set()
    for termino in terminos:
        suyas = _claves(termino)
        if suyas in vistas:
            continue
        vistas.add(suyas)
        clave = max(suyas & set(ficha.si), key=lambda c: (ficha.si[c], c), default=None)
        prohibida = suyas & ficha.no
        if clave is not None and not (prohibida and clave not in ficha.devuelve and not suyas & ficha.sustantivos):
            peso = ficha.si[clave] * _rareza(clave, todas) * (0.4 if clave in GENERICAS else 1.0)
            puntos += peso
            positivos += ficha.si[clave] if clave not in GENERICAS else 0.0
            cubiertos += 1
            aciertos.add(clave)
        elif prohibida:
            negados |= prohibida
            puntos -= 0.5
            pendientes += 1
        else:
            ajena = documental is not None and suyas & set(documental.si) - GENERICAS
            pendientes += 1.0 if ajena or any(not c.startswith("=") for c in suyas) else 0.6
    total = max(1.0, cubiertos + pendientes)
    return Encaje(ficha, puntos, positivos, cubiertos / total, frozenset(aciertos), frozenset(negados))


def _claves(termino: Termino) -> frozenset[str]:
    """Las claves de un término; si no tiene concepto y parece una errata de una palabra del léxico, las de esa."""
    if any(not c.startswith("=") for c in termino.claves):
        return termino.claves
    corregida = parecida_al_lexico(termino.forma)
    return termino.claves | claves(corregida) if corregida is not None else termino.claves


def _rareza(clave: str, todas: Sequence[Ficha]) -> float:
    cuantas = sum(clave in f.si for f in todas if f.papel != "documental")
    return 1 / (1 + 0.3 * max(0, cuantas - 1))


def con_sustancia(encaje: Encaje) -> bool:
    """Verdadero si casó algo más que palabras genéricas y llega al umbral."""
    return encaje.positivos >= UMBRAL and encaje.puntos > 0 and bool(encaje.aciertos - GENERICAS)


def es_orden(clausula: Clausula) -> bool:
    """Verdadero si la cláusula manda o pide hacer algo; una pregunta o un «cómo se hace» no."""
    plegado = plegar(clausula.texto).strip(" ,.¿¡")
    return not _PREGUNTA.match(plegado) and not _CONDICION.match(plegado) and not clausula.actos & _PROCEDIMIENTO


def es_imperativa(clausula: Clausula) -> bool:
    """Verdadero si la cláusula manda hacer algo con un imperativo claro («ponme», «reserva», «book me»)."""
    return _IMPERATIVO.match(plegar(clausula.texto).strip(" ,.¿¡")) is not None and not clausula.actos


def mejores(encajes: Iterable[Encaje]) -> list[Encaje]:
    """Los encajes con sustancia, el mejor primero; a igualdad, por nombre."""
    return sorted((e for e in encajes if con_sustancia(e)), key=lambda e: (-e.puntos, e.ficha.nombre))
