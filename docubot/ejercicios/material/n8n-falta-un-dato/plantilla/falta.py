def revisar(mensaje, pedido):
    # pedido: {"order_id": "4521"}
    return None


PARA_REEMBOLSOS = ...
