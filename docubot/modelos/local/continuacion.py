"""Una pregunta que continúa la anterior, dicha entera: «¿y Boreal?» tras «¿cuántas tareas tiene Atlas?».

Solo reescribe lo que no se sostiene solo: lo que empieza por «y», o lo que nombra una relación sin decir de qué («¿cuál
es el límite?»). Lo demás, y la respuesta a una pregunta del asistente, queda como se dijo.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from docubot.lenguaje.texto import VACIAS_EN, VACIAS_ES, plegar, raiz

_ENLACE: Final = re.compile(
    r"^[\s¿¡]*(?:y|e|and|what about|how about|qué tal|que tal)\s+(?:(?:si|if|para|for|con|with)\s+)?", re.IGNORECASE
)
_PALABRA: Final = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_VACIAS: Final = VACIAS_ES | VACIAS_EN
_GENERICAS: Final = frozenset({"proyecto", "plan", "project", "caso", "case"})
_RELACIONES: Final = frozenset(raiz(p, "es") for p in ("limite", "tope", "maximo", "minimo", "cupo", "precio", "coste"))
_RELACIONES_EN: Final = frozenset({"limit", "maximum", "minimum", "cap", "price", "cost"})
_PLAN: Final = re.compile(r"\b(?:plan\s+([A-ZÁÉÍÓÚÑ]\w+)|([A-Z]\w+)\s+plan)\b")
_LARGO_CORTA: Final = 5


def completar(preguntas: Sequence[str], respuestas: Sequence[str], conocidos: Iterable[str]) -> list[str]:
    """Las preguntas de una conversación, cada una dicha entera; `respuestas[i]` es lo que se contestó a la i."""
    nombres = frozenset(plegar(n) for n in conocidos)
    enteras: list[str] = []
    for i, pregunta in enumerate(preguntas):
        contesta = i > 0 and respuestas[i - 1].rstrip().endswith("?")
        enteras.append(pregunta if i == 0 or contesta else _entera(pregunta, enteras[-1], nombres))
    return enteras


def _entera(pregunta: str, previa: str, conocidos: frozenset[str]) -> str:
    enlace = _ENLACE.match(pregunta)
    resto = pregunta[enlace.end() :].strip(" ¿?¡!.") if enlace else pregunta
    nuevos = _nombres(resto, conocidos, desde=0 if enlace else 1)
    contenido = [p for p in _contenido(resto) if p not in nuevos and plegar(p) not in _GENERICAS]
    if enlace and nuevos:
        ya_dicho = {raiz(plegar(p)) for p in _contenido(previa)}
        return (
            _cambiar(previa, resto, nuevos, conocidos) if {raiz(plegar(p)) for p in contenido} <= ya_dicho else pregunta
        )
    if nuevos:
        return pregunta
    if enlace or _sin_complemento(resto, contenido):
        return f"{resto} {' '.join(_asunto(previa, contenido))}"
    plan = _PLAN.search(previa)
    if (
        plan
        and len(_PALABRA.findall(pregunta)) <= _LARGO_CORTA
        and not _nombres(previa, conocidos, solo_conocidos=True)
    ):
        return f"{resto.strip(' ¿?¡!.')} plan {plan.group(1) or plan.group(2)}"
    return pregunta


def _nombres(texto: str, conocidos: frozenset[str], *, desde: int = 1, solo_conocidos: bool = False) -> list[str]:
    """Los nombres propios: los ya vistos en los datos, y las palabras con mayúscula que no abren la frase."""
    vistas = _PALABRA.findall(texto)
    propias = [p for i, p in enumerate(vistas) if i >= desde and p[:1].isupper() and plegar(p) not in _VACIAS]
    sabidas = [p for p in vistas if plegar(p) in conocidos]
    return list(dict.fromkeys(sabidas if solo_conocidos else [*sabidas, *propias]))


def _contenido(texto: str) -> list[str]:
    return [p for p in _PALABRA.findall(texto) if plegar(p) not in _VACIAS]


def _cambiar(previa: str, resto: str, nuevos: Sequence[str], conocidos: frozenset[str]) -> str:
    """La pregunta anterior con el nombre nuevo en el sitio del viejo de su clase; si no hay ninguno, añadido."""
    nuevo = nuevos[-1]
    clase = plegar(nuevo) in conocidos
    dichos = _nombres(previa, conocidos)
    viejos = [n for n in dichos if (plegar(n) in conocidos) == clase]
    if not viejos and not any(plegar(p) in _GENERICAS for p in _PALABRA.findall(resto)):
        viejos = dichos  # aún no se ha visto en ningún dato: será de la clase del que había
    if not viejos:
        return f"{previa.strip(' ¿?¡!.')} {resto}"
    return re.sub(rf"\b{re.escape(viejos[-1])}\b", nuevo, previa)


def _sin_complemento(resto: str, contenido: Sequence[str]) -> bool:
    """«¿cuál es el límite?»: una relación, y nada que diga de qué."""
    if len(contenido) != 1 or len(_PALABRA.findall(resto)) > _LARGO_CORTA:
        return False
    unica = plegar(contenido[0])
    return raiz(unica, "es") in _RELACIONES or unica in _RELACIONES_EN


def _asunto(previa: str, dicho: Sequence[str]) -> list[str]:
    """De qué iba la pregunta anterior: sus palabras con contenido, sin repetir las que ya se dicen."""
    repetidas = {raiz(plegar(p)) for p in dicho}
    return [p for p in _contenido(previa) if raiz(plegar(p)) not in repetidas]
