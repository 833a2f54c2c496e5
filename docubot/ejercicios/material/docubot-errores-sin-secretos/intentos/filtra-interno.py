import re

from docubot.errores import ErrorDeHerramienta


def mensaje_para_el_modelo(error):
    if isinstance(error, ErrorDeHerramienta):
        return error.mensaje
    limpio = re.sub(r"nub_\w+", "***", str(error))
    return f"La consulta falló: {limpio}"
