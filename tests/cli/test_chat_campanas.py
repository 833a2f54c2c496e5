"""Campañas: el chat muerto con kill -9 o interrumpido al azar no pierde nada de lo dicho ni queda inválido."""

from __future__ import annotations

import json
import os
import random
import re
import time
from pathlib import Path

import pexpect
import pytest

from docubot import agente, configuracion, diario, sesiones
from docubot.conversacion import defectos
from docubot.modelos.guion import ModeloGuion
from docubot.modelos.guion import texto as dice
from tests.apoyo import equipo_con
from tests.cli.terminal import Terminal, guion, llamadas, texto

pytestmark = [pytest.mark.campana, pytest.mark.skipif(os.name != "posix", reason="hace falta un pty")]

SEMILLA = int(os.environ.get("SEMILLA", "20261130"))


def pasos(carpeta: Path, turnos: int) -> Path:
    """Cada turno pide dos herramientas y contesta en dos párrafos, deprisa."""
    dichos = []
    for i in range(turnos):
        dichos.append(llamadas(("eco", {"texto": f"dato {i}"}), ("lenta", {"segundos": 0.05}), antes=0.03))
        dichos.append(texto(f"Respuesta {i}.\n\nCon dos párrafos.", pausa=0.01, antes=0.03))
    return guion(carpeta, *dichos)


@pytest.mark.parametrize("vez", range(50))
def test_kill_9_no_pierde_nada_de_lo_que_se_vio(tmp_path: Path, entorno_limpio: Path, vez: int) -> None:
    azar = random.Random(SEMILLA + vez)
    with Terminal(["chat"], guion=pasos(tmp_path, 40)) as t:
        t.indicador()
        limite = time.monotonic() + azar.uniform(0.05, 3.0)
        enviadas = 0
        while time.monotonic() < limite:
            if t.esperando():
                t.escribir(f"pregunta {enviadas}")
                enviadas += 1
            t.leer(0.01)
        os.kill(t.proceso.pid, 9)
        try:
            while True:
                t.leer(0.05)
                if not t.proceso.isalive():
                    t.leer(0.05)
                    break
        except pexpect.EOF:
            pass
        visto = t.todo()
    if not enviadas or not diario.sesiones(entorno_limpio):
        return
    identificador = diario.sesiones(entorno_limpio)[-1].stem
    with sesiones.reanudar(configuracion.cargar(), identificador, "local", "guion") as sesion:
        historia = sesion.conversacion.mensajes
        assert defectos(historia) == []
        guardado = json.dumps(historia, ensure_ascii=False)
        for numero in re.findall(r"✓ eco\(texto='dato (\d+)'\)", visto):
            assert f"dato {numero}" in guardado
        for numero in re.findall(r"Respuesta (\d+)\.\s+Con dos párrafos\.\s+— guion", visto):
            assert f"Respuesta {numero}." in guardado
        with ModeloGuion([[dice("Sigo.")]]) as modelo:
            agente.responder("¿sigues?", equipo_con(modelo), sesion.conversacion)
        assert defectos(sesion.conversacion.mensajes) == []


def test_cien_ctrl_c_al_azar_no_dejan_nunca_una_peticion_invalida(tmp_path: Path, entorno_limpio: Path) -> None:
    azar = random.Random(SEMILLA)
    apuntes = tmp_path / "comprobado"
    with Terminal(["chat"], guion=pasos(tmp_path, 400), COMPROBAR=str(apuntes)) as t:
        t.indicador()
        t.preguntar("primera")
        for i in range(100):
            t.escribir(f"pregunta {i}")
            hasta = time.monotonic() + azar.uniform(0.0, 0.35)
            while time.monotonic() < hasta:
                t.leer(0.005)
            t.proceso.sendintr()
            t.esperar(lambda: t.esperando() or not t.proceso.isalive())
            assert t.proceso.isalive(), f"se fue en la vez {i}:\n{t.todo()}"
        t.preguntar("última")
    comprobado = apuntes.read_text(encoding="utf-8").split("\n")
    assert len(comprobado) > 50
    assert set(comprobado) <= {".", ""}
