# ruff: noqa: E501 - expresiones regulares
"""Una cantidad que dice la pregunta («somos 9», «250 megas») frente al límite de los pasajes para el plan que toca."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from docubot.modelos.local.datos import Registro
from docubot.modelos.local.redaccion import formato
from docubot.modelos.local.redaccion.campos import valores_texto
from docubot.modelos.local.redaccion.cosas import comparables, cosas_contadas
from docubot.modelos.local.redaccion.limite import Limite, como_se_escribe, limite_en
from docubot.modelos.local.redaccion.limites import alternativas_vivas, de_ahora, de_otro_plan
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.pedido import Clausula, Medida
from docubot.modelos.local.redaccion.puntuacion import Biblioteca
from docubot.modelos.local.terminos import leer_terminos
from docubot.tipos import Idioma

_TOPE: Final = r"plan|limit\w*|tope\w*|caben?|cabr\w+|entran?|mas|more|left|room|fit\w*|quedan?|sobran?|llega\w*|reach\w*|enough|basta\w*|subir|upload|alcanza\w*|puedo|podemos|can|how many|cuant\w+|ok|get|would|tener"


def responder(
    clausula: Clausula, entera: Clausula, registros: Sequence[Registro], biblioteca: Biblioteca, idioma: Idioma
) -> Parte | None:
    """«El límite de personas en Equipo es 50: con 9 quedan 41», o None si la pregunta no dice ninguna cantidad."""
    if not entera.medidas or not entera.dice(_TOPE):
        return None
    elegidas = alternativas_vivas(entera, registros, biblioteca, idioma)
    for medida in entera.medidas:
        for cosa in cosas_contadas(entera, medida):
            limite = limite_en(biblioteca, leer_terminos(cosa, "es"), elegidas)
            parte = _decir(cosa, medida, limite, registros, elegidas, idioma) if limite else None
            if parte is not None:
                hoy = biblioteca.alternativas.con_valores([v for r in registros for v in valores_texto(r)])
                ahora = limite_en(biblioteca, leer_terminos(cosa, "es"), hoy) if de_otro_plan(elegidas, hoy) else None
                return Parte(parte.texto + de_ahora(ahora, idioma))
    return None


def _decir(
    cosa: str,
    medida: Medida,
    limite: Limite,
    registros: Sequence[Registro],
    elegidas: Mapping[str, str],
    idioma: Idioma,
) -> Parte | None:
    plan = como_se_escribe(limite)
    numeros = (limite.unidad.numero, *(r.numero for r in registros[:1]))
    es = idioma == "es"
    if limite.cantidad is None:
        return Parte(
            formato.citar(
                f"En {plan} no hay límite (sin límite)." if es else f"{plan} has no limit (sin límite).", *numeros
            )
        )
    pareja = comparables(medida, limite)
    if pareja is None:
        return None
    propia, tope, unidad = pareja
    resto = tope - propia
    p, t, r = (f"{formato.numero(x, idioma)}{unidad}" for x in (propia, tope, abs(resto)))
    if resto >= 0:
        dicho = (
            f"El límite en {plan} es {t}: con {p} quedan {r} más."
            if es
            else f"The limit on {plan} is {t}: with {p}, there is room for {r} more."
        )
    else:
        dicho = (
            f"No: el límite en {plan} es {t} y {p} lo superan en {r}."
            if es
            else f"No: the limit on {plan} is {t}, and {p} exceeds it by {r}."
        )
    return Parte(formato.citar(dicho, *numeros))
