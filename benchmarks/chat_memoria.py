"""Sesenta turnos de cuatro herramientas cada uno: ¿crece la memoria?, ¿se alargan los turnos?

    python benchmarks/chat_memoria.py

Por el mismo camino que `docubot chat` (sesión, diario, recorte, bucle, herramientas de verdad sobre la API y la
documentación incluidas), con un modelo guionizado. Compara los turnos 40 a 60 con los 10 a 20: la memoria residente
tiene que quedar dentro del 10 % y el tiempo, dentro de 1,3 veces. Sale con 1 si no. Una sola llamada por turno va a la
API: la de demostración admite 120 peticiones por minuto y a la que pasa le pide esperar.
"""

from __future__ import annotations

import contextlib
import io
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docubot.tipos import Fragmento, Peticion, Respuesta, Uso

TURNOS = 60
MAXIMO_MEMORIA = 1.10
MAXIMO_TIEMPO = 1.3
CONSULTAS = (
    "límite de tareas",
    "precio del plan Equipo",
    "códigos de error",
    "caducidad de los tokens",
    "reservar una sala",
)


class Guionizado:
    """Pide cuatro herramientas y, con sus resultados, contesta."""

    proveedor = "local"
    nombre = "guionizado"
    _numero = 0

    def responder(self, peticion: Peticion) -> Iterator[Fragmento | Respuesta]:
        """Cuatro llamadas tras una pregunta; un texto tras unos resultados."""
        self._numero += 1
        if isinstance(peticion.messages[-1]["content"], str):
            pedidas = (
                ("listar_proyectos", {}),
                *(
                    ("buscar_documentacion", {"consulta": CONSULTAS[(self._numero + i) % len(CONSULTAS)]})
                    for i in range(3)
                ),
            )
            contenido: list[dict[str, Any]] = [
                {"type": "tool_use", "id": f"t{self._numero}_{i}", "name": n, "input": e}
                for i, (n, e) in enumerate(pedidas)
            ]
            yield Respuesta(contenido, "tool_use", Uso(100, 50), self.nombre)
        else:
            yield Fragmento("Hecho [1].")
            yield Respuesta([{"type": "text", "text": "Hecho [1]."}], "end_turn", Uso(100, 5), self.nombre)


def residente() -> int:
    """La memoria residente, en bytes."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def medir() -> list[tuple[int, float]]:
    """La memoria al acabar cada turno y lo que duró."""
    from docubot import configuracion, modelos, sesiones
    from docubot.presentacion.chat.bucle import Estado
    from docubot.presentacion.chat.charla import Charla
    from docubot.presentacion.chat.motor import Motor
    from docubot.presentacion.chat.pantalla import Pantalla

    modelo = Guionizado()
    modelos.PROVEEDORES["local"] = lambda _: modelo
    ajustes = configuracion.cargar()
    medidas = []
    with sesiones.nueva(ajustes, "local", "guionizado") as sesion:
        charla = Charla(Motor(ajustes), sesion, Pantalla(), Estado())
        for turno in range(TURNOS):
            inicio = time.perf_counter()
            charla.preguntar(f"pregunta {turno}")
            assert charla.ultimo is not None, "un turno falló"
            assert charla.ultimo.llamadas_herramienta == 4
            medidas.append((residente(), time.perf_counter() - inicio))
    return medidas


def principal() -> int:
    """Mide y cuenta."""
    with tempfile.TemporaryDirectory() as datos:
        os.environ.update(DOCUBOT_DATOS=datos, DOCUBOT_HOY="2026-11-30", DOCUBOT_PROVEEDOR="local")
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            medidas = medir()
    antes, despues = medidas[10:20], medidas[40:60]
    memoria = [statistics.median(m for m, _ in tramo) for tramo in (antes, despues)]
    tiempo = [statistics.median(t for _, t in tramo) for tramo in (antes, despues)]
    crece, tarda = memoria[1] / memoria[0], tiempo[1] / tiempo[0]
    print(f"memoria: {memoria[0] / 1e6:.1f} MB (turnos 10-20), {memoria[1] / 1e6:.1f} MB (40-60), razón {crece:.3f}")
    print(f"tiempo:  {tiempo[0] * 1e3:.0f} ms (turnos 10-20), {tiempo[1] * 1e3:.0f} ms (40-60), razón {tarda:.2f}")
    return 0 if crece <= MAXIMO_MEMORIA and tarda <= MAXIMO_TIEMPO else 1


if __name__ == "__main__":
    sys.exit(principal())
