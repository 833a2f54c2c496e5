"""El documento OpenAPI 3.1, generado de la misma tabla de rutas que la aplicación."""

from __future__ import annotations

from typing import Any, Final

from mock_nubelia.dominio import ESTADOS_DE_PROYECTO, ESTADOS_DE_TAREA, MAXIMO_POR_PAGINA, PLANES
from mock_nubelia.rutas import OPERACIONES, Operacion

_CANTIDAD: Final = {"type": "integer", "minimum": 0}
_HORAS: Final = {"type": "number", "minimum": 0}
_TEXTO: Final = {"type": "string", "minLength": 1}
_LOGICO: Final = {"type": "boolean"}
_TITULOS: Final = {
    400: "La petición no vale.",
    401: "Falta el token, no vale o ha caducado.",
    403: "El token no tiene el alcance necesario.",
    404: "No existe, o es de otra organización.",
    429: "Demasiadas peticiones por minuto de la organización.",
}


def _objeto(**propiedades: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": propiedades,
        "required": list(propiedades),
        "additionalProperties": False,
    }


def esquemas() -> dict[str, Any]:
    """Los esquemas JSON de lo que devuelve la API, por su nombre."""
    return {
        "Proyecto": _objeto(
            id=_TEXTO,
            nombre=_TEXTO,
            estado={"type": "string", "enum": list(ESTADOS_DE_PROYECTO)},
            responsable=_TEXTO,
            tareas=_objeto(**dict.fromkeys(ESTADOS_DE_TAREA, _CANTIDAD)),
            tareas_abiertas=_CANTIDAD,
            fecha_entrega={"type": ["string", "null"], "format": "date"},
            horas=_objeto(registradas=_HORAS, presupuestadas=_HORAS, sin_facturar=_HORAS, sin_aprobar=_HORAS),
            cliente=_objeto(nombre=_TEXTO, tiene_nif=_LOGICO, tiene_direccion=_LOGICO),
            plan={"type": "string", "enum": list(PLANES)},
        ),
        "PaginaDeProyectos": _objeto(
            datos={"type": "array", "items": {"$ref": "#/components/schemas/Proyecto"}, "maxItems": MAXIMO_POR_PAGINA},
            siguiente={
                "type": ["string", "null"],
                "description": "El cursor de la página siguiente; null en la última.",
            },
        ),
        "Organizacion": _objeto(
            id=_TEXTO,
            nombre=_TEXTO,
            plan={"type": "string", "enum": list(PLANES)},
            personas=_CANTIDAD,
            zona_horaria=_TEXTO,
        ),
        "Problema": _objeto(
            type={"type": "string"},
            title=_TEXTO,
            status={"type": "integer", "minimum": 400, "maximum": 599},
            detail=_TEXTO,
        ),
    }


def documento() -> dict[str, Any]:
    """El documento OpenAPI entero."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "API de Nubelia",
            "version": "1",
            "description": "Lectura de proyectos y de la organización.",
        },
        "servers": [{"url": "/"}],
        "security": [{"token": []}],
        "paths": {operacion.ruta: {"get": _operacion(operacion)} for operacion in OPERACIONES},
        "components": {
            "schemas": esquemas(),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operacion(operacion: Operacion) -> dict[str, Any]:
    return {
        "operationId": operacion.id,
        "summary": operacion.resumen,
        "description": f"Alcance necesario: {operacion.alcance}.",
        "parameters": [
            {
                "name": p.nombre,
                "in": p.en,
                "description": p.descripcion,
                "required": p.en == "path",
                "schema": p.esquema,
            }
            for p in operacion.parametros
        ],
        "responses": {
            "200": _respuesta("Correcto.", "application/json", operacion.esquema),
            **{str(e): _error(e) for e in operacion.errores},
        },
    }


def _respuesta(descripcion: str, tipo: str, esquema: str) -> dict[str, Any]:
    return {"description": descripcion, "content": {tipo: {"schema": {"$ref": f"#/components/schemas/{esquema}"}}}}


def _error(estado: int) -> dict[str, Any]:
    respuesta = _respuesta(_TITULOS[estado], "application/problem+json", "Problema")
    if estado == 429:
        respuesta["headers"] = {
            "Retry-After": {"description": "Segundos que hay que esperar.", "schema": {"type": "integer", "minimum": 1}}
        }
    return respuesta
