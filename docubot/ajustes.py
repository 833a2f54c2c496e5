"""El fichero de configuración, por escrito: se cambia un ajuste sin tocar los comentarios ni el orden de los demás."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from docubot import configuracion
from docubot.errores import ConfiguracionInvalida, ErrorDeUso, NoSePuedeCrear


def poner(ruta: Path, nombre: str, valor: str) -> Any:
    """Escribe un ajuste, validado, y lo devuelve; con un valor vacío, lo quita (None).

    Errores: `ErrorDeUso` si no existe o es una clave, `ConfiguracionInvalida` si no vale, `NoSePuedeCrear`.
    """
    campo = _campo(nombre)
    if campo.metadata["secreto"]:
        raise ErrorDeUso(f"{nombre} es una clave: guárdala con «docubot clave poner», que no la deja a la vista.")
    if nombre == "datos":
        raise ErrorDeUso("La carpeta de datos se elige con la variable DOCUBOT_DATOS: el fichero vive dentro de ella.")
    documento = _leer(ruta)
    if valor.strip():
        validado = configuracion.validar(nombre, valor, f"«{nombre}»")
        documento[nombre] = validado if isinstance(validado, int | float | str) else str(valor).strip()
    else:
        validado = None
        documento.pop(nombre, None)
    _escribir(ruta, documento.as_string())
    return validado


def _campo(nombre: str) -> Any:
    conocidos = {f.name: f for f in configuracion.ajustes()}
    if nombre in conocidos:
        return conocidos[nombre]
    from difflib import get_close_matches

    parecidos = get_close_matches(nombre, conocidos, n=1)
    pista = f"Quizá querías decir «{parecidos[0]}»." if parecidos else "Míralos con «docubot config ver»."
    raise ErrorDeUso(f"No hay ningún ajuste «{nombre[:60]}». {pista}")


def _leer(ruta: Path) -> Any:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        return tomlkit.parse(ruta.read_bytes().decode("utf-8-sig")) if ruta.exists() else tomlkit.document()
    except OSError as error:
        raise ConfiguracionInvalida(f"No se puede leer la configuración {ruta}: {error.strerror}.") from None
    except (TOMLKitError, ValueError):
        raise ConfiguracionInvalida(f"La configuración {ruta} no es TOML válido: corrígela o bórrala.") from None


def _escribir(ruta: Path, texto: str) -> None:
    """Sustituye el fichero de una vez: un corte a medias deja el de antes."""
    provisional = ruta.with_name(f"{ruta.name}.{os.getpid()}")
    try:
        ruta.parent.mkdir(parents=True, exist_ok=True)
        provisional.write_text(texto, encoding="utf-8")
        provisional.replace(ruta)
    except OSError as error:
        raise NoSePuedeCrear(f"No se puede escribir {ruta}: {error.strerror}.") from None
