from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.lenguaje import bm25
from docubot.lenguaje.bm25 import K1, B, Constructor, IndiceLexico

PALABRAS = st.lists(st.sampled_from("abcdef"), max_size=12)


def indice(documentos: list[list[str]]) -> IndiceLexico:
    constructor = Constructor()
    for documento in documentos:
        constructor.anadir(documento)
    hecho = constructor.terminar()
    constructor.cerrar()
    return hecho


def a_mano(documentos: list[list[str]], termino: str) -> list[float]:
    """BM25 escrito como en el artículo, documento a documento."""
    total = len(documentos)
    frecuencia = sum(termino in d for d in documentos)
    media = sum(map(len, documentos)) / total
    idf = math.log(1 + (total - frecuencia + 0.5) / (frecuencia + 0.5))
    salida = []
    for documento in documentos:
        tf = Counter(documento)[termino]
        salida.append(idf * tf * (K1 + 1) / (tf + K1 * (1 - B + B * len(documento) / media)) if tf else 0.0)
    return salida


@settings(max_examples=100)
@given(st.lists(PALABRAS, min_size=1, max_size=10).filter(lambda d: any(d)), st.sampled_from("abcdefz"))
def test_coincide_con_la_formula_escrita_a_mano(documentos: list[list[str]], termino: str) -> None:
    np.testing.assert_allclose(
        indice(documentos).puntuar([(termino,)]), a_mano(documentos, termino), rtol=1e-4, atol=1e-6
    )


def test_un_indice_por_tramos_es_igual_que_de_una_vez(monkeypatch: pytest.MonkeyPatch) -> None:
    documentos = [[f"p{n % 7}", f"p{n % 3}", "común"] for n in range(50)]
    entero = indice(documentos)
    monkeypatch.setattr(bm25, "_TRAMO", 4)
    monkeypatch.setattr(bm25, "_EN_MEMORIA", 40)
    partido = indice(documentos)
    assert np.array_equal(entero.documentos, partido.documentos)
    assert np.array_equal(entero.pesos, partido.pesos)


def test_de_un_grupo_de_alternativas_cuenta_la_mejor() -> None:
    lexico = indice([["tarea", "task"], ["tarea"], ["otra"]])
    grupo = lexico.puntuar([("tarea", "task")])
    assert np.allclose(grupo, np.maximum(lexico.puntuar([("tarea",)]), lexico.puntuar([("task",)])))


def test_los_factores_pesan_cada_grupo() -> None:
    lexico = indice([["a"], ["b"]])
    assert np.allclose(lexico.puntuar([("a",), ("b",)], [1.0, 0.5])[1], 0.5 * lexico.puntuar([("b",)])[1])


def test_presencia_dice_que_documentos_llevan_el_grupo() -> None:
    lexico = indice([["a"], ["b"], ["c", "a"]])
    assert lexico.presencia(("a", "z"), [2, 1, 0]).tolist() == [True, False, True]
    assert lexico.presencia(("z",), [0, 1]).tolist() == [False, False]


def test_un_indice_vacio_no_falla() -> None:
    lexico = indice([])
    assert lexico.puntuar([("a",)]).shape == (0,)
    assert not lexico.conoce(("a",))
