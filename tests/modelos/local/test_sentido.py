"""Subir o bajar: el sentido de un cambio sale de lo que enseñan los pasajes, no de una lista de planes."""

from __future__ import annotations

from docubot.modelos.local.sentido import sentido_del_cambio, va_a_eso, va_al_reves

FRASES = ["Por ejemplo, al bajar de Oro a Plata el cambio se nota al final."]


def test_el_mismo_camino_que_ensena_un_pasaje() -> None:
    assert sentido_del_cambio("si paso de Oro a Plata, ¿cuándo se nota?", FRASES) == "bajar"


def test_el_camino_contrario_es_el_otro_sentido() -> None:
    assert sentido_del_cambio("si me cambio de Plata a Oro hoy", FRASES) == "subir"
    assert sentido_del_cambio("if I switch from Plata to Oro", FRASES) == "subir"


def test_manda_lo_que_dice_la_pregunta() -> None:
    assert sentido_del_cambio("al subir de Oro a Plata", FRASES) == "subir"


def test_sin_nada_que_lo_ensene_no_se_sabe() -> None:
    assert sentido_del_cambio("si paso de Cobre a Plata", FRASES) == ""
    assert sentido_del_cambio("¿cuánto cuesta Oro?", FRASES) == ""


def test_una_frase_del_otro_sentido_no_vale() -> None:
    assert va_al_reves("Al bajar de plan se espera.", "subir")
    assert not va_al_reves("Subir y bajar de plan.", "subir")
    assert not va_al_reves("Al bajar de plan se espera.", "")
    assert va_a_eso("Subir de plan es inmediato.", "subir")
