"""Los ejercicios en pantalla: la lista, el enunciado, el veredicto explicado, la traza contada y el progreso."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

from docubot.ejercicios.catalogo import LECCIONES, Ejercicio
from docubot.ejercicios.narracion import Linea, narrar
from docubot.ejercicios.rotulos import rotulo
from docubot.ejercicios.veredicto import Veredicto, explicar
from docubot.presentacion.consola import imprimir, imprimir_markdown, imprimir_tabla, salida
from docubot.saneado import limpiar, limpiar_linea
from docubot.tipos import Idioma

MARCAS: Final[dict[str, str]] = {"resuelto": "✓", "empezado": "·", "pendiente": " "}
_COLORES: Final[dict[str, str]] = {"persona": "bold", "modelo": "magenta", "codigo": "cyan", "api": "yellow"}
ANCHO_BARRA: Final = 22


def en_estilo(texto: str, estilo: str = "") -> None:
    """Un texto ajeno, saneado, con un estilo de Rich si hay un terminal."""
    if sys.stdout.isatty():
        salida().print(limpiar(texto), style=estilo, overflow="fold")
    else:
        imprimir(texto)


def mostrar_lista(filas: Sequence[Mapping[str, Any]], idioma: Idioma) -> None:
    """La tabla de ejercicios."""
    columnas = {
        "es": ["n.º", "", "id", "título", "lección", "estado"],
        "en": ["no.", "", "id", "title", "lesson", "status"],
    }[idioma]
    imprimir_tabla(
        columnas,
        [
            [str(n), MARCAS[f["estado"]], f["id"], f["titulo"], LECCIONES[f["leccion"]][idioma], f["estado"]]
            for n, f in enumerate(filas, 1)
        ],
    )
    mostrar_progreso(filas, idioma)


def mostrar_progreso(filas: Sequence[Mapping[str, Any]], idioma: Idioma) -> None:
    """La barra de progreso."""
    en_estilo(barra(filas, idioma), "bold")


def barra(filas: Sequence[Mapping[str, Any]], idioma: Idioma) -> str:
    """«Progreso [#####-----] 5/22»."""
    hechos, total = sum(f["estado"] == "resuelto" for f in filas), len(filas)
    llenos = ANCHO_BARRA * hechos // max(total, 1)
    return f"{rotulo('progreso', idioma)} [{'#' * llenos}{'-' * (ANCHO_BARRA - llenos)}] {hechos}/{total}"


def mostrar_final(
    filas: Sequence[Mapping[str, Any]], veredictos: Sequence[Veredicto], siguiente: Ejercicio | None, idioma: Idioma
) -> None:
    """Después de comprobar: el progreso y qué se puede hacer ahora."""
    mostrar_progreso(filas, idioma)
    atascado = next((v.ejercicio for v in veredictos if not v.aprobado), None)
    if atascado is not None:
        en_estilo(rotulo("ayuda_atasco", idioma, id=atascado), "dim")
    elif siguiente is None:
        en_estilo(rotulo("fin", idioma), "bold green")
    else:
        en_estilo(rotulo("lo_siguiente", idioma, id=siguiente.id), "dim")


def mostrar_enunciado(ejercicio: Ejercicio, idioma: Idioma) -> None:
    """El enunciado."""
    imprimir_markdown(ejercicio.enunciado(idioma))


def mostrar_veredicto(ejercicio: Ejercicio, veredicto: Veredicto, idioma: Idioma) -> None:
    """Resuelto, o qué se esperaba, qué llegó, qué idea toca y dónde está en la lección."""
    explicacion = explicar(ejercicio, veredicto, idioma)
    titulo = limpiar_linea(ejercicio.titulo[idioma])
    if explicacion is None:
        en_estilo(f"✓ {rotulo('aprobado', idioma)}: {titulo}", "bold green")
        for nota in veredicto.notas:
            en_estilo(f"  {nota}")
    else:
        en_estilo(f"✗ {rotulo('pendiente', idioma)}: {titulo}", "bold red")
        _rotulado(rotulo("esperado", idioma), explicacion.esperado)
        _rotulado(rotulo("llego", idioma), explicacion.llego)
        _rotulado(rotulo("idea", idioma), explicacion.idea)
        leccion = LECCIONES[ejercicio.leccion][idioma]
        _rotulado(rotulo("donde", idioma), f"{leccion}, «{ejercicio.apartado[idioma]}»")
    if veredicto.salida.strip():
        _rotulado(rotulo("salida", idioma), veredicto.salida.rstrip())
    if veredicto.modelo != "local":
        en_estilo(rotulo("modelo_usado", idioma, modelo=veredicto.modelo), "dim")


def _rotulado(nombre: str, texto: str) -> None:
    """Un rótulo y su texto, sangrado y doblado al ancho del terminal."""
    limpio = limpiar(texto)
    if not sys.stdout.isatty():
        cuerpo = limpio.replace("\n", "\n      ")
        imprimir(f"  {nombre}:\n      {cuerpo}")
        return
    from rich.padding import Padding
    from rich.text import Text

    consola = salida()
    consola.print(Padding(Text(f"{nombre}:", style="bold"), (0, 0, 0, 2)))
    consola.print(Padding(Text(limpio, overflow="fold"), (0, 0, 0, 6)))


def mostrar_traza(veredicto: Veredicto | None, idioma: Idioma) -> None:
    """La última traza, contada paso a paso."""
    lineas = narrar(veredicto.traza, idioma) if veredicto else []
    if not lineas:
        en_estilo(rotulo("sin_traza" if veredicto is None else "traza_vacia", idioma), "dim")
        return
    en_estilo(rotulo("traza", idioma), "bold")
    mostrar_lineas(lineas, idioma)


def mostrar_lineas(lineas: Sequence[Linea], idioma: Idioma) -> None:
    """Los pasos, con quién los da delante; en blanco entre preguntas."""
    ancho = max(len(rotulo(quien, idioma)) for quien in _COLORES)
    for n, linea in enumerate(lineas):
        if linea.quien == "persona" and n:
            imprimir("")
        _paso(rotulo(linea.quien, idioma).rjust(ancho), linea)


def _paso(quien: str, linea: Linea) -> None:
    texto = limpiar(linea.texto)
    if not sys.stdout.isatty():
        sangrado = texto.replace("\n", "\n" + " " * (len(quien) + 5))
        imprimir(f"  {quien} │ {sangrado}")
        return
    from rich.table import Table
    from rich.text import Text

    rejilla = Table.grid(padding=(0, 1))
    rejilla.add_column(no_wrap=True)
    rejilla.add_column(overflow="fold")
    rejilla.add_row(Text(f"  {quien} │", style=_COLORES[linea.quien]), Text(texto, overflow="fold"))
    salida().print(rejilla)


def mostrar_pista(ejercicio: Ejercicio, nivel: int, idioma: Idioma) -> None:
    """Una pista, de la 1 a la 3."""
    en_estilo(rotulo("pista", idioma, n=nivel), "bold")
    imprimir_markdown(ejercicio.pistas[idioma][nivel - 1])


def mostrar_solucion(ejercicio: Ejercicio, idioma: Idioma) -> None:
    """El fichero de la solución."""
    en_estilo(f"{rotulo('solucion', idioma)} · {ejercicio.fichero}", "bold")
    mostrar_codigo(ejercicio.solucion()[ejercicio.fichero].decode("utf-8"))


def mostrar_codigo(codigo: str) -> None:
    """Código nuestro, en colores si hay un terminal."""
    if not sys.stdout.isatty():
        imprimir(codigo)
        return
    from rich.syntax import Syntax

    salida().print(Syntax(codigo, "python", background_color="default", word_wrap=True))
