"""`dev comprobar` encuentra lo que está mal: se estropea un ejercicio de todas las maneras."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from docubot.ejercicios import catalogo, mantenimiento
from docubot.ejercicios.catalogo import Ejercicio
from tests.ejercicios.apoyo import OTRO_RAPIDO, RAPIDO, rapido


@pytest.fixture
def copia(tmp_path: Path) -> Path:
    """Los datos de un ejercicio, para estropearlos."""
    destino = tmp_path / RAPIDO
    with catalogo.resources.as_file(rapido().raiz) as origen:
        shutil.copytree(origen, destino)
    return destino


def releido(copia: Path) -> Ejercicio:
    return catalogo._leer(copia)


def cambiar(copia: Path, fichero: str, antes: str, despues: str) -> None:
    ruta = copia / fichero
    texto = ruta.read_text(encoding="utf-8")
    assert antes in texto
    ruta.write_text(texto.replace(antes, despues, 1), encoding="utf-8")


def test_dos_ejercicios_buenos_no_tienen_defectos() -> None:
    avisos: list[str] = []

    defectos = mantenimiento.revisar(mantenimiento.elegir([RAPIDO, OTRO_RAPIDO]), procesos=2, avisar=avisos.append)

    assert defectos == []
    assert len(avisos) == sum(2 + len(catalogo.obtener(i).intentos()) for i in (RAPIDO, OTRO_RAPIDO))


@pytest.mark.parametrize(
    ("fichero", "antes", "despues", "defecto"),
    [
        ("ficha.toml", 'en = "No secrets in errors"', 'en = "Errores sin secretos"', "no está traducido"),
        ("ficha.toml", "Con {caso}, el modelo leería", "El modelo leería", "mismos huecos"),
        ("ficha.toml", 'leccion = "docubot"', 'leccion = "otra"', "no existe"),
        ("ficha.toml", 'fichero = "sin_secretos.py"', 'fichero = "otro.py"', "no trae"),
        ("ficha.toml", "[explicaciones.mudo]", "[explicaciones.callado]", "no tiene su explicación"),
        ("enunciado.en.md", "`PermissionError`", "PermissionError", "no nombran el mismo código"),
        ("enunciado.en.md", "# No secrets", "No secrets", "mismos títulos"),
    ],
)
def test_lo_que_no_casa_se_ve_sin_ejecutar_nada(
    fichero: str, antes: str, despues: str, defecto: str, copia: Path
) -> None:
    cambiar(copia, fichero, antes, despues)

    assert any(defecto in que for que in mantenimiento.estaticos(releido(copia)))


def test_faltan_intentos_o_pistas(copia: Path) -> None:
    for intento in list((copia / "intentos").iterdir())[1:]:
        intento.unlink()
    ejercicio = releido(copia)
    sin_pista = replace(ejercicio, pistas={**ejercicio.pistas, "en": ejercicio.pistas["en"][:2]})

    defectos = mantenimiento.estaticos(sin_pista)
    assert any("hacen falta 2" in que for que in defectos)
    assert any("pistas en «en»" in que for que in defectos)


def _sin_solucion(copia: Path) -> None:
    shutil.copy(copia / "plantilla" / "sin_secretos.py", copia / "solucion" / "sin_secretos.py")


def _plantilla_resuelta(copia: Path) -> None:
    shutil.copy(copia / "solucion" / "sin_secretos.py", copia / "plantilla" / "sin_secretos.py")


def _intento_bueno(copia: Path) -> None:
    shutil.copy(copia / "solucion" / "sin_secretos.py", copia / "intentos" / "mudo.py")


def _intento_de_otro(copia: Path) -> None:
    shutil.copy(copia / "intentos" / "mudo.py", copia / "intentos" / "filtra-interno.py")


def _hueco_sin_valor(copia: Path) -> None:
    cambiar(copia, "ficha.toml", "Para {caso} y para {otro}", "Para {caso} y para {aquel}")


@pytest.mark.parametrize(
    ("estropear", "defecto"),
    [
        (_sin_solucion, "solución: llegó «filtra-credencial»"),
        (_plantilla_resuelta, "plantilla: se aprueba sin resolver nada"),
        (_intento_bueno, "intento mudo: se esperaba «mudo» y se aprobó"),
        (_intento_de_otro, "intento filtra-interno: se esperaba «filtra-interno» y llegó «mudo»"),
        (_hueco_sin_valor, "no tiene valor para ['aquel']"),
    ],
)
def test_lo_que_hace_mal_un_ejercicio_se_ve_al_ejecutarlo(
    estropear: Callable[[Path], None], defecto: str, copia: Path
) -> None:
    estropear(copia)

    defectos = [str(d) for d in mantenimiento.revisar([releido(copia)], procesos=2)]
    assert any(defecto in d for d in defectos), defectos


@pytest.mark.campana
def test_todo_el_curso_esta_bien() -> None:
    assert mantenimiento.revisar(catalogo.todos(), procesos=2) == []
