from __future__ import annotations

import html
import json
import os
import re
from pathlib import Path

import pytest

from docubot.rag.markdown import ancla_de, estructura, normalizar, portada

SPEC = Path(os.environ.get("COMMONMARK_SPEC", "../shared/datos/commonmark/spec.json"))


def encabezados(texto: str) -> list[tuple[int, str]]:
    return [(e.nivel, e.texto) for e in estructura(texto).encabezados]


def test_setext_y_almohadillas_de_cierre() -> None:
    assert encabezados("Uno\n===\n\nDos\n---\n\n## Tres ##\n### C#\n") == [
        (1, "Uno"),
        (2, "Dos"),
        (2, "Tres"),
        (3, "C#"),
    ]


@pytest.mark.parametrize(
    "texto",
    [
        "~~~~\n# no\n~~~\n# tampoco\n~~~~~\n",
        "```\n# sin cerrar\n",
        "    # con sangría\n",
        "<div>\n# en html\n</div>\n",
        "#sin espacio\n",
        "####### siete\n",
        "```\n~~~\n# no\n```\n",
    ],
)
def test_nunca_un_encabezado_dentro_de_codigo_ni_html(texto: str) -> None:
    assert encabezados(texto) == []


def test_tras_una_valla_bien_cerrada_si_hay_encabezado() -> None:
    assert encabezados("~~~\n~~\n~~~~~~\n# sí\n") == [(1, "sí")]


def test_el_texto_visible_pierde_las_marcas() -> None:
    assert encabezados("# El `tool_use` de **Ana** y [un enlace](x.md) &amp; ![foto](f.png)\n") == [
        (1, "El tool_use de Ana y un enlace & foto")
    ]


def test_el_ancla_propia_se_lee_y_se_quita() -> None:
    (uno,) = estructura("## Parámetros { #query-params }\n").encabezados
    assert (uno.texto, uno.ancla) == ("Parámetros", "query-params")


def test_la_portada_es_un_mapa_yaml_y_una_raya_no() -> None:
    assert portada("---\ntitulo: Uno\n---\n# a\n") == ({"titulo": "Uno"}, 20)
    assert portada("---\nFoo\n---\nBar\n---\n") == ({}, 0)
    assert portada("# a\n---\nb: c\n---\n") == ({}, 0)


def test_una_portada_con_yaml_roto_no_acaba_en_titulo() -> None:
    texto = "---\ntitulo: a: b: [\netiquetas: x\n---\n# Sí\n"
    datos, cuerpo = portada(texto)
    assert datos["etiquetas"] == "x"
    assert encabezados(texto[cuerpo:]) == [(1, "Sí")]


def test_una_bomba_de_alias_yaml_no_tumba_la_lectura() -> None:
    niveles = "\n".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9))
    datos, _ = portada(f"---\na0: &a0 [1]\n{niveles}\n---\n# x\n")
    assert "a0" in datos


def test_bom_y_crlf_desaparecen() -> None:
    assert normalizar("\ufeff---\r\na: 1\r\n---\r\n# x\r") == "---\na: 1\n---\n# x\n"


@pytest.mark.parametrize(
    ("titulo", "ancla"),
    [("Tareas abiertas", "tareas-abiertas"), ("¿Cuántas por año?", "cuantas-por-ano"), ("C#", "c"), ("***", "seccion"),
     ("`tool_use` y MÁS", "tool-use-y-mas")],
)  # fmt: skip
def test_el_ancla_es_ascii_y_plegada(titulo: str, ancla: str) -> None:
    assert ancla_de(titulo) == ancla


@pytest.mark.skipif(not SPEC.exists(), reason="hace falta spec.json de CommonMark (COMMONMARK_SPEC)")
def test_toda_la_especificacion_commonmark_encabezados_y_vallas_como_en_su_html() -> None:
    fallos = []
    for ejemplo in json.loads(SPEC.read_text(encoding="utf-8")):
        leida = estructura(normalizar(ejemplo["markdown"]))
        esperados = [
            (int(nivel), _visible(texto))
            for nivel, texto in re.findall(r"<h([1-6])>(.*?)</h\1>", ejemplo["html"], re.DOTALL)
        ]
        if ejemplo["section"] in ("HTML blocks", "Raw HTML"):
            esperados = [e for e in esperados if f"<h{e[0]}>" not in ejemplo["markdown"]]
        hallados = [(e.nivel, " ".join(e.texto.split())) for e in leida.encabezados]
        if hallados != esperados:
            fallos.append((ejemplo["example"], hallados, esperados))
        html_de_codigo = len(re.findall(r"<pre><code", ejemplo["html"])) if "<pre" not in ejemplo["markdown"] else None
        if html_de_codigo is not None and leida.codigos != html_de_codigo:
            fallos.append((ejemplo["example"], leida.codigos, html_de_codigo))
    assert fallos == []


def _visible(texto: str) -> str:
    con_alt = re.sub(r'<img [^>]*?alt="([^"]*)"[^>]*/>', r"\1", texto)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", con_alt)).split())
