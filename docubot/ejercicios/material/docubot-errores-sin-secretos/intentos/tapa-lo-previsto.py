from docubot.errores import ErrorDeHerramienta


def mensaje_para_el_modelo(error):
    if isinstance(error, ErrorDeHerramienta):
        return "No se encontró lo que se pedía."
    if isinstance(error, TimeoutError):
        return "Nubelia no respondió a tiempo. Prueba otra vez dentro de un momento."
    if isinstance(error, PermissionError):
        return "La cuenta no tiene permiso para consultar esto. Pídeselo a quien administra la organización."
    if isinstance(error, ConnectionError):
        return "No se puede conectar con Nubelia ahora mismo. Prueba más tarde."
    return "La consulta no se pudo completar por un fallo interno. Prueba más tarde o avisa a soporte."
