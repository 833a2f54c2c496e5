"""Las condiciones de una evaluación: hoy, la cuenta de demostración y una carpeta de usar y tirar."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Final

from docubot.configuracion import TOKEN_DEMO, Configuracion

HOY: Final = date(2026, 11, 30)
ZONA: Final = "Europe/Madrid"


@contextmanager
def entorno(base: Configuracion, cuenta: Path | None = None) -> Iterator[Configuracion]:
    """La configuración con la que se mide: de `base` quedan el proveedor, el modelo, el perfil y los límites.

    Hoy es `HOY` en `ZONA`; la API corre en el proceso, con la cuenta de demostración o `cuenta`; los diarios van a una
    carpeta temporal que se borra al salir.
    """
    with tempfile.TemporaryDirectory(prefix="docubot-evaluar-") as carpeta:
        yield replace(
            base,
            datos=Path(carpeta),
            hoy=HOY,
            zona=ZONA,
            modo="agente",
            idioma="auto",
            coleccion="nubelia",
            chroma_url=None,
            nubelia_url=None,
            nubelia_token=TOKEN_DEMO,
            nubelia_cuenta=cuenta,
        )
