"""Una petición HTTP tal como llegó, con las lecturas que necesitan las reglas. Puro."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from docubot.tipos import Bloque, Mensaje


@dataclass(frozen=True)
class Turno:
    """Uno o más mensajes seguidos del mismo rol, que la API trata como uno. `indice` es el del primero."""

    indice: int
    rol: str
    bloques: list[tuple[str, Bloque]]
    """Cada bloque con su sitio: `messages.2.content.0`."""

    def de_tipo(self, tipo: str) -> list[tuple[str, Bloque]]:
        """Los bloques de un tipo, con su sitio."""
        return [(donde, bloque) for donde, bloque in self.bloques if bloque.get("type") == tipo]


@dataclass(frozen=True)
class Recibida:
    """Cabeceras (en minúsculas) y cuerpo. Las propiedades suponen cumplidas las reglas anteriores a quien las usa."""

    cabeceras: Mapping[str, str]
    bruto: bytes

    @cached_property
    def _leido(self) -> tuple[Any, str | None]:
        def rechazar(constante: str) -> NoReturn:
            raise ValueError(f"unexpected constant {constante}")

        try:
            datos = json.loads(self.bruto.decode("utf-8"), parse_constant=rechazar)
            json.dumps(datos, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            return None, "no low surrogate in string"
        except UnicodeDecodeError:
            return None, "invalid UTF-8"
        except (ValueError, RecursionError) as error:
            return None, str(error)
        return datos, None

    @property
    def datos(self) -> Any:
        """El cuerpo leído como JSON."""
        return self._leido[0]

    @property
    def motivo_ilegible(self) -> str | None:
        """Por qué no es JSON; `None` si lo es."""
        return self._leido[1]

    @property
    def version(self) -> str:
        """La cabecera `anthropic-version`."""
        return self.cabeceras.get("anthropic-version", "").strip()

    @property
    def clave(self) -> str:
        """La clave: `x-api-key` o, si no viene, `Authorization: Bearer`."""
        esquema, _, valor = self.cabeceras.get("authorization", "").partition(" ")
        portador = valor.strip() if esquema.lower() == "bearer" else ""
        return self.cabeceras.get("x-api-key", "").strip() or portador

    @property
    def mensajes(self) -> list[Mensaje]:
        """`messages`."""
        mensajes: list[Mensaje] = self.datos["messages"]
        return mensajes

    @property
    def herramientas(self) -> list[dict[str, Any]]:
        """`tools`, o una lista vacía; lo que no sea una lista cuenta como su único elemento."""
        herramientas = self.datos.get("tools")
        if herramientas is None:
            return []
        return herramientas if isinstance(herramientas, list) else [herramientas]

    @cached_property
    def bloques(self) -> list[tuple[str, Bloque]]:
        """Todos los bloques de todos los mensajes, cada uno con su sitio."""
        return [par for turno in self.turnos for par in turno.bloques]

    @cached_property
    def turnos(self) -> list[Turno]:
        """Los mensajes, con los seguidos del mismo rol unidos."""
        unidos: list[Turno] = []
        for i, mensaje in enumerate(self.mensajes):
            bloques = list(_bloques_de(i, mensaje))
            if unidos and unidos[-1].rol == mensaje["role"]:
                unidos[-1].bloques.extend(bloques)
            else:
                unidos.append(Turno(i, mensaje["role"], bloques))
        return unidos


def _bloques_de(indice: int, mensaje: Mensaje) -> Iterator[tuple[str, Bloque]]:
    contenido = mensaje["content"]
    if isinstance(contenido, str):
        yield f"messages.{indice}.content", {"type": "text", "text": contenido}
        return
    for j, bloque in enumerate(contenido):
        yield f"messages.{indice}.content.{j}", bloque
