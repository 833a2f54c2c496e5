"""El informe: cuentas, tabla, JSON y página."""

from __future__ import annotations

import json

from docubot.evaluacion.informe import Cuenta, Informe, Marca, como_html, como_json, cuenta, filas, tabla

BIEN = Marca("a", "es", "api", "¿cuántas?", "42", "42")
MAL = Marca("b", "en", "docs", "how <b>many</b>?", "dice 40", "«no sé»", ("no dice 40",), "redacción")
INFORME = Informe("agente", (BIEN, MAL, BIEN), ("c", "d"), {"proveedor": "local", "modelo": None})


def test_las_cuentas_salen_por_tipo_idioma_y_en_total() -> None:
    assert filas(INFORME) == [
        ("api", "es", Cuenta(2, 2)),
        ("docs", "en", Cuenta(0, 1)),
        ("todos", "en", Cuenta(0, 1)),
        ("todos", "es", Cuenta(2, 2)),
        ("todos", "todos", Cuenta(2, 3)),
    ]
    assert cuenta([]).porcentaje == 0.0


def test_la_tabla_ensena_cada_fallo_con_lo_esperado_y_lo_obtenido() -> None:
    texto = tabla(INFORME)
    assert "66.7" in texto
    assert "Sin puntuar: 2" in texto
    assert "Se rompen en: redacción 1." in texto
    for parte in (MAL.pregunta, MAL.esperado, MAL.obtenido, "no dice 40"):
        assert parte in texto
    assert BIEN.pregunta not in texto
    assert MAL.pregunta not in tabla(INFORME, con_fallos=False)
    assert "modelo" not in tabla(INFORME).splitlines()[0]


def test_el_json_lleva_version_totales_grupos_y_fallos() -> None:
    documento = json.loads(json.dumps(como_json(INFORME)))
    assert documento["version"] == 1
    assert (documento["pasan"], documento["casos"], documento["porcentaje"]) == (2, 3, 66.67)
    assert documento["por_tipo"]["docs"] == {"pasan": 0, "casos": 1, "porcentaje": 0.0}
    assert documento["por_idioma"]["es"]["pasan"] == 2
    assert documento["por_etapa"] == {"redacción": 1}
    assert documento["omitidos"] == ["c", "d"]
    assert [f["pregunta"] for f in documento["fallos"]] == [MAL.pregunta]
    assert documento["fallos"][0]["motivos"] == ["no dice 40"]


def test_la_pagina_se_abre_sin_red_y_no_deja_pasar_marcas_de_las_preguntas() -> None:
    pagina = como_html([INFORME])
    assert "how &lt;b&gt;many&lt;/b&gt;?" in pagina
    assert "<b>" not in pagina
    assert "http" not in pagina
