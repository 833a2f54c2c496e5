"""Los tipos que cruzan las puertas entre cuartos: mensajes, peticiones, respuestas y pasajes.

Una conversación es una lista de dicts con la forma de la Messages API de Anthropic; ningún tipo de un SDK pasa de
la puerta del módulo de su proveedor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

Bloque: TypeAlias = dict[str, Any]
"""Un bloque de contenido: `text`, `tool_use`, `tool_result`, `search_result`, `thinking`…"""

Mensaje: TypeAlias = dict[str, Any]
"""`{"role": "user" | "assistant", "content": str | list[Bloque]}`."""

Idioma: TypeAlias = Literal["es", "en"]


@dataclass(frozen=True, slots=True)
class Uso:
    """Los tokens que costó algo: de entrada y de salida."""

    tokens_entrada: int = 0
    tokens_salida: int = 0

    def __add__(self, otro: Uso) -> Uso:
        return Uso(self.tokens_entrada + otro.tokens_entrada, self.tokens_salida + otro.tokens_salida)


@dataclass(frozen=True, slots=True)
class Peticion:
    """Lo que un modelo recibe en una llamada, y nada más que eso.

    `plazo`: segundos que la llamada puede durar; no viaja, lo cumple quien la hace.
    """

    system: str
    messages: list[Mensaje]
    tools: list[dict[str, Any]] = field(default_factory=list)
    tool_choice: Mapping[str, Any] | None = None
    max_tokens: int = 1024
    plazo: float | None = None


@dataclass(frozen=True, slots=True)
class Fragmento:
    """Un trozo de texto de la respuesta, según llega."""

    texto: str


@dataclass(frozen=True, slots=True)
class Respuesta:
    """La respuesta completa de una llamada; siempre es lo último que entrega un modelo."""

    content: list[Bloque]
    stop_reason: str | None
    uso: Uso
    modelo: str

    def textos(self) -> str:
        """El texto de todos los bloques `text`, seguido."""
        return "".join(str(b.get("text", "")) for b in self.content if b.get("type") == "text")

    def tool_uses(self) -> list[Bloque]:
        """Los bloques `tool_use`, en su orden."""
        return [b for b in self.content if b.get("type") == "tool_use"]


class Modelo(Protocol):
    """Un proveedor de modelo: recibe una petición, entrega fragmentos y, al final, la respuesta."""

    @property
    def proveedor(self) -> str:
        """`claude`, `local`, `guion`…"""
        ...

    @property
    def nombre(self) -> str:
        """El nombre del modelo tal como lo llama su proveedor."""
        ...

    def responder(self, peticion: Peticion) -> Iterator[Fragmento | Respuesta]:
        """Hace UN intento. Errores: `docubot.errores.ErrorDeModelo` y sus hijos; nunca uno del SDK."""
        ...


@dataclass(frozen=True, slots=True)
class Pasaje:
    """Un fragmento recuperado de la documentación.

    `texto` es un corte literal de la página. `seccion` es el camino de encabezados («Límites › Tareas abiertas»);
    `ancla` es la del encabezado más cercano. `puntuacion` va de 0 a 1.
    """

    id: str
    pagina: str
    titulo: str
    seccion: str
    ancla: str
    texto: str
    puntuacion: float
    bloques: tuple[str, ...] = ()

    @property
    def fuente(self) -> str:
        """`pagina.md#ancla`."""
        return f"{self.pagina}#{self.ancla}" if self.ancla else self.pagina
