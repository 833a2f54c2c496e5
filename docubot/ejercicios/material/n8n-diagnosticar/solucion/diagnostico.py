import json
import os
from urllib.request import urlopen

HERRAMIENTA = {
    "name": "get_order_status",
    "description": "Usa esta herramienta cuando el cliente dé un número de pedido y pregunte por su estado o su fecha de entrega.",
    "input_schema": {
        "type": "object",
        "properties": {
            "order_id": {
                "type": "string",
                "description": "Número de pedido que dijo el cliente, solo dígitos, sin el símbolo #",
            }
        },
        "required": ["order_id"],
    },
}


def get_order_status(order_id):
    with urlopen(f"{os.environ['TIENDA_URL']}/v2/orders/{order_id}/status") as respuesta:
        return json.load(respuesta)


DIAGNOSTICO = "ejecucion"
