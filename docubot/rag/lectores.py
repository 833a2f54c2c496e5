"""De un fichero leído a su página troceada, según su extensión: Markdown, texto o HTML (con markdownify)."""

from __future__ import annotations

import re
from typing import Any, Final

from docubot.rag.carpeta import Leido, Saltado
from docubot.rag.trocear import Pagina, trocear, trocear_llano

_SOBRA: Final = ("script", "style", "noscript", "template", "nav", "footer", "aside", "svg", "iframe", "form", "button")
_ANCLAS: Final = re.compile(r"^(#{1,6} .*?)[ \t]*\[(?:¶|#|§|🔗)?\]\(#[^)]*\)[ \t]*$", re.MULTILINE)
_HUECOS: Final = re.compile(r"\n{3,}")


def leer_pagina(leido: Leido) -> Pagina | Saltado:
    """La página con sus fragmentos, o por qué no se puede trocear."""
    extension = leido.ruta.rsplit(".", 1)[-1].lower()
    try:
        if extension in ("md", "markdown"):
            return trocear(leido.texto, leido.ruta)
        if extension in ("txt", "text"):
            return trocear_llano(leido.texto, leido.ruta)
        return trocear(de_html(leido.texto), leido.ruta)
    except RecursionError:
        return Saltado(leido.ruta, "tiene demasiados niveles anidados")


def de_html(html: str) -> str:
    """El contenido principal de una página HTML como Markdown; sin guiones, menús ni pies. El título va de portada."""
    from bs4 import BeautifulSoup
    from markdownify import ATX, MarkdownConverter

    sopa = BeautifulSoup(html, "html.parser")
    titulo = " ".join(sopa.title.get_text().split()) if sopa.title else ""
    for sobra in sopa.find_all(_SOBRA):
        sobra.decompose()
    cuerpo = sopa.find("main") or sopa.find("article") or sopa.body or sopa
    conversor = MarkdownConverter(heading_style=ATX, bullets="-", code_language_callback=_lenguaje, strip=["img"])
    texto = _HUECOS.sub("\n\n", _ANCLAS.sub(r"\1", str(conversor.convert_soup(cuerpo)))).strip() + "\n"
    if titulo and not cuerpo.find("h1"):
        texto = f"# {titulo}\n\n{texto}"
    return texto


def _lenguaje(elemento: Any) -> str:
    """El lenguaje de un `<pre>`: la clase `language-x` suya o de su `<code>`."""
    for candidato in (elemento, elemento.find("code") if hasattr(elemento, "find") else None):
        for clase in (candidato.get("class") or []) if candidato else []:
            if str(clase).startswith("language-"):
                return str(clase).removeprefix("language-")
    return ""
