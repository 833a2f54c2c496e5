"""La herramienta obligada: la categoría sale de las definiciones y el nombre, bien escrito, de la pregunta."""

from __future__ import annotations

from typing import Any

import pytest

from docubot import prompts
from docubot.herramientas import HERRAMIENTAS
from docubot.modelos.local.decision import Llamadas
from docubot.modelos.local.forzada import forzar

from .conftest import SYSTEM, herramienta, lectura

EXTRAER = HERRAMIENTAS.obtener("extraer_consulta").definicion()
CLASIFICACION = prompts.prompt_clasificacion().plantilla
EXISTEN = f"{SYSTEM}\nProyectos que ya existen: «Tramontana», «Galerna» y «Vía Láctea»."


def extraida(pregunta: str, system: str = SYSTEM) -> dict[str, Any]:
    decision = forzar(lectura(pregunta, tools=[EXTRAER], system=system), "prudente", "extraer_consulta")
    assert isinstance(decision, Llamadas)
    return dict(decision.llamadas[0].entrada)


@pytest.mark.parametrize(
    ("pregunta", "categoria"),
    [
        ("¿Se puede facturar un proyecto que está en pausa?", "facturacion"),
        ("tengo horas sin aprobar, ¿me dará FACT-310?", "facturacion"),
        ("qué diferencia hay entre FACT-101 y FACT-403", "facturacion"),
        ("el NIF del cliente de Galerna está cargado?", "facturacion"),
        ("¿quién es el cliente de Galerna?", "proyectos"),
        ("si cierro 5 tareas de Galerna, ¿cuántas nuevas puedo crear?", "proyectos"),
        ("cuántas sillas tiene esa sala", "proyectos"),
        ("how many hours are budgeted in Galerna plus Tramontana?", "proyectos"),
        ("how many free spots are left under the task limit of Galerna?", "proyectos"),
        ("summarise what Empresa gives for API requests and webhooks", "planes"),
        ("is the nonprofit discount compatible with annual billing?", "planes"),
        ("me sale un 429, ¿cuánto espero?", "integraciones"),
        ("what is the Idempotency-Key for", "integraciones"),
        ("¿se puede conectar con HubSpot?", "integraciones"),
        ("which second factors can I use to log in", "cuenta"),
        ("¿cuánto cuesta Trello?", "otro"),
    ],
)
def test_la_categoria_es_lo_que_se_quiere_saber(pregunta: str, categoria: str) -> None:
    assert extraida(pregunta, CLASIFICACION)["categoria"] == categoria


def test_nombrar_varias_cosas_da_su_categoria_y_ningun_nombre() -> None:
    dada = extraida("¿quiénes llevan Galerna y Tramontana?", EXISTEN)
    assert dada["categoria"] == "proyectos"
    assert dada.get("proyecto") is None


@pytest.mark.parametrize(
    ("pregunta", "proyecto"),
    [
        ("cuántas tareas tiene galrena", "Galerna"),
        ("TRAMONTANNA VA BIEN?", "Tramontana"),
        ("galerna cuantas abiertas?", "Galerna"),
        ("¿cómo va vía lactea?", "Vía Láctea"),
        ("¿cómo va Nébula?", "Nébula"),
        ("HORAS SIN FACTURAR DE NIMBO", "Nimbo"),
    ],
)
def test_el_nombre_sale_bien_escrito_si_el_prompt_dice_los_que_hay(pregunta: str, proyecto: str) -> None:
    assert extraida(pregunta, EXISTEN)["proyecto"] == proyecto


def test_sin_la_lista_el_nombre_mal_escrito_se_queda_como_esta() -> None:
    assert extraida("cuántas tareas tiene Galrena")["proyecto"] == "Galrena"


def test_otra_herramienta_con_otras_definiciones_clasifica_con_las_suyas() -> None:
    buzon = herramienta(
        "clasificar_correo",
        "Clasifica un correo.",
        {
            "buzon": {
                "type": "string",
                "enum": ["pedidos", "ventas", "resto"],
                "description": "pedidos: compras, envíos y facturas; ventas: precios y planes; resto: lo demás",
            }
        },
    )
    decision = forzar(lectura("no me llega la factura", tools=[buzon]), "prudente", "clasificar_correo")
    assert isinstance(decision, Llamadas)
    assert decision.llamadas[0].entrada["buzon"] == "pedidos"
