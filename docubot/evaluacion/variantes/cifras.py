"""Otras cifras en la cuenta y en la wiki, y las expectativas recalculadas.

La wiki se escala: cada cantidad de más de 5 se multiplica por el mismo factor, de modo que el orden no cambia; los
porcentajes, las salas, los códigos, las horas del reloj y las fechas se quedan. De cada cifra esperada se busca de qué
sale (un dato de la cuenta, una cuenta sencilla, un límite del plan, una cifra de la wiki) y se calcula con las cifras
nuevas. Si sale de dos sitios que ahora dan distinto, o de ninguno, el caso se retira y se cuenta.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from functools import cached_property
from random import Random
from typing import Final, TypeAlias

from docubot.evaluacion.preguntas import Caso
from docubot.evaluacion.puntuacion import Expectativa
from docubot.evaluacion.variantes.cuentas import fechas, otra_cuenta
from docubot.evaluacion.variantes.dias import dia_de_la_semana, es_fecha, fechas_nuevas
from docubot.evaluacion.variantes.formas import CIFRA, formas, valor, valor_de_palabras
from docubot.evaluacion.variantes.formulas import (
    PLANES,
    SUPUESTO,
    Formulas,
    de_cualquier_proyecto,
    de_la_cuenta,
    entregas_nombradas,
    es_de_salas,
    habla_de,
    limite,
    precios_pedidos,
    restos_pedidos,
)
from docubot.evaluacion.variantes.mundo import Mundo
from docubot.evaluacion.variantes.wiki import renglones

_PORCENTAJE: Final = re.compile(r"(\d+(?:,\d+)?) ?%")
_CODIGO: Final = re.compile(r"(`[^`]*`|\]\([^)]*\)|\d+(?:,\d+)? ?%)")
SIN_CANTIDADES: Final = frozenset({"escritura", "fuera", "charla", "aclarar"})
"""Los tipos cuyas preguntas no llevan cantidades de la wiki ni de la cuenta."""


@dataclass(frozen=True, slots=True)
class Escala:
    """El cambio de las cifras de la wiki."""

    factor: Decimal
    fijas: frozenset[Decimal]

    def __call__(self, cifra: Decimal) -> Decimal:
        """La cifra nueva. No cambian las pequeñas, los porcentajes, los códigos HTTP ni los años."""
        if cifra <= 5 or cifra in self.fijas or 400 <= cifra < 600 or cifra >= 1900:
            return cifra
        paso = Decimal(1) if cifra == cifra.to_integral_value() else Decimal("0.01")
        return (cifra * self.factor).quantize(paso, ROUND_HALF_UP)


def cambiar(mundo: Mundo, azar: Random) -> Mundo:
    """El mundo con otras cifras; los casos que no se pueden recalcular pasan a `sin_derivar`."""
    escala = Escala(Decimal(azar.randint(120, 150)) / 100, porcentajes(mundo.paginas))
    paginas = {ruta: en_pagina(ruta, texto, escala) for ruta, texto in mundo.paginas.items()}
    viejos, nuevos = (_limites_numericos(p, "Tareas abiertas") for p in (mundo.paginas, paginas))
    cuenta = otra_cuenta(mundo.cuenta, azar, float(escala.factor), viejos, nuevos)
    derivador = Derivador(mundo, replace(mundo, cuenta=cuenta, paginas=paginas), escala)
    recalculados = [(caso, derivador.caso(caso)) for caso in mundo.casos]
    return replace(
        mundo,
        casos=tuple(nuevo for _, nuevo in recalculados if nuevo is not None),
        cuenta=cuenta,
        paginas=paginas,
        sin_derivar=(*mundo.sin_derivar, *(caso.id for caso, nuevo in recalculados if nuevo is None)),
    )


def porcentajes(paginas: Mapping[str, str]) -> frozenset[Decimal]:
    """Las cifras que la wiki usa como porcentaje."""
    return frozenset(valor(c) for texto in paginas.values() for c in _PORCENTAJE.findall(texto))


def en_pagina(ruta: str, texto: str, escala: Escala) -> str:
    """Una página con sus cantidades cambiadas; las de salas no cambian."""
    if "salas" in ruta:
        return texto
    portada, cuerpo = _partir(texto)
    return portada + "".join(_en_renglon(r, escala) for r in cuerpo)


def _partir(texto: str) -> tuple[str, list[str]]:
    lineas = [renglon for renglon, _ in renglones(texto)]
    if not texto.startswith("---\n"):
        return "", lineas
    fin = next((i for i, r in enumerate(lineas) if i and r.strip() == "---"), 0) + 1
    return "".join(lineas[:fin]), lineas[fin:]


def _en_renglon(renglon: str, escala: Escala) -> str:
    trozos = _CODIGO.split(renglon)
    return "".join(
        t if i % 2 else CIFRA.sub(lambda m: _como(m[0], escala(valor(m[0]))), t) for i, t in enumerate(trozos)
    )


def _como(vieja: str, nueva: Decimal) -> str:
    """La cifra nueva, con la coma o el punto de la vieja y dos decimales como mucho."""
    corta = nueva if nueva == round(nueva, 2) else round(nueva, 2)
    return vieja if nueva == valor(vieja) else f"{corta:f}".replace(".", "," if "," in vieja else ".")


def _limites_numericos(paginas: Mapping[str, str], fila: str) -> list[Decimal]:
    leidos = [limite(paginas, fila, plan) for plan in PLANES]
    return [n for n in leidos if n is not None]


class SinDerivar(Exception):
    """Una cifra esperada no se puede recalcular."""


Pares: TypeAlias = list[tuple[str, Decimal, Decimal]]
"""De cada fórmula de una fuente, su nombre y lo que vale antes y después."""


@dataclass(frozen=True, slots=True)
class Lectura:
    """De dónde puede salir cada cifra de un caso, por orden; `se_queda`: si vale igual la que no sale de ninguna.

    `entregas`: de las que nombra, a cuál cambia cada una. `plazo`: los días nuevos de unos días, o None si no lo son.
    """

    pregunta: str
    fuentes: tuple[Pares, ...]
    wiki: Pares
    entregas: Mapping[date, date]
    plazo: Callable[[Decimal], Decimal | None]
    se_queda: Callable[[Decimal], bool]

    def nueva(self, cifra: Decimal) -> Decimal | None:
        """La cifra nueva según la primera fuente que la tiene; None si ninguna, o si da dos distintas."""
        for numero, fuente in enumerate(self.fuentes):
            casan = [(formula, despues) for formula, antes, despues in fuente if _da(formula, antes, cifra)]
            en_la_wiki = numero == 0 and any(antes == cifra for _, antes, _ in self.wiki)
            posibles = {despues for _, despues in casan}
            if len(posibles) > 1 or en_la_wiki:
                posibles = {despues for formula, despues in casan if habla_de(self.pregunta, formula)}
                if not posibles and not en_la_wiki:
                    return None
            if posibles:
                return posibles.pop() if len(posibles) == 1 else None
        return cifra if self.se_queda(cifra) else None


def _da(formula: str, vale: Decimal, cifra: Decimal) -> bool:
    """Si la fórmula da esa cifra; un porcentaje, también redondeado a los decimales con que está escrito."""
    if "porcentaje" not in formula:
        return vale == cifra
    paso = Decimal(1).scaleb(int(cifra.as_tuple().exponent))
    return cifra in (vale.quantize(paso, ROUND_HALF_UP), vale.quantize(paso, ROUND_HALF_EVEN))


class Derivador:
    """Recalcula las expectativas de un mundo en otro con las mismas cosas y otras cifras."""

    def __init__(self, viejo: Mundo, nuevo: Mundo, escala: Escala) -> None:
        self._viejo = viejo
        self._nuevo = nuevo
        self._escala = escala
        self._entregas = fechas(viejo.cuenta, nuevo.cuenta)

    @cached_property
    def _de_la_wiki(self) -> frozenset[Decimal]:
        """Las cantidades que la wiki dice, fuera de las salas."""
        textos = [texto for ruta, texto in self._viejo.paginas.items() if "salas" not in ruta]
        return frozenset(valor(c) for texto in textos for c in CIFRA.findall(texto))

    def caso(self, caso: Caso) -> Caso | None:
        """El caso recalculado, o None si no se puede."""
        nuevo = replace(caso, pregunta=self._pregunta(caso, self._sin_supuestos(caso)))
        lectura = self._leer(caso, nuevo)
        try:
            contiene = tuple(self._grupo(grupo, lectura) for grupo in caso.espera.contiene)
        except SinDerivar:
            return None
        vetados = (v for t in caso.espera.no_contiene for v in (self._alternativa(t, lectura) or [t]))
        espera = Expectativa(caso.espera.conjuntos, caso.espera.prohibidas, contiene, tuple(dict.fromkeys(vetados)))
        return replace(nuevo, espera=espera)

    def _sin_supuestos(self, caso: Caso) -> Lectura:
        """La lectura para cambiar la propia pregunta: sin las cuentas que parten de una cantidad que ella propone."""
        lectura = self._leer(caso, caso)
        fuentes = tuple([par for par in fuente if not par[0].startswith(f"{SUPUESTO} ")] for fuente in lectura.fuentes)
        return replace(lectura, fuentes=fuentes)

    def _leer(self, caso: Caso, nuevo: Caso) -> Lectura:
        """De dónde salen las cifras de un caso; `nuevo` es el mismo con la pregunta ya cambiada."""
        cuenta = self._pares(de_la_cuenta, caso, nuevo)
        sueltas = self._pares(de_cualquier_proyecto, caso, nuevo)
        if es_de_salas(caso):
            return Lectura(caso.pregunta, (cuenta,), [], {}, lambda dias: dias, lambda cifra: True)
        wiki = [("wiki", v, self._escala(v)) for v in self._de_la_wiki]
        precios = precios_pedidos(caso.pregunta, nuevo.pregunta, self._viejo.paginas, self._escala)
        nombrados = entregas_nombradas(caso, self._viejo)
        entregas = {v: n for v, n in self._entregas.items() if v.isoformat() in nombrados}
        restos = restos_pedidos(caso.pregunta, nuevo.pregunta, self._viejo.paginas, self._escala)
        avisos = [par for par in cuenta if par[0].startswith("aviso")]
        match caso.tipo:
            case "api":
                return Lectura(caso.pregunta, (cuenta, sueltas), [], entregas, lambda dias: None, self._es_fija)
            case "docs":
                return Lectura(
                    caso.pregunta, ([*precios, *avisos], wiki, restos), [], entregas, self._plazo, self._es_fija
                )
            case _:
                return Lectura(
                    caso.pregunta, (cuenta, precios, wiki, sueltas, restos), wiki, entregas, self._plazo, self._es_fija
                )

    def _pares(self, formulas: Callable[[Caso, Mundo], Formulas], caso: Caso, nuevo: Caso) -> Pares:
        antes, despues = formulas(caso, self._viejo), formulas(nuevo, self._nuevo)
        return [(f, antes[f], despues[f]) for f in antes if f in despues]

    def _es_fija(self, cifra: Decimal) -> bool:
        """Si es una cuenta pequeña, un código o un año: lo que ni la wiki ni la cuenta cambian."""
        return cifra == cifra.to_integral_value() and self._escala(cifra) == cifra

    def _grupo(self, grupo: Sequence[str], lectura: Lectura) -> tuple[str, ...]:
        nuevas = {a: self._alternativa(a, lectura) for a in grupo}
        con_cifra = [n for a, n in nuevas.items() if es_fecha(a) or _tiene_cifra(a)]
        fechadas = [n for a, n in nuevas.items() if es_fecha(a)]
        if (con_cifra and not any(con_cifra)) or (fechadas and not any(fechadas)):
            raise SinDerivar
        return tuple(dict.fromkeys(a for n in nuevas.values() for a in n or []))

    def _alternativa(self, texto: str, lectura: Lectura) -> list[str] | None:
        """Las formas nuevas de un texto esperado; None si tiene una cifra que no se puede recalcular."""
        if es_fecha(texto):
            return fechas_nuevas(texto, lectura.pregunta, self._entregas, lectura.entregas, lectura.plazo)
        escrito = valor(texto) if CIFRA.fullmatch(texto) else valor_de_palabras(texto)
        if escrito is not None:
            nueva = lectura.nueva(escrito)
            return None if nueva is None else [texto] if nueva == escrito else formas_redondeadas(nueva)
        nuevas = {c: lectura.nueva(valor(c)) for c in CIFRA.findall(texto)}
        if any(n is None for n in nuevas.values()):
            return None
        return [dia_de_la_semana(CIFRA.sub(lambda m: _como(m[0], nuevas[m[0]] or Decimal(0)), texto), lectura.entregas)]

    def _plazo(self, dias: Decimal) -> Decimal | None:
        return self._escala(dias) if dias in self._de_la_wiki else None

    def _pregunta(self, caso: Caso, lectura: Lectura) -> str:
        """La pregunta con sus cantidades cambiadas: las de la cuenta como la cuenta, las demás como la wiki."""
        if es_de_salas(caso) or caso.tipo in SIN_CANTIDADES:
            return caso.pregunta

        def cambiada(casa: re.Match[str]) -> str:
            if valor(casa[0]) in self._escala.fijas and casa.string[casa.end() :].lstrip().startswith("%"):
                return casa[0]
            nueva = lectura.nueva(valor(casa[0]))
            if nueva is None and caso.tipo != "api":
                nueva = self._escala(valor(casa[0]))
            return casa[0] if nueva is None else _como(casa[0], nueva)

        return CIFRA.sub(cambiada, caso.pregunta)


def _tiene_cifra(texto: str) -> bool:
    return bool(CIFRA.search(texto)) or valor_de_palabras(texto) is not None


def formas_redondeadas(cifra: Decimal) -> list[str]:
    """Las formas de una cantidad; de un porcentaje que no es redondo, también con menos decimales («73,8», «74»)."""
    if not cifra % Decimal("0.25"):
        return formas(cifra)
    redondeos = [(paso, modo) for paso in ("0.01", "0.1", "1") for modo in (ROUND_HALF_UP, ROUND_HALF_DOWN)]
    return [f for paso, modo in redondeos for f in formas(cifra.quantize(Decimal(paso), modo))]
