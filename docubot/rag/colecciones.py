"""Dónde vive cada colección y cuál es su foto actual. No usa chromadb.

`datos/indices/<coleccion>/` tiene `ACTUAL` (el nombre de la foto vigente), `fotos/<generacion>/`, `registro/` (Chroma)
y `cerrojo`. `ACTUAL` se sustituye de una vez: quien lee ve la foto anterior o la nueva, nunca media.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from docubot.errores import DatosInvalidos, EntradaInexistente, ErrorDeUso
from docubot.rag.foto import INCLUIDA

POR_DEFECTO: Final = "nubelia"
_NOMBRE: Final = re.compile(r"[a-z0-9](?:[a-z0-9_-]{1,61}[a-z0-9])")


def comprobar_nombre(coleccion: str) -> str:
    """El nombre, si vale: de 3 a 63 minúsculas, cifras, guiones. Errores: ErrorDeUso."""
    if not _NOMBRE.fullmatch(coleccion):
        raise ErrorDeUso(
            f"«{coleccion[:80]}» no vale como nombre de colección: usa de 3 a 63 letras minúsculas sin acento, "
            "cifras o guiones, sin guion al principio ni al final."
        )
    return coleccion


def carpeta_de(datos: Path, coleccion: str) -> Path:
    """La carpeta de una colección, exista o no."""
    return datos / "indices" / comprobar_nombre(coleccion)


def foto_actual(datos: Path, coleccion: str, chroma_url: str | None = None) -> Path:
    """La carpeta de la foto vigente; para `nubelia`, si no se ha indexado otra, la incluida."""
    carpeta = carpeta_de(datos, coleccion)
    if chroma_url:
        from docubot.rag.indice import traer_foto

        traer_foto(datos, coleccion, chroma_url)
    try:
        vigente = (carpeta / "ACTUAL").read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        if coleccion == POR_DEFECTO:
            return INCLUIDA
        hay = ", ".join(nombres(datos))
        raise EntradaInexistente(
            f"No hay ninguna colección «{coleccion}». Créala con «docubot indexar RUTA --coleccion {coleccion}». "
            f"Hay: {hay}."
        ) from None
    except OSError as error:
        raise DatosInvalidos(f"No se puede leer el índice de {carpeta}: {error.strerror}.") from error
    foto = carpeta / "fotos" / vigente
    if not vigente or "/" in vigente or not (foto / "manifiesto.json").is_file():
        raise DatosInvalidos(
            f"El índice de la colección «{coleccion}» está roto. "
            f"Vuelve a crearlo con «docubot indexar RUTA --coleccion {coleccion}»."
        )
    return foto


def nombres(datos: Path) -> list[str]:
    """Las colecciones que hay, en orden; la incluida siempre está."""
    propias = {p.parent.name for p in (datos / "indices").glob("*/ACTUAL")}
    return sorted(propias | {POR_DEFECTO})
