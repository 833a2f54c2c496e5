"""Qué términos lleva cada frase de cada fragmento: para saber si una sola frase responde a la consulta entera.

Se guarda una lista de enteros por fragmento: los términos de su título, luego los de cada frase, separados por -1.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from docubot.lenguaje.bm25 import Enteros

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from docubot.lenguaje.bm25 import IndiceLexico

_SEPARADOR: Final = -1


@dataclass(slots=True)
class ConstructorDeReparto:
    """Junta las frases de los fragmentos, uno tras otro."""

    numeros: Enteros = field(default_factory=Enteros)
    inicios: array[int] = field(default_factory=lambda: array("q", [0]))

    def anadir(self, titulo: Sequence[int], frases: Sequence[Sequence[int]]) -> None:
        """El fragmento siguiente: los números de los términos de su título y de cada frase."""
        todos = list(dict.fromkeys(titulo))
        for frase in frases:
            todos.append(_SEPARADOR)
            todos.extend(dict.fromkeys(frase))
        self.numeros.anadir(todos)
        self.inicios.append(self.inicios[-1] + len(todos))


@dataclass(frozen=True, slots=True)
class Reparto:
    """Las frases de los fragmentos: los números del fragmento i están en [inicios[i], inicios[i+1])."""

    numeros: NDArray[Any]
    inicios: NDArray[Any]

    def mejor_frase(
        self, lexico: IndiceLexico, grupos: Sequence[Sequence[str]], pesos: Sequence[float], trozos: Sequence[int]
    ) -> NDArray[Any]:
        """De cada fragmento, la parte de la consulta (0 a 1, según los pesos) que llevan su mejor frase y su título."""
        import numpy as np

        total = float(sum(pesos))
        if not trozos or total <= 0:
            return np.zeros(len(trozos))
        primeras, llevan = self.por_frase(lexico, grupos, trozos)
        partes = np.asarray(pesos) @ llevan
        mejores: NDArray[Any] = np.maximum.reduceat(partes, primeras) / total
        return mejores

    def por_frase(
        self, lexico: IndiceLexico, grupos: Sequence[Sequence[str]], trozos: Sequence[int]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Dónde empiezan las frases de cada fragmento y qué grupos lleva cada una, con el título: (grupos, frases).

        La primera «frase» de cada fragmento es su título solo. Hace falta algún fragmento.
        """
        import numpy as np

        tramos = [self.numeros[int(self.inicios[n]) : int(self.inicios[n + 1])] for n in trozos]
        primeras = np.cumsum([0, *(1 + int((t == _SEPARADOR).sum()) for t in tramos)])
        junto = np.concatenate([np.concatenate(([_SEPARADOR], t)) for t in tramos])
        frase = np.cumsum(junto == _SEPARADOR) - 1
        titulo_de = np.repeat(primeras[:-1], np.diff(primeras))
        llevan = np.zeros((len(grupos), int(primeras[-1])), dtype=bool)
        for lleva, grupo in zip(llevan, grupos, strict=True):
            buscados = [n for t in grupo if (n := lexico.vocabulario.get(t)) is not None]
            lleva[frase[np.isin(junto, buscados)]] = True
            lleva |= lleva[titulo_de]
        return primeras[:-1], llevan
