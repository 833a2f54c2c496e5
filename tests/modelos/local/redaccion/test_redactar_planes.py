"""El plan más pequeño que vale, las cuentas de precios y el dato de toda la cuenta, con otros nombres y cifras."""

from __future__ import annotations

import pytest

from docubot.modelos.local.redaccion import redactar
from tests.modelos.local.redaccion.apoyo import LIMITES, consulta, lectura

TABLA = ("Planes › Tabla", LIMITES)
PRECIOS = """| | Mini | Medio |
|---|---|---|
| Precio por persona, pago mensual | 3 € | 8 € |
| Precio por persona y mes, pago anual | 2 € | 6 € |
"""
REBAJA = ("Descuento", "Las ONG tienen un descuento del 50 % en todos los planes.")


@pytest.mark.parametrize(
    ("pregunta", "plan"),
    [
        ("somos 25 personas, ¿qué plan necesitamos?", "Medio"),
        ("necesito 40 webhooks, ¿qué plan contrato?", "Grande"),
        ("¿qué plan hace falta para archivos de 100 MB?", "Grande"),
        ("somos 3 personas, ¿qué plan nos conviene?", "Mini"),
    ],
)
def test_dice_el_plan_mas_pequeno_en_que_cabe(pregunta: str, plan: str) -> None:
    assert f"El plan {plan} es el más pequeño que llega" in redactar(lectura(pregunta, pasajes=[TABLA]))


def test_dice_el_plan_en_ingles_y_los_limites_que_compara() -> None:
    texto = redactar(lectura("we are 31 people, which plan do we need?", pasajes=[TABLA]))
    assert "The plan you need is Grande" in texto
    assert "up to 30" in texto


def test_si_ningun_plan_llega_lo_dice() -> None:
    corta = ("Planes › Tabla", "| | Mini | Medio |\n|---|---|---|\n| Webhooks | 0 | 8 |\n")
    assert "Ningún plan llega" in redactar(lectura("necesito 9 webhooks, ¿qué plan contrato?", pasajes=[corta]))


def test_el_precio_de_un_ano_se_multiplica_por_doce() -> None:
    pregunta = "Tengo 10 personas. ¿Cuánto cuesta al año Medio con pago anual?"
    assert "10 × 6 € × 12 = 720 €" in redactar(lectura(pregunta, pasajes=[("Precios", PRECIOS)]))


def test_con_descuento_y_por_persona_no_se_multiplica_por_la_gente() -> None:
    pregunta = "Una ONG de 10 personas con Medio anual, ¿cuánto pagaría por persona con el descuento?"
    assert "6 € − 50 % = 3 €" in redactar(lectura(pregunta, pasajes=[("Precios", PRECIOS), REBAJA]))


def test_el_plan_que_solo_trae_una_ficha_es_el_de_la_cuenta() -> None:
    lista = ("ver_lista", {}, {"proyectos": [{"nombre": "Quetzal", "estado": "activo"}, {"nombre": "Tucán"}]})
    texto = redactar(lectura("¿qué plan tenemos?", [lista, consulta()]))
    assert texto.startswith("Plan: Medio")
