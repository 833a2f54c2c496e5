"""La medida del agente entero, por el bucle de verdad."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from docubot import armado
from docubot.configuracion import Configuracion, cargar
from docubot.errores import Definitivo, ErrorDeModelo, SinPermiso
from docubot.evaluacion.agente import evaluar_agente, evaluar_equipo, solo_llamadas
from docubot.evaluacion.entorno import entorno
from docubot.evaluacion.preguntas import Caso
from docubot.tipos import Peticion
from docubot.turno import Equipo
from tests.evaluacion.apoyo import Contestar, ModeloDePega, caso, llamada, texto

ATLAS = {"nombre": "consultar_proyecto", "entrada": {"nombre": "Atlas"}}
TAREAS = caso("¿cuántas tareas tiene Atlas?", herramientas=[ATLAS], contiene=[["42"]])


def _puntuar(casos: list[Caso], contestar: Contestar) -> tuple[list[bool], ModeloDePega]:
    modelo = ModeloDePega(contestar)
    with entorno(cargar()) as configuracion:
        equipo: Equipo = replace(armado.armar_equipo(configuracion), modelo=modelo)
        informe = evaluar_equipo(casos, equipo, configuracion)
    return [m.pasa for m in informe.marcas], modelo


def _consulta_y_dice(dicho: str) -> Contestar:
    def contestar(peticion: Peticion) -> list[dict[str, object]]:
        ya = isinstance(peticion.messages[-1]["content"], list)
        return [texto(dicho)] if ya else [llamada("consultar_proyecto", {"nombre": "atlas"})]

    return contestar


def test_cada_pregunta_es_una_conversacion_nueva_con_hoy_fijado() -> None:
    pasan, modelo = _puntuar([TAREAS, TAREAS], _consulta_y_dice("Tiene 42 [1]."))
    assert pasan == [True, True]
    assert [len(p.messages) for p in modelo.peticiones] == [1, 3, 1, 3]
    assert "2026-11-30" in modelo.peticiones[0].system
    assert "Europe/Madrid" in modelo.peticiones[0].system


def test_una_respuesta_sin_la_llamada_o_sin_la_cifra_no_pasa() -> None:
    assert _puntuar([TAREAS], _consulta_y_dice("Tiene 142."))[0] == [False]
    assert _puntuar([TAREAS], lambda p: [texto("Tiene 42.")])[0] == [False]


def test_una_llamada_cuenta_aunque_falle_o_este_prohibida() -> None:
    def contestar(peticion: Peticion) -> list[dict[str, object]]:
        ya = isinstance(peticion.messages[-1]["content"], list)
        return [texto("no existe")] if ya else [llamada("consultar_proyecto", {"nombre": "Nada"})]

    pedida = [{"nombre": "consultar_proyecto", "entrada": {"nombre": "nada"}}]
    assert _puntuar([caso("¿y Nada?", herramientas=pedida)], contestar)[0] == [True]
    assert _puntuar([caso("¿y Nada?", prohibidas=["consultar_proyecto"])], contestar)[0] == [False]


def test_un_fallo_del_modelo_es_un_caso_que_no_pasa_y_los_demas_siguen() -> None:
    def contestar(peticion: Peticion) -> list[dict[str, object]]:
        if peticion.messages[0]["content"] == "falla":
            raise ErrorDeModelo("se rompió", Definitivo())
        return [texto("hola")]

    assert _puntuar([caso("falla"), caso("hola")], contestar)[0] == [False, True]


def test_sin_permiso_se_para_todo() -> None:
    def contestar(peticion: Peticion) -> list[dict[str, object]]:
        raise ErrorDeModelo("la clave no vale", Definitivo(), final=SinPermiso)

    with pytest.raises(SinPermiso):
        _puntuar([caso("hola")], contestar)


def test_los_casos_con_herramientas_que_no_hay_se_omiten_y_se_dicen() -> None:
    imposible = replace(caso("x", herramientas=[{"nombre": "hacer_cafe", "entrada": {}}]), id="cafe")
    salvable = caso("x", alternativas=[[{"nombre": "hacer_cafe", "entrada": {}}], []])
    extraer = caso("x", tipo="extraer")
    with entorno(cargar()) as configuracion:
        equipo = replace(armado.armar_equipo(configuracion), modelo=ModeloDePega(lambda p: [texto("x")]))
        informe = evaluar_equipo([imposible, salvable, extraer], equipo, configuracion)
    assert informe.omitidos == ("cafe",)
    assert len(informe.marcas) == 1


def test_solo_llamadas_no_mira_el_texto() -> None:
    modelo = ModeloDePega(_consulta_y_dice("ni idea"))
    with entorno(cargar()) as configuracion:
        equipo = replace(armado.armar_equipo(configuracion), modelo=modelo)
        assert evaluar_equipo([TAREAS], equipo, configuracion, puntuar=solo_llamadas).total().pasan == 1


def test_el_entorno_fija_lo_que_se_mide_y_se_lleva_los_diarios() -> None:
    base: Configuracion = cargar({"proveedor": "local", "idioma": "en", "coleccion": "otra", "modo": "herramienta"})
    with entorno(base, Path("/c.json")) as configuracion:
        carpeta = configuracion.datos
        assert carpeta.is_dir()
        assert (configuracion.hoy, configuracion.zona) == (date(2026, 11, 30), "Europe/Madrid")
        assert (configuracion.modo, configuracion.idioma, configuracion.coleccion) == ("agente", "auto", "nubelia")
        assert configuracion.nubelia_cuenta == Path("/c.json")
        assert configuracion.proveedor == "local"
    assert not carpeta.exists()


def test_el_modelo_local_pasa_una_pregunta_sencilla() -> None:
    informe = evaluar_agente([TAREAS], cargar({"proveedor": "local"}))
    assert informe.total().pasan == 1, informe.fallos()
    assert informe.datos["proveedor"] == "local"
