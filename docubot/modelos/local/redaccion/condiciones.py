# ruff: noqa: E501 - expresiones regulares
"""Los porqués: las condiciones que ponen los pasajes, comprobadas una a una contra los campos de un registro."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.datos import Campo, Registro, terminos_de_campo
from docubot.modelos.local.redaccion import formato, frases
from docubot.modelos.local.redaccion.arreglos import arregla, lo_que_puede, rol_en, supuesto_en
from docubot.modelos.local.redaccion.campos import valores_texto
from docubot.modelos.local.redaccion.cita import escribir
from docubot.modelos.local.redaccion.comprobaciones import (
    CODIGO,
    Condicion,
    comprobar,
    condiciones_en,
    es_de_registrar,
    faltas_relacionadas,
    habla_de,
    prueba_de_ausencia,
    viene_al_caso,
)
from docubot.modelos.local.redaccion.papeles import puede, solo_otros
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.pedido import Clausula
from docubot.modelos.local.redaccion.puntuacion import Biblioteca
from docubot.modelos.local.redaccion.veredictos import Veredicto, veredicto_por_estado
from docubot.modelos.local.terminos import Termino, leer_terminos, mejor
from docubot.tipos import Idioma

_DE_CODIGOS: Final = r"codigos?|codes?|errores|errors?"
_QUE_HACE_FALTA: Final = (
    r"hace falta|falta\w*|needs?|needed|requisit\w*|condicion\w*|por ?que|why|missing|codigos?|codes?"
)
_DETALLES: Final = frozenset(
    {
        "moneda",
        "iva",
        "recordatorio",
        "vencimiento",
        "rectificar",
        "numeracion",
        "serie",
        "descuento",
        "temporizador",
        "futuro",
        "unidad",
    }
)
"""Lo que se pregunta de una acción y no es si se puede hacer."""
PERMISO: Final = (
    r"possible|may|compatib\w+|billable|facturables?|valid\w*|puedo|puede\w*|podemos|podria\w*|podes|se puede|se podria|deja\w*|permite\w*|can|can t|cannot|could|able|allowed|let me|admite|falta\w*|codigos?|codes?|"
    r"errores|error|missing|needs?|lack\w*|arregl\w*|resolver|solucion\w*|fix\w*|necesit\w*|requisit\w*|impid\w+|blocked|bloquea\w*|listo para|ready|hace falta|stop\w*"
)
_INUTILES: Final = frozenset(
    {
        "proyecto",
        "estado",
        "abierta",
        "ver",
        "incluir",
        "dato",
        "por_defecto",
        "limite",
        "crear",
        "activar",
        "plan",
        "error",
        "codigo",
    }
)


def responder(
    clausula: Clausula, entera: Clausula, registros: Sequence[Registro], biblioteca: Biblioteca, idioma: Idioma
) -> Parte | None:
    """Por qué se puede o no se puede, con lo que falla; None si no se pregunta eso o los pasajes no lo dicen."""
    if ("cantidad" in clausula.espera and not clausula.espera & {"porque"}) or not registros:
        return None
    if "persona" in clausula.espera and "porque" not in clausula.espera and clausula.dice(r"quien\w*|who"):
        return None
    if "definicion" in clausula.espera and not CODIGO.search(clausula.texto) and "porque" not in clausula.espera:
        return None
    if "porque" not in clausula.espera and not clausula.dice(PERMISO) and not CODIGO.search(clausula.texto):
        return None
    accion = _accion(clausula, registros) or _accion(entera, registros)
    if es_de_registrar(entera) and not any("registrar" in t.conceptos for t in accion):
        accion = leer_terminos("registrar horas", "es")
    todas = condiciones_en(biblioteca)
    if clausula.dice(_DE_CODIGOS) and not any(viene_al_caso(c, accion) for c in todas):
        accion = tuple(t for c in condiciones_en(biblioteca) for t in leer_terminos(c.texto, "es") if t.conceptos)
    if not accion or (not clausula.dice(_QUE_HACE_FALTA) and _trata_de_otra_cosa(accion, biblioteca)):
        return None
    codigos = CODIGO.findall(clausula.texto) if len(registros) == 1 else []
    if codigos and (parte := _del_codigo(clausula, codigos, registros[0], biblioteca, idioma)):
        return parte
    if (rol := rol_en(entera)) and (dicho := lo_que_puede(rol, accion, biblioteca)) and "si_no" in clausula.espera:
        return Parte(f"{puede(dicho[0], idioma)}{escribir([dicho[1]], idioma)}")
    if rol is not None and rol.conceptos & {"miembro", "invitado"}:
        if parte := solo_otros(rol, accion, biblioteca, idioma):
            return parte
        if not any("facturar" in t.conceptos for t in accion):
            return None
    if len(registros) > 1:
        return _comparar(registros, accion, biblioteca, idioma)
    return _uno(clausula, entera, registros[0], accion, biblioteca, idioma)


def _accion(clausula: Clausula, registros: Sequence[Registro]) -> tuple[Termino, ...]:
    """Los términos de lo que se quiere hacer: sin nombres, sin estados y sin palabras generales."""
    valores = [t for r in registros for v in (*valores_texto(r), r.nombre) for t in leer_terminos(v, "es")]
    return tuple(
        t for t in clausula.terminos
        if not (mejor(t, valores) >= 0.9) and (t.conceptos - _INUTILES) and not t.conceptos & {"pausa", "completado", "archivado"}
    )  # fmt: skip


def _trata_de_otra_cosa(accion: Sequence[Termino], biblioteca: Biblioteca) -> bool:
    """Verdadero si la acción lleva algo de lo que las condiciones no hablan y otra frase sí («factura en dólares»)."""
    condiciones = condiciones_en(biblioteca)
    de_ellas = [t for c in condiciones for t in leer_terminos(f"{c.texto} {c.unidad.encabezado}", "es")]
    ajenos = [t for t in accion if t.conceptos & _DETALLES and condiciones and mejor(t, de_ellas) < 0.75]
    return any(biblioteca.cubre_propio(i, t) >= 0.75 for t in ajenos for i in range(len(biblioteca.unidades)))


def _del_codigo(
    clausula: Clausula, codigos: Sequence[str], registro: Registro, biblioteca: Biblioteca, idioma: Idioma
) -> Parte | None:
    """Una pregunta por un código: si hoy saldría en ese registro, por qué, y cómo se arregla si se pide."""
    partes = []
    for condicion in condiciones_en(biblioteca):
        if condicion.codigo not in codigos:
            continue
        resultado = comprobar(condicion, registro, biblioteca, idioma)
        if resultado is None:
            continue
        sale = bool(resultado)
        dato = _dato_de(condicion, registro, idioma)
        si_no = ("Sí" if sale else "No") if idioma == "es" else ("Yes" if sale else "No")
        texto = condicion.texto if idioma == "es" else f"“{condicion.texto}”"
        inicio = f"{si_no}: {condicion.codigo} ({texto})"
        verbo = (
            ("sale hoy en" if sale else "no sale hoy en")
            if idioma == "es"
            else ("applies now to" if sale else "does not apply now to")
        )
        partes.append(
            formato.citar(f"{inicio} {verbo} {registro.nombre}{dato}.", condicion.unidad.numero, registro.numero)
        )
    if not partes:
        return None
    if "como" in clausula.espera or clausula.dice(r"quit\w*|arregl\w*|resolv\w*|fix\w*|solve|get rid"):
        filas = [
            u
            for u in biblioteca.unidades
            if u.clase == "fila" and any(c in f"{u.fila} {u.texto}" for c in codigos) and len(u.celdas) > 1
        ]
        partes += [escribir(filas[:1], idioma)] if filas else []
    return Parte(" ".join(partes))


def _dato_de(condicion: Condicion, registro: Registro, idioma: Idioma) -> str:
    """El campo del que depende la condición, dicho: « (Atlas tiene 0 horas sin aprobar)»."""
    de_que = leer_terminos(condicion.texto, "es")
    estados = [
        c
        for c in registro.campos
        if frases.es_estado(c)
        and c.tipo == "texto"
        and re.search(r"\b(?:esta|estado|pausa)\b", plegar(condicion.texto))
    ]
    if prueba_de_ausencia(condicion):
        estados = [c for c in registro.campos if c.tipo in ("booleano", "nulo") and habla_de(c, de_que, idioma)]
    numeros = [
        c
        for c in registro.campos
        if c.tipo == "numero"
        and (hoja := terminos_de_campo(Campo(c.ruta[-1:], c.valor), "es"))
        and any(t.negado and mejor(t, de_que) >= 0.97 for t in hoja)
    ]
    campos = (numeros or estados)[:2]
    return f" ({frases.decir(registro, campos, idioma)})" if campos else ""


def _uno(
    clausula: Clausula,
    entera: Clausula,
    registro: Registro,
    accion: Sequence[Termino],
    biblioteca: Biblioteca,
    idioma: Idioma,
) -> Parte | None:
    condiciones = [c for c in condiciones_en(biblioteca) if viene_al_caso(c, accion)]
    supuesto = supuesto_en(entera)
    como_seria = _con_otro_plan(registro, entera, biblioteca, idioma)
    fallan: list[tuple[Condicion, str]] = []
    arreglan: list[str] = []
    sin_saber: list[Condicion] = []
    comprobadas = 0
    for condicion in condiciones:
        resultado = comprobar(condicion, como_seria, biblioteca, idioma)
        comprobadas += resultado is not None
        if resultado is None:
            sin_saber.append(condicion)
        elif resultado and arregla(
            supuesto,
            condicion.texto,
            not prueba_de_ausencia(condicion) and "pausa" in plegar(condicion.texto),
            prueba_de_ausencia(condicion),
            idioma,
        ):
            arreglan.append(condicion.codigo)
        elif resultado:
            fallan.append((condicion, resultado))
    if arreglan and not fallan:
        return _decir_arreglado(registro, arreglan, accion, idioma, condiciones)
    if fallan:
        dicho = _decir_fallos(clausula, registro, fallan, idioma).texto
        sueltas = any(d and prueba_de_ausencia(c) for c, d in fallan) or bool(arreglan)
        faltas = "" if sueltas else faltas_relacionadas(registro, accion, idioma)
        return Parte(f"{_estado_callado(registro, dicho, idioma)}{dicho} {faltas}".strip())
    veredicto = veredicto_por_estado(biblioteca, accion, registro)
    if veredicto is not None and (not veredicto.deja or comprobadas < 2):
        parte = _decir_veredicto(clausula, registro, veredicto, idioma)
        faltas = "" if veredicto.deja else faltas_relacionadas(registro, accion, idioma)
        return Parte(f"{parte.texto} {faltas}".strip())
    if comprobadas >= 2:
        return _decir_nada_falla(registro, condiciones, sin_saber, accion, idioma)
    return None


def _con_otro_plan(registro: Registro, entera: Clausula, biblioteca: Biblioteca, idioma: Idioma) -> Registro:
    """El registro como sería con el plan que supone la pregunta."""
    vivos = biblioteca.alternativas.con_valores(valores_texto(registro))
    pedidas = biblioteca.alternativas.elegidas(entera.terminos, idioma)
    cambios = {vivos[f]: v for f, v in pedidas.items() if f in vivos and vivos[f] != v}
    campos = tuple(
        Campo(c.ruta, cambios.get(plegar(str(c.valor)), c.valor)) if c.tipo == "texto" else c for c in registro.campos
    )
    return replace(registro, campos=campos)


def _decir_arreglado(
    registro: Registro,
    codigos: Sequence[str],
    accion: Sequence[Termino],
    idioma: Idioma,
    condiciones: Sequence[Condicion],
) -> Parte:
    numeros = [registro.numero, *(c.unidad.numero for c in condiciones if c.codigo in codigos)]
    lista = formato.enumerar(list(dict.fromkeys(codigos)), idioma)
    hoy = _de_que_se_habla(registro, accion, idioma)
    if idioma == "en":
        return Parte(
            formato.citar(
                f"Yes: with that, {lista} would no longer apply to {registro.nombre} and nothing else I can check fails{hoy}.",
                *numeros,
            )
        )
    return Parte(
        formato.citar(
            f"Sí: con eso dejarían de salir {lista} en {registro.nombre} y no falla nada más que pueda comprobar{hoy}.",
            *numeros,
        )
    )


def _de_que_se_habla(registro: Registro, accion: Sequence[Termino], idioma: Idioma) -> str:
    """« (Boreal tiene 24 horas sin facturar y 0 sin aprobar)»: las cifras que toca la acción."""
    campos = [
        c for c in registro.campos
        if c.tipo == "numero" and any(t.negado and t.conceptos & {"facturar", "aprobar"} for t in terminos_de_campo(c, "es"))
    ]  # fmt: skip
    de_facturar = any("facturar" in t.conceptos for t in accion)
    return f" ({frases.decir(registro, campos[:2], idioma)})" if campos and de_facturar else ""


def _estado_callado(registro: Registro, dicho: str, idioma: Idioma) -> str:
    """El estado del registro, si lo que se dice no lo nombra: es el dato del que parte cualquier porqué."""
    estados = [c for c in registro.campos if frases.es_estado(c) and plegar(str(c.valor)) not in plegar(dicho)]
    return (
        formato.citar(formato.oracion(frases.decir(registro, estados[:1], idioma)), registro.numero) + " "
        if estados
        else ""
    )


def _una_a_una(
    registros: Sequence[Registro], accion: Sequence[Termino], biblioteca: Biblioteca, idioma: Idioma
) -> Parte | None:
    """De cada registro, si falla alguna condición y cuál: «Atlas: sí; Boreal: no (FACT-203, está en pausa)»."""
    condiciones = [c for c in condiciones_en(biblioteca) if viene_al_caso(c, accion)]
    if len(condiciones) < 3:
        return None
    piezas = []
    for registro in registros:
        fallan = [(c, d) for c in condiciones if (d := comprobar(c, registro, biblioteca, idioma))]
        estados = [
            formato.estado(str(c.valor), idioma) for c in registro.campos if frases.es_estado(c) and c.tipo == "texto"
        ]
        si = formato.si_no(not fallan, idioma)
        porque = ", ".join([*estados[:1], *(f"{c.codigo}: {d}" for c, d in fallan)])
        datos = _de_que_se_habla(registro, accion, idioma)
        numeros = (registro.numero, *(c.unidad.numero for c, _ in fallan[:1]))
        piezas.append(formato.citar(f"{registro.nombre}: {si}, {porque}{datos}", *numeros))
    return Parte(formato.oracion("; ".join(piezas)))


def _comparar(
    registros: Sequence[Registro], accion: Sequence[Termino], biblioteca: Biblioteca, idioma: Idioma
) -> Parte | None:
    if parte := _una_a_una(registros, accion, biblioteca, idioma):
        return parte
    veredictos = [(r, veredicto_por_estado(biblioteca, accion, r)) for r in registros]
    dichos = [(r, v) for r, v in veredictos if v is not None]
    if len(dichos) < len(registros):
        return None
    piezas = [
        formato.citar(f"en {r.nombre} {formato.si_no(v.deja, idioma)}, porque está {v.estado}" if idioma == "es"
                      else f"{r.nombre}: {formato.si_no(v.deja, idioma)}, because it is {formato.estado(v.estado, idioma)}", r.numero, v.unidad.numero)
        for r, v in dichos
    ]  # fmt: skip
    reglas = list(dict.fromkeys(v.unidad.texto for _, v in dichos if not v.deja))
    regla = escribir([v.unidad for _, v in dichos if v.unidad.texto in reglas[:1]][:1], idioma)
    return Parte(f"{formato.oracion('; '.join(piezas))} {regla}".strip())


def _decir_fallos(
    clausula: Clausula, registro: Registro, fallan: Sequence[tuple[Condicion, str]], idioma: Idioma
) -> Parte:
    piezas = []
    for condicion, detalle in fallan:
        extra = f": {detalle}" if detalle and plegar(detalle) not in plegar(condicion.texto) else ""
        texto = condicion.texto if idioma == "es" else f"“{condicion.texto}”"
        piezas.append(formato.citar(f"{texto}{extra} ({condicion.codigo})", condicion.unidad.numero))
    lista = formato.enumerar(piezas, idioma)
    if idioma == "en":
        inicio = "No, because " if "si_no" in clausula.espera else "Because "
        cuantas = "1 condition fails" if len(piezas) == 1 else f"{len(piezas)} conditions fail"
        dicho = f"{inicio}{cuantas} for {registro.nombre} (in Spanish in the documentation): {lista}."
        return Parte(formato.citar(dicho, registro.numero))
    inicio = "No: " if "si_no" in clausula.espera else ""
    cuantas = "falla 1 condición" if len(piezas) == 1 else f"fallan {len(piezas)} condiciones"
    return Parte(formato.citar(formato.oracion(f"{inicio}{cuantas} en {registro.nombre}: {lista}"), registro.numero))


def _decir_veredicto(clausula: Clausula, registro: Registro, veredicto: Veredicto, idioma: Idioma) -> Parte:
    estado = formato.estado(veredicto.estado, idioma)
    regla = escribir([veredicto.unidad], idioma)
    if idioma == "en":
        inicio = (
            ""
            if "porque" in clausula.espera and "si_no" not in clausula.espera
            else ("Yes, " if veredicto.deja else "No, ")
        )
        return Parte(f"{formato.citar(f'{inicio}{registro.nombre} is {estado}.', registro.numero)} {regla}")
    inicio = (
        "" if "porque" in clausula.espera and "si_no" not in clausula.espera else ("Sí, " if veredicto.deja else "No, ")
    )
    return Parte(f"{formato.citar(f'{inicio}{registro.nombre} está {estado}.', registro.numero)} {regla}")


def _decir_nada_falla(
    registro: Registro,
    condiciones: Sequence[Condicion],
    sin_saber: Sequence[Condicion],
    accion: Sequence[Termino],
    idioma: Idioma,
) -> Parte:
    numeros = [registro.numero, *(c.unidad.numero for c in condiciones[:2])]
    hoy = _de_que_se_habla(registro, accion, idioma)
    estados = [c for c in registro.campos if frases.es_estado(c) and c.tipo == "texto"]
    estado = formato.estado(str(estados[0].valor), idioma) if estados else ""
    dudas = formato.enumerar([f"{c.codigo} ({c.texto})" for c in sin_saber[:2]], idioma)
    if idioma == "en":
        resto = f" What I can't check: {dudas}." if dudas else ""
        es = f" ({registro.nombre} is {estado})" if estado else ""
        return Parte(
            formato.citar(f"Yes: none of the conditions I can check fails for {registro.nombre}{es}{hoy}.", *numeros)
            + resto
        )
    resto = f" Lo que no puedo comprobar: {dudas}." if dudas else ""
    es = f", que está {estado}" if estado else ""
    return Parte(
        formato.citar(
            f"Sí: en {registro.nombre}{es}, no falla ninguna de las condiciones que puedo comprobar{hoy}.", *numeros
        )
        + resto
    )
