"""Lo que escribe la persona: prompt_toolkit en un terminal, renglones en una tubería."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from docubot.errores import DatosInvalidos, ErrorDeUso
from docubot.presentacion.consola import signo
from docubot.saneado import limpiar_linea, tapar_secretos

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import FileHistory
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.output import Output


class Sugeridor(Protocol):
    """Lo que se puede escribir a continuación: pares de texto y explicación, según lo que hay antes del cursor."""

    def __call__(self, antes: str) -> Iterable[tuple[str, str]]:
        """Las sugerencias para la última palabra de `antes`."""
        ...


class Entrada(Protocol):
    """De dónde salen las preguntas. Errores: `EOFError` al acabarse, `KeyboardInterrupt` con Ctrl-C."""

    def leer(self, propuesto: str = "") -> str:
        """La siguiente línea o párrafo, sin blancos alrededor."""
        ...


class DeTuberia:
    """Una pregunta por renglón de stdin."""

    def leer(self, propuesto: str = "") -> str:
        """El renglón siguiente. Error: `DatosInvalidos` si no está en UTF-8."""
        renglon = sys.stdin.buffer.readline()
        if not renglon:
            raise EOFError
        try:
            return renglon.decode("utf-8-sig").strip()
        except UnicodeDecodeError:
            raise DatosInvalidos("Un renglón de la entrada no está en UTF-8: se ha saltado.") from None


class DeTerminal:
    """La línea de edición. `al_pintar` se llama una vez, cuando el primer indicador ya está en la pantalla."""

    def __init__(self, historial: Path, sugerir: Sugeridor, al_pintar: Callable[[], None]) -> None:
        self._sesion = _sesion(historial, sugerir)
        self._al_pintar: Callable[[], None] | None = al_pintar
        self._sesion.app.after_render += self._pintado

    def leer(self, propuesto: str = "") -> str:
        """Un texto, de una línea o de varias (Alt-Intro); `propuesto` viene ya escrito."""
        tecleado = str(self._sesion.prompt(default=propuesto))
        return tecleado.encode("utf-8", "replace").decode("utf-8").strip()

    def _pintado(self, _: Any) -> None:
        hacer, self._al_pintar = self._al_pintar, None
        if hacer is not None:
            hacer()


def _sesion(historial: Path, sugerir: Sugeridor) -> PromptSession[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import get_app
    from prompt_toolkit.filters import Condition

    indicador = f"{signo('›')} "
    return PromptSession(
        indicador,
        multiline=True,
        prompt_continuation=" " * len(indicador),
        history=_historial(historial),
        completer=_completador(sugerir),
        complete_while_typing=Condition(lambda: get_app().current_buffer.text.startswith("/")),
        key_bindings=_teclas(),
        enable_open_in_editor=True,
        enable_suspend=True,
        reserve_space_for_menu=6,
        output=_salida(),
    )


def _salida() -> Output | None:
    """La salida sin preguntar al terminal dónde está el cursor: no todos contestan. None: la que toque."""
    if sys.platform == "win32":
        return None
    from prompt_toolkit.output.vt100 import Vt100_Output

    salida = Vt100_Output.from_pty(sys.stdout, term=os.environ.get("TERM"))
    salida.enable_cpr = False
    return salida


def _teclas() -> KeyBindings:
    from prompt_toolkit.key_binding import KeyBindings

    teclas = KeyBindings()

    @teclas.add("enter")
    def enviar(suceso: Any) -> None:
        suceso.current_buffer.validate_and_handle()

    @teclas.add("escape", "enter")
    def saltar(suceso: Any) -> None:
        suceso.current_buffer.insert_text("\n")

    return teclas


def _historial(ruta: Path) -> FileHistory | None:
    """Lo preguntado otros días, en un fichero solo para su dueña y sin nada que parezca una clave."""
    from prompt_toolkit.history import FileHistory

    class Historial(FileHistory):
        def store_string(self, string: str) -> None:
            with contextlib.suppress(OSError):
                super().store_string(tapar_secretos(string.encode("utf-8", "replace").decode("utf-8")))

    try:
        ruta.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(ruta, os.O_CREAT | os.O_APPEND, 0o600))
    except OSError:
        return None
    return Historial(str(ruta))


def _completador(sugerir: Sugeridor) -> Any:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Completador(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            antes = document.text_before_cursor
            palabra = antes.split(" ")[-1].split("\n")[-1]
            for texto, explicacion in sugerir(antes):
                limpio = limpiar_linea(texto)
                yield Completion(limpio, -len(palabra), display=limpio, display_meta=limpiar_linea(explicacion))

    return Completador()


def abrir(historial: Path, sugerir: Sugeridor, al_pintar: Callable[[], None]) -> Entrada:
    """La entrada que toca: la de terminal si hay alguien delante; si no, la de tubería."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return DeTerminal(historial, sugerir, al_pintar)
    return DeTuberia()


@contextmanager
def sin_eco() -> Iterator[None]:
    """Mientras dura el turno, lo que se teclea no se mezcla con la respuesta: espera al siguiente indicador."""
    try:
        import termios

        descriptor = sys.stdin.fileno()
        antes = termios.tcgetattr(descriptor)
    except (ImportError, OSError, ValueError, AttributeError):
        yield
        return
    except termios.error:
        yield
        return
    mudo = [*antes]
    mudo[3] = antes[3] & ~termios.ECHO
    termios.tcsetattr(descriptor, termios.TCSANOW, mudo)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSANOW, antes)


def en_el_editor(texto: str = "") -> str:
    """El texto escrito en el editor de la persona (`VISUAL`, `EDITOR`). Errores: `ErrorDeUso` si no se puede abrir."""
    import shlex
    import subprocess
    import tempfile

    orden = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ("notepad" if sys.platform == "win32" else "vi")
    with tempfile.TemporaryDirectory(prefix="docubot-") as carpeta:
        fichero = Path(carpeta) / "pregunta.md"
        fichero.write_text(texto, encoding="utf-8")
        try:
            hecho = subprocess.run([*shlex.split(orden), str(fichero)], check=False)
        except (OSError, ValueError):
            raise ErrorDeUso(f"No se puede abrir el editor «{orden}»: define EDITOR con el tuyo.") from None
        if hecho.returncode:
            return ""
        return fichero.read_bytes().decode("utf-8", "replace").strip()
