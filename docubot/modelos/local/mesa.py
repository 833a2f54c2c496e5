"""Lo que hace falta tener delante para planear: la pregunta entera, sus nombres y las herramientas entendidas."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from docubot.lenguaje.conceptos import trocear
from docubot.lenguaje.texto import plegar
from docubot.modelos.local.analisis import Analisis, Clausula, analizar
from docubot.modelos.local.campos import clase_de
from docubot.modelos.local.catalogo import Campo, Ficha, entender
from docubot.modelos.local.entidades import Nombre, nombres_en, son_alternativas
from docubot.modelos.local.lectura import Lectura
from docubot.modelos.local.relleno import Relleno
from docubot.modelos.local.seguimiento import con_lo_anterior, es_continuacion
from docubot.modelos.local.valores import Material

MAXIMO_DE_NOMBRES: Final = 5
SEGURO: Final = 2.2
"""Puntos de un nombre para consultarlo sin más; los que no llegan se buscan antes en la lista, si la hay."""


@dataclass(frozen=True, slots=True)
class Necesidad:
    """Una llamada que hace falta. `relleno` dice qué argumentos tiene y cuáles le faltan."""

    ficha: Ficha
    relleno: Relleno


@dataclass(frozen=True, slots=True)
class Plan:
    """Las llamadas que pide la pregunta.

    `desglosar`: herramienta que hay que llamar por cada elemento de la lista cuando llegue. `solo_uno`: basta con un
    elemento (el plan de la organización es el mismo en todos). `aclarar`: la que no sabe de qué se habla.
    `posible`: la que se llamará si la lista confirma un nombre dudoso. `tentativo`: de esas herramientas solo suena el
    nombre.
    """

    necesidades: tuple[Necesidad, ...] = ()
    desglosar: Ficha | None = None
    aclarar: Ficha | None = None
    solo_uno: bool = False
    posible: Ficha | None = None
    tentativo: bool = False


@dataclass(frozen=True, slots=True)
class Mesa:
    """Todo lo necesario para planear: la lectura, la pregunta completa, sus nombres y las herramientas entendidas."""

    lectura: Lectura
    fichas: tuple[Ficha, ...]
    analisis: Analisis
    nombres: tuple[Nombre, ...]
    heredados: tuple[str, ...]
    dudosos: tuple[Nombre, ...] = ()

    @property
    def documental(self) -> Ficha | None:
        """La herramienta que busca en la documentación, si la hay."""
        return next((f for f in self.fichas if f.papel == "documental"), None)

    def material(self, clausula: Clausula | None = None) -> Material:
        """El material para rellenar: el de una cláusula o el de toda la pregunta."""
        lectura = self.lectura
        texto = clausula.texto if clausula is not None else self.analisis.texto
        nombres = tuple(n for n in self.nombres if clausula is None or n.texto in texto)
        return Material(
            lectura=lectura,
            analisis=self.analisis,
            texto=texto,
            nombres=nombres,
            anteriores=tuple(t.pregunta for t in reversed(lectura.turnos)),
            resultados=(*(r for t in lectura.turnos for r in t.resultados), *lectura.resultados),
        )


def poner_la_mesa(lectura: Lectura) -> Mesa:
    """Lee las herramientas y la pregunta, con lo que herede de los turnos anteriores."""
    fichas = tuple(entender(h) for h in lectura.herramientas)
    vocabulario = frozenset().union(*(f.palabras for f in fichas)) | frozenset(trocear(plegar(lectura.system)))
    sustantivos = frozenset().union(*(f.clase for f in fichas if nombra(f)))

    def hallar(texto: str) -> tuple[Nombre, ...]:
        sin_citas = re.sub(r"«[^»]*»|“[^”]*”|\"[^\"]*\"", " ", texto)
        return nombres_en(
            sin_citas, sustantivos=sustantivos, conocidos=lectura.nombres_conocidos, vocabulario=vocabulario
        )

    nombres = hallar(lectura.pregunta)
    heredados = _heredados(lectura, fichas, hallar(lectura.turnos[-1].pregunta) if lectura.turnos else ())
    texto = lectura.pregunta
    if es_continuacion(lectura):
        texto = con_lo_anterior(
            lectura, tuple(n.texto for n in nombres), tuple(n.texto for n in hallar(lectura.turnos[-1].pregunta))
        )
        nombres = hallar(texto) or nombres
    seguros = tuple(n for n in nombres if n.puntos >= SEGURO)
    seguros = nombres if seguros and son_alternativas(nombres, texto) else seguros
    return Mesa(lectura, fichas, analizar(texto), seguros, heredados, () if seguros else nombres)


def nombra(ficha: Ficha) -> bool:
    return ficha.entidad is not None and clase_de(campo_de_entidad(ficha)) == "nombre"


def campo_de_entidad(ficha: Ficha) -> Campo:
    """El campo que nombra la cosa; solo si la ficha tiene entidad."""
    return next(c for c in ficha.campos if c.nombre == ficha.entidad)


def _heredados(lectura: Lectura, fichas: Sequence[Ficha], nombres: Sequence[Nombre]) -> tuple[str, ...]:
    """De qué se hablaba: los valores con que se llamó a una ficha en el último turno que lo hizo, o sus nombres."""
    entidades = {f.nombre: f.entidad for f in fichas if nombra(f)}
    for turno in reversed(lectura.turnos):
        usados = [
            str(r.entrada[e])
            for r in turno.resultados
            if (e := entidades.get(r.nombre)) and not r.es_error and r.entrada.get(e)
        ]
        if usados:
            return tuple(dict.fromkeys(usados))
    return tuple(n.texto for n in nombres)


def es_de_datos(mesa: Mesa, ficha: Ficha) -> bool:
    """Verdadero si es la ficha de algo con nombre o la lista de esas mismas cosas: de esas se ocupa `_datos`."""
    if nombra(ficha) and ficha.papel == "ficha":
        return True
    return ficha.papel == "lista" and any(
        nombra(f) and f.papel == "ficha" and f.sustantivos & ficha.sustantivos for f in mesa.fichas
    )


def lista_de(mesa: Mesa, ficha: Ficha) -> Ficha | None:
    """La herramienta que enumera las mismas cosas de las que `ficha` da el detalle."""
    propias = [f for f in mesa.fichas if f.papel == "lista" and f.sustantivos & ficha.sustantivos]
    return propias[0] if propias else None


def es_nombre(mesa: Mesa, forma: str) -> bool:
    return any(forma in plegar(n.texto).split() or plegar(n.texto) == forma for n in (*mesa.nombres, *mesa.dudosos))
