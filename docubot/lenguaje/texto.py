"""Plegado, palabras, raíces e idioma de un texto en español o inglés."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

Idioma = Literal["es", "en"]

_ENIE: Final = "\ue000"
_PALABRA: Final = re.compile(r"[^\W_]+(?:[.,:/'’-][^\W_]+)*")
_TROZO: Final = re.compile(r"[^\W_]+")

VACIAS_ES: Final = frozenset(
    """a al algo algun alguna algunas alguno algunos ante antes aqui asi aun aunque bajo bien cada casi
    como con contra cosa cual cuales cualquier cuando cuanta cuantas cuanto cuantos de del desde donde
    dos e el ella ellas ello ellos en entre era eran eres es esa esas ese eso esos esta estaba estan
    estar estas este esto estos estoy fue ha hace hacia han has hasta hay he la las le les lo los mas me
    mi mis mientras muy nada ni no nos nosotros nuestra nuestras nuestro nuestros o os otra otras otro
    otros para pero poco por porque pues que quien quienes se sea sean segun ser si sido sin sobre solo
    son soy su sus tal tambien tan tanto te tengo ti tiene tienen toda todas todo todos tu tus u un una
    unas uno unos usted ustedes va vamos van vos vosotros voy y ya yo""".split()  # noqa: SIM905
)
VACIAS_EN: Final = frozenset(
    """a about all also am an and any are as at be been being but by can could did do does doing done for
    from get got had has have having he her here hers him his how i if in into is it its just let me
    more most my no not of off on or our ours out own please she should so some such than that the their
    them then there these they this those to too up us was we were what when where which who whom why
    will with would you your yours s t m d ll re ve""".split()  # noqa: SIM905
)
_ACENTOS: Final = frozenset("ñÑáéíóúÁÉÍÓÚ")
_MARCAS_EN: Final = VACIAS_EN - VACIAS_ES - {"a", "me", "no", "he", "has"}
_MARCAS_ES: Final = VACIAS_ES - VACIAS_EN - {"a", "me", "no", "he", "has"}


def plegar(texto: str) -> str:
    """Minúsculas sin acentos, en NFC; la ñ se conserva (año y ano siguen siendo distintos)."""
    if texto.isascii():
        return texto.lower()
    compuesto = unicodedata.normalize("NFC", texto).casefold().replace("ñ", _ENIE)
    sin_marcas = "".join(c for c in unicodedata.normalize("NFD", compuesto) if not unicodedata.combining(c))
    return unicodedata.normalize("NFC", sin_marcas).replace(_ENIE, "ñ")


def palabras(texto: str) -> list[str]:
    """Las palabras plegadas; una clave con guion, una hora o un decimal («FACT-101», «08:00», «7,50») queda entera."""
    return _PALABRA.findall(plegar(texto))


@lru_cache(maxsize=2)
def _lematizador(idioma: Idioma) -> Callable[[str], str]:
    import Stemmer

    raiz_de: Callable[[str], str] = Stemmer.Stemmer("spanish" if idioma == "es" else "english").stemWord
    return raiz_de


@lru_cache(maxsize=65536)
def raiz(palabra: str, idioma: Idioma = "es") -> str:
    """La raíz Snowball de una palabra ya plegada; las que llevan cifras quedan como están."""
    if any(c.isdigit() for c in palabra):
        return palabra
    return plegar(_lematizador(idioma)(_singular(palabra) if idioma == "es" else palabra))


DIPTONGOS: Final = (("ue", "o"), ("ie", "e"))
"""Los que abre la raíz de un verbo al conjugarse, con la vocal del infinitivo: «recuerdo», «recordar»."""


def sin_diptongo(raiz_de_verbo: str) -> str:
    """La raíz del infinitivo de un verbo que cambia al conjugarse: «recuerd» → «record», «cierr» → «cerr»."""
    for cambiada, original in DIPTONGOS:
        lugar = raiz_de_verbo.rfind(cambiada)
        if lugar > 0:
            return raiz_de_verbo[:lugar] + original + raiz_de_verbo[lugar + 2 :]
    lugar = raiz_de_verbo.rfind("i")
    return raiz_de_verbo[:lugar] + "e" + raiz_de_verbo[lugar + 1 :] if lugar > 0 else raiz_de_verbo


def _singular(palabra: str) -> str:
    """Quita el plural antes de la raíz: Snowball da «tar» a «tareas» y «tare» a «tarea»."""
    if len(palabra) < 5 or palabra[-1] != "s" or palabra.endswith("mos"):
        return palabra
    if palabra.endswith(("iones", "ores")):
        return palabra[:-2]
    if palabra.endswith("ces"):
        return palabra[:-3] + "z"
    return palabra[:-1] if palabra[-2] in "aeo" else palabra


def terminos(texto: str, idioma: Idioma = "es") -> list[str]:
    """Los términos de búsqueda: palabras plegadas, sin vacías, en su raíz; las compuestas van enteras y por partes."""
    salida: list[str] = []
    for palabra in palabras(texto):
        salida += _terminos_de(palabra, idioma)
    return salida


@lru_cache(maxsize=65536)
def _terminos_de(palabra: str, idioma: Idioma) -> tuple[str, ...]:
    vacias = VACIAS_ES if idioma == "es" else VACIAS_EN
    partes = _TROZO.findall(palabra)
    entera = (palabra,) if len(partes) > 1 and "'" not in palabra and "’" not in palabra else ()
    return (*entera, *(raiz(p, idioma) for p in partes if p not in vacias))


def idioma_de(texto: str, por_defecto: Idioma = "es") -> Idioma:
    """`es` o `en`, por los signos, las palabras vacías y los acentos; `por_defecto` si no hay señales.

    Una palabra con acento vale lo que una vacía, y nada si empieza por mayúscula: «the mayor of Kraków» es inglés.
    """
    if "¿" in texto or "¡" in texto:
        return "es"
    vistas = _TROZO.findall(plegar(texto))
    ingles = sum(p in _MARCAS_EN for p in vistas)
    espanol = sum(p in _MARCAS_ES for p in vistas) + _acentuadas(texto)
    if ingles == espanol:
        return por_defecto
    return "en" if ingles > espanol else "es"


def _acentuadas(texto: str) -> int:
    if texto.isascii():
        return 0
    propias = (p for p in _TROZO.findall(unicodedata.normalize("NFC", texto)) if p[0].islower() or p.isupper())
    return sum(not _ACENTOS.isdisjoint(p) for p in propias)
