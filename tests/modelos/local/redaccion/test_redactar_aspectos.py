"""Una pregunta con varias cosas las contesta todas; lo que no está, no se inventa."""

from __future__ import annotations

from docubot.modelos.local.redaccion import redactar
from tests.modelos.local.redaccion.apoyo import lectura

PASAJES = [
    ("Subtareas", "Las subtareas tienen 3 niveles."),
    ("Monedas", "Se factura en la moneda del cliente: euros o libras."),
    ("Firma", "Los avisos van firmados con una clave."),
    ("Canal", "Cada proyecto tiene un canal de avisos: 1 canal por proyecto."),
]


def test_se_contesta_a_cada_cosa_que_se_enumera() -> None:
    texto = redactar(lectura("dime cuántos niveles de subtareas hay y las monedas de las facturas", pasajes=PASAJES))
    assert "3 niveles" in texto
    assert "euros o libras" in texto


def test_una_palabra_suelta_del_pasaje_no_basta_para_contestar_sobre_el_producto() -> None:
    texto = redactar(lectura("¿Nubelia tiene firma electrónica de contratos?", pasajes=PASAJES))
    assert "no dice nada" in texto


def test_varios_de_lo_que_solo_hay_uno_es_que_no() -> None:
    assert redactar(lectura("¿puede tener varios canales un proyecto?", pasajes=PASAJES)).startswith("No")
