"""Las llamadas que se piden cláusula a cláusula: acciones, búsquedas con fechas, listas sueltas, fichas por número."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.alcance import COBERTURA
from docubot.modelos.local.analisis import Analisis, Clausula, analizar
from docubot.modelos.local.campos import clase_de
from docubot.modelos.local.catalogo import Ficha
from docubot.modelos.local.mesa import MAXIMO_DE_NOMBRES, Mesa, Necesidad, campo_de_entidad, es_de_datos
from docubot.modelos.local.puntuacion import Encaje, encajar, es_orden, mejores
from docubot.modelos.local.relleno import Relleno, intervalo_de, rellenar
from docubot.modelos.local.valores import identificadores

_MANDA: Final = re.compile(
    r"(?:^|[,;:] *)reserva\b|\b(?:quiero|quisiera|queria|necesito|necesitamos|me gustaria|pon|ponme|ponnos|hazme"
    r"|haz|dame|por favor|porfa|please|i want|i need|we need"
    r"|devuelv\w+|i'd like|i would like|let's|can you|could you|me \w+s\b|reservar|reserva(?:me|nos|la|lo|le)"
    r"|cancel\w*|anul\w+|envi\w+|mand\w+|cre[ae]\w*|agend\w+|book|schedule|send|create)\b"
)
_PONER: Final = frozenset({"crear", "agendar", "reservar", "reembolso"})


def ordenes(mesa: Mesa) -> tuple[list[Necesidad], bool]:
    """Las llamadas que no son de ficha con nombre ni de documentación, y si queda alguna cláusula sin atender."""
    salida: list[Necesidad] = []
    queda = False
    candidatas = [f for f in mesa.fichas if f.papel != "documental"]
    clausulas = mesa.analisis.clausulas or (analizar(mesa.lectura.pregunta).clausulas if mesa.lectura.pregunta else ())
    for clausula in clausulas:
        opciones = mejores(encajar(f, clausula.terminos, mesa.fichas) for f in candidatas)
        elegida = _elegir(mesa, clausula, opciones or _por_huecos(mesa, clausula, candidatas))
        if elegida is None:
            queda = queda or bool(clausula.terminos)
            continue
        for necesidad in elegida:
            if all(
                n.ficha.nombre != necesidad.ficha.nombre or n.relleno.entrada != necesidad.relleno.entrada
                for n in salida
            ):
                salida.append(necesidad)
    return _sin_redundantes(salida), queda


def _por_huecos(mesa: Mesa, clausula: Clausula, candidatas: Sequence[Ficha]) -> list[Encaje]:
    """Sin palabras suyas, también encaja la herramienta cuyos datos están todos: día, hora y cuántos, o un correo."""
    salida = []
    for ficha in candidatas:
        clases = [clase_de(c) for c in ficha.obligatorios]
        tipada = sum(c in ("instante", "dia", "personas") for c in clases) > 2 or clases == ["correo"]
        if ficha.papel in ("consulta", "ficha") and tipada and not clausula.actos:
            propio = rellenar(ficha, replace(mesa.material(clausula), anteriores=(), resultados=()))
            salida += [] if propio.faltan else [encajar(ficha, clausula.terminos, mesa.fichas)]
    return salida


def _sin_redundantes(necesidades: list[Necesidad]) -> list[Necesidad]:
    """Si una herramienta sale completa por una cláusula y coja por otra, basta la completa."""
    completas = {n.ficha.nombre for n in necesidades if not n.relleno.faltan}
    cojas: set[str] = set()
    salida = []
    for necesidad in necesidades:
        nombre = necesidad.ficha.nombre
        if necesidad.relleno.faltan and (nombre in completas or nombre in cojas):
            continue
        cojas |= {nombre} if necesidad.relleno.faltan else set()
        salida.append(necesidad)
    return salida


def _elegir(mesa: Mesa, clausula: Clausula, opciones: Sequence[Encaje]) -> list[Necesidad] | None:
    """La mejor herramienta para una cláusula, si es de las que se rellenan con algo más que un nombre."""
    valoradas: list[tuple[float, Encaje, Relleno]] = []
    for encaje in opciones:
        if es_de_datos(mesa, encaje.ficha):
            valoradas.append((encaje.puntos + 0.3 * bool(mesa.nombres), encaje, Relleno({})))
            continue
        if encaje.ficha.papel == "accion" and not (
            _se_pide(mesa, encaje.ficha, clausula) and _dice_el_verbo(encaje.ficha, mesa.analisis)
        ):
            continue
        if mesa.documental is None and clausula.actos & {"significado", "norma"} and encaje.ficha.papel != "lista":
            continue
        suyo = rellenar(encaje.ficha, mesa.material(clausula))
        relleno = _con_toda(mesa, encaje.ficha, suyo)
        indicios = suyo.propios / max(1, len(encaje.ficha.obligatorios))
        manda = 0.4 * (encaje.ficha.papel == "accion" and _MANDA.search(plegar(clausula.texto)) is not None)
        if mesa.documental is not None and not _viene_a_cuento(mesa, encaje, relleno, clausula):
            continue
        valoradas.append((encaje.puntos + 0.4 * indicios + manda, encaje, relleno))
    if not valoradas:
        return None
    _, mejor, relleno = max(valoradas, key=lambda v: (v[0], v[1].ficha.nombre))
    if es_de_datos(mesa, mejor.ficha):
        return None
    return [Necesidad(mejor.ficha, r) for r in _repetir(mesa, mejor.ficha, clausula, relleno)]


def _se_pide(mesa: Mesa, ficha: Ficha, clausula: Clausula) -> bool:
    """Verdadero si la acción se manda; «¿puedo reservar…?» solo cuenta si ya da todos los datos."""
    if not es_orden(clausula):
        return False
    if not clausula.actos & {"permiso", "porque", "aviso", "habito"} or mesa.documental is None:
        return True
    return len(ficha.obligatorios) > 2 and not rellenar(ficha, mesa.material()).faltan


def _dice_el_verbo(ficha: Ficha, analisis: Analisis) -> bool:
    """Verdadero si se pide lo que hace la acción; crear, agendar y reservar se confunden («ponme una sala»)."""
    if not ficha.verbos or ficha.verbos & analisis.claves:
        return True
    return bool(ficha.verbos & _PONER) and bool(analisis.claves & (_PONER | ficha.sustantivos))


def _con_toda(mesa: Mesa, ficha: Ficha, relleno: Relleno) -> Relleno:
    """Si a lo que dice la cláusula le faltan datos, lo que diga toda la pregunta."""
    if not relleno.faltan:
        return relleno
    entera = rellenar(ficha, mesa.material())
    return entera if len(entera.faltan) < len(relleno.faltan) else relleno


def _repetir(mesa: Mesa, ficha: Ficha, clausula: Clausula, relleno: Relleno) -> list[Relleno]:
    """Una llamada por cada identificador que se nombra («los pedidos 4521 y 4522»)."""
    if ficha.entidad is None or ficha.papel != "ficha" or clase_de(campo_de_entidad(ficha)) != "id":
        return [relleno]
    valores = list(dict.fromkeys(identificadores(campo_de_entidad(ficha), mesa.material(clausula))))[:MAXIMO_DE_NOMBRES]
    if len(valores) < 2:
        return [relleno]
    return [replace(relleno, entrada={**relleno.entrada, ficha.entidad: v}) for v in valores]


def _viene_a_cuento(mesa: Mesa, encaje: Encaje, relleno: Relleno, clausula: Clausula) -> bool:
    """Con documentación al lado, una herramienta solo se elige si hay con qué rellenarla, o si se manda algo."""
    if encaje.ficha.papel == "lista":
        tengo = (
            re.search(r"\b(?:tengo|tenemos|mis|nuestras|my|our|i have|we have)\b", plegar(clausula.texto)) is not None
        )
        if encaje.cobertura < (0.5 if tengo else COBERTURA) or not encaje.aciertos & encaje.ficha.sustantivos:
            return False
        return tengo or not clausula.actos
    if relleno.propios:
        return True
    if encaje.ficha.papel == "accion":
        return es_orden(clausula) and not clausula.actos and _MANDA.search(plegar(clausula.texto)) is not None
    leido = intervalo_de(encaje.ficha, mesa.material(clausula))
    manda = _MANDA.search(plegar(clausula.texto)) or encaje.aciertos & {"buscar", "libre"}
    return (
        es_orden(clausula)
        and manda is not None
        and bool(manda)
        and (not leido.vacio or bool(encaje.aciertos & {"buscar", "libre", "reservar"}))
    )
