"""El cuarto del lenguaje: plegado, raíces, términos, vectores, fechas. Puro: no importa nada del proyecto."""
