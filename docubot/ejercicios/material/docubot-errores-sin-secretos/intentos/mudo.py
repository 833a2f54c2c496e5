from docubot.errores import ErrorDeHerramienta


def mensaje_para_el_modelo(error):
    if isinstance(error, ErrorDeHerramienta):
        return error.mensaje
    return "Ha ocurrido un error."
