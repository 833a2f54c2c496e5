# ruff: noqa: E501 - expresiones regulares
"""Las operaciones sobre los campos de UN registro: valores, restos, porcentajes, totales, días, síes y noes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Final

from docubot.lenguaje.texto import palabras
from docubot.modelos.local.datos import Campo, Registro, como_fecha, terminos_de_campo
from docubot.modelos.local.redaccion import formato, frases
from docubot.modelos.local.redaccion.campos import cubre_todo, elegir_campos, puntuar_campos, terminos_utiles
from docubot.modelos.local.redaccion.caso import Caso, tanto_por_ciento, usado_y_previsto
from docubot.modelos.local.redaccion.etiquetas import etiqueta
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.pedido import Clausula
from docubot.modelos.local.terminos import Termino, leer_terminos, mejor
from docubot.tipos import Idioma

_RESTO: Final = (
    r"queda\w*|falta\w*|sobr[aoe]\w*|resta\w*|resto|lejos|acab\w*|agot\w*|disponibles?|left|remain\w*|available|margen"
)
_DENTRO: Final = r"within|dentro|por debajo|respeta\w*|stay\w*|stayed|under budget|below budget|bajo presupuesto"
_EXCESO: Final = r"pasa\w*|paso|supera\w*|excedi\w*|sobrepasa\w*|over|exceed\w*|por encima|de mas|within|dentro|por debajo|respeta\w*|stay\w*|under budget|below budget"
_TODO: Final = r"en total|total|todas|todo|volumen|sumando|contando|altogether|overall|all|hechas y|conjunto"
_TODO_JUNTO: Final = r"contando todo|contando las hechas|incluidas las hechas|incluyendo las hechas|including (?:the )?done|cualquier estado|todo junto|volumen|conjunto|de todo tipo|hechas y (?:abiertas|pendientes)|abiertas y hechas|altogether|done and open|open and done"
_SEMANAS: Final = r"semanas|weeks"
_DIAS: Final = r"(?:en )?cuant\w+ dias se|in how many days|cuant\w+ (?:dias|semanas) hace|hace cuant\w+|how long ago|how many (?:days|weeks) ago|cuantas semanas|how many weeks|cuantos dias (?:\w+ )?(?:falta\w*|queda\w*|para)|how many days (?:\w+ )?(?:left|until|to|remain\w*)|cuanto (?:falta|queda)|how long until|dias (?:faltan|quedan)|days (?:left|until)"


def responder(clausula: Clausula, registro: Registro, idioma: Idioma, hoy: date | None) -> Parte | None:
    """La parte que responde a la cláusula con los campos del registro, o None si no los pide."""
    caso = Caso(clausula, terminos_utiles(clausula, [registro], idioma), registro, idioma, hoy)
    for operacion in _OPERACIONES:
        if parte := operacion(caso):
            return parte
    return None


def _negados(caso: Caso) -> bool:
    return any(t.negado and ("facturar" in t.conceptos or "aprobar" in t.conceptos) for t in caso.terminos)


def quedan(caso: Caso) -> Parte | None:
    """«Quedan 87,5 de 400»: lo previsto menos lo usado."""
    pareja = usado_y_previsto(caso)
    if pareja is None or not caso.clausula.dice(_RESTO) or _negados(caso):
        return None
    usado, previsto = pareja
    resto = previsto.valor - usado.valor
    u, p = formato.numero(usado.valor, caso.idioma), formato.numero(previsto.valor, caso.idioma)
    r = formato.numero(abs(resto), caso.idioma)
    nombre = frases.nombre_de_registro(caso.registro, caso.idioma)
    if caso.idioma == "en":
        que = etiqueta(previsto, "en")
        return caso.parte(
            f"{nombre} has {r} of its {p} {que} left ({u} used)"
            if resto >= 0
            else f"{nombre} is {r} over: {u} used of {p} {que}"
        )
    que = etiqueta(previsto, "es")
    return caso.parte(
        f"A {nombre} le quedan {r} de sus {p} {que} (lleva {u})"
        if resto >= 0
        else f"{nombre} se ha pasado en {r}: lleva {u} de {p} {que}"
    )


def se_pasa(caso: Caso) -> Parte | None:
    """«No: lleva 240 de 250; quedan 10»."""
    pareja = usado_y_previsto(caso)
    if pareja is None or not caso.clausula.dice(_EXCESO) or not caso.clausula.espera & {"si_no", "cantidad"}:
        return None
    usado, previsto = pareja
    resto = previsto.valor - usado.valor
    u, p, r = (formato.numero(v, caso.idioma) for v in (usado.valor, previsto.valor, abs(resto)))
    nombre = frases.nombre_de_registro(caso.registro, caso.idioma)
    que = etiqueta(previsto, caso.idioma)
    dentro = caso.clausula.dice(_DENTRO)
    si, no = formato.si_no(True, caso.idioma).capitalize(), "No"
    bien, mal = (si, no) if dentro else (no, si)
    if caso.idioma == "en":
        return caso.parte(
            f"{bien}: {nombre} has used {u} of {p} {que}; {r} left"
            if resto >= 0
            else f"{mal}: {nombre} has used {u} of {p} {que}, {r} over"
        )
    return caso.parte(
        f"{bien}: {nombre} lleva {u} de {p} {que}; quedan {r}"
        if resto >= 0
        else f"{mal}: {nombre} lleva {u} de {p} {que}, {r} de más"
    )


def porcentaje(caso: Caso) -> Parte | None:
    """«Atlas: 73,8 % (118 tareas hechas de 160)»."""
    hallado = tanto_por_ciento(caso)
    if hallado is None:
        return None
    tanto = formato.tanto(hallado.tanto, caso.idioma)
    p, t = formato.numero(hallado.parte, caso.idioma), formato.numero(hallado.total, caso.idioma)
    nombre = frases.nombre_de_registro(caso.registro, caso.idioma)
    if caso.idioma == "en":
        return caso.parte(f"{nombre}: {tanto}% ({p} {hallado.cosa} out of {t})")
    return caso.parte(f"{nombre}: {tanto} % ({p} {hallado.cosa} de {t})")


def total_de_desglose(caso: Caso) -> Parte | None:
    """La suma de un desglose («160 tareas en total»), con lo abierto si hay."""
    if not caso.clausula.espera & {"cantidad"}:
        return None
    for ruta, campos in caso.registro.desgloses().items():
        grupo = leer_terminos(ruta[-1], "es") + leer_terminos(ruta[-1], "en")
        nombrado = [t for t in caso.terminos if mejor(t, grupo) >= 0.75]
        if not nombrado or any("presupuesto" in t.conceptos for c in campos for t in terminos_de_campo(c, caso.idioma)):
            continue
        resto = [t for t in caso.terminos if t not in nombrado]
        abiertas = [
            c
            for c in caso.registro.campos
            if c.tipo == "numero" and len(c.ruta) == 1 and mejor(nombrado[0], terminos_de_campo(c, caso.idioma)) >= 0.75
        ]
        pide_todo = caso.clausula.dice(_TODO)
        nombrados = {c.ruta for c in campos for t in resto if mejor(t, terminos_de_campo(c, caso.idioma)) >= 0.55}
        de_verdad = caso.clausula.dice(_TODO_JUNTO)
        if not de_verdad and (
            abiertas_pedidas(caso, abiertas) or (nombrados and not (pide_todo and len(nombrados) > 1))
        ):
            continue
        total = formato.numero(sum(c.valor for c in campos), caso.idioma)
        return _decir_total(caso, total, ruta[-1], None if pide_todo or not abiertas else abiertas[0])
    return None


def abiertas_pedidas(caso: Caso, abiertas: Sequence[Campo]) -> bool:
    """Verdadero si la cláusula nombra el resumen (las abiertas), no el desglose."""
    return any("abierta" in t.conceptos for t in caso.terminos) and bool(abiertas)


def _decir_total(caso: Caso, total: str, grupo: str, abiertas: Campo | None) -> Parte:
    nombre = frases.nombre_de_registro(caso.registro, caso.idioma)
    cosa = formato.estado(grupo, caso.idioma)
    from docubot.modelos.local.redaccion.etiquetas import etiqueta_de_clave

    cosa = etiqueta_de_clave(grupo, caso.idioma)
    if abiertas is not None:
        dicho = frases.contar(abiertas.valor, etiqueta(abiertas, caso.idioma), caso.idioma)
        resto = (
            f"{total} en total, contando las hechas"
            if caso.idioma == "es"
            else f"{total} in total, counting the done ones"
        )
        return caso.parte(f"{nombre} {'tiene' if caso.idioma == 'es' else 'has'} {dicho} ({resto})")
    if caso.idioma == "en":
        return caso.parte(f"{nombre} has {total} {cosa} in total")
    return caso.parte(f"{nombre} tiene {total} {cosa} en total")


def dias_hasta(caso: Caso) -> Parte | None:
    """Los días que faltan para una fecha del registro, o que hace que pasó."""
    if caso.hoy is None or not caso.clausula.dice(_DIAS):
        return None
    fechas = [
        h.campo
        for h in puntuar_campos(caso.clausula, caso.terminos, caso.registro, caso.idioma)
        if h.campo.tipo == "fecha"
    ]
    dia = como_fecha(str(fechas[0].valor)) if fechas else None
    if dia is None:
        return None
    dias = (dia - caso.hoy).days
    dicho = formato.fecha(dia, caso.idioma)
    if caso.clausula.dice(_SEMANAS):
        semanas = formato.numero(round(abs(dias) / 7, 1), caso.idioma)
        dicho += f" ({semanas} semanas)" if caso.idioma == "es" else f" ({semanas} weeks)"
    nombre = frases.nombre_de_registro(caso.registro, caso.idioma)
    if caso.idioma == "en":
        return caso.parte(
            f"{nombre}: {dias} days left until {dicho}" if dias >= 0 else f"{nombre}: {dicho} was {-dias} days ago"
        )
    return caso.parte(
        f"{nombre}: faltan {dias} días para el {dicho}" if dias >= 0 else f"{nombre}: el {dicho} fue hace {-dias} días"
    )


def si_o_no(caso: Caso) -> Parte | None:
    """Síes y noes de los campos booleanos y de los que faltan."""
    if "si_no" not in caso.clausula.espera:
        return None
    campos = elegir_campos(caso.clausula, caso.terminos, caso.registro, caso.idioma)
    booleanos = [c for c in campos if c.tipo == "booleano"]
    es = caso.idioma == "es"
    if booleanos:
        faltan = [etiqueta(c, caso.idioma, llena=False) for c in booleanos if not c.valor]
        tienen = [etiqueta(c, caso.idioma, llena=False) for c in booleanos if c.valor]
        si = formato.enumerar(tienen, caso.idioma)
        no = formato.enumerar(faltan, caso.idioma)
        de_quien = _dueño(caso.registro, booleanos[0])
        if not faltan:
            return caso.parte(f"Sí, {de_quien} tiene {si}" if es else f"Yes, {de_quien} has {si} on file")
        resto = (f" (sí tiene {si})" if es else f" (it does have {si})") if tienen else ""
        return caso.parte(f"No, a {de_quien} le falta {no}{resto}" if es else f"No, {de_quien} is missing {no}{resto}")
    if len(campos) == 1 and campos[0].tipo == "nulo":
        return caso.parte(f"No, {frases.decir(caso.registro, campos, caso.idioma)}")
    if (
        len(campos) == 1
        and campos[0].tipo == "numero"
        and not caso.clausula.dice("mas|more|hueco|room|sitio|possible|can|may|puedo|podemos|se puede|able|allowed")
        and re.search(r"\b(hay|any|anything|algo|alguna?|quedan?|tiene|are there|still)\b", caso.clausula.plegado)
    ):
        dicho = frases.decir(caso.registro, campos, caso.idioma)
        return caso.parte(f"{'No' if not campos[0].valor else 'Sí' if es else 'Yes'}: {dicho}")
    return None


def que_falta(caso: Caso) -> Parte | None:
    """«¿qué le falta al cliente?»: los síes que son no y los datos que no están, de lo que se nombra."""
    if not caso.clausula.dice(_QUE_FALTA) or caso.clausula.espera & {"cantidad", "porcentaje", "tiempo"}:
        return None
    vacios = [c for c in caso.registro.campos if c.tipo == "nulo" or (c.tipo == "booleano" and not c.valor)]
    nombrados = [c for c in vacios if any(mejor(t, terminos_de_campo(c, caso.idioma)) >= 0.75 for t in caso.terminos)]
    todos = [
        c
        for c in caso.registro.campos
        if any(mejor(t, terminos_de_campo(c, caso.idioma)) >= 0.75 for t in caso.terminos)
    ]
    elegidos = nombrados or ([] if todos else vacios)
    nombre = frases.nombre_de_registro(caso.registro, caso.idioma)
    if not elegidos:
        return None
    cosas = formato.enumerar([etiqueta(c, caso.idioma) for c in elegidos], caso.idioma)
    return caso.parte(f"A {nombre} le falta: {cosas}" if caso.idioma == "es" else f"Missing in {nombre}: {cosas}")


_QUE_FALTA: Final = (
    r"(?:que|algo|algun dato).{0,12} falta\w*|falta\w* (?:algo|algun)|missing|lacks?|lacking|incomplete|incomplet\w+"
)


def _dueño(registro: Registro, campo: Campo) -> str:
    """El nombre del objeto que tiene el campo (el cliente), o el del registro."""
    hermano = next(
        (c for c in registro.campos if c.ruta[:-1] == campo.ruta[:-1] and c.ruta[-1] in ("nombre", "name")), None
    )
    return f"{hermano.valor} ({registro.nombre})" if hermano and len(campo.ruta) > 1 else registro.nombre


def sin_contar(caso: Caso) -> Parte | None:
    """«sin contar las de revisión, ¿cuántas abiertas?»: un número menos los que se apartan."""
    if not caso.clausula.dice("sin contar|excluding|quitando|not counting|except|salvo|menos las"):
        return None
    numeros = [c for c in elegir_campos(caso.clausula, caso.terminos, caso.registro, caso.idioma) if c.tipo == "numero"]
    if len(numeros) < 2:
        return None
    mayor = max(numeros, key=lambda c: (c.valor, len(c.ruta) == 1))
    otros = [c for c in numeros if c is not mayor]
    resto = mayor.valor - sum(c.valor for c in otros)
    cuenta = " − ".join(formato.numero(c.valor, caso.idioma) for c in (mayor, *otros))
    nombre = frases.nombre_de_registro(caso.registro, caso.idioma)
    return caso.parte(f"{nombre}: {formato.numero(resto, caso.idioma)} ({cuenta})")


def estado_preguntado(caso: Caso) -> Parte | None:
    """«¿está activo?»: el estado de verdad, con el sí o el no si la pregunta nombra uno."""
    estados = [c for c in caso.registro.campos if frases.es_estado(c) and c.tipo == "texto"]
    if caso.clausula.dice("tiene que|debe|must|needs to|has to|should"):
        return None
    if not estados or not caso.clausula.espera <= {"si_no", "cual", "resumen", "como", "lista", "fecha"}:
        return None
    if caso.clausula.dice(_SIGUE):
        return caso.parte(frases.decir(caso.registro, estados[:1], caso.idioma))
    valor = leer_terminos(str(estados[0].valor), "es") + leer_terminos(str(estados[0].valor), "en")
    enteros = [t for t in caso.terminos if t.peso == 1.0]
    nombra = [t for t in enteros if t.conceptos & _ESTADOS or mejor(t, valor) >= 0.75]
    ajenos = [t for t in enteros if t not in nombra and not t.conceptos & {"proyecto", "estado", "inmediato"}]
    if not nombra or ajenos or (nombra == [] and not caso.terminos):
        return None
    dicho = frases.decir(caso.registro, estados[:1], caso.idioma)
    if "si_no" not in caso.clausula.espera or len(nombra) != 1:
        return caso.parte(dicho)
    coincide = mejor(nombra[0], valor) >= 0.75
    return caso.parte(f"{formato.si_no(coincide, caso.idioma).capitalize()}, {dicho}")


_SIGUE: Final = r"sigue (?:abiert\w|viv\w|activ\w|en marcha)|ya (?:esta|termino|acabo|se acabo)(?: \w+)?$|still (?:open|going|running|active)"
_ESTADOS: Final = frozenset({"activo", "pausa", "completado", "archivado"})


def resumen(caso: Caso) -> Parte | None:
    """El registro en una frase, si se pide cómo va."""
    if "resumen" not in caso.clausula.espera:
        return None
    campos = elegir_campos(caso.clausula, caso.terminos, caso.registro, caso.idioma)
    if [c for c in campos if not frases.es_estado(c)] and cubre_todo(
        _sin_estado(caso.terminos), campos, caso.idioma
    ) > 0.6:
        return None
    return caso.parte(frases.resumir(caso.registro, caso.idioma))


def _sin_estado(terminos: Sequence[Termino]) -> list[Termino]:
    return [t for t in terminos if not t.conceptos & {"estado", "proyecto", "dato"}]


def valores(caso: Caso) -> Parte | None:
    """El valor de los campos pedidos."""
    campos = elegir_campos(caso.clausula, caso.terminos, caso.registro, caso.idioma)
    if not campos and caso.terminos and all("fecha" in t.conceptos for t in caso.terminos):
        campos = [c for c in caso.registro.campos if any("fecha" in t.conceptos for t in terminos_de_campo(c, "es"))][
            :1
        ]
    if not campos:
        return None
    dicho = f"{_es_quien_se_dice(caso, campos)}{frases.decir(caso.registro, campos, caso.idioma)}{_suma_de_hermanos(caso, campos)}"
    return caso.parte(dicho, cubre_todo(caso.terminos, campos, caso.idioma))


def _es_quien_se_dice(caso: Caso, campos: Sequence[Campo]) -> str:
    """«¿Lucía lleva Boreal?»: el sí o el no, si se nombra a alguien y lo que se pide es un nombre."""
    if (
        "si_no" not in caso.clausula.espera
        or len(campos) != 1
        or campos[0].tipo != "texto"
        or frases.es_estado(campos[0])
    ):
        return ""
    nombrados = {t.forma for t in caso.terminos if t.original[:1].isupper() and not t.conceptos}
    if not nombrados:
        return ""
    coincide = bool(nombrados & set(palabras(str(campos[0].valor))))
    return f"{formato.si_no(coincide, caso.idioma).capitalize()}, "


def _suma_de_hermanos(caso: Caso, campos: Sequence[Campo]) -> str:
    """« (33 en total)», si se piden juntos varios números de un mismo desglose."""
    for partes in caso.registro.desgloses().values():
        hermanos = [c for c in campos if c in partes]
        if (
            1 < len(hermanos) == len(campos)
            and caso.clausula.dice(r"\+|mas|suma\w*|juntas?|junto|total|cuant\w+ son|plus|together|combined|sum")
        ) or (1 < len(hermanos) == len(campos) and "+" in caso.clausula.texto):
            suma = formato.numero(sum(c.valor for c in hermanos), caso.idioma)
            return f" ({suma} en total)" if caso.idioma == "es" else f" ({suma} in total)"
    return ""


_OPERACIONES: Final[tuple[Callable[[Caso], Parte | None], ...]] = (
    porcentaje, dias_hasta, sin_contar, que_falta, quedan, se_pasa, total_de_desglose, estado_preguntado, resumen, si_o_no, valores,
)  # fmt: skip
