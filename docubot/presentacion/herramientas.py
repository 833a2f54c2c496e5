"""La ficha de una herramienta: qué rellena el modelo y qué fija la aplicación."""

from __future__ import annotations

from collections.abc import Mapping

from docubot.presentacion.consola import imprimir, imprimir_tabla
from docubot.registro import Herramienta


def mostrar(herramienta: Herramienta, fijos: Mapping[str, str]) -> None:
    """La descripción y las dos listas."""
    imprimir(
        f"{herramienta.nombre} · {herramienta.efecto.value}\n\n{herramienta.descripcion}\n\nLo que rellena el modelo:"
    )
    obligatorios = herramienta.esquema["required"]
    filas = [
        [nombre, tipo_de(propiedad), "sí" if nombre in obligatorios else "no", propiedad.get("description", "")]
        for nombre, propiedad in herramienta.esquema["properties"].items()
    ]
    if filas:
        imprimir_tabla(["campo", "tipo", "obligatorio", "instrucción"], filas)
    else:
        imprimir("  (nada: no tiene campos)")
    imprimir("\nLo que fija la aplicación (el modelo no sabe que existe):")
    imprimir_tabla(["qué", "de dónde sale"], list(fijos.items()))


def tipo_de(propiedad: Mapping[str, object]) -> str:
    """«string», o los valores de un `enum`."""
    opciones = propiedad.get("enum")
    return " | ".join(map(str, opciones)) if isinstance(opciones, list) else str(propiedad.get("type", ""))
