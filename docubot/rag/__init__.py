"""Recuperación: trocear, indexar, recuperar y citar."""
