"""El bucle de la charla: lee, atiende y vuelve a leer. Sin nada pesado: el primer indicador sale antes que lo demás."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from docubot.errores import INTERRUMPIDO, ErrorDocuBot
from docubot.presentacion import consola
from docubot.presentacion.chat.entrada import DeTerminal, Entrada


class Salir(Exception):
    """La persona se va."""


@dataclass
class Estado:
    """Lo que el bucle sabe de la charla: cómo acabó lo último, si se canceló y qué viene ya escrito."""

    codigo: int = 0
    cancelado: bool = False
    propuesto: str = ""


def conversar(atender: Callable[[str], None], teclado: Entrada, estado: Estado) -> int:
    """Hasta que la persona se va. Devuelve el código de salida."""
    while True:
        try:
            texto = teclado.leer(estado.propuesto)
            estado.propuesto, estado.cancelado = "", False
            if texto:
                atender(texto)
        except KeyboardInterrupt:
            if estado.cancelado:
                return INTERRUMPIDO
            estado.cancelado = True
            consola.decir("Otra vez Ctrl-C para salir.")
        except ErrorDocuBot as error:
            estado.codigo = error.codigo
            consola.decir(error.mensaje)
        except EOFError:
            return 0 if isinstance(teclado, DeTerminal) else estado.codigo
        except Salir:
            return INTERRUMPIDO if estado.cancelado else 0
