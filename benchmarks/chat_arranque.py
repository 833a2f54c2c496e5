"""Cuánta CPU cuesta el primer indicador de `docubot chat`, frente a un prompt_toolkit pelado con `import typer, rich`.

    python benchmarks/chat_arranque.py [VECES]

Cada vez arranca los dos en un pty y lee de /proc la CPU gastada en cuanto el indicador está en la pantalla. Da las
medianas y su razón; sale con 1 si pasa de 1,6.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from pathlib import Path

import pexpect

RAIZ = Path(__file__).resolve().parents[1]
MAXIMO = 1.6
PINTADO = "\x1b[?25h"
"""Lo último que escribe prompt_toolkit al pintar: el cursor, de nuevo a la vista."""
CHAT = ["-m", "docubot", "chat"]
PELADO = "import typer, rich\nfrom prompt_toolkit import PromptSession\nPromptSession().prompt('> ')"


def cpu_hasta(argumentos: list[str], senal: str, datos: str) -> float:
    """Los segundos de CPU del proceso cuando escribe `senal`."""
    propio = {"PYTHONPATH": str(RAIZ), "DOCUBOT_DATOS": datos, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    proceso = pexpect.spawn(sys.executable, argumentos, env={**os.environ, **propio}, dimensions=(40, 100), timeout=60)
    try:
        proceso.delaybeforesend = None
        proceso.expect_exact(senal.encode())
        campos = Path(f"/proc/{proceso.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(campos[11]) + int(campos[12])) / os.sysconf("SC_CLK_TCK")
    finally:
        proceso.close(force=True)


def principal() -> int:
    """Mide y cuenta."""
    veces = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory() as datos:
        cpu_hasta(CHAT, PINTADO, datos)
        pares = [(cpu_hasta(["-c", PELADO], PINTADO, datos), cpu_hasta(CHAT, PINTADO, datos)) for _ in range(veces)]
    pelado, chat = (statistics.median(columna) for columna in zip(*pares, strict=True))
    print(f"prompt_toolkit + typer + rich: {pelado * 1000:.0f} ms de CPU")
    print(f"docubot chat:                  {chat * 1000:.0f} ms de CPU")
    print(f"razón:                         {chat / pelado:.2f} (máximo {MAXIMO}); medianas de {veces}")
    return 0 if chat / pelado <= MAXIMO else 1


if __name__ == "__main__":
    sys.exit(principal())
