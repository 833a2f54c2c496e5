"""De dónde puede salir una cifra esperada: datos de la cuenta, cuentas sencillas, límites del plan y precios."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from itertools import combinations
from typing import Final, TypeAlias

from docubot.evaluacion.preguntas import Caso
from docubot.evaluacion.puntuacion import sin_acentos
from docubot.evaluacion.variantes.cuentas import AVISO, magnitudes
from docubot.evaluacion.variantes.formas import CIFRA, valor
from docubot.evaluacion.variantes.mundo import Json, Mundo, mi_organizacion
from docubot.lenguaje.numeros import con_cifras

PLANES: Final = ("Gratis", "Equipo", "Empresa")
COMPARATIVA: Final = "planes/comparativa.md"
_LIMITE: Final = re.compile(r"^(\d+)(?: GB| MB)?$")
_EUROS: Final = re.compile(r"(\d+(?:,\d+)?) €")
_DE_DESCUENTO: Final = re.compile(r"\b(ong|ngo|descuent\w*|discount\w*|escuela\w*|school\w*|colegio\w*)\b")
_DE_DIFERENCIA: Final = re.compile(r"\b(diferenci\w*|differen\w*|ahorr\w*|sav\w*|cheaper|mas (?:caro|barato))\b")
_DE_TAREAS: Final = r"\b(tareas?|tasks?|abiert[ao]s?|open|entran?|caben?)\b"
_TEMAS: Final[Mapping[str, str]] = {
    "porcentaje": r"(porcent\w*|percent\w*|%|\bparte\b|\bproporcion\b|\bavance\b|\bprogress\b|\bshare\b)",
    "días": r"\b(dias?|days?)\b",
    "plazas": r"\b(quedan?|libres?|left|remain\w*|available)\b",
    "horas": r"\b(horas?|h|hours?|factur\w*|bill\w*|presupuest\w*|budget\w*)\b",
    "restantes": r"\b(horas?|hours?|presupuest\w*|budget\w*)\b",
    "pendiente": r"\b(pendientes?|pending|to do)\b",
    "en curso": r"\b(en curso|in progress)\b",
    "en revisión": r"\b(revis\w*|review\w*)\b",
    "hecha": r"\b(hech\w*|termin\w*|cerr\w*|complet\w*|done|finish\w*|hizo)\b",
    "personas": r"\b(personas?|gente|people|members?|somos|usuarios?|users?|seats?)\b",
    "proyectos": r"\b(proyectos?|projects?)\b",
}
"""Con qué palabras se pregunta por cada fórmula, según lo que dice su nombre; si no dice nada de esto, es de tareas."""
_SOLO_SI_SE_NOMBRAN: Final = ("días para la entrega", "personas", "porcentaje")
_DE_EXTREMO: Final = re.compile(r"\b(mas|menos|mayor|menor|most|least|fewest|highest|lowest|more|fewer|less)\b")
_DE_MAS: Final = re.compile(rf"{_DE_DIFERENCIA.pattern}|\b(?:mas|more|extra)\b")
_DE_RESTO: Final = re.compile(r"\b(quedan?|libres?|left|remain\w*|available|sobran?)\b")
_UNA_MAS: Final = re.compile(
    r"\b(?:cerrar?|cerramos|cierro|abr\w+|crear?|close|closing|add|adding|reabr\w+) (?:una|one)\b"
)
SUPUESTO: Final = "si"
"""Con qué empieza el nombre de una fórmula que parte de una cantidad que propone la pregunta."""
_DE_SALAS: Final = re.compile(r"\b(sala|salas|room|rooms|reserva\w*|book\w*)\b")

Formulas: TypeAlias = dict[str, Decimal]
"""El nombre de cada fórmula y lo que vale."""


def dichas(pregunta: str) -> list[Decimal]:
    """Las cantidades que dice la pregunta, con cifras o con palabras; «cerrar una», también."""
    plegada = con_cifras(pregunta)
    return [valor(c) for c in CIFRA.findall(plegada)] + [Decimal(1)] * len(_UNA_MAS.findall(plegada))


def habla_de(pregunta: str, formula: str) -> bool:
    """Si la pregunta nombra lo que calcula la fórmula."""
    tema = next((palabras for parte, palabras in _TEMAS.items() if parte in formula), _DE_TAREAS)
    return bool(re.search(tema, sin_acentos(pregunta)))


def tabla(paginas: Mapping[str, str]) -> list[list[str]]:
    """Las filas de la comparativa de planes; la primera, la cabecera."""
    lineas = [r.strip().strip("|") for r in paginas[COMPARATIVA].splitlines() if r.startswith("|")]
    return [[celda.strip(" *") for celda in linea.split("|")] for linea in lineas]


def limite(paginas: Mapping[str, str], fila: str, plan: str) -> Decimal | None:
    """Un límite de la comparativa: la fila que empieza así, en la columna del plan; None si no es una cifra."""
    filas = tabla(paginas)
    columna = filas[0].index(plan)
    celda = next((f[columna] for f in filas if f[0].startswith(fila)), "")
    return valor(celda) if CIFRA.fullmatch(celda) else None


def es_de_salas(caso: Caso) -> bool:
    """Si la pregunta es sobre salas, cuyas cifras no cambian."""
    return caso.tipo == "escritura" or bool(_DE_SALAS.search(sin_acentos(caso.pregunta)))


def de_la_cuenta(caso: Caso, mundo: Mundo) -> Formulas:
    """Lo que un caso puede pedir de la cuenta: de los proyectos que nombra o, si ninguno, de todos juntos."""
    todos = mi_organizacion(mundo.cuenta)["proyectos"]
    nombrados = [p for p in todos if _nombrado(p, caso)]
    salida = _sueltas(nombrados) | {"personas": Decimal(mi_organizacion(mundo.cuenta)["personas"])}
    if len(nombrados) != 1:
        salida |= _sumas(nombrados or todos)
        salida |= _extremos(nombrados or todos) if _DE_EXTREMO.search(sin_acentos(caso.pregunta)) else {}
    for uno, otro in combinations(nombrados, 2):
        una, otra = magnitudes(uno), magnitudes(otro)
        salida |= {f"diferencia {m}": abs(una[m] - otra[m]) for m in una.keys() & otra.keys()}
    salida |= _con_limites(nombrados, todos, mundo, caso)
    return {f: v for f, v in salida.items() if not _se_calla(f) or habla_de(caso.pregunta, f)}


def _se_calla(formula: str) -> bool:
    """Si la fórmula es de las que solo valen cuando la pregunta las nombra."""
    return any(parte in formula for parte in _SOLO_SI_SE_NOMBRAN)


def de_cualquier_proyecto(caso: Caso, mundo: Mundo) -> Formulas:
    """Los datos sueltos de cada proyecto, si la pregunta no nombra ninguno."""
    todos = mi_organizacion(mundo.cuenta)["proyectos"]
    return {} if any(_nombrado(p, caso) for p in todos) else _sueltas(todos)


def entregas_nombradas(caso: Caso, mundo: Mundo) -> frozenset[str]:
    """Las fechas de entrega (ISO) de los proyectos que nombra la pregunta."""
    todos = mi_organizacion(mundo.cuenta)["proyectos"]
    return frozenset(str(p["fecha_entrega"]) for p in todos if _nombrado(p, caso))


def _nombrado(proyecto: Json, caso: Caso) -> bool:
    nombre = sin_acentos(proyecto["nombre"])
    return nombre == sin_acentos(caso.proyecto or "") or nombre in re.findall(r"\w+", sin_acentos(caso.pregunta))


def _sueltas(elegidos: Sequence[Json]) -> Formulas:
    return {f"{p['nombre']}.{m}": v for p in elegidos for m, v in (magnitudes(p) | _restas(p)).items()}


def _restas(proyecto: Json) -> Formulas:
    """Las horas que ya están facturadas o aprobadas: las registradas menos las que faltan."""
    horas = {c: Decimal(str(proyecto[f"horas_{c}"])) for c in ("registradas", "sin_facturar", "sin_aprobar")}
    return {
        "horas facturadas": horas["registradas"] - horas["sin_facturar"],
        "horas aprobadas": horas["registradas"] - horas["sin_aprobar"],
    }


def _extremos(elegidos: Sequence[Json]) -> Formulas:
    todas = [magnitudes(p) for p in elegidos]
    comunes = [m for m in todas[0] if all(m in una for una in todas)] if todas else []
    return {
        f"{cual} {m}": elegir(una[m] for una in todas)
        for m in comunes
        for cual, elegir in (("el mayor", max), ("el menor", min))
    }


def _sumas(elegidos: Sequence[Json]) -> Formulas:
    sumas: Formulas = {"proyectos": Decimal(len(elegidos))}
    for proyecto in elegidos:
        sumas[f"en {proyecto['estado']}"] = sumas.get(f"en {proyecto['estado']}", Decimal(0)) + 1
        for magnitud, v in magnitudes(proyecto).items():
            sumas[f"suma {magnitud}"] = sumas.get(f"suma {magnitud}", Decimal(0)) + v
    return sumas


def _con_limites(nombrados: Sequence[Json], todos: Sequence[Json], mundo: Mundo, caso: Caso) -> Formulas:
    """Lo que falta o sobra para los límites del plan de la cuenta y de los que nombra la pregunta."""
    organizacion, salida = mi_organizacion(mundo.cuenta), Formulas()
    propuestas = dichas(caso.pregunta)
    en_uso = {
        "proyectos": sum(p["estado"] in ("activo", "en pausa") for p in todos),
        "personas": organizacion["personas"],
    }
    for plan in (organizacion["plan"], *(p for p in PLANES if p.lower() in sin_acentos(caso.pregunta).split())):
        for cosa, fila in (("proyectos", "Proyectos activos"), ("personas", "Personas")):
            if (maximo := limite(mundo.paginas, fila, plan)) is not None:
                salida[f"{cosa} que caben en {plan}"] = maximo - en_uso[cosa]
        if (tope := limite(mundo.paginas, "Tareas abiertas", plan)) is None:
            continue
        salida[f"aviso en {plan}"] = AVISO * tope
        for proyecto in nombrados:
            salida |= {f"{f} {proyecto['nombre']} {plan}": v for f, v in _con_tope(proyecto, tope, propuestas).items()}
    return salida


def _con_tope(proyecto: Json, tope: Decimal, propuestas: Sequence[Decimal]) -> Formulas:
    """Las cuentas con el límite de tareas; `propuestas`: las que la pregunta propone cerrar o añadir."""
    abiertas = magnitudes(proyecto)["abiertas"]
    salida = {"diferencia": abs(abiertas - tope), "por cerrar": max(abiertas - tope + 1, Decimal(0))}
    salida["porcentaje del límite"] = 100 * abiertas / tope
    for numero, cuantas in enumerate(propuestas):
        salida |= {
            f"{SUPUESTO} cierran {numero}, sitio": tope - abiertas + cuantas,
            f"{SUPUESTO} cierran {numero}, abiertas": abiertas - cuantas,
            f"{SUPUESTO} añaden {numero}": abiertas + cuantas,
        }
    return salida


def precios_pedidos(
    pregunta: str, nueva: str, paginas: Mapping[str, str], escala: Callable[[Decimal], Decimal]
) -> list[tuple[str, Decimal, Decimal]]:
    """Las cuentas con precios que pide la pregunta: una diferencia, una mitad, un total.

    `nueva`: la misma pregunta con sus cantidades cambiadas.
    """
    dicha = sin_acentos(pregunta)
    filas = [str(fila) for fila in tabla(paginas) if fila[0].startswith("Precio")]
    precios = [(p, escala(p)) for p in sorted({valor(c) for fila in filas for c in _EUROS.findall(fila)}) if p]
    salida = []
    if _DE_DESCUENTO.search(dicha):
        salida += [("mitad", antes / 2, despues / 2) for antes, despues in precios]
    if _DE_DIFERENCIA.search(dicha):
        salida += [("diferencia", a - b, c - d) for a, c in precios for b, d in precios if a > b]
    pares = [(n, m) for n, m in zip(dichas(pregunta), dichas(nueva), strict=False) if n > 1]
    for n, m in pares:
        salida += [("total", a * n, d * m) for a, d in precios]
        if _DE_MAS.search(dicha):
            salida += [("total", (a - b) * n, (c - d) * m) for a, c in precios for b, d in precios if a > b]
    return salida


def restos_pedidos(
    pregunta: str, nueva: str, paginas: Mapping[str, str], escala: Callable[[Decimal], Decimal]
) -> list[tuple[str, Decimal, Decimal]]:
    """Lo que queda de cada límite de los planes con lo que la pregunta dice que se usa, si pregunta qué queda."""
    if not _DE_RESTO.search(sin_acentos(pregunta)):
        return []
    topes = sorted({valor(c) for fila in tabla(paginas) for celda in fila for c in _LIMITE.findall(celda)})
    pares = list(zip(dichas(pregunta), dichas(nueva), strict=False))
    return [("plazas que quedan", tope - n, escala(tope) - m) for tope in topes for n, m in pares if tope > n > 1]
