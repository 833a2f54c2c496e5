"""La puerta: `docubot` y `python -m docubot`. De aquí no sale ninguna traza; sale una frase y un código."""

from __future__ import annotations

import os
import sys


def principal(argumentos: list[str] | None = None) -> int:
    """Ejecuta la orden y devuelve su código de salida."""
    argumentos = sys.argv[1:] if argumentos is None else argumentos
    if argumentos == ["--version"]:
        from docubot import __version__

        sys.stdout.write(f"docubot {__version__}\n")
        return 0
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # con un hilo, numpy arranca antes y aquí no hace falta más
    from docubot.cli.puerta import ejecutar

    return ejecutar(argumentos)


if __name__ == "__main__":
    sys.exit(principal())
