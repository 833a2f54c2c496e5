"""El progreso en JUnit: lo leen otros programas, así que tiene que ser XML válido con lo que haya."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from docubot.ejercicios import exportar
from docubot.ejercicios.veredicto import Veredicto
from tests.ejercicios.apoyo import OTRO_RAPIDO, RAPIDO, curso_de


def test_junit_cuenta_resueltos_fallidos_y_sin_empezar(tmp_path: Path) -> None:
    curso = curso_de(tmp_path, RAPIDO, OTRO_RAPIDO, "n8n-predecir")
    curso.estado.comprobado(Veredicto(RAPIDO))
    curso.estado.comprobado(Veredicto(OTRO_RAPIDO, "faltan-trazas", {"n": "1", "dijo": "\x1b[2J<&>"}, ms=1500))

    suite = ElementTree.fromstring(exportar.junit(curso.ejercicios, curso.estado, "es"))

    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "1", "1")
    resuelto, fallido, pendiente = suite.findall("testcase")
    assert list(resuelto) == []
    assert fallido.get("time") == "1.500"
    fallo = fallido.find("failure")
    assert fallo is not None
    assert "En la 1 pusiste [2J<&>." in (fallo.text or "")
    assert pendiente.find("skipped") is not None


def test_el_resumen_dice_como_va_cada_uno(tmp_path: Path) -> None:
    curso = curso_de(tmp_path)
    curso.estado.comprobado(Veredicto(RAPIDO))
    curso.estado.pista_dada(OTRO_RAPIDO, 2)

    filas = curso.resumen()
    assert [(f["id"], f["estado"], f["pistas"]) for f in filas] == [
        (RAPIDO, "resuelto", 0),
        (OTRO_RAPIDO, "pendiente", 2),
    ]
