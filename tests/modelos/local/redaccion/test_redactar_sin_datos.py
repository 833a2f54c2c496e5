"""Charla, asuntos ajenos y errores."""

from __future__ import annotations

import pytest

from docubot.modelos.local.redaccion import redactar
from tests.modelos.local.redaccion.apoyo import lectura

RICO = "No existe ningún proyecto llamado «Zafiro». Proyectos disponibles: Atlas, Boreal, Cierzo."


@pytest.mark.parametrize(
    "pregunta", ["mil gracias, sos un crack", "hola, ¿estás ahí?", "thanks a bunch!", "buenas tardes"]
)
def test_la_charla_se_contesta_en_corto_y_sin_cifras(pregunta: str) -> None:
    texto = redactar(lectura(pregunta))
    assert len(texto) < 120
    assert not any(c.isdigit() for c in texto)


def test_lo_ajeno_se_declina_diciendo_lo_que_si_puede() -> None:
    texto = redactar(lectura("recomiéndame una peli para esta noche"))
    assert "No puedo" in texto
    assert "Nubelia" in texto


def test_lo_ajeno_en_ingles_se_declina_en_ingles() -> None:
    assert "can't" in redactar(lectura("who won the world cup in 2022?"))


def test_un_error_rico_se_cuenta_con_sus_alternativas() -> None:
    texto = redactar(lectura("¿cómo va Zafiro?", errores=[("ver_ficha", {"nombre": "Zafiro"}, RICO)]))
    assert "No encuentro ningún proyecto llamado Zafiro" in texto
    assert "Atlas, Boreal y Cierzo" in texto
    assert texto.endswith("?")


def test_un_error_pobre_solo_deja_decir_que_algo_fallo() -> None:
    texto = redactar(lectura("¿cómo va Zafiro?", errores=[("ver_ficha", {"nombre": "Zafiro"}, "error")]))
    assert "ha fallado" in texto
    assert "Atlas" not in texto


def test_un_error_no_deja_ver_nada_interno() -> None:
    feo = "KeyError: 'x' en /srv/app/datos.py con token nub_demo_abcdef123"
    texto = redactar(lectura("¿cómo va Zafiro?", errores=[("ver_ficha", {"nombre": "Zafiro"}, feo)]))
    assert "/srv/app" not in texto
    assert "nub_demo" not in texto


def test_si_la_api_cae_se_conserva_lo_que_dio_la_documentacion() -> None:
    caida = [("ver_ficha", {"nombre": "Atlas"}, "La API de Nubelia no responde. Prueba dentro de un rato.")]
    pasajes = [("Papelera", "La papelera guarda lo borrado 25 días.")]
    texto = redactar(lectura("¿cómo va Atlas? ¿y cuánto guarda la papelera?", errores=caida, pasajes=pasajes))
    assert "no responde" in texto
    assert "25 días" in texto
