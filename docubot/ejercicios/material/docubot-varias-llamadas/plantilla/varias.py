from docubot.errores import ErrorDeHerramienta  # noqa: F401


def responder_a(content, ejecutar):
    pedido = next(bloque for bloque in content if bloque["type"] == "tool_use")
    texto = ejecutar(pedido["name"], pedido["input"])
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": pedido["id"], "content": texto}]}
