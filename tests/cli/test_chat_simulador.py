"""El chat con el SDK de verdad contra el simulador: lo que llega roto se dice en una línea y la charla sigue."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docubot import diario
from docubot.conversacion import defectos
from docubot.servidores.simulador.servidor import SimuladorEnHilo
from docubot.tipos import Fragmento, Peticion, Respuesta, Uso
from tests.cli.apoyo import Consola, consola

assert consola
PARRAFO = "Un texto bastante largo para poder cortarlo a la mitad sin que se note al principio, y luego sí."


class Contestador:
    """Contesta siempre un párrafo; a «pide», con una herramienta primero."""

    proveedor = "guion"
    nombre = "contestador"

    def responder(self, peticion: Peticion) -> Iterator[Fragmento | Respuesta]:
        """Una respuesta, según lo último que dijo la persona."""
        ultimo = peticion.messages[-1]["content"]
        contenido: list[dict[str, Any]] = [{"type": "text", "text": PARRAFO}]
        if "pide" in str(ultimo):
            contenido = [
                {"type": "tool_use", "id": "toolu_1", "name": "consultar_proyecto", "input": {"nombre": "Atlas"}}
            ]
        parada = "tool_use" if contenido[0]["type"] == "tool_use" else "end_turn"
        yield Respuesta(contenido, parada, Uso(10, 5), self.nombre)


@pytest.mark.parametrize(
    ("fallo", "pregunta", "dice"),
    [
        ("html_200", "hola", "text/html"),
        ("vacio_200", "hola", "vac"),
        ("json_cortado", "hola", ""),
        ("saturado_medio", "hola", "incompleta"),
        ("corte_texto", "hola", "incompleta"),
        ("corte_entrada", "pide", ""),
        ("401", "hola", "clave"),
        ("rechazo", "hola", "se negó"),
    ],
)
def test_lo_que_llega_roto_se_dice_y_la_charla_sigue(
    consola: Consola,
    entorno_limpio: Path,
    monkeypatch: pytest.MonkeyPatch,
    fallo: str,
    pregunta: str,
    dice: str,
) -> None:
    """Fallo público D9 (`saturado_medio`) y sus parientes."""
    with SimuladorEnHilo(Contestador(), f"{fallo}#1") as simulador:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", simulador.url)
        monkeypatch.setenv("DOCUBOT_PLAZO", "20")
        hecho = consola.correr("chat", entrada=f"{pregunta}\nsegunda\n")
        recibidas = [r.datos for r in simulador.recibidas]
    assert hecho.codigo == 0
    assert dice in hecho.errores
    assert "Traceback" not in hecho.errores
    assert hecho.dicho.count(PARRAFO) >= 1
    historia = diario.mensajes(list(diario.leer(diario.sesiones(entorno_limpio)[-1])))
    assert defectos(historia) == []
    for cuerpo in recibidas:
        assert defectos([*cuerpo["messages"], {"role": "assistant", "content": "x"}]) == []
    assert "entrada_cortada" not in json.dumps(historia)
