"""`docubot ejercicio` a secas: vigila la carpeta, comprueba al guardar y obedece a teclas sueltas."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from docubot.ejercicios.comprobacion import Cancelada
from docubot.ejercicios.curso import Curso
from docubot.ejercicios.rotulos import rotulo
from docubot.ejercicios.vigilancia import PARA_SALIR, Salir, Sesion
from docubot.presentacion import ejercicios as pantalla
from docubot.presentacion.consola import imprimir, imprimir_markdown

if TYPE_CHECKING:
    from prompt_toolkit.input import Input

ESPERA_GUARDADO: Final = 80
"""Milisegundos que se espera a que un guardado termine: un editor escribe, renombra y vuelve a escribir."""

Suceso: TypeAlias = str | None
"""Una tecla, o None si se guardó algo."""


class _Sucesos:
    """Lo que va pasando, en orden; varios guardados seguidos cuentan como uno.

    `urgente` está puesto mientras haya en la cola algo por lo que no vale la pena acabar la comprobación en marcha.
    """

    def __init__(self) -> None:
        self.urgente = asyncio.Event()
        self._cola: asyncio.Queue[Suceso] = asyncio.Queue()
        self._urgentes = 0
        self._guardado = False

    def tecla(self, tecla: str) -> None:
        self._poner(tecla)

    def guardado(self) -> None:
        if not self._guardado:
            self._guardado = True
            self._poner(None)

    async def siguiente(self) -> Suceso:
        suceso = await self._cola.get()
        if suceso is None:
            self._guardado = False
        if _es_urgente(suceso):
            self._urgentes -= 1
        if not self._urgentes:
            self.urgente.clear()
        return suceso

    def _poner(self, suceso: Suceso) -> None:
        self._cola.put_nowait(suceso)
        if _es_urgente(suceso):
            self._urgentes += 1
            self.urgente.set()


def _es_urgente(suceso: Suceso) -> bool:
    return suceso is None or suceso.lower() in PARA_SALIR


def vigilar(curso: Curso) -> int:
    """La sesión entera. Sin terminal, enseña el siguiente, lo comprueba una vez y dice cómo seguir."""
    sesion = Sesion(curso)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _una_vez(sesion)
    asyncio.run(_bucle(sesion))
    return 0


def _una_vez(sesion: Sesion) -> int:
    curso = sesion.curso
    pantalla.mostrar_enunciado(sesion.ejercicio, curso.idioma)
    imprimir(f"{rotulo('edita', curso.idioma)} {sesion.carpeta / sesion.ejercicio.fichero}\n")
    sesion.comprobar()
    assert sesion.veredicto is not None
    pantalla.mostrar_veredicto(sesion.ejercicio, sesion.veredicto, curso.idioma)
    pantalla.mostrar_progreso(curso.resumen(), curso.idioma)
    return 0 if sesion.veredicto.aprobado else 1


async def _bucle(sesion: Sesion) -> None:
    from prompt_toolkit.input import create_input

    sucesos = _Sucesos()
    with contextlib.closing(create_input()) as entrada, _teclas(entrada, sucesos):
        vigia = asyncio.create_task(_guardados(sesion, sucesos))
        try:
            await _comprobar(sesion, sucesos)
            while True:
                pintar(sesion)
                if not await _atender(sesion, await sucesos.siguiente(), sucesos):
                    return
        finally:
            vigia.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await vigia


async def _atender(sesion: Sesion, suceso: Suceso, sucesos: _Sucesos) -> bool:
    """Falso si hay que salir."""
    if suceso is None:
        await _comprobar(sesion, sucesos)
        return True
    paso = sesion.tecla(suceso)
    if isinstance(paso, Salir):
        return False
    if paso.comprobar:
        await _comprobar(sesion, sucesos)
    return True


async def _comprobar(sesion: Sesion, sucesos: _Sucesos) -> None:
    """Comprueba; si entretanto se guarda otra vez o se quiere salir, lo deja a medias."""
    pantalla.en_estilo(rotulo("comprobando", sesion.curso.idioma), "dim")
    cancelar = threading.Event()
    trabajo = asyncio.ensure_future(asyncio.to_thread(sesion.comprobar, cancelar.is_set))
    interrupcion = asyncio.ensure_future(sucesos.urgente.wait())
    await asyncio.wait({trabajo, interrupcion}, return_when=asyncio.FIRST_COMPLETED)
    interrupcion.cancel()
    cancelar.set()
    with contextlib.suppress(Cancelada):
        await trabajo


@contextmanager
def _teclas(entrada: Input, sucesos: _Sucesos) -> Iterator[None]:
    """Cada tecla, a la cola, sin eco y sin esperar a Intro."""

    def llegan() -> None:
        for tecla in entrada.read_keys():
            sucesos.tecla(tecla.data if len(tecla.data) == 1 else "")
        if entrada.closed:
            sucesos.tecla("q")

    with entrada.raw_mode(), entrada.attach(llegan):
        yield


async def _guardados(sesion: Sesion, sucesos: _Sucesos) -> None:
    """Un aviso por cada guardado en el ejercicio abierto."""
    async for rutas in _cambios(sesion.curso.carpeta):
        if any(ruta.parent == sesion.carpeta and ruta.suffix == ".py" for ruta in rutas):
            sucesos.guardado()


async def _cambios(carpeta: Path) -> AsyncIterator[list[Path]]:
    from watchfiles import awatch

    async for cambios in awatch(carpeta, step=ESPERA_GUARDADO, debounce=400, recursive=True, raise_interrupt=False):
        yield [Path(ruta) for _, ruta in cambios]


def pintar(sesion: Sesion) -> None:
    """Toda la pantalla: dónde editar, lo que toca ver, el aviso y, abajo, el progreso y las teclas."""
    from docubot.presentacion.consola import salida

    idioma = sesion.curso.idioma
    salida().clear()
    _cuerpo(sesion)
    imprimir("")
    if sesion.aviso is not None:
        clave, huecos = sesion.aviso
        pantalla.en_estilo(rotulo(clave, idioma, **huecos), "bold yellow")
    pantalla.en_estilo(f"{rotulo('edita', idioma)} {sesion.carpeta / sesion.ejercicio.fichero}", "bold")
    modelo = rotulo("modelo_usado", idioma, modelo=sesion.curso.proveedor)
    progreso = pantalla.barra(sesion.curso.resumen(), idioma)
    pantalla.en_estilo(f"{progreso} · {modelo} · {rotulo('vigilando', idioma)}", "dim")
    pantalla.en_estilo(rotulo("teclas", idioma), "reverse")


def _cuerpo(sesion: Sesion) -> None:
    ejercicio, idioma = sesion.ejercicio, sesion.curso.idioma
    match sesion.vista:
        case "lista":
            pantalla.mostrar_lista(sesion.curso.resumen(), idioma)
        case "traza":
            pantalla.mostrar_traza(sesion.veredicto, idioma)
        case "solucion":
            pantalla.mostrar_solucion(ejercicio, idioma)
        case "pista":
            for nivel in range(1, sesion.pistas_vistas + 1):
                pantalla.mostrar_pista(ejercicio, nivel, idioma)
        case "veredicto":
            imprimir_markdown(ejercicio.enunciado(idioma))
            if sesion.veredicto is not None:
                imprimir("")
                pantalla.mostrar_veredicto(ejercicio, sesion.veredicto, idioma)
