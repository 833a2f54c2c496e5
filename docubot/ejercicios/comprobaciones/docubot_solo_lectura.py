"""Todo lo que un modelo engañado podría rellenar, y lo que llega a la API."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import Any, Final

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo.api import ApiLocal, Pedido
from docubot.ejercicios.veredicto import Fallo
from docubot.registro import Registro

TOKENS: Final = {"token_lectura": "nub_curso_lectura", "token_escritura": "nub_curso_escritura"}
NOMBRES_RAROS: Final = ("../organizacion", "Atlas?borrar=si", "Atlas/../../usuarios", "Atlas/tareas", "Atlas#x")
METODOS: Final = ("DELETE", "PATCH", "delete", "POST", "PUT")
_RUTA: Final = re.compile(r"/v1/proyectos/[^/?#]+")


def comprobar(alumno: Alumno) -> None:
    """Los campos de más, el token y los nombres raros."""
    registro = alumno.pieza("registro", Registro)
    alumno.exige("consultar_proyecto" in registro, "falta-nombre", nombre="consultar_proyecto")
    with ApiLocal(alumno, lambda pedido: (200, {"nombre": "Atlas", "estado": "activo"})) as api:
        os.environ["NUBELIA_URL"] = api.url
        _campos_de_mas(alumno, registro, api)
        alumno.llamar(registro.ejecutar, "consultar_proyecto", {"nombre": "Atlas"}, TOKENS)
        bien = bool(api.pedidos) and api.pedidos[-1].metodo == "GET" and api.pedidos[-1].ruta == "/v1/proyectos/Atlas"
        alumno.exige(bien, "no-consulta", llego=_contado(api.pedidos[-1]) if api.pedidos else "—")
        alumno.exige(api.pedidos[-1].token == TOKENS["token_lectura"], "token-de-escritura")
        _nombres_raros(alumno, registro, api)


def _campos_de_mas(alumno: Alumno, registro: Registro, api: ApiLocal) -> None:
    """Si el esquema tiene otro campo, se prueba a escribir con él."""
    todos = list(registro.obtener("consultar_proyecto").esquema["properties"])
    alumno.exige("nombre" in todos, "falta-nombre", nombre="nombre")
    campos = [c for c in todos if c != "nombre"]
    for campo in campos:
        for metodo in METODOS:
            _ejecutar(alumno, registro, {"nombre": "Atlas", campo: metodo})
            escrita = next((p for p in api.pedidos if p.metodo.upper() != "GET"), None)
            if escrita is not None:
                clave = "metodo-expuesto" if metodo == "DELETE" else "filtro-de-palabras"
                alumno.exige(False, clave, campo=campo, valor=metodo, llego=_contado(escrita))
    alumno.exige(not campos, "metodo-expuesto", campo=", ".join(campos), llego="—")


def _nombres_raros(alumno: Alumno, registro: Registro, api: ApiLocal) -> None:
    for nombre in NOMBRES_RAROS:
        antes = len(api.pedidos)
        _ejecutar(alumno, registro, {"nombre": nombre})
        for pedido in api.pedidos[antes:]:
            alumno.exige(_RUTA.fullmatch(pedido.ruta), "ruta-abierta", nombre=nombre, llego=_contado(pedido))


def _ejecutar(alumno: Alumno, registro: Registro, entrada: dict[str, Any]) -> None:
    """Rechazar una entrada rara, con la excepción que sea, es una respuesta válida."""
    with suppress(Fallo):
        alumno.llamar(registro.ejecutar, "consultar_proyecto", entrada, TOKENS)


def _contado(pedido: Pedido) -> str:
    return f"{pedido.metodo} {pedido.ruta}"
