from docubot.errores import ErrorDeHerramienta


def responder_a(content, ejecutar):
    resultados = []
    for pedido in content:
        if pedido["type"] != "tool_use":
            continue
        resultado = {"type": "tool_result", "tool_use_id": pedido["id"]}
        try:
            resultado["content"] = ejecutar(pedido["name"], pedido["input"])
        except ErrorDeHerramienta as error:
            resultado |= {"content": error.mensaje, "is_error": True}
        resultados.append(resultado)
        break
    return {"role": "user", "content": resultados}
