"""Una herramienta, entendida por lo que dice de sí misma: cuándo sí, cuándo no, qué devuelve y qué pide.

Nada de aquí conoce ninguna herramienta por su nombre: todo sale del texto que llega en la petición.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from docubot.lenguaje.conceptos import VACIAS, claves, conceptos, frases_en, trocear
from docubot.lenguaje.listas import lista
from docubot.lenguaje.texto import plegar
from docubot.modelos.local.lectura import HerramientaLeida

Papel: TypeAlias = Literal["documental", "accion", "lista", "ficha", "consulta"]
"""Qué clase de herramienta es: busca en textos, cambia algo, enumera, da los datos de algo con nombre, o consulta."""

_FRASE: Final = re.compile(r"(?<=[.;:!?])\s+(?=[^\s])|\n+")
_NO: Final = re.compile(
    r"^(?:no (?:la|lo|las|los|se|te|es|sirve|uses|usar|llames|trae|incluye|vale)\b|no \w+ ni \w+|nunca\b|ni \b"
    r"|do(?:es)? not\b|don't\b"
    r"|never\b|not (?:for|to)\b|it neither\b|neither\b|para .* no$|salvo\b|except\b)"
)
_NO_DENTRO: Final = re.compile(r"\b(no para|not for|; para [^;.]* no\b|but not|pero no|ni cuando|ni para|nor)\b")
_DEVUELVE: Final = re.compile(r"^(?:devuelve|retorna|regresa|da |returns?\b|gives\b|responde con|yields\b)")
_CITA: Final = re.compile(r"«([^»]+)»|“([^”]+)”|\"([^\"]+)\"")
_PARTIR_NOMBRE: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-\s.]+")
_VERBOS_DE_ACCION: Final = frozenset(
    {"reservar", "cancelar", "crear", "enviar", "agendar", "borrar", "cambiar", "archivar", "reembolso"}
)
_SIN_TIPO: Final = frozenset(
    {"nombre", "numero", "mostrar", "listar", "buscar", "estado", "todo", "persona", "literal"}
)
_TOCAYOS: Final = frozenset({"plan", "sala", "habitacion", "canal"})
"""Cosas con nombre que no son de la persona: en «el plan Equipo», Equipo es palabra común."""
_METAPALABRAS: Final = lista(
    """usa usala usalo use used herramienta tool pregunte pregunten pregunta preguntas asks ask pidan pida pide
    piden asked wants want quiera quieran formato format iso yyyy-mm-dd opcional optional palabra palabras words
    string false true persona haya trata menciono mencionan mentioned ej the adema ademas cuando numero dato
    datos data concreto concreta especificas especifica"""
)
_TEXTO_LIBRE: Final = re.compile(
    r"\b(consulta|query|pregunta|question|busqueda|search|terminos|texto a buscar|se quiere saber)\b"
)
_DOCUMENTAL: Final = re.compile(
    r"\b(documentacion|docs|documentation|wiki|manual|manuales|guias?|guides?|faq|base de conocimiento|knowledge"
    r"|articulos|help center|ayuda)\b"
)


@dataclass(frozen=True, slots=True)
class Campo:
    """Un parámetro: `claves` son las de su nombre y su descripción; `ejemplos`, los valores que enseña."""

    nombre: str
    esquema: Mapping[str, Any]
    obligatorio: bool
    descripcion: str
    claves: frozenset[str]
    ejemplos: tuple[str, ...]

    @property
    def tipo(self) -> str:
        """El tipo JSON del campo; `string` si no lo dice."""
        tipo = self.esquema.get("type", "string")
        if isinstance(tipo, list):
            return next((str(t) for t in tipo if t != "null"), "string")
        return str(tipo)


@dataclass(frozen=True, slots=True)
class Ficha:
    """Una herramienta entendida. `clase` es la clase de cosa que se le nombra; `sustantivos`, de qué trata.

    `si`, `no` y `devuelve` son claves con su peso; `ejemplos`, las frases de muestra.
    """

    nombre: str
    papel: Papel
    campos: tuple[Campo, ...]
    si: Mapping[str, float]
    no: frozenset[str]
    devuelve: frozenset[str]
    no_devuelve: frozenset[str]
    ejemplos: tuple[str, ...]
    verbos: frozenset[str]
    palabras: frozenset[str]
    entidad: str | None = None
    sustantivos: frozenset[str] = field(default_factory=frozenset)
    clase: frozenset[str] = field(default_factory=frozenset)

    @property
    def obligatorios(self) -> tuple[Campo, ...]:
        """Los campos sin los que no se puede llamar."""
        return tuple(c for c in self.campos if c.obligatorio)

    def campo(self, nombre: str) -> Campo | None:
        """El campo con ese nombre, o None."""
        return next((c for c in self.campos if c.nombre == nombre), None)


def entender(herramienta: HerramientaLeida) -> Ficha:
    """La ficha de una herramienta; la misma definición da siempre la misma."""
    esquema = json.dumps(dict(herramienta.esquema), sort_keys=True, ensure_ascii=False)
    return _entender(herramienta.nombre, herramienta.descripcion, esquema)


@lru_cache(maxsize=512)
def _entender(nombre: str, descripcion: str, esquema_json: str) -> Ficha:
    leida = HerramientaLeida(nombre, descripcion, json.loads(esquema_json))
    campos = tuple(_campo(n, e, n in leida.obligatorios) for n, e in leida.propiedades.items())
    frases = _frases(descripcion)
    nombre_plegado = plegar(" ".join(p for p in _PARTIR_NOMBRE.split(nombre) if p))
    si: dict[str, float] = {}
    _sumar(si, claves_de(nombre_plegado), 1.2)
    for tipo, texto in frases:
        if tipo == "si":
            _sumar(si, claves_de(_sin_citas(texto)), 1.0)
        elif tipo == "ejemplo":
            _sumar(si, claves_de(_sin_nombres(texto)), 0.9)
    devuelve = frozenset().union(*(claves_de(t) for tipo, t in frases if tipo == "devuelve"))
    _sumar(si, devuelve, 0.9)
    for campo in campos:
        _sumar(si, campo.claves, 0.8)
    no = frozenset().union(*(claves_de(_sin_citas(t)) for tipo, t in frases if tipo == "no"))
    papel = _papel(nombre_plegado, frases, campos)
    return Ficha(
        nombre=nombre,
        papel=papel,
        campos=campos,
        si=si,
        no=no,
        devuelve=devuelve,
        no_devuelve=frozenset().union(*(claves_de(t) for tipo, t in frases if tipo == "no_devuelve")),
        ejemplos=tuple(t for tipo, t in frases if tipo == "ejemplo"),
        verbos=_verbos(nombre_plegado, frases) & _VERBOS_DE_ACCION,
        palabras=_palabras(frases, campos),
        entidad=_campo_de_entidad(papel, campos),
        sustantivos=(sustantivos := _sustantivos(nombre_plegado, papel, campos) | _de_que_va(frases)),
        clase=_clase(papel, campos) or sustantivos,
    )


def _palabras(frases: list[tuple[str, str]], campos: tuple[Campo, ...]) -> frozenset[str]:
    """Las palabras que las descripciones usan como comunes, y los valores de sus enumeraciones."""
    comunes = {p for clase, t in frases for p in trocear(plegar(_sin_nombres(t) if clase == "ejemplo" else t))}
    return frozenset(comunes | {p for c in campos for v in c.esquema.get("enum", ()) for p in trocear(plegar(str(v)))})


def claves_de(texto: str) -> frozenset[str]:
    """Las claves de todas las palabras con contenido de un texto, y las de sus expresiones."""
    palabras = trocear(plegar(texto))
    sueltas = (claves(p) for p in palabras if p not in VACIAS and p not in _METAPALABRAS and not p.isdigit())
    return frozenset().union(*sueltas, {c for _, _, c in frases_en(palabras)})


def _sumar(destino: dict[str, float], nuevas: frozenset[str], peso: float) -> None:
    for clave in nuevas:
        destino[clave] = max(destino.get(clave, 0.0), peso)


def _sin_citas(texto: str) -> str:
    return _CITA.sub(" ", texto)


def _frases(descripcion: str) -> list[tuple[str, str]]:
    """Cada frase con su clase: `si`, `no`, `devuelve`, `no_devuelve` o `ejemplo`."""
    plano = re.sub(r"\s+", " ", descripcion)
    ejemplos = [next(g for g in m.groups() if g) for m in _CITA.finditer(plano)]
    marcado = _CITA.sub(lambda m: f"⟦{ejemplos.index(next(g for g in m.groups() if g))}⟧", plano)
    salida: list[tuple[str, str]] = []
    devolviendo = negando = False
    for frase in _FRASE.split(marcado):
        plegada = plegar(frase).strip(" ,")
        if _NO.search(plegada):
            negando = True
            clase = (
                "no_devuelve"
                if re.match(r"no (trae|incluye|devuelve|da)\b|does not (return|include)", plegada)
                else "no"
            )
        elif _DEVUELVE.search(plegada):
            clase, devolviendo, negando = "devuelve", True, False
        elif plegada.startswith("⟦"):
            clase = "no" if negando else "si"
        else:
            clase = "devuelve" if devolviendo and frase[:1].islower() else "si"
            negando = False
        salida.extend(_partes(clase, frase))
        if clase == "si":
            salida.extend(("ejemplo", ejemplos[int(n)]) for n in re.findall(r"⟦(\d+)⟧", frase))
    return salida


def _partes(clase: str, frase: str) -> Iterator[tuple[str, str]]:
    limpia = re.sub(r"⟦\d+⟧", " ", frase)
    dentro = _NO_DENTRO.search(plegar(limpia)) if clase == "si" else None
    if dentro is None:
        yield clase, limpia
        return
    yield "si", limpia[: dentro.start()]
    yield "no", limpia[dentro.start() :]


def _sin_nombres(texto: str) -> str:
    """Una frase de ejemplo sin sus nombres propios: «¿cómo va Atlas?» vale para cualquiera; «el plan Equipo», no."""
    salida: list[str] = []
    previa = ""
    for i, palabra in enumerate(re.findall(r"[\w'’-]+", texto)):
        plegada = plegar(palabra)
        comun = palabra[:1].islower() or (not i and plegada in VACIAS) or palabra.isupper()
        if comun or conceptos(plegada) - _TOCAYOS or conceptos(previa) & _TOCAYOS:
            salida.append(palabra)
        previa = plegada
    return " ".join(salida)


def _campo(nombre: str, esquema: Mapping[str, Any], obligatorio: bool) -> Campo:
    descripcion = str(esquema.get("description", ""))
    plegado = plegar(" ".join(p for p in _PARTIR_NOMBRE.split(nombre) if p))
    sin_ejemplo = re.split(
        r"(?i)\b(?:ejemplos?\b|p\. ?ej\.|por ejemplo\b|e\.g\.|for example\b|example\b)", descripcion, maxsplit=1
    )
    ejemplos = re.findall(r"\w[\w:+.-]*(?: [A-ZÁÉÍÓÚ]\w+)*", sin_ejemplo[1]) if len(sin_ejemplo) > 1 else []
    return Campo(
        nombre=nombre,
        esquema=esquema,
        obligatorio=obligatorio,
        descripcion=descripcion,
        claves=claves_de(plegado) | claves_de(sin_ejemplo[0]),
        ejemplos=tuple(ejemplos),
    )


def _verbos(nombre: str, frases: list[tuple[str, str]]) -> frozenset[str]:
    """Los conceptos del verbo que da nombre a la herramienta y del que abre su descripción."""
    primeras = trocear(nombre)[:1]
    primera_frase = next((t for tipo, t in frases if tipo == "si"), "")
    primeras += trocear(plegar(primera_frase))[:1]
    return frozenset().union(*(conceptos(p) for p in primeras)) if primeras else frozenset()


def _papel(nombre: str, frases: list[tuple[str, str]], campos: tuple[Campo, ...]) -> Papel:
    texto = plegar(" ".join([nombre, *(t for tipo, t in frases if tipo in ("si", "devuelve"))]))
    pedidos = [c for c in campos if c.obligatorio]
    libre = next((c for c in pedidos if _es_texto_libre(c)), None)
    if libre is not None and len(pedidos) == 1 and _DOCUMENTAL.search(texto):
        return "documental"
    lectura = {"buscar", "listar", "mostrar", "convertir", "traducir", "comparar"}
    verbos = _verbos(nombre, frases)
    if (
        verbos & _VERBOS_DE_ACCION
        and not verbos & lectura
        and not nombre.startswith(("get ", "check ", "list ", "consultar "))
    ):
        return "accion"
    if not pedidos and not any(c.esquema.get("format") for c in campos):
        return "lista"
    return "ficha" if len(pedidos) == 1 and _campo_de_entidad("ficha", campos) else "consulta"


def _es_texto_libre(campo: Campo) -> bool:
    if campo.tipo != "string" or campo.esquema.get("enum") or campo.esquema.get("format"):
        return False
    return _TEXTO_LIBRE.search(plegar(f"{campo.nombre} {campo.descripcion}")) is not None


def _campo_de_entidad(papel: str, campos: tuple[Campo, ...]) -> str | None:
    """El único texto obligatorio que nombra algo: un nombre, una ciudad, un número de pedido, un correo."""
    if papel not in ("ficha", "accion"):
        return None
    pedidos = [c for c in campos if c.obligatorio]
    if len(pedidos) != 1 or pedidos[0].tipo != "string" or pedidos[0].esquema.get("enum"):
        return None
    return None if pedidos[0].esquema.get("format") in ("date", "date-time", "time") else pedidos[0].nombre


def _de_que_va(frases: list[tuple[str, str]]) -> frozenset[str]:
    """De qué trata según la frase que abre su descripción: el primer concepto que no es verbo ni palabra genérica."""
    primera = next((t for clase, t in frases if clase == "si"), "")
    fuera = _SIN_TIPO | _VERBOS_DE_ACCION - {"reservar"} | {"api", "organizacion", "convertir", "traducir", "comparar"}
    for palabra in trocear(plegar(primera))[1:]:
        propios = conceptos(palabra) - fuera
        if propios and palabra not in VACIAS:
            return propios
    return frozenset()


def _clase(papel: str, campos: tuple[Campo, ...]) -> frozenset[str]:
    """La clase de cosa que nombra el campo de entidad: «proyecto», «ciudad», «pedido»."""
    entidad = _campo_de_entidad(papel, campos)
    propias = next((c.claves for c in campos if c.nombre == entidad), frozenset[str]())
    return frozenset(c for c in propias - _SIN_TIPO if not c.startswith("="))


def _sustantivos(nombre: str, papel: str, campos: tuple[Campo, ...]) -> frozenset[str]:
    """De qué trata: los conceptos del nombre de la herramienta y de su campo de entidad, sin verbos ni «nombre»."""
    propios = claves_de(nombre)
    entidad = _campo_de_entidad(papel, campos)
    if entidad is not None:
        propios |= next(c.claves for c in campos if c.nombre == entidad)
    verbos = frozenset() if papel == "lista" else _VERBOS_DE_ACCION
    return frozenset(c for c in propios - _SIN_TIPO - verbos if not c.startswith("=") or c[1:] in nombre)
