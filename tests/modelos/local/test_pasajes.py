"""Un pasaje Markdown como unidades citables."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.modelos.local.lectura import PasajeLeido
from docubot.modelos.local.pasajes import Unidad, frases, sin_marcas, unidades_de


def unidades(texto: str, titulo: str = "Página › Sección") -> tuple[Unidad, ...]:
    return unidades_de([PasajeLeido(2, titulo, "p.md", texto)])


def test_una_abreviatura_no_acaba_la_frase() -> None:
    assert frases("Se usa p. ej. en Sur. Luego no. 3. Fin.") == ["Se usa p. ej. en Sur.", "Luego no.", "3. Fin."]


def test_una_celda_sabe_su_fila_y_su_columna() -> None:
    celdas = [u for u in unidades("| | A | B |\n|---|---|---|\n| Fila | 1 | 2 |\n") if u.clase == "celda"]
    assert [(c.fila, c.columna, c.texto) for c in celdas] == [("Fila", "A", "1"), ("Fila", "B", "2")]


def test_una_tabla_partida_por_lineas_en_blanco_sigue_siendo_una() -> None:
    celdas = [u for u in unidades("| | A |\n|---|---|\n\n| X | 1 |\n\n| Y | 2 |\n") if u.clase == "celda"]
    assert [(c.fila, c.columna, c.texto) for c in celdas] == [("X", "A", "1"), ("Y", "A", "2")]
    assert len({c.grupo for c in celdas}) == 1


def test_los_puntos_llevan_la_frase_que_los_presenta() -> None:
    pasos = [u for u in unidades("Hay dos maneras:\n\n1. Una.\n2. Otra.\n") if u.clase == "paso"]
    assert [p.entrada for p in pasos] == ["Hay dos maneras:"] * 2


def test_el_codigo_no_se_mezcla_con_las_frases() -> None:
    clases = [u.clase for u in unidades('Antes.\n\n```json\n{"a": 1}\n```\n\nDespués.')]
    assert clases == ["frase", "codigo", "frase"]


def test_los_encabezados_del_titulo_y_del_texto_son_contexto() -> None:
    (unidad,) = unidades("### Detalle\nUna frase.")
    assert unidad.contexto == ("Página", "Sección", "Detalle")


def test_los_enlaces_y_las_negritas_se_leen_por_su_texto() -> None:
    assert sin_marcas("Mira [esto](a.md#b) y **aquello**.") == "Mira esto y aquello."


MARKDOWN = st.text(alphabet="ab .|#-*1\n`[]()~é", max_size=200)


@settings(max_examples=150, deadline=None)
@given(MARKDOWN)
def test_toda_unidad_de_texto_es_un_corte_literal(texto: str) -> None:
    for unidad in unidades(texto):
        if unidad.clase in ("frase", "celda"):
            assert unidad.texto in texto
