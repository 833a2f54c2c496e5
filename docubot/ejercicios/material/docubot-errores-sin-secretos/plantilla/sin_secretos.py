from docubot.errores import ErrorDeHerramienta  # noqa: F401


def mensaje_para_el_modelo(error):
    return f"{type(error).__name__}: {error}"
