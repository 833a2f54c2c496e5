"""Los modelos: un proveedor por módulo, detrás del protocolo `docubot.tipos.Modelo`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from docubot.configuracion import Configuracion
from docubot.errores import ErrorDeUso
from docubot.tipos import Modelo

PLAZO_SIN_DATOS: Final = 60.0
"""Segundos sin recibir nada de un proveedor remoto antes de darlo por caído."""


def abrir(configuracion: Configuracion) -> Modelo:
    """El modelo que pide la configuración; `auto` es claude si hay clave o servidor propio, y si no, local.

    Importa su proveedor al abrirlo. Errores: `ErrorDeUso` con la lista de proveedores, y los de cada uno al abrirse.
    """
    pedido = configuracion.proveedor.strip().lower()
    nombre = elegir(configuracion) if pedido == "auto" else pedido
    if nombre not in PROVEEDORES:
        lista = ", ".join(("auto", *PROVEEDORES))
        raise ErrorDeUso(f"No hay un proveedor «{configuracion.proveedor[:60]}». Los que hay: {lista}.")
    return PROVEEDORES[nombre](configuracion)


def elegir(configuracion: Configuracion) -> str:
    """El proveedor que significa `auto` con esta configuración."""
    remoto = (configuracion.anthropic_api_key or "").strip() or (configuracion.anthropic_base_url or "").strip()
    return "claude" if remoto else "local"


def abrir_local(perfil: str) -> Modelo:
    """El modelo local con ese perfil. Error: `ErrorDeUso` con la lista de perfiles."""
    from docubot.modelos.local.perfiles import PERFILES

    conocido = next((p for p in PERFILES if p == perfil), None)
    if conocido is None:
        raise ErrorDeUso(f"No hay un perfil «{perfil[:60]}». Los que hay: {', '.join(PERFILES)}.")
    from docubot.modelos.local.modelo import ModeloLocal

    return ModeloLocal(perfil=conocido)


def _claude(configuracion: Configuracion) -> Modelo:
    from docubot.modelos.claude import ModeloClaude

    return ModeloClaude(
        configuracion.modelo,
        clave=configuracion.anthropic_api_key,
        base_url=configuracion.anthropic_base_url,
        plazo=min(PLAZO_SIN_DATOS, configuracion.plazo),
        plazo_total=configuracion.plazo,
    )


def _local(configuracion: Configuracion) -> Modelo:
    return abrir_local(configuracion.perfil)


PROVEEDORES: Final[dict[str, Callable[[Configuracion], Modelo]]] = {"claude": _claude, "local": _local}
