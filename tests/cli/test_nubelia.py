"""`docubot nubelia servir`, como lo usa una persona."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from typer.testing import CliRunner

from docubot.cli.nubelia import app
from docubot.errores import DatosInvalidos, EntradaInexistente, ErrorDeUso, ErrorDocuBot, ServicioNoDisponible
from tests.mock_nubelia.apoyo import LECTURA, escribir_cuenta, organizacion

ORDEN = [sys.executable, "-c", "from docubot.cli.nubelia import app; app()", "servir", "--puerto", "0"]


@contextmanager
def en_marcha(*opciones: str, entorno: dict[str, str] | None = None) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """La orden en otro proceso, con su dirección."""
    proceso = subprocess.Popen(
        [*ORDEN, *opciones], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | (entorno or {})
    )
    with proceso:
        try:
            assert proceso.stdout is not None
            linea = proceso.stdout.readline()
            direccion = re.search(r"http://\S+", linea)
            assert direccion, linea
            yield direccion[0], proceso
        finally:
            if proceso.poll() is None:
                proceso.kill()


def _pedir(url: str, ruta: str, token: str = LECTURA) -> httpx2.Response:
    return httpx2.get(f"{url}{ruta}", headers={"Authorization": f"Bearer {token}"}, trust_env=False, timeout=10)


def test_sirve_y_ctrl_c_la_para_sin_ruido() -> None:
    with en_marcha("--fallos", "503x1;500x1;resetx1;cortex1") as (url, proceso):
        assert [_pedir(url, "/v1/organizacion").status_code for _ in range(2)] == [503, 500]
        for _ in "reset", "corte":
            with pytest.raises(httpx2.TransportError):
                _pedir(url, "/v1/organizacion")
        assert _pedir(url, "/v1/organizacion").status_code == 200
        proceso.send_signal(signal.SIGINT)
        salida, errores = proceso.communicate(timeout=20)
    assert proceso.returncode == 0
    assert salida == ""
    assert errores == "API parada.\n"


def test_ctrl_c_no_espera_a_una_peticion_lenta() -> None:
    with en_marcha("--fallos", "503x1;latencia:60") as (url, proceso):
        assert _pedir(url, "/v1/organizacion").status_code == 503
        host, puerto = url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(puerto)), timeout=10) as enchufe:
            enchufe.sendall(b"GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n")
            proceso.send_signal(signal.SIGINT)
            _, errores = proceso.communicate(timeout=20)
    assert proceso.returncode == 0
    assert errores == "API parada.\n"


def test_la_cuenta_sale_de_la_opcion_o_de_la_variable(tmp_path: Path) -> None:
    fichero = str(escribir_cuenta(tmp_path, organizacion("a", ["Solo"])))
    with en_marcha(entorno={"NUBELIA_CUENTA": fichero}) as (url, _):
        assert _pedir(url, "/v1/proyectos", "tok_a").json()["datos"][0]["nombre"] == "Solo"


def _falla(*opciones: str) -> ErrorDocuBot:
    resultado = CliRunner().invoke(app, ["servir", *opciones])
    assert isinstance(resultado.exception, ErrorDocuBot), resultado.output
    return resultado.exception


def test_un_puerto_ocupado_se_dice() -> None:
    with socket.create_server(("127.0.0.1", 0)) as enchufe:
        puerto = enchufe.getsockname()[1]
        error = _falla("--puerto", str(puerto))
    assert isinstance(error, ServicioNoDisponible)
    assert error.codigo == 69
    assert f"El puerto {puerto} está ocupado" in error.mensaje


def test_lo_mal_escrito_se_dice(tmp_path: Path) -> None:
    (tmp_path / "mala.json").write_text("{}")
    assert isinstance(_falla("--fallos", "pepe"), ErrorDeUso)
    assert isinstance(_falla("--host", "no existe"), ErrorDeUso)
    assert isinstance(_falla("--host", "203.0.113.1"), ErrorDeUso)
    assert isinstance(_falla("--cuenta", str(tmp_path / "no.json")), EntradaInexistente)
    assert isinstance(_falla("--cuenta", str(tmp_path / "mala.json")), DatosInvalidos)


@pytest.mark.parametrize("puerto", ["-1", "65536", "x"])
def test_un_puerto_que_no_lo_es_es_un_error_de_uso(puerto: str) -> None:
    assert CliRunner().invoke(app, ["servir", "--puerto", puerto]).exit_code == 2


def test_la_ayuda_esta_en_espanol_y_no_carga_el_servidor() -> None:
    pesados = "{'uvicorn', 'starlette', 'httpx2', 'sqlite3'}"
    codigo = f"import docubot.cli.nubelia, sys; print(sorted({pesados} & set(sys.modules)))"
    salida = subprocess.run([sys.executable, "-c", codigo], capture_output=True, text=True, check=True)
    assert salida.stdout.strip() == "[]"
    ayuda = CliRunner().invoke(app, ["servir", "--help"]).output
    assert "Arranca la API simulada" in ayuda
