import re


def revisar(mensaje, pedido):
    if re.search(pedido["order_id"], mensaje):
        return None
    return "¿Me dices tu número de pedido?"


PARA_REEMBOLSOS = "prudente"
