from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.rag.incluida import ORIGEN
from docubot.rag.trocear import MAXIMO, Pagina, trocear, trocear_llano

DOCS = Path(os.environ.get("DOCS_ES", "../shared/datos/docs-es"))
LINEAS = st.sampled_from(
    ["# Uno", "## Dos", "### Tres", "Uno\n===", "texto corto.", "- a\n- b", "```\n# no\n```", "~~~~\n~~~\n# no",
     "| a | b |\n|---|---|\n| 1 | 2 |",
     "> # cita", "", "    código", "palabra " * 60, "---", "<div>\n# no\n</div>", "x" * 300, "## Dos"]
)  # fmt: skip


def comprobar(pagina: Pagina, maximo: int) -> None:
    """Lo que cumple cualquier página: cortes literales, en orden, sin solaparse, dentro del máximo y con ids únicos."""
    anterior = 0
    for trozo in pagina.trozos:
        assert pagina.texto[trozo.inicio : trozo.fin] == trozo.texto
        assert trozo.inicio >= anterior
        assert trozo.texto.strip()
        assert len(trozo.texto) <= maximo
        anterior = trozo.fin
    assert len({t.id for t in pagina.trozos}) == len(pagina.trozos)


@settings(max_examples=200)
@given(st.lists(LINEAS, max_size=14))
def test_los_trozos_son_cortes_literales_y_no_se_pierde_ninguna_palabra(lineas: list[str]) -> None:
    texto = "\n\n".join(lineas)
    pagina = trocear(texto, "p.md", maximo=200)
    comprobar(pagina, 200)
    juntos = " ".join([*(t.texto for t in pagina.trozos), *(t.seccion for t in pagina.trozos)])
    for palabra in ("texto corto.", "código", "cita"):
        assert (palabra in texto) <= (palabra in juntos)


@settings(max_examples=100)
@given(st.text(max_size=300))
def test_ningun_texto_hace_fallar_al_troceador(texto: str) -> None:
    comprobar(trocear(texto, "p.md", maximo=100), 100)
    comprobar(trocear_llano(texto, "p.txt", maximo=100), 100)


def test_el_camino_de_encabezados_viaja_con_cada_trozo() -> None:
    pagina = trocear("# Límites\nIntro.\n\n## Tareas\nUno.\n\n### Avisos\nDos.\n\n## Proyectos\nTres.\n", "l.md")
    assert [(t.seccion, t.ancla) for t in pagina.trozos] == [
        ("Límites", "limites"), ("Límites › Tareas", "tareas"), ("Límites › Tareas › Avisos", "avisos"),
        ("Límites › Proyectos", "proyectos"),
    ]  # fmt: skip


def test_sin_h1_el_camino_empieza_por_el_titulo_de_la_portada() -> None:
    pagina = trocear("---\ntitle: Guía\n---\n## Paso\nHaz esto.\n", "g.md")
    assert (pagina.titulo, pagina.trozos[0].seccion) == ("Guía", "Guía › Paso")


def test_encabezados_que_coinciden_al_plegarse_tienen_anclas_e_ids_distintos() -> None:
    pagina = trocear("## Año\nuno\n\n## Ano\nuno\n\n## ano\nuno\n\n## ano 1\nuno\n", "a.md")
    assert [t.ancla for t in pagina.trozos] == ["ano", "ano-1", "ano-2", "ano-1-1"]
    assert len({t.id for t in pagina.trozos}) == 4


def test_dos_trozos_iguales_bajo_la_misma_ancla_no_comparten_id() -> None:
    pagina = trocear(("x" * 90 + "\n\n") * 3, "a.md", maximo=100)
    assert len({t.id for t in pagina.trozos}) == 3


def test_el_id_depende_del_sitio_y_del_contenido_y_no_del_resto() -> None:
    antes = trocear("## A\nuno\n\n## B\ndos\n", "p.md").trozos
    despues = trocear("## Nueva\ncero\n\n## A\nuno\n\n## B\ncambia\n", "p.md").trozos
    assert antes[0].id == despues[1].id
    assert antes[1].id != despues[2].id
    assert antes[0].id != trocear("## A\nuno\n", "q.md").trozos[0].id


def test_bom_portada_y_crlf_dan_los_mismos_trozos_que_lf() -> None:  # D33
    texto = "---\ntitulo: T\netiquetas: [a, b]\n---\n# Uno\n\nTexto.\n\n## Dos\n\n- x\n- y\n"
    con_todo = "\ufeff" + texto.replace("\n", "\r\n")
    assert trocear(con_todo, "p.md") == trocear(texto, "p.md")
    assert trocear(texto, "p.md").etiquetas == ("a", "b")
    assert [t.seccion for t in trocear(con_todo, "p.md").trozos] == ["Uno", "Uno › Dos"]


def test_almohadillas_en_codigo_no_abren_seccion_y_c_sostenido_se_conserva() -> None:  # D32
    texto = "## C#\n\n~~~~python\n~~~\n# comentario\n~~~~~\n\nTras.\n\nSetext\n------\n\n    # con sangría\n"
    assert [t.seccion for t in trocear(texto, "p.md").trozos] == ["p › C#", "p › Setext"]


def test_una_tabla_y_una_valla_que_caben_no_se_parten() -> None:
    tabla = "| a | b |\n|---|---|\n" + "| uno | dos |\n" * 5
    valla = "```\n" + "línea\n\n" * 10 + "```"
    texto = f"# T\n\n{'palabra ' * 20}\n\n{tabla}\n{'otra ' * 20}\n\n{valla}\n"
    trozos = trocear(texto, "t.md", maximo=180).trozos
    assert any(tabla.strip() in t.texto for t in trozos)
    assert any(valla in t.texto for t in trozos)


def test_una_tabla_que_no_cabe_se_parte_entre_filas() -> None:
    tabla = "| a | b |\n|---|---|\n" + "".join(f"| fila {n} | {n} |\n" for n in range(40))
    for trozo in trocear(tabla, "t.md", maximo=120).trozos:
        assert all(linea.startswith("|") and linea.endswith("|") for linea in trozo.texto.split("\n"))


def test_un_encabezado_sin_contenido_ni_hijos_no_se_pierde() -> None:
    assert [t.texto for t in trocear("# Uno\n\n## Solo\n\n## Otro\ntexto\n", "p.md").trozos] == ["## Solo", "texto"]


def test_un_encabezado_dentro_de_una_cita_no_abre_seccion() -> None:
    assert [t.seccion for t in trocear("# Uno\n\n> ## dentro\n\nfin\n", "p.md").trozos] == ["Uno"]


def test_la_wiki_entera_cumple_lo_mismo() -> None:
    for fichero in sorted(ORIGEN.rglob("*.md")):
        comprobar(trocear(fichero.read_text(encoding="utf-8"), fichero.name), MAXIMO)


@pytest.mark.skipif(not DOCS.exists(), reason="hace falta documentación real en español (DOCS_ES)")
def test_documentacion_real_en_espanol_cumple_lo_mismo() -> None:
    ficheros = sorted(DOCS.rglob("*.md"))
    assert len(ficheros) > 100
    for fichero in ficheros:
        pagina = trocear(fichero.read_text(encoding="utf-8"), fichero.name)
        comprobar(pagina, MAXIMO)
        assert not any("{ #" in t.seccion or "{#" in t.ancla for t in pagina.trozos)
