# ruff: noqa: E501 - expresiones regulares
"""Qué hace falta para responder: de la pregunta a una lista de llamadas, con lo que ya se sabe en este turno."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from docubot.lenguaje.conceptos import palabras_del_lexico, trocear
from docubot.lenguaje.fechas import leer_intervalo
from docubot.lenguaje.texto import plegar
from docubot.modelos.local.alcance import (
    COBERTURA,
    SU_PLAN,
    cuenta_las_mias,
    da_por_sabido,
    es_pista,
    habla_de_todos,
    nombra_a_alguien,
    pide_mas_que,
    pide_un_plan,
    principales,
    senala,
)
from docubot.modelos.local.catalogo import Ficha
from docubot.modelos.local.entidades import Nombre, cercano, nombres_en
from docubot.modelos.local.mesa import (
    MAXIMO_DE_NOMBRES,
    SEGURO,
    Mesa,
    Necesidad,
    Plan,
    es_de_datos,
    es_nombre,
    lista_de,
    nombra,
)
from docubot.modelos.local.norma import es_de_manual, pide_permiso
from docubot.modelos.local.ordenes import ordenes
from docubot.modelos.local.puntuacion import GENERICAS, UMBRAL, Encaje, encajar, mejores
from docubot.modelos.local.relleno import Relleno, rellenar
from docubot.modelos.local.seguimiento import alude, es_continuacion
from docubot.modelos.local.valores import limpiar_consulta

_TOPE: Final = re.compile(
    r"\b(?:mas|more|left|quedan|limite|tope|limit|cap|plan|caben?|cabria\w*|entra|otro|another|fit|room|slots?)\b"
)
_DE_PASO: Final = GENERICAS | {
    "comparar",
    "activo",
    "pausa",
    "hecho",
    "archivar",
    "equipo",
    "primero",
    "entrada",
    "salida",
    "alta",
    "baja",
    "media",
}
"""Conceptos que no piden nada de la documentación por sí solos."""


def planear(mesa: Mesa) -> Plan:
    """El plan completo de la pregunta, como si aún no se hubiera llamado a nada."""
    otras, queda = ordenes(mesa)
    if mesa.documental is not None and mesa.analisis.actos:
        otras, queda = [n for n in otras if not n.relleno.faltan], queda or any(n.relleno.faltan for n in otras)
    plan = _datos(mesa, otras, queda)
    necesidades = [*otras, *plan.necesidades]
    documental = mesa.documental
    if documental is not None and not _solo_ordenes(otras, plan) and _pide_documentacion(mesa, plan, otras):
        consulta = consulta_documental(mesa, plan)
        relleno = rellenar(
            documental, replace(mesa.material(), texto=consulta), {documental.obligatorios[0].nombre: consulta}
        )
        necesidades.append(Necesidad(documental, relleno))
    return replace(plan, necesidades=tuple(necesidades))


def _solo_ordenes(otras: Sequence[Necesidad], plan: Plan) -> bool:
    return bool(otras) and not plan.necesidades and plan.aclarar is None


def _datos(mesa: Mesa, otras: Sequence[Necesidad], queda: bool) -> Plan:
    """Las llamadas a la ficha de algo con nombre y a la lista de todo lo que hay."""
    if not otras and not mesa.nombres and mesa.documental is not None and pide_un_plan(mesa.analisis.texto):
        return Plan()
    encaje = _mejor(mesa)
    propio = _del_plan_propio(mesa)
    if propio is not None and not otras:
        return propio
    if encaje is None and not otras and (cuenta := _cuantos_son(mesa)) is not None:
        return cuenta
    if encaje is None and not otras and (gente := _de_alguien(mesa)) is not None:
        return gente
    if encaje is None or (otras and not queda):
        return Plan() if otras else _tantear(mesa) or _solo_lista(mesa)
    ficha, lista = encaje.ficha, lista_de(mesa, encaje.ficha)
    if mesa.dudosos and lista is not None and not habla_de_todos(mesa, ficha):
        return _con_dudas(mesa, encaje, lista)
    nombres = principales(mesa.nombres or (_posibles(mesa, encaje) if lista is None else ()), mesa.analisis.texto)
    pista = bool(nombres) and es_pista(mesa.analisis.texto, nombres, ficha.clase)
    if nombres and not pista:
        todos = (Necesidad(lista, Relleno({})),) if lista is not None and cuenta_las_mias(mesa) else ()
        return Plan((*todos, *_por_nombre(mesa, ficha, [n.texto for n in nombres[:MAXIMO_DE_NOMBRES]])))
    if encaje.puntos <= 0 and not senala(mesa, ficha):
        return Plan()
    pista = pista or nombra_a_alguien(mesa)
    if habla_de_todos(mesa, ficha) or (pista and nombres):
        if lista is None:
            return Plan(aclarar=ficha)
        desglosar = ficha if pista or pide_mas_que(mesa, lista, ficha) else None
        if (
            desglosar is None
            and (cuenta_las_mias(mesa) or "limite" in mesa.analisis.actos)
            and _TOPE.search(plegar(mesa.analisis.texto))
        ):
            return Plan((Necesidad(lista, Relleno({})),), desglosar=ficha, solo_uno=True)
        return Plan((Necesidad(lista, Relleno({})),), desglosar=desglosar)
    return _sin_nombre(mesa, encaje, lista)


_NUESTRO: Final = re.compile(r"\b(?:nos|tenemos|tengo|nuestr\w+|mis?|we|our|us)\b")


def _ficha_y_lista(mesa: Mesa, dato: str = "") -> tuple[Ficha | None, Ficha | None]:
    """La primera ficha de algo con nombre que devuelve ese dato, si se pide uno, y su lista; None lo que no haya."""
    fichas = (f for f in mesa.fichas if nombra(f) and f.papel == "ficha")
    ficha = next((f for f in fichas if not dato or dato in f.devuelve), None)
    return ficha, lista_de(mesa, ficha) if ficha is not None else None


def _cuantos_son(mesa: Mesa) -> Plan | None:
    """«cuántos proyectos nos cuentan para el tope»: la lista, y una ficha que diga el plan."""
    ficha, lista = _ficha_y_lista(mesa)
    if lista is None or not cuenta_las_mias(mesa) or not _NUESTRO.search(plegar(mesa.analisis.texto)):
        return None
    return Plan((Necesidad(lista, Relleno({})),), desglosar=ficha, solo_uno=True)


_LLEVA: Final = re.compile(
    r"\b(?:runs?|leads?|manages?|in charge|lleva\w*|dirig\w+|gestion\w+|coordin\w+|encarg\w+|le toca\w*|a cargo|responsable)\b"
)


_ALGUN_PROYECTO: Final = re.compile(r"\b(?:algun|que|cual(?:es)?|any|which|what) (?:proyectos?|projects?)\b")


def _de_alguien(mesa: Mesa) -> Plan | None:
    """«does Iker run anything?»: lo que lleva una persona se mira en todas las fichas."""
    plegado = plegar(mesa.analisis.texto)
    ficha, lista = _ficha_y_lista(mesa, "responsable")
    if (
        lista is None
        or not nombra_a_alguien(mesa)
        or not _LLEVA.search(plegado)
        or (mesa.analisis.actos and not _ALGUN_PROYECTO.search(plegado))
    ):
        return None
    return Plan((Necesidad(lista, Relleno({})),), desglosar=ficha)


def _tantear(mesa: Mesa) -> Plan | None:
    """Un nombre y nada más que suene a la ficha: si sus ejemplos llevan nombres, se mira si está en la lista."""
    fichas = [f for f in mesa.fichas if nombra(f) and f.papel == "ficha" and f.ejemplos]
    solo = sum(not t.claves & GENERICAS for t in mesa.analisis.terminos) <= 1
    nombres = [n for n in (*mesa.nombres, *mesa.dudosos) if not n.texto.islower() or (solo and not n.corriente)]
    lista = lista_de(mesa, fichas[0]) if len(fichas) == 1 else None
    if mesa.analisis.claves & {"reservar", "sala"}:
        return None
    if lista is None or not nombres:
        return None
    buenos = [b for n in nombres if (b := cercano(n.texto, mesa.lectura.nombres_conocidos))]
    return Plan((Necesidad(lista, Relleno({})), *_por_nombre(mesa, fichas[0], buenos)), tentativo=True)


def _tras_preposicion(nombre: str, texto: str) -> bool:
    """«qué le falta a zafiro»: una palabra que nadie conoce, donde va el nombre de aquello por lo que se pregunta."""
    return (
        re.search(
            rf"\b(?:a|de|del|en|con|para|sobre|of|for|in|on|about|to) {re.escape(plegar(nombre))}\b", plegar(texto)
        )
        is not None
    )


def _con_dudas(mesa: Mesa, encaje: Encaje, lista: Ficha) -> Plan:
    """Puede que nombre algo («el ciezro»): primero la lista y, si hay uno que se le parezca, su ficha."""
    buenos = [b for n in mesa.dudosos if (b := cercano(n.texto, mesa.lectura.nombres_conocidos))]
    if buenos:
        return Plan((Necesidad(lista, Relleno({})), *_por_nombre(mesa, encaje.ficha, buenos)))
    if any(r.nombre == lista.nombre for r in mesa.lectura.resultados):
        firmes = [n.texto for n in mesa.dudosos if not n.corriente and _tras_preposicion(n.texto, mesa.analisis.texto)]
        if firmes:
            return Plan((Necesidad(lista, Relleno({})), *_por_nombre(mesa, encaje.ficha, firmes)))
        return _sin_nombre(mesa, encaje, lista)
    return Plan((Necesidad(lista, Relleno({})),), posible=encaje.ficha)


def _posibles(mesa: Mesa, encaje: Encaje) -> tuple[Nombre, ...]:
    """Nombres que también son palabras corrientes («clima en lima»): solo si lo demás ya lo explica la herramienta."""
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
    return (
        previa in ("en", "de", "in", "of", "for", "para")
        and len(palabras[i]) > 3
        and palabras[i] not in palabras_del_lexico()
    )


def _del_plan_propio(mesa: Mesa) -> Plan | None:
    """«nuestro plan», «the plan we have»: el que tiene contratado la organización, que la ficha de cualquiera trae."""
    ficha, lista = _ficha_y_lista(mesa, "plan")
    if lista is None or mesa.nombres or SU_PLAN.search(plegar(mesa.analisis.texto)) is None:
        return None
    return Plan((Necesidad(lista, Relleno({})),), desglosar=ficha, solo_uno=True)


def _sin_nombre(mesa: Mesa, encaje: Encaje, lista: Ficha | None) -> Plan:
    """Se pregunta por algo sin decir de qué: lo que se venía hablando o, si no, hay que aclararlo."""
    if mesa.documental is not None and _es_de_quien_lo_hace(mesa):
        return Plan()
    sigue = alude(mesa.lectura) or (es_continuacion(mesa.lectura) and bool(mesa.heredados))
    norma = pide_permiso(mesa.analisis.texto) and not senala(mesa, encaje.ficha)
    if mesa.documental is not None and not sigue and (norma or not da_por_sabido(mesa, encaje)):
        return Plan()
    if mesa.heredados and mesa.lectura.turnos:
        return Plan(tuple(_por_nombre(mesa, encaje.ficha, mesa.heredados[:MAXIMO_DE_NOMBRES])))
    if lista is not None and encaje.aciertos - GENERICAS <= {"plan"}:
        return Plan((Necesidad(lista, Relleno({})),), desglosar=encaje.ficha, solo_uno=True)
    return Plan((Necesidad(lista, Relleno({})),) if lista is not None else (), aclarar=encaje.ficha)


def _es_de_quien_lo_hace(mesa: Mesa) -> bool:
    """«el CIF de la empresa que hace Nubelia»: un dato del producto que nombra el system prompt, no de la cuenta."""
    nombre = plegar(mesa.lectura.producto)
    return (
        bool(nombre)
        and re.search(
            rf"\b(?:empresa|compañia|gente|company|firm|team|people)\b.{{0,12}} (?:de|hace|hay detras de|of|behind|owns|makes|that makes) {re.escape(nombre)}\b",
            plegar(mesa.analisis.texto),
        )
        is not None
    )


def _mejor(mesa: Mesa) -> Encaje | None:
    """La ficha con nombre que mejor encaja; si se nombra algo, basta una palabra suya, o que solo se pida verlo."""
    fichas = [f for f in mesa.fichas if nombra(f) and f.papel == "ficha"]
    terminos = [t for t in mesa.analisis.terminos if not es_nombre(mesa, t.forma)]
    encajes = sorted((encajar(f, terminos, mesa.fichas) for f in fichas), key=lambda e: (-e.puntos, e.ficha.nombre))
    if not encajes:
        return None
    mejor = encajes[0]
    if mejor.positivos >= UMBRAL and mejor.aciertos - GENERICAS and (mesa.nombres or mejor.puntos > 0):
        return mejor
    return (
        mejor
        if mesa.nombres
        and len(encajes) == 1
        and (_solo_pide_verlo(mesa) or _compara_con_una_regla(mesa) or _con_su_plan(mesa))
        else None
    )


def _compara_con_una_regla(mesa: Mesa) -> bool:
    """«¿cuánto se pasa Atlas del límite?»: un nombre seguro y una regla de las que la documentación dice tratar."""
    documental = mesa.documental
    if documental is None or max(n.puntos for n in mesa.nombres) < 3 or not mesa.analisis.actos & set(documental.si):
        return False
    resto = [t for t in mesa.analisis.terminos if not t.claves & mesa.analisis.actos and not es_nombre(mesa, t.forma)]
    return len(resto) <= 4


def _con_su_plan(mesa: Mesa) -> bool:
    """«a Boreal le puedo colgar 250 megas según el plan»: el plan del que habla sale de la ficha."""
    return "plan" in mesa.analisis.claves and max(n.puntos for n in mesa.nombres) >= SEGURO


def _solo_pide_verlo(mesa: Mesa) -> bool:
    """«muéstrame Zafiro»: una cláusula con el nombre y, además, solo palabras que valen para cualquier cosa."""
    return any(
        c.terminos and all(t.claves & (GENERICAS | {"comparar"}) or es_nombre(mesa, t.forma) for t in c.terminos)
        for c in mesa.analisis.clausulas
    )


def _solo_lista(mesa: Mesa) -> Plan:
    encajes = mejores(encajar(f, mesa.analisis.terminos, mesa.fichas) for f in mesa.fichas if f.papel == "lista")
    lista = encajes[0] if encajes else None
    if lista is None or (mesa.documental is not None and mesa.analisis.actos):
        return Plan()
    propia = es_de_datos(mesa, lista.ficha) or lista.aciertos & lista.ficha.sustantivos
    if mesa.documental is not None and (lista.cobertura < COBERTURA or not propia):
        return Plan()
    return Plan((Necesidad(lista.ficha, Relleno({})),))


def _por_nombre(mesa: Mesa, ficha: Ficha, nombres: Sequence[str]) -> list[Necesidad]:
    entidad = ficha.entidad or ""
    return [Necesidad(ficha, rellenar(ficha, mesa.material(), {entidad: n})) for n in nombres]


def _pide_documentacion(mesa: Mesa, plan: Plan, otras: Sequence[Necesidad]) -> bool:
    analisis = mesa.analisis
    if plan.aclarar is not None:
        return False
    if not plan.necesidades and not otras:
        return True
    if analisis.actos or plan.tentativo or pide_permiso(analisis.texto):
        return True
    cubiertas = frozenset().union(*(frozenset(n.ficha.si) for n in (*plan.necesidades, *otras)))
    devueltas = frozenset().union(*(n.ficha.devuelve for n in plan.necesidades))
    for ficha in (plan.desglosar, plan.posible):
        if ficha is not None:
            devueltas |= ficha.devuelve
            cubiertas |= frozenset(ficha.si)
    sin_cubrir = [
        t for t in analisis.terminos if not t.claves & (cubiertas | devueltas) and not es_nombre(mesa, t.forma)
    ]
    if "plan" in analisis.claves and sin_cubrir:
        return True
    if any(es_de_manual(t.forma) for t in sin_cubrir):
        return True
    desconocidos = sum(all(c.startswith("=") for c in t.claves) for t in sin_cubrir)
    return desconocidos > 2 or any(not c.startswith("=") and c not in _DE_PASO for t in sin_cubrir for c in t.claves)


def consulta_documental(mesa: Mesa, plan: Plan) -> str:
    """Lo que se busca en la documentación: las cláusulas que piden una regla, o todo, sin nombres propios."""
    clausulas = mesa.analisis.clausulas
    franja = leer_intervalo(mesa.analisis.texto, mesa.lectura.hoy)
    de_salas = mesa.documental is not None and "sala" in mesa.documental.si
    if franja.hora_fin is not None and de_salas and not mesa.analisis.actos:
        return "horario y duración de la reserva de salas"
    datos = frozenset().union(*(n.ficha.devuelve for n in plan.necesidades))
    elegidas = [
        c
        for c in clausulas
        if c.actos or any(not t.claves & datos and not es_nombre(mesa, t.forma) for t in c.terminos)
    ]
    if not plan.necesidades:
        return limpiar_consulta(mesa.analisis.texto, ())
    if not elegidas:
        return limpiar_consulta(mesa.analisis.texto, mesa.nombres)
    return limpiar_consulta(" ".join(c.texto for c in elegidas), mesa.nombres)


def nombres_consultados(mesa: Mesa, sustantivos: frozenset[str]) -> tuple[Nombre, ...]:
    """Los nombres de la clase de cosa que se pide, sin los que solo son pista («los proyectos de Ana»)."""
    nombres = nombres_en(
        mesa.analisis.texto,
        sustantivos=sustantivos,
        conocidos=mesa.lectura.nombres_conocidos,
        vocabulario=frozenset().union(*(f.palabras for f in mesa.fichas))
        | frozenset(trocear(plegar(mesa.lectura.system))),
    )
    nombres = tuple(n for n in nombres if not n.corriente or n.puntos >= SEGURO)
    if nombres and es_pista(mesa.analisis.texto, nombres, sustantivos):
        return ()
    return principales(nombres, mesa.analisis.texto)
