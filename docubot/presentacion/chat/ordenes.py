"""Las órdenes de barra del chat: su tabla, su ayuda y qué hace cada una."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from docubot import exportacion, gasto
from docubot.errores import ErrorDeUso
from docubot.presentacion import consola
from docubot.presentacion.chat.bucle import Salir

if TYPE_CHECKING:
    from docubot.presentacion.chat.charla import Charla

_FORMA: Final = re.compile(r"/[a-záéíóúüñ]*(?=\s|\Z)", re.IGNORECASE)
"""Una barra y letras: «/v1/proyectos no responde» es una pregunta."""


@dataclass(frozen=True, slots=True)
class Orden:
    """Una orden: su argumento, para qué sirve, qué hace y qué valores se le pueden sugerir."""

    argumento: str
    ayuda: str
    hacer: Callable[[Charla, str], None]
    valores: Callable[[Charla], Iterable[str]] = lambda _: ()


def es_orden(texto: str) -> bool:
    """Empieza por una barra y una palabra, en una sola línea."""
    return "\n" not in texto and _FORMA.match(texto) is not None


def ejecutar(charla: Charla, texto: str) -> None:
    """Ejecuta una orden. Errores: `ErrorDeUso` si no existe o le falta algo, `Salir`, y los de cada una."""
    nombre, _, resto = texto[1:].partition(" ")
    orden = ORDENES.get(nombre.lower())
    if orden is None:
        raise ErrorDeUso(_desconocida(nombre))
    orden.hacer(charla, resto.strip())


def _desconocida(nombre: str) -> str:
    from difflib import get_close_matches

    parecidas = get_close_matches(nombre.lower(), ORDENES, n=1)
    pista = f"Quizá querías decir «/{parecidas[0]}»." if parecidas else "Mira las que hay con /ayuda."
    return f"No hay ninguna orden «/{nombre}». {pista}"


def sugerir(charla: Callable[[], Charla], antes: str) -> Iterable[tuple[str, str]]:
    """Las órdenes que empiezan así o, tras una, los valores de su argumento."""
    nombre, espacio, resto = antes[1:].partition(" ")
    if not espacio:
        yield from ((f"/{n}", o.ayuda) for n, o in ORDENES.items() if n.startswith(nombre.lower()))
    elif (orden := ORDENES.get(nombre.lower())) is not None:
        yield from ((v, "") for v in orden.valores(charla()) if v.startswith(resto))


def sugerir_proyectos(proyectos: Iterable[str], antes: str) -> Iterable[tuple[str, str]]:
    """Los proyectos que empiezan como la última palabra, sin mirar tildes ni mayúsculas."""
    from docubot.sesiones import plegar

    palabra = plegar(antes.split(" ")[-1].split("\n")[-1])
    return [(p, "proyecto") for p in proyectos if palabra and plegar(p).startswith(palabra)]


def _ayuda(charla: Charla, _: str) -> None:
    filas = [[f"/{nombre} {orden.argumento}".strip(), orden.ayuda] for nombre, orden in ORDENES.items()]
    consola.imprimir_tabla(["orden", "para qué"], filas)
    consola.imprimir_discreto("Alt-Intro salta de línea; Ctrl-R busca en lo ya preguntado; Tab completa.")


def _fuentes(charla: Charla, _: str) -> None:
    from docubot.presentacion.chat import fuentes

    fuentes.listar(charla.sesion.conversacion.fuentes)


def _fuente(charla: Charla, cual: str) -> None:
    from docubot.presentacion.chat import fuentes

    limpio = cual.strip("[] ")
    if not (limpio.isascii() and limpio.isdigit() and len(limpio) < 10):
        raise ErrorDeUso("Di qué fuente: /fuente 3. Las que hay, con /fuentes.")
    fuentes.ver(charla.sesion.conversacion.fuentes, int(limpio))


def _traza(charla: Charla, _: str) -> None:
    from docubot.presentacion import traza

    turnos = charla.turnos()
    if not turnos:
        raise ErrorDeUso("Todavía no hay ningún turno.")
    traza.mostrar(charla.sesion.id, turnos[-1:])


def _herramientas(charla: Charla, _: str) -> None:
    registro = charla.motor.equipo().ejecutor.registro
    filas = [[h.nombre, h.efecto.value, h.descripcion.split("\n")[0]] for h in registro if h.ofrecida]
    consola.imprimir_tabla(["herramienta", "efecto", "para qué"], filas)


def _modelo(charla: Charla, nombre: str) -> None:
    equipo = charla.motor.cambiar(modelo=nombre) if nombre else charla.motor.equipo()
    consola.imprimir(f"Responde {equipo.modelo.nombre} ({equipo.modelo.proveedor}).")


def _proveedor(charla: Charla, nombre: str) -> None:
    equipo = charla.motor.cambiar(proveedor=nombre, modelo=None) if nombre else charla.motor.equipo()
    consola.imprimir(f"Proveedor {equipo.modelo.proveedor}: responde {equipo.modelo.nombre}.")


def _proveedores(_: Charla) -> Iterable[str]:
    from docubot.modelos import PROVEEDORES

    return ("auto", *PROVEEDORES)


def _prompt(charla: Charla, _: str) -> None:
    equipo = charla.motor.equipo()
    consola.imprimir_discreto(f"{equipo.prompt.variante} {equipo.prompt.version} · sha256 {equipo.prompt.sha256}")
    consola.imprimir(equipo.system)


def _coleccion(charla: Charla, nombre: str) -> None:
    if nombre:
        charla.motor.cambiar_coleccion(nombre)
    consola.imprimir(f"Colección {charla.ajustes.coleccion}.")


def _colecciones(charla: Charla) -> Iterable[str]:
    from docubot.rag import colecciones

    return sorted({"nubelia", *colecciones.nombres(charla.ajustes.datos)})


def _coste(charla: Charla, _: str) -> None:
    precios = gasto.precios_de(charla.ajustes, charla.motor.equipo().modelo.proveedor)
    if charla.ultimo is not None:
        consola.imprimir(f"Último turno: {gasto.en_palabras(charla.ultimo.uso, precios)}.")
    consola.imprimir(f"Sesión: {gasto.en_palabras(charla.sesion.diario.uso, precios)}.")
    restantes = charla.tokens_restantes()
    if restantes is not None:
        consola.imprimir(f"Le quedan {gasto.miles(max(0, restantes))} tokens (max_tokens_sesion).")
    if precios is None:
        consola.imprimir_discreto(
            "Pon los precios con «docubot config poner precio_entrada N» y precio_salida, por millón de tokens."
        )


def _guardar(charla: Charla, nombre: str) -> None:
    turnos = charla.turnos()
    if not turnos:
        raise ErrorDeUso("Todavía no hay ninguna respuesta que guardar.")
    destino = Path(nombre).expanduser() if nombre else Path(f"respuesta-{charla.sesion.id}-{len(turnos)}.md")
    exportacion.escribir(destino, exportacion.en_markdown(charla.sesion.id, turnos[-1:]))
    consola.imprimir(f"Guardada en {destino}.")


def _exportar(charla: Charla, nombre: str) -> None:
    destino = Path(nombre).expanduser() if nombre else Path(f"docubot-{charla.sesion.id}.md")
    exportacion.exportar(charla.sesion.diario.ruta, destino)
    consola.imprimir(f"Conversación exportada a {destino}.")


def _nuevo(charla: Charla, _: str) -> None:
    charla.nueva_sesion()
    consola.imprimir_discreto(f"Conversación nueva · sesión {charla.sesion.id}")


def _deshacer(charla: Charla, _: str) -> None:
    pregunta = charla.deshacer()
    if pregunta is None:
        raise ErrorDeUso("No hay ningún turno que deshacer.")
    consola.imprimir(f"Olvidado: «{pregunta}».")


def _reintentar(charla: Charla, _: str) -> None:
    if not charla.ultima_pregunta:
        raise ErrorDeUso("Todavía no has preguntado nada.")
    if charla.ultimo is not None:
        charla.deshacer()
    charla.preguntar(charla.ultima_pregunta)


def _editor(charla: Charla, texto: str) -> None:
    from docubot.presentacion.chat import entrada

    charla.estado.propuesto = entrada.en_el_editor(texto)


def _salir(charla: Charla, _: str) -> None:
    raise Salir


ORDENES: Final[dict[str, Orden]] = {
    "ayuda": Orden("", "enseña esta lista", _ayuda),
    "fuentes": Orden("", "lista las fuentes de la conversación", _fuentes),
    "fuente": Orden(
        "N", "enseña entera la fuente [N]", _fuente, lambda c: (str(f.n) for f in c.sesion.conversacion.fuentes)
    ),
    "traza": Orden("", "qué pidió el modelo y qué hizo el código en el último turno", _traza),
    "herramientas": Orden("", "lista lo que puede pedir el modelo", _herramientas),
    "modelo": Orden("[NOMBRE]", "dice qué modelo responde, o lo cambia", _modelo),
    "proveedor": Orden("[NOMBRE]", "dice el proveedor, o lo cambia", _proveedor, _proveedores),
    "prompt": Orden("", "enseña el prompt de sistema y su versión", _prompt),
    "coleccion": Orden("[NOMBRE]", "dice qué documentación se consulta, o la cambia", _coleccion, _colecciones),
    "coste": Orden("", "tokens y coste del último turno y de la sesión", _coste),
    "guardar": Orden("[FICHERO]", "guarda la última respuesta, con sus fuentes", _guardar),
    "exportar": Orden("[FICHERO]", "guarda la conversación entera, en .md o .json", _exportar),
    "nuevo": Orden("", "empieza otra conversación", _nuevo),
    "deshacer": Orden("", "olvida el último turno", _deshacer),
    "reintentar": Orden("", "repite la última pregunta", _reintentar),
    "editor": Orden("[TEXTO]", "escribe la pregunta en tu editor (EDITOR)", _editor),
    "salir": Orden("", "termina", _salir),
}
