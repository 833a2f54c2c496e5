HERRAMIENTA = {
    "name": "check_room_availability",
    "description": "Usa esta herramienta cuando el cliente pregunte si hay habitaciones libres en unas fechas.",
    "input_schema": {
        "type": "object",
        "properties": {
            "check_in": {"type": "string", "description": "Fecha de entrada, formato ISO YYYY-MM-DD"},
            "check_out": {"type": "string", "description": "Fecha de salida, formato ISO YYYY-MM-DD"},
            "guests": {"type": "number", "description": "Número de huéspedes"},
        },
        "required": ["check_in", "check_out", "guests"],
    },
}

PREDICCION_1 = {"check_in": "2026-11-13", "check_out": "2026-11-16", "guests": 2}
PREDICCION_2 = {
    "name": "check_room_availability",
    "input": {"check_in": "2026-12-30", "check_out": "2027-01-02", "guests": 2},
}
