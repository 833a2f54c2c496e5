def responder_a(content, ejecutar):
    pedidos = [bloque for bloque in content if bloque["type"] == "tool_use"]
    return {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": p["id"], "content": ejecutar(p["name"], p["input"])} for p in pedidos
        ],
    }
