"""El plan más pequeño en que cabe lo que se necesita: «quiero 30 proyectos, ¿qué plan?» → el primero que llega.

Los planes son la familia de alternativas que nombran los pasajes; su orden es el de sus límites, de menor a mayor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.datos import Registro
from docubot.modelos.local.redaccion import formato, frases
from docubot.modelos.local.redaccion.campos import puntuar_campos, terminos_utiles, valores_texto
from docubot.modelos.local.redaccion.cosas import comparables, cosas_contadas
from docubot.modelos.local.redaccion.limite import Limite, como_se_escribe, con_su_unidad, limite_en
from docubot.modelos.local.redaccion.medidas import en_base
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.pedido import Clausula, Medida, medidas_en
from docubot.modelos.local.redaccion.puntuacion import Biblioteca
from docubot.modelos.local.terminos import leer_terminos
from docubot.tipos import Idioma

PIDE_PLAN: Final = (
    r"(?:que|q|cual|en que|a que|con que|de que) (?:\w+ )?plan(?:es)?|"
    r"plan(?:es)? (?:necesit\w+|hace falta|haria falta|conviene|me sirve)|"
    r"(?:what|which) (?:plan|tier)s?|(?:plan|tier) (?:do|would|should|can) (?:i|we)"
)


def responder(
    clausula: Clausula, entera: Clausula, registros: Sequence[Registro], biblioteca: Biblioteca, idioma: Idioma
) -> Parte | None:
    """El plan más pequeño cuyo límite llega a la cantidad dicha, o None si no se pide o no se sabe ningún límite."""
    if not clausula.dice(PIDE_PLAN):
        return None
    for medida in entera.medidas or _vivas(clausula, registros, idioma):
        for cosa in cosas_contadas(entera, medida, ("proyecto", "tarea")):
            limites, todos = _por_plan(biblioteca, cosa)
            if len(limites) > 1 and (parte := _decir(medida, limites, todos, registros, idioma)):
                return parte
    return None


def _vivas(clausula: Clausula, registros: Sequence[Registro], idioma: Idioma) -> list[Medida]:
    """Sin cantidad en la pregunta, la del registro: «¿qué plan haría falta para las tareas que tiene?»."""
    if len(registros) != 1 or clausula.dice(_EL_SUYO):
        return []
    terminos = terminos_utiles(clausula, registros, idioma)
    hallados = [h.campo for h in puntuar_campos(clausula, terminos, registros[0], idioma) if h.campo.tipo == "numero"]
    return [Medida(float(c.valor), plegar(c.etiqueta_llena).split()[0]) for c in hallados[:1]]


_EL_SUYO: Final = r"(?:que|which|what) plan (?:tiene|tenemos|is|does|do we have|esta|usa|are we)\w*"


def _por_plan(biblioteca: Biblioteca, cosa: str) -> tuple[list[Limite], bool]:
    """El límite de la cosa en cada alternativa de la familia que más da, de menor a mayor, y si están todas."""
    terminos = leer_terminos(cosa, "es")
    mejores: list[Limite] = []
    todos = False
    for familia, valores in biblioteca.alternativas.familias.items():
        hallados = [x for v in sorted(valores) if (x := limite_en(biblioteca, terminos, {familia: v})) is not None]
        if len(hallados) > len(mejores):
            mejores, todos = hallados, len(hallados) == len(valores)
    return sorted(mejores, key=_tamano), todos


def _tamano(limite: Limite) -> float:
    if limite.cantidad is None:
        return float("inf")
    bases = [en_base(m) for m in medidas_en(limite.dicho) if m.cantidad == limite.cantidad]
    return next((b[1] for b in bases if b is not None), limite.cantidad)


def _decir(
    medida: Medida, limites: Sequence[Limite], todos: bool, registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    llegan: list[Limite] = []
    for limite in limites:
        pareja = comparables(medida, limite)
        if limite.cantidad is None or (pareja is not None and pareja[0] <= pareja[1]):
            llegan.append(limite)
        elif pareja is None:
            return None
    if not llegan and not todos:
        return None
    es = idioma == "es"
    detalle = "; ".join(f"{como_se_escribe(x)}, {_tope(x, idioma)}" for x in limites)
    if llegan:
        plan = como_se_escribe(llegan[0])
        dicho = f"El plan {plan} es el más pequeño que llega" if es else f"The plan you need is {plan}"
    else:
        dicho = "Ningún plan llega" if es else "No plan reaches that"
    numeros = dict.fromkeys(x.unidad.numero for x in limites)
    return Parte(
        formato.citar(formato.oracion(f"{dicho}: {detalle}"), *numeros) + _el_de_hoy(limites, registros, idioma)
    )


def _el_de_hoy(limites: Sequence[Limite], registros: Sequence[Registro], idioma: Idioma) -> str:
    """« Vuestro plan es Equipo [1].», si se miró."""
    for registro in registros:
        for limite in limites:
            plan = como_se_escribe(limite)
            if plan in valores_texto(registro):
                return " " + formato.citar(frases.el_plan_de_hoy(plan, idioma), registro.numero)
    return ""


def _tope(limite: Limite, idioma: Idioma) -> str:
    if limite.cantidad is None:
        return "sin límite" if idioma == "es" else "no limit (sin límite)"
    return ("hasta " if idioma == "es" else "up to ") + con_su_unidad(limite, idioma)
