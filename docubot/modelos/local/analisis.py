"""La pregunta, analizada: sus cláusulas, lo que pide cada una, si pide una regla, y si es solo charla."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from docubot.lenguaje.calendario import DIAS, MESES
from docubot.lenguaje.conceptos import VACIAS, claves, conceptos, frases_en, trocear
from docubot.lenguaje.listas import lista
from docubot.lenguaje.texto import plegar

NORMATIVOS: Final = frozenset(
    {
        "limite",
        "permiso",
        "porque",
        "pasos",
        "significado",
        "norma",
        "error",
        "documentacion",
        "funcionar",
        "precio",
        "aviso",
    }
)
"""Conceptos que piden una regla del producto y no un dato de la cuenta."""

_VERBALES: Final = frozenset({"aprobar", "facturar", "archivar", "cambiar", "borrar", "recuperar", "exportar"})
_PARTICIPIO: Final = re.compile(r"(?:[ai]d[oa]s?|ed|iste|amos|aron)$")
_SUSTANTIVOS_VERBALES: Final = lista(
    """factura facturas cambio cambios invoice invoices bill facturacion aprobacion unapproved approval
    recuperacion"""
)
_CODIGO: Final = re.compile(r"\b[A-Z]{2,}-\d+\b")
_CITADO: Final = re.compile(r"«([^»]+)»|“([^”]+)”|\"([^\"]+)\"|(?<!\w)'([^']{2,})'(?!\w)")
_CORTESIA: Final = re.compile(
    r"\b(?:(?:me|nos)\s+)?(?:puedes|podes|podrias|podrian|puede|podria|pueden|can you|could you|would you"
    r"|will you)\s+(?:por favor\s+|please\s+)?"
    r"(?:me\s+)?(?:decir|decirme|decirnos|dar|darme|mostrar|mostrarme|pasar|pasarme|contar|contarme|confirmar"
    r"|confirmarme|mirar|ver|ayudar(?:me)?(?: con| a)?"
    r"|tell(?: me| us)?|show(?: me| us)?|give(?: me| us)?|check|list|help(?: me)?(?: with)?|confirm|look)\b"
    r"|\b(?:me|nos) (?:podes|puedes) \w+"
)
_INTERROGATIVAS: Final = lista(
    """como cuanto cuanta cuantos cuantas cual cuales que quien quienes cuando donde por si dime decime digame how
    what when where why who which whether can could do does is are tell ponme pon hazme dame muestrame show give
    puedo podemos"""
)
_VERBOS_DE_ORDEN: Final = frozenset(
    {"reservar", "cancelar", "crear", "enviar", "buscar", "traducir", "convertir", "agendar", "comparar"}
)
_CORTE: Final = re.compile(r"[?!¿¡;\n]+|[.](?=\s|$)")
_CONJUNCION: Final = re.compile(
    r"(?:,?\s+(?:y|e|and|then|luego|despues|ademas|tambien|also)\s+|,\s+)(?:(?:tambien|ademas|also|luego|then)\s+)?",
    re.IGNORECASE,
)
_TEMPORALES: Final = (
    frozenset(DIAS)
    | frozenset(MESES)
    | lista("""hoy mañana tomorrow today yesterday ayer pasado am pm tonight next proximo""")
)
_CHARLA: Final = lista(
    """hola holi buenas buenos dias tardes noches hello hi hey hiya good morning afternoon evening night gracias
    thanks thank thx ty mil muchas muchisimas infinitas bunch lot million cheers adios chao chau bye ciao
    goodbye hasta luego pronto nos vemos see later jaja jajaja jeje haha hahaha lol vale ok okay oki dale
    perfecto perfect genial great nice cool awesome amazing excelente excellent buenisimo crack genio genia
    maquina grande majo maja amable fenomeno love encanta ayuda help estas eres sos ahi alli bot robot humano
    human chatgpt gpt
    claude gemini siri alexa persona real maquina chatbot ia ai inteligencia artificial asistente
    assistant quien llamas name
    nombre tal gusto encantado placer saludos saludo perdon sorry disculpa feliz lindo buen buena dia finde
    weekend fin semana eso es that's thats all today hoy tenga tengan tengas ten que tardes lindas noches
    pases pasen cuidate cuidense have igualmente likewise you're youre welcome nada bien bueno listo
    entendido understood clasico trabajo job work servicio todo everything very much muy tan so best mejor
    estuvo rock legend gran tio amigo bro colega friend appreciate appreciated agradezco agradecido totales
    helpful equivoque equivocado chat wrong me mate humana salvaste salvado saved day lifesaver quedo claro
    clear gotcha got understood entiendo up sup whats what's how's hows going saben sabes puedes hacer can"""
)


@dataclass(frozen=True, slots=True)
class Termino:
    """Una palabra o expresión con contenido, y las claves con las que casa."""

    forma: str
    claves: frozenset[str]


@dataclass(frozen=True, slots=True)
class Clausula:
    """Un trozo de la pregunta que pide una sola cosa. `actos` son los conceptos normativos que contiene."""

    texto: str
    terminos: tuple[Termino, ...]
    actos: frozenset[str]

    @property
    def claves(self) -> frozenset[str]:
        """Todas las claves de la cláusula."""
        return frozenset().union(*(t.claves for t in self.terminos))


@dataclass(frozen=True, slots=True)
class Analisis:
    """Una pregunta analizada. `citados` son los textos entre comillas, tal cual; no cuentan como contenido."""

    texto: str
    clausulas: tuple[Clausula, ...]
    citados: tuple[str, ...]
    charla: bool

    @property
    def terminos(self) -> tuple[Termino, ...]:
        """Los términos de todas las cláusulas."""
        return tuple(t for c in self.clausulas for t in c.terminos)

    @property
    def claves(self) -> frozenset[str]:
        """Las claves de toda la pregunta."""
        return frozenset().union(*(t.claves for t in self.terminos))

    @property
    def actos(self) -> frozenset[str]:
        """Los actos normativos de toda la pregunta."""
        return frozenset().union(*(c.actos for c in self.clausulas))


@lru_cache(maxsize=512)
def analizar(texto: str) -> Analisis:
    """Analiza una pregunta en español o inglés, en cualquier registro."""
    citados = tuple(next(g for g in m.groups() if g) for m in _CITADO.finditer(texto))
    sin_citas = _CITADO.sub(" ", texto)
    clausulas = tuple(c for trozo in _trozos(sin_citas) if (c := _clausula(trozo)).terminos or c.actos)
    return Analisis(texto, clausulas, citados, not citados and (_es_charla(sin_citas) or _es_cortesia(sin_citas)))


def _trozos(texto: str) -> list[str]:
    salida: list[str] = []
    for frase in _CORTE.split(texto):
        desde = 0
        for union in _CONJUNCION.finditer(frase):
            if _empieza_otra(frase[union.end() :]) and terminos_de(frase[desde : union.start()]):
                salida.append(frase[desde : union.start()])
                desde = union.end()
        salida.append(frase[desde:])
    return [t.strip() for t in salida if t.strip()]


def _empieza_otra(resto: str) -> bool:
    palabras = trocear(plegar(resto))[:2]
    if not palabras:
        return False
    return (
        palabras[0] in _INTERROGATIVAS
        or bool(conceptos(palabras[0]) & _VERBOS_DE_ORDEN)
        or (
            len(palabras) > 1
            and palabras[0] in ("con", "en", "a", "at", "for", "de")
            and palabras[1] in _INTERROGATIVAS
        )
    )


def _clausula(texto: str) -> Clausula:
    terminos = terminos_de(texto)
    actos: frozenset[str] = frozenset().union(*(t.claves for t in terminos)) & NORMATIVOS
    plegado = plegar(texto).strip(" ,.")
    if _CODIGO.search(texto):
        actos |= {"error"}
    if re.search(r"^(?:que|what)(?: es|'s| is| son| are) (?:un|una|unos|unas|a|an)\b", plegado.strip("¿ ")):
        actos |= {"significado"}
    if (
        "pasos" in actos
        and re.search(r"\bque (?:hay|tengo|tenemos) que\b", plegado)
        and not re.search(r"(?:^|\W)qu[eé] (?:hay|tengo|tenemos) que", texto[:14].lower())
    ):
        actos -= {"pasos"}
    if re.search(r"\b(?:suppose|supongamos|imagina|would)\b", plegado):
        actos |= {"permiso"}
    if _verbo_de_norma(texto):
        actos |= {"habito"}
    if re.match(r"(?:y |pero |and |but )?(?:si|if)\s", plegado):
        actos |= {"permiso"}
    if re.search(r"\bpor\s*$|\bporque\s*$", plegado):
        actos |= {"porque"}
    return Clausula(texto, terminos, actos)


def _verbo_de_norma(texto: str) -> bool:
    """«¿quién aprueba las horas?», «how are invoices numbered»: un verbo en presente pide cómo se hace, no un dato."""
    palabras = trocear(plegar(texto))
    for i, palabra in enumerate(palabras):
        if not conceptos(palabra) & _VERBALES or _PARTICIPIO.search(palabra):
            continue
        previa = palabras[i - 1] if i else ""
        sustantivo = palabra in _SUSTANTIVOS_VERBALES
        if previa not in ("sin", "por", "de", "falta", "to", "left", "without") and not sustantivo:
            return True
    return False


@lru_cache(maxsize=2048)
def terminos_de(texto: str) -> tuple[Termino, ...]:
    """Los términos con contenido de un texto: sin cortesías, vacías, cifras ni fechas; las expresiones, enteras."""
    palabras = trocear(_CORTESIA.sub(" ", plegar(texto)))
    ocupadas: dict[int, tuple[int, str]] = {i: (largo, c) for i, largo, c in frases_en(palabras)}
    salida: list[Termino] = []
    i = 0
    while i < len(palabras):
        if i in ocupadas:
            largo, concepto = ocupadas[i]
            salida.append(Termino(" ".join(palabras[i : i + largo]), frozenset((concepto,))))
            i += largo
            continue
        palabra = palabras[i]
        if palabra in ("puede", "puedes"):
            salida.append(Termino(palabra, frozenset(("permiso",))))
        elif palabra not in VACIAS and palabra not in _TEMPORALES and not palabra.isdigit():
            salida.append(Termino(palabra, claves(palabra)))
        i += 1
    return tuple(salida)


_DE_CORTESIA: Final = re.compile(
    r"^(?:ho+la+|holi+|buenas|gracias|ja(?:ja)+|je(?:je)+|ha(?:ha)+|listo|perfecto|vale|ok(?:ay)?|perdon\w*|disculp\w+|genial|buenisimo|thanks|sorry|hey|great|cool|nice|awesome)\b"
    r"|\b(?:gracias|thanks|thank you)[.! ]*$"
)
MAXIMO_DE_CORTESIA: Final = 9


def _es_cortesia(texto: str) -> bool:
    """«listo, era eso nomás, gracias»: una cortesía corta que no pregunta ni nombra nada del producto."""
    plegado = plegar(texto).strip(" ¡!,.")
    palabras = trocear(plegado)
    if "?" in texto or len(palabras) > MAXIMO_DE_CORTESIA or _DE_CORTESIA.search(plegado) is None:
        return False
    preguntan = _INTERROGATIVAS - {"que", "por", "si", "como", "es"}
    ajenas = [p for p in palabras if p not in _CHARLA]
    pide = any(p in preguntan or conceptos(p) - {"permiso", "todo", "mostrar"} for p in ajenas)
    return not pide and not any(c.isdigit() for c in plegado)


def _es_charla(texto: str) -> bool:
    palabras = trocear(
        re.sub(
            r"\b(?:hasta|nos vemos) (?:mañana|luego|pronto|otra)\b|\bsee you (?:tomorrow|later|soon)\b",
            " ",
            plegar(texto),
        )
    )
    return (
        all(p in _CHARLA or p in VACIAS for p in palabras)
        and not list(frases_en(palabras))
        and not any(conceptos(p) & {"proyecto", "tarea", "hora", "plan", "sala"} for p in palabras)
    )
