"""Mide al agente entero: cada pregunta es una conversación nueva por el bucle de verdad."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from docubot import agente
from docubot.configuracion import Configuracion
from docubot.conversacion import Conversacion
from docubot.diario import Diario
from docubot.errores import ErrorDocuBot, SinPermiso
from docubot.evaluacion.entorno import HOY, entorno
from docubot.evaluacion.informe import Informe, Marca
from docubot.evaluacion.preguntas import SIN_CONVERSACION, Caso
from docubot.evaluacion.puntuacion import Conjunto, Expectativa, Llamada, Obtenido, etapa, fallos, fallos_de_llamadas
from docubot.turno import Equipo

Puntuar: TypeAlias = Callable[[Expectativa, Obtenido], list[str]]
Avance: TypeAlias = Callable[[int, int], None]

LARGO_EN_INFORME: Final = 700
"""Caracteres de una respuesta que se enseñan en un fallo."""


def solo_llamadas(espera: Expectativa, obtenido: Obtenido) -> list[str]:
    """Puntúa solo la elección de herramientas y sus entradas."""
    return fallos_de_llamadas(espera, obtenido.llamadas)


def evaluar_agente(
    casos: Sequence[Caso], base: Configuracion, *, puntuar: Puntuar = fallos, avance: Avance = lambda i, n: None
) -> Informe:
    """Puntúa al agente que arma `base`, con la cuenta de demostración y la documentación incluida.

    Errores: los de armar el equipo y `SinPermiso`; cualquier otro fallo en una pregunta es un caso que no pasa.
    """
    from docubot.armado import armar_equipo

    with entorno(base) as configuracion:
        return evaluar_equipo(casos, armar_equipo(configuracion), configuracion, puntuar=puntuar, avance=avance)


def evaluar_equipo(
    casos: Iterable[Caso],
    equipo: Equipo,
    configuracion: Configuracion,
    *,
    puntuar: Puntuar = fallos,
    avance: Avance = lambda i, n: None,
) -> Informe:
    """Puntúa un equipo ya armado; solo los casos cuyas llamadas puede hacer."""
    registradas = equipo.ejecutor.registro.nombres()
    conversados = [c for c in casos if c.tipo not in SIN_CONVERSACION]
    puntuables = [c for c in conversados if c.espera.puntuable_con(registradas)]
    marcas = []
    for numero, caso in enumerate(puntuables, start=1):
        marcas.append(marcar(caso, preguntar(caso.pregunta, _con_api_nueva(equipo), configuracion), puntuar))
        avance(numero, len(puntuables))
    omitidos = tuple(c.id for c in conversados if not c.espera.puntuable_con(registradas))
    datos = {"proveedor": equipo.modelo.proveedor, "modelo": equipo.modelo.nombre, "hoy": HOY.isoformat()}
    return Informe("agente", tuple(marcas), omitidos, datos)


def _con_api_nueva(equipo: Equipo) -> Equipo:
    """Cada pregunta empieza con la cuenta intacta y sin peticiones gastadas."""
    ejecutor = equipo.ejecutor
    contexto = ejecutor.contexto
    return replace(equipo, ejecutor=replace(ejecutor, contexto=contexto.con_api_nueva())) if contexto else equipo


def preguntar(pregunta: str, equipo: Equipo, configuracion: Configuracion) -> Obtenido | ErrorDocuBot:
    """Lo que contesta el agente en una conversación nueva, o el error con el que acabó. Error: `SinPermiso`."""
    diario = Diario(configuracion.datos, secretos=configuracion.secretos())
    try:
        turno = agente.responder(pregunta, equipo, Conversacion(diario))
    except SinPermiso:
        raise
    except ErrorDocuBot as error:
        return error
    finally:
        diario.cerrar()
    llamadas = tuple(Llamada(paso.herramienta, paso.entrada) for paso in turno.pasos)
    leido = "\n\n".join(paso.resultado for paso in turno.pasos)
    return Obtenido(turno.respuesta, llamadas, len(turno.citas), leido)


def marcar(caso: Caso, obtenido: Obtenido | ErrorDocuBot, puntuar: Puntuar = fallos) -> Marca:
    """La marca de un caso."""
    match obtenido:
        case Obtenido():
            visto, motivos = obtenido_en_texto(obtenido), puntuar(caso.espera, obtenido)
            donde: str = etapa(caso.espera, obtenido) if motivos else ""
        case ErrorDocuBot():
            causa = f" ({obtenido.__cause__!r})" if obtenido.__cause__ else ""
            visto, motivos = f"{obtenido.mensaje}{causa}", [f"acabó con {type(obtenido).__name__}"]
            donde = "error"
    esperado = esperado_en_texto(caso.espera)
    return Marca(caso.id, caso.idioma, caso.tipo, caso.pregunta, esperado, visto, tuple(motivos), donde)


def esperado_en_texto(espera: Expectativa) -> str:
    """Lo que se esperaba, en una línea."""
    partes = ["llamadas: " + " — o bien — ".join(conjunto_en_texto(c) for c in espera.conjuntos)]
    partes += ["dice " + " | ".join(g[:6]) + (" | …" if len(g) > 6 else "") for g in espera.contiene]
    partes += [f"no dice {t}" for t in espera.no_contiene]
    return "; ".join(partes)


def obtenido_en_texto(obtenido: Obtenido) -> str:
    """Lo que se obtuvo, en una línea: respuesta y llamadas."""
    respuesta = obtenido.respuesta[:LARGO_EN_INFORME] + ("…" if len(obtenido.respuesta) > LARGO_EN_INFORME else "")
    return f"«{' ⏎ '.join(respuesta.splitlines())}»; llamadas: {conjunto_en_texto(obtenido.llamadas)}"


def conjunto_en_texto(llamadas: Conjunto) -> str:
    """`consultar_proyecto({"nombre":"Atlas"}), …`, o «ninguna»."""
    return ", ".join(f"{ll.nombre}({_entrada_en_texto(ll.entrada)})" for ll in llamadas) or "ninguna"


def _entrada_en_texto(entrada: Any) -> str:
    return "…" if entrada is None else json.dumps(entrada, ensure_ascii=False, separators=(",", ":"), default=str)
