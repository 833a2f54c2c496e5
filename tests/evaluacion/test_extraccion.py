"""La medida de la extracción: categorías y proyectos, por separado."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from docubot import armado
from docubot.configuracion import cargar
from docubot.consulta import Consulta
from docubot.errores import RespuestaInvalida
from docubot.evaluacion.extraccion import evaluar_extraccion, marca_de_categoria, marca_de_proyecto
from tests.evaluacion.apoyo import ModeloDePega, caso, llamada, texto

BOREAL = caso("no puedo facturar Boreal", categoria="facturacion", proyecto="Boreal")
NINGUNO = caso("hola", categoria="otro", proyecto=None)


@pytest.mark.parametrize(
    ("obtenida", "categoria", "proyecto"),
    [
        (Consulta("facturacion", "boréal"), True, True),
        (Consulta("proyectos", "Boreal"), False, True),
        (Consulta("facturacion", None), True, False),
        (RespuestaInvalida("no es JSON"), False, False),
    ],
)
def test_categoria_y_proyecto_se_puntuan_aparte(obtenida: Any, categoria: bool, proyecto: bool) -> None:
    assert marca_de_categoria(BOREAL, obtenida).pasa is categoria
    assert marca_de_proyecto(BOREAL, obtenida).pasa is proyecto


def test_ningun_proyecto_solo_lo_acierta_null() -> None:
    assert marca_de_proyecto(NINGUNO, Consulta("otro", None)).pasa
    assert not marca_de_proyecto(NINGUNO, Consulta("otro", "Boreal")).pasa


def test_se_puntuan_solo_los_casos_que_dicen_su_categoria(monkeypatch: pytest.MonkeyPatch) -> None:
    entrada = {"categoria": "facturacion", "proyecto": "Boreal"}
    modelo = ModeloDePega(lambda p: [llamada("extraer_consulta", entrada)])
    de_verdad = armado.armar_equipo
    monkeypatch.setattr(armado, "armar_equipo", lambda c: replace(de_verdad(c), modelo=modelo))
    hecha = evaluar_extraccion([BOREAL, NINGUNO, caso("sin categoría")], cargar())
    assert [m.pasa for m in hecha.categorias.marcas] == [True, False]
    assert [m.pasa for m in hecha.proyectos.marcas] == [True, False]


def test_una_respuesta_que_no_cumple_el_contrato_no_pasa(monkeypatch: pytest.MonkeyPatch) -> None:
    de_verdad = armado.armar_equipo
    modelo = ModeloDePega(lambda p: [texto("no sé")])
    monkeypatch.setattr(armado, "armar_equipo", lambda c: replace(de_verdad(c), modelo=modelo))
    assert evaluar_extraccion([BOREAL], cargar(), "json").categorias.total().pasan == 0
