"""La comparación de cada variante con el original."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from docubot import armado
from docubot.configuracion import cargar
from docubot.errores import ErrorDeUso
from docubot.evaluacion.informe import Cuenta, Informe, Marca
from docubot.evaluacion.metamorfica import (
    SIN_VECTORES,
    VARIANTES,
    comparar,
    en_json,
    en_tabla,
    evaluar_descripciones,
    evaluar_metamorfica,
    evaluar_mundo,
    variar,
)
from docubot.evaluacion.preguntas import CARPETA, leer_casos
from docubot.evaluacion.variantes.mundo import original, proyectos
from docubot.tipos import Peticion
from tests.evaluacion.apoyo import ModeloDePega, caso, llamada, texto

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


def test_se_pregunta_con_la_cuenta_la_wiki_y_las_herramientas_de_la_variante(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lo que lee un modelo que busca y consulta sale del mundo de la variante."""
    leido: list[str] = []

    def contestar(peticion: Peticion) -> list[dict[str, Any]]:
        ultimo = peticion.messages[-1]["content"]
        if isinstance(ultimo, list):
            leido.append(str(ultimo))
            return [texto("hecho")]
        por_nombre, _, buscar = [t["name"] for t in peticion.tools]
        return [
            llamada(buscar, {"consulta": "tareas abiertas por proyecto en el plan Equipo"}),
            llamada(por_nombre, {"nombre": "Atlas"}, "t2"),
        ]

    de_verdad = armado.armar_equipo
    monkeypatch.setattr(armado, "armar_equipo", lambda c: replace(de_verdad(c), modelo=ModeloDePega(contestar)))
    mundo = variar(original([]), "herramientas", 1)
    proyectos(mundo.cuenta)[0]["responsable"] = "Nadie Conocido"
    paginas = {
        ruta: pagina.replace("40 tareas abiertas", "777 tareas abiertas") for ruta, pagina in mundo.paginas.items()
    }
    pedidas = [{"nombre": nombre, "entrada": None} for nombre in mundo.registro.nombres()[::2]]
    uno = caso("¿?", herramientas=pedidas)
    informe = evaluar_mundo(replace(mundo, casos=(uno,), paginas=paginas), cargar(), SIN_VECTORES)
    assert informe.total() == Cuenta(1, 1), informe.fallos()
    assert "777 tareas abiertas" in leido[0]
    assert "Nadie Conocido" in leido[0]


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
