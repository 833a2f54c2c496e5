"""Ejecuta una orden y convierte cualquier final en un código de salida y, si hace falta, una frase en stderr."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import Any, Final, NoReturn

from docubot.errores import INTERRUMPIDO, TERMINADO, ErrorDocuBot, ErrorInterno
from docubot.saneado import limpiar, tapar_secretos

CON_DETALLE: Final = "DOCUBOT_DEPURAR"


class Terminado(BaseException):
    """Llegó SIGTERM: se sale por el mismo camino que con Ctrl-C, cerrando lo abierto."""


def ejecutar(argumentos: list[str]) -> int:
    """El código de salida de una orden. No lanza nada."""
    preparar_salidas()
    signal.signal(signal.SIGTERM, _terminar)
    try:
        return _codigo(_correr(argumentos))
    except ErrorDocuBot as error:
        return _contar(error)
    except (KeyboardInterrupt, EOFError):
        _decir("Interrumpido. Lo hecho hasta aquí está en «docubot traza».")
        return INTERRUMPIDO
    except Terminado:
        return TERMINADO
    except BrokenPipeError:
        return _tuberia_cerrada()
    except Exception as error:
        return _de_la_orden(error)
    finally:
        _vaciar()


def _correr(argumentos: list[str]) -> Any:
    from docubot.cli.aplicacion import comando

    return comando().main(args=argumentos, prog_name="docubot", standalone_mode=False)


def _codigo(devuelto: Any) -> int:
    return devuelto if isinstance(devuelto, int) else 0


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
    _decir(error.mensaje)
    if os.environ.get(CON_DETALLE) and error.__cause__ is not None:
        import traceback

        _decir("".join(traceback.format_exception(error.__cause__)))
    return error.codigo


def _decir(texto: str) -> None:
    try:
        sys.stderr.write(tapar_secretos(limpiar(texto)).rstrip("\n") + "\n")
    except (OSError, ValueError):
        pass


def preparar_salidas() -> None:
    """Un carácter que no cabe en la codificación del terminal se sustituye; no rompe nada."""
    for flujo in (sys.stdout, sys.stderr):
        reconfigurar = getattr(flujo, "reconfigure", None)
        if reconfigurar is not None:
            reconfigurar(errors="replace")


def _terminar(numero: int, marco: FrameType | None) -> NoReturn:
    raise Terminado


def _vaciar() -> None:
    """Vacía stdout aquí, donde una tubería cerrada aún se puede atender en silencio."""
    try:
        sys.stdout.flush()
    except (BrokenPipeError, ValueError):
        _tuberia_cerrada()
    except OSError as error:
        _decir(f"No se pudo escribir la salida: {error.strerror}.")


def _tuberia_cerrada() -> int:
    """Quien leía se fue (`| head -1`): se acaba en silencio, como cualquier filtro."""
    nulo = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nulo, sys.stdout.fileno())
    return 0
