"""Tokens siempre; dinero, si se sabe el precio."""

from __future__ import annotations

from dataclasses import replace

from docubot import configuracion, gasto
from docubot.tipos import Uso


def test_se_cuentan_tambien_los_tokens_de_los_turnos_que_fallaron() -> None:
    sucesos = [
        {"tipo": "respuesta_modelo", "uso": {"entrada": 10, "salida": 2}},
        {"tipo": "turno_cerrado", "error": "interrumpido"},
        {"tipo": "respuesta_modelo", "uso": {"entrada": 5, "salida": 1}},
    ]
    assert gasto.de(sucesos) == Uso(15, 3)


def test_los_precios_son_por_millon() -> None:
    precios = gasto.Precios(3.0, 15.0, "EUR")
    assert precios.coste(Uso(1_000_000, 100_000)) == 4.5
    assert (
        gasto.en_palabras(Uso(12_000, 345), precios) == "12.345 tokens (12.000 de entrada y 345 de salida), 0,0412 EUR"
    )


def test_el_modelo_local_no_cuesta_y_un_precio_que_no_se_sabe_se_dice() -> None:
    ajustes = configuracion.cargar()
    assert gasto.en_palabras(Uso(1, 1), gasto.precios_de(ajustes, "local")).endswith("sin coste")
    assert gasto.precios_de(ajustes, "claude") is None
    assert gasto.en_palabras(Uso(1, 1), None).endswith("precio desconocido")
    con_precio = replace(ajustes, precio_entrada=3.0, precio_salida=15.0, moneda="EUR")
    assert gasto.precios_de(con_precio, "claude") == gasto.Precios(3.0, 15.0, "EUR")
