"""Cómo se enseñan los pasajes, las colecciones y el progreso de una indexación."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from docubot.presentacion.consola import decir, errores, imprimir, imprimir_tabla, salida
from docubot.saneado import limpiar, limpiar_linea

if TYPE_CHECKING:
    from docubot.rag.colecciones import Estado
    from docubot.rag.indexador import Avance, Resumen
    from docubot.tipos import Pasaje

_EXTRACTO: Final = 400
_SALTADOS: Final = 10


def pasaje_en_json(pasaje: Pasaje) -> dict[str, Any]:
    """Un pasaje como lo dan `buscar --json` y `fuente --json`."""
    return {
        "id": pasaje.id,
        "pagina": pasaje.pagina,
        "titulo": pasaje.titulo,
        "seccion": pasaje.seccion,
        "ancla": pasaje.ancla,
        "puntuacion": pasaje.puntuacion,
        "texto": pasaje.texto,
    }


def mostrar_pasajes(pasajes: Sequence[Pasaje]) -> None:
    """Los pasajes con su sitio, su puntuación y el principio de su texto."""
    for numero, pasaje in enumerate(pasajes, 1):
        cabecera = limpiar_linea(f"{numero}. {pasaje.seccion}  ({pasaje.fuente})  {pasaje.puntuacion:.2f}  {pasaje.id}")
        texto = pasaje.texto if len(pasaje.texto) <= _EXTRACTO else pasaje.texto[:_EXTRACTO].rstrip() + "…"
        if sys.stdout.isatty():
            salida().print(cabecera, style="bold", overflow="fold")
        else:
            imprimir(cabecera)
        imprimir("\n".join(f"   {linea}" for linea in texto.split("\n")) + "\n")


def mostrar_fuente(pasaje: Pasaje, pagina: str) -> None:
    """La página entera, con el pasaje señalado con una barra a la izquierda."""
    inicio = pagina.find(pasaje.texto)
    antes, despues = pagina[:inicio], pagina[inicio + len(pasaje.texto) :]
    imprimir(f"{pasaje.seccion} ({pasaje.fuente})\n")
    lineas = [f"  {linea}" for linea in antes.split("\n")[:-1]]
    lineas += [f"▌ {linea}" for linea in (antes.split("\n")[-1] + pasaje.texto + despues.split("\n")[0]).split("\n")]
    imprimir("\n".join(lineas + [f"  {linea}" for linea in despues.split("\n")[1:]]))


def mostrar_colecciones(estados: Sequence[Estado]) -> None:
    """Una fila por colección."""
    filas = []
    for estado in estados:
        datos = estado.manifiesto
        nombre = f"{estado.nombre} (incluida)" if estado.incluida else estado.nombre
        if datos is None:
            filas.append([nombre, "", "", f"{estado.bytes / 1e6:.1f} MB", "", "rota: reindéxala"])
        else:
            paginas, trozos = str(datos.paginas), str(datos.trozos)
            filas.append(
                [nombre, paginas, trozos, f"{estado.bytes / 1e6:.1f} MB", datos.creada or "—", datos.embebedor]
            )
    imprimir_tabla(["colección", "páginas", "fragmentos", "tamaño", "indexada", "embebedor"], filas)


def contar_indexado(resumen: Resumen) -> None:
    """Qué se hizo y qué se saltó, a stderr."""
    for saltado in resumen.saltados[:_SALTADOS]:
        decir(limpiar_linea(f"  saltado {saltado.ruta}: {saltado.razon}"))
    if len(resumen.saltados) > _SALTADOS:
        decir(f"  … y {len(resumen.saltados) - _SALTADOS} más saltados")
    cuentas = f"{resumen.paginas} páginas, {resumen.trozos} fragmentos"
    if resumen.cambio:
        cambios = f"{resumen.nuevos} nuevos, {resumen.quitados} quitados ({resumen.embebedor})"
        decir(f"«{resumen.coleccion}»: {cuentas}; {cambios}.")
    else:
        decir(f"«{resumen.coleccion}» ya estaba al día: {cuentas}.")


@contextlib.contextmanager
def progreso() -> Iterator[Callable[[Avance], None]]:
    """Una barra en stderr, con ritmo y tiempo que queda; nada si no hay terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columnas = (
        TextColumn("Indexando"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[trozos]} fragmentos"),
        TextColumn("{task.fields[ritmo]:.1f}/s"), TimeRemainingColumn(compact=True),
    )  # fmt: skip
    with Progress(*columnas, console=errores(), transient=True) as barra:
        import time

        inicio = time.monotonic()
        tarea = barra.add_task(limpiar("indexar"), total=None, trozos=0, ritmo=0.0)

        def avanzar(avance: Avance) -> None:
            ritmo = avance.nuevos / max(time.monotonic() - inicio, 0.001)
            total = avance.bytes_totales or None
            barra.update(tarea, completed=avance.bytes_hechos, total=total, trozos=avance.trozos + 0, ritmo=ritmo)

        yield avanzar
