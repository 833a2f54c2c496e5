"""El registro: una herramienta es una función tipada; su docstring, la descripción que lee el modelo.

Lo que el modelo rellena son los parámetros, cada uno con su `Annotated[tipo, "descripción"]`. Lo que la aplicación fija
(identidad, dirección, token, reloj) llega en el primer parámetro, `contexto`, y no está en el esquema.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias, get_args, get_origin, get_type_hints, overload

from docubot.errores import ArgumentosInvalidos, ErrorDeHerramienta, HerramientaDesconocida
from docubot.politica import Efecto
from docubot.tipos import Pasaje

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic_core import ErrorDetails

NOMBRE_LEGAL: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")
"""El que aceptan todos los proveedores: https://docs.anthropic.com/en/docs/agents-and-tools/tool-use"""

MAXIMO_RESULTADO: Final = 20_000
"""Caracteres de un resultado; lo que pasa se corta con una marca visible."""

MARCA_DE_CORTE: Final = "… [resultado cortado: {faltan} caracteres más]"

Funcion: TypeAlias = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Resultado:
    """Lo que vuelve al modelo: un texto, o pasajes de la documentación.

    `citable`: es un dato vivo, y lleva delante la etiqueta `[n]` con la que se cita.
    """

    texto: str
    pasajes: tuple[Pasaje, ...] = ()
    es_error: bool = False
    citable: bool = False


@dataclass(frozen=True)
class Herramienta:
    """Una herramienta registrada. `ofrecida=False`: solo se usa forzada."""

    nombre: str
    descripcion: str
    funcion: Funcion
    efecto: Efecto = Efecto.LECTURA
    ofrecida: bool = True
    plazo: float = 30.0

    @cached_property
    def _entrada(self) -> type[BaseModel]:
        from pydantic import ConfigDict, Field, create_model

        campos: dict[str, Any] = {}
        for nombre, tipo, descripcion, defecto in self.parametros():
            campos[nombre] = (tipo, Field(defecto, description=descripcion))
        ajustes = ConfigDict(extra="forbid", strict=True, str_strip_whitespace=True)
        return create_model(self.nombre, __config__=ajustes, **campos)

    def parametros(self) -> list[tuple[str, Any, str, Any]]:
        """Lo que rellena el modelo: nombre, tipo, descripción y valor por defecto (`...` si es obligatorio)."""
        tipos = get_type_hints(self.funcion, include_extras=True)
        firma = list(inspect.signature(self.funcion).parameters.values())[1:]
        return [
            (p.name, *_tipo_y_descripcion(tipos[p.name]), ... if p.default is p.empty else p.default) for p in firma
        ]

    @cached_property
    def esquema(self) -> dict[str, Any]:
        """El `input_schema`, derivado de la firma, con `additionalProperties: false`."""
        crudo = self._entrada.model_json_schema()
        propiedades = {n: _propiedad(p) for n, p in crudo.get("properties", {}).items()}
        esquema = {"type": "object", "properties": propiedades, "required": crudo.get("required", [])}
        if "$defs" in crudo:
            esquema["$defs"] = crudo["$defs"]
        return {**esquema, "additionalProperties": False}

    def definicion(self) -> dict[str, Any]:
        """Las tres partes que ve el modelo: `name`, `description` e `input_schema`."""
        return {"name": self.nombre, "description": self.descripcion, "input_schema": self.esquema}

    def validar(self, entrada: Any) -> dict[str, Any]:
        """La entrada con la forma del esquema. Error: `ArgumentosInvalidos`, que dice qué campo y por qué."""
        from pydantic import ValidationError

        if not isinstance(entrada, Mapping):
            raise ArgumentosInvalidos(f"La entrada de {self.nombre} tiene que ser un objeto JSON con sus campos.")
        try:
            modelo = self._entrada.model_validate_json(json.dumps(entrada, default=str))
        except (ValidationError, ValueError, RecursionError) as error:
            raise ArgumentosInvalidos(self._explicar(error)) from None
        return {nombre: getattr(modelo, nombre) for nombre in type(modelo).model_fields}

    def _explicar(self, error: Exception) -> str:
        from pydantic import ValidationError

        campos = ", ".join(self.esquema["properties"]) or "ninguno"
        detalles = error.errors() if isinstance(error, ValidationError) else []
        motivos = "; ".join(_motivo(d) for d in detalles[:5]) or "no es JSON válido"
        return f"La entrada de {self.nombre} no vale: {motivos}. Campos que admite: {campos}."


def _tipo_y_descripcion(anotado: Any) -> tuple[Any, str]:
    if get_origin(anotado) is Annotated:
        tipo, *notas = get_args(anotado)
        return tipo, next((n for n in notas if isinstance(n, str)), "")
    return anotado, ""


def _propiedad(cruda: dict[str, Any]) -> dict[str, Any]:
    """Sin títulos ni `anyOf` con null: un opcional es un campo que no está en `required`."""
    propiedad = {c: v for c, v in cruda.items() if c not in ("title", "default")}
    variantes = [v for v in propiedad.pop("anyOf", []) if v.get("type") != "null"]
    if len(variantes) == 1:
        propiedad = {**variantes[0], **propiedad}
    elif variantes:
        propiedad["anyOf"] = variantes
    return propiedad


_MOTIVOS: Final[dict[str, str]] = {
    "missing": "falta «{campo}»",
    "extra_forbidden": "«{campo}» no existe",
    "string_type": "«{campo}» tiene que ser texto",
    "int_type": "«{campo}» tiene que ser un entero",
    "float_type": "«{campo}» tiene que ser un número",
    "bool_type": "«{campo}» tiene que ser true o false",
    "string_too_short": "«{campo}» está vacío o es demasiado corto",
    "string_too_long": "«{campo}» es demasiado largo",
}


def _motivo(detalle: ErrorDetails) -> str:
    campo = ".".join(str(p) for p in detalle["loc"])[:60] or "la entrada"
    if detalle["type"] in _MOTIVOS:
        return _MOTIVOS[detalle["type"]].format(campo=campo)
    if detalle["type"] in ("literal_error", "enum"):
        return f"«{campo}» tiene que ser uno de: {detalle.get('ctx', {}).get('expected', '').replace(' or ', ' o ')}"
    return f"«{campo}» no vale"


class Registro:
    """Las herramientas por su nombre, en el orden en que se registraron."""

    def __init__(self) -> None:
        self._por_nombre: dict[str, Herramienta] = {}

    def __iter__(self) -> Iterator[Herramienta]:
        return iter(self._por_nombre.values())

    def __contains__(self, nombre: object) -> bool:
        return nombre in self._por_nombre

    def nombres(self) -> list[str]:
        """Los nombres de las que se ofrecen."""
        return [h.nombre for h in self if h.ofrecida]

    def definiciones(self) -> list[dict[str, Any]]:
        """Lo que ve el modelo de las que se ofrecen."""
        return [h.definicion() for h in self if h.ofrecida]

    def obtener(self, nombre: str) -> Herramienta:
        """La herramienta de ese nombre. Error: `HerramientaDesconocida`, que dice cuáles hay."""
        herramienta = self._por_nombre.get(nombre)
        if herramienta is None:
            raise self._desconocida(nombre)
        return herramienta

    def ofrecida(self, nombre: str) -> Herramienta:
        """Como `obtener`; una que no se ofrece es tan desconocida como una que no existe."""
        herramienta = self.obtener(nombre)
        if not herramienta.ofrecida:
            raise self._desconocida(nombre)
        return herramienta

    def _desconocida(self, nombre: str) -> HerramientaDesconocida:
        return HerramientaDesconocida(
            f"No existe ninguna herramienta llamada «{nombre[:64]}». Las que hay: {', '.join(self.nombres())}."
        )

    def registrar(self, herramienta: Herramienta) -> None:
        """Añade una. `ValueError` si el nombre no es legal, está repetido o la docstring falta."""
        if not NOMBRE_LEGAL.fullmatch(herramienta.nombre):
            raise ValueError(
                f"nombre ilegal para una herramienta: {herramienta.nombre!r} (vale [a-zA-Z0-9_-], hasta 64)"
            )
        if herramienta.nombre in self._por_nombre:
            raise ValueError(f"ya hay una herramienta llamada {herramienta.nombre!r}")
        if not herramienta.descripcion:
            raise ValueError(f"{herramienta.nombre!r} no tiene docstring: es la descripción que lee el modelo")
        self._por_nombre[herramienta.nombre] = herramienta

    @overload
    def herramienta(self, funcion: Funcion, /) -> Funcion: ...
    @overload
    def herramienta(
        self,
        funcion: None = None,
        /,
        *,
        nombre: str | None = None,
        efecto: Efecto = ...,
        ofrecida: bool = ...,
        plazo: float = ...,
    ) -> Callable[[Funcion], Funcion]: ...
    def herramienta(
        self,
        funcion: Funcion | None = None,
        /,
        *,
        nombre: str | None = None,
        efecto: Efecto = Efecto.LECTURA,
        ofrecida: bool = True,
        plazo: float = 30.0,
    ) -> Funcion | Callable[[Funcion], Funcion]:
        """Decorador que registra una función: `@registro.herramienta` o `@registro.herramienta(efecto=…)`."""

        def anotar(f: Funcion) -> Funcion:
            texto = inspect.getdoc(f) or ""
            self.registrar(Herramienta(nombre or f.__name__, texto, f, efecto, ofrecida, plazo))
            return f

        return anotar if funcion is None else anotar(funcion)

    def ejecutar(self, nombre: str, entrada: Any, contexto: Any) -> Resultado:
        """Comprueba la forma, ejecuta y convierte lo previsto en un resultado. La que no se ofrece es desconocida.

        Un `ErrorDeHerramienta` vuelve como `es_error`; cualquier otra excepción es un fallo nuestro y sale.
        """
        try:
            herramienta = self.ofrecida(nombre)
            return como_resultado(herramienta.funcion(contexto, **herramienta.validar(entrada)))
        except ErrorDeHerramienta as error:
            return Resultado(error.mensaje, es_error=True)


def como_resultado(valor: Any) -> Resultado:
    """Lo que devolvió la función, como lo lee el modelo: pasajes, o JSON compacto en UTF-8 (un texto va tal cual)."""
    if isinstance(valor, Resultado):
        return valor
    if isinstance(valor, list) and valor and all(isinstance(p, Pasaje) for p in valor):
        return Resultado("", pasajes=tuple(valor))
    texto = valor if isinstance(valor, str) else json.dumps(valor, ensure_ascii=False, separators=(",", ":"))
    return Resultado(recortar(texto if texto.strip() else "(sin contenido)"), citable=True)


def recortar(texto: str, maximo: int = MAXIMO_RESULTADO) -> str:
    """El texto, o su principio con una marca que dice cuánto falta."""
    if len(texto) <= maximo:
        return texto
    return texto[:maximo] + MARCA_DE_CORTE.format(faltan=len(texto) - maximo)
