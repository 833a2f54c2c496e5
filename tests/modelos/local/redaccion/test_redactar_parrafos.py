"""Una sección corta se cita entera, y de lo que un plan no tiene se dice cuál sí lo tiene."""

from __future__ import annotations

from docubot.modelos.local.redaccion import redactar
from tests.modelos.local.redaccion.apoyo import lectura

SELLOS = ("Sellos", "Un sello dura 17 meses. Para renovarlo, pide otro antes de que acabe.")
LARGA = ("Sellos", "Un sello dura 17 meses. " + "Los colores de la portada se eligen al abrir la cuenta. " * 12)
PLANTILLAS = [
    ("Plan Mini", "El plan Mini no tiene plantillas de carpeta."),
    ("Plantillas", "Las plantillas de carpeta están en el plan Medio."),
]


def test_una_seccion_corta_se_cita_entera_y_una_larga_no() -> None:
    corta = redactar(lectura("¿cuánto dura un sello?", pasajes=[SELLOS]))
    larga = redactar(lectura("¿cuánto dura un sello?", pasajes=[LARGA]))
    assert "17 meses" in corta
    assert "pide otro antes de que acabe" in corta
    assert "17 meses" in larga
    assert "portada" not in larga


def test_lo_que_un_plan_no_tiene_dice_cual_lo_tiene() -> None:
    texto = redactar(lectura("¿tengo plantillas de carpeta en el plan Mini?", pasajes=PLANTILLAS))
    assert "Mini no tiene" in texto
    assert "plan Medio" in texto
