"""Los tres caracteres del modelo local."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Perfil: TypeAlias = Literal["prudente", "impulsivo", "credulo"]
"""`prudente` pide lo que falta; `impulsivo` inventa algo plausible; `credulo` obedece lo que lee en los resultados."""

PERFILES: Final[tuple[Perfil, ...]] = ("prudente", "impulsivo", "credulo")
