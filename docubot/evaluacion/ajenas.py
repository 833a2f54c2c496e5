"""Mide la elección con herramientas que no son de DocuBot: una petición al modelo, un turno, y se mira lo que sale."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from docubot.evaluacion.agente import conjunto_en_texto, obtenido_en_texto
from docubot.evaluacion.informe import Informe, Marca
from docubot.evaluacion.preguntas import CasoAjeno
from docubot.evaluacion.puntuacion import Conjunto, Llamada, Obtenido, aparece, misma_entrada
from docubot.tipos import Modelo, Peticion, Respuesta

_ZONA: Final = re.compile(r"\b[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+(?:/[A-Z][A-Za-z_]+)?\b")
_BORDE: Final = " \t\n\"'«»“”‘’.,;:!¡¿?()"
TOKENS: Final = 1024


def evaluar_ajenas(
    casos: Sequence[CasoAjeno], modelo: Modelo, *, avance: Callable[[int, int], None] = lambda i, n: None
) -> Informe:
    """Puntúa el conjunto exacto de llamadas, o que se pida el dato que falta. Errores: los del modelo."""
    marcas = []
    for numero, caso in enumerate(casos, start=1):
        marcas.append(marcar(caso, decidir(caso, modelo)))
        avance(numero, len(casos))
    return Informe("herramientas ajenas", tuple(marcas), datos={"proveedor": modelo.proveedor, "modelo": modelo.nombre})


def decidir(caso: CasoAjeno, modelo: Modelo) -> Obtenido:
    """Lo que contesta el modelo a la petición del caso."""
    peticion = Peticion(system=caso.system, messages=caso.mensajes, tools=caso.tools, max_tokens=TOKENS)
    respuesta = next(algo for algo in modelo.responder(peticion) if isinstance(algo, Respuesta))
    llamadas = tuple(Llamada(b["name"], b["input"]) for b in respuesta.tool_uses())
    return Obtenido(respuesta.textos(), llamadas)


def marcar(caso: CasoAjeno, obtenido: Obtenido) -> Marca:
    """La marca de un caso."""
    esperado = " — o bien — ".join(conjunto_en_texto(c) for c in caso.conjuntos)
    if caso.pide:
        esperado += f"; pide {' | '.join(caso.pide[:4])}"
    visto = obtenido_en_texto(obtenido)
    return Marca(caso.id, caso.idioma, caso.tema, caso.pregunta, esperado, visto, tuple(fallos_ajenos(caso, obtenido)))


def fallos_ajenos(caso: CasoAjeno, obtenido: Obtenido) -> list[str]:
    """Por qué no pasa; vacía si pasa."""
    zona = zona_del_system(caso.system)
    motivos = []
    if not any(mismas_llamadas(conjunto, obtenido.llamadas, zona) for conjunto in caso.conjuntos):
        motivos.append("las llamadas no son exactamente las esperadas")
    if caso.pide and not any(aparece(forma, obtenido.respuesta) for forma in caso.pide):
        motivos.append("no pide el dato que falta")
    return motivos


def mismas_llamadas(esperadas: Conjunto, hechas: Conjunto, zona: ZoneInfo | None) -> bool:
    """Si son las mismas, sin orden y sin que sobre ninguna."""
    quedan = list(hechas)
    for esperada in esperadas:
        igual = next((h for h in quedan if _igual(esperada, h, zona)), None)
        if igual is None:
            return False
        quedan.remove(igual)
    return not quedan


def _igual(esperada: Llamada, hecha: Llamada, zona: ZoneInfo | None) -> bool:
    if esperada.nombre != hecha.nombre:
        return False
    if esperada.entrada is None:
        return True
    return misma_entrada(_sin_bordes(esperada.entrada), _sin_bordes(hecha.entrada or {}), zona)


def _sin_bordes(entrada: Mapping[str, Any]) -> dict[str, Any]:
    """La entrada con sus textos sin comillas ni puntuación en los bordes."""
    return {campo: _podar(valor) for campo, valor in entrada.items()}


def _podar(valor: Any) -> Any:
    match valor:
        case str():
            return valor.strip(_BORDE)
        case list():
            return [_podar(v) for v in valor]
        case dict():
            return _sin_bordes(valor)
        case _:
            return valor


def zona_del_system(system: str) -> ZoneInfo | None:
    """La primera zona horaria que nombra el `system`."""
    for nombre in _ZONA.findall(system):
        try:
            return ZoneInfo(nombre)
        except (ZoneInfoNotFoundError, ValueError):
            continue
    return None
