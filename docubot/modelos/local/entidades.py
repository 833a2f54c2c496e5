"""Los nombres propios, números y direcciones que dice la persona: con qué se pueden rellenar los campos."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from docubot.lenguaje.calendario import DIAS, MESES
from docubot.lenguaje.conceptos import conceptos, frases_en, palabras_del_lexico, trocear
from docubot.lenguaje.listas import lista
from docubot.lenguaje.texto import VACIAS_EN, VACIAS_ES, plegar
from docubot.lenguaje.vocabulario import DE_PILA, LUGARES, MARCAS, es_corriente, es_frecuente, parecida_al_lexico

_FICHA: Final = re.compile(r"\w+(?:[-'’&.]\w+)*|[?!¿¡;:,.\n\"«»“”]")
_POSESIVO: Final = re.compile(r"['’](?:s|m|re|ll|ve|d|t)$")
_FLEXION: Final = re.compile(
    r"(?:[aei]ndo|ri[aá]n?|rias|aron|ieron|remos|aste|iste|amos|emos|imos|[aei]rse|[aei]r(?:lo|la|los|las|me|le"
    r"|les)|mente|cion|ciones|idad"
    r"|(?:[aei]|[znd])(?:me|nos|melo|mela|melos|melas|lo|los|las|le|les)|[ai]d[oa]s?|ing|tion|ness|ment|ly|able|ed)$"
)
"""Terminaciones de verbo o de palabra derivada: en minúsculas, no es un nombre propio."""
_CON_NOMBRE: Final = frozenset(
    {"plan", "sala", "habitacion", "cliente", "organizacion", "canal", "ciudad", "contratar"}
)
"""Clases de cosas que llevan nombre: en «la sala Norte», Norte es una sala."""
_HUECO: Final = lista(
    """de del en a al para pa por con of in on for about to at from y e o u and or entre between vs versus que con
    el la"""
)
_DETERMINANTES: Final = lista(
    """un una unos unas los las the a an this that these those este esta estos estas ese esa mi mis my our nuestro
    nuestra nuestros nuestras tu tus su sus your cada every any some algun alguna ningun ninguna no muy mas
    menos todo toda todos todas"""
)
_VERBOS_CERCA: Final = lista(
    """tiene tienen va van esta estan lleva anda sigue se ya no has is does was supera como cuanto cuantos cuantas
    how what"""
)
_ADJETIVOS: Final = lista(
    """nuevo nueva nuevos actual mismo misma piloto grande pequeño entero concreto anterior siguiente ultimo primer
    propio new same current other"""
)
_ARTICULOS: Final = lista("el la los las the san santa new")
_PERSONAS: Final = frozenset({"contacto", "persona", "cliente", "responsable"})
_OTRAS_COSAS: Final = frozenset({"sala", "habitacion", "plaza", "proyector", "reservar", "plan", "precio"})
_SITIOS: Final = frozenset({"ciudad", "clima", "direccion", "zona"})
_CAMPOS: Final = frozenset(
    {
        "hora",
        "tarea",
        "facturar",
        "estado",
        "responsable",
        "cliente",
        "entrega",
        "presupuesto",
        "registrar",
        "aprobar",
        "pendiente",
        "clima",
        "pedido",
    }
)
_VERBOS_ANTES: Final = lista(
    """tiene tienen va van esta estan lleva llevaba llevan anda viene sigue es era has is was does runs esta como
    vs with have"""
)
_PREPOSICIONES: Final = lista("a de del en para pa of in on for con about")
_UNION: Final = lista("de del of the la las los el & y and")
_PAREJA: Final = re.compile(r"^(?:o|u|or|y|e|and|vs|versus|,)$")


@dataclass(frozen=True, slots=True)
class Nombre:
    """Un nombre propio candidato: cómo se escribió, dónde está (en palabras) y cuánto convence (0 a 6).

    `corriente`: también es una palabra del idioma («Faro», «Marea»).
    """

    texto: str
    posicion: int
    puntos: float
    precedente: str = ""
    corriente: bool = False


def nombres_en(
    texto: str, *, sustantivos: frozenset[str], conocidos: Sequence[str] = (), vocabulario: frozenset[str] = frozenset()
) -> tuple[Nombre, ...]:
    """Los nombres propios de una pregunta, en su orden y sin repetir.

    `sustantivos` son los conceptos de la clase de cosa que se busca («proyecto»): lo que va detrás de uno es un nombre.
    `vocabulario` son palabras que las descripciones usan como comunes: no son nombres aunque lleven mayúscula.
    """
    fichas = [_POSESIVO.sub("", f) for f in _FICHA.findall(texto)]
    gritado = _gritado(fichas)
    plegadas = [plegar(f) for f in fichas]
    en_frase = {j for i, largo, _ in frases_en(plegadas) for j in range(i, i + largo)}
    conocidas = {plegar(c) for c in conocidos}
    hallados: list[Nombre] = []
    i = 0
    while i < len(fichas):
        largo = _largo(fichas, plegadas, i, conocidas, gritado)
        puntos = (
            0.0
            if i in en_frase and not fichas[i][:1].isupper()
            else _puntos(fichas, plegadas, i, largo, sustantivos, conocidas, vocabulario, gritado)
        )
        if puntos >= 2.0:
            precedente = next(
                (plegadas[j] for j in range(i - 1, -1, -1) if plegadas[j] not in ("de", "del", "of", "la", "el")), ""
            )
            hallados.append(Nombre(" ".join(fichas[i : i + largo]), i, puntos, precedente, es_corriente(plegadas[i])))
            i += largo
        else:
            i += 1
    return _los_mejores(_sin_repetir(hallados), texto)


def _los_mejores(nombres: tuple[Nombre, ...], texto: str) -> tuple[Nombre, ...]:
    """Si hay nombres seguros, los dudosos sobran, salvo que vayan unidos a uno seguro («atlas o Boreal»)."""
    if len(nombres) < 2:
        return nombres
    tope = min(3.0, max(n.puntos for n in nombres))
    seguros = [n for n in nombres if n.puntos >= tope]
    return tuple(
        n for n in nombres if n in seguros or any(son_alternativas(sorted((n, s), key=_lugar), texto) for s in seguros)
    )


def _lugar(nombre: Nombre) -> int:
    return nombre.posicion


def _gritado(fichas: Sequence[str]) -> bool:
    letras = [f for f in fichas if f[:1].isalpha()]
    return sum(f.isupper() for f in letras) > len(letras) / 2 if len(letras) > 2 else False


def _es_mayuscula(ficha: str, gritado: bool) -> bool:
    return ficha[:1].isupper() and not gritado


def _largo(fichas: Sequence[str], plegadas: Sequence[str], i: int, conocidas: set[str], gritado: bool) -> int:
    """Cuántas fichas ocupa el nombre que empieza en `i`: «Vientos del Ebro» son tres."""
    for conocido in sorted(conocidas, key=len, reverse=True):
        partes = conocido.split()
        if len(partes) > 1 and list(plegadas[i : i + len(partes)]) == partes:
            return len(partes)
    if not _es_mayuscula(fichas[i], gritado) or (i == 0 and es_corriente(plegadas[i])):
        return 1
    if plegadas[i] in _ARTICULOS and (i == 0 or plegadas[i - 1] in ".?!¿¡\n"):
        return 1
    j = i + 1
    while j < len(fichas):
        if _es_mayuscula(fichas[j], gritado) and not _interrogativa(plegadas[j]):
            j += 1
        elif (
            plegadas[j] in _UNION - {"y", "and", "&"}
            and j + 1 < len(fichas)
            and _es_mayuscula(fichas[j + 1], gritado)
            and plegadas[j + 1] not in conocidas
            and plegadas[i] not in conocidas
            and i > 0
        ):
            j += 2
        else:
            break
    return j - i


def _interrogativa(palabra: str) -> bool:
    return palabra in VACIAS_ES or palabra in VACIAS_EN


def _puntos(
    fichas: Sequence[str],
    plegadas: Sequence[str],
    i: int,
    largo: int,
    sustantivos: frozenset[str],
    conocidas: set[str],
    vocabulario: frozenset[str],
    gritado: bool,
) -> float:
    entera = " ".join(plegadas[i : i + largo])
    palabra = plegadas[i + 1] if largo > 1 and plegadas[i] in _ARTICULOS else plegadas[i]
    if not palabra[:1].isalpha() or palabra in VACIAS_ES or palabra in VACIAS_EN or palabra in DIAS or palabra in MESES:
        return 0.0
    if entera in conocidas:
        return 6.0
    anterior = plegadas[i - 1] if i else ""
    mayuscula = _es_mayuscula(fichas[i], gritado)
    tras_sustantivo = bool(conceptos(anterior) & sustantivos)
    if _es_otra_cosa(fichas[i], palabra, largo, sustantivos, vocabulario, tras_sustantivo, mayuscula):
        return 0.0
    if largo > 1 and plegadas[i] in MARCAS:
        return 0.0
    if conceptos(anterior) & (_CON_NOMBRE - sustantivos) and not tras_sustantivo:
        return 0.0
    corriente = es_corriente(palabra)
    if tras_sustantivo and (
        mayuscula or not corriente or (_cierra(plegadas, i, largo) and not _FLEXION.search(palabra))
    ):
        return 5.0
    if mayuscula:
        return _puntos_con_mayuscula(fichas[i], plegadas, i, largo, palabra, sustantivos)
    return _puntos_en_minusculas(fichas[i], plegadas, i, largo, palabra)


def _es_otra_cosa(
    ficha: str,
    palabra: str,
    largo: int,
    sustantivos: frozenset[str],
    vocabulario: frozenset[str],
    tras_sustantivo: bool,
    mayuscula: bool,
) -> bool:
    """Verdadero si es palabra de las descripciones, marca, lugar, persona o identificador, o no da para un nombre."""
    if largo == 1 and (palabra in vocabulario or palabra in MARCAS) and not (tras_sustantivo and mayuscula):
        return True
    if (largo == 1 and len(palabra) < (3 if ficha[:1].isupper() else 4)) or any(c.isdigit() for c in palabra):
        return True
    if palabra in LUGARES and not tras_sustantivo and not sustantivos & _SITIOS:
        return True
    return _es_tecnica(ficha) or (palabra in DE_PILA and not tras_sustantivo and not sustantivos & _PERSONAS)


def _puntos_con_mayuscula(
    ficha: str, plegadas: Sequence[str], i: int, largo: int, palabra: str, sustantivos: frozenset[str]
) -> float:
    """Los de una palabra con mayúscula, según abra la frase, sea corriente o se hable de otra cosa."""
    inicial = i == 0 or plegadas[i - 1] in ".?!¿¡\n"
    if (ficha.isupper() and len(ficha) <= 3) or (
        largo == 1 and (palabra in palabras_del_lexico() or (inicial and es_frecuente(palabra)))
    ):
        return 0.0
    corriente = es_corriente(palabra)
    if corriente and largo == 1 and i and plegadas[i - 1] == "la":
        return 0.0
    if corriente and largo == 1 and _habla_de_otra_cosa(plegadas, sustantivos):
        return 2.1
    if not inicial:
        return 3.0
    verbo = _FLEXION.search(palabra) or ficha[-1] in "íéóá"
    if largo > 1 or _cierra(plegadas, i, largo) or (not verbo and _arranca(plegadas, i, largo)):
        return 2.1 if corriente and largo == 1 else 2.5
    return 1.5 if verbo or corriente else 2.1


def _puntos_en_minusculas(ficha: str, plegadas: Sequence[str], i: int, largo: int, palabra: str) -> float:
    """Los de una palabra en minúsculas, según el hueco que ocupe."""
    anterior = plegadas[i - 1] if i else ""
    articulo = anterior in _DETERMINANTES and not (anterior == "a" and _es_espanol(plegadas))
    if _FLEXION.search(palabra) or articulo or es_frecuente(palabra) or parecida_al_lexico(palabra):
        return 0.0
    if es_corriente(palabra):
        return 2.1 if _muy_en_su_sitio(plegadas, i, largo) else 0.0
    if not _en_hueco(plegadas, i, largo) or ficha[-1] in "íéó":
        return 1.0
    siguiente = plegadas[i + largo] if i + largo < len(plegadas) else ""
    if anterior in _PREPOSICIONES:
        return 2.6
    if siguiente in _VERBOS_CERCA or (not anterior and siguiente in (":", ",")):
        return 2.4
    cierra = not siguiente or siguiente in ",?!." or siguiente in ("y", "e", "o", "and", "or")
    return 2.4 if cierra and (anterior in _VERBOS_ANTES or conceptos(anterior) & _CAMPOS) else 2.0


def _es_espanol(plegadas: Sequence[str]) -> bool:
    """Verdadero si hay una palabra vacía solo española: entonces «a» es preposición y no artículo inglés."""
    return any(p in VACIAS_ES and p not in VACIAS_EN for p in plegadas)


def _en_hueco(plegadas: Sequence[str], i: int, largo: int) -> bool:
    """Verdadero si está donde va un nombre: tras preposición, delante de «tiene», «va»…, o cerrando la frase."""
    anterior = plegadas[i - 1] if i else ""
    siguiente = plegadas[i + largo] if i + largo < len(plegadas) else ""
    if siguiente in _VERBOS_CERCA:
        return True
    if not anterior or anterior in ".,?!¿¡:;\n":
        return True
    if conceptos(anterior) & {"mostrar", "listar"}:
        return True
    return anterior in _HUECO or anterior in _VERBOS_ANTES or bool(conceptos(anterior) & _CAMPOS)


def _muy_en_su_sitio(plegadas: Sequence[str], i: int, largo: int) -> bool:
    """Verdadero si una palabra corriente va justo donde iría un nombre: «horas de marea», «facturar marea»."""
    anterior = plegadas[i - 1] if i else ""
    siguiente = plegadas[i + largo] if i + largo < len(plegadas) else ""
    if not anterior or anterior in ".,?!¿¡:;\n":
        return siguiente in _VERBOS_CERCA
    verbo = bool(conceptos(anterior) & _CAMPOS) and anterior.endswith(("ar", "er", "ir", "bill", "invoice"))
    return anterior in _PREPOSICIONES or anterior in _VERBOS_ANTES or verbo


def _arranca(plegadas: Sequence[str], i: int, largo: int) -> bool:
    """Verdadero si tras el nombre que abre la frase no viene su objeto («Boreal no me deja», «Atlas: horas»)."""
    siguiente = plegadas[i + largo] if i + largo < len(plegadas) else ""
    return not siguiente or siguiente in _VERBOS_CERCA or siguiente in ":,?!." or bool(conceptos(siguiente) & _CAMPOS)


def _es_tecnica(ficha: str) -> bool:
    """`Retry-After`, `FRANJA_OCUPADA`, `camelCase`: un identificador, no un nombre propio."""
    return "-" in ficha or "_" in ficha or (any(c.isupper() for c in ficha[1:]) and not ficha.isupper())


def _habla_de_otra_cosa(plegadas: Sequence[str], sustantivos: frozenset[str]) -> bool:
    """Verdadero si la frase va de salas o de planes, que también tienen nombre, y no de lo que se busca."""
    conocidos = frozenset().union(*(conceptos(p) for p in plegadas))
    return bool(conocidos & (_OTRAS_COSAS - sustantivos)) and not conocidos & sustantivos


def _cierra(plegadas: Sequence[str], i: int, largo: int) -> bool:
    """Verdadero si detrás del nombre se acaba la frase o viene un verbo corriente, y no es un adjetivo del montón."""
    siguiente = plegadas[i + largo] if i + largo < len(plegadas) else ""
    suelta = conceptos(plegadas[i]) or plegadas[i] in _ADJETIVOS
    return not suelta and (not siguiente or siguiente in ",?!." or siguiente in _VERBOS_CERCA)


def _sin_repetir(nombres: Iterable[Nombre]) -> tuple[Nombre, ...]:
    vistos: dict[str, Nombre] = {}
    for nombre in nombres:
        vistos.setdefault(plegar(nombre.texto), nombre)
    return tuple(vistos.values())


def son_alternativas(nombres: Sequence[Nombre], texto: str) -> bool:
    """Verdadero si dos nombres van unidos como opciones: «Atlas o Boreal», «entre Atlas y Boreal»."""
    fichas = [plegar(f) for f in _FICHA.findall(texto)]
    return any(
        all(_PAREJA.match(fichas[k]) for k in range(a.posicion + len(trocear(a.texto)), b.posicion))
        for a, b in pairwise(nombres)
        if b.posicion > a.posicion + len(trocear(a.texto))
    )


def cercano(nombre: str, opciones: Sequence[str]) -> str | None:
    """La única opción que se parece claramente a un nombre mal escrito («ciezro» → «Cierzo»), o None."""
    from rapidfuzz.distance import OSA

    plegado = plegar(nombre)
    admitido = 1 if len(plegado) < 7 else 2
    cercanas = sorted((OSA.distance(plegado, plegar(o)), o) for o in opciones)
    if not cercanas or cercanas[0][0] > admitido:
        return None
    if len(cercanas) > 1 and cercanas[1][0] == cercanas[0][0]:
        return None
    return cercanas[0][1]
