"""La respuesta a una cláusula sacada de los pasajes: las frases justas, citadas."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.implicitos import implicitos
from docubot.modelos.local.pasajes import Unidad
from docubot.modelos.local.redaccion import parrafo
from docubot.modelos.local.redaccion.busqueda import Busqueda
from docubot.modelos.local.redaccion.cita import escribir
from docubot.modelos.local.redaccion.falta import falta_lo_principal
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.pedido import Clausula
from docubot.modelos.local.redaccion.polaridad import prefijo
from docubot.modelos.local.redaccion.puntuacion import Biblioteca, Puntuada, pedidas, puntuar, señales, texto_propio
from docubot.modelos.local.sentido import sentido_del_cambio, va_a_eso, va_al_reves
from docubot.modelos.local.terminos import Termino, corregir, leer_terminos
from docubot.tipos import Idioma

MAXIMO_DE_UNIDADES: Final = 4
MAXIMO_DE_TEXTO: Final = 560
TEXTO_COMODO: Final = 380
MINIMO_RELATIVO: Final = 0.62
MINIMO_DE_OTRO: Final = 0.7
"""Una frase con menos de esta parte de la nota de la mejor ya no acompaña."""


_DEPENDIENTE: Final = re.compile(
    r"^(?:es[eao]s?|est[eao]s?|tambien|ademas|asi|entonces|despues|luego|por eso|ponl[oa]|elige|haz)\b|\b(?:lo|la|los|las) (?:tienen?|hacen?|son|puede)\b"  # noqa: E501
)


def buscar(
    biblioteca: Biblioteca,
    clausula: Clausula,
    idioma: Idioma,
    ajenos: frozenset[str] = frozenset(),
    vivos: Sequence[str] = (),
    de_antes: Sequence[Termino] = (),
    producto: str = "",
) -> Busqueda:
    """Prepara la búsqueda.

    `ajenos`: nombres de los datos vivos, que no cuentan; `vivos`: valores que eligen alternativa; `de_antes`: los
    términos del resto de la pregunta, que valen menos y ayudan a una cláusula que sola no dice de qué habla.
    """
    propios = tuple(t for t in biblioteca.preparar(clausula, idioma) if t.forma not in ajenos)
    prestados = corregir([t for t in de_antes if t.forma not in ajenos], biblioteca.vocabulario, idioma)
    del_plan = alternativas_vivas_en(biblioteca, vivos, propios, idioma)
    propios = (*propios, *(replace(t, peso=PESO_VIVO) for v in del_plan for t in leer_terminos(v, "es")))
    sentido = sentido_del_cambio(clausula.texto, (u.legible for u in biblioteca.unidades))
    if sentido:
        propios = (*leer_terminos(sentido, "es"), *propios)
    if callados := implicitos(clausula.texto):
        propios = (*leer_terminos(" ".join(callados), "es"), *(t for t in propios if not t.forma.isdigit()))
    alternativas = biblioteca.alternativas
    elegidas = (
        alternativas.con_valores(vivos)
        | alternativas.elegidas(prestados, idioma)
        | alternativas.elegidas(propios, idioma)
    )
    if len(propios) <= 2:
        ya = {t.forma for t in propios}
        propios += tuple(replace(t, peso=0.35 * t.peso) for t in prestados if t.forma not in ya)
    return Busqueda(clausula, propios, elegidas, plegar(producto), sentido)


PESO_VIVO: Final = 0.5
"""Lo que pesa el plan de la cuenta cuando la pregunta no nombra ninguno: menos que lo que se pregunta."""


def alternativas_vivas_en(
    biblioteca: Biblioteca, vivos: Sequence[str], terminos: Sequence[Termino], idioma: Idioma
) -> list[str]:
    """Los valores vivos que eligen entre alternativas de las que la pregunta no nombra ninguna."""
    nombradas = biblioteca.alternativas.elegidas(terminos, idioma)
    return [v for f, v in biblioteca.alternativas.con_valores(vivos).items() if f not in nombradas]


def responder(biblioteca: Biblioteca, busqueda: Busqueda, idioma: Idioma, de_un_dato: bool = False) -> Parte | None:
    """La parte de los pasajes que responde a la cláusula, o None si ninguna lo hace.

    `de_un_dato`: se pregunta por algo de la cuenta; la regla general no autoriza un sí o un no sobre ello.
    """
    puntuadas = [
        p for p in puntuar(biblioteca, busqueda.clausula, busqueda.terminos, dict(busqueda.elegidas))
        if not va_al_reves(p.unidad.legible, busqueda.sentido)
    ]  # fmt: skip
    if busqueda.sentido:
        puntuadas = [p for p in puntuadas if va_a_eso(p.unidad.legible, busqueda.sentido)] or puntuadas
    if (
        not puntuadas
        or not busqueda.terminos
        or falta_lo_principal(biblioteca, busqueda, idioma, estricta=not de_un_dato)
    ):
        return None
    elegidas = [] if busqueda.sentido else por_alternativas(biblioteca, busqueda)
    if not elegidas:
        elegidas = elegir(biblioteca, busqueda, puntuadas)
        elegidas = parrafo.entero(biblioteca, elegidas) if idioma == "es" else elegidas
        elegidas = _con_lo_que_significa(biblioteca, busqueda, elegidas)
        elegidas = parrafo.con_quien_lo_tiene(biblioteca, elegidas, busqueda.terminos, busqueda.elegidas)
    cuerpo = escribir(elegidas, idioma)
    inicio = "" if de_un_dato else prefijo(busqueda.clausula, busqueda.terminos, elegidas, biblioteca, idioma)
    return Parte(
        f"{inicio}{cuerpo}", _cobertura(biblioteca, busqueda, elegidas), tuple(texto_propio(u) for u in elegidas)
    )


def _cobertura(biblioteca: Biblioteca, busqueda: Busqueda, elegidas: Sequence[Unidad]) -> float:
    """Qué parte de lo preguntado cubre lo elegido, de 0 a 1."""
    total = sum(t.peso for t in busqueda.terminos) or 1.0
    return sum(t.peso * max(biblioteca.cubre(u.orden, t) for u in elegidas) for t in busqueda.terminos) / total


def por_alternativas(biblioteca: Biblioteca, busqueda: Busqueda) -> list[Unidad]:
    """Si se pregunta por todas las alternativas («cada plan») o por varias, la mejor unidad de cada una."""
    clausula = busqueda.clausula
    codigos = [t for t in busqueda.terminos if _CODIGO.fullmatch(t.original)]
    if len(codigos) > 1:
        return _de_cada_codigo(biblioteca, busqueda, codigos)
    for familia, valores in biblioteca.alternativas.familias.items():
        if not _es_de_lo_que_se_dice(biblioteca, clausula, valores):
            continue
        nombrados = biblioteca.alternativas.nombrados(familia, busqueda.terminos)
        if not 1 < len(valores) <= 4 or len(nombrados) == 1 or (len(nombrados) < 2 and not clausula.dice(_TODAS)):
            continue
        terminos = tuple(
            t
            for t in busqueda.terminos
            if not t.conceptos & {"plan"} and not biblioteca.alternativas.nombrados(familia, [t])
        )
        elegidas: list[Unidad] = []
        for valor in sorted(nombrados or valores):
            mejores = [
                p
                for p in puntuar(biblioteca, clausula, terminos, {familia: valor})
                if biblioteca.alternativas.habla_de(p.unidad, familia, valor)
            ]
            mejores = [p for p in mejores if p.unidad.clase != "fila" and not p.conflicto]
            if mejores and mejores[0].nota > 0.45:
                elegidas.append(mejores[0].unidad)
        elegidas = list(dict.fromkeys(elegidas))
        if elegidas and sum(len(texto_propio(u)) for u in elegidas) <= MAXIMO_DE_TEXTO + 100:
            return elegidas
    return []


def _es_de_lo_que_se_dice(biblioteca: Biblioteca, clausula: Clausula, valores: frozenset[str]) -> bool:
    """«cada plan»: solo la familia de los nombres que siguen a «plan» en los pasajes; sin ese nombre, cualquiera."""
    casa = re.search(
        r"\b(?:cada|todos los|que|each|every|all (?:the )?|per|which) (plan|tier|sala|room|rol|role)(?:e?s)?\b",
        clausula.plegado,
    )
    if casa is None:
        return True
    nombre = {"tier": "plan", "room": "sala", "role": "rol"}.get(casa.group(1), casa.group(1))
    texto = plegar(" ".join(u.legible for u in biblioteca.unidades))
    dichos = [v for v in valores if re.search(rf"\b{nombre} {re.escape(v)}\b", texto)]
    return len(dichos) > 1 or not re.search(rf"\b{nombre} \w", texto)


def _con_lo_que_significa(biblioteca: Biblioteca, busqueda: Busqueda, elegidas: list[Unidad]) -> list[Unidad]:
    """Si se pregunta por un código, delante va la frase que dice qué significa."""
    codigos = [t.original for t in busqueda.terminos if _CODIGO.fullmatch(t.original)]
    if len(codigos) != 1 or any("significa" in u.legible for u in elegidas):
        return elegidas
    define = next(
        (u for u in biblioteca.unidades if u.clase == "frase" and codigos[0] in u.legible and "significa" in u.legible),
        None,
    )
    return [define, *elegidas[:2]] if define else elegidas


def _de_cada_codigo(biblioteca: Biblioteca, busqueda: Busqueda, codigos: Sequence[Termino]) -> list[Unidad]:
    salida = []
    for codigo in codigos[:3]:
        suyas = [
            u for u in biblioteca.unidades
            if u.clase in ("frase", "punto", "celda") and codigo.original in texto_propio(u) and len(set(_CODIGO.findall(texto_propio(u)))) == 1  # noqa: E501
        ]  # fmt: skip
        salida.extend(suyas[:1])
    return list(dict.fromkeys(salida))


_CODIGO: Final = re.compile(r"[A-Z]{2,}-\d+")
_TODAS: Final = (
    r"cada (?:plan|tipo)|segun (?:el )?plan|los tres|las tres|los 3|que planes?|todos los planes|en que plan|each (?:plan|tier)|every plan|all (?:the )?plans|"  # noqa: E501
    r"which (?:plans?|tiers?)|per plan|by plan|compar\w+|diferencia\w*|difference"
)


def elegir(biblioteca: Biblioteca, busqueda: Busqueda, puntuadas: Sequence[Puntuada]) -> list[Unidad]:
    """Las unidades que se citan: la mejor y las que cubren lo que a ella le falta; una lista pedida, entera."""
    primera = puntuadas[0]
    if lista := _lista_pedida(biblioteca, busqueda.clausula, puntuadas):
        mejor_frase = next(
            (
                p.unidad
                for p in puntuadas[:2]
                if p.unidad not in lista and not p.unidad.texto.endswith(":") and not p.conflicto
            ),
            None,
        )
        cabe = mejor_frase and sum(len(u.legible) for u in lista) + len(mejor_frase.legible) <= MAXIMO_DE_TEXTO
        return [
            *([mejor_frase] if mejor_frase and cabe else []),
            *lista,
            *_tras_lista(lista, mejor_frase, puntuadas),
        ]
    elegidas = [primera.unidad]
    cubiertos = set(primera.cubiertos)
    esperadas = pedidas(busqueda.clausula)
    cumplidas = señales(primera.unidad, busqueda.clausula)
    for otra in puntuadas[1:14]:
        relativa = otra.nota / primera.nota * (1.08 if _del_mismo(otra, primera) else 1.0)
        if len(elegidas) >= MAXIMO_DE_UNIDADES or relativa < MINIMO_RELATIVO:
            break
        if relativa < MINIMO_DE_OTRO and not _del_mismo(otra, primera):
            continue
        nuevas = señales(otra.unidad, busqueda.clausula) - cumplidas
        largo = sum(len(texto_propio(u)) for u in (*elegidas, otra.unidad))
        util = (
            bool(otra.cubiertos - cubiertos)
            or bool(nuevas & esperadas)
            or (relativa > (0.72 if _del_mismo(otra, primera) else 0.8) and largo <= TEXTO_COMODO)
        )
        if (
            not util
            or otra.conflicto
            or largo > MAXIMO_DE_TEXTO
            or _repite(otra.unidad, elegidas)
            or otra.unidad.clase == "fila"
        ):
            continue
        elegidas.append(otra.unidad)
        cubiertos |= otra.cubiertos
        cumplidas |= nuevas
    return _con_acompañantes(biblioteca, _columna_entera(biblioteca, elegidas))


def _tras_lista(lista: Sequence[Unidad], ya: Unidad | None, puntuadas: Sequence[Puntuada]) -> list[Unidad]:
    """Tras unos pasos o una lista, la frase de otra sección que más responde, si cabe: suele dar la condición."""
    for puntuada in puntuadas[:6]:
        unidad = puntuada.unidad
        otra = (
            unidad.clase == "frase"
            and unidad is not ya
            and not unidad.texto.endswith(":")
            and unidad.contexto != lista[0].contexto
        )
        largo = sum(len(u.legible) for u in (*lista, *([ya] if ya else []), unidad))
        if (
            otra
            and not puntuada.conflicto
            and puntuada.nota >= 0.8 * puntuadas[0].nota
            and largo <= MAXIMO_DE_TEXTO + 120
        ):
            return [unidad]
    return []


def _columna_entera(biblioteca: Biblioteca, elegidas: Sequence[Unidad]) -> list[Unidad]:
    """Si lo elegido son varias celdas de una columna, la columna entera: es la serie que se pregunta."""
    celdas = [u for u in elegidas if u.clase == "celda"]
    series = {(u.grupo, u.columna) for u in celdas}
    if len(celdas) < 2 or len(series) != 1 or len(celdas) < len(elegidas):
        return list(elegidas)
    grupo, columna = series.pop()
    entera = [u for u in biblioteca.unidades if u.clase == "celda" and u.grupo == grupo and u.columna == columna]
    return entera if len(entera) <= 8 else list(elegidas)


def _del_mismo(otra: Puntuada, primera: Puntuada) -> bool:
    return otra.unidad.pasaje == primera.unidad.pasaje


def _repite(unidad: Unidad, elegidas: Sequence[Unidad]) -> bool:
    palabras = set(re.findall(r"\w+", plegar(texto_propio(unidad))))
    cifras = {p for p in palabras if any(c.isdigit() for c in p)}
    if cifras - {p for u in elegidas for p in re.findall(r"\w+", texto_propio(u))}:
        return False
    return any(
        len(palabras & (suyas := set(re.findall(r"\w+", plegar(texto_propio(u))))))
        >= 0.75 * min(len(palabras), len(suyas))
        for u in elegidas
    )


def _lista_pedida(biblioteca: Biblioteca, clausula: Clausula, puntuadas: Sequence[Puntuada]) -> list[Unidad]:
    """La lista entera si lo mejor la presenta, o si se piden pasos u opciones y lo mejor está en una."""
    for puntuada in puntuadas[:3]:
        unidad = puntuada.unidad
        if unidad.texto.endswith(":") and (puntuada is puntuadas[0] or _pide_lista(clausula, puntuada, puntuadas[0])):
            lista = [u for u in biblioteca.unidades if u.pasaje == unidad.pasaje and u.entrada == unidad.texto]
        elif unidad.clase in ("paso", "punto") and _pide_lista(clausula, puntuada, puntuadas[0]):
            lista = [u for u in biblioteca.unidades if u.grupo == unidad.grupo]
        else:
            continue
        if 1 < len(lista) <= 8 and sum(len(u.legible) for u in lista) <= MAXIMO_DE_TEXTO + 80:
            return lista
    return []


def _pide_lista(clausula: Clausula, puntuada: Puntuada, primera: Puntuada) -> bool:
    if "como" in clausula.espera:
        return puntuada.nota >= (0.8 if puntuada.unidad.texto.endswith(":") else 0.92) * primera.nota
    return "lista" in clausula.espera and puntuada is primera


def _con_acompañantes(biblioteca: Biblioteca, elegidas: Sequence[Unidad]) -> list[Unidad]:
    """Una frase sola que no dice nada («No.») lleva la siguiente; y si empieza por referencia, la anterior."""
    salida: list[Unidad] = []
    for unidad in elegidas:
        if unidad.texto.endswith(":"):
            lista = [u for u in biblioteca.unidades if u.pasaje == unidad.pasaje and u.entrada == unidad.texto]
            salida.extend(lista if sum(len(u.legible) for u in lista) <= MAXIMO_DE_TEXTO else [unidad])
        elif unidad.clase == "frase" and _DEPENDIENTE.search(plegar(unidad.legible)):
            anterior = next(
                (
                    u
                    for u in biblioteca.unidades
                    if u.orden == unidad.orden - 1 and u.contexto == unidad.contexto and u.clase == "frase"
                ),
                None,
            )
            salida.extend([anterior, unidad] if anterior else [unidad])
        elif len(unidad.texto.split()) <= 2 and unidad.clase == "frase":
            siguiente = next(
                (u for u in biblioteca.unidades if u.orden == unidad.orden + 1 and u.pasaje == unidad.pasaje), None
            )
            salida.extend([unidad, siguiente] if siguiente else [unidad])
        else:
            salida.append(unidad)
    return list(dict.fromkeys(salida))
