from typing import Annotated

from docubot.errores import ErrorDeHerramienta
from docubot.registro import Registro

registro = Registro()


@registro.herramienta
def consultar_proyecto(contexto, nombre: Annotated[str, "Nombre del proyecto. Ejemplo: Atlas"]):
    """Consulta los datos vivos de un proyecto: su estado y cuántas tareas abiertas tiene.

    Úsala cuando nombren un proyecto: «¿cómo va Atlas?», «¿cuántas tareas tiene Boreal?».
    """
    proyectos = contexto.nubelia().listar_proyectos()
    for proyecto in proyectos:
        if proyecto.nombre.lower() == nombre.strip().lower():
            return {"nombre": proyecto.nombre, "estado": proyecto.estado, "tareas_abiertas": proyecto.tareas_abiertas}
    raise ErrorDeHerramienta("error")


# ¿La respuesta final ofrece proyectos concretos? / Does the final answer offer actual projects?
CON_ERROR_POBRE = ...
CON_ERROR_RICO = ...
