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
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property
from random import Random
from typing import Final, TypeAlias

from docubot.evaluacion.preguntas import Caso
from docubot.evaluacion.puntuacion import Expectativa, sin_acentos
from docubot.evaluacion.variantes.cuentas import AVISO, fechas, magnitudes, otra_cuenta
from docubot.evaluacion.variantes.formas import CIFRA, formas, formas_de_fecha, valor, valor_de_palabras
from docubot.evaluacion.variantes.mundo import Json, Mundo, mi_organizacion
from docubot.evaluacion.variantes.wiki import renglones

COMPARATIVA: Final = "planes/comparativa.md"
_PORCENTAJE: Final = re.compile(r"(\d+(?:,\d+)?) ?%")
_CODIGO: Final = re.compile(r"(`[^`]*`|\]\([^)]*\)|\d+(?:,\d+)? ?%)")
_DE_TAREAS: Final = r"\b(tareas?|tasks?|abiert[ao]s?|open|entran?|caben?)\b"
_TEMAS: Final[Mapping[str, str]] = {
    "horas": r"\b(horas?|h|hours?|factur\w*|bill\w*|presupuest\w*|budget\w*)\b",
    "restantes": r"\b(horas?|hours?|presupuest\w*|budget\w*)\b",
    "pendiente": r"\b(pendientes?|pending|to do)\b",
    "en curso": r"\b(en curso|in progress)\b",
    "en revisión": r"\b(revis\w*|review\w*)\b",
    "hecha": r"\b(hech\w*|termin\w*|cerr\w*|complet\w*|done|finish\w*|hizo)\b",
    "porcentaje": r"(porcent\w*|percent\w*|%)",
    "proyectos": r"\b(proyectos?|projects?)\b",
}
"""Con qué palabras se pregunta por cada fórmula, según lo que dice su nombre; si no dice nada de esto, es de tareas."""
SIN_CANTIDADES: Final = frozenset({"escritura", "fuera", "charla", "aclarar"})
"""Los tipos cuyas preguntas no llevan cantidades de la wiki ni de la cuenta."""
_DE_SALAS: Final = re.compile(r"\b(sala|salas|room|rooms|reserva\w*|book\w*)\b")

Fuentes: TypeAlias = list[dict[str, Decimal]]
"""De dónde puede salir una cifra, de lo más probable a lo menos; cada fuente, con el nombre de cada fórmula."""


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
    """La cifra nueva, con la coma o el punto de la vieja."""
    return vieja if nueva == valor(vieja) else f"{nueva:f}".replace(".", "," if "," in vieja else ".")


def limite(paginas: Mapping[str, str], fila: str, plan: str) -> Decimal | None:
    """Un límite de la comparativa: la fila que empieza así, en la columna del plan; None si no es una cifra."""
    filas = [
        [c.strip(" *") for c in r.strip().strip("|").split("|")]
        for r in paginas[COMPARATIVA].splitlines()
        if r.startswith("|")
    ]
    columna = filas[0].index(plan)
    celda = next((f[columna] for f in filas if f[0].startswith(fila)), "")
    return valor(celda) if CIFRA.fullmatch(celda) else None


def _limites_numericos(paginas: Mapping[str, str], fila: str) -> list[Decimal]:
    leidos = [limite(paginas, fila, plan) for plan in ("Gratis", "Equipo", "Empresa")]
    return [n for n in leidos if n is not None]


class SinDerivar(Exception):
    """Una cifra esperada no se puede recalcular."""


Pares: TypeAlias = list[tuple[str, Decimal, Decimal]]
"""De cada fórmula de una fuente, su nombre y lo que vale antes y después."""


@dataclass(frozen=True, slots=True)
class Lectura:
    """De dónde puede salir cada cifra de un caso, por orden; `se_queda`: si vale igual la que no sale de ninguna."""

    pregunta: str
    fuentes: tuple[Pares, ...]
    wiki: Pares
    se_queda: Callable[[Decimal], bool]

    def nueva(self, cifra: Decimal) -> Decimal | None:
        """La cifra nueva según la primera fuente que la tiene; None si ninguna, o si da dos distintas."""
        for numero, fuente in enumerate(self.fuentes):
            casan = [(formula, despues) for formula, antes, despues in fuente if antes == cifra]
            en_la_wiki = numero == 0 and any(antes == cifra for _, antes, _ in self.wiki)
            posibles = {despues for _, despues in casan}
            if len(posibles) > 1 or en_la_wiki:
                posibles = {despues for formula, despues in casan if habla_de(self.pregunta, formula)}
                if not posibles and not en_la_wiki:
                    return None
            if posibles:
                return posibles.pop() if len(posibles) == 1 else None
        return cifra if self.se_queda(cifra) else None


class Derivador:
    """Recalcula las expectativas de un mundo en otro con las mismas cosas y otras cifras."""

    def __init__(self, viejo: Mundo, nuevo: Mundo, escala: Escala) -> None:
        self._viejo = viejo
        self._nuevo = nuevo
        self._escala = escala
        cambios = fechas(viejo.cuenta, nuevo.cuenta)
        self._fechas = {f: formas_de_fecha(n) for v, n in cambios.items() for f in formas_de_fecha(v)}

    @cached_property
    def _de_la_wiki(self) -> frozenset[Decimal]:
        """Las cantidades que la wiki dice, fuera de las salas."""
        textos = [texto for ruta, texto in self._viejo.paginas.items() if "salas" not in ruta]
        return frozenset(valor(c) for texto in textos for c in CIFRA.findall(texto))

    def caso(self, caso: Caso) -> Caso | None:
        """El caso recalculado, o None si no se puede."""
        lectura = self._leer(caso)
        try:
            contiene = tuple(self._grupo(grupo, lectura) for grupo in caso.espera.contiene)
        except SinDerivar:
            return None
        vetados = (v for t in caso.espera.no_contiene for v in (self._alternativa(t, lectura) or [t]))
        espera = Expectativa(caso.espera.conjuntos, caso.espera.prohibidas, contiene, tuple(dict.fromkeys(vetados)))
        return replace(caso, pregunta=self._pregunta(caso, lectura), espera=espera)

    def _leer(self, caso: Caso) -> Lectura:
        antes, despues = fuentes(caso, self._viejo), fuentes(caso, self._nuevo)
        propias, comparaciones, sueltas = ([(f, a[f], d[f]) for f in a] for a, d in zip(antes, despues, strict=True))
        if es_de_salas(caso):
            return Lectura(caso.pregunta, (propias + comparaciones,), [], lambda cifra: True)
        wiki = [("wiki", v, self._escala(v)) for v in self._de_la_wiki]
        match caso.tipo:
            case "api":
                return Lectura(caso.pregunta, (propias + comparaciones, sueltas), [], self._es_fija)
            case "docs":
                return Lectura(caso.pregunta, (wiki,), [], self._es_fija)
            case _:
                return Lectura(caso.pregunta, (propias + comparaciones, wiki, sueltas), wiki, self._es_fija)

    def _es_fija(self, cifra: Decimal) -> bool:
        return self._escala(cifra) == cifra

    def _grupo(self, grupo: Sequence[str], lectura: Lectura) -> tuple[str, ...]:
        nuevas = {a: self._alternativa(a, lectura) for a in grupo}
        con_cifra = [n for a, n in nuevas.items() if a in self._fechas or _tiene_cifra(a)]
        if con_cifra and not any(con_cifra):
            raise SinDerivar
        return tuple(dict.fromkeys(a for n in nuevas.values() for a in n or []))

    def _alternativa(self, texto: str, lectura: Lectura) -> list[str] | None:
        """Las formas nuevas de un texto esperado; None si tiene una cifra que no se puede recalcular."""
        if texto in self._fechas:
            return self._fechas[texto]
        escrito = valor(texto) if CIFRA.fullmatch(texto) else valor_de_palabras(texto)
        if escrito is not None:
            nueva = lectura.nueva(escrito)
            return None if nueva is None else [texto] if nueva == escrito else formas_redondeadas(nueva)
        nuevas = {c: lectura.nueva(valor(c)) for c in CIFRA.findall(texto)}
        if any(n is None for n in nuevas.values()):
            return None
        return [CIFRA.sub(lambda m: _como(m[0], nuevas[m[0]] or Decimal(0)), texto)]

    def _pregunta(self, caso: Caso, lectura: Lectura) -> str:
        """La pregunta con sus cantidades cambiadas: las de la cuenta como la cuenta, las demás como la wiki."""
        if es_de_salas(caso) or caso.tipo in SIN_CANTIDADES:
            return caso.pregunta

        def cambiada(casa: re.Match[str]) -> str:
            nueva = lectura.nueva(valor(casa[0]))
            if nueva is None and caso.tipo != "api":
                nueva = self._escala(valor(casa[0]))
            return casa[0] if nueva is None else _como(casa[0], nueva)

        return CIFRA.sub(cambiada, caso.pregunta)


def _tiene_cifra(texto: str) -> bool:
    return bool(CIFRA.search(texto)) or valor_de_palabras(texto) is not None


def habla_de(pregunta: str, formula: str) -> bool:
    """Si la pregunta nombra lo que calcula la fórmula."""
    tema = next((palabras for parte, palabras in _TEMAS.items() if parte in formula), _DE_TAREAS)
    return bool(re.search(tema, sin_acentos(pregunta)))


def formas_redondeadas(cifra: Decimal) -> list[str]:
    """Las formas de una cantidad, y las de su redondeo a una cifra decimal y a entera si tiene dos («74 %», «73,8»)."""
    salida = formas(cifra)
    if cifra % Decimal("0.25"):
        salida += [f for paso in ("0.1", "1") for f in formas(cifra.quantize(Decimal(paso), ROUND_HALF_UP))]
    return salida


def es_de_salas(caso: Caso) -> bool:
    """Si la pregunta es sobre salas, cuyas cifras no cambian."""
    return caso.tipo == "escritura" or bool(_DE_SALAS.search(sin_acentos(caso.pregunta)))


def fuentes(caso: Caso, mundo: Mundo) -> Fuentes:
    """Lo que vale cada fórmula en un mundo: datos y sumas, comparaciones con los límites del plan, datos sueltos."""
    organizacion = mi_organizacion(mundo.cuenta)
    todos = organizacion["proyectos"]
    nombrados = [p for p in todos if _nombrado(p, caso)]
    propias = {f"{p['nombre']}.{m}": v for p in nombrados for m, v in magnitudes(p).items()}
    if len(nombrados) != 1:
        propias |= _sumas(nombrados or todos)
    abiertas = {p["nombre"]: magnitudes(p)["abiertas"] for p in nombrados}
    sueltas = {f"{p['nombre']}.{m}": v for p in todos for m, v in magnitudes(p).items()}
    return [propias, _comparaciones(abiertas, todos, mundo.paginas, organizacion["plan"]), {} if nombrados else sueltas]


def _nombrado(proyecto: Json, caso: Caso) -> bool:
    nombre = sin_acentos(proyecto["nombre"])
    return nombre == sin_acentos(caso.proyecto or "") or nombre in re.findall(r"\w+", sin_acentos(caso.pregunta))


def _sumas(elegidos: Sequence[Json]) -> dict[str, Decimal]:
    sumas: dict[str, Decimal] = {"proyectos": Decimal(len(elegidos))}
    for proyecto in elegidos:
        sumas[f"en {proyecto['estado']}"] = sumas.get(f"en {proyecto['estado']}", Decimal(0)) + 1
        for magnitud, v in magnitudes(proyecto).items():
            sumas[f"suma {magnitud}"] = sumas.get(f"suma {magnitud}", Decimal(0)) + v
    return sumas


def _comparaciones(
    abiertas: Mapping[str, Decimal], todos: Sequence[Json], paginas: Mapping[str, str], plan: str
) -> dict[str, Decimal]:
    salida: dict[str, Decimal] = {}
    tope, maximo = limite(paginas, "Tareas abiertas", plan), limite(paginas, "Proyectos activos", plan)
    for nombre, cuantas in abiertas.items():
        if tope is not None:
            salida[f"diferencia {nombre}"] = abs(cuantas - tope)
            salida[f"por cerrar {nombre}"] = max(cuantas - tope + 1, Decimal(0))
            salida["aviso"] = AVISO * tope
    if maximo is not None:
        salida["proyectos que caben"] = maximo - sum(p["estado"] in ("activo", "en pausa") for p in todos)
    return salida
