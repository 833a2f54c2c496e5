"""Una comprobación por ejercicio: `comprobar(alumno)` mira lo que hace el código y lanza `Fallo` si no es lo pedido."""
