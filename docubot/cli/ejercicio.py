"""`docubot ejercicio`: el curso, en el terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from docubot.cli.comun import EnJson

if TYPE_CHECKING:
    from docubot.ejercicios.curso import Curso
    from docubot.tipos import Idioma

app = typer.Typer(
    help="El curso: ejercicios que se comprueban por lo que hacen. Sin orden, abre el siguiente y lo comprueba cada "
    "vez que guardas.",
    invoke_without_command=True,
)
dev = typer.Typer(help="Para quien mantiene los ejercicios.", no_args_is_help=True)
app.add_typer(dev, name="dev")

Id: TypeAlias = Annotated[str, typer.Argument(help="El id del ejercicio (o su número, o un trozo que no se repita).")]
IdOpcional: TypeAlias = Annotated[
    str | None, typer.Argument(help="El id del ejercicio; sin él, el siguiente pendiente.")
]
IdiomaCurso: TypeAlias = Annotated[
    str | None, typer.Option("--idioma", help="Idioma del curso: es o en.", show_default="es")
]
Carpeta: TypeAlias = Annotated[
    Path | None, typer.Option("--carpeta", help="Carpeta de tus ejercicios.", show_default="./docubot-curso")
]
ProveedorCurso: TypeAlias = Annotated[
    str | None, typer.Option("--proveedor", help="auto (claude si hay clave), claude o local.", show_default="auto")
]
Si: TypeAlias = Annotated[bool, typer.Option("--si", help="Sin preguntar.")]


def _curso(idioma: str | None = None, carpeta: Path | None = None, proveedor: str | None = None) -> Curso:
    from docubot.configuracion import cargar
    from docubot.ejercicios.curso import abrir

    return abrir(cargar({"proveedor": proveedor}), idioma=idioma, carpeta=carpeta)


@app.callback()
def por_defecto(
    contexto: typer.Context,
    idioma: IdiomaCurso = None,
    carpeta: Carpeta = None,
    proveedor: Annotated[
        str | None,
        typer.Option(
            "--proveedor", help="local, o claude (cada guardado hace llamadas de pago).", show_default="local"
        ),
    ] = None,
) -> None:
    """El curso, en el terminal. Sin orden, abre el siguiente ejercicio y lo comprueba cada vez que guardas."""
    if contexto.invoked_subcommand is None:
        from docubot.presentacion.vigilancia import vigilar

        raise typer.Exit(vigilar(_curso(idioma, carpeta, proveedor or "local")))


@app.command()
def listar(idioma: IdiomaCurso = None, en_json: EnJson = False) -> None:
    """Lista los ejercicios y cómo va cada uno."""
    from docubot.presentacion import ejercicios as pantalla
    from docubot.presentacion.consola import imprimir_json

    curso = _curso(idioma)
    filas = curso.resumen()
    if en_json:
        campos = ("id", "titulo", "leccion", "estado")
        imprimir_json({"version": 1, "ejercicios": [{c: f[c] for c in campos} for f in filas]})
        return
    pantalla.mostrar_lista(filas, curso.idioma)


@app.command()
def ver(id: IdOpcional = None, idioma: IdiomaCurso = None) -> None:
    """Enseña el enunciado de un ejercicio."""
    from docubot.presentacion import ejercicios as pantalla

    curso = _curso(idioma)
    pantalla.mostrar_enunciado(curso.elegir(id), curso.idioma)


@app.command()
def empezar(id: IdOpcional = None, idioma: IdiomaCurso = None, carpeta: Carpeta = None) -> None:
    """Crea los ficheros de un ejercicio en tu carpeta; lo que ya esté no se toca."""
    from docubot.ejercicios.rotulos import rotulo
    from docubot.presentacion import ejercicios as pantalla
    from docubot.presentacion.consola import imprimir

    curso = _curso(idioma, carpeta)
    ejercicio = curso.elegir(id)
    empezado = curso.empezar(ejercicio)
    pantalla.mostrar_enunciado(ejercicio, curso.idioma)
    if empezado.conservados:
        imprimir(rotulo("conservados", curso.idioma, ficheros=", ".join(empezado.conservados)))
    imprimir(f"\n{rotulo('edita', curso.idioma)} {empezado.carpeta / ejercicio.fichero}")
    imprimir(rotulo("compruebalo", curso.idioma, id=ejercicio.id))


@app.command()
def comprobar(
    id: IdOpcional = None,
    todos: Annotated[bool, typer.Option("--todos", help="Todos los que tengas empezados.")] = False,
    idioma: IdiomaCurso = None,
    carpeta: Carpeta = None,
    proveedor: ProveedorCurso = None,
    en_json: EnJson = False,
) -> None:
    """Comprueba un ejercicio y explica lo que falta. Código 1 si aún no está resuelto."""
    from docubot.presentacion import ejercicios as pantalla
    from docubot.presentacion.consola import imprimir_json

    curso = _curso(idioma, carpeta, proveedor)
    veredictos = []
    for ejercicio in curso.empezados() if todos else [curso.elegir(id)]:
        veredicto = curso.comprobar(ejercicio)
        veredictos.append(veredicto)
        if not en_json:
            pantalla.mostrar_veredicto(ejercicio, veredicto, curso.idioma)
    if en_json:
        imprimir_json({"version": 1, "veredictos": [curso.veredicto_en_json(v) for v in veredictos]})
    else:
        pantalla.mostrar_final(curso.resumen(), veredictos, curso.siguiente(), curso.idioma)
    if not all(v.aprobado for v in veredictos):
        raise typer.Exit(1)


@app.command()
def pista(
    id: IdOpcional = None,
    nivel: Annotated[
        int | None, typer.Option("--nivel", min=1, max=3, help="De 1 a 3; sin ella, la siguiente.")
    ] = None,
    idioma: IdiomaCurso = None,
) -> None:
    """Da una pista: hay tres, de menos a más."""
    from docubot.presentacion import ejercicios as pantalla

    curso = _curso(idioma)
    ejercicio = curso.elegir(id)
    pantalla.mostrar_pista(ejercicio, curso.dar_pista(ejercicio, nivel), curso.idioma)


@app.command()
def solucion(id: IdOpcional = None, idioma: IdiomaCurso = None, si: Si = False) -> None:
    """Enseña una solución; si aún no lo has resuelto, avisa antes."""
    from docubot.presentacion import ejercicios as pantalla

    curso = _curso(idioma)
    ejercicio = curso.elegir(id)
    if not (curso.resuelto(ejercicio) or si):
        _confirmar("confirma_solucion", curso.idioma)
    curso.estado.solucion_ensenada(ejercicio.id)
    pantalla.mostrar_solucion(ejercicio, curso.idioma)


@app.command()
def reiniciar(id: Id, idioma: IdiomaCurso = None, carpeta: Carpeta = None, si: Si = False) -> None:
    """Vuelve a la plantilla; lo tuyo queda copiado aparte."""
    from docubot.ejercicios.carpeta import COPIAS
    from docubot.ejercicios.rotulos import rotulo
    from docubot.presentacion.consola import imprimir

    curso = _curso(idioma, carpeta)
    ejercicio = curso.elegir(id)
    if not si:
        _confirmar("confirma_reiniciar", curso.idioma, id=ejercicio.id, copias=curso.carpeta / COPIAS)
    copia = curso.reiniciar(ejercicio)
    clave, huecos = ("reiniciado", {"copia": copia}) if copia else ("reiniciado_igual", {})
    imprimir(rotulo(clave, curso.idioma, **huecos))


def _confirmar(clave: str, idioma: Idioma, **huecos: object) -> None:
    """Pregunta en el terminal; sin él, o si la respuesta es no, no se hace nada y se dice con el código 1."""
    import sys

    from docubot.ejercicios.rotulos import rotulo
    from docubot.errores import ErrorDeUso

    if not sys.stdin.isatty():
        raise ErrorDeUso(f"{rotulo(clave, idioma, **huecos)} Aquí no se puede preguntar: repite la orden con --si.")
    if not typer.confirm(rotulo(clave, idioma, **huecos)):
        raise typer.Exit(1)


@app.command()
def traza(id: IdOpcional = None, idioma: IdiomaCurso = None) -> None:
    """Cuenta paso a paso la última comprobación: qué pidió el modelo y qué hizo tu código."""
    from docubot.presentacion import ejercicios as pantalla

    curso = _curso(idioma)
    pantalla.mostrar_traza(curso.estado.ultimo(curso.elegir(id).id), curso.idioma)


@app.command()
def ejecutar(id: Id, idioma: IdiomaCurso = None, proveedor: ProveedorCurso = None) -> None:
    """La demostración narrada de un ejercicio, sin escribir código."""
    from docubot.presentacion.demostracion import mostrar_demostracion

    curso = _curso(idioma, proveedor=proveedor)
    mostrar_demostracion(curso.elegir(id), curso.idioma, curso.proveedor)


@app.command()
def progreso(idioma: IdiomaCurso = None, en_json: EnJson = False) -> None:
    """Cuántos llevas resueltos y cuál es el siguiente."""
    from docubot.presentacion import ejercicios as pantalla
    from docubot.presentacion.consola import imprimir, imprimir_json

    curso = _curso(idioma)
    filas = curso.resumen()
    siguiente = curso.siguiente()
    if en_json:
        resueltos = sum(f["estado"] == "resuelto" for f in filas)
        imprimir_json(
            {
                "version": 1,
                "resueltos": resueltos,
                "total": len(filas),
                "siguiente": siguiente.id if siguiente else None,
            }
        )
        return
    pantalla.mostrar_progreso(filas, curso.idioma)
    imprimir(f"→ {siguiente.id}" if siguiente else "✓")


@app.command()
def exportar(
    junit: Annotated[bool, typer.Option("--junit", help="En JUnit XML.")] = False,
    en_json: EnJson = False,
    idioma: IdiomaCurso = None,
) -> None:
    """Saca el progreso por stdout, en JUnit XML o en JSON."""
    from docubot.ejercicios import exportar as formatos
    from docubot.errores import ErrorDeUso
    from docubot.presentacion.consola import imprimir, imprimir_json

    if junit == en_json:
        raise ErrorDeUso("Di en qué formato: docubot ejercicio exportar --junit, o --json.")
    curso = _curso(idioma)
    if en_json:
        imprimir_json({"version": 1, "ejercicios": curso.resumen()})
    else:
        imprimir(formatos.junit(curso.ejercicios, curso.estado, curso.idioma))


@dev.command("comprobar")
def dev_comprobar(
    ids: Annotated[list[str] | None, typer.Argument(help="Solo estos; sin ninguno, todos.")] = None,
    en_json: EnJson = False,
    procesos: Annotated[int, typer.Option("--procesos", min=1, max=16, help="Cuántas comprobaciones a la vez.")] = 2,
) -> None:
    """Comprueba los propios ejercicios: plantilla, solución, intentos, pistas e idiomas."""
    from docubot.ejercicios import mantenimiento
    from docubot.presentacion.consola import decir_discreto, imprimir, imprimir_json

    elegidos: list[Any] = mantenimiento.elegir(ids or [])
    defectos = mantenimiento.revisar(elegidos, procesos=procesos, avisar=decir_discreto)
    if en_json:
        imprimir_json({"version": 1, "ejercicios": len(elegidos), "defectos": [str(d) for d in defectos]})
    else:
        for defecto in defectos:
            imprimir(f"✗ {defecto}")
        imprimir(f"{len(elegidos)} ejercicios, {len(defectos)} defectos")
    if defectos:
        raise typer.Exit(1)
