"""La regla de las herramientas ajenas: exactamente esas llamadas, o que se pida lo que falta."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

import pytest

from docubot.evaluacion.ajenas import evaluar_ajenas, fallos_ajenos, zona_del_system
from docubot.evaluacion.preguntas import CasoAjeno
from docubot.evaluacion.puntuacion import Llamada, Obtenido
from tests.evaluacion.apoyo import ModeloDePega, llamada, texto

SYSTEM = "Hoy es 2026-07-20 (lunes), Europe/Madrid."
TOOLS = [{"name": "avisar", "description": "Avisa.", "input_schema": {"type": "object", "properties": {}}}]


def _caso(*conjuntos: tuple[Llamada, ...], pide: tuple[str, ...] = ()) -> CasoAjeno:
    return CasoAjeno("h", "es", "aviso", SYSTEM, TOOLS, [{"role": "user", "content": "avisa"}], conjuntos, pide)


def _hecho(*entradas: dict[str, Any], dicho: str = "") -> Obtenido:
    return Obtenido(dicho, tuple(Llamada("avisar", e) for e in entradas))


@pytest.mark.parametrize(
    ("esperada", "hecha", "pasa"),
    [
        ({"texto": "Llego tarde"}, {"texto": "«llegó TARDE»."}, True),
        ({"texto": "Llego tarde"}, {"texto": "Llego pronto"}, False),
        ({"cuando": "2026-07-21T09:00:00+02:00"}, {"cuando": "2026-07-21T09:00:00"}, True),
        ({"cuando": "2026-07-21T09:00:00+02:00"}, {"cuando": "2026-07-21T09:00:00Z"}, False),
        ({"importe": 20}, {"importe": 20.0, "urgente": False}, True),
        ({"ciudades": ["Cádiz"]}, {"ciudades": ["cadiz."]}, True),
    ],
)
def test_las_entradas_se_comparan_sin_bordes_y_en_la_zona_del_system(
    esperada: dict[str, Any], hecha: dict[str, Any], pasa: bool
) -> None:
    assert (fallos_ajenos(_caso((Llamada("avisar", esperada),)), _hecho(hecha)) == []) is pasa


def test_ni_falta_ni_sobra_ninguna_llamada() -> None:
    caso = _caso((Llamada("avisar", {"a": "1"}), Llamada("avisar", {"a": "2"})))
    assert fallos_ajenos(caso, _hecho({"a": "2"}, {"a": "1"})) == []
    assert fallos_ajenos(caso, _hecho({"a": "1"})) != []
    assert fallos_ajenos(caso, _hecho({"a": "1"}, {"a": "1"})) != []
    assert fallos_ajenos(caso, _hecho({"a": "1"}, {"a": "2"}, {"a": "2"})) != []


def test_vale_cualquiera_de_los_conjuntos_alternativos() -> None:
    caso = _caso((Llamada("avisar", {"a": "1"}),), (Llamada("avisar", {"a": "2"}),))
    assert fallos_ajenos(caso, _hecho({"a": "2"})) == []


def test_si_falta_un_dato_hay_que_pedirlo_y_no_llamar() -> None:
    caso = _caso((), pide=("número de pedido", "qué pedido"))
    assert fallos_ajenos(caso, Obtenido("¿Me dices el NÚMERO de pedido?")) == []
    assert fallos_ajenos(caso, Obtenido("No lo sé.")) == ["no pide el dato que falta"]
    assert len(fallos_ajenos(caso, _hecho({}, dicho="hecho"))) == 2


def test_la_zona_sale_del_system() -> None:
    assert zona_del_system(SYSTEM) == ZoneInfo("Europe/Madrid")
    assert zona_del_system("Eres el asistente de Foo/Bar, America/Mexico_City") == ZoneInfo("America/Mexico_City")
    assert zona_del_system("Hoy es lunes.") is None


def test_el_modelo_recibe_la_peticion_del_caso_tal_cual() -> None:
    modelo = ModeloDePega(lambda p: [texto("va"), llamada("avisar", {"a": "1"})])
    informe = evaluar_ajenas([_caso((Llamada("avisar", {"a": "1"}),)), _caso(())], modelo)
    assert [m.pasa for m in informe.marcas] == [True, False]
    assert modelo.peticiones[0].system == SYSTEM
    assert modelo.peticiones[0].tools == TOOLS
    assert "avisar" in informe.fallos()[0].obtenido
