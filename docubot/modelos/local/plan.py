"""Qué hace falta para responder: de la pregunta a una lista de llamadas, con lo que ya se sabe en este turno."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from docubot.lenguaje.conceptos import conceptos, palabras_del_lexico, trocear
from docubot.lenguaje.texto import plegar
from docubot.lenguaje.vocabulario import DE_PILA
from docubot.modelos.local.analisis import Analisis, Clausula, analizar
from docubot.modelos.local.campos import clase_de
from docubot.modelos.local.catalogo import Ficha, entender
from docubot.modelos.local.entidades import Nombre, cercano, nombres_en, son_alternativas
from docubot.modelos.local.lectura import Lectura
from docubot.modelos.local.puntuacion import GENERICAS, UMBRAL, Encaje, con_sustancia, encajar, es_orden, mejores
from docubot.modelos.local.relleno import Material, Relleno, identificadores, intervalo_de, limpiar_consulta, rellenar
from docubot.modelos.local.seguimiento import alude, con_lo_anterior, es_continuacion

MAXIMO_DE_NOMBRES: Final = 5
SEGURO: Final = 2.2
"""Puntos de un nombre para consultarlo sin más; los que no llegan se buscan antes en la lista, si la hay."""
COBERTURA: Final = 0.6
"""Parte de la pregunta que tiene que cubrir una ficha para pensar que habla de ella sin nombrarla."""

_PLURALES: Final = frozenset(
    "los las mis nuestros nuestras sus que cuales cuantos cuantas todos todas the my our all what which many every each cada estos three tres dos de of".split()  # noqa: SIM905
)
_CUALQUIERA: Final = frozenset("que cual which what algun any ningun per por cada every each proximo primer ultimo next first last".split())  # noqa: SIM905
_TODOS: Final = frozenset(
    "todos todas all every each cada total totales suma sumando sumar juntar juntamos juntando across overall everything combined".split()  # noqa: SIM905
)
_CUAL: Final = re.compile(
    r"\b(?:cual|cuales|which (?:one|ones|of))\b(?!\s+(?:es|son|era|fue|seria|is|are|was)\s+(?:el|la|los|las|su|the|its)\b)"
    r"|^(?:in |on |to )?which (?:is|has|are|have|was|does)\b"
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
    a la que le falta saber de qué se habla. `solo_uno`: basta con desglosar un elemento (el plan de la organización es el
    mismo en todos). `posible`: la que se llamará si la lista confirma un nombre dudoso. `tentativo`: nada de la pregunta suena a esas herramientas, solo el nombre.
    """

    necesidades: tuple[Necesidad, ...] = ()
    desglosar: Ficha | None = None
    aclarar: Ficha | None = None
    solo_uno: bool = False
    posible: Ficha | None = None
    tentativo: bool = False


@dataclass(frozen=True, slots=True)
class Mesa:
    """Todo lo necesario para planear: la lectura, la pregunta completa, sus nombres y las herramientas entendidas."""

    lectura: Lectura
    fichas: tuple[Ficha, ...]
    analisis: Analisis
    nombres: tuple[Nombre, ...]
    heredados: tuple[str, ...]
    dudosos: tuple[Nombre, ...] = ()

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
    sustantivos = frozenset().union(*(f.clase for f in fichas if _nombra(f)))

    def hallar(texto: str) -> tuple[Nombre, ...]:
        sin_citas = re.sub(r"«[^»]*»|“[^”]*”|\"[^\"]*\"", " ", texto)
        return nombres_en(sin_citas, sustantivos=sustantivos, conocidos=lectura.nombres_conocidos, vocabulario=vocabulario)

    nombres = hallar(lectura.pregunta)
    heredados = _heredados(lectura, fichas, hallar(lectura.turnos[-1].pregunta) if lectura.turnos else ())
    texto = lectura.pregunta
    if es_continuacion(lectura):
        texto = con_lo_anterior(lectura, tuple(n.texto for n in nombres), tuple(n.texto for n in hallar(lectura.turnos[-1].pregunta)))
        nombres = hallar(texto) or nombres
    seguros = tuple(n for n in nombres if n.puntos >= SEGURO)
    seguros = nombres if seguros and son_alternativas(nombres, texto) else seguros
    return Mesa(lectura, fichas, analizar(texto), seguros, heredados, () if seguros else nombres)


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
    otras, queda = _otras(mesa)
    if mesa.documental is not None and mesa.analisis.actos:
        otras, queda = [n for n in otras if not n.relleno.faltan], queda or any(n.relleno.faltan for n in otras)
    plan = _datos(mesa, otras, queda)
    necesidades = [*otras, *plan.necesidades]
    documental = mesa.documental
    if documental is not None and not _solo_ordenes(otras, plan) and _pide_documentacion(mesa, plan, otras):
        consulta = consulta_documental(mesa, plan)
        relleno = rellenar(documental, replace(mesa.material(), texto=consulta), {documental.obligatorios[0].nombre: consulta})
        necesidades.append(Necesidad(documental, relleno))
    return replace(plan, necesidades=tuple(necesidades))


def _solo_ordenes(otras: Sequence[Necesidad], plan: Plan) -> bool:
    return bool(otras) and not plan.necesidades and plan.aclarar is None


def _otras(mesa: Mesa) -> tuple[list[Necesidad], bool]:
    """Las llamadas a herramientas que no son de ficha con nombre ni de documentación, y si queda alguna cláusula sin atender."""
    salida: list[Necesidad] = []
    queda = False
    candidatas = [f for f in mesa.fichas if f.papel != "documental"]
    clausulas = mesa.analisis.clausulas or (analizar(mesa.lectura.pregunta).clausulas if mesa.lectura.pregunta else ())
    for clausula in clausulas:
        opciones = mejores(encajar(f, clausula.terminos, mesa.fichas) for f in candidatas)
        elegida = _elegir(mesa, clausula, opciones or _por_huecos(mesa, clausula, candidatas))
        if elegida is None:
            queda = queda or bool(clausula.terminos)
            continue
        for necesidad in elegida:
            if all(n.ficha.nombre != necesidad.ficha.nombre or n.relleno.entrada != necesidad.relleno.entrada for n in salida):
                salida.append(necesidad)
    return _sin_redundantes(salida), queda


def _por_huecos(mesa: Mesa, clausula: Clausula, candidatas: Sequence[Ficha]) -> list[Encaje]:
    """Sin palabras suyas, una consulta cuyos datos están todos (el día, la hora, cuántos) también encaja."""
    salida = []
    for ficha in candidatas:
        tipados = [c for c in ficha.obligatorios if clase_de(c) in ("instante", "dia", "personas")]
        if ficha.papel == "consulta" and len(tipados) > 2 and not clausula.actos and not rellenar(ficha, mesa.material()).faltan:
            salida.append(encajar(ficha, clausula.terminos, mesa.fichas))
    return salida


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
        if _es_de_datos(mesa, encaje.ficha):
            valoradas.append((encaje.puntos + 0.3 * bool(mesa.nombres), encaje, Relleno({})))
            continue
        if encaje.ficha.papel == "accion" and not (_se_pide(mesa, encaje.ficha, clausula) and _dice_el_verbo(encaje.ficha, mesa.analisis)):
            continue
        if mesa.documental is None and clausula.actos & {"significado", "norma"} and encaje.ficha.papel != "lista":
            continue
        suyo = rellenar(encaje.ficha, mesa.material(clausula))
        relleno = _con_toda(mesa, encaje.ficha, suyo)
        indicios = suyo.propios / max(1, len(encaje.ficha.obligatorios))
        manda = 0.4 * (encaje.ficha.papel == "accion" and _MANDA.search(plegar(clausula.texto)) is not None)
        if mesa.documental is not None and not _viene_a_cuento(mesa, encaje, relleno, clausula):
            continue
        valoradas.append((encaje.puntos + 0.4 * indicios + manda, encaje, relleno))
    if not valoradas:
        return None
    _, mejor, relleno = max(valoradas, key=lambda v: (v[0], v[1].ficha.nombre))
    if _es_de_datos(mesa, mejor.ficha):
        return None
    return [Necesidad(mejor.ficha, r) for r in _repetir(mesa, mejor.ficha, clausula, relleno)]


_DE_PASO: Final = GENERICAS | {"comparar", "activo", "pausa", "hecho", "archivar", "equipo", "primero", "entrada", "salida", "alta", "baja", "media"}
"""Conceptos que no piden nada de la documentación por sí solos."""
_MANDA: Final = re.compile(
    r"(?:^|[,;:] *)reserva\b|\b(?:quiero|quisiera|queria|necesito|necesitamos|me gustaria|pon|ponme|ponnos|hazme|haz|dame|por favor|porfa|please|i want|i need|we need"
    r"|devuelv\w+|i'd like|i would like|let's|can you|could you|me \w+s\b|reservar|reserva(?:me|nos|la|lo|le)|cancel\w*|anul\w+|envi\w+|mand\w+|cre[ae]\w*|agend\w+|book|schedule|send|create)\b"
)
_PONER: Final = frozenset({"crear", "agendar", "reservar", "reembolso"})


def _se_pide(mesa: Mesa, ficha: Ficha, clausula: Clausula) -> bool:
    """Verdadero si la acción se manda; «¿puedo reservar…?» solo cuenta si ya da todos los datos de una acción con varios."""
    if not es_orden(clausula):
        return False
    if not clausula.actos & {"permiso", "porque", "aviso", "habito"} or mesa.documental is None:
        return True
    return len(ficha.obligatorios) > 2 and not rellenar(ficha, mesa.material()).faltan


def _dice_el_verbo(ficha: Ficha, analisis: Analisis) -> bool:
    """Verdadero si se pide lo que hace la acción; crear, agendar y reservar se dicen unos por otros («ponme una sala»)."""
    if not ficha.verbos or ficha.verbos & analisis.claves:
        return True
    return bool(ficha.verbos & _PONER) and bool(analisis.claves & (_PONER | ficha.sustantivos))


def _es_de_datos(mesa: Mesa, ficha: Ficha) -> bool:
    """Verdadero si es la ficha de algo con nombre o la lista de esas mismas cosas: de esas se ocupa `_datos`."""
    if _nombra(ficha) and ficha.papel == "ficha":
        return True
    return ficha.papel == "lista" and any(_nombra(f) and f.papel == "ficha" and f.sustantivos & ficha.sustantivos for f in mesa.fichas)


def _con_toda(mesa: Mesa, ficha: Ficha, relleno: Relleno) -> Relleno:
    """Si a lo que dice la cláusula le faltan datos, lo que diga toda la pregunta."""
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
        if encaje.cobertura < COBERTURA or not encaje.aciertos & encaje.ficha.sustantivos:
            return False
        return not clausula.actos or bool(re.search(r"\b(?:tengo|tenemos|mis|nuestras|my|our|i have|we have)\b", plegar(clausula.texto)))
    if relleno.propios:
        return True
    if encaje.ficha.papel == "accion":
        return es_orden(clausula) and not clausula.actos and _MANDA.search(plegar(clausula.texto)) is not None
    leido = intervalo_de(encaje.ficha, mesa.material(clausula))
    manda = _MANDA.search(plegar(clausula.texto)) or encaje.aciertos & {"buscar", "libre"}
    return es_orden(clausula) and manda is not None and bool(manda) and (not leido.vacio or bool(encaje.aciertos & {"buscar", "libre", "reservar"}))


def _datos(mesa: Mesa, otras: Sequence[Necesidad], queda: bool) -> Plan:
    """Las llamadas a la ficha de algo con nombre y a la lista de todo lo que hay."""
    encaje = _mejor(mesa)
    propio = _del_plan_propio(mesa)
    if propio is not None and not otras:
        return propio
    if encaje is None or (otras and not queda):
        return Plan() if otras else _tantear(mesa) or _solo_lista(mesa)
    ficha, lista = encaje.ficha, _lista_de(mesa, encaje.ficha)
    if mesa.dudosos and lista is not None:
        return _con_dudas(mesa, encaje, lista)
    nombres = principales(mesa.nombres or (_posibles(mesa, encaje) if lista is None else ()), mesa.analisis.texto)
    pista = bool(nombres) and es_pista(mesa.analisis.texto, nombres, ficha.clase)
    if nombres and not pista:
        return Plan(tuple(_por_nombre(mesa, ficha, [n.texto for n in nombres[:MAXIMO_DE_NOMBRES]])))
    if encaje.puntos <= 0 and not _senala(mesa, ficha):
        return Plan()
    pista = pista or _nombra_a_alguien(mesa)
    if _habla_de_todos(mesa, ficha) or (pista and nombres):
        if lista is None:
            return Plan(aclarar=ficha)
        desglosar = ficha if pista or _pide_mas_que(mesa, lista, ficha) else None
        return Plan((Necesidad(lista, Relleno({})),), desglosar=desglosar)
    return _sin_nombre(mesa, encaje, lista)


def _tantear(mesa: Mesa) -> Plan | None:
    """Hay un nombre y nada más que suene a la ficha: si sus ejemplos enseñan preguntas con nombres, se mira si está en la lista."""
    fichas = [f for f in mesa.fichas if _nombra(f) and f.papel == "ficha" and f.ejemplos]
    nombres = (*mesa.nombres, *mesa.dudosos)
    lista = _lista_de(mesa, fichas[0]) if len(fichas) == 1 else None
    if lista is None or not nombres:
        return None
    buenos = [b for n in nombres if (b := cercano(n.texto, mesa.lectura.nombres_conocidos))]
    return Plan((Necesidad(lista, Relleno({})), *_por_nombre(mesa, fichas[0], buenos)), tentativo=True)


def _con_dudas(mesa: Mesa, encaje: Encaje, lista: Ficha) -> Plan:
    """Puede que nombre algo («el ciezro»): primero la lista y, si hay uno que se le parezca, su ficha."""
    buenos = [b for n in mesa.dudosos if (b := cercano(n.texto, mesa.lectura.nombres_conocidos))]
    if buenos:
        return Plan((Necesidad(lista, Relleno({})), *_por_nombre(mesa, encaje.ficha, buenos)))
    if any(r.nombre == lista.nombre for r in mesa.lectura.resultados):
        return _sin_nombre(mesa, encaje, lista)
    return Plan((Necesidad(lista, Relleno({})),), posible=encaje.ficha)


def _posibles(mesa: Mesa, encaje: Encaje) -> tuple[Nombre, ...]:
    """Nombres que también son palabras corrientes («clima en lima»): solo si todo lo demás ya lo explica la herramienta."""
    if mesa.analisis.actos:
        return ()
    ajenos = [t.forma for t in mesa.analisis.terminos if not t.claves & set(encaje.ficha.si)]
    palabras = trocear(plegar(mesa.analisis.texto))
    en_sitio = [f for f in ajenos if f in palabras and _en_su_sitio(palabras, palabras.index(f), ajenos)]
    if not en_sitio or len(en_sitio) != len(ajenos):
        return ()
    escritos = re.findall(r"[\w'’-]+", mesa.analisis.texto)
    return tuple(Nombre(next(e for e in escritos if plegar(e) == f), palabras.index(f), 2.0) for f in en_sitio)


def _en_su_sitio(palabras: Sequence[str], i: int, ajenos: Sequence[str]) -> bool:
    """Verdadero si va tras una preposición, sin artículo, o unido por «y» a otra que lo está."""
    previa = palabras[i - 1] if i else ""
    if previa in ("y", "e", "and", "o", "or") and i > 1 and palabras[i - 2] in ajenos:
        return True
    return previa in ("en", "de", "in", "of", "for", "para") and len(palabras[i]) > 3 and palabras[i] not in palabras_del_lexico()


def _nombra_a_alguien(mesa: Mesa) -> bool:
    """Verdadero si la pregunta dice el nombre de pila de una persona: es el valor de un campo, no lo que se consulta."""
    return any(p in DE_PILA for p in trocear(plegar(mesa.analisis.texto)))


_SU_PLAN: Final = re.compile(
    r"\b(?:(?:mi|nuestro|my|our|current|tu) (?:current )?(?:plan|suscripcion|subscription)|plan (?:actual|contratado|(?:que )?(?:ya )?(?:tengo|tenemos|pago|pagamos|contratamos)"
    r"|(?:that )?(?:i|we)(?:'re| are)? (?:have|on|pay|got))|which plan (?:do )?(?:we|i)\b|(?:lo|el) que (?:pagamos|tenemos)|(?:plan|que) tenemos contratado)\b"
)


def _del_plan_propio(mesa: Mesa) -> Plan | None:
    """«nuestro plan», «the plan we have»: el que tiene contratado la organización, que la ficha de cualquiera trae."""
    ficha = next((f for f in mesa.fichas if _nombra(f) and f.papel == "ficha" and "plan" in f.devuelve), None)
    lista = _lista_de(mesa, ficha) if ficha is not None else None
    if lista is None or mesa.nombres or _SU_PLAN.search(plegar(mesa.analisis.texto)) is None:
        return None
    return Plan((Necesidad(lista, Relleno({})),), desglosar=ficha, solo_uno=True)


def _senala(mesa: Mesa, ficha: Ficha) -> bool:
    """«ese proyecto», «this project»: señala uno sin nombrarlo."""
    palabras = trocear(plegar(mesa.analisis.texto))
    return any(
        i and conceptos(p) & ficha.clase and not p.endswith("s") and palabras[i - 1] in ("ese", "este", "that", "this")
        for i, p in enumerate(palabras)
    )


def _sin_nombre(mesa: Mesa, encaje: Encaje, lista: Ficha | None) -> Plan:
    """Se pregunta por algo sin decir de qué: lo que se venía hablando o, si no, hay que aclararlo."""
    sigue = alude(mesa.lectura) or (es_continuacion(mesa.lectura) and bool(mesa.heredados))
    if mesa.documental is not None and not sigue and not _da_por_sabido(mesa, encaje):
        return Plan()
    if mesa.heredados and mesa.lectura.turnos:
        return Plan(tuple(_por_nombre(mesa, encaje.ficha, mesa.heredados[:MAXIMO_DE_NOMBRES])))
    if lista is not None and encaje.aciertos - GENERICAS <= {"plan"}:
        return Plan((Necesidad(lista, Relleno({})),), desglosar=encaje.ficha, solo_uno=True)
    return Plan((Necesidad(lista, Relleno({})),) if lista is not None else (), aclarar=encaje.ficha)


def _da_por_sabido(mesa: Mesa, encaje: Encaje) -> bool:
    """Verdadero si pide un dato de la ficha como si ya se supiera de qué se habla: «¿quién es el responsable?»."""
    if _senala(mesa, encaje.ficha):
        return True
    corta = len(mesa.analisis.terminos) <= 2
    if mesa.analisis.actos or encaje.cobertura < (COBERTURA if corta else 0.65) or _es_de_planes(mesa):
        return False
    palabras = trocear(plegar(mesa.analisis.texto))
    campos = encaje.ficha.clase | (encaje.ficha.devuelve - GENERICAS)
    previas = [palabras[i - 1] for i, p in enumerate(palabras) if i and conceptos(p) & campos]
    if any(p in ("un", "una", "a", "an", "any", "algun") for p in previas):
        return False
    if encaje.aciertos & encaje.ficha.clase and all(t.claves & (GENERICAS | encaje.ficha.clase | {"enviar"}) for t in mesa.analisis.terminos):
        return True
    return bool(encaje.aciertos & (encaje.ficha.devuelve - encaje.ficha.sustantivos) - GENERICAS)


def _es_de_planes(mesa: Mesa) -> bool:
    """Verdadero si pregunta por un plan sin decir que es el suyo: eso está en la documentación."""
    if "plan" not in mesa.analisis.claves:
        return False
    return re.search(r"\b(?:mi|nuestro|my|our)\b|\b(?:tengo|tenemos|do (?:i|we) have|contratado)\b", plegar(mesa.analisis.texto)) is None


def _mejor(mesa: Mesa) -> Encaje | None:
    """La ficha con nombre que mejor encaja; si se nombra algo, basta una palabra suya, o que solo se pida verlo."""
    fichas = [f for f in mesa.fichas if _nombra(f) and f.papel == "ficha"]
    terminos = [t for t in mesa.analisis.terminos if not _es_nombre(mesa, t.forma)]
    encajes = sorted((encajar(f, terminos, mesa.fichas) for f in fichas), key=lambda e: (-e.puntos, e.ficha.nombre))
    if not encajes:
        return None
    mejor = encajes[0]
    if mejor.positivos >= UMBRAL and mejor.aciertos - GENERICAS and (mesa.nombres or mejor.puntos > 0):
        return mejor
    return mejor if mesa.nombres and len(encajes) == 1 and (_solo_pide_verlo(mesa) or _compara_con_una_regla(mesa)) else None


def _compara_con_una_regla(mesa: Mesa) -> bool:
    """«¿cuánto se pasa Atlas del límite?»: un nombre seguro y una regla de las que la documentación dice tratar."""
    documental = mesa.documental
    if documental is None or max(n.puntos for n in mesa.nombres) < 3 or not mesa.analisis.actos & set(documental.si):
        return False
    resto = [t for t in mesa.analisis.terminos if not t.claves & mesa.analisis.actos and not _es_nombre(mesa, t.forma)]
    return len(resto) <= 4


def _solo_pide_verlo(mesa: Mesa) -> bool:
    """«muéstrame Zafiro»: una cláusula con el nombre y, además, solo palabras que valen para cualquier cosa."""
    return any(
        c.terminos and all(t.claves & GENERICAS or _es_nombre(mesa, t.forma) for t in c.terminos)
        for c in mesa.analisis.clausulas
    )


def _solo_lista(mesa: Mesa) -> Plan:
    encajes = mejores(encajar(f, mesa.analisis.terminos, mesa.fichas) for f in mesa.fichas if f.papel == "lista")
    lista = encajes[0] if encajes else None
    if lista is None or (mesa.documental is not None and mesa.analisis.actos):
        return Plan()
    propia = _es_de_datos(mesa, lista.ficha) or lista.aciertos & lista.ficha.sustantivos
    if mesa.documental is not None and (lista.cobertura < COBERTURA or not propia):
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
        if anterior in ("que", "cual", "which", "what"):
            return True
        detras = plegado.find(plegar(nombres[0].texto)) > plegado.find(palabra)
        if palabra.endswith("s") and anterior in _PLURALES and detras:
            return True
    return _CUAL.search(plegado) is not None and len(nombres) == 1


def _habla_de_todos(mesa: Mesa, ficha: Ficha) -> bool:
    plegado = plegar(mesa.analisis.texto)
    palabras = trocear(plegado)
    if _es_de_planes(mesa) and not re.search(r"\b(?:tengo|tenemos|mis|nuestros|my|our|have)\b", plegado):
        return False
    if _hay_todos(palabras, ficha) and not mesa.nombres and not mesa.analisis.actos:
        return True
    if re.search(r"\b(?:de los|de las|of the) (?:tres|dos|cuatro|two|three|four)\b", plegado):
        return True
    if _ALGUNO.search(plegado) and not mesa.analisis.actos:
        return True
    if re.search(r"\b(?:algun|any|ningun|which) ", plegado) and not mesa.analisis.actos and _de_gente(palabras):
        return True
    lugares = [i for i, p in enumerate(palabras) if conceptos(p) & ficha.clase]
    sueltos = [i for i in lugares if i and palabras[i - 1] in _CUALQUIERA and not _compuesto(palabras, i)]
    if sueltos and (not mesa.analisis.actos or any(palabras[i].endswith("s") and _YO_PUEDO.search(plegado) for i in sueltos)):
        return True
    plurales = [i for i in lugares if palabras[i].endswith("s")]
    if any(_es_de_la_cuenta(palabras, i, mesa) for i in plurales):
        return True
    return _CUAL.search(plegado) is not None and not mesa.analisis.actos


_ALGUNO: Final = re.compile(r"\b(?:hay (?:alguno|alguna|algun)|alguno de|any of (?:them|my|our)|is there any)\b")
_YO_PUEDO: Final = re.compile(r"\b(?:puedo|podemos|can i|can we)\b")


def _hay_todos(palabras: Sequence[str], ficha: Ficha) -> bool:
    """«cada proyecto», «total de horas»; «cada plan» no: lo que se reparte tiene que ser cosa de la ficha."""
    for i, palabra in enumerate(palabras):
        if palabra not in _TODOS:
            continue
        siguiente = next((conceptos(p) for p in palabras[i + 1 : i + 4] if conceptos(p) - GENERICAS), frozenset())
        if not siguiente or siguiente & (set(ficha.si) - {"plan"}):
            return True
    return False


def _de_gente(palabras: Sequence[str]) -> bool:
    return any(
        i and palabras[i - 1] in ("algun", "any", "ningun", "which") and conceptos(p) & {"cliente", "responsable"} for i, p in enumerate(palabras)
    )


def _compuesto(palabras: Sequence[str], i: int) -> bool:
    """«which project state»: el sustantivo solo califica al siguiente."""
    return palabras[i] == "project" and i + 1 < len(palabras) and palabras[i + 1] in ("state", "status", "manager", "template", "limit")


def _es_de_la_cuenta(palabras: Sequence[str], i: int, mesa: Mesa) -> bool:
    """«mis proyectos», «los proyectos que tengo», o un plural en una pregunta que no pide ninguna regla."""
    if set(palabras[max(0, i - 3) : i]) & {"mis", "nuestros", "nuestras", "my", "our"}:
        return True
    if "limite" in mesa.analisis.actos and re.search(r"\b(?:mas|more|another|nos|quedan?|left|todavia|aun)\b", plegar(mesa.analisis.texto)):
        return True
    if re.search(r"^(?:que )?(?:ya |we |i )?(?:already )?(?:tengo|tenemos|tenes|have)\b", " ".join(palabras[i + 1 : i + 5])):
        return True
    return not mesa.analisis.actos


def _pide_mas_que(mesa: Mesa, lista: Ficha, ficha: Ficha) -> bool:
    """Verdadero si se pide un dato que la ficha devuelve y la lista no."""
    pedidas = mesa.analisis.claves - GENERICAS - ficha.sustantivos
    if "tarea" in pedidas and "abierta" in lista.devuelve - pedidas:
        return True
    solo_ficha = (ficha.devuelve - lista.devuelve) | (lista.no_devuelve & ficha.devuelve)
    return bool(pedidas & (solo_ficha - _estados(lista)))


def _estados(lista: Ficha) -> frozenset[str]:
    """Los estados que la lista distingue, los nombre o no al decir qué devuelve."""
    return frozenset(set(lista.si) & {"activo", "pausa"}) | ({"hecho", "archivar"} if "estado" in lista.devuelve else frozenset())


def _pide_documentacion(mesa: Mesa, plan: Plan, otras: Sequence[Necesidad]) -> bool:
    analisis = mesa.analisis
    if plan.aclarar is not None:
        return False
    if not plan.necesidades and not otras:
        return True
    if analisis.actos or plan.tentativo:
        return True
    cubiertas = frozenset().union(*(frozenset(n.ficha.si) for n in (*plan.necesidades, *otras)))
    devueltas = frozenset().union(*(n.ficha.devuelve for n in plan.necesidades))
    for ficha in (plan.desglosar, plan.posible):
        if ficha is not None:
            devueltas |= ficha.devuelve
            cubiertas |= frozenset(ficha.si)
    sin_cubrir = [t for t in analisis.terminos if not t.claves & (cubiertas | devueltas) and not _es_nombre(mesa, t.forma)]
    if "plan" in analisis.claves and sin_cubrir:
        return True
    desconocidos = sum(all(c.startswith("=") for c in t.claves) for t in sin_cubrir)
    return desconocidos > 2 or any(not c.startswith("=") and c not in _DE_PASO for t in sin_cubrir for c in t.claves)


def _es_nombre(mesa: Mesa, forma: str) -> bool:
    return any(forma in plegar(n.texto).split() or plegar(n.texto) == forma for n in (*mesa.nombres, *mesa.dudosos))


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
