"""Segundos de CPU de una orden, en medianas de varias vueltas intercaladas."""

from __future__ import annotations

import resource
import statistics
import subprocess
from collections.abc import Mapping, Sequence


def cpu(orden: Sequence[str], entorno: Mapping[str, str], entrada: str = "") -> float:
    """Los segundos de CPU (usuario y sistema) de un proceso y sus hijos. Error: `RuntimeError` si no sale con 0."""
    antes = resource.getrusage(resource.RUSAGE_CHILDREN)
    hecho = subprocess.run(orden, env=dict(entorno), input=entrada, capture_output=True, text=True, check=False)
    despues = resource.getrusage(resource.RUSAGE_CHILDREN)
    if hecho.returncode:
        raise RuntimeError(f"{' '.join(orden)[:120]} salió con {hecho.returncode}: {hecho.stderr[-500:]}")
    return (despues.ru_utime - antes.ru_utime) + (despues.ru_stime - antes.ru_stime)


def medianas(ordenes: Mapping[str, Sequence[str]], entorno: Mapping[str, str], vueltas: int = 7) -> dict[str, float]:
    """La mediana de CPU de cada orden; las vueltas se intercalan y la primera, que calienta cachés, no cuenta."""
    medidas: dict[str, list[float]] = {nombre: [] for nombre in ordenes}
    for vuelta in range(vueltas + 1):
        for nombre, orden in ordenes.items():
            segundos = cpu(orden, entorno)
            if vuelta:
                medidas[nombre].append(segundos)
    return {nombre: statistics.median(valores) for nombre, valores in medidas.items()}
