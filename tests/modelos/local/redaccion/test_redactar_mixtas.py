"""Lo que junta la cuenta y las reglas: supuestos, topes, condiciones, plazos y precios, con otros nombres y cifras."""

from __future__ import annotations

from datetime import date

import pytest

from docubot.modelos.local.redaccion import redactar
from docubot.modelos.local.redaccion.pedido import leer_clausula
from docubot.modelos.local.redaccion.plazos import contar
from docubot.modelos.local.redaccion.supuestos import cambio
from tests.modelos.local.redaccion.apoyo import CODIGOS, ESTADOS, LIMITES, consulta, lectura

TABLA = ("Planes › Tabla", LIMITES)
FACTURAS = ("Facturación › Códigos", CODIGOS)


@pytest.mark.parametrize(
    ("pregunta", "suma"),
    [
        ("si archivo 10 de las pendientes, ¿cuántas quedan?", -10),
        ("¿y si reabrimos 3 tareas ya hechas?", 3),
        ("con 25 tareas más, ¿saltaría el aviso?", 25),
        ("¿cuántas quedarían tras cerrar una?", -1),
        ("¿cuántas tareas tengo que cerrar?", 0),
    ],
)
def test_un_supuesto_cambia_la_cifra(pregunta: str, suma: float) -> None:
    assert cambio(leer_clausula(pregunta, "es")) == suma


def test_el_supuesto_de_otro_plan_dice_tambien_el_limite_de_hoy() -> None:
    texto = redactar(
        lectura("si pasamos al plan Mini, ¿cuánto supera Quetzal el límite de tareas?", [consulta()], [TABLA])
    )
    assert "26" in texto
    assert "Ahora, en Medio, es 35 [2]." in texto


def test_una_cantidad_de_la_pregunta_se_compara_con_el_tope_del_plan() -> None:
    texto = redactar(lectura("somos 12 personas, ¿cuántas más caben en nuestro plan?", [consulta()], [TABLA]))
    assert "con 12 quedan 18 más" in texto


def test_un_archivo_que_no_cabe_dice_por_cuanto() -> None:
    texto = redactar(lectura("¿puedo subir a Quetzal un archivo de 80 MB con nuestro plan?", [consulta()], [TABLA]))
    assert texto.startswith("No: ")
    assert "60 MB" in texto
    assert "20 MB" in texto


def test_lo_que_la_pregunta_da_por_arreglado_deja_de_fallar() -> None:
    pausado = consulta(estado="en pausa")
    hoy = redactar(lectura("¿puedo facturar Quetzal?", [pausado], [FACTURAS]))
    luego = redactar(lectura("si reactivamos Quetzal, ¿lo puedo facturar?", [pausado], [FACTURAS]))
    assert "FAC-23" in hoy
    assert hoy.startswith("No")
    assert "Sí: con eso dejarían de salir FAC-23" in luego


def test_una_pregunta_por_un_codigo_responde_de_ese_codigo() -> None:
    texto = redactar(lectura("¿me puede salir el FAC-30 al facturar Quetzal?", [consulta()], [FACTURAS]))
    assert "No: FAC-30" in texto
    assert "0 horas sin aprobar" in texto
    assert "FAC-24" not in texto


def test_de_varios_proyectos_se_dice_cual_se_puede_facturar_y_por_que_no() -> None:
    fichas = [consulta("Quetzal"), consulta("Bisonte", estado="en pausa")]
    texto = redactar(lectura("¿qué proyectos puedo facturar hoy?", fichas, [FACTURAS, ("Estados", ESTADOS)]))
    assert "Quetzal: sí" in texto
    assert "Bisonte: no" in texto
    assert "FAC-23" in texto


def test_nunca_falta_el_dato_vivo_ni_la_regla() -> None:
    regla = (
        "Aprobar › Quién",
        "Aprueba las horas quien sea responsable del proyecto o quien administre la organización.",
    )
    texto = redactar(lectura("¿quién puede aprobar las horas de Quetzal?", [consulta()], [regla]))
    assert "[1]" in texto
    assert "[2]" in texto
    assert "Marta Ibarra" in texto


def test_un_plazo_se_cuenta_desde_el_dia_que_dice_la_pregunta() -> None:
    clausula = leer_clausula("¿qué día vence una factura emitida el 1 de diciembre?", "es")
    dicho = contar(clausula, [], "El vencimiento es a 30 días.", date(2026, 11, 30), "es")
    assert dicho == " 30 días desde el 1 de diciembre de 2026: el 31 de diciembre de 2026."


def test_sin_un_dia_del_que_partir_no_se_cuenta_ningun_plazo() -> None:
    assert contar(leer_clausula("¿cuándo vence?", "es"), [], "A 30 días.", date(2026, 11, 30), "es") == ""


def test_el_precio_se_multiplica_por_las_personas() -> None:
    precio = (
        "Plan Medio",
        "El plan Medio cuesta 8 € por persona con pago mensual. El plan Mini cuesta 2 € por persona con pago mensual.",
    )
    texto = redactar(lectura("¿cuánto pagamos al mes si somos 6 con nuestro plan?", [consulta()], [precio, TABLA]))
    assert "6 × 8 € = 48 €" in texto


def test_el_porcentaje_de_varios_dice_cual_va_por_delante() -> None:
    fichas = [consulta("Quetzal"), consulta("Bisonte", tareas={"pendiente": 1, "hecha": 9}, tareas_abiertas=1)]
    texto = redactar(lectura("¿qué proyecto tiene mayor porcentaje de tareas hechas, Quetzal o Bisonte?", fichas))
    assert texto.startswith("Bisonte: ")
    assert "90 %" in texto


def test_varias_cosas_pedidas_a_la_vez_se_dicen_todas() -> None:
    texto = redactar(lectura("Quetzal: tareas abiertas, % hecho y horas que quedan", [consulta()]))
    assert "41" in texto
    assert "65,3 %" in texto
    assert "179,5" in texto
