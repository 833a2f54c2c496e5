"""La tabla de rutas: de ella salen la aplicación y su documento OpenAPI."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from mock_nubelia.dominio import MAXIMO_POR_PAGINA, POR_PAGINA, Alcance


@dataclass(frozen=True, slots=True)
class Parametro:
    """Un parámetro de una operación, con su esquema JSON."""

    nombre: str
    en: Literal["path", "query"]
    descripcion: str
    esquema: dict[str, object]


@dataclass(frozen=True, slots=True)
class Operacion:
    """Una operación de la API. `esquema` es el nombre del de su respuesta 200; `alcance`, el que hace falta."""

    id: str
    ruta: str
    resumen: str
    alcance: Alcance
    esquema: str
    parametros: tuple[Parametro, ...] = ()
    errores: tuple[int, ...] = field(default=(401, 403, 429))


OPERACIONES: Final = (
    Operacion(
        id="listar_proyectos",
        ruta="/v1/proyectos",
        resumen="Los proyectos de la organización, por páginas.",
        alcance="lectura",
        esquema="PaginaDeProyectos",
        parametros=(
            Parametro("cursor", "query", "El cursor que trajo la página anterior.", {"type": "string", "minLength": 1}),
            Parametro(
                "limite",
                "query",
                "Cuántos proyectos trae la página.",
                {"type": "integer", "minimum": 1, "maximum": MAXIMO_POR_PAGINA, "default": POR_PAGINA},
            ),
        ),
        errores=(400, 401, 403, 429),
    ),
    Operacion(
        id="obtener_proyecto",
        ruta="/v1/proyectos/{clave}",
        resumen="Un proyecto, por su id o por su nombre.",
        alcance="lectura",
        esquema="Proyecto",
        parametros=(
            Parametro(
                "clave",
                "path",
                "El id o el nombre; da igual con acentos o sin ellos.",
                {"type": "string", "minLength": 1},
            ),
        ),
        errores=(401, 403, 404, 429),
    ),
    Operacion(
        id="obtener_organizacion",
        ruta="/v1/organizacion",
        resumen="La organización a la que pertenece el token.",
        alcance="lectura",
        esquema="Organizacion",
    ),
)
