"""Dos llamadas, la consulta de verdad entre ellas y el resultado unido a lo pedido por su id."""

from __future__ import annotations

import os
import random
from typing import Any, Final

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo.api import ApiLocal, Pedido
from docubot.ejercicios.apoyo.simulador import Simulado, simulador
from docubot.ejercicios.veredicto import Fallo
from docubot.tipos import Mensaje

PREGUNTA: Final = "¿cuántas tareas abiertas tiene ahora mismo mi proyecto Atlas?"


def comprobar(alumno: Alumno) -> None:
    """Pregunta por un dato que cambia cada vez y sigue su camino."""
    dato = random.randint(51, 97)

    def contestar(pedido: Pedido) -> tuple[int, Any]:
        if pedido.camino.casefold() == "/v1/proyectos/atlas":
            return 200, {"nombre": "Atlas", "estado": "activo", "tareas_abiertas": dato}
        return 404, {"title": "No existe"}

    responder = alumno.funcion("responder")
    with ApiLocal(alumno, contestar) as api, simulador(alumno) as simulado:
        os.environ["NUBELIA_URL"] = api.url
        try:
            texto = simulado.llamar(responder, PREGUNTA)
        except Fallo:
            _exigir_texto(alumno, simulado)
            raise
        alumno.exige(api.pedidos, "sin-ejecutar", texto=texto)
        _exigir_flujo(alumno, simulado, texto, dato)


def _exigir_flujo(alumno: Alumno, simulado: Simulado, texto: Any, dato: int) -> None:
    recibidos = simulado.recibidos
    alumno.exige(len(recibidos) >= 2, "sin-segunda", n=len(recibidos), texto=texto)
    ultimo = recibidos[-1].mensajes[-1]
    resultados = bloques_de(ultimo, "tool_result")
    alumno.exige(resultados, "resultado-como-texto", llevaba=ultimo)
    alumno.exige(str(dato) in str(resultados), "otro-dato", dato=dato, llevaba=resultados)
    final: list[dict[str, Any]] = next(
        (e["content"] for e in reversed(alumno.traza) if e["tipo"] == "respuesta_modelo"), []
    )
    esperado = "".join(b.get("text", "") for b in final)
    alumno.exige(
        isinstance(texto, str) and texto.strip() == esperado.strip(),
        "no-devuelve-el-texto",
        final=esperado,
        texto=texto,
    )


def _exigir_texto(alumno: Alumno, simulado: Simulado) -> None:
    """La API rechaza un resultado que no es texto ni bloques: aquí se explica por qué, con lo que llevaba."""
    enviados = simulado.recibidos[-1].mensajes[-1] if simulado.recibidos else {}
    for contenido in (r.get("content") for r in bloques_de(enviados, "tool_result")):
        es_texto = isinstance(contenido, str | list)
        alumno.exige(es_texto, "no-es-texto", tipo=type(contenido).__name__, llevaba=contenido)


def bloques_de(mensaje: Mensaje, tipo: str) -> list[dict[str, Any]]:
    """Los bloques de un tipo en un mensaje."""
    contenido = mensaje.get("content")
    return (
        [b for b in contenido if isinstance(b, dict) and b.get("type") == tipo] if isinstance(contenido, list) else []
    )
