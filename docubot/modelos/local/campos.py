"""Qué pide un campo, según su esquema y su descripción, y cómo se le pide a la persona."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

from docubot.lenguaje.conceptos import claves
from docubot.lenguaje.idioma import idioma_de
from docubot.lenguaje.texto import plegar
from docubot.modelos.local.catalogo import Campo
from docubot.tipos import Idioma

Clase: TypeAlias = Literal[
    "enum",
    "booleano",
    "personas",
    "importe",
    "numero",
    "lista",
    "instante",
    "dia",
    "hora",
    "correo",
    "zona",
    "texto",
    "titulo",
    "motivo",
    "id",
    "consulta",
    "nombre",
]
"""Lo que hay que buscar en el mensaje para rellenar un campo."""

_POR_FORMATO: Final[dict[str, Clase]] = {
    "date-time": "instante",
    "date": "dia",
    "time": "hora",
    "email": "correo",
    "uuid": "id",
}
_POR_DESCRIPCION: Final[tuple[tuple[re.Pattern[str], Clase], ...]] = (
    (re.compile(r"zona horaria|time ?zone|\biana\b"), "zona"),
    (re.compile(r"t\d{2}:\d{2}|date-time|fecha y hora|date and time|iso 8601"), "instante"),
    (re.compile(r"yyyy-mm-dd|\bfecha\b|\bdate\b"), "dia"),
    (re.compile(r"\bhh:mm\b"), "hora"),
    (re.compile(r"correo electronico|\be-?mail\b"), "correo"),
    (re.compile(r"\btitulo\b|\btitle\b|\basunto\b|\bsubject\b"), "titulo"),
    (re.compile(r"\bmotivo\b|\breason\b|\brazon\b"), "motivo"),
    (
        re.compile(
            r"^(?:consulta|query|q|busqueda|search|pregunta|question)\b|se quiere saber|texto a buscar|search terms"
        ),
        "consulta",
    ),
    (
        re.compile(
            r"\bmensaje\b|\bmessage\b|\btexto\b|\btext\b|\bcontenido\b|\bbody\b|\bnota\b|\bcomentario\b|\bcomment\b"
        ),
        "texto",
    ),
    (
        re.compile(
            r"\bid\b|identificador|identifier|\bcodigo\b|\bcode\b|numero de|\bnumber\b|solo digitos|digits only"
            r"|referencia|\breference\b"
        ),
        "id",
    ),
)
_FIN: Final = re.compile(
    r"(?:^|[\s_])(?:fin|final|hasta|salida|end|ends|until|to|check.?out|ultimo|last|termina|cierre|regreso|vuelta"
    r"|return)(?:$|[\s_,])"
)
_INICIO: Final = re.compile(
    r"(?:^|[\s_])(?:inicio|comienzo|desde|entrada|llegada|start|starts|from|check.?in|primer|primero|first|begin"
    r"|empieza|ida)(?:$|[\s_,])"
)


def texto_de(campo: Campo) -> str:
    """El nombre y la descripción de un campo, plegados y sin guiones bajos."""
    partido = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", campo.nombre)
    return plegar(f"{partido} {campo.descripcion}").replace("_", " ")


def clase_de(campo: Campo) -> Clase:
    """Qué clase de valor pide un campo."""
    if campo.esquema.get("enum"):
        return "enum"
    if campo.tipo == "boolean":
        return "booleano"
    if campo.tipo == "array":
        return "lista"
    if campo.tipo in ("integer", "number"):
        if "persona" in campo.claves:
            return "personas"
        return "importe" if "importe" in campo.claves else "numero"
    formato = _POR_FORMATO.get(str(campo.esquema.get("format", "")))
    if formato is not None:
        return formato
    texto = texto_de(campo)
    if campo.esquema.get("pattern") and not re.search(r"yyyy|fecha|date", texto):
        return "id"
    return next((clase for patron, clase in _POR_DESCRIPCION if patron.search(texto)), "nombre")


def es_final(campo: Campo) -> bool:
    """Verdadero si el campo pide el final de un intervalo y no el comienzo; manda el nombre sobre la descripción."""
    nombre = plegar(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", campo.nombre)).replace("_", " ")
    for texto in (nombre, plegar(campo.descripcion)):
        fin, inicio = _FIN.search(texto), _INICIO.search(texto)
        if fin and (not inicio or fin.start() < inicio.start()):
            return True
        if inicio:
            return False
    return False


_SOLO_CIFRAS: Final = re.compile(
    r"(?:solo|solamente|unicamente|only|just)\s+(?:\w+\s+){0,3}?(?:digitos?|cifras|numeros|numeric[ao]?|digits?|numbers?)\b"
    r"|\b(?:digits|numbers) only\b"
    r"|\b(?:sin|without|no)\s+(?:\w+\s+){0,3}?(?:simbolos?|letras|prefijo|letters|prefix|symbols?|#)"
)


def solo_digitos(campo: Campo) -> bool:
    """Verdadero si la descripción pide solo las cifras."""
    return _SOLO_CIFRAS.search(texto_de(campo)) is not None


def asociadas(campo: Campo, descripcion: str) -> dict[str, frozenset[str]]:
    """Cada valor de un `enum` con las claves que lo nombran: las suyas y las de lo que lo explica («fr francés»)."""
    salida: dict[str, frozenset[str]] = {}
    for valor in campo.esquema.get("enum", ()):
        plegado = plegar(str(valor))
        propias = {c for p in re.findall(r"[^\W_]+", plegado) for c in claves(p)} | {f"={plegado}"}
        if len(plegado) <= 3:
            propias = {f"={plegado}"}
        for texto in (plegar(campo.descripcion), plegar(descripcion)):
            for casa in re.finditer(rf"(?<![\w-]){re.escape(plegado)}\b\s*[:=(]?\s*([^\W\d_]+)", texto):
                explica = casa.group(1)
                if len(plegado) <= 3 or texto[casa.end(1) - len(explica) - 1] in ":=(":
                    propias |= set(claves(explica)) | {f"={explica}"}
        salida[str(valor)] = frozenset(propias)
    return salida


def como_se_pide(campo: Campo, idioma: Idioma) -> str:
    """El campo, dicho a una persona en su idioma: su descripción hasta la primera coma, o su nombre."""
    nombre = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", campo.nombre).strip().lower()
    corta = re.split(r"[,;.:(]", campo.descripcion)[0].strip()
    corta = re.sub(r"\s+(?:que|tal como|as|that|the person|the customer)\s.*$", "", corta)
    if not corta:
        return nombre
    corta = corta[:1].lower() + corta[1:]
    if idioma_de(campo.descripcion, "es") != idioma:
        return f"{nombre} («{corta}»)" if idioma == "en" else f"{corta} ({nombre})"
    return corta
