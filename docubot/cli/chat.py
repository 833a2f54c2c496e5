"""`docubot chat`: una conversación en el terminal."""

from __future__ import annotations

from docubot.cli.comun import Coleccion, IdiomaOpcion, NombreModelo, Proveedor


def chat(
    proveedor: Proveedor = None, modelo: NombreModelo = None, coleccion: Coleccion = None, idioma: IdiomaOpcion = None
) -> None:
    """Conversa: cada pregunta recuerda las anteriores. Se sale con /salir o Ctrl-D."""
    import sys

    from docubot import agente, armado, configuracion
    from docubot.errores import ErrorDocuBot
    from docubot.presentacion import respuesta
    from docubot.presentacion.consola import decir

    ajustes = configuracion.cargar({"proveedor": proveedor, "modelo": modelo, "coleccion": coleccion, "idioma": idioma})
    equipo = armado.armar_equipo(ajustes, respuesta.contar)
    conversacion = armado.nueva_conversacion(ajustes)
    decir(f"DocuBot · {equipo.modelo.nombre}. Escribe tu pregunta; /salir para terminar.")
    for renglon in iter(sys.stdin.readline, ""):
        pregunta = renglon.strip()
        if pregunta == "/salir":
            break
        if pregunta:
            try:
                respuesta.mostrar(agente.responder(pregunta, equipo, conversacion))
            except ErrorDocuBot as error:
                decir(error.mensaje)
