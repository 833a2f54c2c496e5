"""Las citas de una respuesta: cada `[n]` se resuelve a un tramo literal de su página o a su llamada, o se retira."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from docubot.lenguaje.texto import palabras, terminos
from docubot.rag.frases import frases, unidades
from docubot.rag.fuentes import (
    Fuente,
    FuenteDocumento,
    FuenteHerramienta,
    Fuentes,
    aplanar,
    documentacion_en_prompt,
    en_bloques,
    en_texto_llano,
)
from docubot.tipos import Bloque

__all__ = [
    "Cita",
    "Fuentes",
    "Resuelta",
    "aplanar",
    "con_numeros",
    "documentacion_en_prompt",
    "en_bloques",
    "en_texto_llano",
    "resolver",
]

_LISTA: Final = r"\d{1,30}(?:\s*(?:[,;]|[-–](?=\s*\d))\s*\d{1,30})*"
_REFERENCIA: Final = r"[^\s\[\]`]{1,200}\.[A-Za-z]{1,8}(?:#[^\s\[\]`]{1,200})?"
_MARCA: Final = re.compile(rf"[ \t]*\[\s*(?:(?P<lista>{_LISTA})|(?P<referencia>{_REFERENCIA}))\s*\]")
_CODIGO: Final = re.compile(
    r"^(?P<sangria> {0,3})(?P<valla>`{3,}|~{3,})[^\n]*\n.*?(?:^ {0,3}(?P=valla)[`~]*[ \t]*$|\Z)"
    r"|(?P<tildes>`+)(?!`).*?(?<!`)(?P=tildes)(?!`)",
    re.MULTILINE | re.DOTALL,
)
_MAXIMO_CITADO: Final = 600
_MAXIMO_DATO: Final = 300


@dataclass(frozen=True, slots=True)
class Cita:
    """Una cita comprobada: `texto` está, carácter a carácter, en la página o en el resultado de la herramienta."""

    n: int
    tipo: Literal["documento", "herramienta"]
    pagina: str | None
    seccion: str | None
    texto: str
    paso: str | None
    ancla: str | None = None

    def como_dict(self) -> dict[str, Any]:
        """La forma de `preguntar --json`."""
        return {
            "n": self.n,
            "tipo": self.tipo,
            "pagina": self.pagina,
            "seccion": self.seccion,
            "texto": self.texto,
            "paso": self.paso,
        }


@dataclass(frozen=True, slots=True)
class Resuelta:
    """El texto sin citas inventadas, las que quedan (una por número, en orden de aparición) y las retiradas."""

    texto: str
    citas: list[Cita]
    retiradas: list[int]
    desconocidas: list[str] = field(default_factory=list)


def resolver(respuesta_texto: str, fuentes: Fuentes) -> Resuelta:
    """Comprueba fuera del código cada `[n]`, `[1, 2]`, `[1-3]` y `[pagina.md#ancla]`, y retira lo que no existe.

    `retiradas` son los números inventados; `desconocidas`, las referencias a páginas que no se han leído.
    """
    citadas: dict[int, list[str]] = {}
    retiradas: dict[int, None] = {}
    desconocidas: dict[str, None] = {}
    salida: list[str] = []

    def sustituir(marca: re.Match[str]) -> str:
        if marca["referencia"]:
            propio = fuentes.de_referencia(marca["referencia"])
            if propio is None:
                desconocidas.setdefault(marca["referencia"])
            numeros = [] if propio is None else [propio]
        else:
            pedidos = list(_numeros(marca["lista"]))
            numeros = [n for n in pedidos if fuentes.obtener(n)]
            retiradas.update(dict.fromkeys(n for n in pedidos if n not in numeros))
        for n in numeros:
            citadas.setdefault(n, [])
        blanco = marca.group()[: len(marca.group()) - len(marca.group().lstrip())]
        return blanco + "".join(f"[{n}]" for n in numeros) if numeros else ""

    for es_codigo, trozo in _por_codigo(respuesta_texto):
        salida.append(trozo if es_codigo else _MARCA.sub(sustituir, trozo))
    texto = "".join(salida)
    for n, afirmacion in _afirmaciones(texto):
        if n in citadas:
            citadas[n].append(afirmacion)
    citas = [_cita(fuente, " ".join(dichas)) for n, dichas in citadas.items() if (fuente := fuentes.obtener(n))]
    return Resuelta(texto, citas, list(retiradas), list(desconocidas))


def _numeros(lista: str) -> Iterator[int]:
    for parte in re.split(r"\s*[,;]\s*", lista):
        extremos = [int(x) for x in re.split(r"\s*[-–]\s*", parte)]
        if len(extremos) == 2 and 0 <= extremos[1] - extremos[0] <= 20:
            yield from range(extremos[0], extremos[1] + 1)
        else:
            yield from extremos


def _por_codigo(texto: str) -> Iterator[tuple[bool, str]]:
    """El texto en trozos, marcados los que son código: vallas y tramos entre tildes graves."""
    hecho = 0
    for hallazgo in _CODIGO.finditer(texto):
        yield False, texto[hecho : hallazgo.start()]
        yield True, hallazgo.group()
        hecho = hallazgo.end()
    yield False, texto[hecho:]


def _afirmaciones(texto: str) -> Iterator[tuple[int, str]]:
    """Cada número citado con la frase que lo lleva; si van solos tras el punto, con la frase anterior."""
    anterior = ""
    for linea in texto.split("\n"):
        for desde, hasta in frases(linea):
            frase = linea[desde:hasta]
            propia = re.sub(r"\[\d+\]", "", frase)
            iniciales = re.match(r"\s*(?:\[\d+\]\s*)+", frase)
            for marca in re.finditer(r"\[(\d{1,9})\]", frase):
                suelta = anterior and (not propia.strip(" .") or (iniciales and marca.start() < iniciales.end()))
                yield int(marca[1]), anterior if suelta else propia
            anterior = propia if propia.strip(" .") else anterior


def _cita(fuente: Fuente, afirmacion: str) -> Cita:
    match fuente:
        case FuenteDocumento(n, pasaje):
            return Cita(
                n,
                "documento",
                pasaje.pagina,
                pasaje.seccion,
                tramo_que_apoya(pasaje.texto, afirmacion),
                None,
                pasaje.ancla,
            )
        case FuenteHerramienta(n, paso, nombre, entrada, resultado):
            return Cita(n, "herramienta", None, None, dato_que_apoya(nombre, entrada, resultado, afirmacion), paso)


def tramo_que_apoya(texto: str, afirmacion: str) -> str:
    """Las frases seguidas de `texto` que mejor apoyan la afirmación: un corte literal, sin blancos en los extremos."""
    tramos = unidades(texto)
    if not tramos:
        return texto
    buscados = _con_peso(afirmacion)
    puntos = [sum(p for t, p in buscados.items() if t in _claves(texto[a:b])) for a, b in tramos]
    mejor = max(range(len(tramos)), key=lambda i: (puntos[i], -i))
    if puntos[mejor] == 0:
        return _recortado(texto, tramos[0]) if len(texto) > _MAXIMO_CITADO else texto.strip()
    desde = hasta = mejor
    cubiertos = _claves(texto[slice(*tramos[mejor])])
    for paso in (1, -1, 1):
        vecino = (hasta if paso > 0 else desde) + paso
        if not 0 <= vecino < len(tramos):
            continue
        nuevas = _claves(texto[slice(*tramos[vecino])]) - cubiertos
        ganancia = sum(p for t, p in buscados.items() if t in nuevas)
        largo = tramos[max(hasta, vecino)][1] - tramos[min(desde, vecino)][0]
        if ganancia >= max(2.0, puntos[mejor] / 3) and largo <= _MAXIMO_CITADO:
            desde, hasta = min(desde, vecino), max(hasta, vecino)
            cubiertos |= nuevas
    return texto[tramos[desde][0] : tramos[hasta][1]].strip()


def _recortado(texto: str, tramo: tuple[int, int]) -> str:
    return texto[slice(*tramo)].strip()


def _claves(texto: str) -> set[str]:
    return set(terminos(texto)) | {p for p in palabras(texto) if any(c.isdigit() for c in p)}


def _con_peso(afirmacion: str) -> dict[str, float]:
    """Los términos de la afirmación; una cifra o una clave valen más que una palabra."""
    return {t: 2.5 if any(c.isdigit() for c in t) else 1.0 for t in _claves(afirmacion)}


def dato_que_apoya(nombre: str, entrada: Mapping[str, Any], resultado: str, afirmacion: str) -> str:
    """Los campos del JSON cuyo valor dice la afirmación (`"tareas":42`); si ninguno, el principio del resultado."""
    try:
        campos = list(_campos(json.loads(resultado)))
    except (ValueError, RecursionError):
        campos = []
    dichas = set(palabras(afirmacion))
    literales = [_literal(clave, valor) for clave, valor in campos if _dicho(valor, dichas)]
    hallados = [literal for literal in literales if literal in resultado]
    if hallados:
        return ",".join(dict.fromkeys(hallados))[:_MAXIMO_CITADO]
    return resultado[:_MAXIMO_DATO] or f"{nombre} {json.dumps(dict(entrada), ensure_ascii=False)}"


def _literal(clave: str, valor: str | int | float) -> str:
    return f"{json.dumps(clave, ensure_ascii=False)}:{json.dumps(valor, ensure_ascii=False)}"


def _campos(dato: Any) -> Iterator[tuple[str, str | int | float]]:
    if isinstance(dato, dict):
        for clave, valor in dato.items():
            if isinstance(valor, str | int | float) and not isinstance(valor, bool):
                yield str(clave), valor
            else:
                yield from _campos(valor)
    elif isinstance(dato, list):
        for valor in dato:
            yield from _campos(valor)


def _dicho(valor: str | int | float, dichas: set[str]) -> bool:
    suyas = palabras(str(valor))
    if isinstance(valor, float):
        suyas = [palabras(str(valor))[0]]
        return bool({suyas[0], suyas[0].replace(".", ","), suyas[0].removesuffix(".0")} & dichas)
    return bool(suyas) and all(p in dichas for p in suyas)


def con_numeros(content_blocks: Iterable[Bloque], fuentes: Fuentes) -> str:
    """El texto de una respuesta, con las citas nativas (`search_result_location`) escritas como `[n]`."""
    return "".join(_bloque_con_numeros(b, fuentes) for b in content_blocks if b.get("type") == "text")


def _bloque_con_numeros(bloque: Bloque, fuentes: Fuentes) -> str:
    texto = str(bloque.get("text", ""))
    numeros = {n: None for c in bloque.get("citations") or () if (n := _numero_nativo(c, fuentes))}
    marcas = "".join(f"[{n}]" for n in numeros if f"[{n}]" not in texto)
    if not marcas:
        return texto
    cuerpo = texto.rstrip()
    cola = texto[len(cuerpo) :]
    if cuerpo.endswith((".", ":", ";", ",")):
        return f"{cuerpo[:-1]} {marcas}{cuerpo[-1]}{cola}"
    return f"{cuerpo} {marcas}{cola}"


def _numero_nativo(cita: Mapping[str, Any], fuentes: Fuentes) -> int | None:
    if cita.get("type") != "search_result_location":
        return None
    fuente, citado = str(cita.get("source", "")), str(cita.get("cited_text", ""))
    titulo = re.match(r"\[(\d{1,9})\] ", str(cita.get("title") or ""))
    dicha = fuentes.obtener(int(titulo[1])) if titulo else None
    if isinstance(dicha, FuenteDocumento) and dicha.pasaje.fuente == fuente:
        return dicha.n
    mismas = [f for f in fuentes if isinstance(f, FuenteDocumento) and f.pasaje.fuente == fuente]
    return next((f.n for f in mismas if citado in f.pasaje.texto), mismas[0].n if mismas else None)
