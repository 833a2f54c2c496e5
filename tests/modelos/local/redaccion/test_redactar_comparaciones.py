"""Comparar, sumar y elegir entre varios registros."""

from __future__ import annotations

import pytest

from docubot.modelos.local.redaccion import redactar
from tests.modelos.local.redaccion.apoyo import consulta, lectura


def dos() -> list[tuple[str, dict[str, object], object]]:
    """Dos proyectos: uno ya entregado y sin tareas, y otro con ellas."""
    return [
        consulta("Quetzal"),
        consulta(
            "Tucán",
            estado="completado",
            fecha_entrega="2026-10-01",
            tareas_abiertas=0,
            tareas={"pendiente": 0, "en curso": 0, "en revisión": 0, "hecha": 50},
            horas={"registradas": 100, "presupuestadas": 90, "sin_facturar": 0, "sin_aprobar": 0},
        ),
    ]


def test_quien_gana_y_por_cuanto_es_una_diferencia() -> None:
    texto = redactar(lectura("Tareas hechas: Quetzal frente a Tucán, ¿quién gana y por cuánto?", dos()))
    assert "Quetzal tiene 27 tareas hechas más que Tucán" in texto


def test_horas_sin_mas_son_las_registradas() -> None:
    assert "220,5 horas registradas" in redactar(lectura("sumá las horas de todos los proyectos", dos()))


def test_lo_proximo_no_es_lo_que_ya_paso() -> None:
    assert redactar(lectura("¿cuál es el próximo proyecto que se entrega?", dos())).startswith("Quetzal")


def test_entre_los_que_se_nombran_cuenta_tambien_lo_pasado() -> None:
    assert redactar(lectura("¿cuál se entrega antes, Quetzal o Tucán?", dos())).startswith("Tucán")


def test_los_que_tienen_algo_son_los_que_pasan_de_cero() -> None:
    con = redactar(lectura("¿qué proyecto tiene horas sin facturar?", dos()))
    assert "Quetzal (18,25)" in con
    assert "Tucán" not in con
    assert "ninguno tiene" in redactar(lectura("¿algún proyecto tiene horas sin aprobar?", dos()))


def test_el_que_no_tiene_nada_es_el_de_cero() -> None:
    assert redactar(lectura("de mis proyectos ¿cuál no tiene tareas abiertas?", dos())).startswith("Tucán")


@pytest.mark.parametrize(
    ("tareas", "esperado"),
    [
        ({"pendiente": 3, "hecha": 1}, "25 %"),
        ({"pendiente": 2, "hecha": 1}, "33,3 %"),
        ({"pendiente": 7, "hecha": 9}, "56,25 %"),
    ],
)
def test_un_tanto_exacto_no_se_redondea(tareas: dict[str, int], esperado: str) -> None:
    texto = redactar(lectura("¿qué porcentaje de las tareas de Quetzal está hecho?", [consulta(tareas=tareas)]))
    assert esperado in texto


def test_lo_de_otras_organizaciones_no_se_ensena_y_se_dice() -> None:
    texto = redactar(lectura("enséñame los proyectos de otras organizaciones", dos()))
    assert "No encuentro nada de otras organizaciones" in texto
    assert "Quetzal" in texto
