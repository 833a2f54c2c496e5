from datetime import date

from docubot.errores import ErrorDeHerramienta


def validar(entrada, proyectos, hoy):
    for campo in ("proyecto", "desde", "hasta"):
        if not isinstance(entrada.get(campo), str) or not entrada[campo].strip():
            raise ErrorDeHerramienta(f"«{campo}» tiene que ser un texto. Proyectos: {', '.join(proyectos)}.")
    return {
        "proyecto": entrada["proyecto"].strip().title(),
        "desde": date.fromisoformat(entrada["desde"]),
        "hasta": date.fromisoformat(entrada["hasta"]),
    }
