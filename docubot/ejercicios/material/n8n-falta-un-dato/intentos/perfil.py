import re


def revisar(mensaje, pedido):
    if pedido["order_id"] in re.findall(r"\d+", mensaje):
        return None
    return "¿Me dices tu número de pedido?"


PARA_REEMBOLSOS = "impulsivo"
