import re


def revisar(mensaje, pedido):
    if f"pedido {pedido['order_id']}" in mensaje:
        return None
    return "¿Me dices tu número de pedido?"


PARA_REEMBOLSOS = "prudente"
