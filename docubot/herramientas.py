"""Las herramientas de DocuBot y lo que la aplicación fija para todas ellas."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Self

from docubot.configuracion import Configuracion
from docubot.errores import (
    ArgumentosInvalidos,
    HerramientaNoDisponible,
    RespuestaInvalida,
    ServicioNoDisponible,
    SinPermiso,
)
from docubot.registro import Registro, Resultado

if TYPE_CHECKING:
    from docubot.nubelia import ClienteNubelia, Proyecto
    from docubot.rag.recuperador import Recuperador

HERRAMIENTAS: Final = Registro()
herramienta = HERRAMIENTAS.herramienta

MAXIMO_NOMBRE: Final = 200
MAXIMO_CONSULTA: Final = 1000
PASAJES_POR_CONSULTA: Final = 5
CERTEZA_MINIMA: Final = 0.17
"""Por debajo, la documentación no trata de eso. Es menor que el umbral de `buscar`, porque aquí decide el modelo si los
pasajes responden: con 0,5 se quedan sin pasajes 12 de 191 preguntas coloquiales con respuesta; con 0,17, una."""

FIJA_LA_APLICACION: Final[dict[str, str]] = {
    "identidad y permisos": "el token de Nubelia de la persona, de solo lectura (NUBELIA_TOKEN)",
    "dirección de la API": "NUBELIA_URL, o la API de demostración en proceso",
    "colección de documentación": "--coleccion",
    "fecha de hoy": "el reloj, o DOCUBOT_HOY",
}
"""Lo que no está en ningún esquema: el modelo ni siquiera sabe que podría cambiar."""


@dataclass(frozen=True)
class Contexto:
    """Lo que la aplicación fija. La API y el índice se abren la primera vez que alguien los usa."""

    configuracion: Configuracion
    _cerrojo: RLock = field(default_factory=RLock, repr=False)

    @property
    def hoy(self) -> date:
        """La fecha de hoy de la persona."""
        return self.configuracion.fecha()

    @cached_property
    def _nubelia(self) -> ClienteNubelia:
        from docubot import nubelia

        return nubelia.abrir(self.configuracion)

    @cached_property
    def _recuperador(self) -> Recuperador:
        from docubot.rag import recuperador

        return recuperador.abrir(self.configuracion, self.configuracion.coleccion)

    @cached_property
    def nombres_de_proyectos(self) -> tuple[str, ...]:
        """Los nombres de los proyectos de la cuenta; se piden a la API una vez. Errores: los de `listar_proyectos`."""
        return tuple(p.nombre for p in self.nubelia().listar_proyectos())

    def con_api_nueva(self) -> Self:
        """El mismo contexto con la API recién abierta y el mismo índice: para medir cada pregunta por separado."""
        nuevo = replace(self, _cerrojo=RLock())
        nuevo.__dict__["_recuperador"] = self.recuperador()
        return nuevo

    def nubelia(self) -> ClienteNubelia:
        """El cliente de la API."""
        with self._cerrojo:
            return self._nubelia

    def recuperador(self) -> Recuperador:
        """El recuperador de la colección en uso."""
        with self._cerrojo:
            return self._recuperador


@herramienta
def consultar_proyecto(
    contexto: Contexto,
    nombre: Annotated[
        str, "Nombre del proyecto tal como lo dice la persona, sin la palabra «proyecto». Ejemplo: Atlas"
    ],
) -> dict[str, Any]:
    """Consulta en la API de Nubelia los datos vivos de UN proyecto de la persona, por su nombre.

    Úsala cuando pregunten por el estado o los datos actuales de un proyecto con nombre: «¿cómo va Atlas?»,
    «¿cuántas tareas tiene mi proyecto Boreal?», «how many hours are logged in Cierzo?», «¿por qué no puedo
    facturar las horas de Atlas?».
    También para saber qué plan tiene contratado la organización.
    No la uses para preguntas sobre cómo funciona Nubelia, sus límites, precios o códigos de error (eso está en
    la documentación), ni cuando no se nombra ningún proyecto.
    Devuelve: nombre, estado, responsable, tareas por estado (pendiente, en curso, en revisión, hecha) y tareas
    abiertas, fecha de entrega, horas (registradas, presupuestadas, sin facturar, sin aprobar), cliente y si
    tiene NIF y dirección, y el plan de la organización. Si el proyecto no existe, dice cuáles hay.

    """
    _no_vacio("nombre", nombre, MAXIMO_NOMBRE)
    with _api_prevista():
        return como_json(contexto.nubelia().obtener_proyecto(nombre))


@herramienta
def listar_proyectos(contexto: Contexto) -> dict[str, Any]:
    """Lista en la API de Nubelia todos los proyectos de la persona.

    Úsala cuando pregunten qué proyectos hay, cuántos son, cuáles están activos o en pausa, o por todos a la
    vez: «¿qué proyectos tengo?», «which projects are active?», «¿cuál se entrega antes?». También cuando hablen
    de «mi proyecto» sin decir cuál.
    No la uses si ya nombran un proyecto concreto (usa consultar_proyecto), ni para preguntas sobre cómo
    funciona Nubelia.
    Devuelve, de cada proyecto: nombre, estado, tareas abiertas y fecha de entrega. No trae horas, ni cliente,
    ni responsable.

    """
    with _api_prevista():
        proyectos = contexto.nubelia().listar_proyectos()
    if not proyectos:
        return {"proyectos": [], "nota": "La organización no tiene ningún proyecto."}
    campos = ("nombre", "estado", "tareas_abiertas", "fecha_entrega")
    return {"proyectos": [{c: como_json(p)[c] for c in campos} for p in proyectos]}


@herramienta
def buscar_documentacion(
    contexto: Contexto,
    consulta: Annotated[
        str,
        "Lo que se quiere saber, en pocas palabras y sin nombres de proyectos. "
        "Ejemplo: límite de tareas abiertas plan Equipo",
    ],
) -> Resultado:
    """Busca en la documentación de Nubelia los pasajes que responden a una consulta.

    Úsala para todo lo que sea cómo funciona el producto: límites y precios de los planes, facturación y códigos
    de error, integraciones, la API, salas, permisos, contraseñas, plazos, pasos: «¿cuánto cuesta el plan
    Equipo?», «¿cuándo caducan los tokens?», «how do I recover a deleted task?», «¿qué significa FACT-203?».
    Úsala además de la API cuando haya que comparar un dato de la cuenta con una regla: «¿Atlas supera el límite
    de tareas de mi plan?», «¿por qué no puedo facturar Boreal?».
    No la uses para los datos vivos de un proyecto (su estado, sus tareas, sus horas), ni para saludos.
    Devuelve los pasajes más parecidos, numerados para citarlos, o dice que la documentación no trata de eso.

    """
    _no_vacio("consulta", consulta, MAXIMO_CONSULTA)
    pasajes = contexto.recuperador().buscar(consulta, k=PASAJES_POR_CONSULTA, minimo=CERTEZA_MINIMA)
    if not pasajes:
        return Resultado(f"La documentación no contiene nada sobre «{consulta}».")
    return Resultado("", pasajes=tuple(pasajes))


@herramienta(ofrecida=False)
def extraer_consulta(
    contexto: Contexto,
    categoria: Annotated[
        Literal["proyectos", "facturacion", "planes", "integraciones", "cuenta", "otro"],
        "La categoría de lo que se quiere saber. proyectos: proyectos, tareas, sus límites, horas registradas y salas; "
        "facturacion: facturas, horas sin facturar, datos fiscales, códigos FACT; planes: qué incluye o cuánto cuesta "
        "un plan, o si lo nombra; integraciones: también webhooks y la API; cuenta: acceso, contraseña, roles; "
        "otro: lo demás",
    ],
    proyecto: Annotated[
        str | None,
        "El proyecto que nombra la consulta, bien escrito, exista o no; null si no nombra ninguno o nombra varios",
    ] = None,
) -> dict[str, Any]:
    """Extrae de una consulta su categoría y el proyecto que nombra. Solo se usa forzada con tool_choice."""
    return {"categoria": categoria, "proyecto": proyecto}


def ejecutar_herramienta(nombre: str, entrada: Any, contexto: Contexto) -> Resultado:
    """Ejecuta una herramienta del registro: comprueba la forma y después los valores.

    Lo previsto vuelve como `es_error`, con lo que se puede probar; un fallo nuestro sale como excepción.
    """
    return HERRAMIENTAS.ejecutar(nombre, entrada, contexto)


def como_json(proyecto: Proyecto) -> dict[str, Any]:
    """Un proyecto como lo ve el modelo."""
    from dataclasses import asdict

    return asdict(proyecto) | {"tareas_abiertas": proyecto.tareas_abiertas}


@contextmanager
def _api_prevista() -> Iterator[None]:
    """La API caída, que contesta mal o que rechaza el token es un fallo previsto: vuelve al modelo con su frase."""
    try:
        yield
    except (ServicioNoDisponible, RespuestaInvalida, SinPermiso) as error:
        raise HerramientaNoDisponible(error.mensaje) from None


def _no_vacio(campo: str, valor: str, maximo: int) -> None:
    if not valor.strip():
        raise ArgumentosInvalidos(f"«{campo}» está vacío: pide a la persona el dato que falta.")
    if len(valor) > maximo:
        raise ArgumentosInvalidos(f"«{campo}» tiene {len(valor)} caracteres; el máximo es {maximo}.")
