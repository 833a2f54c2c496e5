"""Medir a DocuBot: la regla con que se puntúa, las preguntas y los informes."""
