# ruff: noqa: E501 - expresiones regulares
"""Lo que se paga: el precio por persona de los pasajes, por las personas que dice la pregunta, con su descuento."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.datos import Registro
from docubot.modelos.local.pasajes import Unidad
from docubot.modelos.local.redaccion import formato, frases
from docubot.modelos.local.redaccion.campos import valores_texto
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.pedido import Clausula, en_cifras
from docubot.modelos.local.redaccion.puntuacion import Biblioteca, texto_propio
from docubot.tipos import Idioma

_DE_PAGO: Final = r"pag\w+|pay\w*|cuest\w*|cost\w*|precio|price|sale|saldria\w*|cobr\w+|charge\w*|factura mensual|bill|seria|cuanto (?:mas|menos)|how much"
_GENTE: Final = re.compile(
    r"\b(?:somos|los|las|all|the|para|for|seriamos|con|with)?\s*(\d+)(?: of us| personas?| people| users?| usuarios?| seats?| miembros?| members?| persons?|$|\b(?= (?:en|on|al|per|pagar\w*|would|pay)\b))"
)
_SOMOS: Final = re.compile(r"\b(?:somos|seriamos|we are|we re|los|las) (\d+)\b")
_IMPORTE: Final = re.compile(r"(\d+(?:,\d+)?)\s*(?:€|euros?\b)")
_MENSUAL: Final = r"mensual\w*|monthly|cada mes|mes a mes|month to month"
_ANUAL: Final = r"anual\w*|annual\w*|yearly|por año|al año|a year|per year"
_DOCE_MESES: Final = r"(?:cuant\w+|total|pagar\w*|cuesta|costaria|saldria|sale|gast\w+) .{0,20}(?:al|por|cada|todo el|un) año(?! y|,? por)|al año (?:cuanto|que)|en un año|(?:a|per) year|yearly (?:cost|total|bill)|annual (?:cost|total|bill)"
_MODO: Final = {"es": ("pago mensual", "pago anual"), "en": ("monthly billing", "annual billing")}
_CADA: Final = {"es": (" al mes", " al año"), "en": (" per month", " per year")}
_CON_DESCUENTO: Final = r"ong|ngo|descuento|discount|educativ\w+|school|nonprofit|charity|fundacion|colegio"
_COMPARA: Final = (
    r"mas|more|menos|less|diferencia|difference|extra|cambiar\w*|subir\w*|ahorr\w+|sav\w+|mov\w+|pasar\w*|switch\w*"
)


@dataclass(frozen=True, slots=True)
class Precio:
    """Lo que cuesta una persona al mes en un plan, pagando al mes o al año, y de dónde sale."""

    plan: str
    anual: bool
    importe: float
    unidad: Unidad


def responder(
    clausula: Clausula, entera: Clausula, registros: Sequence[Registro], biblioteca: Biblioteca, idioma: Idioma
) -> Parte | None:
    """El total al mes para las personas que se dicen (o con descuento), o None si no se pide o faltan precios."""
    if not clausula.dice(_DE_PAGO):
        return None
    gente = _personas(entera)
    rebaja = _rebaja(biblioteca) if entera.dice(_CON_DESCUENTO) else None
    if gente is None and rebaja is None:
        return None
    planes = _planes(entera, registros, biblioteca, idioma)
    precios = [p for p in _precios(biblioteca, planes) if _toca(p, entera)]
    if not precios:
        return None
    return _decir(entera, precios, gente or 1, rebaja, planes, registros, idioma)


def _personas(entera: Clausula) -> int | None:
    texto = en_cifras(entera.plegado)
    casa = _SOMOS.search(texto) or _GENTE.search(texto)
    return int(casa.group(1)) if casa else None


def _rebaja(biblioteca: Biblioteca) -> tuple[float, Unidad] | None:
    for unidad in biblioteca.unidades:
        casa = re.search(r"(\d+)\s*%", unidad.legible)
        if casa and "descuento" in plegar(texto_propio(unidad)):
            return float(casa.group(1)), unidad
    return None


def _planes(entera: Clausula, registros: Sequence[Registro], biblioteca: Biblioteca, idioma: Idioma) -> list[str]:
    """El plan de hoy y el que nombra la pregunta, en ese orden; si solo nombra uno y no compara, ese."""
    vivos = biblioteca.alternativas.con_valores([v for r in registros for v in valores_texto(r)])
    pedidos = biblioteca.alternativas.elegidas(entera.terminos, idioma)
    nombrados = list(dict.fromkeys(pedidos.values()))
    if nombrados and not entera.dice(_COMPARA):
        return nombrados
    return list(dict.fromkeys([*vivos.values(), *nombrados]))


def _precios(biblioteca: Biblioteca, planes: Sequence[str]) -> list[Precio]:
    """Los precios que una frase o una celda da sin lugar a dudas: un solo importe, un solo plan, una forma de pago."""
    salida: dict[tuple[str, bool], Precio] = {}
    for unidad in biblioteca.unidades:
        dicho = plegar(texto_propio(unidad))
        importes = _IMPORTE.findall(dicho)
        nombrados = [p for p in planes if re.search(rf"\b{re.escape(p)}\b", dicho)]
        anual, mensual = (
            re.search(r"\banual\b", dicho) is not None,
            re.search(rf"\b(?:{_MENSUAL})\b", dicho) is not None,
        )
        if (
            unidad.clase not in ("frase", "punto", "celda")
            or len(importes) != 1
            or len(nombrados) != 1
            or anual == mensual
        ):
            continue
        clave = (nombrados[0], anual)
        salida.setdefault(clave, Precio(nombrados[0], anual, float(importes[0].replace(",", ".")), unidad))
    return [salida[k] for k in sorted(salida, key=lambda k: (planes.index(k[0]), k[1]))]


def _toca(precio: Precio, entera: Clausula) -> bool:
    if entera.dice(_ANUAL) and not entera.dice(_MENSUAL):
        return precio.anual
    if entera.dice(_MENSUAL) and not entera.dice(_ANUAL):
        return not precio.anual
    return True


def _decir(
    entera: Clausula,
    precios: Sequence[Precio],
    gente: int,
    rebaja: tuple[float, Unidad] | None,
    planes: Sequence[str],
    registros: Sequence[Registro],
    idioma: Idioma,
) -> Parte:
    factor = gente * (1 - rebaja[0] / 100) if rebaja else float(gente)
    doce_meses = entera.dice(_DOCE_MESES)
    por_persona = rebaja is not None and entera.dice(
        "por persona|cada (?:uno|persona)|per (?:person|user|head|seat)|each"
    )
    cuantos = 1 if por_persona else gente
    factor = cuantos * (12 if doce_meses else 1) * (1 - rebaja[0] / 100 if rebaja else 1.0)
    piezas = [_pieza(p, cuantos, factor, rebaja, doce_meses, idioma) for p in precios]
    fin = _CADA[idioma][doce_meses]
    texto = formato.oracion(f"{'; '.join(piezas)}{fin}")
    for anual in (False, True):
        iguales = [p for p in precios if p.anual is anual]
        if len(iguales) == 2 and entera.dice(_COMPARA):
            resto = _n(abs(iguales[1].importe - iguales[0].importe) * factor, idioma)
            modo = ("anual" if anual else "mensual") if idioma == "es" else ("annual" if anual else "monthly")
            texto += (
                f" Diferencia ({modo}): {resto} € al mes."
                if idioma == "es"
                else f" Difference ({modo}): €{resto} ({resto} €) per month."
            )
    vivo = next((r for r in registros if any(plegar(v) in planes for v in valores_texto(r))), None)
    if vivo is None:
        return Parte(texto)
    hoy = frases.el_plan_de_hoy(planes[0].capitalize(), idioma)
    return Parte(
        f"{formato.citar(hoy, vivo.numero)} {texto}"
        if plegar(planes[0]) in [plegar(v) for v in valores_texto(vivo)]
        else texto
    )


def _pieza(
    precio: Precio, cuantos: int, factor: float, rebaja: tuple[float, Unidad] | None, doce_meses: bool, idioma: Idioma
) -> str:
    modo = _MODO[idioma][precio.anual]
    cuenta = f"{_n(cuantos, idioma)} × " if cuantos > 1 else ""
    menos = f" − {_n(rebaja[0], idioma)} %" if rebaja else ""
    meses = " × 12" if doce_meses else ""
    total = f" = {_n(precio.importe * factor, idioma)} €" if cuenta or menos or meses else ""
    pieza = f"{precio.plan.capitalize()}, {modo}: {cuenta}{_n(precio.importe, idioma)} €{meses}{menos}{total}"
    return formato.citar(pieza, precio.unidad.numero, *([rebaja[1].numero] if rebaja else []))


def _n(cantidad: float, idioma: Idioma) -> str:
    return formato.numero(round(cantidad, 2), idioma)
