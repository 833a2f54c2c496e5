"""La lectura de los ficheros de preguntas."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docubot.errores import DatosInvalidos, EntradaInexistente, ErrorDeUso
from docubot.evaluacion.preguntas import CARPETA, leer_ajenos, leer_casos
from docubot.evaluacion.puntuacion import Llamada

FILA = {"id": "a", "idioma": "es", "tipo": "api", "pregunta": "¿?", "herramientas": [{"nombre": "x", "entrada": {}}]}


def _fichero(carpeta: Path, *filas: object, nombre: str = "p.jsonl") -> Path:
    destino = carpeta / nombre
    destino.write_text("\n".join(f if isinstance(f, str) else json.dumps(f) for f in filas) + "\n\n", "utf-8")
    return destino


def test_las_alternativas_sustituyen_a_las_herramientas(tmp_path: Path) -> None:
    otra = [{"nombre": "y", "entrada": None}]
    uno, dos = leer_casos([_fichero(tmp_path, FILA, FILA | {"alternativas": [otra, []]})])
    assert uno.espera.conjuntos == ((Llamada("x", {}),),)
    assert dos.espera.conjuntos == ((Llamada("y", None),), ())


def test_se_leen_varios_ficheros_y_se_elige_la_mitad_y_el_numero(tmp_path: Path) -> None:
    uno = _fichero(tmp_path, FILA | {"mitad": "ajuste"}, FILA | {"id": "b", "mitad": "confirmacion"})
    dos = _fichero(tmp_path, FILA | {"id": "c", "mitad": "ajuste"}, nombre="q.jsonl")
    assert [c.id for c in leer_casos([uno, dos])] == ["a", "b", "c"]
    assert [c.id for c in leer_casos([uno, dos], mitad="ajuste")] == ["a", "c"]
    assert [c.id for c in leer_casos([uno, dos], mitad="ajuste", limite=1)] == ["a"]


@pytest.mark.parametrize(
    "linea",
    ["{", "[]", "{}", '{"id": 1}', json.dumps(FILA | {"herramientas": [{}]}), json.dumps(FILA | {"contiene": 3})],
)
def test_una_linea_que_no_es_una_pregunta_dice_cual(tmp_path: Path, linea: str) -> None:
    with pytest.raises(DatosInvalidos, match=r"p\.jsonl, línea 2"):
        leer_casos([_fichero(tmp_path, FILA, linea)])


def test_un_fichero_que_no_esta_o_no_es_utf8_se_dice(tmp_path: Path) -> None:
    with pytest.raises(EntradaInexistente, match=r"nada\.jsonl"):
        leer_casos([tmp_path / "nada.jsonl"])
    (tmp_path / "mal.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(DatosInvalidos, match="UTF-8"):
        leer_casos([tmp_path / "mal.jsonl"])


def test_una_mitad_desconocida_se_dice(tmp_path: Path) -> None:
    with pytest.raises(ErrorDeUso, match="ajuste o confirmacion"):
        leer_casos([_fichero(tmp_path, FILA)], mitad="toda")


def test_las_preguntas_propias_se_leen_todas() -> None:
    assert len(leer_casos([CARPETA / "propias.jsonl", CARPETA / "parafrasis.jsonl"])) == 241
    ajenas = leer_ajenos([CARPETA / "herramientas-ajenas.jsonl"])
    assert len(ajenas) == 54
    assert any(c.pide for c in ajenas)
    assert all(c.pregunta for c in ajenas)
