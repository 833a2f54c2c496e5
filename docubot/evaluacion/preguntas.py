"""Los ficheros de preguntas: una por línea, en JSON, con el formato de `benchmarks/preguntas/README.md`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, TypeVar

from docubot.errores import DatosInvalidos, EntradaInexistente, ErrorDeUso
from docubot.evaluacion.puntuacion import Conjunto, Expectativa, Llamada

Mitad: TypeAlias = Literal["ajuste", "confirmacion"]
MITADES: Final[tuple[Mitad, ...]] = ("ajuste", "confirmacion")
SIN_CONVERSACION: Final = frozenset({"extraer", "buscar"})
"""Los tipos que no puntúan la respuesta del agente."""

CARPETA: Final = Path(__file__).parents[2] / "benchmarks" / "preguntas"
"""Las preguntas propias; solo están en el repositorio, no en el paquete instalado."""


@dataclass(frozen=True, slots=True)
class Caso:
    """Una pregunta y lo que se espera de ella. `mitad` None: el fichero no está partido."""

    id: str
    idioma: str
    tipo: str
    pregunta: str
    espera: Expectativa
    categoria: str | None = None
    proyecto: str | None = None
    mitad: str | None = None


@dataclass(frozen=True, slots=True)
class CasoAjeno:
    """Una petición con herramientas que no son de DocuBot. `pide`: formas de pedir el dato que falta, si falta."""

    id: str
    idioma: str
    tema: str
    system: str
    tools: list[dict[str, Any]]
    mensajes: list[dict[str, Any]]
    conjuntos: tuple[Conjunto, ...]
    pide: tuple[str, ...] = ()
    mitad: str | None = None
    pregunta: str = ""


T = TypeVar("T", Caso, CasoAjeno)


def leer_casos(ficheros: Iterable[Path], *, mitad: str | None = None, limite: int | None = None) -> list[Caso]:
    """Los casos de varios ficheros, en orden. Errores: `EntradaInexistente`, `DatosInvalidos`, `ErrorDeUso`."""
    return _elegir([caso_de(fila, donde) for donde, fila in _filas(ficheros)], mitad, limite)


def leer_ajenos(ficheros: Iterable[Path], *, mitad: str | None = None, limite: int | None = None) -> list[CasoAjeno]:
    """Los casos con herramientas ajenas. Errores: los de `leer_casos`."""
    return _elegir([_ajeno_de(fila, donde) for donde, fila in _filas(ficheros)], mitad, limite)


def caso_de(fila: dict[str, Any], donde: str = "la pregunta") -> Caso:
    """Una fila como caso. Error: `DatosInvalidos`, que dice dónde."""
    try:
        conjuntos = fila.get("alternativas") or [fila.get("herramientas", [])]
        espera = Expectativa(
            conjuntos=tuple(_conjunto(c) for c in conjuntos),
            prohibidas=frozenset(fila.get("prohibidas", [])),
            contiene=tuple(tuple(grupo) for grupo in fila.get("contiene", [])),
            no_contiene=tuple(fila.get("no_contiene", [])),
        )
        campos = {c: fila.get(c) for c in ("categoria", "proyecto", "mitad")}
        return Caso(fila["id"], fila["idioma"], fila["tipo"], fila["pregunta"], espera, **campos)
    except (KeyError, TypeError, AttributeError) as error:
        raise DatosInvalidos(f"{donde} no tiene la forma de una pregunta: falta o no vale {error}.") from None


def _ajeno_de(fila: dict[str, Any], donde: str) -> CasoAjeno:
    try:
        espera = fila["espera"]
        conjuntos = espera.get("alternativas") or [espera.get("llamadas", [])]
        return CasoAjeno(
            id=fila["id"],
            idioma=fila["idioma"],
            tema=fila["tema"],
            system=fila["system"],
            tools=fila["tools"],
            mensajes=fila["mensajes"],
            conjuntos=tuple(_conjunto(c) for c in conjuntos),
            pide=tuple(espera.get("pide", [])),
            mitad=fila.get("mitad"),
            pregunta=_ultima_pregunta(fila["mensajes"]),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise DatosInvalidos(
            f"{donde} no tiene la forma de un caso con herramientas: falta o no vale {error}."
        ) from None


def _ultima_pregunta(mensajes: Sequence[dict[str, Any]]) -> str:
    textos = [m["content"] for m in mensajes if m["role"] == "user" and isinstance(m["content"], str)]
    return str(textos[-1]) if textos else "(resultados de herramientas)"


def _conjunto(llamadas: Iterable[dict[str, Any]]) -> Conjunto:
    return tuple(Llamada(ll["nombre"], ll["entrada"]) for ll in llamadas)


def _filas(ficheros: Iterable[Path]) -> Iterator[tuple[str, dict[str, Any]]]:
    for fichero in ficheros:
        try:
            texto = fichero.read_bytes().decode("utf-8-sig")
        except OSError as error:
            raise EntradaInexistente(f"No se puede leer el fichero de preguntas {fichero}: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise DatosInvalidos(f"El fichero de preguntas {fichero} no está en UTF-8.") from None
        for numero, linea in enumerate(texto.splitlines(), start=1):
            if linea.strip():
                yield f"{fichero.name}, línea {numero}:", _fila(linea, f"{fichero.name}, línea {numero}")


def _fila(linea: str, donde: str) -> dict[str, Any]:
    try:
        fila = json.loads(linea)
    except (ValueError, RecursionError):
        raise DatosInvalidos(f"{donde}: no es JSON.") from None
    if not isinstance(fila, dict):
        raise DatosInvalidos(f"{donde}: no es un objeto JSON.")
    return fila


def _elegir(casos: list[T], mitad: str | None, limite: int | None) -> list[T]:
    if mitad is not None and mitad not in MITADES:
        raise ErrorDeUso(f"--mitad tiene que ser {' o '.join(MITADES)}, no «{mitad}».")
    return [c for c in casos if mitad in (None, c.mitad)][:limite]
