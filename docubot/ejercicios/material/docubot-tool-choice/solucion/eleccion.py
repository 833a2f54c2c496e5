MODELO = "claude-sonnet-5-5"
HERRAMIENTAS = [
    {
        "name": "consultar_proyecto",
        "description": "Consulta los datos vivos de un proyecto por su nombre. Úsala cuando nombren uno: «¿cómo va Atlas?».",
        "input_schema": {
            "type": "object",
            "properties": {"nombre": {"type": "string", "description": "Nombre del proyecto. Ejemplo: Atlas"}},
            "required": ["nombre"],
        },
    },
    {
        "name": "extraer_consulta",
        "description": "Clasifica una consulta y saca el proyecto que nombra.",
        "input_schema": {
            "type": "object",
            "properties": {
                "categoria": {
                    "type": "string",
                    "enum": ["proyectos", "facturacion", "planes", "integraciones", "cuenta", "otro"],
                    "description": "La categoría de la consulta",
                },
                "proyecto": {"type": "string", "description": "El proyecto que nombra, si nombra alguno"},
            },
            "required": ["categoria"],
        },
    },
]

ELECCION = {
    "decide": {"type": "auto"},
    "obliga": {"type": "any"},
    "extrae": {"type": "tool", "name": "extraer_consulta"},
    "cierra": {"type": "none"},
}


def preguntar(cliente, mensajes, situacion):
    return cliente.messages.create(
        model=MODELO,
        max_tokens=1024,
        tools=HERRAMIENTAS,
        tool_choice=ELECCION[situacion],
        messages=mensajes,
    )
