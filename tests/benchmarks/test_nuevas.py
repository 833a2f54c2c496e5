"""Las nuevas se reparten como las dadas, en dos mitades iguales, y sus cifras y fechas salen de la cuenta."""

from __future__ import annotations

import collections
import json
from datetime import datetime, timedelta

import pytest

from tests.benchmarks.test_preguntas import (
    CAMPOS_PREGUNTA,
    CATEGORIAS,
    COMPARTIDO,
    CONJUNTOS,
    HERRAMIENTAS,
    TIPOS,
    Fila,
    cifra_esperada,
    comprobar_cifras,
    comprobar_que_no_sale_lo_ajeno,
    contesta,
    cuenta_demo,
    leer,
    llamadas_de,
    plano,
    plegado,
)

TIPOS_A_REPARTIR = ("docs", "api", "mixta", "escritura", "fuera", "aislamiento", "aclarar", "charla")
REPARTO = dict(zip(TIPOS_A_REPARTIR, (51, 40, 29, 10, 9, 8, 8, 5), strict=True))
FRASES_HECHAS = (
    "No tengo información suficiente para responder a eso.",
    "No.",
    "Sí.",
    "Depende del plan: mira la comparativa de planes.",
    "Solo un proyecto activo admite horas nuevas.",
    "I could not find that in the documentation.",
    "The project exists and everything is fine with it.",
)


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


def test_las_nuevas_se_reparten_como_las_dadas_y_en_dos_mitades_iguales() -> None:
    filas = leer("nuevas")
    assert collections.Counter(fila["tipo"] for fila in filas) == REPARTO
    assert collections.Counter(fila["idioma"] for fila in filas) == {"es": 125, "en": 35}
    assert collections.Counter(fila["mitad"] for fila in filas) == {"ajuste": 80, "confirmacion": 80}


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
    assert not [fila["id"] for fila in con_dato if contesta(fila, frase)]


def test_las_de_aislamiento_prohiben_lo_de_la_otra_organizacion() -> None:
    comprobar_que_no_sale_lo_ajeno("nuevas")


def test_las_cifras_de_las_nuevas_salen_de_la_cuenta() -> None:
    proyectos, abiertas = cuenta_demo()
    atlas, boreal, cierzo = (proyectos[nombre] for nombre in ("Atlas", "Boreal", "Cierzo"))
    comprobar_cifras(
        "nuevas",
        {
            "le queda a atlas por empezar": atlas["tareas"]["pendiente"],
            "andan en revisión en Atlas": atlas["tareas"]["en revisión"],
            "haciendo ahora mismo en boreal": boreal["tareas"]["en curso"],
            "altas, cuantas tareas en curso": atlas["tareas"]["en curso"],
            "por facturar en atlas, en horas": atlas["horas_sin_facturar"],
            "hay horas sin aprobar en Atlas": atlas["horas_sin_aprobar"],
            "tiene algo abierto todavía": abiertas["Cierzo"],
            "without billing in Boreal": boreal["horas_sin_facturar"],
            "How many tasks has Cierzo": cierzo["tareas"]["hecha"],
            "in review across Atlas": atlas["tareas"]["en revisión"] + boreal["tareas"]["en revisión"],
            "tareas abiertas de todos": sum(abiertas.values()),
            "cuántas tareas hay ya hechas": sum(uno["tareas"]["hecha"] for uno in proyectos.values()),
            "presupuestadas de los tres": sum(uno["horas_presupuestadas"] for uno in proyectos.values()),
            "entre atlas y cierzo": atlas["horas_registradas"] - cierzo["horas_registradas"],
            "hasta agotar el presupuesto": atlas["horas_presupuestadas"] - atlas["horas_registradas"],
            "llevamos gastado en atlas": 100 * atlas["horas_registradas"] // atlas["horas_presupuestadas"],
            "le sobraron a Cierzo": cierzo["horas_presupuestadas"] - cierzo["horas_registradas"],
            "cuántas horas quedan en Boreal": boreal["horas_presupuestadas"] - boreal["horas_registradas"],
        },
    )


def test_las_cifras_frente_al_limite_de_las_nuevas_salen_de_la_cuenta() -> None:
    proyectos, abiertas = cuenta_demo()
    ocupados = sum(uno["estado"] in {"activo", "en pausa"} for uno in proyectos.values())
    comprobar_cifras(
        "nuevas",
        {
            "para poder crear otra": abiertas["Atlas"] - 39,
            "bajamos al Gratis": abiertas["Atlas"] - 20,
            "archivo 5 de Atlas": abiertas["Atlas"] - 5,
            "under the open-task cap": 40 - abiertas["Boreal"],
            "salta": 0.9 * 40,
            "cabrían en un plan gratis": abiertas["Boreal"],
            "más podemos abrir": 25 - ocupados,
            "al mes por los 9": 9 * 9,
        },
    )


def test_el_vencimiento_de_la_factura_del_dia_de_la_entrega_es_a_treinta_dias() -> None:
    vence = datetime.fromisoformat(cuenta_demo()[0]["Atlas"]["fecha_entrega"]) + timedelta(30)
    assert f"{vence:%Y-%m-%d}" in cifra_esperada("ese mismo día, ¿cuándo vence?", "nuevas")
