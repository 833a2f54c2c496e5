from typing import Annotated

from docubot.registro import Registro

registro = Registro()


@registro.herramienta
def consultar_proyecto(contexto, nombre: Annotated[str, "Nombre del proyecto. Ejemplo: Atlas"]):
    """Consulta el estado de un proyecto. Úsala solo cuando pregunten por el estado de un proyecto."""
    proyecto = contexto.nubelia().obtener_proyecto(nombre)
    return {
        "nombre": proyecto.nombre,
        "estado": proyecto.estado,
        "tareas_abiertas": proyecto.tareas_abiertas,
        "responsable": proyecto.responsable,
        "fecha_entrega": proyecto.fecha_entrega,
    }
