"""El «Sí» o el «No» de una respuesta, solo cuando es seguro."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.pasajes import Unidad
from docubot.modelos.local.redaccion.medidas import en_base
from docubot.modelos.local.redaccion.pedido import Clausula, Medida, medidas_en
from docubot.modelos.local.redaccion.puntuacion import Biblioteca, texto_propio
from docubot.modelos.local.terminos import Termino, leer_terminos, parecido
from docubot.tipos import Idioma

_NEGACION: Final = re.compile(r"\b(?:no|nunca|nada|ninguna?|ningun|tampoco|ni)\b")
_EXCLUSION: Final = re.compile(r"\b(?:solo|salvo|excepto|hay que|hace falta)\b")
_MINIMO: Final = re.compile(r"\b(?:minim[oa]|al menos|o mas|como minimo|por lo menos)\b")


_VARIOS: Final = r"vari[oa]s|mas de un[oa]?|dos|several|multiple|many|more than one|two"
_UNO_SOLO: Final = re.compile(
    r"\b(?:un unico|una unica|uno solo|una sola|solo un[oa]?|1 [a-z]+ por|un [a-z]+ (?:de [a-z]+ )?por)\b"
)


def prefijo(
    clausula: Clausula, terminos: Sequence[Termino], unidades: Sequence[Unidad], biblioteca: Biblioteca, idioma: Idioma
) -> str:
    """`Sí: `, `No: ` o vacío."""
    if (
        not unidades
        or "si_no" not in clausula.espera
        or clausula.espera & {"porque", "persona"}
        or clausula.dice("o|or")
    ):
        return ""
    veredicto = next((v for u in unidades if (v := por_medida(clausula.medidas, u)) is not None), None)
    if veredicto is None and clausula.dice(_VARIOS) and _UNO_SOLO.search(plegar(unidades[0].legible)):
        veredicto = False
    if veredicto is None and not clausula.medidas:
        vistos = [v for u in unidades[:2] if (v := _por_negacion(terminos, u, biblioteca)) is not None]
        veredicto = vistos[0] if len(set(vistos)) == 1 else None
    if veredicto is None or plegar(texto_propio(unidades[0])).startswith(("no.", "si.", "no,", "si,", "no:", "si:")):
        return ""
    if idioma == "es":
        return "Sí: " if veredicto else "No: "
    return "Yes. " if veredicto else "No. "


def por_medida(medidas: Sequence[Medida], unidad: Unidad) -> bool | None:
    """Compara la medida de la pregunta con la única de su dimensión que da la unidad, como máximo o como mínimo."""
    texto = plegar(texto_propio(unidad))
    limites = medidas_en(unidad.legible)
    for medida in medidas:
        pedida = en_base(medida)
        if pedida is None:
            continue
        suyas = {base[1] for m in limites if (base := en_base(m)) and base[0] == pedida[0]}
        if len(suyas) == 1:
            limite = suyas.pop()
            return pedida[1] >= limite if _MINIMO.search(texto) else pedida[1] <= limite
    return None


def _por_negacion(terminos: Sequence[Termino], unidad: Unidad, biblioteca: Biblioteca) -> bool | None:
    texto = plegar(unidad.legible)
    if unidad.clase == "celda":
        return {"si": True, "no": False}.get(texto.split(",")[0].strip())
    indice = unidad.orden
    cubiertos = [t for t in terminos if biblioteca.cubre_propio(indice, t) >= 0.75]
    peso = sum(t.peso for t in terminos) or 1.0
    parte = sum(t.peso for t in cubiertos) / peso
    negados = [c.end() for c in _NEGACION.finditer(texto)]
    if not negados:
        return True if parte >= 0.74 and not _EXCLUSION.search(texto) else None
    if parte < 0.55:
        return None
    tras_negar = leer_terminos(" ".join(texto[fin:][:25] for fin in negados[:2]), "es")
    return False if any(_es_lo_mismo(t, n) for t in cubiertos for n in tras_negar) else None


_DE_PASO: Final = frozenset({"limite", "incluir", "ver", "crear", "conservar"})


def _es_lo_mismo(uno: Termino, otro: Termino) -> bool:
    """Verdadero si lo negado es lo preguntado: la misma palabra, o un concepto que no sea de paso («admite»)."""
    return uno.raiz == otro.raiz or (parecido(uno, otro) > 0.55 and bool(uno.conceptos & otro.conceptos - _DE_PASO))
