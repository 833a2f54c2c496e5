NODO = {
    "nombre": "get_order_status",
    "description": "Usa esta herramienta cuando el cliente dé un número de pedido y pregunte por su estado o su fecha de entrega. "
    "No la uses para preguntas sobre cambios o devoluciones.",
    "url": "https://api.tienda.example/orders/{{ $fromAI('order_id', 'Número de pedido que dijo el cliente, solo dígitos, "
    "sin el símbolo #', 'string') }}/status",
    "method": "GET",
    "credencial": "api-tienda-lectura",
}

HERRAMIENTA = {}
