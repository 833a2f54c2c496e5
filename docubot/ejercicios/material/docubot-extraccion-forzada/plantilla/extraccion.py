import json  # noqa: F401

CATEGORIAS = ["proyectos", "facturacion", "planes", "integraciones", "cuenta", "otro"]

EXTRAER = {
    "name": "extraer_consulta",
    "description": "Clasifica una consulta sobre Nubelia y saca el proyecto que nombra.",
    "input_schema": {
        "type": "object",
        "properties": {},
        "required": [],
    },
}


def leer(content):
    raise NotImplementedError


def limpiar_json(texto):
    raise NotImplementedError
