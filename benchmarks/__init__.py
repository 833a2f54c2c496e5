"""Medidas, cada una con su orden; `python -m benchmarks` pasa las de arranque."""
