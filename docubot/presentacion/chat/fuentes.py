"""Las fuentes de una conversación en el terminal: la lista y cada una entera."""

from __future__ import annotations

import json
from typing import Final

from docubot.errores import EntradaInexistente
from docubot.presentacion import consola
from docubot.presentacion.respuesta import argumentos
from docubot.rag.citas import Fuentes
from docubot.rag.fuentes import Fuente, FuenteDocumento, FuenteHerramienta
from docubot.saneado import limpiar_linea, tapar_secretos

MAXIMO_EN_LISTA: Final = 90


def listar(fuentes: Fuentes) -> None:
    """Una línea por fuente. Error: `EntradaInexistente` si no hay ninguna."""
    if not len(fuentes):
        raise EntradaInexistente("Todavía no hay fuentes: haz una pregunta.")
    filas = [[f"[{fuente.n}]", _titulo(fuente), _principio(fuente)] for fuente in fuentes]
    consola.imprimir_tabla(["", "fuente", "dice"], filas)


def ver(fuentes: Fuentes, numero: int) -> None:
    """Una fuente entera. Error: `EntradaInexistente`."""
    fuente = fuentes.obtener(numero)
    if fuente is None:
        raise EntradaInexistente(f"No hay ninguna fuente [{numero}]. Mira las que hay con /fuentes.")
    consola.imprimir_discreto(f"[{fuente.n}] {_titulo(fuente)}")
    match fuente:
        case FuenteDocumento(pasaje=pasaje):
            consola.imprimir_markdown(pasaje.texto)
        case FuenteHerramienta(resultado=resultado):
            consola.imprimir(tapar_secretos(_sangrado(resultado)))


def _titulo(fuente: Fuente) -> str:
    match fuente:
        case FuenteDocumento(pasaje=pasaje):
            return f"{pasaje.seccion or pasaje.titulo} ({pasaje.fuente})"
        case FuenteHerramienta(nombre=nombre, entrada=entrada):
            return f"{nombre}({argumentos(entrada)})"


def _principio(fuente: Fuente) -> str:
    match fuente:
        case FuenteDocumento(pasaje=pasaje):
            texto = pasaje.texto
        case FuenteHerramienta(resultado=resultado):
            texto = resultado
    linea = limpiar_linea(tapar_secretos(texto))
    return linea if len(linea) <= MAXIMO_EN_LISTA else linea[:MAXIMO_EN_LISTA] + "…"


def _sangrado(texto: str) -> str:
    try:
        return json.dumps(json.loads(texto), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        return texto
