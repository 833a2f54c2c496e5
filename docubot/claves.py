"""Las claves guardadas: en el llavero del sistema o, si no hay, en un fichero que solo lee su dueña (0600).

Un índice en la carpeta de datos dice dónde está cada una: sin él no se importa `keyring`, que cuesta y puede preguntar.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from docubot.errores import DatosInvalidos, NoSePuedeCrear

Sitio: TypeAlias = Literal["llavero", "fichero"]
NOMBRES: Final = ("anthropic_api_key", "nubelia_token")
"""Las claves que se pueden guardar, con el nombre de su ajuste."""

_SERVICIO: Final = "docubot"


def ruta(datos: Path) -> Path:
    """El fichero con el índice de las claves y, sin llavero, con las claves."""
    return datos / "claves.json"


def leer(datos: Path, nombre: str) -> str | None:
    """La clave guardada, o None. Si el llavero no la da, como si no estuviera."""
    anotada = _indice(datos).get(nombre)
    if not isinstance(anotada, dict):
        return None
    if anotada.get("sitio") == "llavero":
        return _del_llavero(_cuenta(datos, nombre))
    valor = anotada.get("valor")
    return valor if isinstance(valor, str) and valor else None


def donde(datos: Path, nombre: str) -> Sitio | None:
    """Dónde está guardada una clave, sin leerla."""
    anotada = _indice(datos).get(nombre)
    if not isinstance(anotada, dict):
        return None
    return "llavero" if anotada.get("sitio") == "llavero" else "fichero"


def poner(datos: Path, nombre: str, valor: str) -> Sitio:
    """Guarda una clave sin blancos alrededor y dice dónde quedó. Errores: `DatosInvalidos`, `NoSePuedeCrear`."""
    limpia = valor.strip().strip("\ufeff\u200b").strip()
    if not limpia:
        raise DatosInvalidos("La clave está vacía: pégala entera y pulsa Intro.")
    if not (limpia.isascii() and limpia.isprintable() and " " not in limpia):
        raise DatosInvalidos("La clave tiene espacios o caracteres que no valen en una clave: cópiala de nuevo.")
    indice = _indice(datos)
    if _al_llavero(_cuenta(datos, nombre), limpia):
        _escribir(datos, indice | {nombre: {"sitio": "llavero"}})
        return "llavero"
    _escribir(datos, indice | {nombre: {"sitio": "fichero", "valor": limpia}})
    return "fichero"


def borrar(datos: Path, nombre: str) -> bool:
    """Olvida una clave; False si no estaba. Error: `NoSePuedeCrear`."""
    indice = _indice(datos)
    if nombre not in indice:
        return False
    if donde(datos, nombre) == "llavero":
        _fuera_del_llavero(_cuenta(datos, nombre))
    _escribir(datos, {c: v for c, v in indice.items() if c != nombre})
    return True


def _cuenta(datos: Path, nombre: str) -> str:
    """Cada carpeta de datos tiene sus claves: la cuenta del llavero lleva su ruta."""
    return f"{nombre}@{datos.absolute()}"


def _indice(datos: Path) -> dict[str, Any]:
    try:
        leido = json.loads(ruta(datos).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return leido if isinstance(leido, dict) else {}


def _escribir(datos: Path, indice: dict[str, Any]) -> None:
    """Sustituye el fichero de una vez, con permisos solo para su dueña desde el principio."""
    destino = ruta(datos)
    provisional = destino.with_name(f"{destino.name}.{os.getpid()}")
    try:
        datos.mkdir(parents=True, exist_ok=True)
        provisional.unlink(missing_ok=True)
        descriptor = os.open(provisional, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as fichero:
            json.dump(indice, fichero)
        provisional.replace(destino)
    except OSError as error:
        raise NoSePuedeCrear(f"No se puede escribir {destino}: {error.strerror}.") from None


def _del_llavero(cuenta: str) -> str | None:
    try:
        import keyring

        guardada: str | None = keyring.get_password(_SERVICIO, cuenta)
        return guardada
    except Exception:  # un llavero cerrado o roto es como no tenerlo
        return None


def _al_llavero(cuenta: str, valor: str) -> bool:
    try:
        import keyring

        keyring.set_password(_SERVICIO, cuenta, valor)
        return bool(keyring.get_password(_SERVICIO, cuenta) == valor)
    except Exception:  # sin llavero, al fichero
        return False


def _fuera_del_llavero(cuenta: str) -> None:
    try:
        import keyring

        keyring.delete_password(_SERVICIO, cuenta)
    except Exception:  # noqa: S110 (ya no estaba, que es lo que se quería)
        pass
