"""Lo que se hace mientras la persona escribe: el SDK, el índice y los proyectos, sin ruido aunque falle."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from docubot import configuracion, modelos
from docubot.errores import ErrorDeUso
from docubot.modelos.guion import ModeloGuion
from docubot.presentacion.chat.motor import Motor
from tests.cli.terminal import RAIZ, entorno


class ConPreparacion(ModeloGuion):
    """Un modelo que tarda en estar listo."""

    preparado = threading.Event()

    def preparar(self) -> None:
        """Apunta que se le llamó."""
        self.preparado.set()


def test_calentar_prepara_el_modelo_y_los_proyectos_en_otro_hilo(monkeypatch: pytest.MonkeyPatch) -> None:
    modelo = ConPreparacion([])
    monkeypatch.setitem(modelos.PROVEEDORES, "local", lambda _: modelo)
    motor = Motor(configuracion.cargar())
    motor.calentar()
    for hilo in threading.enumerate():
        if isinstance(hilo, threading.Timer):
            hilo.join(timeout=20)
    assert modelo.preparado.is_set()
    assert motor.proyectos == ["Atlas", "Boreal", "Cierzo"]


def test_si_algo_falla_al_calentar_no_se_nota_y_se_dice_al_preguntar(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOCUBOT_PERFIL", "ninguno")
    motor = Motor(configuracion.cargar())
    motor._calentar()
    assert capfd.readouterr() == ("", "")
    with pytest.raises(ErrorDeUso, match="perfil"):
        motor.equipo()


def test_antes_del_primer_indicador_no_se_importa_nada_pesado(entorno_limpio: Path) -> None:
    codigo = (
        "import sys; from docubot.presentacion.chat import arranque; from docubot.cli.aplicacion import comando;"
        "comando('chat'); from docubot.presentacion.chat.motor import Motor; from docubot import configuracion;"
        "Motor(configuracion.cargar()).quien();"
        "print([m for m in ('anthropic','chromadb','numpy','pydantic','rich.console','markdown_it','httpx2',"
        "'docubot.agente','docubot.rag.citas','docubot.modelos.local.modelo','filelock') if m in sys.modules])"
    )
    hecho = subprocess.run(
        [sys.executable, "-c", codigo], env=entorno(), cwd=RAIZ, capture_output=True, text=True, check=True
    )
    assert hecho.stdout == "[]\n"


def test_el_sdk_se_importa_mientras_la_persona_escribe(entorno_limpio: Path) -> None:
    codigo = (
        "import sys; from docubot import configuracion; from docubot.presentacion.chat.motor import Motor;"
        "m = Motor(configuracion.cargar()); m.quien(); antes = 'anthropic' in sys.modules; m._calentar();"
        "print(antes, 'anthropic' in sys.modules)"
    )
    hecho = subprocess.run(
        [sys.executable, "-c", codigo],
        env=entorno(ANTHROPIC_BASE_URL="http://127.0.0.1:9"), cwd=RAIZ, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert hecho.stdout == "False True\n"
