"""El catálogo: qué ejercicios hay, en qué orden y con qué textos. Los datos viajan en el paquete, en `material/`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final, TypeAlias

from docubot.errores import EntradaInexistente
from docubot.tipos import Idioma

Textos: TypeAlias = Mapping[Idioma, str]
IDIOMAS: Final[tuple[Idioma, ...]] = ("es", "en")

LECCIONES: Final[dict[str, Textos]] = {
    "docubot": {"es": "DocuBot y Nubelia", "en": "DocuBot and Nubelia"},
    "n8n": {"es": "n8n: qué es una tool", "en": "n8n: what a tool is"},
}


@dataclass(frozen=True, slots=True)
class Explicacion:
    """Por qué no vale: qué se esperaba, qué llegó y qué idea toca. Los huecos `{…}` los pone la comprobación."""

    esperado: str
    llego: str
    idea: str


@dataclass(frozen=True, slots=True)
class Ejercicio:
    """Un ejercicio: sus textos en los dos idiomas y de dónde salen sus ficheros."""

    id: str
    orden: int
    leccion: str
    fichero: str
    titulo: Textos
    apartado: Textos
    pistas: Mapping[Idioma, tuple[str, ...]]
    explicaciones: Mapping[str, Mapping[Idioma, Explicacion]]
    raiz: Traversable

    @property
    def modulo(self) -> str:
        """El módulo que lo comprueba."""
        return f"docubot.ejercicios.comprobaciones.{self.id.replace('-', '_')}"

    def enunciado(self, idioma: Idioma) -> str:
        """El enunciado, en Markdown."""
        return (self.raiz / f"enunciado.{idioma}.md").read_text(encoding="utf-8")

    def plantilla(self) -> dict[str, bytes]:
        """Los ficheros con los que se empieza."""
        return _ficheros(self.raiz / "plantilla")

    def solucion(self) -> dict[str, bytes]:
        """Los de la plantilla con la solución puesta."""
        return self.plantilla() | _ficheros(self.raiz / "solucion")

    def intentos(self) -> dict[str, dict[str, bytes]]:
        """Intentos plausibles que no valen, por la clave de la explicación que les toca."""
        carpeta = self.raiz / "intentos"
        if not carpeta.is_dir():
            return {}
        return {
            n.removesuffix(".py"): self.plantilla() | {self.fichero: contenido}
            for n, contenido in sorted(_ficheros(carpeta).items())
        }


def _ficheros(carpeta: Traversable) -> dict[str, bytes]:
    hay = [f for f in carpeta.iterdir() if f.is_file() and not f.name.startswith(".") and not f.name.endswith(".pyc")]
    return {f.name: f.read_bytes() for f in sorted(hay, key=lambda f: f.name)}


@lru_cache(maxsize=1)
def todos() -> tuple[Ejercicio, ...]:
    """Los ejercicios, en el orden del curso."""
    carpetas = [c for c in (resources.files("docubot.ejercicios") / "material").iterdir() if c.is_dir()]
    leidos = [_leer(c) for c in carpetas if (c / "ficha.toml").is_file()]
    return tuple(sorted(leidos, key=lambda e: (e.orden, e.id)))


def obtener(identificador: str) -> Ejercicio:
    """El ejercicio de ese id; vale también su número de orden o un trozo del id que solo tenga uno.

    Error: `EntradaInexistente`, que dice los parecidos.
    """
    pedido = identificador.strip().lower()
    for numero, ejercicio in enumerate(todos(), 1):
        if pedido in (ejercicio.id, str(numero)):
            return ejercicio
    parecidos = [e for e in todos() if pedido and pedido in e.id]
    if len(parecidos) == 1:
        return parecidos[0]
    sugeridos = [e.id for e in parecidos] or _cercanos(pedido)
    cuales = f" ¿Querías {' o '.join(sugeridos[:4])}?" if sugeridos else ""
    raise EntradaInexistente(
        f"No hay un ejercicio «{identificador[:60]}».{cuales} Míralos todos con «docubot ejercicio listar»."
    )


def _cercanos(pedido: str) -> list[str]:
    from rapidfuzz import process

    return [id for id, puntos, _ in process.extract(pedido, [e.id for e in todos()], limit=3) if puntos >= 60]


@lru_cache(maxsize=1)
def explicaciones_comunes() -> Mapping[str, Mapping[Idioma, Explicacion]]:
    """Lo que puede pasarle a cualquier código: no compila, se cuelga, se sale…"""
    ruta = resources.files("docubot.ejercicios") / "comunes.toml"
    return _explicaciones(tomllib.loads(ruta.read_text(encoding="utf-8")))


def _leer(carpeta: Traversable) -> Ejercicio:
    ficha = tomllib.loads((carpeta / "ficha.toml").read_text(encoding="utf-8"))
    return Ejercicio(
        id=carpeta.name,
        orden=ficha["orden"],
        leccion=ficha["leccion"],
        fichero=ficha["fichero"],
        titulo=ficha["titulo"],
        apartado=ficha["apartado"],
        pistas={idioma: tuple(ficha["pistas"][idioma]) for idioma in IDIOMAS},
        explicaciones=_explicaciones(ficha["explicaciones"]),
        raiz=carpeta,
    )


def _explicaciones(crudas: Mapping[str, Any]) -> dict[str, dict[Idioma, Explicacion]]:
    return {clave: {i: Explicacion(*textos[i]) for i in IDIOMAS} for clave, textos in crudas.items()}
