"""Leer un fichero de cuenta (la forma de `cuenta-demo.json`) y comprobarlo antes de sembrar nada."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final, TypeVar

from mock_nubelia.dominio import (
    ALCANCES,
    ESTADOS_DE_PROYECTO,
    ESTADOS_DE_TAREA,
    PLANES,
    ROLES,
    Cliente,
    Horas,
    Numero,
    Organizacion,
    Proyecto,
)

DEMO: Final = Path(__file__).with_name("cuenta-demo.json")
MAXIMO: Final = 32 * 1024 * 1024
"""Bytes que se aceptan en un fichero de cuenta."""
T = TypeVar("T")


class CuentaInvalida(Exception):
    """El fichero de cuenta no existe, no se lee o no tiene la forma esperada; el mensaje dice dónde, sin su ruta."""

    def __init__(self, mensaje: str, *, inexistente: bool = False) -> None:
        super().__init__(mensaje)
        self.mensaje = mensaje
        self.inexistente = inexistente


@dataclass(frozen=True, slots=True)
class Token:
    """Un token sembrado, con de quién es y para qué sirve."""

    valor: str
    usuario: str
    rol: str
    alcance: str


@dataclass(frozen=True, slots=True)
class CuentaDeOrganizacion:
    """Una organización con sus proyectos (en el orden del fichero) y sus tokens."""

    organizacion: Organizacion
    proyectos: tuple[Proyecto, ...]
    tokens: tuple[Token, ...]


def fichero_de_cuenta(indicado: Path | None) -> Path:
    """El indicado; si no, el de la variable `NUBELIA_CUENTA`; si no, la cuenta de demostración."""
    if indicado is not None:
        return indicado
    variable = os.environ.get("NUBELIA_CUENTA", "").strip()
    return Path(variable) if variable else DEMO


def leer_cuenta(fichero: Path) -> tuple[CuentaDeOrganizacion, ...]:
    """Las organizaciones del fichero. Lanza `CuentaInvalida`."""
    datos = _leer_json(fichero)
    organizaciones = tuple(
        _organizacion(o, f"organizaciones[{i}]") for i, o in enumerate(_lista(_campo(datos, "organizaciones", ""), ""))
    )
    _sin_repetir((c.organizacion.id for c in organizaciones), "el id de organización")
    _sin_repetir((p.id for c in organizaciones for p in c.proyectos), "el id de proyecto")
    _sin_repetir((t.valor for c in organizaciones for t in c.tokens), "un token", mostrar=False)
    return organizaciones


def _leer_json(fichero: Path) -> Any:
    try:
        with fichero.open("rb") as abierto:
            crudo = abierto.read(MAXIMO + 1)
    except (OSError, ValueError):
        raise CuentaInvalida(
            "El fichero de cuenta de Nubelia no existe o no se puede leer.", inexistente=True
        ) from None
    if len(crudo) > MAXIMO:
        raise CuentaInvalida("El fichero de cuenta de Nubelia pasa de 32 MB.")
    try:
        return json.loads(crudo.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise CuentaInvalida("El fichero de cuenta de Nubelia no es JSON en UTF-8.") from None


def _organizacion(datos: Any, donde: str) -> CuentaDeOrganizacion:
    plan = _uno_de(datos, "plan", PLANES, donde)
    organizacion = Organizacion(
        id=_texto(datos, "id", donde),
        nombre=_texto(datos, "nombre", donde),
        plan=plan,
        personas=_entero(_campo(datos, "personas", donde), f"{donde}.personas"),
        zona_horaria=_texto(datos, "zona_horaria", donde),
    )
    proyectos = _cada(datos, "proyectos", donde, lambda p, aqui: _proyecto(p, plan, aqui))
    tokens = _cada(datos, "usuarios", donde, _tokens)
    return CuentaDeOrganizacion(organizacion, proyectos, tuple(t for grupo in tokens for t in grupo))


def _tokens(datos: Any, donde: str) -> tuple[Token, ...]:
    usuario, rol = _texto(datos, "id", donde), _uno_de(datos, "rol", ROLES, donde)
    tokens = _campo(datos, "tokens", donde)
    if not isinstance(tokens, dict) or not set(tokens) <= set(ALCANCES):
        raise _mal(f"{donde}.tokens", "debe tener como claves «lectura» o «escritura»")
    return tuple(Token(_texto(tokens, alcance, f"{donde}.tokens"), usuario, rol, alcance) for alcance in tokens)


def _proyecto(datos: Any, plan: str, donde: str) -> Proyecto:
    tareas = _campo(datos, "tareas", donde)
    if not isinstance(tareas, dict) or not set(tareas) <= set(ESTADOS_DE_TAREA):
        raise _mal(f"{donde}.tareas", "debe tener como claves los estados de una tarea")
    cliente = _campo(datos, "cliente", donde)
    return Proyecto(
        id=_texto(datos, "id", donde),
        nombre=_texto(datos, "nombre", donde),
        estado=_uno_de(datos, "estado", ESTADOS_DE_PROYECTO, donde),
        responsable=_texto(datos, "responsable", donde),
        tareas={e: _entero(tareas.get(e, 0), f"{donde}.tareas") for e in ESTADOS_DE_TAREA},
        fecha_entrega=_fecha(_campo(datos, "fecha_entrega", donde), donde),
        horas=Horas(
            *(
                _horas(datos, f"horas_{h}", donde)
                for h in ("registradas", "presupuestadas", "sin_facturar", "sin_aprobar")
            )
        ),
        cliente=Cliente(
            nombre=_texto(cliente, "nombre", f"{donde}.cliente"),
            tiene_nif=bool(_campo(cliente, "nif", f"{donde}.cliente")),
            tiene_direccion=bool(_campo(cliente, "direccion", f"{donde}.cliente")),
        ),
        plan=plan,
    )


def _mal(donde: str, que: str) -> CuentaInvalida:
    return CuentaInvalida(f"El fichero de cuenta de Nubelia no vale: {donde or 'la raíz'} {que}.")


def _campo(datos: Any, nombre: str, donde: str) -> Any:
    if not isinstance(datos, dict):
        raise _mal(donde, "debe ser un objeto")
    if nombre not in datos:
        raise _mal(donde, f"no tiene «{nombre}»")
    return datos[nombre]


def _lista(valor: Any, donde: str) -> list[Any]:
    if not isinstance(valor, list):
        raise _mal(donde, "debe ser una lista")
    return valor


def _cada(datos: Any, nombre: str, donde: str, leer: Callable[[Any, str], T]) -> tuple[T, ...]:
    aqui = f"{donde}.{nombre}"
    return tuple(leer(e, f"{aqui}[{i}]") for i, e in enumerate(_lista(_campo(datos, nombre, donde), aqui)))


def _texto(datos: Any, nombre: str, donde: str) -> str:
    valor = _campo(datos, nombre, donde)
    if not isinstance(valor, str) or not valor.strip():
        raise _mal(f"{donde}.{nombre}", "debe ser un texto no vacío")
    try:
        valor.encode()
    except UnicodeEncodeError:
        raise _mal(f"{donde}.{nombre}", "tiene caracteres que no valen") from None
    return valor


def _uno_de(datos: Any, nombre: str, valores: tuple[str, ...], donde: str) -> str:
    valor = _texto(datos, nombre, donde)
    if valor not in valores:
        raise _mal(f"{donde}.{nombre}", f"debe ser uno de: {', '.join(valores)}")
    return valor


def _entero(valor: Any, donde: str) -> int:
    if isinstance(valor, bool) or not isinstance(valor, int) or not 0 <= valor < 10**12:
        raise _mal(donde, "debe ser un entero desde 0")
    return valor


def _horas(datos: Any, nombre: str, donde: str) -> Numero:
    valor = _campo(datos, nombre, donde)
    if (
        isinstance(valor, bool)
        or not isinstance(valor, int | float)
        or not math.isfinite(valor)
        or not 0 <= valor < 10**12
    ):
        raise _mal(f"{donde}.{nombre}", "debe ser un número desde 0")
    return valor


def _fecha(valor: Any, donde: str) -> str | None:
    if valor is None:
        return None
    try:
        return date.fromisoformat(valor).isoformat()
    except (TypeError, ValueError):
        raise _mal(f"{donde}.fecha_entrega", "debe ser una fecha AAAA-MM-DD o null") from None


def _sin_repetir(valores: Iterable[str], que: str, *, mostrar: bool = True) -> None:
    vistos: set[str] = set()
    for valor in valores:
        if valor in vistos:
            raise CuentaInvalida(f"El fichero de cuenta de Nubelia repite {que}{f' «{valor}»' if mostrar else ''}.")
        vistos.add(valor)
