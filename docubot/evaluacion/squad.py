"""Leer conjuntos en formato SQuAD, de la versión que sean: párrafos distintos y preguntas, cada una con el suyo."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unicodedata import normalize

from docubot.errores import DatosInvalidos, EntradaInexistente


@dataclass(frozen=True, slots=True)
class Conjunto:
    """Párrafos distintos y preguntas, cada una con el número de su párrafo; y lo que no se mide, en frases."""

    parrafos: list[str]
    preguntas: list[tuple[str, int]]
    avisos: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Fila:
    """Una pregunta del fichero: su párrafo, que puede estar vacío, y si se puede responder con él."""

    parrafo: str
    ident: str
    pregunta: str
    respondible: bool

    @property
    def medible(self) -> bool:
        return self.respondible and bool(self.parrafo.strip()) and bool(self.pregunta.strip())


def leer_squad(fichero: Path, preguntas_de: Path | None = None) -> Conjunto:
    """Los párrafos de `fichero` y sus preguntas, o las de `preguntas_de`, que casan por id o, si no, por orden.

    Un párrafo sin preguntas, o con todas imposibles, también está entre los que se buscan. Dos que solo difieren en los
    blancos o en la forma Unicode son el mismo. No se miden las preguntas imposibles, vacías o de un párrafo vacío.

    Errores: EntradaInexistente si no se pueden leer; DatosInvalidos si no tienen la forma de SQuAD o no casan.
    """
    contextos, filas = _leer(fichero)
    numeros: dict[str, int] = {}
    parrafos: list[str] = []
    for contexto in contextos:
        if contexto.strip() and numeros.setdefault(_clave(contexto), len(parrafos)) == len(parrafos):
            parrafos.append(contexto)
    avisos = []
    if preguntas_de is not None:
        filas, sueltas = _casar(filas, _leer(preguntas_de)[1], preguntas_de)
        if sueltas:
            avisos.append(f"{sueltas} preguntas de «{preguntas_de}» no tienen párrafo en «{fichero}»: no se miden.")
    medibles = [f for f in filas if f.medible]
    if not medibles:
        raise DatosInvalidos(f"«{fichero}» no tiene ninguna pregunta que medir: se espera el formato SQuAD.")
    vacias = sum(f.respondible for f in filas) - len(medibles)
    if vacias:
        avisos.append(f"{vacias} preguntas están vacías o son de un párrafo vacío: no se miden.")
    return Conjunto(parrafos, [(f.pregunta, numeros[_clave(f.parrafo)]) for f in medibles], tuple(avisos))


def _clave(parrafo: str) -> str:
    return " ".join(normalize("NFC", parrafo).split())


def _casar(propias: Sequence[_Fila], ajenas: Sequence[_Fila], fichero: Path) -> tuple[list[_Fila], int]:
    """Las preguntas ajenas con el párrafo de las propias, y cuántas no lo tienen.

    Casan por id si algún id es común; un id vacío o que lleva a dos párrafos no dice nada. Si no, por orden.
    """
    por_id: dict[str, _Fila] = {}
    ambiguos = {""}
    for fila in propias:
        if _clave(por_id.setdefault(fila.ident, fila).parrafo) != _clave(fila.parrafo):
            ambiguos.add(fila.ident)
    pares = [(a, por_id[a.ident]) for a in ajenas if a.ident in por_id and a.ident not in ambiguos]
    sueltas = len(ajenas) - len(pares)
    if not pares:
        if len(ajenas) != len(propias):
            raise DatosInvalidos(
                f"Las preguntas de «{fichero}» no casan con los párrafos: ni los ids ni la cantidad coinciden "
                f"({len(ajenas)} y {len(propias)})."
            )
        pares, sueltas = list(zip(ajenas, propias, strict=True)), 0
    return [_Fila(p.parrafo, a.ident, a.pregunta, a.respondible and p.respondible) for a, p in pares], sueltas


def _leer(fichero: Path) -> tuple[list[str], list[_Fila]]:
    """Los contextos, en orden y con repetidos, y las preguntas."""
    try:
        datos = json.loads(fichero.read_bytes())
        parrafos = [parrafo for articulo in datos["data"] for parrafo in articulo["paragraphs"]]
        return [_texto(p, "context") for p in parrafos], [f for p in parrafos for f in _filas(p)]
    except OSError as error:
        raise EntradaInexistente(f"No se puede leer «{fichero}»: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DatosInvalidos(f"«{fichero}» no tiene el formato SQuAD (data, paragraphs, qas).") from error


def _filas(parrafo: dict[str, Any]) -> Iterator[_Fila]:
    contexto = _texto(parrafo, "context")
    for pregunta in parrafo.get("qas") or []:
        imposible = str(pregunta.get("is_impossible") or False).lower() in ("true", "1")
        ident = pregunta.get("id")
        yield _Fila(contexto, "" if ident is None else str(ident), _texto(pregunta, "question"), not imposible)


def _texto(objeto: dict[str, Any], clave: str) -> str:
    """El texto de una clave, sin sustitutos sueltos. Error: `TypeError` si no es texto."""
    valor = objeto[clave]
    if not isinstance(valor, str):
        raise TypeError(clave)
    return valor.encode("utf-8", "replace").decode("utf-8")
