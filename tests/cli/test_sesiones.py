"""`docubot sesiones`: listar, ver, buscar, exportar y borrar."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docubot import diario
from docubot.modelos.guion import llamada, texto
from tests.cli.apoyo import Consola, consola

assert consola


@pytest.fixture
def identificador(consola: Consola, entorno_limpio: Path) -> str:
    """Una sesión de dos turnos, con una clave pegada por descuido."""
    pide = llamada("listar_proyectos")
    with consola.con_guion([[pide], [texto("Tienes **tres** [1].")], [texto("Adiós.")]]):
        consola.correr("chat", entrada="¿qué proyectos?\nmi clave es sk-ant-api03-AAAABBBBCCCC\n")
    return diario.sesiones(entorno_limpio)[-1].stem


def test_sin_sesiones_se_dice(consola: Consola) -> None:
    hecho = consola.correr("sesiones")
    assert (hecho.codigo, hecho.dicho) == (0, "")
    assert "Aún no hay ninguna sesión" in hecho.errores


def test_se_listan(consola: Consola, identificador: str) -> None:
    assert consola.correr("sesiones", "listar").dicho.split("\t")[::2] == [identificador, "2", "¿qué proyectos?\n"]
    (fila,) = json.loads(consola.correr("sesiones", "listar", "--json").dicho)["sesiones"]
    assert (fila["id"], fila["turnos"], fila["tokens"]) == (identificador, 2, 45)


def test_se_ven_con_sus_fuentes_y_sin_claves(consola: Consola, identificador: str) -> None:
    dicho = consola.correr("sesiones", "ver", identificador[:15]).dicho
    assert "› ¿qué proyectos?" in dicho
    assert "Tienes **tres** [1]." in dicho
    assert "[1] API de Nubelia, ahora mismo" in dicho
    assert "AAAABBBBCCCC" not in dicho
    datos = json.loads(consola.correr("sesiones", "ver", identificador, "--json").dicho)
    assert len(datos["mensajes"]) == 6
    assert "AAAABBBBCCCC" not in json.dumps(datos)


def test_se_busca_y_si_no_aparece_sale_con_1(consola: Consola, identificador: str) -> None:
    assert consola.correr("sesiones", "buscar", "PROYECTOS").dicho.startswith(f"{identificador}\t1\t")
    assert consola.correr("sesiones", "buscar", "adios").codigo == 0
    assert consola.correr("sesiones", "buscar", "zzz").codigo == 1
    assert consola.correr("sesiones", "buscar", " ").codigo == 2
    assert "AAAABBBBCCCC" not in consola.correr("sesiones", "buscar", "clave").dicho


def test_se_exporta_sin_pisar(consola: Consola, identificador: str, tmp_path: Path) -> None:
    assert consola.correr("sesiones", "exportar", identificador).dicho.startswith(
        f"# DocuBot · sesión {identificador}\n"
    )
    destino = tmp_path / "s.json"
    assert consola.correr("sesiones", "exportar", identificador, "--a", str(destino)).codigo == 0
    assert json.loads(destino.read_text())["sesion"] == identificador
    assert consola.correr("sesiones", "exportar", identificador, "--a", str(destino)).codigo == 73
    assert consola.correr("sesiones", "exportar", identificador, "--a", str(tmp_path)).codigo == 73


def test_borrar_pregunta_y_sin_nadie_delante_no_borra(
    consola: Consola, identificador: str, entorno_limpio: Path
) -> None:
    hecho = consola.correr("sesiones", "borrar", identificador)
    assert hecho.codigo == 1
    assert "--si" in hecho.errores
    assert diario.sesiones(entorno_limpio)
    assert consola.correr("sesiones", "borrar", identificador, "--si").codigo == 0
    assert not diario.sesiones(entorno_limpio)


@pytest.mark.parametrize("orden", ["ver", "exportar", "borrar"])
def test_una_que_no_esta_se_dice(consola: Consola, identificador: str, orden: str) -> None:
    assert consola.correr("sesiones", orden, "1999").codigo == 66
