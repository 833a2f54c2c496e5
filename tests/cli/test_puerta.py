"""Cualquier salida rota, codificación o señal acaba con una frase y su código; nunca con una traza."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from docubot.cli import puerta
from docubot.errores import ErrorInterno
from tests.cli.terminal import RAIZ

DOCUBOT = [sys.executable, "-m", "docubot"]
POSIX = pytest.mark.skipif(os.name != "posix", reason="señales y tuberías de POSIX")


def correr(*argumentos: str | bytes, **extra: Any) -> subprocess.CompletedProcess[bytes]:
    entorno = {**os.environ, "PYTHONPATH": str(RAIZ), **extra.pop("entorno", {})}
    opciones = {"stdin": subprocess.DEVNULL, "capture_output": True, **extra}
    return subprocess.run([*DOCUBOT, *argumentos], env=entorno, check=False, **opciones)


def en_la_consola(orden: str, **entorno: str) -> subprocess.CompletedProcess[bytes]:
    """Una orden de `sh` en la que «docubot» es este."""
    completa = f'docubot() {{ {sys.executable} -m docubot "$@"; }}\n{orden}'
    return subprocess.run(
        ["bash", "-c", completa],
        env={**os.environ, "PYTHONPATH": str(RAIZ), **entorno},
        capture_output=True,
        check=False,
    )


@POSIX
@pytest.mark.parametrize(
    "orden", ["prompts ver", "herramientas listar --json", "--help", "evaluar --help", "traza --help"]
)
def test_una_tuberia_que_se_cierra_acaba_en_silencio(orden: str) -> None:
    """Fallo público D25."""
    hecho = en_la_consola(f"docubot {orden} | head -1; echo codigo ${{PIPESTATUS[0]}}")
    assert hecho.stderr == b""
    assert hecho.stdout.endswith(b"codigo 0\n")


@POSIX
def test_una_tuberia_cerrada_por_los_dos_lados_no_rompe_el_turno(entorno_limpio: Path) -> None:
    en_la_consola("docubot preguntar '¿qué proyectos tengo?' 2>&1 | head -1 >/dev/null")
    traza = correr("traza", "--json")
    assert json.loads(traza.stdout)["turnos"][0][-1]["parada"] == "fin"


@POSIX
@pytest.mark.parametrize(("salida", "codigo"), [(">&-", 0), ("2>&-", 0), (">/dev/full", 73), (">&- 2>&-", 0)])
def test_una_salida_cerrada_o_un_disco_lleno_tienen_su_codigo(salida: str, codigo: int) -> None:
    hecho = en_la_consola(f"exec 3>&1; docubot prompts listar {salida}; echo codigo $? >&3")
    assert f"codigo {codigo}".encode() in hecho.stdout
    assert b"Traceback" not in hecho.stderr
    if codigo == 73:
        assert "no queda sitio en el disco" in hecho.stderr.decode()


@POSIX
def test_sin_salida_de_errores_un_error_conserva_su_codigo() -> None:
    assert en_la_consola("docubot sesiones ver nada 2>&-").returncode == 66


@pytest.mark.parametrize("codificacion", ["cp1252", "latin-1", "ascii", "cp437", "utf-16"])
def test_lo_que_no_cabe_en_la_codificacion_se_sustituye(codificacion: str) -> None:
    """Fallo público D24."""
    hecho = correr("prompts", "ver", entorno={"PYTHONIOENCODING": codificacion})
    assert (hecho.returncode, hecho.stderr) == (0, b"")
    assert "DocuBot" in hecho.stdout.decode(codificacion)


@pytest.mark.parametrize("codificacion", ["cp1252", "ascii", "utf-8"])
def test_el_json_es_un_documento_valido_en_cualquier_codificacion_y_ancho(codificacion: str) -> None:
    """Fallo público D26."""
    hecho = correr("herramientas", "listar", "--json", entorno={"PYTHONIOENCODING": codificacion, "COLUMNS": "20"})
    assert hecho.stdout.count(b"\n") == 1
    assert json.loads(hecho.stdout.decode(codificacion))["version"] == 1
    assert "pregunten" in hecho.stdout.decode(codificacion)


@POSIX
@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8", "es_ES.ISO-8859-1", "en_US.cp1252", "no_existe"])
def test_los_argumentos_llegan_en_cualquier_locale(locale: str) -> None:
    entorno = {"LC_ALL": locale, "LANG": locale, "PYTHONUTF8": "", "PYTHONCOERCECLOCALE": ""}
    hecho = correr("sesiones", "buscar", "¿año? → 😀".encode(), entorno=entorno)
    assert hecho.returncode == 1, hecho.stderr
    assert b"Traceback" not in hecho.stderr
    hecho = correr("preguntarr", "cu\xe1ntas".encode("latin-1"), entorno=entorno)
    assert hecho.returncode == 2
    assert "preguntarr" in hecho.stderr.decode("utf-8", "replace")


@POSIX
def test_un_argumento_que_no_es_utf8_se_dice_sin_repetirlo_crudo() -> None:
    hecho = correr("preguntar", b"cu\xe1ntas tareas\x9b2J", entorno={"LC_ALL": "C.UTF-8"})
    assert hecho.returncode == 65
    assert "no son UTF-8" in hecho.stderr.decode()
    assert b"\x9b" not in hecho.stderr.replace("«".encode(), b"").replace("»".encode(), b"")


@pytest.mark.parametrize("ancho", ["1", "20", "400"])
@pytest.mark.parametrize("entorno", [{}, {"TERM": "dumb"}, {"NO_COLOR": "1"}, {"FORCE_COLOR": "1"}, {"TERM": ""}])
def test_la_ayuda_sale_a_cualquier_ancho_y_en_cualquier_terminal(ancho: str, entorno: dict[str, str]) -> None:
    hecho = correr("chat", "--help", entorno={"COLUMNS": ancho, **entorno})
    assert hecho.returncode == 0
    assert hecho.stderr == b""
    if "FORCE_COLOR" not in entorno:
        assert b"\x1b" not in hecho.stdout


def test_con_force_color_la_respuesta_por_una_tuberia_sigue_sin_colores() -> None:
    hecho = correr("prompts", "ver", entorno={"FORCE_COLOR": "1"})
    assert b"\x1b" not in hecho.stdout


@POSIX
@pytest.mark.parametrize(("senal", "codigo"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_una_senal_acaba_con_su_codigo_y_lo_hecho_en_el_diario(
    senal: signal.Signals, codigo: int, tmp_path: Path, entorno_limpio: Path
) -> None:
    guion = tmp_path / "g.json"
    guion.write_text('[{"content": [{"type": "tool_use", "name": "lenta", "input": {"segundos": 60}}]}]')
    proceso = subprocess.Popen(
        [sys.executable, "-m", "tests.cli.con_guion", str(guion), "preguntar", "espera"],
        env={**os.environ, "PYTHONPATH": str(RAIZ)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    diarios = entorno_limpio / "sesiones"
    limite = time.monotonic() + 20
    while not any("llamada_herramienta" in r.read_text() for r in diarios.glob("*.jsonl")):
        assert time.monotonic() < limite
        time.sleep(0.02)
    proceso.send_signal(senal)
    _, errores = proceso.communicate(timeout=20)
    assert proceso.returncode == codigo
    assert b"Traceback" not in errores
    anotado = next(diarios.glob("*.jsonl")).read_text()
    assert '"tipo":"turno_abierto"' in anotado
    assert anotado.endswith("\n")


def test_un_fallo_nuestro_no_ensena_la_traza_ni_los_secretos(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fallo público D28."""
    secreto = "sk-ant-api03-SENTINELA0123456789"

    def roto(argumentos: list[str]) -> None:
        clave = secreto
        raise ValueError(f"con {clave}")

    monkeypatch.setattr(puerta, "_correr", roto)
    assert puerta.ejecutar(["x"]) == ErrorInterno.codigo
    dicho = capsys.readouterr()
    assert "fallo interno" in dicho.err
    assert "SENTINELA" not in dicho.out + dicho.err
    monkeypatch.setenv("DOCUBOT_DEPURAR", "1")
    puerta.ejecutar(["x"])
    dicho = capsys.readouterr()
    assert "ValueError" in dicho.err
    assert "SENTINELA" not in dicho.out + dicho.err


@pytest.mark.parametrize(
    "clave", ["", "  ", "sk-con\rretorno", " sk-ant-api03-AAAABBBBCCCC ", "sk-ñ", "sk con espacio"]
)
def test_una_clave_rara_en_el_entorno_se_limpia_o_se_dice_sin_ensenarla(
    clave: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fallo público D27."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", clave)
    codigo = puerta.ejecutar(["config", "ver"])
    dicho = capsys.readouterr()
    mala = clave.strip() in ("sk-con\rretorno", "sk-ñ", "sk con espacio")
    assert codigo == (65 if mala else 0)
    if clave.strip():
        assert clave.strip() not in dicho.out + dicho.err
