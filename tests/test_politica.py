"""Leer se permite; escribir, solo lo que alguien autorizó."""

from __future__ import annotations

from docubot.politica import SOLO_LECTURA, Denegada, Efecto, PedirConfirmacion, Permitida, Politica


def test_leer_se_permite_siempre() -> None:
    assert SOLO_LECTURA.decidir("lo_que_sea", Efecto.LECTURA) == Permitida()


def test_escribir_se_deniega_por_defecto_y_se_dice_por_que() -> None:
    assert isinstance(SOLO_LECTURA.decidir("borrar", Efecto.ESCRITURA), Denegada)


def test_escribir_se_puede_permitir_o_confirmar_por_nombre() -> None:
    politica = Politica(permitidas=frozenset({"a"}), con_confirmacion=frozenset({"b"}))
    assert politica.decidir("a", Efecto.ESCRITURA) == Permitida()
    assert isinstance(politica.decidir("b", Efecto.ESCRITURA), PedirConfirmacion)
    assert isinstance(politica.decidir("c", Efecto.ESCRITURA), Denegada)
