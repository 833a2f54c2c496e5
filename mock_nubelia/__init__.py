"""El servidor simulado de Nubelia y su documentación."""
