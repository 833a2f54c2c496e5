"""Listas de palabras escritas en el código como un texto."""

from __future__ import annotations


def lista(texto: str) -> frozenset[str]:
    """Las palabras de un texto, separadas por espacios o saltos."""
    return frozenset(texto.split())
