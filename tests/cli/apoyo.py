"""Ejecutar `docubot` dentro de la prueba, con su entrada y con un modelo guionizado."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from docubot import modelos
from docubot.cli import puerta
from docubot.modelos.guion import ModeloGuion


@dataclass(frozen=True)
class Salida:
    """Lo que dijo y cómo acabó."""

    codigo: int
    dicho: str
    errores: str


class Consola:
    """`docubot ARGUMENTOS`, con `entrada` en stdin."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def con_guion(self, pasos: Sequence[Any]) -> ModeloGuion:
        """Pone un guion en el lugar del modelo local."""
        modelo = ModeloGuion(pasos)
        self._monkeypatch.setitem(modelos.PROVEEDORES, "local", lambda _: modelo)
        return modelo

    def correr(self, *argumentos: str, entrada: str | bytes = "") -> Salida:
        """Ejecuta la orden."""
        crudo = entrada.encode() if isinstance(entrada, str) else entrada
        self._monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(crudo), encoding="utf-8"))
        codigo = puerta.ejecutar(list(argumentos))
        leido = self._capsys.readouterr()
        return Salida(codigo, leido.out, leido.err)


@pytest.fixture
def consola(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Consola:
    """La consola de la prueba."""
    return Consola(monkeypatch, capsys)
