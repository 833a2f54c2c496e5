"""Los argumentos: por tipo, formato y descripción, del mensaje, del historial y de los resultados."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from docubot.modelos.local.decision import Llamadas, Pregunta
from docubot.modelos.local.eleccion import decidir

from .conftest import AVISAR, BUSCAR_SALA, CLIMA, HOTEL, PEDIDO, RESERVAR_SALA, herramienta, lectura, resultado, uso

JULIO = "Eres un asistente. Hoy es 2026-07-20, zona Europe/Madrid."
INSTANTE = {"type": "string", "format": "date-time", "description": "Comienzo, ISO 8601 con desfase"}
RESERVA = herramienta(
    "reservar_sala",
    "Reserva una sala concreta.",
    {
        "sala_id": {"type": "string", "description": "Identificador de la sala: norte, sur, este u oeste"},
        "inicio": INSTANTE,
        "fin": {"type": "string", "format": "date-time", "description": "Final, ISO 8601 con desfase"},
        "asistentes": {"type": "integer", "minimum": 1, "description": "Número de asistentes"},
    },
)
REEMBOLSO = herramienta(
    "request_refund",
    "Open a refund request for an order. Use it when the customer wants money back.",
    {
        "order_id": {"type": "string", "description": "Order number, digits only"},
        "amount": {"type": "number", "description": "Amount to refund"},
        "reason": {"type": "string", "description": "Reason, in the customer's words"},
    },
)
FACTURAS = herramienta(
    "buscar_facturas",
    "Busca facturas emitidas entre dos fechas y, opcionalmente, por estado.",
    {
        "desde": {"type": "string", "format": "date", "description": "Primer día"},
        "hasta": {"type": "string", "format": "date", "description": "Último día"},
        "estado": {
            "type": "string",
            "description": "Estado; solo si lo piden",
            "enum": ["pagada", "pendiente", "vencida"],
        },
    },
    ["desde", "hasta"],
)
UNIDADES = herramienta(
    "convertir_unidades",
    "Convierte una cantidad de una unidad a otra. km kilómetros, mi millas, kg kilos, lb libras.",
    {
        "valor": {"type": "number", "description": "Cantidad que se convierte"},
        "de": {"type": "string", "description": "Unidad de partida", "enum": ["km", "mi", "kg", "lb"]},
        "a": {"type": "string", "description": "Unidad de llegada", "enum": ["km", "mi", "kg", "lb"]},
    },
)
TRADUCIR = herramienta(
    "traducir_texto",
    "Traduce un texto a otro idioma.",
    {
        "texto": {"type": "string", "description": "Texto que se traduce, sin comillas"},
        "idioma": {
            "type": "string",
            "description": "Código ISO 639-1: en inglés, fr francés, pt portugués",
            "enum": ["en", "fr", "pt"],
        },
    },
)
CONTACTO = herramienta(
    "lookup_contact",
    "Look up a contact by e-mail address.",
    {"email": {"type": "string", "format": "email", "description": "E-mail"}},
)
TICKET = herramienta(
    "abrir_ticket",
    "Abre un ticket por su código.",
    {"codigo": {"type": "string", "pattern": "^INC-[0-9]{3}$", "description": "Código"}},
)


@pytest.mark.parametrize(
    ("tool", "frase", "entrada"),
    [
        (PEDIDO, "¿Dónde está mi pedido # 4521?", {"order_id": "4521"}),
        (PEDIDO, "any news on order number 90233?", {"order_id": "90233"}),
        (HOTEL, "¿Tienen habitación libre del 3 al 6 de agosto para dos personas?",
         {"check_in": "2026-08-03", "check_out": "2026-08-06", "guests": 2}),
        (HOTEL, "hay cuarto para 2 adultos y 1 niño, tres noches desde el 5 de agosto",
         {"check_in": "2026-08-05", "check_out": "2026-08-08", "guests": 3}),
        (BUSCAR_SALA, "busca una sala con proyector", {"needsProjector": True}),
        (BUSCAR_SALA, "find me a room, no projector needed", {"needsProjector": False}),
        (RESERVA, "reserva la sala Norte mañana de 9 a 10 para 6 personas",
         {"sala_id": "norte", "inicio": "2026-07-21T09:00:00+02:00", "fin": "2026-07-21T10:00:00+02:00",
          "asistentes": 6}),
        (REEMBOLSO, "Refund $20.50 for order #771, reason: duplicate charge",
         {"order_id": "771", "amount": 20.5, "reason": "duplicate charge"}),
        (FACTURAS, "pásame las facturas vencidas entre el 1 y el 30 de junio",
         {"desde": "2026-06-01", "hasta": "2026-06-30", "estado": "vencida"}),
        (FACTURAS, "facturas del mes pasado", {"desde": "2026-06-01", "hasta": "2026-06-30"}),
        (UNIDADES, "cuántos kilos son 180 libras", {"valor": 180, "de": "lb", "a": "kg"}),
        (UNIDADES, "pasa 12,5 millas a kilómetros", {"valor": 12.5, "de": "mi", "a": "km"}),
        (TRADUCIR, 'traduce al francés "nos vemos el lunes"', {"texto": "nos vemos el lunes", "idioma": "fr"}),
        (CONTACTO, "look up ana.ruiz@example.org", {"email": "ana.ruiz@example.org"}),
        (TICKET, "abre el ticket INC-042, por favor", {"codigo": "INC-042"}),
        (AVISAR, 'escribe "La web está caída" al equipo de soporte', {"message": "La web está caída"}),
        (CLIMA, "what's the weather like in La Paz?", {"location": "La Paz"}),
    ],
)  # fmt: skip
def test_cada_campo_se_rellena_como_pide_su_descripcion(
    tool: dict[str, Any], frase: str, entrada: dict[str, Any]
) -> None:
    decision = decidir(lectura(frase, tools=[tool], system=JULIO))
    assert isinstance(decision, Llamadas), decision
    assert [dict(ll.entrada) for ll in decision.llamadas] == [entrada]
    jsonschema.validate(entrada, tool["input_schema"])


@pytest.mark.parametrize(
    ("tool", "frase", "pide"),
    [
        (HOTEL, "tienen habitación del 3 al 6 de agosto?", "huéspedes"),
        (PEDIDO, "¿cómo va mi pedido?", "pedido"),
        (RESERVA, "reserva la sala Norte mañana", "asistentes"),
        (AVISAR, "manda un mensaje a soporte", "mensaje"),
    ],
)
def test_lo_que_falta_se_pide_por_su_nombre(tool: dict[str, Any], frase: str, pide: str) -> None:
    decision = decidir(lectura(frase, tools=[tool], system=JULIO))
    assert isinstance(decision, Pregunta)
    assert pide in decision.texto
    assert "?" in decision.texto


def test_un_dato_que_no_esta_en_el_mensaje_sale_del_historial() -> None:
    dicho = {"role": "assistant", "content": "Thanks! What would you like to know about it?"}
    decision = decidir(lectura("Hi, my order is #7780", dicho, "when does it arrive?", tools=[PEDIDO]))
    assert isinstance(decision, Llamadas)
    assert decision.llamadas[0].entrada == {"order_id": "7780"}


def test_un_dato_puede_salir_de_un_resultado_anterior() -> None:
    pedido = json.dumps({"order_id": "6100", "customer_email": "j.doe@example.com"})
    mensajes = ("status of order 6100?", uso("t", "get_order_status", {"order_id": "6100"}), resultado("t", pedido))
    dicho = {"role": "assistant", "content": "Shipped."}
    decision = decidir(lectura(*mensajes, dicho, "now look up that customer's contact", tools=[PEDIDO, CONTACTO]))
    assert isinstance(decision, Llamadas)
    assert decision.llamadas[0].entrada == {"email": "j.doe@example.com"}


def test_un_nombre_se_cambia_por_el_id_que_devolvio_la_busqueda() -> None:
    libres = json.dumps({"rooms": [{"id": "r-south", "name": "South"}, {"id": "r-west", "name": "West"}]})
    mensajes = (
        "find rooms without projector",
        uso("t", "find_rooms", {"needsProjector": False}),
        resultado("t", libres),
    )
    dicho = {"role": "assistant", "content": "South and West are free."}
    decision = decidir(lectura(*mensajes, dicho, "ok, reserve West", tools=[BUSCAR_SALA, RESERVAR_SALA]))
    assert isinstance(decision, Llamadas)
    assert decision.llamadas[0].entrada == {"roomId": "r-west"}


def test_los_huecos_se_llenan_en_varios_turnos() -> None:
    def asistente(texto: str) -> dict[str, Any]:
        return {"role": "assistant", "content": texto}

    turnos = (
        "reserva la sala Norte mañana",
        asistente("¿A qué hora y para cuántos?"),
        "de 9 a 10",
        asistente("¿Cuántos?"),
        "para 6",
    )
    decision = decidir(lectura(*turnos, tools=[RESERVA], system=JULIO))
    assert isinstance(decision, Llamadas)
    assert decision.llamadas[0].entrada["asistentes"] == 6
    assert decision.llamadas[0].entrada["inicio"] == "2026-07-21T09:00:00+02:00"


def test_una_hora_que_no_existe_se_dice_en_vez_de_inventarla() -> None:
    decision = decidir(lectura("reserva la sala Norte el 28 de marzo de 2:15 a 3:15 para 4", tools=[RESERVA]))
    assert isinstance(decision, Pregunta)
    assert "no existe" in decision.texto


def test_la_descripcion_del_campo_decide_el_formato() -> None:
    suelto = herramienta(
        "get_order_status",
        PEDIDO["description"],
        {"order_id": {"type": "string", "description": "Código del pedido, tal como lo dijo"}},
    )
    decision = decidir(lectura("¿dónde está mi pedido AB-4521?", tools=[suelto]))
    estricta = decidir(lectura("¿dónde está mi pedido AB-4521?", tools=[PEDIDO]))
    assert isinstance(decision, Llamadas)
    assert isinstance(estricta, Llamadas)
    assert decision.llamadas[0].entrada == {"order_id": "AB-4521"}
    assert estricta.llamadas[0].entrada == {"order_id": "4521"}
