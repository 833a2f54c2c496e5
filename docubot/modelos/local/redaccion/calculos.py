# ruff: noqa: E501 - expresiones regulares
"""Cuentas con los campos de los registros: repartos, porcentajes de varios, restas, y varias cosas pedidas a la vez."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from docubot.modelos.local.datos import Campo, Registro, como_fecha, terminos_de_campo
from docubot.modelos.local.redaccion import formato, frases
from docubot.modelos.local.redaccion.campos import elegir_campos, terminos_utiles
from docubot.modelos.local.redaccion.caso import Caso, tanto_por_ciento
from docubot.modelos.local.redaccion.etiquetas import etiqueta, etiqueta_de_clave
from docubot.modelos.local.redaccion.operaciones import responder
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.pedido import Clausula, leer_clausula
from docubot.modelos.local.redaccion.supuestos import cambio
from docubot.modelos.local.terminos import leer_terminos, mejor
from docubot.tipos import Idioma

_REPARTO: Final = r"reparto|repart\w+|desglos\w*|breakdown|broken down|por estado|by (?:status|state)|segun (?:su )?estado|distribu\w+|en que estados?"
_DIA: Final = r"dia de la semana|que dia cae|en que dia cae|day of the week|weekday|what day"
_MENOS: Final = r"menos|minus|restando|quitando|subtract\w*"
_SEMANA_ES: Final = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
_SEMANA_EN: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SEPARADOR: Final = re.compile(r"\s*(?:[,;:]|\b(?:y|e|and|plus)\b|\+)\s*(?:tambien |also |de paso )?", re.IGNORECASE)
_MAYOR: Final = r"mas|mayor|most|highest|further|furthest|cerca|closest|avanzad\w+|adelantad\w+|gana|ahead"
_MENOR: Final = r"menos|menor|least|lowest|atrasad\w+|behind|smallest"


def de_uno(clausula: Clausula, registro: Registro, idioma: Idioma, entera: Clausula | None = None) -> Parte | None:
    """Lo que se calcula con los campos de un registro y no es un campo, o None."""
    caso = Caso(clausula, terminos_utiles(clausula, [registro], idioma), registro, idioma, None)
    if entera is not None and (
        parte := _como_quedaria(caso, cambio(entera) or _las_que_se_quitan(entera, registro, idioma))
    ):
        return parte
    for operacion in (_reparto, _ya_hecho, _resta, _dia_de_la_semana):
        if parte := operacion(caso):
            return parte
    return None


_SE_QUITAN: Final = re.compile(
    r"\b(?:archiv|cierr|cerr|complet|acab|termin|clos|finish)\w*\b (?:todas )?(?:las|the)(?: \w+)? (?:que|that|which)? ?(?:estan|hay|are)? ?(?P<cuales>[^,?]+)"
)


def _las_que_se_quitan(entera: Clausula, registro: Registro, idioma: Idioma) -> float:
    """«si archivo las que están en revisión»: menos las que haya en ese estado; 0 si no se dice ninguno."""
    casa = _SE_QUITAN.search(entera.plegado)
    if casa is None:
        return 0.0
    dichos = leer_terminos(casa.group("cuales"), idioma)
    partes = [c for cs in registro.desgloses().values() for c in cs]
    hallados = [
        c
        for c in partes
        if any(
            t.conceptos & {"revision", "en_curso", "pendiente"} and mejor(t, terminos_de_campo(c, idioma)) >= 0.75
            for t in dichos
        )
    ]
    return -float(hallados[0].valor) if hallados else 0.0


def _como_quedaria(caso: Caso, suma: float) -> Parte | None:
    """«tras cerrar una, ¿cuántas abiertas quedarían?»: la cifra de hoy y la del supuesto."""
    if not suma or not caso.clausula.espera & {"cantidad"}:
        return None
    campos = [c for c in elegir_campos(caso.clausula, caso.terminos, caso.registro, caso.idioma) if c.tipo == "numero"]
    abiertas = [c for c in campos if any("abierta" in t.conceptos for t in terminos_de_campo(c, caso.idioma))]
    elegido = next(iter(abiertas or campos), None)
    if elegido is None:
        return None
    hoy = frases.decir(caso.registro, [elegido], caso.idioma)
    queda = formato.numero(max(0, elegido.valor + suma), caso.idioma)
    return caso.parte(f"{hoy}; quedarían {queda}" if caso.idioma == "es" else f"{hoy}; it would have {queda}")


def _reparto(caso: Caso) -> Parte | None:
    """Los números de un desglose, uno a uno: «18 pendiente, 15 en curso…»."""
    if not caso.clausula.dice(_REPARTO):
        return None
    for ruta, campos in caso.registro.desgloses().items():
        grupo = (*leer_terminos(ruta[-1], "es"), *leer_terminos(ruta[-1], "en"))
        if any(mejor(t, grupo) >= 0.75 or "abierta" in t.conceptos for t in caso.terminos):
            dichos = [f"{formato.numero(c.valor, caso.idioma)} {etiqueta(c, caso.idioma, llena=False)}" for c in campos]
            cosa = etiqueta_de_clave(ruta[-1], caso.idioma)
            nombre = frases.nombre_de_registro(caso.registro, caso.idioma)
            return caso.parte(f"{nombre} ({cosa}): {formato.enumerar(dichos, caso.idioma)}")
    return None


def _ya_hecho(caso: Caso) -> Parte | None:
    """Lo ya facturado o aprobado, si los datos dan el total y lo que falta: el total menos lo que falta."""
    if not caso.clausula.espera & {"cantidad", "porcentaje"}:
        return None
    pedidos = [t for t in caso.terminos if t.conceptos & {"facturar", "aprobar"} and not t.negado]
    if not any(re.search(r"(?:ad[oa]s?|ed)$", t.forma) for t in pedidos):
        return None
    for campo in caso.registro.campos:
        propios = terminos_de_campo(campo, caso.idioma)
        if campo.tipo != "numero" or not any(p.negado and mejor(t, [p]) > 0.5 for t in pedidos for p in propios):
            continue
        total = next((c for c in caso.registro.campos if c.tipo == "numero" and c.ruta[:-1] == campo.ruta[:-1]
                      and any("registrar" in t.conceptos for t in terminos_de_campo(c, caso.idioma))), None)  # fmt: skip
        if total is not None:
            return _decir_resta(caso, total, campo)
    return None


def _resta(caso: Caso) -> Parte | None:
    """«registradas menos sin facturar»: la resta de los dos números que se nombran."""
    if not caso.clausula.dice(_MENOS):
        return None
    campos = [c for c in elegir_campos(caso.clausula, caso.terminos, caso.registro, caso.idioma) if c.tipo == "numero"]
    if len(campos) != 2 or campos[0].ruta[:-1] != campos[1].ruta[:-1]:
        return None
    mayor, menor = sorted(campos, key=lambda c: -float(c.valor))
    return _decir_resta(caso, mayor, menor)


def _decir_resta(caso: Caso, total: Campo, resto: Campo) -> Parte:
    n, a, b = (formato.numero(v, caso.idioma) for v in (total.valor - resto.valor, total.valor, resto.valor))
    nombre = frases.nombre_de_registro(caso.registro, caso.idioma)
    union = "menos" if caso.idioma == "es" else "minus"
    return caso.parte(f"{nombre}: {n} ({a} {etiqueta(total, caso.idioma)} {union} {b} {etiqueta(resto, caso.idioma)})")


def _dia_de_la_semana(caso: Caso) -> Parte | None:
    if not caso.clausula.dice(_DIA):
        return None
    fechas = [c for c in caso.registro.campos if c.tipo == "fecha"]
    dia = como_fecha(str(fechas[0].valor)) if fechas else None
    if dia is None:
        return None
    nombre = (_SEMANA_ES if caso.idioma == "es" else _SEMANA_EN)[dia.weekday()]
    return caso.parte(f"{frases.decir(caso.registro, fechas[:1], caso.idioma)} ({nombre})")


def varias_cosas(
    clausula: Clausula, registro: Registro, idioma: Idioma, dicho: Parte | None, hoy: date | None
) -> Parte | None:
    """«tareas abiertas, % hecho y horas que quedan»: lo que responde a cada trozo y no se ha dicho ya."""
    trozos = [t for t in _SEPARADOR.split(clausula.texto) if leer_terminos(t, idioma)]
    if len(trozos) < 2:
        return dicho
    partes: list[str] = [dicho.texto] if dicho else []
    for trozo in trozos:
        suya = leer_clausula(trozo, idioma)
        terminos = terminos_utiles(suya, [registro], idioma)
        if not terminos:
            continue
        parte = responder(suya, registro, idioma, hoy)
        if parte is not None and parte.seguridad >= 0.5 and _aporta(parte.texto, partes):
            partes.append(parte.texto)
    return Parte(" ".join(partes), dicho.seguridad if dicho else 1.0) if partes else None


def _aporta(texto: str, partes: Sequence[str]) -> bool:
    """Verdadero si dice algún valor que no se ha dicho aún."""
    limpio, dicho = (re.sub(r"\[\d+\]", "", t) for t in (texto, " ".join(partes)))
    return bool(set(_VALOR.findall(limpio)[1:] or _VALOR.findall(limpio)) - set(_VALOR.findall(dicho)))


_VALOR: Final = re.compile(
    r"\d[\d.,]*\d|\d|\b[A-ZÁÉÍÓÚÑ][\wáéíóúñ]+|\b(?:s[íi]|no|activ\w+|pausa\w*|complet\w+|archiv\w+|pausad\w|direcci\w+)\b"
)
"""Lo que vale como dato nuevo: una cifra, un nombre, un sí o un estado."""


def _sin_los_apartados(clausula: Clausula, registros: Sequence[Registro]) -> list[Registro]:
    """«sin contar el completado»: los que quedan tras apartar los de ese estado."""
    casa = re.search(r"\b(?:sin contar|excluding|not counting|salvo|excepto|except)\W+(.+)$", clausula.plegado)
    apartados = leer_terminos(casa.group(1), "es") if casa else ()
    quedan = [
        r for r in registros
        if not any(frases.es_estado(c) and any(mejor(t, leer_terminos(str(c.valor), "es")) >= 0.75 for t in apartados) for c in r.campos)
    ]  # fmt: skip
    return quedan or list(registros)


def de_varios(clausula: Clausula, registros: Sequence[Registro], idioma: Idioma) -> Parte | None:
    """Un reparto o un porcentaje de cada registro; si se pide el mayor o el menor, cuál es."""
    repartos = [p for r in registros if (p := de_uno(clausula, r, idioma))]
    if len(repartos) == len(registros):
        return Parte(" ".join(p.texto for p in repartos))
    if "porcentaje" not in clausula.espera:
        return None
    registros = _sin_los_apartados(clausula, registros)
    hallados = [
        (r, t)
        for r in registros
        if (t := tanto_por_ciento(Caso(clausula, terminos_utiles(clausula, registros, idioma), r, idioma, None)))
    ]
    if len(hallados) < 2:
        return None
    piezas = [
        f"{r.nombre} {formato.tanto(t.tanto, idioma)}{' ' if idioma == 'es' else ''}% ({formato.numero(t.parte, idioma)} {t.cosa} {'de' if idioma == 'es' else 'of'} {formato.numero(t.total, idioma)})"
        for r, t in hallados
    ]
    dicho = formato.enumerar(piezas, idioma)
    if clausula.dice(f"{_MAYOR}|{_MENOR}"):
        primero = (min if clausula.dice(_MENOR) else max)(hallados, key=lambda par: par[1].tanto)
        dicho = f"{primero[0].nombre}: {dicho}"
    return Parte(formato.citar(formato.oracion(dicho), *(r.numero for r, _ in hallados)))
