from __future__ import annotations

from docubot.rag.carpeta import Leido, Saltado
from docubot.rag.lectores import de_html, leer_pagina

HTML = """<!doctype html><html><head><title>Guía de Límites</title><script>alert(1)</script></head><body>
<nav><a href="/">Inicio</a></nav><main>
<h2 id="t">Tareas<a class="headerlink" href="#t">¶</a></h2>
<p>Caben <strong>40</strong> tareas.</p>
<table><tr><th>Plan</th><th>Tareas</th></tr><tr><td>Equipo</td><td>40</td></tr></table>
<pre><code class="language-python"># no es un encabezado
x = 1</code></pre>
<ul><li>uno</li><li>dos</li></ul></main><footer>pie</footer></body></html>"""


def test_el_html_se_lee_como_markdown_sin_menus_ni_guiones() -> None:
    texto = de_html(HTML)
    assert "# Guía de Límites" in texto
    assert "## Tareas\n" in texto
    assert "| Equipo | 40 |" in texto
    assert "```python\n# no es un encabezado" in texto
    assert "- uno\n- dos" in texto
    for sobra in ("alert", "Inicio", "pie", "¶"):
        assert sobra not in texto


def test_el_codigo_del_html_no_abre_seccion() -> None:
    pagina = leer_pagina(Leido("g.html", HTML, "x"))
    assert not isinstance(pagina, Saltado)
    assert pagina.titulo == "Guía de Límites"
    assert [t.seccion for t in pagina.trozos] == ["Guía de Límites › Tareas"]


def test_html_anidado_sin_medida_se_salta_o_se_lee_pero_no_falla() -> None:
    pagina = leer_pagina(Leido("g.html", "<div>" * 5000 + "hola" + "</div>" * 5000, "x"))
    assert isinstance(pagina, Saltado) or pagina.trozos[0].texto == "hola"


def test_markdown_anidado_sin_medida_no_falla() -> None:
    pagina = leer_pagina(Leido("g.md", "> " * 3000 + "hola\n" + "[" * 3000, "x"))
    assert not isinstance(pagina, Saltado)


def test_el_texto_llano_no_tiene_encabezados() -> None:
    pagina = leer_pagina(Leido("notas.txt", "# no es título\n\nHola.", "x"))
    assert not isinstance(pagina, Saltado)
    assert [(t.seccion, t.texto) for t in pagina.trozos] == [("notas", "# no es título\n\nHola.")]
