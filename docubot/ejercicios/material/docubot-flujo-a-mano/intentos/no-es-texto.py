import json
import os
from urllib.parse import quote
from urllib.request import urlopen

import anthropic

MODELO = "claude-sonnet-5-5"
HERRAMIENTAS = [
    {
        "name": "consultar_proyecto",
        "description": "Consulta los datos vivos de un proyecto: estado y tareas abiertas. Úsala cuando pregunten cómo va "
        "un proyecto o cuántas tareas tiene: «¿cómo va Atlas?», «¿cuántas tareas abiertas tiene Boreal?».",
        "input_schema": {
            "type": "object",
            "properties": {"nombre": {"type": "string", "description": "Nombre del proyecto. Ejemplo: Atlas"}},
            "required": ["nombre"],
        },
    }
]


def consultar_proyecto(nombre):
    with urlopen(f"{os.environ['NUBELIA_URL']}/v1/proyectos/{quote(nombre, safe='')}") as respuesta:
        return json.load(respuesta)


def responder(pregunta):
    cliente = anthropic.Anthropic()
    mensajes = [{"role": "user", "content": pregunta}]
    respuesta = cliente.messages.create(model=MODELO, max_tokens=1024, tools=HERRAMIENTAS, messages=mensajes)
    pedido = next(bloque for bloque in respuesta.content if bloque.type == "tool_use")
    dato = consultar_proyecto(**pedido.input)
    mensajes.append({"role": "assistant", "content": respuesta.content})
    mensajes.append(
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": pedido.id, "content": dato}
            ],
        }
    )
    final = cliente.messages.create(model=MODELO, max_tokens=1024, tools=HERRAMIENTAS, messages=mensajes)
    return "".join(bloque.text for bloque in final.content if bloque.type == "text")
