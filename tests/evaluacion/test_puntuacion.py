"""La regla con que se puntúa: entradas, llamadas, textos y largo."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.evaluacion.puntuacion import (
    MAXIMO,
    MAXIMO_SIN_CITAS,
    Expectativa,
    Llamada,
    Obtenido,
    aparece,
    etapa,
    fallos,
    instante,
    misma_entrada,
    mismo_valor,
    normalizar,
)

ATLAS = Llamada("consultar_proyecto", {"nombre": "Atlas"})
BUSCAR = Llamada("buscar_documentacion", {"consulta": "límite"})
textos = st.text(max_size=40)


@pytest.mark.parametrize(
    ("buscado", "texto", "esta"),
    [
        ("42", "Tiene 42 tareas", True),
        ("42", "Tiene 142 tareas", False),
        ("42", "Tiene 421 tareas", False),
        ("42", "Tiene 142 y 42", True),
        ("42", "42", True),
        ("2", "312,5", False),
        ("FACT-203", "el código fact-203.", True),
        ("FACT-20", "el código fact-203.", False),
        ("revisión", "EN REVISION", True),
        ("don't", "I DON’T know", True),
        ("sin fecha", "está **sin**   `fecha`", True),
        ("sin fecha", "está sin\nfecha", True),
        ("not ", "nothing", False),
        ("año", "ano", True),
        ("7,50", "cuesta 7,50 €", True),
        ("7,5", "cuesta 7,50 €", False),
    ],
)
def test_un_texto_aparece_sin_acentos_mayusculas_ni_marcas_y_sin_pegar_cifras(
    buscado: str, texto: str, esta: bool
) -> None:
    assert aparece(buscado, texto) is esta


@settings(max_examples=60)
@given(textos, textos, textos)
def test_lo_que_esta_entre_espacios_siempre_aparece(antes: str, buscado: str, despues: str) -> None:
    assert aparece(buscado, f"{antes} {buscado} {despues}")


@settings(max_examples=60)
@given(textos)
def test_normalizar_dos_veces_es_lo_mismo_que_una(texto: str) -> None:
    assert normalizar(normalizar(texto)) == normalizar(texto)


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(0, 9), st.integers(0, 9))
def test_una_cifra_nunca_casa_dentro_de_otra(numero: int, antes: int, despues: int) -> None:
    assert aparece(str(numero), f"son {numero}.")
    if str(numero) not in (f"{antes}{numero}"[: len(str(numero))], f"{numero}{despues}"[1:]):
        assert not aparece(str(numero), f"son {antes}{numero}{despues}.")


@pytest.mark.parametrize(
    ("una", "otra", "iguales"),
    [
        ({"nombre": "Atlas"}, {"nombre": "ÁTLAS"}, True),
        ({"nombre": "Atlas"}, {"nombre": "Boreal"}, False),
        ({"inicio": "2026-12-01T09:00:00-05:00"}, {"inicio": "2026-12-01T15:00:00+01:00"}, True),
        ({"inicio": "2026-12-01T15:00+01:00"}, {"inicio": "2026-12-01T14:00:00Z"}, True),
        ({"inicio": "2026-12-01T15:00:00"}, {"inicio": "2026-12-01T15:00:00+01:00"}, False),
        ({"con_proyector": False}, {}, True),
        ({}, {"con_proyector": None}, True),
        ({"con_proyector": True}, {}, False),
        ({"asistentes": 6}, {"asistentes": 6.0}, True),
        ({"asistentes": 1}, {"asistentes": True}, False),
        ({"asistentes": 0}, {}, False),
        ({"asistentes": 0}, {"asistentes": False}, False),
        ({"asistentes": "6"}, {"asistentes": 6}, False),
        ({"lista": ["Á", 1]}, {"lista": ["a", 1]}, True),
        ({"lista": ["Á", 1]}, {"lista": ["a"]}, False),
        ({"dentro": {"a": None}}, {"dentro": {}}, True),
        ({"desde": "2026-12-01"}, {"desde": "2026-12-01T00:00:00Z"}, False),
    ],
)
def test_las_entradas_se_comparan_como_dice_la_regla(
    una: dict[str, object], otra: dict[str, object], iguales: bool
) -> None:
    assert misma_entrada(una, otra) is iguales
    assert misma_entrada(otra, una) is iguales


@settings(max_examples=60)
@given(st.datetimes(datetime(1970, 1, 1), datetime(2100, 1, 1)), st.integers(-12, 14), st.integers(-12, 14))
def test_el_mismo_instante_en_dos_husos_es_el_mismo_valor(cuando: datetime, uno: int, otro: int) -> None:
    aqui = cuando.replace(tzinfo=UTC)
    escritos = [aqui.astimezone(timezone(timedelta(hours=h))).isoformat() for h in (uno, otro)]
    assert mismo_valor(*escritos)
    assert not mismo_valor(escritos[0], (aqui + timedelta(minutes=1)).isoformat())


def test_una_hora_sin_desfase_se_lee_en_la_zona_que_se_diga() -> None:
    madrid = ZoneInfo("Europe/Madrid")
    assert misma_entrada({"a": "2026-12-01T15:00:00"}, {"a": "2026-12-01T15:00:00+01:00"}, madrid)
    assert not misma_entrada({"a": "2026-12-01T15:00:00"}, {"a": "2026-12-01T15:00:00+02:00"}, madrid)
    assert instante("2026-13-01T15:00:00") is None
    assert instante("4521") is None


def test_pasa_quien_hace_todas_las_llamadas_y_alguna_mas() -> None:
    espera = Expectativa(conjuntos=((ATLAS, Llamada("buscar_documentacion", None)),))
    assert fallos(espera, Obtenido("", (BUSCAR, ATLAS, Llamada("listar_proyectos", {})))) == []
    assert fallos(espera, Obtenido("", (ATLAS,))) == ["no hizo las llamadas esperadas"]


def test_basta_con_que_se_cumpla_un_conjunto() -> None:
    espera = Expectativa(conjuntos=((ATLAS,), (Llamada("listar_proyectos", {}),)))
    assert fallos(espera, Obtenido("", (Llamada("listar_proyectos", {}),))) == []
    assert fallos(espera, Obtenido("", (BUSCAR,))) != []


def test_sin_llamadas_exigidas_vale_no_llamar_a_nada() -> None:
    assert fallos(Expectativa(), Obtenido("hola")) == []


def test_una_llamada_prohibida_es_fallo() -> None:
    espera = Expectativa(prohibidas=frozenset({"buscar_documentacion"}))
    assert fallos(espera, Obtenido("", (BUSCAR, BUSCAR))) == ["llamó a buscar_documentacion, prohibida"]


def test_de_cada_grupo_tiene_que_aparecer_una_forma_y_de_lo_vetado_ninguna() -> None:
    espera = Expectativa(contiene=(("42", "cuarenta y dos"), ("40",)), no_contiene=("Zafiro",))
    assert fallos(espera, Obtenido("cuarenta y dos de 40")) == []
    assert fallos(espera, Obtenido("42 en ZAFIRO")) == ["no dice 40", "dice «Zafiro»"]


@pytest.mark.parametrize(
    ("largo", "citas", "pasa"),
    [
        (MAXIMO_SIN_CITAS, 0, True),
        (MAXIMO_SIN_CITAS + 1, 0, False),
        (MAXIMO_SIN_CITAS + 1, 1, True),
        (MAXIMO, 1, True),
        (MAXIMO + 1, 1, False),
    ],
)
def test_un_volcado_es_fallo(largo: int, citas: int, pasa: bool) -> None:
    assert (fallos(Expectativa(), Obtenido("x" * largo, (), citas)) == []) is pasa


def test_un_caso_se_puntua_si_algun_conjunto_se_puede_hacer() -> None:
    espera = Expectativa(conjuntos=((Llamada("reservar_sala", {}),), (ATLAS,)))
    assert espera.puntuable_con(["consultar_proyecto"])
    assert not espera.puntuable_con(["listar_proyectos"])
    assert Expectativa().puntuable_con([])


@pytest.mark.parametrize(
    ("obtenido", "donde"),
    [
        (Obtenido("42", ()), "llamadas"),
        (Obtenido("no lo sé", (ATLAS,), 0, "tareas: 7"), "lectura o cálculo"),
        (Obtenido("no lo sé", (ATLAS,), 0, "tareas: 42"), "redacción"),
        (Obtenido("42, Zafiro", (ATLAS,), 0, "tareas: 42"), "redacción"),
    ],
)
def test_un_fallo_dice_donde_se_rompio(obtenido: Obtenido, donde: str) -> None:
    espera = Expectativa(conjuntos=((ATLAS,),), contiene=(("42",),), no_contiene=("Zafiro",))
    assert fallos(espera, obtenido)
    assert etapa(espera, obtenido) == donde
