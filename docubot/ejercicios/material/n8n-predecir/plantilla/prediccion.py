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

PREDICCION_1 = ...
PREDICCION_2 = ...
