from datetime import date  # noqa: F401

from docubot.errores import ErrorDeHerramienta  # noqa: F401


def validar(entrada, proyectos, hoy):
    # {"proyecto": str, "desde": date, "hasta": date}
    return entrada
