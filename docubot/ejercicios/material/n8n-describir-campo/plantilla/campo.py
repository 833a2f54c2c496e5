HERRAMIENTA = {
    "name": "get_order_status",
    "description": "Usa esta herramienta cuando el cliente dé un número de pedido y pregunte por su estado o su fecha de entrega.",
    "input_schema": {
        "type": "object",
        "properties": {"order_id": {"type": "string", "description": "Número de pedido"}},
        "required": ["order_id"],
    },
}
