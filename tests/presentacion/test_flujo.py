"""Los bloques terminados: dan el texto entero, no cambian después y no dependen de por dónde se corte."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.presentacion.chat.flujo import Flujo
from docubot.presentacion.markdown import analizador, en_bloques

LINEAS = st.sampled_from(
    ["", "", "uno dos", "# título", "título", "===", "---", "- a", "  b", "1. a", "2. b", "> cita", "```", "~~~",
    "    código",
     "|a|b|", "|-|-|", "|1|2|", "**n", "`x", "[1]: y", "<b>", "***"]
)  # fmt: skip
TEXTOS = st.lists(LINEAS, max_size=25).map("\n".join)


def a_trozos(texto: str, cortes: list[int]) -> tuple[list[str], list[str]]:
    """Lo entregado según llega, y lo del final."""
    flujo, entregados = Flujo(), []
    sitios = sorted({0, len(texto), *(c % (len(texto) + 1) for c in cortes)})
    for desde, hasta in pairwise(sitios):
        entregados += flujo.recibir(texto[desde:hasta])
    return entregados, flujo.terminar()


@settings(max_examples=400, deadline=None)
@given(TEXTOS, st.lists(st.integers(0, 10_000), max_size=30))
def test_los_bloques_son_los_del_texto_entero_se_corte_por_donde_se_corte(texto: str, cortes: list[int]) -> None:
    entregados, resto = a_trozos(texto, cortes)
    assert "".join(entregados + resto) == texto
    assert [b.strip("\n") for b in entregados + resto if b.strip()] == [
        b.strip("\n") for b in en_bloques(texto) if b.strip()
    ]


@pytest.mark.parametrize(
    ("texto", "terminados"),
    [
        ("uno\n\n", 0),
        ("uno\n\ndos", 0),
        ("uno\n\ndos\n\n", 1),
        ("```\na\n\nb\n```\n", 0),
        ("```\na\n\nb\n```\nfin\n\n", 1),
        ("- a\n\n- b\n\nfin\n\n", 1),
    ],
)
def test_un_bloque_esta_terminado_cuando_ya_ha_empezado_el_siguiente(texto: str, terminados: int) -> None:
    assert len(Flujo().recibir(texto)) == terminados


def test_un_asterisco_entre_cifras_es_un_asterisco() -> None:
    hijos = analizador().parse("2*3*4 y **negrita** y *cursiva*")[1].children or []
    assert [h.type for h in hijos if h.type.endswith("_open")] == ["strong_open", "em_open"]
    assert hijos[0].content == "2*3*4 y "
