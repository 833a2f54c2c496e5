"""`docubot buscar`, `indexar`, `colecciones` y `fuente`: la documentación y sus índices."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from docubot.cli.comun import Coleccion, EnJson

Consulta = Annotated[str, typer.Argument(help="Qué se busca, con palabras.")]
colecciones = typer.Typer(help="Las colecciones de documentación.", invoke_without_command=True)


def buscar(
    consulta: Consulta,
    coleccion: Coleccion = None,
    cuantos: Annotated[int, typer.Option("--cuantos", "-k", min=1, max=50, help="Pasajes como mucho.")] = 5,
    pagina: Annotated[str | None, typer.Option("--pagina", help="Solo esa página o carpeta; admite * y ?.")] = None,
    seccion: Annotated[str | None, typer.Option("--seccion", help="Solo secciones cuyo camino la contenga.")] = None,
    etiqueta: Annotated[str | None, typer.Option("--etiqueta", help="Solo páginas con esa etiqueta.")] = None,
    sin_umbral: Annotated[bool, typer.Option("--sin-umbral", help="Da lo más parecido aunque no responda.")] = False,
    en_json: EnJson = False,
) -> None:
    """Busca pasajes en la documentación, de mejor a peor."""
    from docubot import configuracion
    from docubot.cli.comun import leer_pregunta
    from docubot.presentacion import documentacion as vista
    from docubot.presentacion.consola import decir, imprimir_json
    from docubot.rag.recuperador import Filtro, abrir

    consulta = leer_pregunta(consulta)
    ajustes = configuracion.cargar({"coleccion": coleccion})
    recuperador = abrir(ajustes, coleccion, avisar=decir)
    filtro = Filtro(pagina, seccion, etiqueta) if pagina or seccion or etiqueta else None
    pasajes = recuperador.buscar(consulta, cuantos, filtro, con_umbral=not sin_umbral)
    if en_json:
        datos = [vista.pasaje_en_json(p) for p in pasajes]
        nombre = recuperador.foto.manifiesto.coleccion
        imprimir_json({"version": 1, "consulta": consulta, "coleccion": nombre, "pasajes": datos})
    elif pasajes:
        vista.mostrar_pasajes(pasajes)
    else:
        decir(f"La documentación no contiene nada sobre «{consulta[:200]}». Con --sin-umbral se ve lo más parecido.")


def indexar(
    ruta: Annotated[Path | None, typer.Argument(help="Carpeta con .md, .txt o .html; sin ella, la de Nubelia.")] = None,
    coleccion: Coleccion = None,
    rehacer: Annotated[bool, typer.Option("--rehacer", help="Empieza de cero, con el embebedor de ahora.")] = False,
    en_json: EnJson = False,
) -> None:
    """Indexa una carpeta: solo lo que ha cambiado. Se puede cortar; la vez siguiente sigue por donde iba."""
    from docubot import configuracion
    from docubot.presentacion import documentacion as vista
    from docubot.presentacion.consola import decir, imprimir_json
    from docubot.rag import indexador
    from docubot.rag.incluida import ORIGEN

    ajustes = configuracion.cargar({"coleccion": coleccion})
    with vista.progreso() as avanzar:
        resumen = indexador.indexar(
            ruta or ORIGEN,
            ajustes.coleccion,
            datos=ajustes.datos,
            chroma_url=ajustes.chroma_url,
            rehacer=rehacer,
            progreso=avanzar,
            avisar=decir,
        )
    if en_json:
        saltados = [{"ruta": s.ruta, "razon": s.razon} for s in resumen.saltados]
        imprimir_json({
            "version": 1, "coleccion": resumen.coleccion, "paginas": resumen.paginas, "fragmentos": resumen.trozos,
            "nuevos": resumen.nuevos, "quitados": resumen.quitados, "cambio": resumen.cambio,
            "embebedor": resumen.embebedor, "saltados": saltados,
        })  # fmt: skip
    else:
        vista.contar_indexado(resumen)


@colecciones.callback()
def por_defecto(contexto: typer.Context) -> None:
    """Las colecciones de documentación; sin orden, las lista."""
    if contexto.invoked_subcommand is None:
        listar()


@colecciones.command()
def listar(en_json: EnJson = False) -> None:
    """Lista las colecciones con sus cuentas, tamaño, fecha y embebedor."""
    from docubot import configuracion
    from docubot.presentacion import documentacion as vista
    from docubot.presentacion.consola import imprimir_json
    from docubot.rag import colecciones as indices

    estados = indices.listar(configuracion.cargar({}).datos)
    if not en_json:
        vista.mostrar_colecciones(estados)
        return
    filas = [
        {
            "nombre": e.nombre,
            "incluida": e.incluida,
            "bytes": e.bytes,
            "rota": e.manifiesto is None,
            "paginas": e.manifiesto.paginas if e.manifiesto else None,
            "fragmentos": e.manifiesto.trozos if e.manifiesto else None,
            "embebedor": e.manifiesto.embebedor if e.manifiesto else None,
            "dimension": e.manifiesto.dimension if e.manifiesto else None,
            "origen": e.manifiesto.origen if e.manifiesto else None,
            "indexada": (e.manifiesto.creada or None) if e.manifiesto else None,
        }
        for e in estados
    ]
    imprimir_json({"version": 1, "colecciones": filas})


@colecciones.command()
def borrar(nombre: Annotated[str, typer.Argument(help="Colección que se borra.")]) -> None:
    """Borra una colección y su registro; si era «nubelia», vuelve la incluida."""
    from docubot import configuracion
    from docubot.presentacion.consola import decir
    from docubot.rag import colecciones as indices

    ajustes = configuracion.cargar({})
    indices.borrar(ajustes.datos, nombre, ajustes.chroma_url)
    decir(f"Colección «{nombre}» borrada.")


def fuente(
    ident: Annotated[str, typer.Argument(metavar="ID", help="Id de un pasaje, o pagina.md#ancla.")],
    coleccion: Coleccion = None,
    en_json: EnJson = False,
) -> None:
    """Enseña un pasaje dentro de su página."""
    from docubot import configuracion
    from docubot.errores import EntradaInexistente
    from docubot.presentacion import documentacion as vista
    from docubot.presentacion.consola import imprimir_json
    from docubot.rag.colecciones import foto_actual
    from docubot.rag.foto import Foto

    ajustes = configuracion.cargar({"coleccion": coleccion})
    foto = Foto(foto_actual(ajustes.datos, ajustes.coleccion, ajustes.chroma_url))
    numero = foto.buscar_id(ident)
    if numero is None:
        raise EntradaInexistente(
            f"No hay ningún pasaje «{ident[:100]}» en «{ajustes.coleccion}»: «docubot buscar» da los ids."
        )
    pasaje = foto.pasaje(numero, 0.0)
    pagina = foto.texto_de_pagina(foto.pagina(foto.trozo(numero)[3]))
    if en_json:
        imprimir_json({"version": 1, **vista.pasaje_en_json(pasaje), "texto_de_pagina": pagina})
    else:
        vista.mostrar_fuente(pasaje, pagina)
