"""Las doscientas cargas por el chat en un terminal de verdad: nada se mueve, nada cambia y nada se tapa."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.cargas import CARGAS, LITERALES
from tests.cli.terminal import Terminal, guion, llamadas, texto

pytestmark = pytest.mark.skipif(os.name != "posix", reason="hace falta un pty")

PERMITIDO = re.compile(
    rb"\x1b\[[0-9;]*m|\x1b\[\?(?:2004|25|12|7|1)[hl]|\x1b\[[0-9]*[ABCD]|\x1b\[[JK]|\x1b\[\d* ?q"
    rb"|\r|\n|\x08|\t"
)
"""Lo que escriben prompt_toolkit y Rich: colores, pegado, cursor y movimientos dentro de la línea de edición."""


def comprobar(t: Terminal) -> None:
    crudo = PERMITIDO.sub(b"", t.crudo)
    visto = crudo.decode("utf-8", "replace")
    raros = {c for c in visto if ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or 0x202A <= ord(c) <= 0x202E or ord(c) == 0x200B}
    assert not raros, (raros, visto[:2000])
    assert t._pantalla.title == ""


@pytest.mark.parametrize("tanda", range(4))
def test_las_cargas_por_la_respuesta_y_por_una_herramienta(tmp_path: Path, entorno_limpio: Path, tanda: int) -> None:
    estas = [c for c in CARGAS[tanda::4] if not any(0xD800 <= ord(x) <= 0xDFFF for x in c)]
    dicho = "\n\n".join(f"INI{i}.{c}.FIN{i}" for i, c in enumerate(estas))
    pide = llamadas(("eco", {"texto": dicho}), ("\x1b]0;malo\x07inventada", {"\x1b[2J": "\x9b2J"}))
    with Terminal(["chat"], guion=guion(tmp_path, pide, texto(dicho, trozo=1)), filas=30) as t:
        t.indicador()
        t.preguntar("hola")
        t.preguntar("/traza")
        visto = t.todo()
        comprobar(t)
    for i in range(len(estas)):
        assert f"INI{i}." in visto
        assert f"FIN{i}" in visto


def test_lo_visible_se_ve_tal_cual(tmp_path: Path, entorno_limpio: Path) -> None:
    dicho = "\n\n".join(f"antes {literal} después" for literal in LITERALES)
    with Terminal(["chat"], guion=guion(tmp_path, texto(dicho, trozo=3))) as t:
        t.indicador()
        t.preguntar("hola")
        crudo = re.sub(rb"\x1b\[[0-9;]*m", b"", t.crudo).decode()
        comprobar(t)
    for literal in LITERALES:
        assert f"antes {literal} después" in crudo


@pytest.mark.parametrize(("columnas", "filas"), [(20, 24), (400, 50)])
@pytest.mark.parametrize("entorno", [{}, {"TERM": "dumb"}, {"NO_COLOR": "1"}, {"PYTHONIOENCODING": "cp1252"}])
def test_se_conversa_en_ventanas_y_terminales_raros(
    tmp_path: Path, entorno_limpio: Path, columnas: int, filas: int, entorno: dict[str, str]
) -> None:
    pasos = guion(tmp_path, llamadas(("eco", {"texto": "x"})), texto("# Título → 😀\n\n- uno\n- dos\n\nFin."))
    with Terminal(["chat"], guion=pasos, columnas=columnas, filas=filas, **entorno) as t:
        t.esperar("Ctrl-D")
        t.escribir("hola")
        t.esperar("Fin.")
        t.escribir("/salir")
        assert t.terminar() == 0
        assert "Traceback" not in t.todo()
        if entorno.get("TERM") == "dumb":
            assert b"\x1b[K" not in t.crudo


def test_la_confirmacion_de_borrar_en_un_terminal(tmp_path: Path, entorno_limpio: Path) -> None:
    with Terminal(["chat"], guion=guion(tmp_path, texto("Hola."))) as t:
        t.indicador()
        t.preguntar("hola")
        t.escribir("/salir")
        assert t.terminar() == 0
    for respuesta, codigo in (("n", 1), ("s", 0)):
        with Terminal(["sesiones", "borrar", "20"]) as t:
            t.esperar("[s/N]")
            t.escribir(respuesta)
            assert t.terminar() == codigo
