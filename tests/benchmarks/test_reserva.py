"""La reserva tiene los campos y el reparto de las preguntas de desarrollo."""

from __future__ import annotations

import collections

import pytest

from tests.benchmarks.test_preguntas import CAMPOS_PREGUNTA, CATEGORIAS, HERRAMIENTAS, Fila, leer, llamadas_de

CONJUNTOS = {"reserva": "r", "reserva-2": "s", "reserva-3": "t"}
FILAS = [fila for nombre in CONJUNTOS for fila in leer(nombre)]


@pytest.mark.parametrize("fila", FILAS, ids=lambda fila: fila["id"])
def test_cada_fila_tiene_sus_campos_y_valores_posibles(fila: Fila) -> None:
    assert CAMPOS_PREGUNTA <= fila.keys() <= CAMPOS_PREGUNTA | {"alternativas"}
    assert fila["categoria"] in CATEGORIAS
    assert fila["idioma"] in {"es", "en"}
    assert {llamada["nombre"] for llamada in llamadas_de(fila)} <= HERRAMIENTAS - set(fila["prohibidas"])
    assert all(grupo and all(opcion.strip() for opcion in grupo) for grupo in fila["contiene"])


@pytest.mark.parametrize("nombre", CONJUNTOS)
def test_los_ids_van_seguidos_y_van_enteras_en_ajuste(nombre: str) -> None:
    filas = leer(nombre)
    assert [fila["id"] for fila in filas] == [
        f"{CONJUNTOS[nombre]}-{numero:03d}" for numero in range(1, len(filas) + 1)
    ]
    assert {fila["mitad"] for fila in filas} == {"ajuste"}


def test_el_reparto_de_la_primera_es_el_dicho() -> None:
    filas = leer("reserva")
    reparto = collections.Counter(fila["tipo"] for fila in filas)
    assert (reparto["docs"], reparto["api"], reparto["mixta"]) == (38, 30, 22)
    assert sum(fila["idioma"] == "en" for fila in filas) == 26
