"""El nombre de un proyecto: limpiarlo, casarlo, sugerir."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.errores import ArgumentosInvalidos, ProyectoNoEncontrado
from docubot.nubelia_nombres import MAXIMO, candidatos, casar, no_encontrado, parecidos
from docubot.saneado import limpiar_linea


@dataclass(frozen=True)
class P:
    id: str
    nombre: str


DEMO = [P("pry_atlas", "Atlas"), P("pry_boreal", "Boreal"), P("pry_cierzo", "Cierzo")]


@pytest.mark.parametrize(
    "dicho",
    [
        "Atlas",
        " atlas\n",
        "«Atlas»",
        '"Atlas"',
        "'ATLAS'",
        "“Átlas”",
        "proyecto Atlas",
        "el proyecto Atlas",
        "mi proyecto «Atlas»",
        "Mi Atlas",
        "¿Atlas?",
        "Atlas.",
        "project Atlas",
        "my Atlas project",
        "proyecto llamado Atlas",
        "pry_atlas",
        "Atlas\u200b",
        "\u00a0Atlas",
        unicodedata.normalize("NFD", "Átlas"),
        "del proyecto Atlas",
    ],
)
def test_se_entiende_como_lo_diga(dicho: str) -> None:
    encontrado = casar(candidatos(dicho), DEMO)
    assert encontrado is not None
    assert encontrado.nombre == "Atlas"


def test_lo_literal_gana_a_lo_recortado() -> None:
    proyectos = [P("1", "Norte"), P("2", "Proyecto Norte"), P("3", "Norte (v2)")]
    assert casar(candidatos("proyecto norte"), proyectos) == proyectos[1]
    assert casar(candidatos("Norte (v2)"), proyectos) == proyectos[2]
    assert casar(candidatos("mi norte"), proyectos) == proyectos[0]


def test_dos_que_se_llaman_igual_se_piden_por_su_id() -> None:
    proyectos = [P("1", "Álamo"), P("2", "Alamo")]
    assert casar(candidatos("Alamo"), proyectos) == proyectos[1]
    with pytest.raises(ProyectoNoEncontrado, match="id: 1, 2"):
        casar(candidatos("alamo"), proyectos)


def test_anio_y_ano_son_distintos() -> None:
    assert casar(candidatos("ano"), [P("1", "Año")]) is None


@pytest.mark.parametrize(
    "malo", ["", "  ", "«»", "...", "\n", "\x1b[2JAtlas", "At\x00las", "\x9bAtlas", "\ud800", "x" * (MAXIMO + 1)]
)
def test_lo_que_no_puede_ser_un_nombre_se_rechaza_con_una_frase_limpia(malo: str) -> None:
    with pytest.raises(ArgumentosInvalidos) as caso:
        candidatos(malo)
    assert caso.value.mensaje.isprintable()


@settings(max_examples=200)
@given(st.text(max_size=120))
def test_cualquier_texto_da_candidatos_o_se_rechaza(texto: str) -> None:
    try:
        nombres = candidatos(texto)
    except ArgumentosInvalidos:
        return
    assert 1 <= len(nombres) <= 3
    assert all(n.strip() and len(n) <= MAXIMO for n in nombres)
    mensaje = no_encontrado(nombres[-1], DEMO).mensaje
    assert mensaje == limpiar_linea(mensaje)


@pytest.mark.parametrize(
    ("dicho", "cerca"),
    [
        ("ciezro", ["Cierzo"]),
        ("Atals", ["Atlas"]),
        ("boral", ["Boreal"]),
        ("sierzo", ["Cierzo"]),
        ("Atlas web", ["Atlas"]),
        ("Zafiro", []),
        ("norte", []),
        ("x", []),
        ("cliente", []),
    ],
)
def test_sugiere_solo_lo_que_se_parece(dicho: str, cerca: list[str]) -> None:
    assert parecidos(dicho, [p.nombre for p in DEMO]) == cerca


def test_el_mensaje_dice_cuales_hay_y_cual_pudo_querer() -> None:
    assert no_encontrado("Zafiro", DEMO).mensaje == (
        "No existe ningún proyecto llamado «Zafiro». Proyectos disponibles: Atlas, Boreal, Cierzo."
    )
    assert no_encontrado("ciezro", DEMO).mensaje == (
        "No existe ningún proyecto llamado «ciezro». ¿Querías decir Cierzo? "
        "Proyectos disponibles: Atlas, Boreal, Cierzo."
    )
    assert "no tiene proyectos" in no_encontrado("Atlas", []).mensaje


def test_con_cientos_de_proyectos_el_mensaje_sigue_siendo_corto() -> None:
    muchos = [P(str(i), f"Proyecto número {i}") for i in range(500)]
    mensaje = no_encontrado("Zafiro", muchos).mensaje
    assert "y 480 más" in mensaje
    assert len(mensaje) < 700


def test_un_nombre_ajeno_no_lleva_escapes_al_mensaje() -> None:
    assert "\x1b" not in no_encontrado("Zafiro", [P("1", "Malo\x1b[2J")]).mensaje
