"""El mismo examen en otro mundo: cuántos puntos se pierden al cambiar nombres, herramientas, cifras y orden."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from typing import Any, Final, TypeAlias

from docubot.configuracion import Configuracion
from docubot.ejecucion import Ejecutor
from docubot.errores import ErrorDeUso
from docubot.evaluacion.agente import Avance, Puntuar, evaluar_equipo, solo_llamadas
from docubot.evaluacion.entorno import entorno
from docubot.evaluacion.informe import Cuenta, Informe, como_json, cuenta, tabla
from docubot.evaluacion.preguntas import Caso
from docubot.evaluacion.puntuacion import fallos
from docubot.evaluacion.variantes import cifras, nombres, utiles, wiki
from docubot.evaluacion.variantes.mundo import Mundo, original
from docubot.herramientas import Contexto
from docubot.lenguaje.embeddings import Embebedor, SinEmbebedor, embebedor_por_defecto
from docubot.rag.foto import INCLUIDA, leer_manifiesto
from docubot.rag.incluida import huellas
from docubot.rag.recuperador import Recuperador

Transformacion: TypeAlias = Callable[[Mundo, Random], Mundo]

VARIANTES: Final[Mapping[str, tuple[Transformacion, ...]]] = {
    "nombres": (nombres.renombrar,),
    "herramientas": (utiles.renombrar,),
    "cifras": (cifras.cambiar,),
    "orden": (wiki.reordenar,),
    "todo": (cifras.cambiar, wiki.reordenar, nombres.renombrar, utiles.renombrar),
}
SIN_VECTORES: Final = SinEmbebedor("se pidió una evaluación sin vectores")


@dataclass(frozen=True)
class ContextoDeVariante(Contexto):
    """El contexto de siempre con el índice de la variante."""

    indice: Recuperador | None = None

    def recuperador(self) -> Recuperador:
        """El índice de la variante."""
        return self.indice if self.indice is not None else super().recuperador()


@dataclass(frozen=True, slots=True)
class Comparacion:
    """Una variante y el original sobre los mismos casos."""

    variante: str
    semilla: int
    informe: Informe
    original: Cuenta
    sin_derivar: tuple[str, ...]

    @property
    def puntos_perdidos(self) -> float:
        """Puntos porcentuales del original menos los de la variante; negativo si mejora."""
        return self.original.porcentaje - self.informe.total().porcentaje


def variar(mundo: Mundo, variante: str, semilla: int) -> Mundo:
    """El mundo de una variante; la misma semilla da siempre el mismo. Error: `ErrorDeUso` si no hay tal variante."""
    if variante not in VARIANTES:
        raise ErrorDeUso(f"No hay ninguna variante «{variante}». Las que hay: {', '.join(VARIANTES)}.")
    azar = Random(f"{variante}-{semilla}")
    for transformar in VARIANTES[variante]:
        mundo = transformar(mundo, azar)
    return mundo


def evaluar_mundo(
    mundo: Mundo,
    base: Configuracion,
    embebedor: Embebedor,
    *,
    puntuar: Puntuar = fallos,
    avance: Avance = lambda i, n: None,
) -> Informe:
    """Puntúa al agente en un mundo: su cuenta en la API en proceso, su wiki indexada y sus herramientas."""
    from docubot.armado import armar_equipo

    with entorno(base) as configuracion:
        fichero = configuracion.datos / "cuenta.json"
        fichero.write_text(json.dumps(mundo.cuenta, ensure_ascii=False), encoding="utf-8")
        configuracion = replace(configuracion, nubelia_cuenta=fichero)
        indice = None
        if not _es_la_incluida(mundo, embebedor):
            indice = wiki.indexar(mundo.paginas, configuracion.datos / "variante", embebedor)
        ejecutor = Ejecutor(mundo.registro, ContextoDeVariante(configuracion, indice=indice))
        equipo = replace(armar_equipo(configuracion), ejecutor=ejecutor)
        return evaluar_equipo(mundo.casos, equipo, configuracion, puntuar=puntuar, avance=avance)


def _es_la_incluida(mundo: Mundo, embebedor: Embebedor) -> bool:
    """Si el índice que viaja en el paquete vale para este mundo."""
    if leer_manifiesto(INCLUIDA).embebedor != embebedor.nombre:
        return False
    return {ruta: sha256(texto.encode()).hexdigest() for ruta, texto in mundo.paginas.items()} == huellas()


def evaluar_descripciones(
    casos: Sequence[Caso], base: Configuracion, avance: Avance = lambda i, n: None
) -> Comparacion:
    """Lo que pierde la elección de herramientas (solo las llamadas) si las descripciones no dicen nada."""
    de_verdad = original(casos)
    pobre = replace(de_verdad, registro=utiles.empobrecer(de_verdad.registro))
    referencia = evaluar_mundo(de_verdad, base, SIN_VECTORES, puntuar=solo_llamadas, avance=avance)
    informe = evaluar_mundo(pobre, base, SIN_VECTORES, puntuar=solo_llamadas, avance=avance)
    return comparar("descripciones", 0, replace(informe, nombre="elección con descripciones pobres"), referencia)


def evaluar_metamorfica(
    casos: Sequence[Caso],
    base: Configuracion,
    variantes: Iterable[str] = tuple(VARIANTES),
    semillas: Iterable[int] = (1,),
    *,
    con_vectores: bool = True,
    avance: Callable[[str], None] = lambda texto: None,
) -> list[Comparacion]:
    """Compara cada variante con el original, que se indexa y se puntúa igual. Errores: los de `evaluar_agente`."""
    embebedor = wiki.memoria_de(embebedor_por_defecto()) if con_vectores else SIN_VECTORES
    de_verdad = original(casos)
    pedidas = [(v, s, variar(de_verdad, v, s)) for v in variantes for s in semillas]
    avance("original")
    referencia = evaluar_mundo(de_verdad, base, embebedor)
    comparaciones = []
    for variante, semilla, mundo in pedidas:
        avance(f"{variante}, semilla {semilla}")
        informe = evaluar_mundo(mundo, base, embebedor)
        informe = replace(informe, nombre=f"variante {variante}, semilla {semilla}")
        comparaciones.append(comparar(variante, semilla, informe, referencia, mundo.sin_derivar))
    return comparaciones


def comparar(
    variante: str, semilla: int, informe: Informe, referencia: Informe, sin_derivar: Collection[str] = ()
) -> Comparacion:
    """La comparación sobre los casos que están en los dos."""
    comunes = {m.id for m in informe.marcas}
    mismas = [m for m in referencia.marcas if m.id in comunes]
    return Comparacion(variante, semilla, informe, cuenta(mismas), tuple(sin_derivar))


def en_tabla(comparaciones: Sequence[Comparacion], *, con_fallos: bool = True) -> str:
    """La tabla de puntos perdidos y, debajo, los fallos de cada variante."""
    lineas = [
        f"{'variante':<14}{'semilla':>8}{'casos':>7}{'retirados':>11}{'original':>10}{'variante':>10}{'pierde':>8}"
    ]
    for c in comparaciones:
        total = c.informe.total()
        lineas.append(
            f"{c.variante:<14}{c.semilla:>8}{total.casos:>7}{len(c.sin_derivar):>11}{c.original.porcentaje:>10.1f}"
            f"{total.porcentaje:>10.1f}{c.puntos_perdidos:>8.1f}"
        )
    if con_fallos:
        lineas += [f"\n{tabla(c.informe)}" for c in comparaciones if c.informe.fallos()]
    return "\n".join(lineas)


def en_json(comparaciones: Sequence[Comparacion]) -> dict[str, Any]:
    """Las comparaciones como documento."""
    return {
        "version": 1,
        "evaluacion": "metamórfica",
        "variantes": [
            {
                "variante": c.variante,
                "semilla": c.semilla,
                "original": {
                    "pasan": c.original.pasan,
                    "casos": c.original.casos,
                    "porcentaje": round(c.original.porcentaje, 2),
                },
                "puntos_perdidos": round(c.puntos_perdidos, 2),
                "sin_derivar": list(c.sin_derivar),
                "informe": como_json(c.informe),
            }
            for c in comparaciones
        ],
    }
