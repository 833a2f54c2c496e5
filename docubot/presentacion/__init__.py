"""El único cuarto que conoce Rich: respuestas, tablas, progreso y `--json`."""
