"""Las frases con que se dice el valor de uno o varios campos de un registro."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.datos import Campo, Registro
from docubot.modelos.local.redaccion import formato
from docubot.modelos.local.redaccion.etiquetas import en_idioma, etiqueta
from docubot.tipos import Idioma

_DE_ESTADO: Final = {"estado", "status", "state", "situacion"}
_EN_SINGULAR: Final = {
    "tareas": "tarea",
    "horas": "hora",
    "tasks": "task",
    "hours": "hour",
    "abiertas": "abierta",
    "days": "day",
}


def el_plan_de_hoy(plan: str, idioma: Idioma) -> str:
    """«Vuestro plan es Equipo.»."""
    return f"Vuestro plan es {plan}." if idioma == "es" else f"Your plan is {plan}."


def es_estado(campo: Campo) -> bool:
    """Verdadero si la clave es un estado."""
    return plegar(campo.ruta[-1]) in _DE_ESTADO


def nombre_de_registro(registro: Registro, idioma: Idioma) -> str:
    """El nombre; si es solo un número o un código, con la clase delante («pedido 4521»)."""
    if registro.nombre.isdigit():
        return f"{'el' if idioma == 'es' else 'the'} {en_idioma(registro.clase, idioma)} {registro.nombre}".strip()
    return registro.nombre


def contar(cantidad: float, cosa: str, idioma: Idioma) -> str:
    """«42 tareas abiertas», «1 tarea abierta»."""
    texto = formato.numero(cantidad, idioma)
    if cantidad == 1:
        cosa = " ".join(_EN_SINGULAR.get(p, p) for p in cosa.split())
    return f"{texto} {cosa}"


def decir(registro: Registro, campos: Sequence[Campo], idioma: Idioma) -> str:
    """Una frase con los campos de un registro, sin citar: números juntos, lo demás como «Etiqueta de X: valor»."""
    numeros = [c for c in campos if c.tipo == "numero"]
    otros = [c for c in campos if c.tipo != "numero"]
    partes = [_decir_numeros(registro, numeros, idioma)] if numeros else []
    partes += [_decir_otro(registro, c, idioma) for c in otros]
    return "; ".join(p for p in partes if p)


def _decir_numeros(registro: Registro, campos: Sequence[Campo], idioma: Idioma) -> str:
    cosas = [contar(c.valor, etiqueta(c, idioma), idioma) for c in campos]
    nombre = nombre_de_registro(registro, idioma)
    verbo = "tiene" if idioma == "es" else "has"
    return f"{nombre} {verbo} {formato.enumerar(cosas, idioma)}".strip()


def _decir_otro(registro: Registro, campo: Campo, idioma: Idioma) -> str:
    nombre = nombre_de_registro(registro, idioma)
    cosa = etiqueta(campo, idioma)
    if es_estado(campo) and campo.tipo == "texto":
        return f"{nombre} {'está' if idioma == 'es' else 'is'} {formato.estado(str(campo.valor), idioma)}".strip()
    if campo.tipo == "nulo":
        return f"{nombre} no tiene {cosa}" if idioma == "es" else f"{nombre} has no {cosa} set"
    dicho = formato.valor(campo.valor, idioma)
    if campo.tipo == "booleano":
        return f"{nombre}: {cosa}, {dicho}"
    if not nombre:
        return f"{cosa}: {dicho}"
    return f"{cosa} de {nombre}: {dicho}" if idioma == "es" else f"{nombre}'s {cosa}: {dicho}"


def resumir(registro: Registro, idioma: Idioma) -> str:
    """Un registro en una frase: su estado y lo que más importa, en el orden en que vino."""
    estados = [c for c in registro.campos if es_estado(c) and c.tipo == "texto"]
    nombre = nombre_de_registro(registro, idioma)
    inicio = (
        f"{nombre} {'está' if idioma == 'es' else 'is'} {formato.estado(str(estados[0].valor), idioma)}"
        if estados
        else nombre
    )
    detalles = [_corto(c, idioma) for c in _importantes(registro) if c not in estados]
    if not detalles:
        return inicio
    return f"{inicio}{', ' if estados else ': '}{formato.enumerar(detalles, idioma)}"


def _importantes(registro: Registro) -> list[Campo]:
    """Los campos de la raíz que no son técnicos y los dos primeros números de cada grupo sin total."""
    raiz = [c for c in registro.campos if len(c.ruta) == 1 and not c.tecnico and plegar(c.ruta[0]) not in _OBVIOS]
    grupos: dict[tuple[str, ...], list[Campo]] = {}
    for campo in registro.campos:
        if len(campo.ruta) == 2 and campo.tipo == "numero":
            grupos.setdefault(campo.ruta[:1], []).append(campo)
    ya = {plegar(c.ruta[0]).split("_")[0] for c in raiz}
    extra = [c for ruta, campos in grupos.items() if plegar(ruta[0]) not in ya for c in campos[:2]]
    return (raiz + extra)[:7]


_OBVIOS: Final = {"nombre", "name", "titulo", "title", "plan", "nota", "note"}


def _corto(campo: Campo, idioma: Idioma) -> str:
    cosa = etiqueta(campo, idioma)
    match campo.tipo:
        case "numero":
            return contar(campo.valor, cosa, idioma)
        case "nulo":
            return f"sin {cosa}" if idioma == "es" else f"no {cosa}"
        case "fecha" | "momento":
            return f"{cosa}: {formato.valor(campo.valor, idioma)}"
        case _:
            return f"{cosa}: {formato.valor(campo.valor, idioma)}"
