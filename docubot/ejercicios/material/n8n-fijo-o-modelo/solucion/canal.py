from docubot.ejercicios.nodo import desde_ia

NODO = {
    "name": "send_message",
    "description": "Envía un mensaje al equipo. Úsala cuando el cliente pida avisar, enviar o mandar algo.",
    "campos": {
        "message": desde_ia("message", "Texto del mensaje que hay que enviar"),
        "channel": "#soporte",
        "base_url": "https://chat.tienda.example",
    },
}

POR_QUE = "b"
