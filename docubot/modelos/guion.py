"""El modelo guionizado: dice lo que su guion manda y falla si lo llaman de más, de menos o con otra petición.

Sirve para probar un agente sin modelo, y al simulador como respaldo (`--guion F`).
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias

from docubot.errores import DatosInvalidos, EntradaInexistente
from docubot.tipos import Bloque, Fragmento, Peticion, Respuesta, Uso

Espera: TypeAlias = Callable[[Peticion], object] | Mapping[str, Any]
"""Lo que exige un paso: una función (falla con `False` o `AssertionError`) o un subconjunto de la petición."""


class GuionIncumplido(AssertionError):
    """La conversación no siguió el guion."""


@dataclass(frozen=True, slots=True)
class Paso:
    """Una llamada esperada y lo que se contesta: los bloques de `content`, o la excepción `fallo`.

    Con `fallo` y `content`, se entregan los fragmentos de texto y después se lanza: una respuesta a medias.
    """

    content: Sequence[Bloque] = ()
    espera: Espera | None = None
    fallo: BaseException | None = None
    stop_reason: str | None = None
    uso: Uso = field(default_factory=lambda: Uso(10, 5))


def texto(contenido: str) -> Bloque:
    """Un bloque `text`."""
    return {"type": "text", "text": contenido}


def llamada(nombre: str, entrada: Mapping[str, Any] | None = None, id: str | None = None) -> Bloque:
    """Un bloque `tool_use`; sin `id`, uno derivado del nombre."""
    return {"type": "tool_use", "id": id or f"toolu_{nombre}", "name": nombre, "input": dict(entrada or {})}


class ModeloGuion:
    """Implementa `Modelo`. Se usa como contexto, o se llama a `terminar()`, para que un paso sin usar también falle."""

    def __init__(self, pasos: Iterable[Paso | Sequence[Bloque] | BaseException], *, nombre: str = "guion") -> None:
        self._pasos = [_como_paso(paso) for paso in pasos]
        self._nombre = nombre
        self._fallo: GuionIncumplido | None = None
        self.peticiones: list[Peticion] = []

    @property
    def proveedor(self) -> str:
        """`guion`."""
        return "guion"

    @property
    def nombre(self) -> str:
        """El nombre que se le dio."""
        return self._nombre

    def responder(self, peticion: Peticion) -> Iterator[Fragmento | Respuesta]:
        """El paso siguiente del guion. Errores: `GuionIncumplido`, o el `fallo` del paso."""
        paso = self._siguiente(copy.deepcopy(peticion))
        for bloque in paso.content:
            if bloque.get("type") == "text" and bloque.get("text"):
                yield Fragmento(str(bloque["text"]))
        if paso.fallo is not None:
            raise paso.fallo
        contenido = copy.deepcopy(list(paso.content))
        yield Respuesta(contenido, paso.stop_reason or _parada(contenido), paso.uso, self._nombre)

    def terminar(self) -> None:
        """Comprueba que el guion se siguió entero. Error: `GuionIncumplido`."""
        if self._fallo is not None:
            raise self._fallo
        if len(self.peticiones) < len(self._pasos):
            hechas, previstas = len(self.peticiones), len(self._pasos)
            raise GuionIncumplido(f"Quedaron pasos sin usar: {hechas} llamadas de {previstas} previstas.")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, tipo: type[BaseException] | None, error: BaseException | None, traza: TracebackType | None
    ) -> None:
        if tipo is None:
            self.terminar()

    def _siguiente(self, peticion: Peticion) -> Paso:
        numero = len(self.peticiones)
        self.peticiones.append(peticion)
        if numero >= len(self._pasos):
            raise self._anotar(f"Llamada inesperada, la {numero + 1}.ª: el guion tiene {len(self._pasos)} pasos.")
        paso = self._pasos[numero]
        try:
            motivo = _incumplimiento(paso.espera, peticion)
        except AssertionError as error:
            motivo = str(error) or "la comprobación del paso falló"
        if motivo:
            raise self._anotar(f"Paso {numero + 1}: {motivo}")
        return paso

    def _anotar(self, mensaje: str) -> GuionIncumplido:
        """Guarda el primer fallo: aunque quien llama se lo trague, `terminar` lo vuelve a lanzar."""
        error = GuionIncumplido(mensaje)
        self._fallo = self._fallo or error
        return error


def desde_jsonl(ruta: Path) -> list[Paso]:
    """Un guion en JSON Lines: por línea, un objeto con `content` y, si hacen falta, `espera` y `stop_reason`.

    Errores: `EntradaInexistente`, `DatosInvalidos`, que dice la línea.
    """
    try:
        lineas = ruta.read_bytes().decode("utf-8-sig").splitlines()
    except OSError as error:
        raise EntradaInexistente(f"No se puede leer el guion {ruta}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise DatosInvalidos(f"El guion {ruta} no está en UTF-8.") from None
    return [_de_linea(linea, n, ruta) for n, linea in enumerate(lineas, 1) if linea.strip()]


def _de_linea(linea: str, numero: int, ruta: Path) -> Paso:
    try:
        datos = json.loads(linea)
    except (ValueError, RecursionError):
        datos = None
    contenido = datos.get("content") if isinstance(datos, dict) else None
    if isinstance(contenido, str):
        contenido = [texto(contenido)]
    sitio = f"El guion {ruta}, línea {numero}"
    if not isinstance(contenido, list) or not all(isinstance(b, dict) and b.get("type") for b in contenido):
        raise DatosInvalidos(f"{sitio}: se esperaba un objeto JSON con «content» (lista de bloques).")
    espera = datos.get("espera")
    if not (espera is None or isinstance(espera, dict)) or set(datos) - {"content", "espera", "stop_reason"}:
        raise DatosInvalidos(f"{sitio}: solo valen «content», «espera» (un objeto) y «stop_reason».")
    return Paso(contenido, espera=espera, stop_reason=datos.get("stop_reason"))


def _como_paso(paso: Paso | Sequence[Bloque] | BaseException) -> Paso:
    match paso:
        case Paso():
            return paso
        case BaseException():
            return Paso(fallo=paso)
        case _:
            return Paso(paso)


def _parada(contenido: Sequence[Bloque]) -> str:
    return "tool_use" if any(b.get("type") == "tool_use" for b in contenido) else "end_turn"


def _incumplimiento(espera: Espera | None, peticion: Peticion) -> str | None:
    if espera is None:
        return None
    if callable(espera):
        return "la comprobación del paso dio False" if espera(peticion) is False else None
    return diferencia(espera, asdict(peticion), "petición")


def diferencia(esperado: Any, real: Any, donde: str) -> str | None:
    """Dónde deja `real` de contener a `esperado`; `None` si lo contiene. Las listas se comparan enteras."""
    match esperado:
        case Mapping():
            if not isinstance(real, Mapping):
                return f"{donde}: se esperaba un objeto y llegó {real!r}"
            faltan = [clave for clave in esperado if clave not in real]
            if faltan:
                return f"{donde}: falta «{faltan[0]}»"
            pares = ((esperado[c], real[c], f"{donde}.{c}") for c in esperado)
        case list() | tuple():
            if not isinstance(real, list | tuple) or len(real) != len(esperado):
                return f"{donde}: se esperaban {len(esperado)} elementos y llegó {real!r}"
            pares = ((e, r, f"{donde}[{i}]") for i, (e, r) in enumerate(zip(esperado, real, strict=True)))
        case _:
            return None if esperado == real else f"{donde}: se esperaba {esperado!r} y llegó {real!r}"
    return next((d for par in pares if (d := diferencia(*par)) is not None), None)
