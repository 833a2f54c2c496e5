"""`docubot simulador`, como subproceso y por dentro."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from docubot.cli.simulador import app
from docubot.errores import DatosInvalidos, EntradaInexistente, ErrorDeUso
from docubot.servidores.simulador.fallos import FALLOS
from docubot.servidores.simulador.reglas import REGLAS, tabla_markdown

ARRANQUE = "from docubot.cli.simulador import app; app(standalone_mode=False)"
CUERPO = {"model": "local", "max_tokens": 9, "messages": [{"role": "user", "content": "hola"}]}
CABECERAS = {"authorization": "Bearer k", "anthropic-version": "2023-06-01"}


def fallo_de(*argumentos: str) -> Exception:
    with pytest.raises(Exception) as atrapado:
        app(["servir", "--puerto", "0", *argumentos], standalone_mode=False)
    return atrapado.value


def test_sirve_un_guion_y_se_para_con_ctrl_c(tmp_path: Path) -> None:
    guion = tmp_path / "guion.jsonl"
    guion.write_text('{"content":"¡Hola desde el guion!"}\n', encoding="utf-8")
    argumentos = [sys.executable, "-c", ARRANQUE, "servir", "--puerto", "0", "--guion", str(guion), "--fallos", "529#1"]
    entorno = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
    with subprocess.Popen(argumentos, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=entorno) as proceso:
        assert proceso.stdout is not None
        anuncio = proceso.stdout.readline().decode()
        assert "contesta guion" in anuncio
        url = next(palabra for palabra in anuncio.split() if palabra.startswith("http")).rstrip(":")
        primera = httpx2.post(f"{url}/v1/messages", json=CUERPO, headers=CABECERAS)
        segunda = httpx2.post(f"{url}/v1/messages", json=CUERPO, headers=CABECERAS)
        proceso.send_signal(signal.SIGINT)
        _, errores = proceso.communicate(timeout=20)
    assert primera.status_code == 529
    assert segunda.json()["content"] == [{"type": "text", "text": "¡Hola desde el guion!"}]
    assert b"Traceback" not in errores
    assert proceso.returncode == 0


def test_lo_que_no_vale_se_dice_antes_de_arrancar(tmp_path: Path) -> None:
    malo = tmp_path / "malo.jsonl"
    malo.write_text("no es json", encoding="utf-8")
    assert isinstance(fallo_de("--guion", str(malo)), DatosInvalidos)
    assert isinstance(fallo_de("--guion", str(tmp_path / "no")), EntradaInexistente)
    assert isinstance(fallo_de("--perfil", "audaz"), ErrorDeUso)
    assert isinstance(fallo_de("--fallos", "terremoto"), ErrorDeUso)


def test_ensena_las_reglas_y_los_fallos(capsys: pytest.CaptureFixture[str]) -> None:
    def orden(*argumentos: str) -> str:
        app(list(argumentos), standalone_mode=False)
        return capsys.readouterr().out

    assert orden("reglas").strip() == tabla_markdown()
    assert [r["numero"] for r in json.loads(orden("reglas", "--json"))["reglas"]] == [r.numero for r in REGLAS]
    assert json.loads(orden("fallos", "--json")) == {"version": 1, "fallos": FALLOS}
    assert all(nombre in orden("fallos") for nombre in ("429", "corte_entrada"))
