"""El bucle con un guion de dos pasos, con un modelo que no para y con la pregunta de Atlas."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Final

from docubot import prompts
from docubot.conversacion import defectos
from docubot.ejecucion import en_texto
from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo import agente
from docubot.ejercicios.apoyo.modelo import ModeloAnotado, ModeloDeFuncion, abrir, consumir
from docubot.ejercicios.veredicto import Fallo
from docubot.herramientas import HERRAMIENTAS
from docubot.rag import citas
from docubot.tipos import Bloque, Mensaje, Modelo, Peticion, Respuesta

ATLAS: Final = "¿mi proyecto Atlas supera el límite de tareas de mi plan?"
FINAL: Final = "Sí: tiene 42 y el límite es 40."
DE_MAS: Final = 4
"""Llamadas por encima del máximo a las que la comprobación corta."""


def comprobar(alumno: Alumno) -> None:
    """Los tres modelos, del más dócil al de verdad."""
    responder = alumno.funcion("responder")
    _encadenado(alumno, responder)
    _sin_fin(alumno, responder)
    _de_verdad(alumno, responder)


class _Llamador:
    """La función `llamar`: vigila la historia y cuenta."""

    def __init__(self, alumno: Alumno, modelo: Modelo, tools: list[dict[str, Any]], system: str, maximo: int) -> None:
        self._alumno = alumno
        self._modelo = ModeloAnotado(modelo, alumno)
        self._tools = tools
        self._system = system
        self._maximo = maximo
        self.tamanos: list[int] = []

    def __call__(self, mensajes: list[Mensaje]) -> Respuesta:
        self.tamanos.append(len(mensajes))
        numero = len(self.tamanos)
        if numero > self._maximo + DE_MAS:
            raise Fallo("sin-limite", maximo=self._maximo, n=numero)
        fallos = defectos(mensajes)
        if fallos:
            raise Fallo("historia-invalida", llamada=numero, defectos="; ".join(fallos))
        return consumir(self._modelo, Peticion(self._system, copy.deepcopy(mensajes), self._tools))


def _encadenado(alumno: Alumno, responder: Callable[..., Any]) -> None:
    pasos: list[list[Bloque]] = [
        [_pedido("toolu_1", "buscar_documentacion", {"consulta": "límite de tareas"})],
        [_pedido("toolu_2", "consultar_proyecto", {"nombre": "Atlas"})],
        [{"type": "text", "text": FINAL}],
    ]
    contados = iter(pasos)
    llamar = _Llamador(alumno, ModeloDeFuncion(lambda _: next(contados, pasos[-1])), [], "", 6)
    texto = responder(ATLAS, llamar, lambda nombre, entrada: f"resultado de {nombre}")
    alumno.exige(len(llamar.tamanos) >= len(pasos), "un-solo-paso", n=len(llamar.tamanos), texto=texto)
    for llamada, (hay, debe) in enumerate(zip(llamar.tamanos, (1, 3, 5), strict=False), 1):
        alumno.exige(hay == debe, "historia-olvidada", llamada=llamada, esperados=debe, llegaron=hay)
    alumno.exige(isinstance(texto, str) and texto.strip() == FINAL, "otra-respuesta", esperado=FINAL, texto=texto)


def _sin_fin(alumno: Alumno, responder: Callable[..., Any]) -> None:
    maximo = 4

    def insistir(peticion: Peticion) -> list[Bloque]:
        return [_pedido(f"toolu_{len(peticion.messages)}", "consultar_proyecto", {"nombre": "Atlas"})]

    llamar = _Llamador(alumno, ModeloDeFuncion(insistir), [], "", maximo)
    texto = responder(ATLAS, llamar, lambda nombre, entrada: "otra vez", max_pasos=maximo)
    alumno.exige(len(llamar.tamanos) <= maximo, "sin-limite", maximo=maximo, n=len(llamar.tamanos))
    alumno.exige(isinstance(texto, str) and texto.strip(), "sin-aviso", texto=texto)


def _de_verdad(alumno: Alumno, responder: Callable[..., Any]) -> None:
    usadas: list[str] = []
    fuentes = citas.Fuentes()
    contexto = agente.contexto()

    def ejecutar(nombre: str, entrada: dict[str, Any]) -> Any:
        usadas.append(nombre)
        dado = HERRAMIENTAS.ejecutar(nombre, entrada, contexto)
        alumno.anota("resultado_herramienta", nombre=nombre, contenido=en_texto(dado), es_error=dado.es_error)
        return [citas.en_bloques(p, fuentes.de_documento(p)) for p in dado.pasajes] or dado.texto

    system = prompts.cargar("system_agente").texto(agente.HOY, agente.ZONA)
    llamar = _Llamador(alumno, abrir(alumno), HERRAMIENTAS.definiciones(), system, 6)
    texto = responder(ATLAS, llamar, ejecutar)
    completo = {"buscar_documentacion", "consultar_proyecto"} <= set(usadas)
    bien = completo and isinstance(texto, str) and "42" in texto and "40" in texto
    alumno.exige(bien, "no-llega", pregunta=ATLAS, usadas=", ".join(usadas) or "—", texto=texto)
    alumno.notas.append(f"{ATLAS} → {texto}")


def _pedido(id: str, nombre: str, entrada: dict[str, Any]) -> Bloque:
    return {"type": "tool_use", "id": id, "name": nombre, "input": entrada}
