"""Un texto como términos comparables: palabras con contenido, su raíz, sus conceptos y si van negadas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from docubot.lenguaje.texto import VACIAS_EN, VACIAS_ES, plegar, raiz
from docubot.modelos.local.lexico import conceptos_de, expresiones
from docubot.tipos import Idioma

_PALABRA: Final = re.compile(r"[^\W_]+(?:[.,:/-][^\W_]+)*(?:['’](?:s|t|re|ve|ll|d|m)\b)?")
_CON_CIFRA: Final = re.compile(r"\d")
_NEGADORES_ES: Final = {"sin", "falta", "faltan", "pendiente", "pendientes", "queda", "quedan", "quede", "no"}
_PUENTES: Final = {"de", "por", "haber", "estar", "ser", "to", "be", "yet", "been", "still", "for", "aun", "todavia"}
_NEGADORES_EN: Final = {"without", "not", "yet", "pending", "left"}
_RELLENO: Final = frozenset(
    """list lista listame sentence words briefly frase
    dime decime di digame puedo puede pueden podemos podria podrias podes poder quiero quisiera quieres
    favor porfa che oye hola buenas gracias saber mira mirá fijate fijar hay tener tengo tenemos tenes
    tienes tienen haber habia hacer haces hago ver ahora ahorita mismo hoy exactamente exacto cosa cosas vez
    enseñame muestrame mostrame pasame porfa hemos han dado dando damos
    pasa pasan pasar puesto puesta decir dice dicen tell want know please show give hey hi hello thanks now
    right currently exactly thing things happen happens happened get go going let say says like much many
    one another using use uses used work works make poner pongo ponga pone poniendo toca tocar dejar dejo
    mal bien querer quiere salir sale salen manera forma parte vuestro vuestra seguir os vos ustedes uds sus
    eh pues bueno vale onda duda pregunta consulta question q pa xq pq x xfa pls plz disculpa disculpe
    perdon sorry molestia mano pena digo mean remind summarise summarize""".split()  # noqa: SIM905
)
_UNION_EN: Final = re.compile(r"^un(?=(?:bill|invoic|approv|fin|clos|assign|paid|resolv)\w+)")


@dataclass(frozen=True, slots=True)
class Termino:
    """Una palabra con contenido.

    `original` conserva su escritura; `forma` va plegada; `negado`: «sin X», «pendiente de X».
    `peso`: menos de 1 si es parte de una expresión que ya cuenta entera.
    """

    original: str
    forma: str
    raiz: str
    conceptos: frozenset[str]
    negado: bool = False
    peso: float = 1.0

    @property
    def es_nombre(self) -> bool:
        """Verdadero si lleva mayúscula o cifra: un nombre propio, un código, una sigla."""
        return self.original[:1].isupper() or bool(_CON_CIFRA.search(self.original))


def leer_terminos(texto: str, idioma: Idioma) -> tuple[Termino, ...]:
    """Los términos de un texto en su orden, sin palabras vacías ni de relleno."""
    return _leer(texto, idioma)


@lru_cache(maxsize=8192)
def _leer(texto: str, idioma: Idioma) -> tuple[Termino, ...]:
    originales = [m.group() for m in _PALABRA.finditer(texto.replace("_", " "))]
    plegadas = [_sin_posesivo(plegar(o)) for o in originales]
    vacias = (VACIAS_ES if idioma == "es" else VACIAS_EN - {"done"}) | _RELLENO
    negadores = _NEGADORES_ES if idioma == "es" else _NEGADORES_EN
    salida: list[Termino] = []
    i = 0
    negado = False
    while i < len(plegadas):
        largo, expresion = _expresion_en(plegadas, i, idioma)
        if largo:
            salida.append(_termino(" ".join(originales[i : i + largo]), expresion, idioma, False))
            salida.extend(_partes(plegadas[i : i + largo], originales[i : i + largo], vacias, idioma))
            i, negado = i + largo, False
            continue
        palabra = plegadas[i]
        if palabra not in vacias and not _solo_niega(plegadas, i, negadores):
            salida.extend(_terminos_de(originales[i], palabra, idioma, negado))
        negado = palabra in negadores or _por_hacer(plegadas, i, idioma) or (negado and palabra in _PUENTES)
        i += 1
    return tuple(salida)


def _por_hacer(plegadas: Sequence[str], i: int, idioma: Idioma) -> bool:
    """«por facturar», «to be billed»: lo que sigue está sin hacer."""
    if idioma == "es":
        return plegadas[i] == "por" and any(p.endswith(("ar", "er", "ir")) for p in plegadas[i + 1 : i + 2])
    return plegadas[i] == "be" and plegadas[i - 1 : i] == ["to"]


def _solo_niega(plegadas: Sequence[str], i: int, negadores: set[str]) -> bool:
    """«pendientes de facturar», «left to bill»: la primera palabra solo niega a la que sigue."""
    return plegadas[i] in negadores and plegadas[i + 1 : i + 2] in (["de"], ["por"], ["to"])


def _partes(
    plegadas: Sequence[str], originales: Sequence[str], vacias: frozenset[str], idioma: Idioma
) -> list[Termino]:
    return [
        replace(_termino(o, p, idioma, False), peso=0.4)
        for o, p in zip(originales, plegadas, strict=True)
        if p not in vacias
    ]


def _sin_posesivo(palabra: str) -> str:
    return re.split(r"['’]", palabra)[0]


def _expresion_en(plegadas: Sequence[str], desde: int, idioma: Idioma) -> tuple[int, str]:
    for palabras, unida in _expresiones_por_inicio(idioma).get(plegadas[desde], ()):
        if tuple(plegadas[desde : desde + len(palabras)]) == palabras:
            return len(palabras), unida
    if idioma == "en":
        raices = tuple(raiz(p, "en") for p in plegadas[desde : desde + _LARGO_DE_EXPRESION])
        for palabras, unida in _expresiones_por_raiz().get(raices[0], ()):
            if raices[: len(palabras)] == palabras:
                return len(palabras), unida
    return 0, ""


_LARGO_DE_EXPRESION: Final = 4


@lru_cache(maxsize=1)
def _expresiones_por_raiz() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """Las expresiones inglesas por la raíz de sus palabras: «signs off» es «sign off»."""
    tabla: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for palabras, unida in expresiones("en"):
        raices = tuple(raiz(p, "en") for p in palabras)
        tabla.setdefault(raices[0], []).append((raices, unida))
    return tabla


@lru_cache(maxsize=2)
def _expresiones_por_inicio(idioma: Idioma) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    tabla: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for palabras, unida in expresiones(idioma):
        tabla.setdefault(palabras[0], []).append((palabras, unida))
    return tabla


def _terminos_de(original: str, palabra: str, idioma: Idioma, negado: bool) -> list[Termino]:
    base = _UNION_EN.sub("", palabra) if idioma == "en" else palabra
    entera = _termino(original, base, idioma, negado or base != palabra)
    partes = re.split(r"[-/:.,]", base)
    if len(partes) < 2 or (_CON_CIFRA.search(base) and not any(p.isalpha() and len(p) > 4 for p in partes)):
        return [entera]
    vacias = VACIAS_ES if idioma == "es" else VACIAS_EN
    trozos = original.split("-") if "-" in original else partes
    return [entera, *(_termino(t, plegar(t), idioma, negado) for t in trozos if t and plegar(t) not in vacias)]


@lru_cache(maxsize=65536)
def _termino(original: str, forma: str, idioma: Idioma, negado: bool) -> Termino:
    conceptos = conceptos_de(forma, idioma)
    return Termino(original, forma, raiz(forma, idioma) if "_" not in forma else forma, conceptos, negado)


@lru_cache(maxsize=262144)
def parecido(uno: Termino, otro: Termino) -> float:
    """De 0 a 1: la misma palabra, 1; el mismo concepto, 0,8; menos si una va negada y la otra no («sin facturar»)."""
    if uno.forma == otro.forma:
        valor = 1.0
    elif uno.raiz == otro.raiz:
        valor = 0.97
    elif uno.conceptos & otro.conceptos:
        valor = 0.8
    else:
        return 0.0
    return valor if uno.negado == otro.negado else valor * 0.75


def mejor(termino: Termino, otros: Iterable[Termino]) -> float:
    """El mayor parecido de un término con los de un texto; 0 si no hay ninguno."""
    return max((parecido(termino, o) for o in otros), default=0.0)


def corregir(terminos: Iterable[Termino], vocabulario: frozenset[str], idioma: Idioma) -> tuple[Termino, ...]:
    """Los términos sin erratas: una palabra sin concepto ni igual en `vocabulario` pasa a la más parecida."""
    return tuple(_corregido(t, vocabulario, idioma) for t in terminos)


def _corregido(termino: Termino, vocabulario: frozenset[str], idioma: Idioma) -> Termino:
    if len(termino.forma) < 5 or termino.conceptos or _CON_CIFRA.search(termino.forma) or termino.forma in vocabulario:
        return termino
    if any(raiz(v, "es") == termino.raiz for v in vocabulario if v[:3] == termino.forma[:3]):
        return termino
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    hallado = process.extractOne(
        termino.forma, sorted(vocabulario), scorer=OSA.distance, score_cutoff=1 if len(termino.forma) < 8 else 2
    )
    if hallado is None or hallado[0][:1] != termino.forma[:1]:
        return termino
    return replace(_termino(termino.original, hallado[0], idioma, termino.negado), original=termino.original)
