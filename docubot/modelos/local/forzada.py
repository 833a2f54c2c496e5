"""La llamada obligada (`tool_choice` tool o any): siempre un `tool_use` que cumple el esquema."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from docubot.modelos.local.campos import clase_de, texto_de
from docubot.modelos.local.catalogo import Campo, Ficha, claves_de, entender
from docubot.modelos.local.clasificacion import clasificar, definiciones
from docubot.modelos.local.decision import Decision, Llamada, Llamadas, Responder
from docubot.modelos.local.entidades import Nombre, cercano
from docubot.modelos.local.lectura import Lectura
from docubot.modelos.local.mesa import Mesa, poner_la_mesa
from docubot.modelos.local.perfiles import Perfil, inventar
from docubot.modelos.local.plan import nombres_consultados, planear
from docubot.modelos.local.puntuacion import encajar
from docubot.modelos.local.relleno import rellenar

_DE_CUENTA: Final = frozenset(
    {
        "tarea",
        "hora",
        "estado",
        "entrega",
        "facturar",
        "cliente",
        "responsable",
        "plan",
        "registrar",
        "presupuesto",
        "pendiente",
        "limite",
        "aprobar",
    }
)
"""De qué tiene que ir una pregunta para creerse un nombre dudoso."""
_VARIOS_ES_NULO: Final = re.compile(r"nombra varios|varios|several|more than one")


def forzar(lectura: Lectura, perfil: Perfil, nombre: str | None) -> Decision:
    """Llama a la herramienta obligada o, con `any`, a la que mejor encaje; lo que falte se inventa: hay que llamar."""
    fichas = [entender(h) for h in lectura.herramientas]
    if nombre is None:
        return _cualquiera(lectura, fichas)
    ficha = next((f for f in fichas if f.nombre == nombre), None)
    if ficha is None:
        return Responder()
    listados = tuple(n for campo in ficha.campos if clase_de(campo) == "nombre" for n in _listados(campo, lectura))
    conocidos = tuple(dict.fromkeys((*lectura.nombres_conocidos, *listados)))
    return Llamadas((_llamada(replace(lectura, nombres_conocidos=conocidos), ficha),))


def _listados(campo: Campo, lectura: Lectura) -> Iterator[str]:
    """Los nombres que el prompt da de lo que pide el campo («Proyectos que existen: «Atlas», «Boreal»»)."""
    for renglon in lectura.system.splitlines():
        etiqueta, _, resto = renglon.partition(":")
        if claves_de(etiqueta) & campo.claves:
            yield from (n.strip() for n in re.findall(r"«([^»]+)»", resto))


def _cualquiera(lectura: Lectura, fichas: list[Ficha]) -> Decision:
    mesa = poner_la_mesa(lectura)
    hechas = {(r.nombre, str(dict(r.entrada))) for r in lectura.resultados}
    planeadas = [n for n in planear(mesa).necesidades if (n.ficha.nombre, str(dict(n.relleno.entrada))) not in hechas]
    if planeadas:
        return Llamadas(tuple(Llamada(n.ficha.nombre, inventar(n.ficha, n.relleno, lectura)) for n in planeadas))
    encajes = [encajar(f, mesa.analisis.terminos, mesa.fichas) for f in fichas]
    mejor = max(encajes, key=lambda e: (e.puntos, e.ficha.papel == "documental", e.ficha.nombre))
    return Llamadas((_llamada(lectura, mejor.ficha),))


def _llamada(lectura: Lectura, ficha: Ficha) -> Llamada:
    mesa = poner_la_mesa(lectura)
    fijos: dict[str, Any] = {}
    for campo in ficha.campos:
        valor = _valor(campo, ficha, mesa)
        if valor is not None:
            fijos[campo.nombre] = valor
    relleno = rellenar(
        ficha, mesa.material(), {c.nombre: fijos.get(c.nombre) for c in ficha.campos if _decidido(c)} | fijos
    )
    return Llamada(ficha.nombre, inventar(ficha, relleno, lectura))


def _decidido(campo: Campo) -> bool:
    return clase_de(campo) in ("enum", "nombre")


def _valor(campo: Campo, ficha: Ficha, mesa: Mesa) -> Any:
    clase = clase_de(campo)
    if clase == "enum":
        directo = (
            rellenar(ficha, mesa.material()).entrada.get(campo.nombre) if not _definido(campo, ficha, mesa) else None
        )
        if directo is not None:
            return directo
        elegido = clasificar(campo, ficha, mesa.lectura, _nombradas(ficha, mesa))
        return elegido if elegido is not None or campo.obligatorio else None
    if clase == "nombre":
        return _nombre(campo, mesa)
    return None


def _nombradas(ficha: Ficha, mesa: Mesa) -> frozenset[str]:
    campos = [c for c in ficha.campos if clase_de(c) == "nombre" and _nombres(c, mesa)]
    return frozenset().union(*(c.claves for c in campos))


def _nombre(campo: Campo, mesa: Mesa) -> str | None:
    nombres = _nombres(campo, mesa)
    if not nombres or (len(nombres) > 1 and _VARIOS_ES_NULO.search(texto_de(campo))):
        return None
    nombre = nombres[0].texto
    bueno = cercano(nombre, mesa.lectura.nombres_conocidos) or nombre
    bueno = bueno.title() if bueno.isupper() and mesa.lectura.pregunta.isupper() else bueno
    return bueno if bueno[:1].isupper() else bueno[:1].upper() + bueno[1:]


def _nombres(campo: Campo, mesa: Mesa) -> tuple[Nombre, ...]:
    """Los que pueden ser la cosa que pide el campo; los dudosos, solo si se pregunta por datos de la cuenta."""
    sustantivos = frozenset(c for c in campo.claves if not c.startswith("="))
    nombres = nombres_consultados(mesa, sustantivos)
    if not mesa.analisis.claves & (sustantivos | _DE_CUENTA):
        return tuple(n for n in nombres if n.puntos >= 3 or cercano(n.texto, mesa.lectura.nombres_conocidos))
    return nombres


def _definido(campo: Campo, ficha: Ficha, mesa: Mesa) -> bool:
    return len(definiciones(campo, ficha, mesa.lectura)) > 1
