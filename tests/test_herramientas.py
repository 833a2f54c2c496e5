"""Las herramientas de DocuBot, contra la API en proceso y el índice incluido."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from docubot import configuracion
from docubot.errores import ErrorDocuBot, HerramientaDesconocida, NubeliaNoDisponible, RespuestaInvalida, SinPermiso
from docubot.herramientas import HERRAMIENTAS, Contexto, ejecutar_herramienta


@pytest.fixture
def contexto() -> Contexto:
    return Contexto(configuracion.cargar())


def test_consultar_proyecto_trae_los_datos_vivos_y_el_plan(contexto: Contexto) -> None:
    dado = json.loads(ejecutar_herramienta("consultar_proyecto", {"nombre": "ATLAS"}, contexto).texto)
    assert (dado["nombre"], dado["tareas_abiertas"], dado["plan"]) == ("Atlas", 42, "Equipo")
    assert dado["horas"]["registradas"] == 312.5
    assert dado["cliente"] == {"nombre": "Museo del Mar", "tiene_nif": True, "tiene_direccion": True}


def test_un_proyecto_de_otra_organizacion_no_existe(contexto: Contexto) -> None:
    ajeno = ejecutar_herramienta("consultar_proyecto", {"nombre": "Zafiro"}, contexto)
    inventado = ejecutar_herramienta("consultar_proyecto", {"nombre": "Quimera"}, contexto)
    assert ajeno.es_error
    assert ajeno.texto == inventado.texto.replace("Quimera", "Zafiro")
    assert all(nombre in ajeno.texto for nombre in ("Atlas", "Boreal", "Cierzo"))


def test_listar_proyectos_trae_lo_que_promete_y_nada_mas(contexto: Contexto) -> None:
    proyectos = json.loads(ejecutar_herramienta("listar_proyectos", {}, contexto).texto)["proyectos"]
    assert [p["nombre"] for p in proyectos] == ["Atlas", "Boreal", "Cierzo"]
    assert set(proyectos[0]) == {"nombre", "estado", "tareas_abiertas", "fecha_entrega"}


def test_una_organizacion_sin_proyectos_es_un_resultado_que_lo_dice(contexto: Contexto, monkeypatch: Any) -> None:
    monkeypatch.setattr(contexto.nubelia().__class__, "listar_proyectos", lambda self: [])
    dado = ejecutar_herramienta("listar_proyectos", {}, contexto)
    assert not dado.es_error
    assert "no tiene ningún proyecto" in dado.texto


@pytest.mark.parametrize("fallo", [NubeliaNoDisponible, RespuestaInvalida, SinPermiso])
def test_la_api_que_falla_es_un_error_que_dice_que_probar(
    contexto: Contexto, monkeypatch: Any, fallo: type[ErrorDocuBot]
) -> None:
    def caida(self: Any, *_: Any) -> None:
        raise fallo("La API de Nubelia no responde: prueba dentro de un rato.")

    monkeypatch.setattr(contexto.nubelia().__class__, "listar_proyectos", caida)
    monkeypatch.setattr(contexto.nubelia().__class__, "obtener_proyecto", caida)
    for nombre, entrada in (("listar_proyectos", {}), ("consultar_proyecto", {"nombre": "Atlas"})):
        dado = ejecutar_herramienta(nombre, entrada, contexto)
        assert dado.es_error
        assert "prueba dentro de un rato" in dado.texto


def test_buscar_documentacion_trae_pasajes_con_su_sitio(contexto: Contexto) -> None:
    dado = ejecutar_herramienta("buscar_documentacion", {"consulta": "caducidad de los tokens de la API"}, contexto)
    assert dado.pasajes
    assert any("90 días" in p.texto for p in dado.pasajes)
    assert all(p.pagina.endswith(".md") and p.seccion for p in dado.pasajes)


def test_lo_que_la_documentacion_no_trata_es_un_resultado_que_lo_dice(contexto: Contexto) -> None:
    dado = ejecutar_herramienta("buscar_documentacion", {"consulta": "receta de gazpacho andaluz con pepino"}, contexto)
    assert not dado.es_error
    assert "no contiene nada" in dado.texto


@pytest.mark.parametrize("entrada", [{"nombre": " "}, {"nombre": "x" * 201}, {"nombre": "\n"}])
def test_los_valores_se_comprueban_despues_de_la_forma(contexto: Contexto, entrada: dict[str, Any]) -> None:
    assert ejecutar_herramienta("consultar_proyecto", entrada, contexto).es_error


def test_extraer_consulta_no_se_ofrece(contexto: Contexto) -> None:
    assert HERRAMIENTAS.nombres() == ["consultar_proyecto", "listar_proyectos", "buscar_documentacion"]
    assert ejecutar_herramienta("extraer_consulta", {"categoria": "otro"}, contexto).es_error
    with pytest.raises(HerramientaDesconocida):
        HERRAMIENTAS.ofrecida("extraer_consulta")


@pytest.mark.parametrize("parte", ["Úsala", "No la uses", "Devuelve", "«"])
def test_cada_descripcion_dice_cuando_si_cuando_no_y_que_devuelve(parte: str) -> None:
    for herramienta in HERRAMIENTAS:
        if herramienta.ofrecida:
            assert parte in herramienta.descripcion


def test_dos_hilos_abren_la_api_una_sola_vez(contexto: Contexto) -> None:
    from concurrent.futures import ThreadPoolExecutor

    abrir: Callable[[], object] = contexto.nubelia
    with ThreadPoolExecutor(4) as hilos:
        assert len({id(c) for c in hilos.map(lambda _: abrir(), range(8))}) == 1
