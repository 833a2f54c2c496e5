"""Los límites se cuentan antes de gastar."""

from __future__ import annotations

import pytest

from docubot.errores import PresupuestoAgotado
from docubot.presupuesto import Limites, Presupuesto
from docubot.tipos import Uso


class Reloj:
    """Un reloj que se adelanta a mano."""

    ahora = 100.0

    def __call__(self) -> float:
        return self.ahora


def test_n_llamadas_son_n_y_ni_una_mas() -> None:
    presupuesto = Presupuesto(Limites(llamadas_modelo=2, llamadas_herramienta=1))
    presupuesto.antes_de_llamar_al_modelo()
    assert presupuesto.es_la_ultima_llamada()
    presupuesto.antes_de_llamar_al_modelo()
    with pytest.raises(PresupuestoAgotado, match="--max-pasos"):
        presupuesto.antes_de_llamar_al_modelo()
    presupuesto.antes_de_llamar_a_una_herramienta()
    assert presupuesto.sin_herramientas()
    with pytest.raises(PresupuestoAgotado, match="--max-herramientas"):
        presupuesto.antes_de_llamar_a_una_herramienta()
    assert (presupuesto.llamadas_modelo, presupuesto.llamadas_herramienta) == (2, 1)


def test_con_una_sola_llamada_la_primera_lleva_herramientas() -> None:
    assert not Presupuesto(Limites(llamadas_modelo=1)).es_la_ultima_llamada()


def test_los_tokens_de_entrada_y_de_salida_cuentan() -> None:
    presupuesto = Presupuesto(Limites(tokens=10))
    presupuesto.gastar(Uso(7, 3))
    with pytest.raises(PresupuestoAgotado, match="--max-tokens"):
        presupuesto.antes_de_llamar_al_modelo()


def test_el_plazo_es_de_todo_el_turno() -> None:
    reloj = Reloj()
    presupuesto = Presupuesto(Limites(segundos=5), reloj)
    reloj.ahora += 4
    assert presupuesto.segundos_restantes() == 1
    reloj.ahora += 1
    for llamar in (presupuesto.antes_de_llamar_al_modelo, presupuesto.antes_de_llamar_a_una_herramienta):
        with pytest.raises(PresupuestoAgotado, match="--plazo"):
            llamar()
