import anthropic

MODELO = "claude-sonnet-5-5"
HERRAMIENTAS = [
    {
        "name": "consultar_proyecto",
        "description": "Consulta los datos vivos de un proyecto de Nubelia por su nombre.",
        "input_schema": {
            "type": "object",
            "properties": {"nombre": {"type": "string", "description": "Nombre del proyecto"}},
            "required": ["nombre"],
        },
    }
]


def llamar(cliente, mensajes):
    return cliente.messages.create(
        model=MODELO, max_tokens=1024, tools=HERRAMIENTAS, tool_choice={"type": "any"}, messages=mensajes
    )


def texto_de(respuesta):
    return "".join(bloque.text for bloque in respuesta.content if bloque.type == "text")


def responder(pregunta):
    cliente = anthropic.Anthropic()
    mensajes = [{"role": "user", "content": pregunta}]
    respuesta = llamar(cliente, mensajes)
    pedido = next(bloque for bloque in respuesta.content if bloque.type == "tool_use")
    resultado = {"type": "tool_result", "tool_use_id": pedido.id, "content": '{"estado": "activo"}'}
    mensajes.append({"role": "assistant", "content": respuesta.content})
    mensajes.append({"role": "user", "content": [resultado]})
    return texto_de(llamar(cliente, mensajes))
