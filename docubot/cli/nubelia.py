"""`docubot nubelia`: la API simulada, como servidor."""

from __future__ import annotations

import contextlib
import errno
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from docubot.errores import DatosInvalidos, EntradaInexistente, ErrorDeUso, ServicioNoDisponible, SinPermiso

if TYPE_CHECKING:
    import socket

    from mock_nubelia.app import AppDeNubelia

app = typer.Typer(help="La API simulada de Nubelia.", no_args_is_help=True)


@app.callback()
def _grupo() -> None:
    """La API simulada de Nubelia."""


@app.command()
def servir(
    puerto: Annotated[int, typer.Option(help="Puerto en el que escucha; 0 elige uno libre.", min=0, max=65535)] = 8700,
    host: Annotated[str, typer.Option(help="Dirección en la que escucha.")] = "127.0.0.1",
    cuenta: Annotated[
        Path | None, typer.Option(help="Fichero de cuenta con el que se siembra; sin él, NUBELIA_CUENTA o la demo.")
    ] = None,
    fallos: Annotated[
        str | None, typer.Option(help="Fallos sembrados, por ejemplo «503x2;latencia:1.5» o «429:30@0.25;semilla:7».")
    ] = None,
) -> None:
    """Arranca la API simulada y la deja en marcha hasta Ctrl-C."""
    aplicacion = _aplicacion(cuenta, fallos)
    with _escuchar(host, puerto) as enchufe, contextlib.suppress(KeyboardInterrupt):
        _atender(aplicacion, enchufe)
    typer.echo("API parada.", err=True)


def _aplicacion(cuenta: Path | None, fallos: str | None) -> AppDeNubelia:
    from mock_nubelia.app import crear_app
    from mock_nubelia.cuenta import CuentaInvalida
    from mock_nubelia.fallos import FalloInvalido, Fallos, leer_fallos

    try:
        return crear_app(cuenta, fallos=None if fallos is None else Fallos(leer_fallos(fallos)))
    except CuentaInvalida as error:
        raise (EntradaInexistente if error.inexistente else DatosInvalidos)(error.mensaje) from None
    except FalloInvalido as error:
        raise ErrorDeUso(error.mensaje) from None


def _escuchar(host: str, puerto: int) -> socket.socket:
    """El enchufe, ya abierto: así un puerto ocupado se dice antes de arrancar nada."""
    import socket

    try:
        familia, _, _, _, donde = socket.getaddrinfo(host, puerto, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (OSError, UnicodeError):
        raise ErrorDeUso("La dirección de --host no existe en este equipo.") from None
    enchufe = socket.socket(familia, socket.SOCK_STREAM)
    try:
        enchufe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        enchufe.bind(donde)
        enchufe.listen(128)
    except OSError as error:
        enchufe.close()
        raise _no_escucha(error, puerto) from None
    return enchufe


def _no_escucha(error: OSError, puerto: int) -> ServicioNoDisponible | SinPermiso | ErrorDeUso:
    match error.errno:
        case errno.EADDRINUSE:
            return ServicioNoDisponible(
                f"El puerto {puerto} está ocupado. Elige otro con --puerto, o 0 para uno libre."
            )
        case errno.EACCES:
            return SinPermiso(f"No tienes permiso para usar el puerto {puerto}. Elige uno mayor que 1023.")
        case _:
            return ErrorDeUso("La dirección de --host no se puede usar en este equipo.")


def _direccion(enchufe: socket.socket) -> str:
    host, puerto = enchufe.getsockname()[:2]
    return f"http://[{host}]:{puerto}" if ":" in host else f"http://{host}:{puerto}"


def _atender(aplicacion: AppDeNubelia, enchufe: socket.socket) -> None:
    from mock_nubelia.servidor import crear_servidor

    servidor = crear_servidor(aplicacion)
    typer.echo(f"API simulada de Nubelia en {_direccion(enchufe)} (Ctrl-C para parar).")
    servidor.run(sockets=[enchufe])
