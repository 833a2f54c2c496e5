def revisar(mensaje, pedido):
    if not pedido.get("order_id"):
        return "¿Me dices tu número de pedido?"
    return None


PARA_REEMBOLSOS = "prudente"
