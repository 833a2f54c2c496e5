"""Las mismas herramientas con otros nombres, o con descripciones que no dicen nada."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Final

from docubot.evaluacion.preguntas import Caso
from docubot.evaluacion.puntuacion import Llamada
from docubot.evaluacion.variantes.mundo import Mundo
from docubot.registro import Registro

OTROS_NOMBRES: Final[Mapping[str, tuple[str, ...]]] = {
    "consultar_proyecto": ("ficha_proyecto", "get_project", "proyecto_por_nombre"),
    "listar_proyectos": ("todos_los_proyectos", "list_projects", "indice_de_proyectos"),
    "buscar_documentacion": ("leer_manual", "search_docs", "wiki_buscar"),
    "buscar_salas": ("salas_libres", "find_rooms", "disponibilidad"),
    "listar_reservas": ("mis_reservas", "list_bookings", "agenda"),
    "reservar_sala": ("crear_reserva", "book_room", "apartar_sala"),
    "cancelar_reserva": ("anular_reserva", "cancel_booking", "liberar_sala"),
}
_LETRAS: Final = "abcdefghijklmnopqrstuvwxyz"

POBRES: Final[Mapping[str, str]] = {
    "consultar_proyecto": "Consulta un proyecto",
    "listar_proyectos": "Lista proyectos",
    "buscar_documentacion": "Busca documentación",
}
POBRE: Final = "Hace una operación"


def renombrar(mundo: Mundo, azar: Random) -> Mundo:
    """El mundo con otros nombres de herramienta: con sentido, o `herramienta_a`, `herramienta_b`…"""
    nombres = _sortear([h.nombre for h in mundo.registro if h.ofrecida], azar)
    registro = Registro()
    for herramienta in mundo.registro:
        descripcion = _mencionando(herramienta.descripcion, nombres)
        registro.registrar(
            replace(herramienta, nombre=nombres.get(herramienta.nombre, herramienta.nombre), descripcion=descripcion)
        )
    return replace(mundo, registro=registro, casos=tuple(_caso_con(c, nombres) for c in mundo.casos))


def _sortear(viejos: list[str], azar: Random) -> dict[str, str]:
    if azar.random() < 0.5:
        letras = azar.sample(_LETRAS, len(viejos))
        return {viejo: f"herramienta_{letra}" for viejo, letra in zip(viejos, letras, strict=True)}
    return {viejo: azar.choice(OTROS_NOMBRES.get(viejo, (f"{viejo}_v2",))) for viejo in viejos}


def _mencionando(texto: str, nombres: Mapping[str, str]) -> str:
    return re.sub(r"\b\w+\b", lambda m: nombres.get(m[0], m[0]), texto)


def _caso_con(caso: Caso, nombres: Mapping[str, str]) -> Caso:
    conjuntos = tuple(
        tuple(Llamada(nombres.get(ll.nombre, ll.nombre), ll.entrada) for ll in conjunto)
        for conjunto in caso.espera.conjuntos
    )
    prohibidas = frozenset(nombres.get(p, p) for p in caso.espera.prohibidas)
    return replace(caso, espera=replace(caso.espera, conjuntos=conjuntos, prohibidas=prohibidas))


def empobrecer(registro: Registro) -> Registro:
    """Las mismas herramientas, con los mismos nombres y esquemas, y una descripción de tres palabras."""
    pobre = Registro()
    for herramienta in registro:
        pobre.registrar(replace(herramienta, descripcion=POBRES.get(herramienta.nombre, POBRE)))
    return pobre
