"""`docubot evaluar`: puntúa al asistente con ficheros de preguntas."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from docubot.cli.comun import EnJson, NombreModelo, Proveedor

if TYPE_CHECKING:
    from docubot.configuracion import Configuracion
    from docubot.evaluacion.informe import Informe
    from docubot.evaluacion.metamorfica import Comparacion

app = typer.Typer(help="Puntúa al asistente con ficheros de preguntas.", no_args_is_help=True)

Preguntas: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option(
        "--preguntas", help="Fichero de preguntas (JSON Lines); se puede repetir.", show_default="las del repositorio"
    ),
]
Mitad: TypeAlias = Annotated[str | None, typer.Option("--mitad", help="Solo una mitad: ajuste o confirmacion.")]
Limite: TypeAlias = Annotated[int | None, typer.Option("--limite", min=1, help="Solo las primeras N preguntas.")]
Variante: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--variante", help="nombres, herramientas, cifras, orden o todo; se puede repetir.", show_default="todas"
    ),
]
Pagina: TypeAlias = Annotated[Path | None, typer.Option("--informe", help="Además, una página HTML con el detalle.")]
Minimo: TypeAlias = Annotated[
    float | None, typer.Option("--minimo", min=0, max=100, help="Sale con 1 si el porcentaje queda por debajo.")
]


@app.callback()
def _grupo() -> None:
    """Puntúa al asistente con ficheros de preguntas."""


@app.command()
def agente(
    preguntas: Preguntas = None,
    mitad: Mitad = None,
    limite: Limite = None,
    proveedor: Proveedor = None,
    modelo: NombreModelo = None,
    en_json: EnJson = False,
    informe: Pagina = None,
    minimo: Minimo = None,
) -> int:
    """El asistente entero: llamadas y respuesta de cada pregunta, con hoy en el 30 de noviembre de 2026."""
    from docubot.evaluacion.agente import evaluar_agente
    from docubot.evaluacion.preguntas import leer_casos

    casos = leer_casos(_ficheros(preguntas, "propias.jsonl"), mitad=mitad, limite=limite)
    hecho = evaluar_agente(casos, _ajustes(proveedor, modelo), avance=_avance())
    return _entregar([hecho], en_json, informe, minimo)


@app.command()
def extraccion(
    preguntas: Preguntas = None,
    mitad: Mitad = None,
    limite: Limite = None,
    proveedor: Proveedor = None,
    modelo: NombreModelo = None,
    metodo: Annotated[str, typer.Option("--metodo", help="herramienta o json.")] = "herramienta",
    en_json: EnJson = False,
    informe: Pagina = None,
    minimo: Minimo = None,
) -> int:
    """La extracción: qué parte de las categorías y de los proyectos acierta «docubot extraer»."""
    from docubot.errores import ErrorDeUso
    from docubot.evaluacion.extraccion import evaluar_extraccion
    from docubot.evaluacion.preguntas import leer_casos

    if metodo not in ("herramienta", "json"):
        raise ErrorDeUso(f"--metodo tiene que ser herramienta o json, no «{metodo}».")
    casos = leer_casos(_ficheros(preguntas, "propias.jsonl"), mitad=mitad, limite=limite)
    hecha = evaluar_extraccion(casos, _ajustes(proveedor, modelo), metodo, avance=_avance())  # type: ignore[arg-type]
    return _entregar([hecha.categorias, hecha.proyectos], en_json, informe, minimo)


@app.command()
def ajenas(
    preguntas: Preguntas = None,
    mitad: Mitad = None,
    limite: Limite = None,
    proveedor: Proveedor = None,
    modelo: NombreModelo = None,
    en_json: EnJson = False,
    informe: Pagina = None,
    minimo: Minimo = None,
) -> int:
    """La elección con herramientas que no son de DocuBot, directamente al modelo."""
    from docubot import modelos
    from docubot.evaluacion.ajenas import evaluar_ajenas
    from docubot.evaluacion.preguntas import leer_ajenos

    casos = leer_ajenos(_ficheros(preguntas, "herramientas-ajenas.jsonl"), mitad=mitad, limite=limite)
    hecho = evaluar_ajenas(casos, modelos.abrir(_ajustes(proveedor, modelo)), avance=_avance())
    return _entregar([hecho], en_json, informe, minimo)


@app.command()
def metamorfica(
    preguntas: Preguntas = None,
    mitad: Mitad = None,
    limite: Limite = None,
    variante: Variante = None,
    semillas: Annotated[int, typer.Option("--semillas", min=1, help="Cuántos sorteos de cada variante.")] = 1,
    sin_vectores: Annotated[
        bool, typer.Option("--sin-vectores", help="Indexa solo por palabras: segundos en vez de minutos.")
    ] = False,
    proveedor: Proveedor = None,
    modelo: NombreModelo = None,
    en_json: EnJson = False,
    maximo: Annotated[float | None, typer.Option("--maximo", help="Sale con 1 si alguna pierde más puntos.")] = None,
) -> int:
    """Cuántos puntos pierde el asistente si cambian los nombres, las herramientas, las cifras o el orden de la wiki."""
    from docubot.evaluacion import metamorfica as medida
    from docubot.evaluacion.preguntas import leer_casos
    from docubot.presentacion.consola import decir_discreto

    casos = leer_casos(_ficheros(preguntas, "propias.jsonl"), mitad=mitad, limite=limite)
    comparaciones = medida.evaluar_metamorfica(
        casos,
        _ajustes(proveedor, modelo),
        variante or tuple(medida.VARIANTES),
        range(1, semillas + 1),
        con_vectores=not sin_vectores,
        avance=decir_discreto,
    )
    return _comparadas(comparaciones, en_json, lambda c: maximo is None or c.puntos_perdidos <= maximo)


@app.command()
def descripciones(
    preguntas: Preguntas = None,
    mitad: Mitad = None,
    limite: Limite = None,
    proveedor: Proveedor = None,
    modelo: NombreModelo = None,
    en_json: EnJson = False,
) -> int:
    """Cuántos puntos pierde la elección de herramientas con descripciones que no dicen nada."""
    from docubot.evaluacion.metamorfica import evaluar_descripciones
    from docubot.evaluacion.preguntas import leer_casos

    casos = leer_casos(_ficheros(preguntas, "propias.jsonl"), mitad=mitad, limite=limite)
    return _comparadas([evaluar_descripciones(casos, _ajustes(proveedor, modelo), _avance())], en_json, lambda c: True)


@app.command()
def recuperacion(
    squad: Annotated[Path, typer.Option("--squad", help="Párrafos y preguntas, en formato SQuAD.")],
    preguntas_de: Annotated[
        Path | None,
        typer.Option("--preguntas-de", help="Otro SQuAD con las mismas preguntas, por ejemplo en otro idioma."),
    ] = None,
    en_json: EnJson = False,
    informe: Annotated[Path | None, typer.Option("--informe", help="Además, la ablación en HTML o SVG.")] = None,
) -> int:
    """El recuperador: con qué frecuencia el párrafo que responde sale el primero o entre los cinco primeros."""
    from docubot.evaluacion.recuperacion import evaluar_recuperacion
    from docubot.presentacion.consola import decir, imprimir, imprimir_json

    medida = evaluar_recuperacion(squad, preguntas_de, informe, avisar=decir, avance=_avance())
    if en_json:
        imprimir_json(medida.como_dict())
    else:
        imprimir(
            f"{medida.preguntas} preguntas: R@1 {medida.r1:.4f}, R@5 {medida.r5:.4f}, MRR@10 {medida.mrr10:.4f}, "
            f"{1000 * medida.s_por_pregunta:.1f} ms de CPU por pregunta"
        )
    return 0


def _comparadas(comparaciones: list[Comparacion], en_json: bool, vale: Callable[[Comparacion], bool]) -> int:
    from docubot.evaluacion.metamorfica import en_json as como_documento
    from docubot.evaluacion.metamorfica import en_tabla
    from docubot.presentacion.consola import imprimir, imprimir_json

    if en_json:
        imprimir_json(como_documento(comparaciones))
    else:
        imprimir(en_tabla(comparaciones))
    return 0 if all(vale(c) for c in comparaciones) else 1


def _ficheros(indicados: list[Path] | None, por_defecto: str) -> list[Path]:
    """Los indicados o, en una copia del repositorio, el de siempre. Error: `ErrorDeUso`."""
    from docubot.errores import ErrorDeUso
    from docubot.evaluacion.preguntas import CARPETA

    if indicados:
        return indicados
    if (CARPETA / por_defecto).is_file():
        return [CARPETA / por_defecto]
    raise ErrorDeUso("Falta --preguntas FICHERO: las preguntas propias solo están en el repositorio de DocuBot.")


def _ajustes(proveedor: str | None, modelo: str | None) -> Configuracion:
    from docubot.configuracion import cargar

    return cargar({"proveedor": proveedor, "modelo": modelo})


def _avance() -> Callable[[int, int], None]:
    """Quien cuenta cuántas van, en stderr y solo si hay alguien mirando."""
    if not sys.stderr.isatty():
        return lambda i, n: None

    def contar(hechas: int, total: int) -> None:
        sys.stderr.write(f"\r{hechas} de {total}" + ("\r\033[K" if hechas == total else ""))
        sys.stderr.flush()

    return contar


def _entregar(informes: list[Informe], en_json: bool, pagina: Path | None, minimo: float | None) -> int:
    """Enseña los informes; 1 si alguno no llega al mínimo."""
    from docubot.evaluacion import informe
    from docubot.presentacion.consola import imprimir, imprimir_json

    documentos = [informe.como_json(i) for i in informes]
    if en_json:
        imprimir_json(documentos[0] if len(documentos) == 1 else {"version": 1, "informes": documentos})
    else:
        imprimir("\n\n".join(informe.tabla(i) for i in informes))
    if pagina is not None:
        _escribir(pagina, informe.como_html(informes))
    return 1 if minimo is not None and any(i.total().porcentaje < minimo for i in informes) else 0


def _escribir(destino: Path, texto: str) -> None:
    """Escribe un informe. Error: `NoSePuedeCrear`."""
    from docubot.errores import NoSePuedeCrear

    try:
        destino.write_text(texto, encoding="utf-8")
    except OSError as error:
        raise NoSePuedeCrear(f"No se puede escribir el informe {destino}: {error.strerror}.") from None
