from typing import Annotated

from docubot.registro import Registro

registro = Registro()


@registro.herramienta
def consultar_proyecto(contexto, nombre: Annotated[str, "Nombre del proyecto. Ejemplo: Atlas"]):
    """Consulta los datos vivos de un proyecto: su estado y sus tareas abiertas.

    Úsala cuando nombren un proyecto: «¿cómo va Atlas?», «¿cuántas tareas tiene Boreal?».
    No la uses para preguntas sobre cómo funciona Nubelia, sus planes o sus precios.
    """
    proyecto = contexto.nubelia().obtener_proyecto(nombre)
    return {"nombre": proyecto.nombre, "estado": proyecto.estado, "tareas_abiertas": proyecto.tareas_abiertas}


@registro.herramienta
def buscar_documentacion(
    contexto,
    consulta: Annotated[str, "Lo que se quiere saber"],
    coleccion: Annotated[str, "La colección donde buscar"],
):
    """Busca en la documentación de Nubelia los pasajes que responden a una consulta.

    Úsala para cómo funciona el producto: límites y precios de los planes, facturación, códigos de error, pasos, plazos:
    «¿cuánto cuesta el plan Equipo?», «¿qué significa FACT-203?», «how do I recover a deleted task?».
    No la uses para los datos vivos de un proyecto (su estado, sus tareas), ni para saludos.
    Devuelve los pasajes con su fuente, o dice que la documentación no trata de eso.
    """
    pasajes = contexto.recuperador().buscar(consulta, k=3)
    return pasajes or f"La documentación no contiene nada sobre «{consulta}»."
