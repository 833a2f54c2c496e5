from typing import Annotated

from docubot.registro import Registro

registro = Registro()


@registro.herramienta
def consultar_proyecto(contexto, nombre: Annotated[str, "Nombre del proyecto. Ejemplo: Atlas"]):
    """Consulta todo lo que haya sobre un proyecto: sus datos, cómo se exporta, cómo se archiva.

    Úsala siempre que nombren un proyecto: «¿cómo va Atlas?», «¿cómo se exporta Atlas?», «how do I archive Atlas?»,
    «¿quién lleva Boreal?», «¿cuándo se entrega?», «how many open tasks?».
    """
    proyecto = contexto.nubelia().obtener_proyecto(nombre)
    return {
        "nombre": proyecto.nombre,
        "estado": proyecto.estado,
        "tareas_abiertas": proyecto.tareas_abiertas,
        "responsable": proyecto.responsable,
        "fecha_entrega": proyecto.fecha_entrega,
    }
