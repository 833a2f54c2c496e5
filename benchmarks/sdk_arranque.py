"""Cuánta CPU gasta una pregunta por el SDK real, frente a un guion mínimo en streaming sobre el mismo SDK.

Un servidor instantáneo (el simulador, en este proceso) contesta a todos. Cada vuelta lanza los procesos por turnos y se
miden sus segundos de CPU (usuario + sistema); se comparan las medianas. Uso: ``python benchmarks/sdk_arranque.py [N]``.
El tope es 1,4 veces el guion mínimo para `docubot preguntar --proveedor claude`.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass

from docubot.servidores.simulador.servidor import SimuladorEnHilo
from docubot.tipos import Fragmento, Peticion, Respuesta, Uso

TOPE = 1.4
PREGUNTA = "¿qué proyectos tengo?"
MINIMO = """
import anthropic
cliente = anthropic.Anthropic(max_retries=0)
mensajes = [{"role": "user", "content": "hola"}]
with cliente.messages.stream(model="claude-sonnet-5-5", max_tokens=1024, messages=mensajes) as corriente:
    for trozo in corriente.text_stream:
        print(trozo, end="", flush=True)
    corriente.get_final_message()
"""
MODELO = """
import os
from docubot.modelos.claude import ModeloClaude
from docubot.tipos import Fragmento, Peticion
modelo = ModeloClaude(clave=os.environ["ANTHROPIC_API_KEY"], base_url=os.environ["ANTHROPIC_BASE_URL"])
for trozo in modelo.responder(Peticion("", [{"role": "user", "content": "hola"}])):
    if isinstance(trozo, Fragmento):
        print(trozo.texto, end="", flush=True)
"""
ORDENES = {
    "guion mínimo sobre el SDK": [sys.executable, "-c", MINIMO],
    "docubot.modelos.claude": [sys.executable, "-c", MODELO],
    "docubot preguntar": [sys.executable, "-m", "docubot", "preguntar", "--proveedor", "claude", PREGUNTA],
}


@dataclass(frozen=True)
class Instantaneo:
    """Contesta lo mismo a todo, al momento."""

    proveedor: str = "instantaneo"
    nombre: str = "instantaneo"

    def responder(self, peticion: Peticion) -> Iterator[Fragmento | Respuesta]:
        yield Respuesta([{"type": "text", "text": "Tienes tres proyectos."}], "end_turn", Uso(10, 5), self.nombre)


def cpu(orden: list[str], entorno: dict[str, str]) -> float | None:
    """Los segundos de CPU del proceso; `None` si acabó mal."""
    proceso = subprocess.Popen(orden, env=entorno, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, estado, uso = os.wait4(proceso.pid, 0)
    proceso.returncode = os.waitstatus_to_exitcode(estado)
    return uso.ru_utime + uso.ru_stime if proceso.returncode == 0 else None


def medir(vueltas: int) -> dict[str, list[float]]:
    """Los segundos de cada orden en cada vuelta, con una vuelta previa que no cuenta."""
    medidas: dict[str, list[float]] = {nombre: [] for nombre in ORDENES}
    with SimuladorEnHilo(Instantaneo()) as servidor, tempfile.TemporaryDirectory() as datos:
        propio = {"ANTHROPIC_BASE_URL": servidor.url, "ANTHROPIC_API_KEY": "sk-prueba", "DOCUBOT_DATOS": datos}
        entorno = {**os.environ, **propio}
        for vuelta in range(vueltas + 1):
            for nombre, orden in ORDENES.items():
                segundos = cpu(orden, entorno)
                if vuelta and segundos is not None:
                    medidas[nombre].append(segundos)
    return medidas


def principal() -> int:
    medidas = medir(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
    base = statistics.median(medidas["guion mínimo sobre el SDK"])
    filas = {
        nombre: {"cpu_s": round(statistics.median(s), 3), "veces": round(statistics.median(s) / base, 3), "n": len(s)}
        for nombre, s in medidas.items()
        if s
    }
    print(json.dumps(filas, ensure_ascii=False, indent=2))
    medido = filas.get("docubot preguntar")
    if medido is None:
        print("«docubot preguntar» no acabó bien: no hay medida.", file=sys.stderr)
        return 1
    return 0 if medido["veces"] <= TOPE else 1


if __name__ == "__main__":
    raise SystemExit(principal())
