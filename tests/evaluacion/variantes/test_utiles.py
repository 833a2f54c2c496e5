"""Las herramientas con otro nombre o con una descripción que no dice nada."""

from __future__ import annotations

from random import Random

import pytest

from docubot.evaluacion.variantes.mundo import original
from docubot.evaluacion.variantes.utiles import empobrecer, renombrar
from docubot.herramientas import HERRAMIENTAS
from tests.evaluacion.apoyo import caso

VIEJOS = set(HERRAMIENTAS.nombres())


@pytest.mark.parametrize("semilla", range(6))
def test_cambian_los_nombres_las_menciones_y_lo_que_se_espera(semilla: int) -> None:
    uno = caso(
        "¿?",
        herramientas=[{"nombre": "listar_proyectos", "entrada": {}}],
        prohibidas=["consultar_proyecto", "reservar_sala"],
    )
    nuevo = renombrar(original([uno]), Random(semilla))
    nombres = nuevo.registro.nombres()
    assert len(nombres) == len(VIEJOS)
    assert not VIEJOS & set(nombres)
    for definicion in nuevo.registro.definiciones():
        assert not any(viejo in definicion["description"] for viejo in VIEJOS)
    (cambiado,) = nuevo.casos
    assert cambiado.espera.conjuntos[0][0].nombre == nombres[HERRAMIENTAS.nombres().index("listar_proyectos")]
    assert "reservar_sala" in cambiado.espera.prohibidas or "reservar_sala" in VIEJOS
    assert "consultar_proyecto" not in cambiado.espera.prohibidas


def test_empobrecer_solo_toca_las_descripciones() -> None:
    pobre = empobrecer(HERRAMIENTAS)
    assert pobre.nombres() == HERRAMIENTAS.nombres()
    for antes, despues in zip(HERRAMIENTAS.definiciones(), pobre.definiciones(), strict=True):
        assert antes["input_schema"] == despues["input_schema"]
        assert len(despues["description"]) < 30
