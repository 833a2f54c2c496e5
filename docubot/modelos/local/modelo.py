"""El modelo local: un decisor determinista que lee lo mismo que lee un LLM. No es un LLM y lo dice."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from docubot.modelos.local.contrato import responder_en_json
from docubot.modelos.local.decision import Llamada, Llamadas, Pregunta, Responder
from docubot.modelos.local.eleccion import decidir
from docubot.modelos.local.lectura import Lectura, leer
from docubot.modelos.local.perfiles import Perfil
from docubot.tipos import Bloque, Fragmento, Peticion, Respuesta, Uso

NOMBRE: Final = "modelo local (sin LLM)"
_TROZO: Final = re.compile(r"\S+\s*|\s+")
_LETRAS_POR_TOKEN: Final = 3.6


@dataclass(frozen=True, slots=True)
class ModeloLocal:
    """Decide y redacta sin red ni pesos: la misma petición da la misma respuesta, byte a byte."""

    perfil: Perfil = "prudente"
    redactor: Callable[[Lectura], str] | None = None

    @property
    def proveedor(self) -> str:
        """Siempre `local`."""
        return "local"

    @property
    def nombre(self) -> str:
        """Dice que no es un LLM."""
        return NOMBRE

    def responder(self, peticion: Peticion) -> Iterator[Fragmento | Respuesta]:
        """Entrega el texto palabra a palabra y, al final, la respuesta completa."""
        respuesta = responder_de_una_vez(peticion, self.perfil, self.redactor)
        for bloque in respuesta.content:
            if bloque.get("type") == "text":
                for trozo in _TROZO.findall(str(bloque["text"])):
                    yield Fragmento(trozo)
        yield respuesta


def responder_de_una_vez(
    peticion: Peticion, perfil: Perfil = "prudente", redactor: Callable[[Lectura], str] | None = None
) -> Respuesta:
    """La respuesta completa a una petición; `redactor` sustituye al de la casa (para medir solo las decisiones)."""
    contrato = responder_en_json(peticion, perfil)
    if contrato is not None:
        return _limitar([{"type": "text", "text": contrato}], "end_turn", peticion)
    lectura = leer(peticion)
    match decidir(lectura, perfil, peticion.tool_choice):
        case Llamadas(llamadas):
            bloques: list[Bloque] = _bloques_de_llamadas(llamadas, peticion)
            motivo = "tool_use"
        case Pregunta(texto):
            bloques, motivo = [{"type": "text", "text": texto}], "end_turn"
        case Responder():
            bloques, motivo = [{"type": "text", "text": _redactar(lectura, redactor)}], "end_turn"
    return _limitar(bloques, motivo, peticion)


def _redactar(lectura: Lectura, redactor: Callable[[Lectura], str] | None) -> str:
    if redactor is not None:
        return redactor(lectura)
    from docubot.modelos.local.redaccion import redactar

    return redactar(lectura)


def _bloques_de_llamadas(llamadas: Sequence[Llamada], peticion: Peticion) -> list[Bloque]:
    huella = _json([peticion.system, peticion.messages])
    return [
        {
            "type": "tool_use",
            "id": _id(f"{huella}{i}{ll.nombre}{_json(ll.entrada)}"),
            "name": ll.nombre,
            "input": dict(ll.entrada),
        }
        for i, ll in enumerate(llamadas)
    ]


def _id(huella: str) -> str:
    return "toolu_local_" + hashlib.sha256(huella.encode()).hexdigest()[:24]


def _limitar(bloques: list[Bloque], motivo: str, peticion: Peticion) -> Respuesta:
    """Aplica `max_tokens`: corta el texto o la entrada a medias, como hace un modelo real."""
    cabida = max(1, peticion.max_tokens)
    salida: list[Bloque] = []
    gastado = 0
    for bloque in bloques:
        coste = contar_tokens(_json(bloque["input"]) if bloque["type"] == "tool_use" else bloque["text"])
        if gastado + coste > cabida:
            cortado = _cortar(bloque, cabida - gastado)
            salida += [cortado] if cortado else []
            gastado, motivo = cabida, "max_tokens"
            break
        salida.append(bloque)
        gastado += coste
    return Respuesta(salida, motivo, Uso(_tokens_de_entrada(peticion), gastado), NOMBRE)


def _cortar(bloque: Bloque, tokens: int) -> Bloque | None:
    letras = int(tokens * _LETRAS_POR_TOKEN)
    if bloque["type"] == "text":
        texto = str(bloque["text"])[:letras]
        return {"type": "text", "text": texto} if texto.strip() else None
    return {**bloque, "input": entrada_cortada(bloque["input"], letras)}


def entrada_cortada(entrada: dict[str, Any], letras: int) -> dict[str, Any]:
    """Lo que queda de una entrada si su JSON se corta a las `letras` letras: los campos que dio tiempo a escribir."""
    salida: dict[str, Any] = {}
    for clave, valor in entrada.items():
        if len(_json({**salida, clave: valor})) - 1 > letras:
            break
        salida[clave] = valor
    return salida


def contar_tokens(texto: str) -> int:
    """Una estimación de los tokens de un texto: unas 3,6 letras cada uno; nunca menos de 1."""
    return max(1, round(len(texto) / _LETRAS_POR_TOKEN))


def _tokens_de_entrada(peticion: Peticion) -> int:
    return contar_tokens(peticion.system + _json(peticion.messages) + (_json(peticion.tools) if peticion.tools else ""))


def _json(valor: Any) -> str:
    return json.dumps(valor, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str)
