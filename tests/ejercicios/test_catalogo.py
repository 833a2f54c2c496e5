"""El catálogo: los 22, en orden, con todos sus textos."""

from __future__ import annotations

from pathlib import Path

import pytest

from docubot.ejercicios import catalogo
from docubot.ejercicios.mantenimiento import estaticos
from docubot.errores import EntradaInexistente

IDS = [e.id for e in catalogo.todos()]


def test_estan_los_22_y_cada_uno_en_su_sitio() -> None:
    assert len(IDS) == len(set(IDS)) == 22
    assert IDS[4] == "docubot-listar-proyectos"
    assert IDS[16] == "n8n-predecir"
    assert [e.leccion for e in catalogo.todos()] == ["docubot"] * 15 + ["n8n"] * 7


@pytest.mark.parametrize("id", IDS)
def test_un_ejercicio_tiene_textos_pistas_e_intentos_en_los_dos_idiomas(id: str) -> None:
    assert estaticos(catalogo.obtener(id)) == []


@pytest.mark.parametrize(
    ("pedido", "id"),
    [("5", "docubot-listar-proyectos"), ("predecir", "n8n-predecir"), (" N8N-PREDECIR ", "n8n-predecir")],
)
def test_se_encuentra_por_numero_o_por_un_trozo(pedido: str, id: str) -> None:
    assert catalogo.obtener(pedido).id == id


@pytest.mark.parametrize(
    ("pedido", "sugerido"), [("n8n-predcir", "n8n-predecir"), ("error", "docubot-error"), ("", "listar")]
)
def test_uno_que_no_existe_sugiere_los_parecidos(pedido: str, sugerido: str) -> None:
    with pytest.raises(EntradaInexistente, match=sugerido):
        catalogo.obtener(pedido)


def test_un_intento_trae_los_demas_ficheros_de_la_plantilla() -> None:
    ejercicio = catalogo.obtener("docubot-listar-proyectos")

    for ficheros in ejercicio.intentos().values():
        assert set(ficheros) == set(ejercicio.plantilla())


def test_la_documentacion_enumera_los_ejercicios_que_hay() -> None:
    texto = (Path(__file__).resolve().parents[2] / "docs" / "ejercicios.md").read_text(encoding="utf-8")
    filas = [linea for linea in texto.splitlines() if linea.startswith("| ") and "`" in linea and linea[2].isdigit()]

    assert len(filas) == len(IDS)
    for numero, (fila, ejercicio) in enumerate(zip(filas, catalogo.todos(), strict=True), 1):
        assert fila.startswith(f"| {numero} | `{ejercicio.id}` | {ejercicio.titulo['es']} |")
