"""Los ejercicios, comprobados: sin resolver fallan, la solución aprueba y cada intento cae con su explicación.

Lo que hace el código se ejecuta una vez; que los dos idiomas digan lo mismo se mira sin ejecutar nada.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from docubot.ejercicios import catalogo
from docubot.ejercicios.catalogo import IDIOMAS, Ejercicio
from docubot.ejercicios.demostracion import con_ficheros
from docubot.ejercicios.veredicto import Veredicto, corto, explicar
from docubot.tipos import Idioma

INTENTOS_MINIMOS: Final = 2
PISTAS: Final = 3
PLAZO: Final = 60.0
"""Segundos por comprobación: con la máquina cargada, un plazo corto daría fallos que no lo son."""

_CODIGO: Final = re.compile(r"`([^`\n]+)`")
_HUECO: Final = re.compile(r"\{(\w+)\}")
_TITULAR: Final = re.compile(r"^#+ ", re.MULTILINE)
_VALLA: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Defecto:
    """Algo que hay que arreglar en un ejercicio."""

    ejercicio: str
    que: str

    def __str__(self) -> str:
        return f"{self.ejercicio}: {self.que}"


@dataclass(frozen=True, slots=True)
class _Caso:
    ejercicio: Ejercicio
    nombre: str
    ficheros: Mapping[str, bytes]
    juzgar: Callable[[Veredicto], str | None]


def elegir(ids: Sequence[str]) -> list[Ejercicio]:
    """Los que se piden, o todos."""
    return [catalogo.obtener(i) for i in ids] if ids else list(catalogo.todos())


def revisar(
    ejercicios: Sequence[Ejercicio], *, procesos: int = 1, avisar: Callable[[str], None] = lambda _: None
) -> list[Defecto]:
    """Todos los defectos: primero los que se ven sin ejecutar, después los de ejecutar cada caso."""
    defectos = [Defecto(e.id, que) for e in ejercicios for que in estaticos(e)]
    casos = [caso for e in ejercicios for caso in _casos(e)]
    with ThreadPoolExecutor(procesos) as hilos:
        for caso, veredicto in zip(casos, hilos.map(_correr, casos), strict=True):
            avisar(f"{caso.ejercicio.id} · {caso.nombre} · {veredicto.ms:.0f} ms")
            if que := caso.juzgar(veredicto) or _sin_explicacion(caso.ejercicio, veredicto):
                defectos.append(Defecto(caso.ejercicio.id, f"{caso.nombre}: {que}"))
    return defectos


def _correr(caso: _Caso) -> Veredicto:
    return con_ficheros(caso.ejercicio, caso.ficheros, plazo=PLAZO)


def _casos(ejercicio: Ejercicio) -> Iterator[_Caso]:
    yield _Caso(ejercicio, "plantilla", ejercicio.plantilla(), _sin_resolver)
    yield _Caso(ejercicio, "solución", ejercicio.solucion(), _resuelta)
    for nombre, ficheros in ejercicio.intentos().items():
        yield _Caso(ejercicio, f"intento {nombre}", ficheros, _rechazado_por(clave_de(nombre)))


def clave_de(intento: str) -> str:
    """La explicación que le toca a un intento: su nombre, sin lo que va detrás de `--`."""
    return intento.split("--")[0]


def _sin_resolver(veredicto: Veredicto) -> str | None:
    if veredicto.aprobado:
        return "se aprueba sin resolver nada"
    return _averiado(veredicto)


def _resuelta(veredicto: Veredicto) -> str | None:
    return None if veredicto.aprobado else _contado(veredicto)


def _rechazado_por(clave: str) -> Callable[[Veredicto], str | None]:
    def juzgar(veredicto: Veredicto) -> str | None:
        return None if veredicto.clave == clave else f"se esperaba «{clave}» y {_contado(veredicto)}"

    return juzgar


def _averiado(veredicto: Veredicto) -> str | None:
    return _contado(veredicto) if veredicto.clave in ("averia", "muere", "bucle") else None


def _contado(veredicto: Veredicto) -> str:
    if veredicto.aprobado:
        return "se aprobó"
    return f"llegó «{veredicto.clave}» {corto(dict(veredicto.datos), 1200)}"


def _sin_explicacion(ejercicio: Ejercicio, veredicto: Veredicto) -> str | None:
    """Un hueco sin valor en la explicación de un veredicto real."""
    explicacion = explicar(ejercicio, veredicto, "es")
    if explicacion is None or veredicto.clave in catalogo.explicaciones_comunes():
        return None
    pedidos = _huecos(ejercicio, veredicto.clave or "", "es") - {"fichero", "linea"}
    faltan = pedidos - set(veredicto.datos)
    return f"la explicación «{veredicto.clave}» no tiene valor para {sorted(faltan)}" if faltan else None


def estaticos(ejercicio: Ejercicio) -> list[str]:
    """Lo que se ve sin ejecutar: intentos, pistas, títulos, explicaciones y que los dos idiomas casen."""
    return [*_de_la_ficha(ejercicio), *_de_los_intentos(ejercicio), *_de_los_idiomas(ejercicio)]


def _de_la_ficha(ejercicio: Ejercicio) -> Iterator[str]:
    if ejercicio.leccion not in catalogo.LECCIONES:
        yield f"la lección «{ejercicio.leccion}» no existe"
    if ejercicio.fichero not in ejercicio.plantilla():
        yield f"la plantilla no trae {ejercicio.fichero}"
    for idioma in IDIOMAS:
        if len([p for p in ejercicio.pistas[idioma] if p.strip()]) != PISTAS:
            yield f"no hay {PISTAS} pistas en «{idioma}»"
        if not ejercicio.titulo.get(idioma, "").strip() or not ejercicio.apartado.get(idioma, "").strip():
            yield f"falta el título o el apartado en «{idioma}»"


def _de_los_intentos(ejercicio: Ejercicio) -> Iterator[str]:
    claves = {clave_de(n) for n in ejercicio.intentos()}
    if len(claves) < INTENTOS_MINIMOS:
        yield f"hay {len(claves)} intentos con explicación propia; hacen falta {INTENTOS_MINIMOS}"
    for clave in sorted(claves - set(ejercicio.explicaciones)):
        yield f"el intento «{clave}» no tiene su explicación en la ficha"


def _de_los_idiomas(ejercicio: Ejercicio) -> Iterator[str]:
    es, en = (ejercicio.enunciado(i) for i in IDIOMAS)
    if set(_CODIGO.findall(_VALLA.sub("", es))) != set(_CODIGO.findall(_VALLA.sub("", en))):
        distintos = set(_CODIGO.findall(_VALLA.sub("", es))) ^ set(_CODIGO.findall(_VALLA.sub("", en)))
        yield f"los enunciados no nombran el mismo código: {sorted(distintos)}"
    if len(_TITULAR.findall(es)) != len(_TITULAR.findall(en)) or len(_VALLA.findall(es)) != len(_VALLA.findall(en)):
        yield "los enunciados no tienen los mismos títulos o bloques de código"
    for clave in ejercicio.explicaciones:
        if _huecos(ejercicio, clave, "es") != _huecos(ejercicio, clave, "en"):
            yield f"la explicación «{clave}» no tiene los mismos huecos en los dos idiomas"
    if ejercicio.titulo["es"] == ejercicio.titulo["en"]:
        yield "el título no está traducido"


def _huecos(ejercicio: Ejercicio, clave: str, idioma: Idioma) -> set[str]:
    explicacion = ejercicio.explicaciones[clave][idioma]
    return set(_HUECO.findall(explicacion.esperado + explicacion.llego + explicacion.idea))
