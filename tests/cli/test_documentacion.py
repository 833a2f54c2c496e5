from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from docubot.cli import documentacion
from docubot.errores import EntradaInexistente, ErrorDeUso, ErrorDocuBot
from docubot.lenguaje import embeddings
from docubot.lenguaje.embeddings import EmbebedorDePega
from docubot.rag import indexador, recuperador

app = typer.Typer()
app.command("buscar")(documentacion.buscar)
app.command("indexar")(documentacion.indexar)
app.command("fuente")(documentacion.fuente)
app.add_typer(documentacion.colecciones, name="colecciones")


@pytest.fixture(autouse=True)
def de_pega(monkeypatch: pytest.MonkeyPatch) -> None:
    for modulo in (embeddings, indexador, recuperador):
        monkeypatch.setattr(modulo, "embebedor_por_defecto", EmbebedorDePega)


@pytest.fixture
def carpeta(tmp_path: Path) -> Path:
    raiz = tmp_path / "docs"
    raiz.mkdir()
    (raiz / "a.md").write_text(
        "---\ntags: [x]\n---\n# Alfa\n\nUna frase con manzana.\n\n## Beta\n\nOtra con \x1b[31mpera.\n", encoding="utf-8"
    )
    (raiz / "malo.md").write_bytes(b"\xff\xfe\xfa")
    return raiz


def orden(*argumentos: str) -> str:
    hecho = CliRunner().invoke(app, list(argumentos))
    if hecho.exception is not None and not isinstance(hecho.exception, SystemExit):
        raise hecho.exception
    assert hecho.exit_code == 0, hecho.output
    return hecho.stdout


def test_indexar_buscar_fuente_y_borrar(carpeta: Path) -> None:
    hecho = json.loads(orden("indexar", str(carpeta), "--coleccion", "mia", "--json"))
    assert (hecho["version"], hecho["paginas"], hecho["fragmentos"], hecho["cambio"]) == (1, 1, 2, True)
    assert hecho["saltados"][0]["ruta"] == "malo.md"
    hallado = json.loads(orden("buscar", "frase con manzana", "--coleccion", "mia", "--sin-umbral", "--json"))
    primero = hallado["pasajes"][0]
    assert (primero["pagina"], primero["seccion"], hallado["coleccion"]) == ("a.md", "Alfa", "mia")
    assert 0 <= primero["puntuacion"] <= 1
    for ident in (primero["id"], "a.md#alfa"):
        visto = orden("fuente", ident, "--coleccion", "mia")
        assert "▌ Una frase con manzana." in visto
        assert "  ## Beta" in visto
    assert (
        json.loads(orden("fuente", primero["id"], "--coleccion", "mia", "--json"))["texto"] == "Una frase con manzana."
    )
    listadas = json.loads(orden("colecciones", "listar", "--json"))["colecciones"]
    assert [(c["nombre"], c["fragmentos"]) for c in listadas if not c["incluida"]] == [("mia", 2)]
    orden("colecciones", "borrar", "mia")
    assert "mia" not in orden("colecciones")


def test_ningun_control_ajeno_llega_a_la_salida(carpeta: Path) -> None:
    orden("indexar", str(carpeta), "--coleccion", "mia")
    for salida in (
        orden("buscar", "otra con pera", "--coleccion", "mia", "--sin-umbral"),
        orden("fuente", "a.md#beta", "--coleccion", "mia"),
    ):
        assert "pera" in salida
        assert "\x1b" not in salida


def test_reindexar_lo_mismo_dice_que_no_hay_cambios(carpeta: Path) -> None:
    orden("indexar", str(carpeta), "--coleccion", "mia")
    assert json.loads(orden("indexar", str(carpeta), "--coleccion", "mia", "--json"))["cambio"] is False


def test_los_filtros_llegan_al_recuperador(carpeta: Path) -> None:
    orden("indexar", str(carpeta), "--coleccion", "mia")
    comun = ("buscar", "manzana", "--coleccion", "mia", "--sin-umbral", "--json")
    assert json.loads(orden(*comun, "--seccion", "beta"))["pasajes"][0]["ancla"] == "beta"
    assert json.loads(orden(*comun, "--etiqueta", "no"))["pasajes"] == []
    assert len(json.loads(orden(*comun, "--pagina", "*.md", "-k", "1"))["pasajes"]) == 1


@pytest.mark.parametrize(
    ("argumentos", "error"),
    [
        (["buscar", "  "], ErrorDeUso),
        (["buscar", "x", "--coleccion", "no-hay"], EntradaInexistente),
        (["buscar", "x", "--coleccion", "../fuera"], ErrorDeUso),
        (["indexar", "/no/existe"], EntradaInexistente),
        (["fuente", "no-hay"], EntradaInexistente),
        (["colecciones", "borrar", "no-hay"], EntradaInexistente),
        (["colecciones", "borrar", "nubelia"], ErrorDeUso),
    ],
)
def test_la_entrada_mala_es_una_frase_con_su_codigo(argumentos: list[str], error: type[ErrorDocuBot]) -> None:
    with pytest.raises(error) as visto:
        orden(*argumentos)
    assert visto.value.mensaje.endswith((".", "ids."))
