from typing import Annotated

from docubot.registro import Registro

registro = Registro()


@registro.herramienta
def consultar_proyecto(contexto, nombre: Annotated[str, "Nombre del proyecto, sin la palabra «proyecto». Ejemplo: Atlas"]):
    """Consulta los datos vivos de UN proyecto de la persona, por su nombre.

    Úsala cuando nombren un proyecto: «¿cómo va Atlas?», «¿cuántas tareas tiene Boreal?», «how is Cierzo going?».
    No la uses si no se nombra ningún proyecto.
    Devuelve su nombre, su estado y cuántas tareas abiertas tiene.
    """
    proyecto = contexto.nubelia().obtener_proyecto(nombre)
    return {"nombre": proyecto.nombre, "estado": proyecto.estado, "tareas_abiertas": proyecto.tareas_abiertas}


@registro.herramienta
def listar_proyectos(contexto):
    """Lista todos los proyectos de la persona. Úsala para «¿qué proyectos tengo?». No la uses si nombran uno concreto."""
    return [p.nombre for p in contexto.nubelia().listar_proyectos()]
