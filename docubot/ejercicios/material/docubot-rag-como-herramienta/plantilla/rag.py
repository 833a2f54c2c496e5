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


# Lo que había: se busca siempre / what there was: it always searches
def pipeline(contexto, pregunta):
    pasajes = contexto.recuperador().buscar(pregunta, k=3)
    documentacion = "\n\n".join(f"{p.titulo} ({p.fuente})\n{p.texto}" for p in pasajes)
    return f"<documentacion>\n{documentacion}\n</documentacion>\n\nPregunta: {pregunta}"
