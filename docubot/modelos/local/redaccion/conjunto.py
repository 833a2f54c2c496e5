# ruff: noqa: E501 - expresiones regulares
"""Las operaciones sobre VARIOS registros: cuáles, cuántos, sumas, extremos, listas."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from docubot.modelos.local.datos import Campo, Registro, es_nombre_propio
from docubot.modelos.local.redaccion import calculos, formato, frases, operaciones
from docubot.modelos.local.redaccion.campos import elegir_campos, puntuar_campos, terminos_utiles
from docubot.modelos.local.redaccion.caso import Caso, usado_y_previsto
from docubot.modelos.local.redaccion.cuentas import (
    PROXIMO,
    SUMA,
    campo_pedido,
    con_algo,
    diferencia,
    extremo,
    media,
    parte_de,
    sin_lo_pasado,
    suma,
)
from docubot.modelos.local.redaccion.etiquetas import en_idioma, etiqueta
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.pedido import Clausula
from docubot.modelos.local.terminos import Termino, leer_terminos, mejor
from docubot.tipos import Idioma

_SIN: Final = r"sin|no tiene\w*|no hay|has no|have no|without|doesn t have|missing|falta\w*|lacks?"


def responder(
    clausula: Clausula, registros: Sequence[Registro], idioma: Idioma, hoy: date | None = None
) -> Parte | None:
    """La parte que responde a la cláusula con varios registros, o None si no se entiende qué pide.

    `hoy` deja fuera las fechas pasadas cuando se pregunta por lo próximo.
    """
    terminos = terminos_utiles(clausula, registros, idioma)
    if parte := calculos.de_varios(clausula, registros, idioma):
        return parte
    if (
        clausula.dice(PROXIMO)
        and hoy is not None
        and (parte := extremo(clausula, terminos, sin_lo_pasado(clausula, terminos, registros, idioma, hoy), idioma))
    ):
        return parte
    for operacion in _OPERACIONES:
        if parte := operacion(clausula, terminos, registros, idioma):
            return parte
    return None


def _filtrados(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """Los registros cuyo valor dice la pregunta: un estado, una persona, un cliente, o que no tienen algo."""
    de_personas = "persona" in clausula.espera
    motivo, elegidos = _por_valor(
        clausula, [t for t in terminos if not (de_personas and t.conceptos & {"responsable"})], registros
    )
    if not motivo and clausula.dice(_SIN):
        motivo, elegidos = _sin_dato(clausula, terminos, registros, idioma)
    if clausula.dice(r"contando|incluyendo|incluid[oa]s|including|counting"):
        return _lista(clausula, terminos, registros, idioma) if clausula.dice("proyectos|projects") else None
    if not motivo or not clausula.espera & {"cual", "lista", "cantidad", "persona", "si_no", "resumen"}:
        return None
    if motivo and clausula.dice(r"no (?:esta\w*|son|es)|not|aren t|isn t|sin ser"):
        elegidos = [r for r in registros if r not in elegidos]
        motivo = f"no {motivo}" if idioma == "es" else f"not {motivo}"
    if suyo := _dato_de_los_elegidos(clausula, terminos, elegidos, idioma):
        return suyo
    nombres = [r.nombre for r in elegidos]
    clase = en_idioma(registros[0].clase, idioma)
    if clausula.espera & {"cantidad"} and not clausula.dice("cuales|which|que proyectos"):
        campo = campo_pedido(clausula, [t for t in terminos if t.forma != motivo], elegidos, idioma, {"numero"})
        if campo is not None:
            return None
        lista = f": {formato.enumerar(nombres, idioma)}" if nombres else ""
        return parte_de(f"{len(nombres)} {clase} ({motivo}){lista}", registros)
    if not nombres:
        return parte_de(
            f"No hay {clase} con «{motivo}»" if idioma == "es" else f"There are no {clase} matching “{motivo}”",
            registros,
        )
    return parte_de(f"{formato.enumerar(nombres, idioma)} ({motivo})", elegidos)


def _dato_de_los_elegidos(
    clausula: Clausula, terminos: Sequence[Termino], elegidos: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """«¿quién lleva los que no están completados?»: el dato pedido de los que cumplen, no solo sus nombres."""
    de_que = [
        t for t in terminos
        if not t.conceptos & {"proyecto", "estado", "activo", "pausa", "completado", "archivado", "hecha"} and not any(_dice(c, t) for r in elegidos for c in r.campos if c.tipo == "texto")
    ]  # fmt: skip
    if not elegidos or not de_que or not clausula.espera & {"persona", "fecha", "cantidad"}:
        return None
    lineas = [(r, c) for r in elegidos if (c := elegir_campos(clausula, de_que, r, idioma))]
    if len(lineas) < len(elegidos):
        return None
    dichos = [formato.citar(formato.oracion(frases.decir(r, c[:2], idioma)), r.numero) for r, c in lineas]
    return Parte(" ".join(dichos))


def _por_valor(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro]
) -> tuple[str, list[Registro]]:
    de_tareas = any("tarea" in t.conceptos for t in terminos)
    for termino in terminos:
        if de_tareas and termino.conceptos & {"hecha", "abierta", "pendiente"}:
            continue
        casan = [
            (r, c)
            for r in registros
            for c in r.campos
            if c.tipo == "texto" and not es_nombre_propio(c) and not c.tecnico and _dice(c, termino)
        ]
        distintos = {str(c.valor) for r in registros for c in r.campos if casan and c.ruta == casan[0][1].ruta}
        if casan and (len(distintos) > 1 or frases.es_estado(casan[0][1])):
            ruta = casan[0][1].ruta
            return str(casan[0][1].valor), [r for r, c in casan if c.ruta == ruta]
    return "", []


def _dice(campo: Campo, termino: Termino) -> bool:
    valor = str(campo.valor)
    return mejor(termino, leer_terminos(valor, "es")) >= (0.75 if frases.es_estado(campo) else 0.95)


def _sin_dato(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> tuple[str, list[Registro]]:
    for registro in registros:
        for hallazgo in puntuar_campos(clausula, terminos, registro, idioma):
            ruta = hallazgo.campo.ruta
            vacios = [r for r in registros if (c := r.campo(ruta)) and (c.valor is None or c.valor is False)]
            if vacios and all(r.campo(ruta) for r in registros):
                motivo = etiqueta(hallazgo.campo, idioma)
                return (f"sin {motivo}" if idioma == "es" else f"no {motivo}"), vacios
    return "", []


def _restos(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """Lo que le queda a cada uno de lo previsto, o quién se ha pasado."""
    partes = []
    for registro in registros:
        caso = Caso(clausula, tuple(terminos), registro, idioma, None)
        parte = operaciones.quedan(caso) or operaciones.se_pasa(caso)
        if parte is None:
            return None
        partes.append(parte.texto)
    if clausula.dice("alguno?|alguna|any") and "si_no" in clausula.espera and all(p.startswith("No") for p in partes):
        ninguno = "No, ninguno. " if idioma == "es" else "No, none of them. "
        return Parte(ninguno + " ".join(p.removeprefix("No: ") for p in partes))
    return Parte(" ".join(partes) + _suma_de_restos(clausula, registros, idioma))


def _suma_de_restos(clausula: Clausula, registros: Sequence[Registro], idioma: Idioma) -> str:
    """« En total, quedan 131,25.», si se piden sumados."""
    if not clausula.dice(SUMA):
        return ""
    parejas = [usado_y_previsto(Caso(clausula, tuple(clausula.terminos), r, idioma, None)) for r in registros]
    total = formato.numero(sum(p[1].valor - p[0].valor for p in parejas if p), idioma)
    return f" En total, quedan {total}." if idioma == "es" else f" In total, {total} left."


def _por_registro(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """El campo pedido de cada registro."""
    de_que = [t for t in terminos if not t.conceptos & {"proyecto", "persona"}]
    lineas = []
    for registro in _en_orden(clausula, de_que, registros, idioma):
        campos = elegir_campos(clausula, de_que, registro, idioma)
        if campos:
            dicho = ", ".join(_corto(c, idioma, len(campos) > 1) for c in campos)
            lineas.append((registro, f"{registro.nombre}: {dicho}"))
    if not lineas or len(lineas) < min(2, len(registros)):
        return None
    rotulo = (
        f" ({etiqueta(c[0], idioma)})" if len(c := elegir_campos(clausula, de_que, lineas[0][0], idioma)) == 1 else ""
    )
    return Parte(f"{'; '.join(formato.citar(t, r.numero) for r, t in _citas_juntas(lineas))}{rotulo}.")


def _en_orden(
    clausula: Clausula, de_que: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> list[Registro]:
    """Los registros, ordenados por el campo pedido si se pide un orden; los que no lo tienen, al final."""
    if not clausula.dice(_ORDEN):
        return list(registros)
    campo = campo_pedido(clausula, de_que, registros, idioma, {"numero", "fecha", "momento"})
    if campo is None:
        return list(registros)
    con = [r for r in registros if (c := r.campo(campo.ruta)) and c.valor is not None]
    baja = campo.tipo == "numero" and not clausula.dice(
        r"de menos a mas|de menor a mayor|ascend\w+|ascending|lowest first|fewest first"
    )
    ordenados = sorted(con, key=lambda r: r.campo(campo.ruta).valor, reverse=baja)  # type: ignore[union-attr]
    return [*ordenados, *(r for r in registros if r not in con)]


_ORDEN: Final = (
    r"orden\w*|sort\w*|rank\w*|ranking|clasifica\w*|de mas a menos|de menos a mas|de mayor a menor|de menor a mayor"
)


def _citas_juntas(lineas: Sequence[tuple[Registro, str]]) -> list[tuple[Registro, str]]:
    return list(lineas)


def _corto(campo: Campo, idioma: Idioma, con_etiqueta: bool) -> str:
    dicho = formato.valor(campo.valor, idioma)
    return f"{etiqueta(campo, idioma)} {dicho}" if con_etiqueta else dicho


def de_la_cuenta(clausula: Clausula, registros: Sequence[Registro], idioma: Idioma) -> Parte | None:
    """El dato de toda la cuenta que pide la cláusula («Plan: Equipo»), o None si no pide ninguno."""
    return _del_unico(clausula, terminos_utiles(clausula, registros, idioma), registros, idioma)


def _del_unico(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """Lo que se pide y solo trae uno de los registros, porque es de toda la cuenta: «Plan: Equipo»."""
    de_que = [t for t in terminos if not t.conceptos & {"proyecto", "persona", "organizacion", "ver"}]
    con = [(r, c) for r in registros if de_que and (c := elegir_campos(clausula, de_que, r, idioma))]
    if len(con) != 1 or len(con[0][1]) != 1:
        return None
    registro, (campo,) = con[0][0], con[0][1]
    if campo.tipo != "texto" or len(campo.ruta) > 1:
        return None
    return parte_de(f"{etiqueta(campo, idioma).capitalize()}: {formato.valor(campo.valor, idioma)}", [registro])


def _lista(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """Los nombres de los registros, con su estado o su primer dato; cuántos son, si se pregunta."""
    piezas = [_pieza(r, idioma) for r in registros[:12]]
    clase = en_idioma(registros[0].clase, idioma)
    if "cantidad" in clausula.espera and any(mejor(t, leer_terminos(clase, idioma)) >= 0.75 for t in terminos):
        return parte_de(f"{len(registros)} {clase}: {formato.enumerar(piezas, idioma)}", registros)
    return parte_de(f"{clase.capitalize()}: {formato.enumerar(piezas, idioma)}", registros, 0.5)


_OPERACIONES: Final = (
    _restos, media, diferencia, suma, extremo, con_algo, _filtrados, _por_registro, _del_unico, _lista,
)  # fmt: skip


def _pieza(registro: Registro, idioma: Idioma) -> str:
    estados = [c for c in registro.campos if frases.es_estado(c) and c.tipo == "texto"]
    numeros = [c for c in registro.campos if c.tipo == "numero" and len(c.ruta) == 1]
    if estados:
        return f"{registro.nombre} ({formato.estado(str(estados[0].valor), idioma)})"
    return (
        f"{registro.nombre} ({frases.contar(numeros[0].valor, etiqueta(numeros[0], idioma), idioma)})"
        if numeros
        else registro.nombre
    )
