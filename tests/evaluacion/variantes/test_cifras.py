"""Otras cifras: la escala de la wiki, la cuenta con el mismo dibujo y las expectativas recalculadas."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.evaluacion.preguntas import CARPETA, Caso, leer_casos
from docubot.evaluacion.variantes.cifras import Derivador, Escala, cambiar, en_pagina, porcentajes
from docubot.evaluacion.variantes.cuentas import dibujo, fechas, magnitudes
from docubot.evaluacion.variantes.formulas import limite
from docubot.evaluacion.variantes.mundo import MOCK, Mundo, mi_organizacion, original, proyectos
from mock_nubelia.cuenta import leer_cuenta
from tests.evaluacion.apoyo import caso

DIAS_ES = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
SIN_FIJAS = Escala(Decimal("1.3"), frozenset())
DOS_LIMITES = caso(
    "¿Atlas supera el límite de tareas abiertas? ¿por cuánto?",
    tipo="mixta",
    contiene=[["42", "cuarenta y dos"], ["40"], ["2", "dos"]],
    proyecto="Atlas",
)


def _variante(*casos: Caso, semilla: int = 1) -> tuple[Mundo, Mundo]:
    mundo = original(casos)
    return mundo, cambiar(mundo, Random(semilla))


def _atlas(mundo: Mundo) -> dict[str, Decimal]:
    return magnitudes(proyectos(mundo.cuenta)[0])


@settings(max_examples=60)
@given(st.integers(120, 150), st.integers(0, 399), st.integers(0, 399))
def test_la_escala_conserva_el_orden(factor: int, una: int, otra: int) -> None:
    escala = Escala(Decimal(factor) / 100, frozenset())
    assert (escala(Decimal(una)) < escala(Decimal(otra))) == (una < otra)


@pytest.mark.parametrize("cifra", ["0", "3", "5", "422", "2026"])
def test_hay_cifras_que_no_cambian(cifra: str) -> None:
    assert SIN_FIJAS(Decimal(cifra)) == Decimal(cifra)
    assert Escala(Decimal("1.3"), frozenset({Decimal(90)}))(Decimal(90)) == 90


def test_en_la_wiki_cambian_las_cantidades_y_nada_mas() -> None:
    portada = "---\nactualizado: 2026-11-16\n---\n"
    texto = f"{portada}# T\nCaben 40, cuesta 7,50 €, el 90 % y `FACT-203`. [x](y-12.md) a las 08:00\n10. Ya\n"
    nuevo = en_pagina("planes/x.md", texto, SIN_FIJAS)
    assert "Caben 52, cuesta 9,75 €, el 90 % y `FACT-203`. [x](y-12.md) a las 08:00" in nuevo
    assert "2026-11-16" in nuevo
    assert en_pagina("salas/x.md", texto, SIN_FIJAS) == texto


def test_los_porcentajes_de_la_wiki_se_quedan_fijos() -> None:
    assert {Decimal(90), Decimal(50), Decimal(21)} <= porcentajes(original([]).paginas)


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 1000))
def test_la_cuenta_nueva_tiene_otras_cifras_y_el_mismo_dibujo(semilla: int) -> None:
    viejo, nuevo = _variante(semilla=semilla)
    limites = [[limite(m.paginas, "Tareas abiertas", p) for p in ("Gratis", "Equipo")] for m in (viejo, nuevo)]
    assert dibujo(viejo.cuenta, limites[0]) == dibujo(nuevo.cuenta, limites[1])  # type: ignore[arg-type]
    assert _atlas(viejo)["abiertas"] != _atlas(nuevo)["abiertas"]
    assert all(
        v != n and (v.month, v.year) == (n.month, n.year)
        for v, n in fechas(viejo.cuenta, nuevo.cuenta).items()
        if v.day > 1
    )
    antes, despues = (mi_organizacion(m.cuenta)["proyectos"][2]["tareas"]["pendiente"] for m in (viejo, nuevo))
    assert antes == despues == 0


def test_la_api_acepta_la_cuenta_nueva(tmp_path: Path) -> None:
    import json

    _, nuevo = _variante()
    fichero = tmp_path / "cuenta.json"
    fichero.write_text(json.dumps(nuevo.cuenta), encoding="utf-8")
    assert len(leer_cuenta(fichero)) == 2


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 1000))
def test_una_comparacion_se_recalcula_con_la_cuenta_y_el_limite_nuevos(semilla: int) -> None:
    _, nuevo = _variante(DOS_LIMITES, semilla=semilla)
    (recalculado,) = nuevo.casos
    abiertas, tope = _atlas(nuevo)["abiertas"], limite(nuevo.paginas, "Tareas abiertas", "Equipo")
    assert tope is not None
    esperadas = [str(abiertas), str(tope), str(abiertas - tope)]
    assert [grupo[0] for grupo in recalculado.espera.contiene] == esperadas
    assert "cuarenta y dos" not in recalculado.espera.contiene[0]


@pytest.mark.parametrize(
    ("pregunta", "tipo", "grupo", "formula"),
    [
        ("¿cuántas horas quedan en Atlas?", "api", "87,5", "restantes"),
        ("what percent of Atlas is done?", "api", "73.75", "porcentaje de tareas"),
        ("¿cuántas tareas en total tiene Atlas?", "api", "160", "total"),
        ("¿qué va sin facturar en Atlas?", "api", "46,25", "horas_sin_facturar"),
    ],
)
def test_cada_dato_y_cada_cuenta_de_un_proyecto_se_recalculan(
    pregunta: str, tipo: str, grupo: str, formula: str
) -> None:
    _, nuevo = _variante(caso(pregunta, tipo=tipo, contiene=[[grupo]], proyecto="Atlas"))
    dichas = nuevo.casos[0].espera.contiene[0]
    exacta = _atlas(nuevo)[formula].quantize(Decimal("0.01"))
    assert f"{exacta.normalize():f}" in dichas
    assert grupo not in dichas


def test_sin_nombrar_proyecto_se_suman_todos() -> None:
    _, nuevo = _variante(caso("¿cuántas tareas abiertas hay en total?", contiene=[["49"]]))
    suma = sum(magnitudes(p)["abiertas"] for p in mi_organizacion(nuevo.cuenta)["proyectos"])
    assert nuevo.casos[0].espera.contiene[0][0] == str(suma)


def test_las_fechas_se_cambian_en_todas_sus_formas() -> None:
    _, nuevo = _variante(
        caso("¿cuándo se entrega Atlas?", contiene=[["18 de diciembre", "2026-12-18"]], no_contiene=["30/10"])
    )
    fecha = proyectos(nuevo.cuenta)[0]["fecha_entrega"]
    assert fecha in nuevo.casos[0].espera.contiene[0]
    assert "2026-12-18" not in nuevo.casos[0].espera.contiene[0]
    assert "30/10" not in nuevo.casos[0].espera.no_contiene


def test_una_cifra_de_la_wiki_cambia_con_la_wiki_y_la_de_la_pregunta_tambien() -> None:
    _, nuevo = _variante(caso("mi contraseña tiene 9 caracteres, ¿vale?", tipo="docs", contiene=[["12", "doce"]]))
    (recalculado,) = nuevo.casos
    minimo = recalculado.espera.contiene[0][0]
    assert minimo != "12"
    assert f"{minimo} caracteres" in nuevo.paginas["cuenta/contrasena-y-sesion.md"]
    mia = re.search(r"\d+", recalculado.pregunta)
    assert mia is not None
    assert 9 < int(mia[0]) < int(minimo)


def test_en_una_pregunta_de_salas_no_cambia_nada() -> None:
    uno = caso("¿cuándo cierra la sala, a las 20?", tipo="docs", contiene=[["20:00", "las 20"], ["60"]])
    assert _variante(uno)[1].casos == (uno,)


def test_lo_que_no_sale_de_ningun_sitio_se_retira_y_se_cuenta() -> None:
    _, nuevo = _variante(caso("¿cuánto?", contiene=[["777"]]), replace(DOS_LIMITES, id="bueno"))
    assert [c.id for c in nuevo.casos] == ["bueno"]
    assert nuevo.sin_derivar == ("x-1",)


def test_un_dato_de_la_cuenta_que_coincide_con_la_wiki_se_decide_por_lo_que_se_pregunta() -> None:
    peticiones = caso("con el plan de Boreal, ¿cuántas peticiones por minuto?", tipo="mixta", contiene=[["120"]])
    horas = caso("¿cuántas horas le presupuestamos a Boreal?", tipo="mixta", contiene=[["120"]])
    _, nuevo = _variante(peticiones, horas)
    de_la_wiki, de_la_cuenta = (c.espera.contiene[0][0] for c in nuevo.casos)
    assert f"| {de_la_wiki} |" in nuevo.paginas["planes/comparativa.md"]
    assert de_la_cuenta == str(proyectos(nuevo.cuenta)[1]["horas_presupuestadas"])


def test_sin_cambiar_nada_las_expectativas_son_las_mismas() -> None:
    casos = leer_casos([CARPETA / "propias.jsonl", CARPETA / "parafrasis.jsonl"])
    mundo = original(casos)
    derivador = Derivador(mundo, mundo, Escala(Decimal(1), frozenset()))
    for uno in casos:
        mismo = derivador.caso(uno)
        assert mismo is not None, uno.id
        assert mismo.pregunta == uno.pregunta
        assert [g[0] for g in mismo.espera.contiene] == [g[0] for g in uno.espera.contiene], uno.id


def test_casi_todas_las_preguntas_propias_se_recalculan() -> None:
    casos = leer_casos([CARPETA / "propias.jsonl"])
    assert len(_variante(*casos)[1].sin_derivar) <= 5
    assert MOCK.is_dir()


def test_una_cifra_que_sale_de_dos_cuentas_se_decide_por_lo_que_se_pregunta() -> None:
    """23 son los proyectos que caben (25 − 2) y también las tareas pendientes de los tres (18 + 5)."""
    caben = caso("con el plan Equipo, ¿cuántos proyectos más puedo abrir?", tipo="mixta", contiene=[["23"]])
    pendientes = caso("¿cuántas pendientes hay entre todos?", contiene=[["23"]])
    de_ninguno = caso("¿y cuánto queda?", tipo="mixta", contiene=[["23"]])
    _, nuevo = _variante(caben, pendientes, replace(de_ninguno, id="no-se-sabe"))
    tope = limite(nuevo.paginas, "Proyectos activos", "Equipo")
    assert tope is not None
    suma = sum(p["tareas"]["pendiente"] for p in mi_organizacion(nuevo.cuenta)["proyectos"])
    assert [c.espera.contiene[0][0] for c in nuevo.casos] == [str(tope - 2), str(suma)]
    assert nuevo.sin_derivar == ("no-se-sabe",)


def test_un_porcentaje_se_admite_tambien_redondeado() -> None:
    _, nuevo = _variante(caso("¿qué porcentaje de Boreal está hecho?", contiene=[["90", "noventa"]], proyecto="Boreal"))
    exacto = magnitudes(proyectos(nuevo.cuenta)[1])["porcentaje de tareas"]
    assert str(exacto.quantize(Decimal("0.1"))) in nuevo.casos[0].espera.contiene[0]
    assert str(round(exacto)) in nuevo.casos[0].espera.contiene[0]


@pytest.mark.parametrize(
    ("pregunta", "tipo", "cifra", "nueva"),
    [
        ("somos 12, ¿cuánto es Equipo al mes en total?", "docs", "108", lambda e: e(Decimal(9)) * e(Decimal(12))),
        ("¿cuánto ahorro en Empresa si pago anual?", "docs", "3", lambda e: e(Decimal(19)) - e(Decimal(16))),
        ("somos una ONG, ¿a cuánto sale Equipo anual?", "docs", "3,75", lambda e: e(Decimal("7.50")) / 2),
    ],
)
def test_las_cuentas_con_precios_se_rehacen(
    pregunta: str, tipo: str, cifra: str, nueva: Callable[[Escala], Decimal]
) -> None:
    mundo = original([caso(pregunta, tipo=tipo, contiene=[[cifra]])])
    escala = Escala(Decimal("1.3"), porcentajes(mundo.paginas))
    recalculado = Derivador(mundo, mundo, escala).caso(mundo.casos[0])
    assert recalculado is not None
    esperada = nueva(escala).quantize(Decimal("0.01")).normalize()
    assert f"{esperada:f}" in recalculado.espera.contiene[0]


def test_los_dias_que_faltan_no_se_confunden_con_las_tareas() -> None:
    """A Atlas le faltan 18 días y tiene 18 pendientes."""
    _, nuevo = _variante(caso("¿cuántos días faltan para la entrega de Atlas?", contiene=[["18"]], proyecto="Atlas"))
    assert nuevo.casos[0].espera.contiene[0][0] == str(_atlas(nuevo)["días para la entrega"])


def test_las_que_hay_que_cerrar_dejan_el_proyecto_por_debajo_del_limite() -> None:
    pregunta = "¿cuántas tareas tengo que cerrar en Atlas para poder crear una nueva?"
    _, nuevo = _variante(caso(pregunta, tipo="mixta", contiene=[["3", "tres"]], proyecto="Atlas"))
    tope = limite(nuevo.paginas, "Tareas abiertas", "Equipo")
    assert tope is not None
    assert nuevo.casos[0].espera.contiene[0][0] == str(_atlas(nuevo)["abiertas"] - tope + 1)


def _esperado(pregunta: str, *valores: str, tipo: str = "mixta") -> tuple[Mundo, Mundo, tuple[str, ...]]:
    """Los dos mundos y el único grupo recalculado; vacío si el caso se retira."""
    viejo, nuevo = _variante(caso(pregunta, tipo=tipo, contiene=[list(valores)], proyecto="Atlas"))
    return viejo, nuevo, nuevo.casos[0].espera.contiene[0] if nuevo.casos else ()


def test_lo_que_la_pregunta_propone_cambia_a_la_vez_que_lo_esperado() -> None:
    _, nuevo, grupo = _esperado("si reabrimos 12 tareas de Atlas, ¿cuántas abiertas quedan?", "54")
    propuestas = int(re.findall(r"\d+", nuevo.casos[0].pregunta)[0])
    assert str(int(_atlas(nuevo)["abiertas"]) + propuestas) in grupo


@pytest.mark.parametrize(("pregunta", "antes", "cuantas"), [("tras cerrar una", "41", 1), ("si cierro nueve", "33", 9)])
def test_una_cantidad_en_palabras_se_queda_y_la_cuenta_se_rehace(pregunta: str, antes: str, cuantas: int) -> None:
    _, nuevo, grupo = _esperado(f"{pregunta} de Atlas, ¿cuántas abiertas le quedarían?", antes)
    assert str(int(_atlas(nuevo)["abiertas"]) - cuantas) in grupo


def test_las_horas_ya_facturadas_son_las_registradas_menos_las_que_faltan() -> None:
    _, nuevo, grupo = _esperado("¿cuántas horas de Atlas ya están facturadas?", "266,25", tipo="api")
    uno = _atlas(nuevo)
    assert f"{(uno['horas_registradas'] - uno['horas_sin_facturar']).normalize():f}" in grupo


def test_el_porcentaje_de_la_pregunta_que_es_de_la_wiki_no_cambia() -> None:
    _, nuevo, _ = _esperado("¿Salta el aviso del 90 % en Atlas?", "36")
    assert "90 %" in nuevo.casos[0].pregunta


def test_el_dia_de_la_semana_es_el_de_la_entrega_nueva() -> None:
    viejo, nuevo, grupo = _esperado("¿qué día de la semana se entrega Atlas?", "viernes", "Friday", tipo="api")
    entrega = fechas(viejo.cuenta, nuevo.cuenta)[date(2026, 12, 18)]
    assert grupo == (DIAS_ES[entrega.weekday()], entrega.strftime("%A"))


def test_un_plazo_desde_la_entrega_se_cuenta_desde_la_nueva() -> None:
    viejo, nuevo, grupo = _esperado("si facturo Atlas el día de la entrega, ¿cuándo vence?", "17 de enero")
    escala = _escala_de(viejo, nuevo)
    vence = fechas(viejo.cuenta, nuevo.cuenta)[date(2026, 12, 18)] + timedelta(days=int(escala(Decimal(30))))
    assert vence.isoformat() in grupo


def test_una_fecha_que_no_sale_de_ningun_plazo_retira_el_caso() -> None:
    _, nuevo, grupo = _esperado("¿cuándo me llega el aviso de Atlas?", "9 de marzo", "3 días")
    assert grupo == ()
    assert len(nuevo.sin_derivar) == 1


def _escala_de(viejo: Mundo, nuevo: Mundo) -> Escala:
    """La escala de la wiki, por lo que le ha hecho al límite de tareas de Equipo."""
    tope = limite(nuevo.paginas, "Tareas abiertas", "Equipo")
    factores = (Decimal(n) / 100 for n in range(120, 151))
    posibles = [Escala(f, porcentajes(viejo.paginas)) for f in factores]
    return next(e for e in posibles if e(Decimal(40)) == tope and _casa(e, viejo, nuevo))


def _casa(escala: Escala, viejo: Mundo, nuevo: Mundo) -> bool:
    return all(en_pagina(ruta, texto, escala) == nuevo.paginas[ruta] for ruta, texto in viejo.paginas.items())
