"""Las nuevas se reparten como las dadas, en dos mitades iguales, y sus cifras y fechas salen de la cuenta."""

from __future__ import annotations

import collections
import json

import pytest

from docubot.evaluacion.puntuacion import aparece
from tests.benchmarks.test_preguntas import (
    CAMPOS_PREGUNTA,
    CATEGORIAS,
    COMPARTIDO,
    CONJUNTOS,
    HERRAMIENTAS,
    TIPOS,
    Fila,
    leer,
    llamadas_de,
    plano,
    plegado,
)

FRASES_HECHAS = (
    "No tengo información suficiente para responder a eso.",
    "No.",
    "Sí.",
    "Depende del plan: mira la comparativa de planes.",
    "Solo un proyecto activo admite horas nuevas.",
    "I could not find that in the documentation.",
    "The project exists and everything is fine with it.",
)


def _contesta(fila: Fila, respuesta: str) -> bool:
    return all(any(aparece(opcion, respuesta) for opcion in grupo) for grupo in fila["contiene"])


@pytest.mark.parametrize("fila", leer("nuevas"), ids=lambda fila: fila["id"])
def test_cada_nueva_tiene_sus_campos_y_valores_posibles(fila: Fila) -> None:
    assert CAMPOS_PREGUNTA <= fila.keys() <= CAMPOS_PREGUNTA | {"alternativas"}
    assert fila["tipo"] in TIPOS
    assert fila["idioma"] in {"es", "en"}
    assert fila["categoria"] in CATEGORIAS
    assert fila["mitad"] in {"ajuste", "confirmacion"}
    assert set(fila["prohibidas"]) <= HERRAMIENTAS
    assert {llamada["nombre"] for llamada in llamadas_de(fila)} <= HERRAMIENTAS - set(fila["prohibidas"])
    assert fila["contiene"] or fila["tipo"] == "charla"
    assert all(grupo and all(opcion.strip() for opcion in grupo) for grupo in fila["contiene"])
    assert fila["proyecto"] is None or plegado(fila["proyecto"])[:1] in plegado(fila["pregunta"])


def test_las_nuevas_llevan_ids_seguidos_y_ninguna_pregunta_esta_en_otro_conjunto() -> None:
    filas = leer("nuevas")
    assert [fila["id"] for fila in filas] == [f"n-{numero:03d}" for numero in range(1, len(filas) + 1)]
    ajenos = {"herramientas-ajenas"}
    otras = {plegado(fila["pregunta"]) for nombre in {*CONJUNTOS, "mixtas"} - ajenos for fila in leer(nombre)}
    dadas = COMPARTIDO / "preguntas.jsonl"
    if dadas.is_file():
        otras |= {plegado(json.loads(linea)["pregunta"]) for linea in dadas.read_text("utf-8").splitlines()}
    nuestras = [plegado(fila["pregunta"]) for fila in filas]
    assert len(set(nuestras)) == len(nuestras)
    assert not otras & set(nuestras)


def test_las_mitades_de_las_nuevas_se_alternan_en_cada_tipo_e_idioma() -> None:
    cuenta = collections.Counter((fila["tipo"], fila["idioma"], fila["mitad"]) for fila in leer("nuevas"))
    for tipo, idioma in {(tipo, idioma) for tipo, idioma, _ in cuenta}:
        assert abs(cuenta[tipo, idioma, "ajuste"] - cuenta[tipo, idioma, "confirmacion"]) <= 1, (tipo, idioma)


def test_ningun_texto_pedido_a_una_nueva_esta_a_la_vez_prohibido() -> None:
    for fila in leer("nuevas"):
        for prohibido in map(plano, fila["no_contiene"]):
            for grupo in fila["contiene"]:
                assert any(prohibido not in plano(opcion) for opcion in grupo), fila["id"]


@pytest.mark.parametrize("frase", FRASES_HECHAS)
def test_ninguna_frase_hecha_contesta_una_nueva_con_dato_que_dar(frase: str) -> None:
    con_dato = [fila for fila in leer("nuevas") if fila["tipo"] in {"docs", "api", "mixta"}]
    assert not [fila["id"] for fila in con_dato if _contesta(fila, frase)]


def test_las_de_aislamiento_prohiben_lo_de_la_otra_organizacion() -> None:
    for fila in leer("nuevas"):
        if fila["tipo"] == "aislamiento":
            ajeno = {"Cárdenas", "Taller Norte", "Panadería"}
            assert {uno for uno in ajeno if uno not in fila["pregunta"]} <= set(fila["no_contiene"]), fila["id"]
