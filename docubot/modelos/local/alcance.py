# ruff: noqa: E501 - expresiones regulares
"""De cuántas cosas habla una pregunta: de una con nombre, de todas, de la que ya se sabe o de ninguna."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from docubot.lenguaje.conceptos import conceptos, trocear
from docubot.lenguaje.listas import lista
from docubot.lenguaje.texto import plegar
from docubot.lenguaje.vocabulario import DE_PILA, es_corriente
from docubot.modelos.local.catalogo import Ficha
from docubot.modelos.local.entidades import Nombre, son_alternativas
from docubot.modelos.local.mesa import Mesa
from docubot.modelos.local.puntuacion import GENERICAS, Encaje

COBERTURA: Final = 0.6
"""Parte de la pregunta que tiene que cubrir una ficha para pensar que habla de ella sin nombrarla."""
_PLURALES: Final = lista(
    """los las mis nuestros nuestras sus que cuales cuantos cuantas todos todas the my our all what which many
    every each cada estos three tres dos de of"""
)
_CUALQUIERA: Final = lista(
    """que cual which what algun any ningun per por cada every each proximo primer ultimo next first last"""
)
_TODOS: Final = lista(
    """todos todas all every each cada total totales suma suman sumamos sumando sumar juntar juntamos juntando juntos
    juntas across overall everything combined altogether conjunto together"""
)
_CUAL: Final = re.compile(
    r"\b(?:cual|cuales|which (?:one|ones|of))\b(?!\s+(?:es|son|era|fue|seria|is|are|was)\s+(?:el|la|los|las|su|the"
    r"|its)\b)"
    r"|^(?:in |on |to )?which (?:is|has|are|have|was|does)\b"
)
_DE_LOS_MIOS: Final = re.compile(
    r"\b(?:cual(?:es)?|alguno?|ninguno?|which|any|none) (?:de|of) (?:los|mis|nuestros|the|my|our) (?:proyectos|projects)\b"
    r"|\b(?:que|cual|which) (?:proyecto|project)s? (?:se (?:ha |han )?(?:pas\w+|exced\w+)|went over|is over|are over|exceed\w*|va peor|va mejor)"
    r"|\b(?:cual|que) es (?:el|lo) (?:proximo|siguiente|primero) (?:que|en|a)\b|\bwhat(?: is|'s) (?:the )?next (?:one )?(?:due|to deliver|delivery)\b"
)
_ALGUNO: Final = re.compile(r"\b(?:hay (?:alguno|alguna|algun)|alguno de|any of (?:them|my|our)|is there any)\b")
_QUE_DE_LO_MIO: Final = re.compile(
    r"\b(?:que|cual(?:es)?|which|what)\b.*\b(?:puedo|podemos|can (?:i|we)|could (?:i|we))\b"
    r".*\b(?:hoy|ahora|ya|proyectos?|now|today|this week|esta semana|others?|each)\b"
)
"""«¿qué puedo facturar hoy?»: la regla, aplicada a cada cosa de la cuenta."""
_LOS_TRES: Final = re.compile(
    r"\b(?:los|the) (?:tres|dos|cuatro|cinco|three|two|four|five)(?=\s+(?:proyectos|projects|por|y|by|and)\b|\s*(?:[?.,]|$))"
)
_CUAL_MAS: Final = re.compile(
    r"\b(?:que|cual de \w+|cual es el|which|what is the|what's the|el) (?:proyecto|project)\b.*\b(?:mas|menos|most|least|mayor|menor|closest|further|more|less)\b"
)
_GENTE_MIA: Final = re.compile(
    r"\b(?:que|cuales|cuantos|which|what|our|nuestros|mis|los) (?:clientes|responsables|clients|managers|customers)\b.*\b(?:tenemos|tengo|hay|have)\b"
)
_CUENTA_DE: Final = re.compile(
    r"\b(?:cuantos proyectos|how many (?:active |active-)?projects?|projects? count|number of projects|numero de proyectos"
    r"|(?:caben?|cabria\w*|entra|entran|hueco para|sitio para|abrir|crear|room for|fit|start|open|create) (?:otro|un|mas|another|one more|more|a new|otros)(?: \w+)? (?:proyectos?|projects?))\b"
)
_YO_PUEDO: Final = re.compile(r"\b(?:puedo|podemos|can i|can we)\b")
SU_PLAN: Final = re.compile(
    r"\b(?:(?:mi|nuestro|my|our|current|tu) (?:current )?(?:plan|suscripcion|subscription)|plan (?:actual"
    r"|contratado|(?:que |q )?(?:ya )?(?:tengo|tenemos|pago|pagamos|contratamos)"
    r"|(?:that )?(?:i|we)(?:'re|'ve| are)? (?:have|on|pay|paying|got))|which plan (?:do )?(?:we|i)\b(?! (?:need|require|want|choose|pick|should|would|have to|get to))|(?:lo|el) que (?:pagamos"
    r"|tenemos)|(?:tenemos|tengo) contratad[oa]s?|(?:our|my) (?:present|existing) plan"
    r"|(?:en|de) nuestra (?:cuenta|suscripcion).{0,12} cuant[oa]s|cuant[oa]s .*(?:en|de) nuestra (?:cuenta|suscripcion)"
    r"|(?:nos|me) (?:deja|permite|da|incluye|ofrece) el plan|el plan (?:nos|me) "
    r"|plan .{0,20}contratad[oa]s?|plan (?:esta|tiene|usa|is|does) (?:nuestr[oa]|mi|our|my) (?:organizacion|empresa|cuenta|estudio|organization|organisation|company|account|team)"
    r"|(?:tenemos|tengo|do we have|do we get|have we got|nos (?:toca|corresponde|entra|dan|incluye)) (?:\w+ ){0,2}(?:soporte|sso|saml|scim|webhooks?|almacenamiento|historial"
    r"|invitados?|reserva de salas|plantillas?|support|storage|history|guests?|room booking|templates?)"
    r"|(?:are|do|have) we (?:using|use|got|get)|si bajamos|if we (?:drop|downgrade))\b"
)


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


def principales(nombres: tuple[Nombre, ...], texto: str) -> tuple[Nombre, ...]:
    """De varios nombres, el que se dice ser la cosa: en «Lindes es el cliente de Boreal», Boreal; sin «códigos FACT»."""
    nombres = tuple(_sin_verbo(n, texto) for n in nombres if not _es_de_codigo(n, texto)) or nombres
    if len(nombres) < 2 or son_alternativas(nombres, texto) or _enumera(nombres, texto):
        return nombres
    if any(n.texto[:1].isupper() for n in nombres):
        nombres = tuple(n for n in nombres if not (n.texto.islower() and n.texto.endswith("s"))) or nombres
    duenos = tuple(n for n in nombres if conceptos(n.precedente) & {"cliente", "responsable", "proyecto"})
    return duenos if len(duenos) == 1 else nombres


def _sin_verbo(nombre: Nombre, texto: str) -> Nombre:
    """«Archivar Cierzo», al empezar: la mayúscula del verbo no es parte del nombre."""
    primera, _, resto = nombre.texto.partition(" ")
    empieza = texto.lstrip("¿¡ ").startswith(nombre.texto)
    if resto and conceptos(plegar(primera)) & {"plan", "organizacion", "cliente", "estado"}:
        return replace(nombre, texto=resto)
    verbo = re.search(r"(?:[aei]r|[aei]rle|ing)$", plegar(primera)) is not None or bool(conceptos(plegar(primera)))
    verbo = verbo or ("?" in texto and es_corriente(plegar(primera)))
    return replace(nombre, texto=resto) if resto and empieza and verbo else nombre


def _es_de_codigo(nombre: Nombre, texto: str) -> bool:
    """«códigos FACT», «FACT code»: unas siglas que dicen de qué códigos se habla."""
    siglas = re.escape(plegar(nombre.texto))
    patron = (
        rf"\b(?:codigos?|codes?|errores|error|errors) (?:de |del )?{siglas}\b|\b{siglas} (?:codigos?|codes?|errors?)\b"
    )
    return nombre.texto.isupper() and re.search(patron, plegar(texto)) is not None


def _enumera(nombres: Sequence[Nombre], texto: str) -> bool:
    """«de Boreal y de Cierzo»: los dos son lo que se consulta."""
    union = r"\s*(?:,|\by\b|\be\b|\band\b)\s*(?:de |del |en |a |con |of |in |for )?"
    plegado = plegar(texto)
    return all(
        re.search(rf"{re.escape(plegar(a.texto))}{union}{re.escape(plegar(b.texto))}", plegado)
        for a, b in pairwise(nombres)
    )


_PLAN_QUE_HARA_FALTA: Final = re.compile(
    r"\b(?:que|q|cual) (?:\w+ )?plan .*\b(?:necesit\w+|conviene\w*|ocup\w+|hace falta|haria falta|hara falta|elij\w+|sirve|subo|puedo|cabe|entra|recomiend\w+|contrat(?:o|amos|ar|aria\w*))\b"
    r"|\b(?:what|which) (?:plan|tier) .*\b(?:need|should|require|want|choose|pick|suits?|would)\b"
)


def pide_un_plan(texto: str) -> bool:
    """«¿qué plan necesito para…?»: se elige entre los que hay; no se pregunta por el contratado, salvo que lo diga."""
    plegado = plegar(texto)
    return _PLAN_QUE_HARA_FALTA.search(plegado) is not None and SU_PLAN.search(plegado) is None


def cuenta_las_mias(mesa: Mesa) -> bool:
    """Verdadero si se pregunta cuántos proyectos hay, aunque además se nombre alguno."""
    return _CUENTA_DE.search(plegar(mesa.analisis.texto)) is not None


def nombra_a_alguien(mesa: Mesa) -> bool:
    """Verdadero si la pregunta dice el nombre de pila de una persona: no es lo que se consulta."""
    return any(p in DE_PILA for p in trocear(plegar(mesa.analisis.texto)))


def senala(mesa: Mesa, ficha: Ficha) -> bool:
    """«ese proyecto», «this project»: señala uno sin nombrarlo."""
    palabras = trocear(plegar(mesa.analisis.texto))
    return any(
        i
        and conceptos(p) & ficha.clase
        and not p.endswith("s")
        and palabras[i - 1] in ("ese", "este", "that", "this", "mi", "my")
        for i, p in enumerate(palabras)
    )


def da_por_sabido(mesa: Mesa, encaje: Encaje) -> bool:
    """Verdadero si pide un dato de la ficha como si ya se supiera de qué se habla: «¿quién es el responsable?»."""
    if senala(mesa, encaje.ficha):
        return True
    corta = len(mesa.analisis.terminos) <= 2
    if mesa.analisis.actos or encaje.cobertura < (COBERTURA if corta else 0.65) or es_de_planes(mesa):
        return False
    palabras = trocear(plegar(mesa.analisis.texto))
    campos = encaje.ficha.clase | (encaje.ficha.devuelve - GENERICAS)
    previas = [palabras[i - 1] for i, p in enumerate(palabras) if i and conceptos(p) & campos]
    if any(p in ("un", "una", "a", "an", "any", "algun") for p in previas):
        return False
    if encaje.aciertos & encaje.ficha.clase and all(
        t.claves & (GENERICAS | encaje.ficha.clase | {"enviar"}) for t in mesa.analisis.terminos
    ):
        return True
    return bool(encaje.aciertos & (encaje.ficha.devuelve - encaje.ficha.sustantivos) - GENERICAS)


def es_de_planes(mesa: Mesa) -> bool:
    """Verdadero si pregunta por un plan sin decir que es el suyo: eso está en la documentación."""
    if "plan" not in mesa.analisis.claves:
        return False
    if cuenta_las_mias(mesa) and re.search(r"\b(?:nos|we|us)\b", plegar(mesa.analisis.texto)):
        return False
    return (
        re.search(
            r"\b(?:mi|nuestro|my|our)\b|\b(?:tengo|tenemos|do (?:i|we) have|contratado)\b", plegar(mesa.analisis.texto)
        )
        is None
    )


def habla_de_todos(mesa: Mesa, ficha: Ficha) -> bool:
    plegado = plegar(mesa.analisis.texto)
    palabras = trocear(plegado)
    if es_de_planes(mesa) and not re.search(r"\b(?:tengo|tenemos|mis|nuestros|my|our|have)\b", plegado):
        return False
    if _QUE_DE_LO_MIO.search(plegado) or _LOS_TRES.search(plegado) or _CUAL_MAS.search(plegado):
        return True
    if _DE_LOS_MIOS.search(plegado):
        return True
    if _GENTE_MIA.search(plegado) and not mesa.nombres:
        return True
    if cuenta_las_mias(mesa) and re.search(r"\b(?:we|i|our|tenemos|tengo|nos|podemos|podriamos|mis)\b", plegado):
        return True
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
    if sueltos and (
        not mesa.analisis.actos or any(palabras[i].endswith("s") and _YO_PUEDO.search(plegado) for i in sueltos)
    ):
        return True
    plurales = [i for i in lugares if palabras[i].endswith("s")]
    if any(_es_de_la_cuenta(palabras, i, mesa) for i in plurales):
        return True
    return _CUAL.search(plegado) is not None and not mesa.analisis.actos


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
        i and palabras[i - 1] in ("algun", "any", "ningun", "which") and conceptos(p) & {"cliente", "responsable"}
        for i, p in enumerate(palabras)
    )


def _compuesto(palabras: Sequence[str], i: int) -> bool:
    """«which project state»: el sustantivo solo califica al siguiente."""
    return (
        palabras[i] == "project"
        and i + 1 < len(palabras)
        and palabras[i + 1] in ("state", "status", "manager", "template", "limit")
    )


def _es_de_la_cuenta(palabras: Sequence[str], i: int, mesa: Mesa) -> bool:
    """«mis proyectos», «los proyectos que tengo», o un plural en una pregunta que no pide ninguna regla."""
    if set(palabras[max(0, i - 3) : i]) & {"mis", "nuestros", "nuestras", "my", "our"}:
        return True
    if "limite" in mesa.analisis.actos and re.search(
        r"\b(?:mas|more|another|nos|quedan?|left|todavia|aun)\b", plegar(mesa.analisis.texto)
    ):
        return True
    if re.search(
        r"^(?:que )?(?:ya |we |i )?(?:already )?(?:tengo|tenemos|tenes|have)\b", " ".join(palabras[i + 1 : i + 5])
    ):
        return True
    return not mesa.analisis.actos


def pide_mas_que(mesa: Mesa, lista: Ficha, ficha: Ficha) -> bool:
    """Verdadero si se pide un dato que la ficha devuelve y la lista no."""
    pedidas = mesa.analisis.claves - GENERICAS - ficha.sustantivos
    if "tarea" in pedidas and "abierta" in lista.devuelve - pedidas:
        return True
    solo_ficha = (ficha.devuelve - lista.devuelve) | (lista.no_devuelve & ficha.devuelve)
    return bool(pedidas & (solo_ficha - _estados(lista)))


def _estados(lista: Ficha) -> frozenset[str]:
    """Los estados que la lista distingue, los nombre o no al decir qué devuelve."""
    return frozenset(set(lista.si) & {"activo", "pausa"}) | (
        {"hecho", "archivar"} if "estado" in lista.devuelve else frozenset()
    )
