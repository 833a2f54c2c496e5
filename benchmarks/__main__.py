"""Lo que cuesta arrancar y preguntar, en segundos de CPU. `python -m benchmarks [vueltas] [--llm RUTA/bin/llm]`.

Con `--llm` se compara con `llm` 0.36 y llm-anthropic (instalados aparte) contra un servidor instantáneo en loopback.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Annotated, Any

from benchmarks.medir import cpu, medianas

PYTHON = sys.executable
PREGUNTA = "¿cuántas tareas tiene ahora mismo mi proyecto Atlas?"
MEZCLA = "¿mi proyecto Atlas supera el límite de tareas de mi plan?"

SUCESOS = (
    b'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant",'
    b'"model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}\n\n'
    b'event: content_block_start\ndata: {"type":"content_block_start","index":0,'
    b'"content_block":{"type":"text","text":""}}\n\n'
    b'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,'
    b'"delta":{"type":"text_delta","text":"Hola."}}\n\n'
    b'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n'
    b'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},'
    b'"usage":{"output_tokens":2}}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n'
)


class Instantaneo(BaseHTTPRequestHandler):
    """Contesta «Hola.» en streaming, al momento."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", 0)))
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(SUCESOS)))
        self.end_headers()
        self.wfile.write(SUCESOS)

    def log_message(self, format: str, *args: Any) -> None:
        """En silencio."""


def arranque(entorno: dict[str, str], vueltas: int) -> None:
    """`--help` y `--version` frente a los imports desnudos."""
    dados = medianas(
        {
            "import typer, rich.console, rich.markdown": [PYTHON, "-c", "import typer, rich.console, rich.markdown"],
            "docubot --help": [PYTHON, "-m", "docubot", "--help"],
            "import typer, rich": [PYTHON, "-c", "import typer, rich"],
            "docubot --version": [PYTHON, "-m", "docubot", "--version"],
            "docubot preguntar (API)": [PYTHON, "-m", "docubot", "preguntar", PREGUNTA],
            "docubot preguntar (API y documentación)": [PYTHON, "-m", "docubot", "preguntar", MEZCLA],
        },
        entorno,
        vueltas,
    )
    for nombre, segundos in dados.items():
        print(f"{segundos:6.3f} s CPU  {nombre}")
    print(
        f"--help: {dados['docubot --help'] / dados['import typer, rich.console, rich.markdown']:.2f} veces (máximo 2)"
    )
    print(f"--version: {dados['docubot --version'] / dados['import typer, rich']:.2f} veces (máximo 1,5)")


def contra_llm(llm: str, entorno: dict[str, str], vueltas: int) -> None:
    """Una pregunta frente a `llm` contra el servidor instantáneo."""
    servidor = ThreadingHTTPServer(("127.0.0.1", 0), Instantaneo)
    threading.Thread(target=servidor.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{servidor.server_address[1]}"
    con_url = {
        **entorno,
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": "sk-prueba",
        "LLM_USER_PATH": entorno["DOCUBOT_DATOS"],
    }
    ordenes = {
        "llm": [llm, "-m", "claude-haiku-4.5", "--no-log", "hola"],
        "docubot": [PYTHON, "-m", "docubot", "preguntar", "--proveedor", "local", MEZCLA],
    }
    dados = medianas(ordenes, con_url, vueltas)
    servidor.shutdown()
    print(f"llm: {dados['llm']:.3f} s; docubot, documentación y API: {dados['docubot']:.3f} s; "
          f"razón {dados['docubot'] / dados['llm']:.2f} (máximo 0,5)")  # fmt: skip


def dos_herramientas() -> None:
    """Dos herramientas de un segundo en un turno."""
    from docubot.conversacion import Conversacion
    from docubot.diario import Diario
    from docubot.ejecucion import Ejecutor, ejecutar_todas
    from docubot.presupuesto import Limites, Presupuesto
    from docubot.registro import Registro

    registro = Registro()

    @registro.herramienta
    def lenta(contexto: Any, n: Annotated[int, "n"]) -> str:
        """Tarda un segundo."""
        time.sleep(1)
        return str(n)

    llamadas = [{"type": "tool_use", "id": f"t{n}", "name": "lenta", "input": {"n": n}} for n in (1, 2)]
    with tempfile.TemporaryDirectory() as carpeta, Conversacion(Diario(Path(carpeta))) as conversacion:
        inicio = time.monotonic()
        ejecutar_todas(llamadas, Ejecutor(registro, None), conversacion, Presupuesto(Limites()), "")
        print(f"dos herramientas de 1 s en un turno: {time.monotonic() - inicio:.2f} s (máximo 1,3)")


def principal() -> None:
    """Pasa las medidas."""
    numeros = [a for a in sys.argv[1:] if a.isdigit()]
    vueltas = int(numeros[0]) if numeros else 7
    with tempfile.TemporaryDirectory() as datos:
        entorno = {k: v for k, v in os.environ.items() if not k.startswith(("ANTHROPIC_", "NUBELIA_", "DOCUBOT_"))}
        entorno["DOCUBOT_DATOS"] = datos
        cpu([PYTHON, "-m", "docubot", "--version"], entorno)
        arranque(entorno, vueltas)
        dos_herramientas()
        if "--llm" in sys.argv:
            contra_llm(sys.argv[sys.argv.index("--llm") + 1], entorno, vueltas)


if __name__ == "__main__":
    principal()
