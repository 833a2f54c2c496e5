# ruff: noqa: E501 - tablas y expresiones regulares
"""Los errores de las herramientas, contados a la persona con las alternativas que traen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from docubot.lenguaje.nombres import nombres_de_error
from docubot.lenguaje.texto import plegar
from docubot.modelos.local.lectura import ResultadoLeido
from docubot.modelos.local.redaccion import formato
from docubot.modelos.local.redaccion.etiquetas import etiqueta_de_clave
from docubot.tipos import Idioma

_POBRE: Final = re.compile(r"^\W*(?:error|fallo|failed|failure|exception|none|null)?\W*$", re.IGNORECASE)
_NO_EXISTE: Final = re.compile(
    r"\b(?:no existe|no hay ningun\w*|no se (?:encuentra|encontro|ha encontrado)|not found|does not exist|doesn t exist|no such|unknown|desconocid\w+)\b"
)
_CAIDO: Final = re.compile(
    r"\b(?:no responde|no disponible|no se puede contactar|no esta disponible|unavailable|timeout|timed out|unreachable|caid[oa]|5\d\d)\b"
)
_ENTRE_COMILLAS: Final = re.compile(r"[«“\"']([^»”\"']{1,60})[»”\"']")
_INTERNO: Final = re.compile(
    r"(?:/[\w.-]+){2,}|\bTraceback\b|\bSELECT\b|\b[A-Za-z]+Error\b:?|\b(?:sk|nub|Bearer)[-_ ][\w-]{6,}", re.IGNORECASE
)


def contar(errores: Sequence[ResultadoLeido], idioma: Idioma) -> str:
    """Los errores del turno, sin repetirlos: qué falló y qué alternativas hay."""
    return " ".join(dict.fromkeys(_uno(e, idioma) for e in errores))


def _uno(error: ResultadoLeido, idioma: Idioma) -> str:
    texto = " ".join(_mensaje(error).split())
    if _POBRE.match(texto):
        return (
            "La consulta ha fallado y no sé por qué: la herramienta no da más detalles."
            if idioma == "es"
            else ("The lookup failed and I don't know why: the tool gives no details.")
        )
    alternativas = list(dict.fromkeys(nombres_de_error(texto)))
    if _NO_EXISTE.search(plegar(texto)):
        return _no_existe(error, texto, alternativas, idioma)
    if _CAIDO.search(plegar(texto)):
        inicio = (
            "Ahora mismo no puedo consultar los datos: "
            if idioma == "es"
            else "I can't reach the live data right now: "
        )
        return inicio + _limpio(texto)
    return _otro(error, texto, idioma)


def _mensaje(error: ResultadoLeido) -> str:
    if isinstance(error.datos, dict):
        for clave in ("detail", "detalle", "mensaje", "message", "error", "title"):
            if isinstance(error.datos.get(clave), str):
                return str(error.datos[clave])
    return error.texto


def _no_existe(error: ResultadoLeido, texto: str, alternativas: Sequence[str], idioma: Idioma) -> str:
    citado = _ENTRE_COMILLAS.search(texto)
    pedido = next((str(v) for v in error.entrada.values() if isinstance(v, str)), citado.group(1) if citado else "")
    clase = _clase(texto, idioma)
    de_todos = formato.enumerar(list(alternativas), idioma)
    if idioma == "en":
        base = f"I can't find any {clase} called {pedido}." if pedido else f"I can't find that {clase}."
        return f"{base} Yours are {de_todos}: did you mean one of them?" if alternativas else f"{base} {_limpio(texto)}"
    base = f"No encuentro ningún {clase} llamado {pedido}." if pedido else f"No encuentro ese {clase}."
    return (
        f"{base} Los que tienes son {de_todos}: ¿te referías a alguno?" if alternativas else f"{base} {_limpio(texto)}"
    )


def _clase(texto: str, idioma: Idioma) -> str:
    casa = re.search(
        r"(?:ning[uú]n|ninguna|no|any|the)\s+([a-záéíóúñ]{4,15})\s+(?:llamad|con|called|named|with|was|not)", texto
    )
    palabra = casa.group(1) if casa else ("proyecto" if "royecto" in texto else "elemento")
    traducida = etiqueta_de_clave(palabra, idioma)
    return "item" if traducida == "elemento" and idioma == "en" else traducida


def _otro(error: ResultadoLeido, texto: str, idioma: Idioma) -> str:
    con_que = [str(v) for v in error.entrada.values() if isinstance(v, str) and len(v) <= 40]
    sobre = f" ({', '.join(con_que[:3])})" if con_que else ""
    return (
        f"No se ha podido hacer{sobre}: {_limpio(texto)}"
        if idioma == "es"
        else f"It could not be done{sobre}: {_limpio(texto)}"
    )


def _limpio(texto: str) -> str:
    """El mensaje sin nada interno (rutas, excepciones, claves) y de una o dos frases."""
    frases = re.split(r"(?<=[.!?])\s+", _INTERNO.sub("…", texto))
    corto = " ".join(frases[:2])[:280]
    return formato.oracion(corto) if corto else ""
