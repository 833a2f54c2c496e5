"""Variantes de las preguntas: el mismo examen con otros nombres, otras cifras, otras herramientas y otro orden."""
