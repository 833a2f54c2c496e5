# ruff: noqa: E501 - expresiones regulares
"""Lo que responden los pasajes, con los datos vivos que deciden cuál toca."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from docubot.lenguaje.texto import palabras, plegar
from docubot.modelos.local.datos import Registro, es_nombre_propio
from docubot.modelos.local.redaccion import (
    aspectos,
    documental,
    formato,
    frases,
)
from docubot.modelos.local.redaccion.campos import palabras_de_nombres, valores_texto
from docubot.modelos.local.redaccion.etiquetas import en_idioma
from docubot.modelos.local.redaccion.mesa import Mesa
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.pedido import Clausula, leer_clausula
from docubot.modelos.local.redaccion.puntuacion import Biblioteca
from docubot.modelos.local.terminos import leer_terminos, mejor
from docubot.tipos import Idioma


def solo_pasajes(mesa: Mesa, clausula: Clausula, biblioteca: Biblioteca, registros: Sequence[Registro]) -> Parte | None:
    idioma = mesa.lectura.idioma
    vivos = [v for r in registros for v in valores_texto(r)]
    ajenos = palabras_de_nombres(mesa.registros) | _palabras_de_valores(mesa.registros)
    busqueda = documental.buscar(
        biblioteca, clausula, idioma, ajenos, vivos, mesa.entera.terminos, mesa.lectura.producto
    )
    parte = documental.responder(
        biblioteca, busqueda, idioma, de_un_dato=bool(registros) and not clausula.medidas and not _del_plan(clausula)
    )
    if parte is not None:
        parte = _con_los_demas_aspectos(parte, mesa, clausula, biblioteca, ajenos, vivos)
    if parte is None and not registros:
        return _por_la_consulta(mesa, clausula, biblioteca, ajenos)
    if parte is None or not registros:
        return parte
    cola = _roles_vivos(registros, parte.usadas, idioma) if "persona" in clausula.espera else ""
    inicio = _contexto_vivo(registros, parte.usadas, busqueda.elegidas, clausula, idioma)
    return Parte(f"{inicio}{parte.texto}{cola}", parte.seguridad, parte.usadas)


def _con_los_demas_aspectos(
    parte: Parte, mesa: Mesa, clausula: Clausula, biblioteca: Biblioteca, ajenos: frozenset[str], vivos: Sequence[str]
) -> Parte:
    """La parte con lo que respondan los pasajes a las otras cosas que enumera la cláusula."""
    idioma = mesa.lectura.idioma
    for suya, faltan in aspectos.sin_contestar(clausula, parte.usadas, idioma):
        busqueda = documental.buscar(biblioteca, suya, idioma, ajenos, vivos, mesa.entera.terminos)
        otra = documental.responder(biblioteca, busqueda, idioma)
        if otra is None or otra.seguridad < SEGURO or len(parte.texto) + len(otra.texto) > MAXIMO_CON_ASPECTOS:
            continue
        if set(otra.usadas) <= set(parte.usadas):
            continue
        dichos = leer_terminos(" ".join(otra.usadas), "es")
        if any(mejor(t, dichos) >= 0.75 for t in faltan) and otra.texto not in parte.texto:
            parte = replace(parte, texto=f"{parte.texto} {otra.texto}", usadas=(*parte.usadas, *otra.usadas))
    return parte


MAXIMO_CON_ASPECTOS: Final = 900
SEGURO: Final = 0.6
"""Parte de un aspecto que tiene que cubrir lo que se le contesta."""


def _por_la_consulta(mesa: Mesa, clausula: Clausula, biblioteca: Biblioteca, ajenos: frozenset[str]) -> Parte | None:
    """Si se buscó con otras palabras que las de la pregunta, lo que responde a esa búsqueda."""
    idioma = mesa.lectura.idioma
    producto = plegar(mesa.lectura.producto)
    if producto and re.search(rf"\b{re.escape(producto)}\b", clausula.plegado):
        return None
    suyas = {t.forma for t in mesa.entera.terminos}
    for resultado in mesa.lectura.resultados:
        consulta = next((v for v in resultado.entrada.values() if isinstance(v, str)), "") if resultado.pasajes else ""
        buscada = leer_clausula(consulta, idioma)
        propias = [t for t in buscada.terminos if t.forma in suyas]
        if not buscada.terminos or 2 * len(propias) > len(buscada.terminos):
            continue
        de_eso = replace(buscada, espera=clausula.espera, medidas=clausula.medidas)
        return documental.responder(biblioteca, documental.buscar(biblioteca, de_eso, idioma, ajenos), idioma)
    return None


def _palabras_de_valores(registros: Sequence[Registro]) -> frozenset[str]:
    """Las palabras de los nombres de persona y de cliente que dan los datos: no hay que buscarlas en los pasajes."""
    return frozenset(
        p for r in registros for c in r.campos
        if c.tipo == "texto" and " " in str(c.valor) and not frases.es_estado(c) for p in palabras(str(c.valor)) if len(p) > 2
    )  # fmt: skip


def _roles_vivos(registros: Sequence[Registro], usadas: Sequence[str], idioma: Idioma) -> str:
    """« Responsable de Cierzo: Noa Ferrer [1].»: quién es hoy el papel que nombra la regla."""
    dichos = leer_terminos(" ".join(usadas), "es")
    for registro in registros[:2]:
        for campo in registro.campos:
            propio = (
                campo.tipo == "texto"
                and len(campo.ruta) == 1
                and not frases.es_estado(campo)
                and not es_nombre_propio(campo)
            )
            if (
                propio
                and plegar(campo.ruta[0]) not in ("plan", "id")
                and any(mejor(t, dichos) >= 0.95 for t in leer_terminos(campo.etiqueta, "es"))
            ):
                return " " + formato.citar(formato.oracion(frases.decir(registro, [campo], idioma)), registro.numero)
    return ""


def _contexto_vivo(
    registros: Sequence[Registro],
    usadas: Sequence[str],
    elegidas: Mapping[str, str],
    clausula: Clausula,
    idioma: Idioma,
) -> str:
    """«Tu plan es Equipo [2].»: el dato vivo que decidió qué frase de los pasajes toca."""
    dichas = set(palabras(" ".join(usadas)))
    valores = set(elegidas.values()) & dichas
    for registro in registros:
        for campo in registro.campos:
            if campo.tipo == "texto" and plegar(str(campo.valor)) in valores:
                cosa = en_idioma(campo.etiqueta, idioma)
                dicho = f"Your {cosa} is {campo.valor}." if idioma == "en" else f"{cosa.capitalize()}: {campo.valor}."
                return formato.citar(dicho, registro.numero) + " "
    estados = [c for c in registros[0].campos if frases.es_estado(c)] if len(registros) == 1 else []
    if estados and any(t.conceptos & {"pausa", "completado", "archivado", "activo"} for t in clausula.terminos):
        return (
            formato.citar(formato.oracion(frases.decir(registros[0], estados[:1], idioma)), registros[0].numero) + " "
        )
    return ""


def _del_plan(clausula: Clausula) -> bool:
    """«¿nuestro plan incluye…?»: la regla del plan sí responde con un sí o un no."""
    return any("plan" in t.conceptos for t in clausula.terminos)
