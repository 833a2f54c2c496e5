def texto_de(respuesta):
    return "".join(bloque["text"] for bloque in respuesta.content if bloque["type"] == "text")


def resultados_de(respuesta, ejecutar):
    return [
        {"type": "tool_result", "tool_use_id": bloque["id"], "content": ejecutar(bloque["name"], bloque["input"])}
        for bloque in respuesta.content
        if bloque["type"] == "tool_use"
    ]


def responder(pregunta, llamar, ejecutar, max_pasos=6):
    mensajes = [{"role": "user", "content": pregunta}]
    for _ in range(max_pasos):
        respuesta = llamar(mensajes)
        if respuesta.stop_reason != "tool_use":
            return texto_de(respuesta)
        mensajes = [
            {"role": "user", "content": pregunta},
            {"role": "assistant", "content": respuesta.content},
            {"role": "user", "content": resultados_de(respuesta, ejecutar)},
        ]
    return "No he terminado a tiempo: se agotaron los pasos de esta pregunta."
