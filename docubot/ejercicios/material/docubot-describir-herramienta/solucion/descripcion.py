from typing import Annotated

from docubot.registro import Registro

registro = Registro()


@registro.herramienta
def consultar_proyecto(contexto, nombre: Annotated[str, "Nombre del proyecto. Ejemplo: Atlas"]):
    """Consulta en la API los datos vivos de UN proyecto por su nombre: estado, tareas, responsable y fecha de entrega.

    Úsala cuando pregunten cómo va un proyecto: «¿cómo va Atlas?», «how many open tasks in Atlas?», «¿quién lleva Boreal?».
    No la uses para preguntas sobre cómo se hace algo en Nubelia (archivar, exportar, compartir), sus planes, límites,
    precios o errores, ni para saludos: eso está en la documentación.
    Devuelve el estado, las tareas abiertas, el responsable y la fecha de entrega.
    """
    proyecto = contexto.nubelia().obtener_proyecto(nombre)
    return {
        "nombre": proyecto.nombre,
        "estado": proyecto.estado,
        "tareas_abiertas": proyecto.tareas_abiertas,
        "responsable": proyecto.responsable,
        "fecha_entrega": proyecto.fecha_entrega,
    }
