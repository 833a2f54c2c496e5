"""Las reglas de Nubelia, puras: estados, tareas abiertas, alcances, límites del plan y páginas.

Todas las cifras salen de la hoja de hechos del producto.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, get_args

EstadoDeProyecto: TypeAlias = Literal["activo", "en pausa", "completado", "archivado"]
EstadoDeTarea: TypeAlias = Literal["pendiente", "en curso", "en revisión", "hecha"]
Alcance: TypeAlias = Literal["lectura", "escritura"]
Plan: TypeAlias = Literal["Gratis", "Equipo", "Empresa"]
Rol: TypeAlias = Literal["propietaria", "administrador", "miembro", "invitado"]

ESTADOS_DE_PROYECTO: Final[tuple[str, ...]] = get_args(EstadoDeProyecto)
ESTADOS_DE_TAREA: Final[tuple[str, ...]] = get_args(EstadoDeTarea)
ALCANCES: Final[tuple[str, ...]] = get_args(Alcance)
PLANES: Final[tuple[str, ...]] = get_args(Plan)
ROLES: Final[tuple[str, ...]] = get_args(Rol)

PETICIONES_POR_MINUTO: Final[Mapping[str, int]] = {"Gratis": 30, "Equipo": 120, "Empresa": 600}
CADUCIDAD_DE_TOKEN: Final = 90 * 24 * 3600.0
"""Segundos: 90 días."""
POR_PAGINA: Final = 50
MAXIMO_POR_PAGINA: Final = 100

Numero: TypeAlias = int | float
_ENIE: Final = "\ue000"


@dataclass(frozen=True, slots=True)
class Horas:
    """Horas de un proyecto, en horas (la unidad mínima es 0,25)."""

    registradas: Numero
    presupuestadas: Numero
    sin_facturar: Numero
    sin_aprobar: Numero


@dataclass(frozen=True, slots=True)
class Cliente:
    """El cliente de un proyecto; el NIF y la dirección no salen de aquí, solo si los tiene."""

    nombre: str
    tiene_nif: bool
    tiene_direccion: bool


@dataclass(frozen=True, slots=True)
class Proyecto:
    """Un proyecto, con el plan de su organización."""

    id: str
    nombre: str
    estado: str
    responsable: str
    tareas: Mapping[str, int]
    fecha_entrega: str | None
    horas: Horas
    cliente: Cliente
    plan: str


@dataclass(frozen=True, slots=True)
class Organizacion:
    """Una organización: la frontera que ningún dato cruza."""

    id: str
    nombre: str
    plan: str
    personas: int
    zona_horaria: str


@dataclass(frozen=True, slots=True)
class Credencial:
    """Lo que un token dice de quien llama. `emitido` va en segundos del reloj del servidor."""

    organizacion: str
    usuario: str
    rol: str
    alcance: str
    emitido: float


def plegar(texto: str) -> str:
    """Minúsculas sin acentos y con los espacios seguidos hechos uno; la ñ se conserva."""
    compuesto = unicodedata.normalize("NFC", texto).casefold().replace("ñ", _ENIE)
    sin_marcas = "".join(c for c in unicodedata.normalize("NFD", compuesto) if not unicodedata.combining(c))
    return " ".join(unicodedata.normalize("NFC", sin_marcas).replace(_ENIE, "ñ").split())


def tareas_abiertas(tareas: Mapping[str, int]) -> int:
    """Cuántas están abiertas: todas las que no están hechas (las archivadas no llegan a este recuento)."""
    return sum(cuantas for estado, cuantas in tareas.items() if estado != "hecha")


def permite(alcance: str, pedido: Alcance) -> bool:
    """Si un token con ese alcance sirve para lo pedido: el de escritura también lee."""
    return alcance == pedido or (alcance == "escritura" and pedido == "lectura")


def caducado(credencial: Credencial, ahora: float) -> bool:
    """Si el token tiene ya 90 días."""
    return ahora - credencial.emitido >= CADUCIDAD_DE_TOKEN


def representar_proyecto(proyecto: Proyecto) -> dict[str, Any]:
    """El proyecto como lo devuelve la API."""
    return {
        "id": proyecto.id,
        "nombre": proyecto.nombre,
        "estado": proyecto.estado,
        "responsable": proyecto.responsable,
        "tareas": dict(proyecto.tareas),
        "tareas_abiertas": tareas_abiertas(proyecto.tareas),
        "fecha_entrega": proyecto.fecha_entrega,
        "horas": {
            "registradas": proyecto.horas.registradas,
            "presupuestadas": proyecto.horas.presupuestadas,
            "sin_facturar": proyecto.horas.sin_facturar,
            "sin_aprobar": proyecto.horas.sin_aprobar,
        },
        "cliente": {
            "nombre": proyecto.cliente.nombre,
            "tiene_nif": proyecto.cliente.tiene_nif,
            "tiene_direccion": proyecto.cliente.tiene_direccion,
        },
        "plan": proyecto.plan,
    }


def representar_organizacion(organizacion: Organizacion) -> dict[str, Any]:
    """La organización como la devuelve la API."""
    return {
        "id": organizacion.id,
        "nombre": organizacion.nombre,
        "plan": organizacion.plan,
        "personas": organizacion.personas,
        "zona_horaria": organizacion.zona_horaria,
    }
