"""Ejecuta una orden y convierte cualquier final en un código de salida y, si hace falta, una frase en stderr."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from typing import Any, Final

from docubot import interrupciones
from docubot.errores import INTERRUMPIDO, TERMINADO, ErrorDocuBot, ErrorInterno, NoSePuedeCrear
from docubot.saneado import limpiar, tapar_secretos

CON_DETALLE: Final = "DOCUBOT_DEPURAR"
_DISCO: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def ejecutar(argumentos: list[str]) -> int:
    """El código de salida de una orden. No lanza nada."""
    preparar_salidas()
    interrupciones.instalar()
    codigo = _ejecutar(argumentos)
    return _vaciar() or codigo


def _ejecutar(argumentos: list[str]) -> int:
    try:
        return _codigo(_correr(argumentos))
    except ErrorDocuBot as error:
        return _contar(error)
    except (KeyboardInterrupt, EOFError):
        _decir("Interrumpido. Lo hecho hasta aquí está en «docubot traza».")
        return INTERRUMPIDO
    except interrupciones.Terminado:
        return TERMINADO
    except BrokenPipeError:
        return _tuberia_cerrada()
    except SystemExit as salida:
        return _de_typer(salida)
    except OSError as error:
        return _salida_rota(error) if error.errno in _DISCO else _de_la_orden(error)
    except Exception as error:
        return _de_la_orden(error)


def _correr(argumentos: list[str]) -> Any:
    from docubot.cli.aplicacion import comando

    return comando(argumentos[0] if argumentos else None).main(
        args=argumentos, prog_name="docubot", standalone_mode=False
    )


def _codigo(devuelto: Any) -> int:
    return devuelto if isinstance(devuelto, int) else 0


def _de_typer(salida: SystemExit) -> int:
    """Typer y Rich salen por su cuenta con 1 si la tubería se cerró: eso no es un error."""
    if isinstance(salida.__context__, BrokenPipeError):
        return _tuberia_cerrada()
    return salida.code if isinstance(salida.code, int) else 0


def _de_la_orden(error: Exception) -> int:
    """Los errores del analizador de órdenes, en español; cualquier otro es un fallo nuestro."""
    from docubot.cli import espanol

    frase = espanol.explicar(error)
    if frase is not None:
        _decir(frase)
        return 2
    interno = ErrorInterno("DocuBot ha tenido un fallo interno. Repite con DOCUBOT_DEPURAR=1 para ver el detalle.")
    interno.__cause__ = error
    return _contar(interno)


def _contar(error: ErrorDocuBot) -> int:
    from docubot.cli import frases

    _decir(frases.del_sistema(error.mensaje))
    if os.environ.get(CON_DETALLE) and error.__cause__ is not None:
        import traceback

        _decir("".join(traceback.format_exception(error.__cause__)))
    return error.codigo


def _decir(texto: str) -> None:
    if not texto.strip():
        return
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(tapar_secretos(limpiar(texto)).rstrip("\n") + "\n")


def preparar_salidas() -> None:
    """Un carácter que no cabe en la codificación del terminal se sustituye; una salida cerrada no escribe."""
    for nombre in ("stdout", "stderr"):
        flujo = getattr(sys, nombre)
        if flujo is None:
            setattr(sys, nombre, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif hasattr(flujo, "reconfigure"):
            flujo.reconfigure(errors="replace")


def _vaciar() -> int:
    """Vacía stdout aquí, donde una tubería cerrada o un disco lleno aún se pueden atender; 0 si todo fue bien."""
    try:
        sys.stdout.flush()
        return 0
    except (BrokenPipeError, ValueError):
        return _tuberia_cerrada()
    except OSError as error:
        return _salida_rota(error)


def _salida_rota(error: OSError) -> int:
    from docubot.cli import frases

    _decir(f"No se pudo escribir la salida: {frases.del_sistema(str(error.strerror))}.")
    _tuberia_cerrada()
    return NoSePuedeCrear.codigo


def _tuberia_cerrada() -> int:
    """Quien leía se fue (`| head -1`): se acaba en silencio, como cualquier filtro."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    return 0
