"""Lo que se escribe con pasajes, solos o junto a los datos."""

from __future__ import annotations

import pytest

from docubot.modelos.local.redaccion import redactar
from tests.modelos.local.redaccion.apoyo import CODIGOS, ESTADOS, LIMITES, consulta, lectura

TABLA = ("Planes › Tabla", LIMITES)
PAPELERA = ("Papelera › Cuánto guarda", "La papelera guarda lo borrado 25 días. Después no se puede recuperar.")


def test_una_celda_se_lee_por_su_fila_y_su_columna() -> None:
    texto = redactar(lectura("¿cuántos webhooks trae el plan Medio?", pasajes=[TABLA]))
    assert "8 [1]" in texto
    assert "90" not in texto


def test_la_frase_de_otro_plan_no_responde() -> None:
    pasajes = [("Plan Mini", "El plan Mini admite 4 personas."), ("Plan Grande", "El plan Grande admite 500 personas.")]
    texto = redactar(lectura("¿cuántas personas admite el plan Grande?", pasajes=pasajes))
    assert "500" in texto
    assert "admite 4" not in texto


def test_en_ingles_la_cita_va_entre_comillas_y_es_literal() -> None:
    texto = redactar(lectura("How long does the trash keep deleted things?", pasajes=[PAPELERA]))
    assert 'The documentation says (in Spanish): "La papelera guarda lo borrado 25 días." [1]' in texto
    assert "25 days" in texto


def test_una_medida_de_la_pregunta_se_compara_con_el_plazo() -> None:
    si = redactar(lectura("borré una tarea hace 10 días, ¿la puedo recuperar?", pasajes=[PAPELERA]))
    no = redactar(lectura("borré una tarea hace 3 meses, ¿la puedo recuperar?", pasajes=[PAPELERA]))
    assert si.startswith("Sí: ")
    assert no.startswith("No: ")


def test_si_los_pasajes_no_tratan_de_lo_que_se_nombra_se_abstiene() -> None:
    texto = redactar(lectura("¿cuánto cuesta Zentrix al mes?", pasajes=[PAPELERA]))
    assert "no dice nada" in texto
    assert "[1]" not in texto


def test_sin_pasajes_se_abstiene() -> None:
    assert "no dice nada" in redactar(lectura("¿hay diagramas de flujo?", pasajes=[]))


@pytest.mark.parametrize(
    ("pregunta", "esperado"),
    [
        ("¿Quetzal supera el límite de tareas abiertas de nuestro plan? ¿por cuánto?", "lo supera en 6"),
        ("¿cuántas tareas tengo que cerrar en Quetzal para poder crear una nueva?", "hay que quitar 7"),
        ("si cierro 10 tareas en Quetzal, ¿cuántas nuevas puedo crear?", "caben 4 más"),
    ],
)
def test_el_limite_del_plan_se_compara_con_la_cifra_viva(pregunta: str, esperado: str) -> None:
    texto = redactar(lectura(pregunta, [consulta()], [TABLA]))
    assert esperado in texto
    assert "35 [2]" in texto
    assert "[1]" in texto


def test_otro_plan_en_los_datos_da_otro_limite() -> None:
    texto = redactar(lectura("¿Quetzal supera el límite de tareas abiertas?", [consulta(plan="Mini")], [TABLA]))
    assert "Mini es 15" in texto
    assert "lo supera en 26" in texto


def test_el_porque_dice_todas_las_condiciones_que_fallan_y_solo_esas() -> None:
    cliente = {"nombre": "Bodegas Luz", "tiene_nif": False, "tiene_direccion": True}
    datos = [consulta(estado="en pausa", cliente=cliente)]
    texto = redactar(lectura("¿por qué no me deja facturar Quetzal?", datos, [("Errores de facturación", CODIGOS)]))
    assert "FAC-23" in texto
    assert "FAC-24" in texto
    assert "FAC-30" not in texto
    assert "FAC-11" not in texto


def test_las_horas_sin_aprobar_hacen_fallar_su_condicion() -> None:
    horas = {"registradas": 10, "presupuestadas": 20, "sin_facturar": 5, "sin_aprobar": 3}
    pasajes = [("Errores de facturación", CODIGOS)]
    texto = redactar(lectura("¿por qué no puedo facturar Quetzal?", [consulta(horas=horas)], pasajes))
    assert "FAC-30" in texto
    assert "FAC-23" not in texto


def test_el_estado_decide_en_cual_se_puede() -> None:
    datos = [consulta("Quetzal"), consulta("Tucán", estado="en pausa")]
    pregunta = "entre Quetzal y Tucán, ¿en cuál puedo imputar horas? ¿por qué?"
    texto = redactar(lectura(pregunta, datos, [("Estados de un proyecto", ESTADOS)]))
    assert "en Quetzal sí" in texto or "En Quetzal sí" in texto
    assert "en Tucán no, porque está en pausa" in texto


def test_lo_que_pasaria_si_se_responde_con_la_cifra() -> None:
    datos = [consulta(estado="en pausa")]
    pregunta = "Si reactivo Quetzal y completo el NIF del cliente, ¿cuántas horas podría facturar?"
    assert "18,25" in redactar(lectura(pregunta, datos, [("Errores de facturación", CODIGOS)]))


def test_una_lista_pedida_va_entera() -> None:
    texto_pasaje = (
        "Hay 2 maneras de salir del límite:\n\n1. **Cerrar tareas** ya hechas.\n2. **Archivar** las viejas.\n"
    )
    texto = redactar(lectura("¿qué opciones hay para salir del límite?", pasajes=[("Límite", texto_pasaje)]))
    assert "Cerrar tareas" in texto
    assert "Archivar" in texto


def test_la_misma_lectura_da_la_misma_respuesta() -> None:
    una = lectura("¿Quetzal supera el límite de tareas?", [consulta()], [TABLA])
    assert redactar(una) == redactar(una)
