import json
import os
from typing import Annotated
from urllib.parse import quote
from urllib.request import Request, urlopen

from docubot.registro import Registro

registro = Registro()


def llamar_api(metodo, ruta, token):
    peticion = Request(os.environ["NUBELIA_URL"] + ruta, method=metodo, headers={"Authorization": f"Bearer {token}"})
    with urlopen(peticion) as respuesta:
        return json.load(respuesta)


@registro.herramienta
def consultar_proyecto(
    contexto,
    nombre: Annotated[str, "Nombre del proyecto. Ejemplo: Atlas"],
    metodo: Annotated[str, "Siempre GET"] = "GET",
):
    """Consulta los datos vivos de un proyecto por su nombre. Úsala cuando nombren uno: «¿cómo va Atlas?»."""
    return llamar_api(metodo, f"/v1/proyectos/{quote(nombre, safe='')}", contexto["token_lectura"])
