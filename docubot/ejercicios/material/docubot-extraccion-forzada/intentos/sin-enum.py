import json

CATEGORIAS = ["proyectos", "facturacion", "planes", "integraciones", "cuenta", "otro"]

EXTRAER = {
    "name": "extraer_consulta",
    "description": "Clasifica una consulta sobre Nubelia y saca el proyecto que nombra.",
    "input_schema": {
        "type": "object",
        "properties": {
            "categoria": {"type": "string", "description": "La categoría de la consulta"},
            "proyecto": {"type": "string", "description": "El proyecto que nombra, si nombra alguno"},
        },
        "required": ["categoria"],
    },
}


def leer(content):
    return next(bloque for bloque in content if bloque["type"] == "tool_use")["input"]


def limpiar_json(texto):
    lector = json.JSONDecoder()
    inicio = texto.find("{")
    while inicio >= 0:
        try:
            return lector.raw_decode(texto, inicio)[0]
        except json.JSONDecodeError:
            inicio = texto.find("{", inicio + 1)
    raise ValueError("no hay ningún objeto JSON en el texto")
