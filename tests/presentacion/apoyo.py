"""Una salida que dice ser un terminal, para ver byte a byte lo que se escribe en él."""

from __future__ import annotations

import io

import pytest


class TerminalFalso(io.StringIO):
    """`isatty()` es cierto; la codificación, UTF-8."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def poner_terminal(monkeypatch: pytest.MonkeyPatch) -> TerminalFalso:
    """stdin, stdout y stderr, el mismo terminal falso de 100 columnas."""
    terminal = TerminalFalso()
    for nombre in ("stdout", "stderr"):
        monkeypatch.setattr(f"sys.{nombre}", terminal)
    monkeypatch.setattr("sys.stdin", TerminalFalso("s\n" * 1000))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    return terminal
