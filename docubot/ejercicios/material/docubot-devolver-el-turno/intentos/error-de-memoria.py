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


def llamar(cliente, mensajes):
    return cliente.messages.create(model=MODELO, max_tokens=1024, tools=HERRAMIENTAS, messages=mensajes)


def resultado_de(respuesta):
    pedido = next(bloque for bloque in respuesta.content if bloque.type == "tool_use")
    dato = '{"nombre": "Atlas", "estado": "activo", "tareas_abiertas": 42}'
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": pedido.id, "content": dato}]}


def responder(pregunta):
    cliente = anthropic.Anthropic()
    mensajes = [{"role": "user", "content": pregunta}]
    respuesta = llamar(cliente, mensajes)
    mensajes.append({"role": "assistant", "content": respuesta.content})
    mensajes.append(resultado_de(respuesta))
    final = llamar(cliente, mensajes)
    return "".join(bloque.text for bloque in final.content if bloque.type == "text")


def error_sin_turno(pregunta):
    return 400, "invalid_request_error"
