"""La wiki de una variante: frases en otro orden, y el índice de unas páginas."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from docubot.evaluacion.variantes.mundo import Mundo
from docubot.lenguaje.embeddings import Embebedor
from docubot.rag.foto import Foto
from docubot.rag.incluida import rehacer
from docubot.rag.recuperador import Recuperador

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_FRASE: Final = re.compile(r"(?<=[.!?…])\s+(?=[A-ZÁÉÍÓÚÑ¿¡«`*\[])")
_NO_ES_PROSA: Final = re.compile(r"\s*(?:[#>|]|[-*+] |\d+\. |```|~~~|---|\||<)")


def reordenar(mundo: Mundo, azar: Random) -> Mundo:
    """El mundo con las frases de cada párrafo de la wiki en otro orden."""
    paginas = {ruta: por_parrafos(texto, lambda p: _barajar(p, azar)) for ruta, texto in mundo.paginas.items()}
    return replace(mundo, paginas=paginas)


def _barajar(parrafo: str, azar: Random) -> str:
    frases = _FRASE.split(parrafo)
    azar.shuffle(frases)
    return " ".join(frases)


def por_parrafos(texto: str, cambiar: Callable[[str], str]) -> str:
    """El texto con `cambiar` en cada renglón de prosa: ni portada, ni títulos, ni tablas, ni listas, ni código."""
    return "".join(cambiar(r.rstrip("\n")) + "\n" if prosa and r.strip() else r for r, prosa in renglones(texto))


def renglones(texto: str) -> Iterator[tuple[str, bool]]:
    """Cada renglón, con su salto, y si es prosa."""
    en_portada, en_codigo = texto.startswith("---\n"), False
    for numero, renglon in enumerate(texto.splitlines(keepends=True)):
        cerca = renglon.lstrip().startswith(("```", "~~~"))
        en_codigo ^= cerca and not en_portada
        yield renglon, not (en_portada or en_codigo or cerca or _NO_ES_PROSA.match(renglon))
        if en_portada and numero and renglon.strip() == "---":
            en_portada = False


class EmbebedorConMemoria:
    """Un embebedor que guarda el vector de cada pasaje en una carpeta, por el hash de su texto."""

    def __init__(self, interior: Embebedor, carpeta: Path) -> None:
        self._interior = interior
        self._carpeta = carpeta
        self.nombre = interior.nombre
        self.dimension = interior.dimension
        carpeta.mkdir(parents=True, exist_ok=True)

    def pasajes(self, textos: Sequence[str]) -> NDArray[Any]:
        """Una matriz (n, dimension); solo calcula los que no conoce."""
        import numpy as np

        filas = [self._uno(t) for t in textos]
        return np.stack(filas) if filas else np.zeros((0, self.dimension), dtype=np.float32)

    def _uno(self, texto: str) -> NDArray[Any]:
        import numpy as np

        fichero = self._carpeta / f"{sha256(f'{self.nombre}|{texto}'.encode()).hexdigest()}.npy"
        if fichero.is_file():
            vector: NDArray[Any] = np.load(fichero, allow_pickle=False)
            return vector
        vector = self._interior.pasajes([texto])[0]
        np.save(fichero, vector, allow_pickle=False)
        return vector

    def consulta(self, texto: str) -> NDArray[Any]:
        """El vector de una consulta; no se guarda."""
        return self._interior.consulta(texto)


def memoria_de(embebedor: Embebedor) -> Embebedor:
    """El embebedor con su memoria en la carpeta temporal del sistema; sin vectores no hace falta."""
    if not embebedor.dimension:
        return embebedor
    return EmbebedorConMemoria(embebedor, Path(tempfile.gettempdir()) / "docubot-vectores-de-variantes")


def indexar(paginas: Mapping[str, str], carpeta: Path, embebedor: Embebedor) -> Recuperador:
    """Escribe las páginas en `carpeta`, las indexa y devuelve con qué buscar en ellas."""
    origen, foto = carpeta / "wiki", carpeta / "foto"
    foto.mkdir(parents=True)
    for ruta, texto in paginas.items():
        (origen / ruta).parent.mkdir(parents=True, exist_ok=True)
        (origen / ruta).write_text(texto, encoding="utf-8")
    rehacer(origen, foto, embebedor)
    return Recuperador(Foto(foto), embebedor)
