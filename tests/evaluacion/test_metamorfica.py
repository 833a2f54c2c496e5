"""La comparación de cada variante con el original."""

from __future__ import annotations

import json

import pytest

from docubot.configuracion import cargar
from docubot.errores import ErrorDeUso
from docubot.evaluacion.informe import Cuenta, Informe, Marca
from docubot.evaluacion.metamorfica import (
    VARIANTES,
    comparar,
    en_json,
    en_tabla,
    evaluar_descripciones,
    evaluar_metamorfica,
    variar,
)
from docubot.evaluacion.preguntas import CARPETA, leer_casos
from docubot.evaluacion.variantes.mundo import original
from tests.evaluacion.apoyo import caso

ATLAS = {"nombre": "consultar_proyecto", "entrada": {"nombre": "Atlas"}}
LOCAL = {"proveedor": "local"}


def _marca(ident: str, *motivos: str) -> Marca:
    return Marca(ident, "es", "api", "¿?", "", "", motivos)


@pytest.mark.parametrize("variante", VARIANTES)
def test_la_misma_semilla_da_el_mismo_mundo_y_otra_da_otro(variante: str) -> None:
    mundo = original([caso("¿cuántas tareas abiertas tiene Atlas?", herramientas=[ATLAS], contiene=[["42"]])])
    uno, mismo, otro = (variar(mundo, variante, s) for s in (1, 1, 3))
    assert (uno.casos, uno.cuenta, uno.paginas) == (mismo.casos, mismo.cuenta, mismo.paginas)
    assert uno.registro.definiciones() == mismo.registro.definiciones()
    if variante != "herramientas":
        assert (uno.casos, uno.cuenta, uno.paginas) != (otro.casos, otro.cuenta, otro.paginas)


def test_una_variante_que_no_hay_se_dice() -> None:
    with pytest.raises(ErrorDeUso, match="nombres, herramientas"):
        variar(original([]), "colores", 1)


def test_se_compara_sobre_los_mismos_casos() -> None:
    referencia = Informe("agente", (_marca("a"), _marca("b"), _marca("c", "mal")))
    variante = Informe("variante", (_marca("a"), _marca("b", "mal")))
    comparacion = comparar("cifras", 1, variante, referencia, ("c",))
    assert comparacion.original == Cuenta(2, 2)
    assert comparacion.puntos_perdidos == 50.0
    assert "50.0" in en_tabla([comparacion])
    documento = json.loads(json.dumps(en_json([comparacion])))
    assert documento["variantes"][0]["puntos_perdidos"] == 50.0
    assert documento["variantes"][0]["sin_derivar"] == ["c"]


def test_el_modelo_local_responde_igual_con_otros_nombres_y_otras_cifras() -> None:
    sencilla = caso("¿cuántas tareas abiertas tiene Atlas?", herramientas=[ATLAS], contiene=[["42"]], proyecto="Atlas")
    hechas = evaluar_metamorfica([sencilla], cargar(LOCAL), ["nombres", "todo"], [1], con_vectores=False)
    for comparacion in hechas:
        assert comparacion.original == Cuenta(1, 1)
        assert comparacion.puntos_perdidos == 0, comparacion.informe.fallos()


def test_con_descripciones_pobres_se_elige_al_menos_veinte_puntos_peor() -> None:
    casos = [c for c in leer_casos([CARPETA / "propias.jsonl"], mitad="ajuste") if c.tipo in ("api", "docs", "mixta")]
    comparacion = evaluar_descripciones(casos, cargar(LOCAL))
    assert comparacion.original.porcentaje > 80
    assert comparacion.puntos_perdidos >= 20
