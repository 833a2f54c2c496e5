"""La foto de la documentación de Nubelia que viaja en el paquete: `python -m docubot.rag.incluida` la rehace.

Con `--comprobar` solo dice si la que hay corresponde a los textos (salida 1 si no).
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

from docubot.lenguaje.embeddings import Embebedor, embebedor_por_defecto
from docubot.rag.foto import INCLUIDA, Foto, Manifiesto, escribir, textos_de
from docubot.rag.trocear import trocear

ORIGEN: Final = Path(__file__).parents[2] / "mock_nubelia" / "documentacion"


def huellas(origen: Path = ORIGEN) -> dict[str, str]:
    """Ruta relativa → sha256 de cada página Markdown."""
    return {p.relative_to(origen).as_posix(): sha256(p.read_bytes()).hexdigest() for p in sorted(origen.rglob("*.md"))}


def al_dia(origen: Path = ORIGEN, carpeta: Path = INCLUIDA) -> bool:
    """Si la foto es de estos textos, troceados como ahora."""
    foto = Foto(carpeta)
    if {f.ruta: f.sha256 for f in foto.paginas} != huellas(origen):
        return False
    ids = [t.id for ruta in huellas(origen) for t in trocear((origen / ruta).read_text(encoding="utf-8"), ruta).trozos]
    return ids == [foto.trozo(n)[0] for n in range(foto.manifiesto.trozos)]


def rehacer(origen: Path = ORIGEN, carpeta: Path = INCLUIDA, embebedor: Embebedor | None = None) -> Manifiesto:
    """Escribe la foto de `origen` en `carpeta`; la misma entrada da los mismos bytes."""
    embebedor = embebedor or embebedor_por_defecto()
    rutas = huellas(origen)
    for viejo in carpeta.glob("*"):
        viejo.unlink()
    paginas = ((trocear((origen / ruta).read_text(encoding="utf-8"), ruta), huella) for ruta, huella in rutas.items())
    con_vectores = ((p, huella, embebedor.pasajes(textos_de(p))) for p, huella in paginas)
    generacion = sha256("".join(rutas.values()).encode()).hexdigest()[:12]
    return escribir(
        carpeta, con_vectores, coleccion="nubelia", generacion=generacion, embebedor=embebedor.nombre,
        dimension=embebedor.dimension, origen="(incluida)",
    )  # fmt: skip


if __name__ == "__main__":
    if "--comprobar" in sys.argv:
        sys.exit(0 if al_dia() else 1)
    hecha = rehacer()
    sys.stdout.write(f"{INCLUIDA}: {hecha.paginas} páginas, {hecha.trozos} fragmentos, {hecha.embebedor}\n")
