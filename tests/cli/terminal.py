"""Un terminal de verdad para las pruebas: un pty con pexpect y lo que se ve, con pyte."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pexpect
import pyte

RAIZ = Path(__file__).resolve().parents[2]
PLAZO = 30.0


def entorno(**extra: str) -> dict[str, str]:
    """El de la prueba, con el repositorio en el camino y sin depender de quien la ejecuta."""
    limpio = {c: v for c, v in os.environ.items() if c not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")}
    return {**limpio, "PYTHONPATH": str(RAIZ), "TERM": "xterm-256color", "LANG": "C.UTF-8", **extra}


def guion(carpeta: Path, *pasos: dict[str, Any]) -> Path:
    """Un guion para `con_guion`, en un fichero."""
    ruta = carpeta / "guion.json"
    ruta.write_text(json.dumps(pasos), encoding="utf-8")
    return ruta


def texto(contenido: str, **paso: Any) -> dict[str, Any]:
    """Un paso que solo dice algo."""
    return {"content": [{"type": "text", "text": contenido}], **paso}


def llamadas(*pedidas: tuple[str, dict[str, Any]], **paso: Any) -> dict[str, Any]:
    """Un paso que pide herramientas."""
    return {"content": [{"type": "tool_use", "name": n, "input": e} for n, e in pedidas], **paso}


class Terminal:
    """Un `docubot` en un pty de `columnas` por `filas`; `crudo` es todo lo que ha escrito."""

    def __init__(
        self,
        argumentos: Sequence[str],
        *,
        guion: Path | None = None,
        columnas: int = 100,
        filas: int = 40,
        **extra: str,
    ) -> None:
        modulo = ["-m", "docubot"] if guion is None else ["-m", "tests.cli.con_guion", str(guion)]
        self.proceso = pexpect.spawn(
            sys.executable,
            [*modulo, *argumentos],
            env=entorno(**extra),
            dimensions=(filas, columnas),
            cwd=os.environ.get("DOCUBOT_DATOS_CWD") or None,
            timeout=PLAZO,
            echo=True,
        )
        self.crudo = b""
        self._pantalla = pyte.HistoryScreen(columnas, filas, history=5000, ratio=0.5)
        self._flujo = pyte.ByteStream(self._pantalla)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, tipo: type[BaseException] | None, error: BaseException | None, traza: TracebackType | None
    ) -> None:
        self.proceso.close(force=True)

    def leer(self, segundos: float = 0.05) -> None:
        """Lo que haya escrito ya."""
        try:
            trozo = self.proceso.read_nonblocking(65536, timeout=segundos)
        except pexpect.TIMEOUT:
            return
        self.crudo += trozo
        self._flujo.feed(trozo)

    def esperar(self, condicion: str | Callable[[], bool], plazo: float = PLAZO) -> None:
        """Hasta que se vea un texto o se cumpla algo; si no, falla enseñando la pantalla."""
        cumplida = (lambda: condicion in self.todo()) if isinstance(condicion, str) else condicion
        limite = time.monotonic() + plazo
        while not cumplida():
            assert time.monotonic() < limite, f"no llegó {condicion!r}; se ve:\n{self.todo()}"
            try:
                self.leer()
            except pexpect.EOF:
                assert cumplida(), f"terminó sin {condicion!r}; se ve:\n{self.todo()}"
                return

    def indicador(self) -> None:
        """Hasta que el programa espera una pregunta."""
        self.esperar(self.esperando)

    def esperando(self) -> bool:
        """La última línea escrita es el indicador, vacío."""
        lineas = [linea.rstrip() for linea in self.visible() if linea.strip()]
        return bool(lineas) and lineas[-1] in ("›", ">")

    def escribir(self, linea: str) -> None:
        """Teclea una línea y pulsa Intro."""
        self.proceso.send(linea + "\r")

    def preguntar(self, linea: str) -> None:
        """Teclea una pregunta y espera al indicador siguiente."""
        self.escribir(linea)
        self.esperar(lambda: not self.esperando(), 5)
        self.esperar(self.esperando)

    def visible(self) -> list[str]:
        """Las filas de la pantalla."""
        return [fila.rstrip() for fila in self._pantalla.display]

    def todo(self) -> str:
        """Lo que se ve y lo que ha subido por arriba."""
        arriba = [
            "".join(fila[c].data for c in range(self._pantalla.columns)).rstrip() for fila in self._pantalla.history.top
        ]
        return "\n".join([*arriba, *self.visible()])

    def cambiar_tamano(self, columnas: int, filas: int) -> None:
        """Otra ventana."""
        self.proceso.setwinsize(filas, columnas)
        self._pantalla.resize(filas, columnas)

    def terminar(self) -> int:
        """Espera a que acabe y da su código: el de salida, o 128 más la señal."""
        limite = time.monotonic() + PLAZO
        while True:
            assert time.monotonic() < limite, f"no acaba; se ve:\n{self.todo()}"
            try:
                self.leer()
            except pexpect.EOF:
                break
        self.proceso.close()
        if self.proceso.exitstatus is not None:
            return int(self.proceso.exitstatus)
        return 128 + int(self.proceso.signalstatus or 0)
