"""Qué hace falta para responder: de la pregunta a una lista de llamadas, con lo que ya se sabe en este turno."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from docubot.lenguaje.conceptos import conceptos, trocear
from docubot.lenguaje.texto import plegar
from docubot.modelos.local.analisis import Analisis, Clausula, analizar
from docubot.modelos.local.campos import clase_de
from docubot.modelos.local.catalogo import Ficha, entender
from docubot.modelos.local.entidades import Nombre, nombres_en, son_alternativas
from docubot.modelos.local.lectura import Lectura
from docubot.modelos.local.puntuacion import GENERICAS, Encaje, con_sustancia, encajar, es_orden, mejores
from docubot.modelos.local.relleno import Material, Relleno, identificadores, intervalo_de, limpiar_consulta, rellenar
from docubot.modelos.local.seguimiento import con_lo_anterior, es_continuacion

MAXIMO_DE_NOMBRES: Final = 5
_PLURALES: Final = frozenset(
    "los las mis nuestros nuestras sus que cuales cuantos cuantas todos todas the my our all what which many every each cada estos three tres dos de of".split()  # noqa: SIM905
)
_CUAL: Final = re.compile(
    r"\b(?:(?:en|a|de|con|para)\s+)?(?:cual|cuales|which(?: one| ones)?)\b(?!\s+(?:es|son|era|fue|seria|is|are|was)\s+(?:el|la|los|las|su|the|its)\b)"
)


@dataclass(frozen=True, slots=True)
class Necesidad:
    """Una llamada que hace falta. `relleno` dice qué argumentos tiene y cuáles le faltan."""

    ficha: Ficha
    relleno: Relleno


@dataclass(frozen=True, slots=True)
class Plan:
    """Las llamadas que pide la pregunta.

    `desglosar`: herramienta que hay que llamar por cada elemento de la lista cuando llegue. `aclarar`: la herramienta
    a la que le falta saber de qué se habla.
    """

    necesidades: tuple[Necesidad, ...] = ()
    desglosar: Ficha | None = None
    aclarar: Ficha | None = None


@dataclass(frozen=True, slots=True)
class Mesa:
    """Todo lo necesario para planear: la lectura, la pregunta completa, sus nombres y las herramientas entendidas."""

    lectura: Lectura
    fichas: tuple[Ficha, ...]
    analisis: Analisis
    nombres: tuple[Nombre, ...]
    heredados: tuple[str, ...]

    @property
    def documental(self) -> Ficha | None:
        """La herramienta que busca en la documentación, si la hay."""
        return next((f for f in self.fichas if f.papel == "documental"), None)

    def material(self, clausula: Clausula | None = None) -> Material:
        """El material para rellenar: el de una cláusula o el de toda la pregunta."""
        lectura = self.lectura
        texto = clausula.texto if clausula is not None else self.analisis.texto
        nombres = tuple(n for n in self.nombres if clausula is None or n.texto in texto)
        return Material(
            lectura=lectura,
            analisis=self.analisis,
            texto=texto,
            nombres=nombres,
            anteriores=tuple(t.pregunta for t in reversed(lectura.turnos)),
            resultados=(*(r for t in lectura.turnos for r in t.resultados), *lectura.resultados),
        )


def poner_la_mesa(lectura: Lectura) -> Mesa:
    """Lee las herramientas y la pregunta, con lo que herede de los turnos anteriores."""
    fichas = tuple(entender(h) for h in lectura.herramientas)
    vocabulario = frozenset().union(*(f.palabras for f in fichas)) | frozenset(trocear(plegar(lectura.system)))
    sustantivos = frozenset().union(*(f.sustantivos for f in fichas if _nombra(f)))

    def hallar(texto: str) -> tuple[Nombre, ...]:
        sin_citas = re.sub(r"«[^»]*»|“[^”]*”|\"[^\"]*\"", " ", texto)
        return nombres_en(sin_citas, sustantivos=sustantivos, conocidos=lectura.nombres_conocidos, vocabulario=vocabulario)

    nombres = hallar(lectura.pregunta)
    heredados = _heredados(lectura, fichas, hallar(lectura.turnos[-1].pregunta) if lectura.turnos else ())
    texto = lectura.pregunta
    if es_continuacion(lectura):
        texto = con_lo_anterior(lectura, tuple(n.texto for n in nombres), tuple(n.texto for n in hallar(lectura.turnos[-1].pregunta)))
        nombres = hallar(texto) or nombres
    return Mesa(lectura, fichas, analizar(texto), nombres, heredados)


def _nombra(ficha: Ficha) -> bool:
    return ficha.entidad is not None and clase_de(_entidad(ficha)) == "nombre"


def _entidad(ficha: Ficha) -> Any:
    return ficha.campo(ficha.entidad or "")


def _heredados(lectura: Lectura, fichas: Sequence[Ficha], nombres: Sequence[Nombre]) -> tuple[str, ...]:
    """De qué se hablaba: los valores con que se llamó a una ficha en el último turno que lo hizo, o sus nombres."""
    entidades = {f.nombre: f.entidad for f in fichas if _nombra(f)}
    for turno in reversed(lectura.turnos):
        usados = [
            str(r.entrada[e]) for r in turno.resultados if (e := entidades.get(r.nombre)) and not r.es_error and r.entrada.get(e)
        ]
        if usados:
            return tuple(dict.fromkeys(usados))
    return tuple(n.texto for n in nombres)


def planear(mesa: Mesa) -> Plan:
    """El plan completo de la pregunta, como si aún no se hubiera llamado a nada."""
    otras = _otras(mesa)
    plan = _datos(mesa, otras)
    necesidades = [*otras, *plan.necesidades]
    documental = mesa.documental
    if documental is not None and not _solo_ordenes(otras, plan) and _pide_documentacion(mesa, plan, otras):
        consulta = consulta_documental(mesa, plan)
        relleno = rellenar(documental, replace(mesa.material(), texto=consulta), {documental.obligatorios[0].nombre: consulta})
        necesidades.append(Necesidad(documental, relleno))
    return replace(plan, necesidades=tuple(necesidades))


def _solo_ordenes(otras: Sequence[Necesidad], plan: Plan) -> bool:
    return bool(otras) and not plan.necesidades and plan.aclarar is None


def _otras(mesa: Mesa) -> list[Necesidad]:
    """Las llamadas a herramientas que no son de ficha con nombre, de lista ni de documentación: una por cláusula."""
    salida: list[Necesidad] = []
    candidatas = [f for f in mesa.fichas if f.papel != "documental"]
    clausulas = mesa.analisis.clausulas or (analizar(mesa.lectura.pregunta).clausulas if mesa.lectura.pregunta else ())
    for clausula in clausulas:
        opciones = mejores(encajar(f, clausula.terminos, mesa.fichas) for f in candidatas)
        elegida = _elegir(mesa, clausula, opciones)
        if elegida is None:
            continue
        for necesidad in elegida:
            if all(n.ficha.nombre != necesidad.ficha.nombre or n.relleno.entrada != necesidad.relleno.entrada for n in salida):
                salida.append(necesidad)
    return _sin_redundantes(salida)


def _sin_redundantes(necesidades: list[Necesidad]) -> list[Necesidad]:
    """Si una herramienta sale completa por una cláusula y coja por otra, basta la completa."""
    completas = {n.ficha.nombre for n in necesidades if not n.relleno.faltan}
    cojas: set[str] = set()
    salida = []
    for necesidad in necesidades:
        nombre = necesidad.ficha.nombre
        if necesidad.relleno.faltan and (nombre in completas or nombre in cojas):
            continue
        cojas |= {nombre} if necesidad.relleno.faltan else set()
        salida.append(necesidad)
    return salida


def _elegir(mesa: Mesa, clausula: Clausula, opciones: Sequence[Encaje]) -> list[Necesidad] | None:
    """La mejor herramienta para una cláusula, si es de las que se rellenan con algo más que un nombre."""
    valoradas: list[tuple[float, Encaje, Relleno]] = []
    for encaje in opciones:
        if _nombra(encaje.ficha) or (encaje.ficha.papel == "lista" and mesa.documental is not None and _hay_ficha(mesa)):
            valoradas.append((encaje.puntos + 0.3 * bool(mesa.nombres), encaje, Relleno({})))
            continue
        if encaje.ficha.papel == "accion" and not es_orden(clausula):
            continue
        relleno = _rellenar_en(mesa, encaje.ficha, clausula)
        pedidos = max(1, len(encaje.ficha.obligatorios))
        indicios = relleno.propios / pedidos
        if mesa.documental is not None and not _viene_a_cuento(mesa, encaje, relleno, clausula):
            continue
        valoradas.append((encaje.puntos + 0.6 * indicios, encaje, relleno))
    if not valoradas:
        return None
    _, mejor, relleno = max(valoradas, key=lambda v: (v[0], v[1].ficha.nombre))
    if _nombra(mejor.ficha) or (mejor.ficha.papel == "lista" and mesa.documental is not None and _hay_ficha(mesa)):
        return None
    return [Necesidad(mejor.ficha, r) for r in _repetir(mesa, mejor.ficha, clausula, relleno)]


def _hay_ficha(mesa: Mesa) -> bool:
    return any(_nombra(f) for f in mesa.fichas)


def _rellenar_en(mesa: Mesa, ficha: Ficha, clausula: Clausula) -> Relleno:
    """Rellena con la cláusula y, si le faltan datos, con toda la pregunta."""
    relleno = rellenar(ficha, mesa.material(clausula))
    if not relleno.faltan:
        return relleno
    entera = rellenar(ficha, mesa.material())
    return entera if len(entera.faltan) < len(relleno.faltan) else relleno


def _repetir(mesa: Mesa, ficha: Ficha, clausula: Clausula, relleno: Relleno) -> list[Relleno]:
    """Una llamada por cada identificador que se nombra («los pedidos 4521 y 4522»)."""
    if ficha.entidad is None or ficha.papel != "ficha" or clase_de(_entidad(ficha)) != "id":
        return [relleno]
    valores = list(dict.fromkeys(identificadores(_entidad(ficha), mesa.material(clausula))))[:MAXIMO_DE_NOMBRES]
    if len(valores) < 2:
        return [relleno]
    return [replace(relleno, entrada={**relleno.entrada, ficha.entidad: v}) for v in valores]


def _viene_a_cuento(mesa: Mesa, encaje: Encaje, relleno: Relleno, clausula: Clausula) -> bool:
    """Con documentación al lado, una herramienta solo se elige si hay con qué rellenarla, o si se manda algo."""
    if encaje.ficha.papel == "lista":
        return not clausula.actos or bool(re.search(r"\b(?:tengo|tenemos|mis|nuestras|my|our|i have|we have)\b", plegar(clausula.texto)))
    if relleno.propios or encaje.ficha.papel == "accion":
        return relleno.propios > 0 or es_orden(clausula)
    leido = intervalo_de(encaje.ficha, mesa.material(clausula))
    return es_orden(clausula) and (not leido.vacio or bool(encaje.aciertos & {"buscar", "libre", "reservar"}))


def _datos(mesa: Mesa, otras: Sequence[Necesidad]) -> Plan:
    """Las llamadas a la ficha de algo con nombre y a la lista de todo lo que hay."""
    ficha = _mejor(mesa, [f for f in mesa.fichas if _nombra(f) and f.papel == "ficha"])
    if ficha is None or (otras and not mesa.nombres and not ficha.aciertos - {a for n in otras for a in n.ficha.si}):
        return _solo_lista(mesa) if not otras else Plan()
    if otras and not ficha.aciertos - frozenset(k for n in otras for k in n.ficha.si) and not _queda_clausula(mesa, otras):
        return Plan()
    lista = _lista_de(mesa, ficha.ficha)
    nombres = principales(mesa.nombres, mesa.analisis.texto)
    if nombres and es_pista(mesa.analisis.texto, nombres, ficha.ficha.sustantivos):
        nombres = ()
    if nombres:
        return Plan(tuple(_por_nombre(mesa, ficha.ficha, [n.texto for n in nombres[:MAXIMO_DE_NOMBRES]])))
    if _habla_de_todos(mesa, ficha.ficha):
        if lista is None:
            return Plan(aclarar=ficha.ficha)
        desglosar = ficha.ficha if _pide_mas_que(mesa, lista, ficha.ficha) else None
        return Plan((Necesidad(lista, Relleno({})),), desglosar=desglosar)
    if mesa.analisis.actos and mesa.documental is not None and not mesa.heredados:
        return Plan()
    if mesa.documental is not None and ficha.cobertura < 0.7:
        return Plan()
    if mesa.heredados and mesa.lectura.turnos:
        return Plan(tuple(_por_nombre(mesa, ficha.ficha, mesa.heredados[:MAXIMO_DE_NOMBRES])))
    return Plan((Necesidad(lista, Relleno({})),) if lista is not None else (), aclarar=ficha.ficha)


def _queda_clausula(mesa: Mesa, otras: Sequence[Necesidad]) -> bool:
    """Verdadero si alguna cláusula no la atiende ninguna de las otras herramientas."""
    return any(not any(c.claves & set(n.ficha.si) for n in otras) for c in mesa.analisis.clausulas)


def _mejor(mesa: Mesa, fichas: Sequence[Ficha]) -> Encaje | None:
    encajes = mejores(encajar(f, mesa.analisis.terminos, mesa.fichas) for f in fichas)
    return encajes[0] if encajes else None


def _solo_lista(mesa: Mesa) -> Plan:
    lista = _mejor(mesa, [f for f in mesa.fichas if f.papel == "lista"])
    if lista is None or (mesa.documental is not None and mesa.analisis.actos):
        return Plan()
    if mesa.documental is not None and lista.cobertura < 0.5:
        return Plan()
    return Plan((Necesidad(lista.ficha, Relleno({})),))


def _por_nombre(mesa: Mesa, ficha: Ficha, nombres: Sequence[str]) -> list[Necesidad]:
    entidad = ficha.entidad or ""
    return [Necesidad(ficha, rellenar(ficha, mesa.material(), {entidad: n})) for n in nombres]


def _lista_de(mesa: Mesa, ficha: Ficha) -> Ficha | None:
    """La herramienta que enumera las mismas cosas de las que `ficha` da el detalle."""
    propias = [f for f in mesa.fichas if f.papel == "lista" and f.sustantivos & ficha.sustantivos]
    return propias[0] if propias else None


def es_pista(texto: str, nombres: Sequence[Nombre], sustantivos: frozenset[str]) -> bool:
    """«¿en cuál está Iker?», «los proyectos de Ana»: el nombre es una pista, no lo que se consulta."""
    if len(nombres) > 1 and son_alternativas(nombres, texto):
        return False
    plegado = plegar(texto)
    palabras = trocear(plegado)
    for i, palabra in enumerate(palabras):
        if not conceptos(palabra) & sustantivos or palabra in ("nombre", "name"):
            continue
        anterior = palabras[i - 1] if i else ""
        if anterior in ("que", "cual", "which", "what") or (palabra.endswith("s") and anterior in _PLURALES):
            return True
    return _CUAL.search(plegado) is not None and len(nombres) == 1


def _habla_de_todos(mesa: Mesa, ficha: Ficha) -> bool:
    plegado = plegar(mesa.analisis.texto)
    palabras = trocear(plegado)
    if "todo" in mesa.analisis.claves and not mesa.nombres and not _es_norma_general(mesa):
        return True
    plurales = [
        i
        for i, p in enumerate(palabras)
        if p.endswith("s") and conceptos(p) & ficha.sustantivos & {c for c in conceptos(p) if c != "nombre"}
    ]
    if any(_es_de_la_cuenta(palabras, i, mesa) for i in plurales):
        return True
    return _CUAL.search(plegado) is not None and not mesa.analisis.actos


def _es_norma_general(mesa: Mesa) -> bool:
    return bool(mesa.analisis.actos)


def _es_de_la_cuenta(palabras: Sequence[str], i: int, mesa: Mesa) -> bool:
    """«mis proyectos», «los proyectos que tengo», o un plural en una pregunta que no pide ninguna regla."""
    cerca = set(palabras[max(0, i - 3) : i] + palabras[i + 1 : i + 5])
    posesion = {"mis", "nuestros", "nuestras", "my", "our", "tengo", "tenemos", "have", "tenes"}
    if cerca & posesion:
        return True
    return not mesa.analisis.actos


def _pide_mas_que(mesa: Mesa, lista: Ficha, ficha: Ficha) -> bool:
    """Verdadero si se pide un dato que la ficha devuelve y la lista no."""
    pedidas = mesa.analisis.claves - GENERICAS - ficha.sustantivos
    propias = {"tarea"} if pedidas & {"hecho", "pendiente", "revision", "en_curso"} and "tarea" in pedidas else set()
    solo_ficha = (ficha.devuelve - lista.devuelve) | (lista.no_devuelve & ficha.devuelve)
    return bool((pedidas - propias) & (solo_ficha - _estados(lista)))


def _estados(lista: Ficha) -> frozenset[str]:
    """Los estados que la lista distingue, los nombre o no al decir qué devuelve."""
    return frozenset(set(lista.si) & {"activo", "pausa"}) | ({"hecho", "archivar"} if "estado" in lista.devuelve else frozenset())


def _pide_documentacion(mesa: Mesa, plan: Plan, otras: Sequence[Necesidad]) -> bool:
    analisis = mesa.analisis
    if plan.aclarar is not None:
        return False
    if not plan.necesidades and not otras:
        return True
    if analisis.actos:
        return True
    cubiertas = frozenset().union(*(frozenset(n.ficha.si) for n in (*plan.necesidades, *otras)))
    devueltas = frozenset().union(*(n.ficha.devuelve for n in plan.necesidades))
    if plan.desglosar is not None:
        devueltas |= plan.desglosar.devuelve
        cubiertas |= frozenset(plan.desglosar.si)
    documental = mesa.documental
    sin_cubrir = [t for t in analisis.terminos if not t.claves & (cubiertas | devueltas) and not _es_nombre(mesa, t.forma)]
    if "plan" in analisis.claves and sin_cubrir:
        return True
    return documental is not None and any(
        c in documental.si and not c.startswith("=") and c not in GENERICAS for t in sin_cubrir for c in t.claves
    )


def _es_nombre(mesa: Mesa, forma: str) -> bool:
    return any(forma in plegar(n.texto).split() or plegar(n.texto) == forma for n in mesa.nombres)


def consulta_documental(mesa: Mesa, plan: Plan) -> str:
    """Lo que se busca en la documentación: las cláusulas que piden una regla, o toda la pregunta, sin nombres propios."""
    clausulas = mesa.analisis.clausulas
    datos = frozenset().union(*(n.ficha.devuelve for n in plan.necesidades))
    elegidas = [c for c in clausulas if c.actos or any(not t.claves & datos and not _es_nombre(mesa, t.forma) for t in c.terminos)]
    if not plan.necesidades or not elegidas:
        return limpiar_consulta(mesa.analisis.texto, mesa.nombres)
    return limpiar_consulta(" ".join(c.texto for c in elegidas), mesa.nombres)


__all__ = ["Mesa", "Necesidad", "Plan", "con_sustancia", "consulta_documental", "planear", "poner_la_mesa"]


def nombres_consultados(mesa: Mesa, sustantivos: frozenset[str]) -> tuple[Nombre, ...]:
    """Los nombres de la clase de cosa que se pide, sin los que solo son pista («los proyectos de Ana»)."""
    nombres = nombres_en(
        mesa.analisis.texto,
        sustantivos=sustantivos,
        conocidos=mesa.lectura.nombres_conocidos,
        vocabulario=frozenset().union(*(f.palabras for f in mesa.fichas)) | frozenset(trocear(plegar(mesa.lectura.system))),
    )
    return () if nombres and es_pista(mesa.analisis.texto, nombres, sustantivos) else principales(nombres, mesa.analisis.texto)


def principales(nombres: tuple[Nombre, ...], texto: str) -> tuple[Nombre, ...]:
    """De varios nombres, el que se dice ser la cosa: en «Lindes es el cliente de Boreal», Boreal."""
    if len(nombres) < 2 or son_alternativas(nombres, texto):
        return nombres
    duenos = tuple(n for n in nombres if conceptos(n.precedente) & {"cliente", "responsable", "proyecto"})
    return duenos if len(duenos) == 1 else nombres
