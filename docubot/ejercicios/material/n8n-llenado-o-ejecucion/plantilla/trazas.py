TRAZAS = {
    1: {
        "cliente": "¿Dónde está mi pedido # 4521?",
        "entrada": {"order_id": "4521"},
        "respuesta": (404, {"error": "no route GET /order/4521"}),
        "agente": "No encuentro ningún pedido con ese número.",
    },
    2: {
        "cliente": "¿Tienen habitación del 13 al 16 de noviembre para dos?",
        "entrada": {"check_in": "13/11", "check_out": "16/11", "guests": 2},
        "respuesta": (400, {"error": "check_in: invalid date"}),
        "agente": "El sistema de reservas no está disponible.",
    },
    3: {
        "cliente": "¿Cuándo llega el pedido 88?",
        "entrada": {"order_id": "88"},
        "respuesta": (401, {"error": "invalid credentials"}),
        "agente": "No tengo información de ese pedido.",
    },
    4: {
        "cliente": "Somos dos adultos y un niño, del 13 al 16 de noviembre. ¿Hay habitación?",
        "entrada": {"check_in": "2026-11-13", "check_out": "2026-11-16", "guests": 2},
        "respuesta": (200, {"available": True, "room": "doble"}),
        "agente": "Sí, tenemos una habitación doble.",
    },
    5: {
        "cliente": "¿Cómo va mi pedido 4521?",
        "entrada": {"order_id": "4521"},
        "respuesta": (200, {"order_id": "4512", "status": "delivered"}),
        "agente": "Tu pedido ya está entregado.",
    },
    6: {
        "cliente": "¿Cuándo llega mi pedido?",
        "entrada": {"order_id": "1"},
        "respuesta": (404, {"error": "order 1 not found"}),
        "agente": "No existe el pedido 1.",
    },
}

# "llenado" o "ejecucion"
RESPUESTAS = {1: ..., 2: ..., 3: ..., 4: ..., 5: ..., 6: ...}
