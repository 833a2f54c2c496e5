"""Las mixtas cruzan un dato vivo con la documentación y sus cifras salen de la cuenta; no las pasa una frase hecha."""

from __future__ import annotations

import collections
from datetime import datetime, timedelta

import pytest

from tests.benchmarks.test_preguntas import (
    CAMPOS_PREGUNTA,
    CATEGORIAS,
    CONJUNTOS,
    HERRAMIENTAS,
    Fila,
    cifra_esperada,
    comprobar_cifras,
    comprobar_que_no_sale_lo_ajeno,
    contesta,
    cuenta_demo,
    leer,
    llamadas_de,
    plegado,
)

REPARTO = {"mixta": 130, "api": 50, "aclarar, aislamiento": 20}
FRASES_HECHAS = (
    "No tengo información suficiente para responder a eso.",
    "No.",
    "Sí.",
    "Depende del plan: mira la comparativa de planes.",
    "Solo un proyecto activo admite horas nuevas.",
    "Los límites dependen del plan; se sale cerrando tareas, archivándolas o cambiando de plan.",
    "I could not find that in the documentation.",
    "The project exists and everything is fine with it.",
)


def _grupo(fila: Fila) -> str:
    return fila["tipo"] if fila["tipo"] in REPARTO else "aclarar, aislamiento"


@pytest.mark.parametrize("fila", leer("mixtas"), ids=lambda fila: fila["id"])
def test_cada_mixta_tiene_sus_campos_y_valores_posibles(fila: Fila) -> None:
    assert CAMPOS_PREGUNTA <= fila.keys() <= CAMPOS_PREGUNTA | {"alternativas"}
    assert fila["tipo"] in {"mixta", "api", "aclarar", "aislamiento"}
    assert fila["categoria"] in CATEGORIAS
    assert fila["mitad"] in {"ajuste", "confirmacion"}
    assert set(fila["prohibidas"]) <= HERRAMIENTAS
    assert {llamada["nombre"] for llamada in llamadas_de(fila)} <= HERRAMIENTAS - set(fila["prohibidas"])
    assert fila["contiene"]
    assert all(grupo and all(opcion.strip() for opcion in grupo) for grupo in fila["contiene"])


def test_las_mixtas_llevan_ids_seguidos_y_ninguna_pregunta_esta_en_otro_conjunto() -> None:
    filas = leer("mixtas")
    assert [fila["id"] for fila in filas] == [f"x-{numero:03d}" for numero in range(1, len(filas) + 1)]
    otras = {
        plegado(fila["pregunta"])
        for nombre in CONJUNTOS
        if nombre not in {"mixtas", "herramientas-ajenas"}
        for fila in leer(nombre)
    }
    nuestras = [plegado(fila["pregunta"]) for fila in filas]
    assert len(set(nuestras)) == len(nuestras)
    assert not otras & set(nuestras)


def test_las_mixtas_reparten_siete_a_tres_y_llevan_bastante_ingles() -> None:
    filas = leer("mixtas")
    assert collections.Counter(_grupo(fila) for fila in filas) == REPARTO
    assert collections.Counter(fila["mitad"] for fila in filas) == {"ajuste": 140, "confirmacion": 60}
    cuenta = collections.Counter((_grupo(fila), fila["mitad"]) for fila in filas)
    for grupo in REPARTO:
        assert 2 <= cuenta[grupo, "ajuste"] / cuenta[grupo, "confirmacion"] <= 3, grupo
    assert sum(fila["idioma"] == "en" for fila in filas) >= 0.3 * len(filas)


def test_cada_mixta_exige_el_dato_vivo_y_la_documentacion() -> None:
    for fila in leer("mixtas"):
        if fila["tipo"] == "mixta":
            for conjunto in fila.get("alternativas", [fila["herramientas"]]):
                nombres = {llamada["nombre"] for llamada in conjunto}
                assert "buscar_documentacion" in nombres, fila["id"]
                assert nombres & {"consultar_proyecto", "listar_proyectos"}, fila["id"]


@pytest.mark.parametrize("frase", FRASES_HECHAS)
def test_ninguna_frase_hecha_contesta_una_mixta_ni_una_de_api(frase: str) -> None:
    pasadas = [fila["id"] for fila in leer("mixtas") if fila["tipo"] in {"mixta", "api"} and contesta(fila, frase)]
    assert not pasadas


def test_las_de_aislamiento_prohiben_los_datos_de_la_otra_organizacion() -> None:
    comprobar_que_no_sale_lo_ajeno("mixtas")


def test_las_cifras_frente_a_un_limite_salen_de_la_cuenta() -> None:
    proyectos, abiertas = cuenta_demo()
    ocupados = sum(uno["estado"] in {"activo", "en pausa"} for uno in proyectos.values())
    comprobar_cifras(
        "mixtas",
        {
            "q cerrar para poder volver a crear": abiertas["Atlas"] - 39,
            "por encima o por debajo del tope": abiertas["Atlas"] - 40,
            "en boreal cuantas tareas mas caben": 40 - abiertas["Boreal"],
            "le sobrarían a Atlas": abiertas["Atlas"] - 20,
            "from the warning at 90%": 36,
            "podría sumar Boreal si nos quedamos en Gratis": 20 - abiertas["Boreal"],
            "count against the plan's project limit": 25 - ocupados,
            "si cierro 4 tareas de atlas": 40 - (abiertas["Atlas"] - 4),
            "say I archive 12 of Atlas": 40 - (abiertas["Atlas"] - 12),
            "somos 9 y pagamos el plan": 9 * 7.5,
            "If the nine of us moved": 9 * (19 - 9),
            "Cuánta gente más cabe en nuestro plan": 50 - 9,
            "atlas con 42... en el plan gratis": abiertas["Atlas"] - 19,
            "queremos abrir 25 proyectos": ocupados + 25,
            "counting the ones we have": 3 - ocupados,
            "Si reactivo Boreal y también Cierzo": ocupados + 1,
            "¿Con 25 tareas más en Boreal": abiertas["Boreal"] + 25,
            "reopen 10 done tasks in Boreal": abiertas["Boreal"] + 10,
            "% del limite de tareas": 100 * abiertas["Atlas"] / 40,
            "open-task limit is Boreal using": 100 * abiertas["Boreal"] / 40,
            "somos ONG: cuánto sería": 7.5 / 2,
            "page; Atlas has how many": -(-sum(proyectos["Atlas"]["tareas"].values()) // 100),
            "la página por defecto": -(-sum(proyectos["Atlas"]["tareas"].values()) // 50),
        },
    )


def test_las_sumas_y_los_porcentajes_salen_de_la_cuenta() -> None:
    proyectos, abiertas = cuenta_demo()
    atlas, boreal = proyectos["Atlas"], proyectos["Boreal"]
    comprobar_cifras(
        "mixtas",
        {
            "boreal: horas que llevamos": boreal["horas_presupuestadas"] - boreal["horas_registradas"],
            "atlas está hecho exactamente": 100 * atlas["tareas"]["hecha"] / sum(atlas["tareas"].values()),
            "en revisión suman Atlas y Boreal": atlas["tareas"]["en revisión"] + boreal["tareas"]["en revisión"],
            "cuántas están en curso en total": atlas["tareas"]["en curso"] + boreal["tareas"]["en curso"],
            "tasks does Atlas have altogether": sum(atlas["tareas"].values()),
            "sumá lo que está sin facturar": sum(uno["horas_sin_facturar"] for uno in proyectos.values()),
            "q el presupuesto? cuanto margen": atlas["horas_presupuestadas"] - atlas["horas_registradas"],
            "how many open tasks does Atlas have, and": abiertas["Atlas"],
            "si paso a hechas las 9": abiertas["Atlas"] - atlas["tareas"]["en revisión"],
            "Atlas ya están facturadas": atlas["horas_registradas"] - atlas["horas_sin_facturar"],
            "horas ya facturadas de Boreal": boreal["horas_registradas"] - boreal["horas_sin_facturar"],
            "budget hours used, exact": 100 * boreal["horas_registradas"] / boreal["horas_presupuestadas"],
            "se presupuestaron en Atlas que": atlas["horas_presupuestadas"] - boreal["horas_presupuestadas"],
            "tareas hechas de la casa": sum(uno["tareas"]["hecha"] for uno in proyectos.values()),
            "hay más pendientes, boreal o atlas": atlas["tareas"]["pendiente"] - boreal["tareas"]["pendiente"],
            "tareas hechas suman los dos": boreal["tareas"]["hecha"] + proyectos["Cierzo"]["tareas"]["hecha"],
            "Add up the open tasks of all": sum(abiertas.values()),
            "Boreal hours are still available": boreal["horas_presupuestadas"] - boreal["horas_registradas"],
            "remaining budget between Atlas and Boreal": (atlas["horas_presupuestadas"] - atlas["horas_registradas"])
            - (boreal["horas_presupuestadas"] - boreal["horas_registradas"]),
            "presupuestadas hay en total entre los tres": sum(
                uno["horas_presupuestadas"] for uno in proyectos.values()
            ),
            "more done tasks than Cierzo": sum(
                signo * proyectos[nombre]["tareas"]["hecha"]
                for nombre, signo in {"Atlas": 1, "Boreal": 1, "Cierzo": -1}.items()
            ),
        },
    )


def test_los_plazos_salen_de_contar_dias_desde_hoy_o_desde_la_entrega() -> None:
    hoy, entrega = datetime(2026, 11, 30), datetime.fromisoformat(cuenta_demo()[0]["Atlas"]["fecha_entrega"])
    cierzo = datetime.fromisoformat(cuenta_demo()[0]["Cierzo"]["fecha_entrega"])
    plazos = {
        "last invoice was issued on its delivery": cierzo + timedelta(30),
        "han pagado: ¿cuándo toca el primer": cierzo + timedelta(33),
        "si borramos la organización entera mañana": hoy + timedelta(31),
        "If I delete Cierzo now": hoy + timedelta(30),
        "el mismo día de la entrega, qué día vence": entrega + timedelta(30),
        "first unpaid reminder go out": hoy + timedelta(33),
        "recordatorios de impago en qué fechas": hoy + timedelta(50),
        "cuando vence la factura, antes": hoy + timedelta(30),
        "caducaría un token de API que cree hoy": hoy + timedelta(90),
        "hasta cuándo las puedo editar": hoy + timedelta(14),
        "si borro Boreal hoy hasta qué día": hoy + timedelta(30),
    }
    for trozo, dia in plazos.items():
        assert f"{dia:%Y-%m-%d}" in cifra_esperada(trozo, "mixtas"), trozo
