"""Si lo que nombra la pregunta falta en los pasajes: entonces es mejor callar que responder otra cosa."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from docubot.modelos.local.redaccion.busqueda import Busqueda
from docubot.modelos.local.redaccion.pedido import Clausula
from docubot.modelos.local.redaccion.puntuacion import Biblioteca
from docubot.modelos.local.terminos import Termino
from docubot.tipos import Idioma

COBERTURA_MINIMA: Final = 0.3
"""Por debajo de esta parte de lo preguntado, los pasajes hablan de otra cosa y es mejor decirlo."""
_GENTILICIO: Final = re.compile(r"(?:[ei]an|ican|ish|ese|day)$")
"""El inglés escribe con mayúscula gentilicios y días: no son nombres de nada."""
_NEUTRO: Final = re.compile(
    r"^(?:\d.*|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|one|two|three|four|five|ten|dias?|mes(?:es)?|semanas?|años?|noche|tarde|"
    r"horas?|minutos?|days?|weeks?|months?|years?|night|week|dentro|rapido|facil|ayer|yesterday|last|pasad[oa]|ultim[oa]|.{3,}mente|.{4,}isim[oa]s?)$"
)
"""Palabras que no dicen de qué se pregunta: que no estén en los pasajes no significa nada."""


def falta_lo_principal(biblioteca: Biblioteca, busqueda: Busqueda, idioma: Idioma, estricta: bool) -> bool:
    """Verdadero si lo que nombra la pregunta no está en los pasajes: mejor callar que responder otra cosa."""
    contados = [
        t for t in busqueda.terminos if t.peso == 1.0 and t.forma != busqueda.producto and not _NEUTRO.match(t.forma)
    ]
    suyas = {t.forma for t in biblioteca.preparar(busqueda.clausula, idioma)}
    cubiertos = {t: _cubierto(biblioteca, t) for t in busqueda.terminos if t.forma in suyas}
    desconocidos = [t for t, c in cubiertos.items() if c < 0.5]
    foco = busqueda.clausula.foco
    if any(_es_nombre_propio(t, busqueda.clausula) for t in desconocidos if not foco or t.forma in foco):
        return True
    ignotos = [
        t
        for t in contados
        if cubiertos.get(t, 1.0) < 0.5
        and not t.conceptos
        and len(t.forma) > 3
        and t.forma.isalpha()
        and not (t.original[:1].isupper() and _es_gentilicio(t, busqueda.clausula))
    ]
    al_titulo = any(biblioteca.titula(t) for t in contados)
    parte = 3 if idioma == "en" else 2
    pocos = len(contados) <= 3 and parte * len(ignotos) >= (parte - 1) * len(contados) > parte - 1
    del_producto = busqueda.producto and busqueda.clausula.dice(re.escape(busqueda.producto))
    ajeno = any(len(t.forma) > LARGO_DE_LO_AJENO for t in ignotos)
    if estricta and del_producto and (ajeno or not _junto_en_algun_sitio(biblioteca, contados)):
        return True
    if estricta and not al_titulo and (pocos or 5 * len(ignotos) >= parte * len(contados) >= 4 * parte):
        return True
    contables = {
        t: c for t, c in cubiertos.items() if t.forma != busqueda.producto and (c >= 0.5 or not _NEUTRO.match(t.forma))
    }
    if not contables:
        return not busqueda.clausula.espera & {"definicion", "cual"}
    total = sum(t.peso for t in contables)
    sabido = sum(t.peso * c for t, c in contables.items())
    return sabido / total < COBERTURA_MINIMA if total else True


def _junto_en_algun_sitio(biblioteca: Biblioteca, terminos: Sequence[Termino]) -> bool:
    """Verdadero si alguna unidad, con su encabezado, trata de casi todo: «firma de contratos» no es «firma»."""
    propios = [t for t in terminos if not t.conceptos & _DE_CUALQUIERA]
    if len(propios) < 2:
        return True
    mejor_parte = max(
        (sum(biblioteca.cubre(i, t) >= 0.4 for t in propios) for i in range(len(biblioteca.unidades))), default=0
    )
    return mejor_parte >= JUNTO * len(propios)


LARGO_DE_LO_AJENO: Final = 6
"""Letras de una palabra que nadie conoce para tomarla por una función que el producto no tiene («videollamadas»)."""
JUNTO: Final = 0.6
_DE_CUALQUIERA: Final = frozenset({"equipo", "persona", "organizacion", "negocio", "incluir", "ver"})


def _cubierto(biblioteca: Biblioteca, termino: Termino) -> float:
    return max((biblioteca.cubre(i, termino) for i in range(len(biblioteca.unidades))), default=0.0)


def _es_nombre_propio(termino: Termino, clausula: Clausula) -> bool:
    if not termino.original[:1].isupper() or termino.conceptos or any(c.isdigit() for c in termino.forma):
        return False
    if _es_gentilicio(termino, clausula) or _es_a_quien(termino, clausula):
        return False
    if termino.original.isupper() and len(termino.original) > 1:
        return False
    return not empieza_frase(termino.original, clausula.texto) and not clausula.texto.isupper()


def _es_gentilicio(termino: Termino, clausula: Clausula) -> bool:
    """«American», y «Latin» en «Latin American»: califican, no nombran."""
    detras = re.search(rf"\b{re.escape(termino.forma)} (\w+)", clausula.plegado)
    return any(_GENTILICIO.search(p) for p in (termino.forma, *(detras.groups() if detras else ())))


def _es_a_quien(termino: Termino, clausula: Clausula) -> bool:
    """«pasárselo a Iker», «darle acceso a Marta»: el complemento que dobla el pronombre es una persona cualquiera."""
    return clausula.dice(rf"\w+(?:le|les|selo|sela|selos|selas)\b.* a {re.escape(termino.forma)}")


def empieza_frase(palabra: str, texto: str) -> bool:
    """Verdadero si la palabra abre el texto o una frase suya: su mayúscula no dice nada."""
    return re.search(rf"(?:^|[.!?:;¿¡(«\"'])\s*[¿¡]?{re.escape(palabra)}", texto) is not None
