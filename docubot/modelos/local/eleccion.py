"""Qué hacer con una petición: llamar a herramientas, preguntar o responder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docubot.modelos.local.decision import Decision, Responder
from docubot.modelos.local.lectura import Lectura
from docubot.modelos.local.perfiles import Perfil


def decidir(lectura: Lectura, perfil: Perfil = "prudente", tool_choice: Mapping[str, Any] | None = None) -> Decision:
    """La decisión para esta petición."""
    return Responder()
