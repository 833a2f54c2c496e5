"""Typer sin pydantic mientras no haga falta: un valor que no se ha dado, o un texto, no necesita ningún conversor.

Importar pydantic cuesta tanto como todo lo demás junto, y Typer lo hace en cada orden aunque no se use ninguna opción.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from typer.core import TyperGroup

if TYPE_CHECKING:
    from typer._click.core import Command, Context


@dataclass(frozen=True, slots=True)
class _SinConvertir:
    """Lo trivial se resuelve aquí; lo demás, con el conversor de Typer, que se construye entonces."""

    es_texto: bool
    el_de_typer: Callable[[], Any]

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """El valor convertido. Errores: los de Typer."""
        if value is None and not param.multiple and param.nargs == 1:
            return None
        if self.es_texto and isinstance(value, str):
            return value
        return self.el_de_typer().coerce(value, param=param, ctx=ctx)


@dataclass(frozen=True, slots=True)
class _Atajo:
    """Lo que Typer llama para pedir el conversor."""

    conversor: _SinConvertir

    def __call__(self) -> _SinConvertir:
        return self.conversor


def aligerar(comando: Command) -> Command:
    """Pone el atajo en todos los parámetros de un árbol de órdenes."""
    for parametro in comando.params:
        _aligerar(parametro)
    original = comando.get_help_option

    def ayuda(ctx: Context) -> Any:
        opcion = original(ctx)
        if opcion is not None:
            _aligerar(opcion)
        return opcion

    comando.get_help_option = ayuda  # type: ignore[method-assign]
    if isinstance(comando, TyperGroup):
        for hijo in comando.commands.values():
            aligerar(hijo)
    return comando


def _aligerar(parametro: Any) -> None:
    if not isinstance(parametro.get_runtime_param, _Atajo):
        es_texto = parametro.type_descriptor.annotation is str
        parametro.get_runtime_param = _Atajo(_SinConvertir(es_texto, parametro.get_runtime_param))
