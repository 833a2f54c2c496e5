"""La ampliación reparte sus mitades, pasa por todos los hechos y sus cifras salen de la cuenta."""

from __future__ import annotations

import collections
import re
from datetime import datetime

from tests.benchmarks.test_preguntas import (
    TIPOS,
    cifra_esperada,
    comprobar_cifras,
    comprobar_que_no_sale_lo_ajeno,
    cuenta_demo,
    leer,
    plano,
)


def test_la_ampliacion_reparte_cinco_a_dos_y_lleva_todos_los_tipos_en_las_dos_mitades() -> None:
    filas = leer("ampliacion")
    assert collections.Counter(fila["mitad"] for fila in filas) == {"ajuste": 350, "confirmacion": 140}
    cuenta = collections.Counter((fila["tipo"], fila["mitad"]) for fila in filas)
    for tipo in TIPOS - {"escritura"}:
        assert min(cuenta[tipo, "ajuste"], cuenta[tipo, "confirmacion"]) >= 2, tipo
        assert 2 <= 5 * cuenta[tipo, "ajuste"] / (2 * cuenta[tipo, "confirmacion"]) <= 10, tipo


def test_la_ampliacion_pregunta_dos_veces_por_cada_codigo_sala_proyecto_y_plan() -> None:
    preguntas = [plano(fila["pregunta"]) for fila in leer("ampliacion")]
    codigos = [f"(fact[- ]|codigo ){numero}" for numero in (101, 203, 204, 310, 403)]
    for palabra in [*codigos, "sur", "atlas", "boreal", "cierzo", "zafiro", "gratis", "equipo", "empresa"]:
        assert sum(re.search(rf"\b{palabra}\b", pregunta) is not None for pregunta in preguntas) >= 2, palabra
    pedidos = [opcion for fila in leer("ampliacion") for grupo in fila["contiene"] for opcion in grupo]
    for dato in ("Este", "Norte", "Fráncfort", "CONFIRMADA", "Retry-After", "X-Nubelia-Firma", "rectificativa"):
        assert dato in pedidos, dato


def test_las_de_aislamiento_prohiben_los_datos_de_la_otra_organizacion() -> None:
    comprobar_que_no_sale_lo_ajeno("ampliacion")


def test_las_cifras_de_un_proyecto_en_la_ampliacion_salen_de_la_cuenta() -> None:
    proyectos, abiertas = cuenta_demo()
    atlas, boreal, cierzo = proyectos["Atlas"], proyectos["Boreal"], proyectos["Cierzo"]
    quedan = {nombre: uno["horas_presupuestadas"] - uno["horas_registradas"] for nombre, uno in proyectos.items()}
    usado = {n: 100 * uno["horas_registradas"] / uno["horas_presupuestadas"] for n, uno in proyectos.items()}
    hoy, dia = datetime(2026, 11, 30), datetime.fromisoformat
    esperadas: dict[str, float] = {
        "de Atlas llevamos consumido": usado["Atlas"],
        "le faltan a Atlas para terminar": abiertas["Atlas"],
        "sin contar las de revisión": abiertas["Atlas"] - atlas["tareas"]["en revisión"],
        "faltan para la entrega de atlas": (dia(atlas["fecha_entrega"]) - hoy).days,
        "antes de agotar lo presupuestado": quedan["Atlas"],
        "is still open, in percent": 100 * abiertas["Atlas"] / sum(atlas["tareas"].values()),
        "lo que resta en Atlas": quedan["Atlas"],
        "cuantas tareas tiene boreal en total": sum(boreal["tareas"].values()),
        "horas nos queda en Boreal": quedan["Boreal"],
        "presupuesto de boreal que %": usado["Boreal"],
        "Boreal va muy avanzado": 100 * boreal["tareas"]["hecha"] / sum(boreal["tareas"].values()),
        "presupuesto sobró en Cierzo": quedan["Cierzo"],
        "cierzo, % de horas": usado["Cierzo"],
        "hace cuantos dias se entrego": (hoy - dia(cierzo["fecha_entrega"])).days,
        "por debajo de las horas previstas": quedan["Cierzo"],
    }
    comprobar_cifras("ampliacion", esperadas)


def test_las_cifras_de_los_limites_en_la_ampliacion_salen_de_la_cuenta() -> None:
    proyectos, abiertas = cuenta_demo()
    ocupados = sum(uno["estado"] in {"activo", "en pausa"} for uno in proyectos.values())
    comprobar_cifras(
        "ampliacion",
        {
            "justo en el límite del plan": abiertas["Atlas"] - 40,
            "above what Equipo allows": abiertas["Atlas"] - 40,
            "si cierro 5 tareas en atlas": 40 - (abiertas["Atlas"] - 5),
            "si archivo 10 de las pendientes": abiertas["Atlas"] - 10,
            "metemos 90 horas en Atlas": proyectos["Atlas"]["horas_registradas"] + 90,
            "Boreal si bajamos al plan Gratis": 20 - abiertas["Boreal"],
            "si le agrego 30 más": abiertas["Boreal"] + 30,
            "slots are we using": ocupados,
            "cuantos proyectos nuevos podria abrir": 3 - ocupados,
            "abro un proyecto nuevo": ocupados + 1,
            "could we activate on our plan": 25 - ocupados,
            "abrir 24 proyectos más": ocupados + 24,
            "gente más podríamos sumar": 50 - 9,
            "somos 12 en la agencia": 12 * 9,
            "ONG de 10 personas": 7.5 / 2,
            "Tengo 20 personas": 20 * 7.5 * 12,
            "10 people on Equipo yearly": 10 * 7.5,
            "nine people, monthly": 9 * 9,
            "con el descuento de ONG": 9 / 2,
        },
    )


def test_las_cifras_de_varios_proyectos_en_la_ampliacion_salen_de_la_cuenta() -> None:
    proyectos, abiertas = cuenta_demo()
    atlas, boreal, cierzo = proyectos["Atlas"], proyectos["Boreal"], proyectos["Cierzo"]
    todos = list(proyectos.values())
    registradas = sum(uno["horas_registradas"] for uno in todos)
    comprobar_cifras(
        "ampliacion",
        {
            "horas registradas de Atlas y Boreal": atlas["horas_registradas"] + boreal["horas_registradas"],
            "facturar entre atlas y boreal": atlas["horas_sin_facturar"] + boreal["horas_sin_facturar"],
            "juntando Atlas y Boreal": atlas["horas_sin_facturar"] + boreal["horas_sin_facturar"],
            "log on Atlas than on Cierzo": atlas["horas_registradas"] - cierzo["horas_registradas"],
            "abiertas entre Atlas y Boreal": abiertas["Atlas"] - abiertas["Boreal"],
            "Atlas plus Boreal": atlas["horas_presupuestadas"] + boreal["horas_presupuestadas"],
            "entre Boreal y Cierzo, registradas": boreal["horas_registradas"] + cierzo["horas_registradas"],
            "Atlas frente a Cierzo": atlas["tareas"]["hecha"] - cierzo["tareas"]["hecha"],
            "registradas que llevamos en el estudio": registradas,
            "average logged hours": registradas / len(todos),
            "budgeted but not used": sum(uno["horas_presupuestadas"] for uno in todos) - registradas,
            "de cualquier estado": sum(sum(uno["tareas"].values()) for uno in todos),
            "cuántos proyectos no están activos": sum(uno["estado"] != "activo" for uno in todos),
        },
    )


def test_los_extremos_de_la_ampliacion_salen_de_la_cuenta() -> None:
    proyectos, _ = cuenta_demo()
    quedan = {nombre: uno["horas_presupuestadas"] - uno["horas_registradas"] for nombre, uno in proyectos.items()}
    extremos = {
        "cuál proyecto tiene más horas reg": max(proyectos, key=lambda uno: proyectos[uno]["horas_registradas"]),
        "biggest hour budget": max(proyectos, key=lambda uno: proyectos[uno]["horas_presupuestadas"]),
        "proyecto con menos horas registradas": min(proyectos, key=lambda uno: proyectos[uno]["horas_registradas"]),
        "más horas pendientes de facturar": max(proyectos, key=lambda uno: proyectos[uno]["horas_sin_facturar"]),
        "más corto de presupuesto": min(quedan, key=quedan.__getitem__),
    }
    for trozo, nombre in extremos.items():
        assert cifra_esperada(trozo, "ampliacion") == [nombre], trozo
