"""Cómo se escriben las unidades de un pasaje en la respuesta, con su `[n]`.

En español la frase va tal cual, sin los enlaces; en inglés, entre comillas y avisando de que el original está en
español, con una glosa de las medidas y de las palabras que importan.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from docubot.modelos.local.pasajes import Unidad, sin_marcas
from docubot.modelos.local.redaccion.formato import citar, oracion
from docubot.modelos.local.redaccion.glosa import glosar
from docubot.tipos import Idioma

_CODIGO: Final = re.compile(r"\b[A-Z]{3,}[-_][A-Z0-9]{2,}\b")
_DEPENDIENTE: Final = re.compile(r"(?:Porque|Significa|Quiere decir|Sale|Sucede|Pasa|Ocurre|Es |Indica)")
"""Empieza así la frase que solo se entiende con el código de su encabezado."""


def escribir(unidades: Sequence[Unidad], idioma: Idioma) -> str:
    """Las unidades, en su orden de lectura dentro de cada pasaje, citadas."""
    if not unidades:
        return ""
    if idioma == "es":
        return " ".join(_en_español(grupo) for grupo in _por_grupo(_por_pasaje(unidades)))
    citas = " ".join(_entre_comillas(grupo) for grupo in _por_grupo(_por_pasaje(unidades)))
    return f"The documentation says (in Spanish): {citas}{glosar([texto_de(u) for u in unidades])}"


def _por_pasaje(unidades: Sequence[Unidad]) -> list[Unidad]:
    """Los pasajes en el orden en que se eligieron y, dentro de cada uno, sus unidades en el de lectura."""
    pasajes = list(dict.fromkeys(u.pasaje for u in unidades))
    return sorted(unidades, key=lambda u: (pasajes.index(u.pasaje), u.orden))


def _por_grupo(unidades: Sequence[Unidad]) -> list[list[Unidad]]:
    """Juntas las seguidas de una misma lista, o seguidas en el mismo pasaje; lo demás, cada una sola."""
    grupos: list[list[Unidad]] = []
    for unidad in unidades:
        previa = grupos[-1][-1] if grupos else None
        de_lista = previa and unidad.grupo >= 0 and unidad.grupo == previa.grupo and unidad.clase in ("paso", "punto")
        columna = (
            previa
            and unidad.clase == previa.clase == "celda"
            and (unidad.grupo, unidad.columna) == (previa.grupo, previa.columna)
        )
        seguidas = previa and unidad.clase == previa.clase == "frase" and unidad.pasaje == previa.pasaje
        if de_lista or columna or seguidas:
            grupos[-1].append(unidad)
        else:
            grupos.append([unidad])
    return grupos


def _en_español(grupo: Sequence[Unidad]) -> str:
    if len(grupo) == 1:
        unidad = grupo[0]
        texto = texto_de(unidad)
        if unidad.entrada and unidad.clase in ("punto", "paso") and len(unidad.texto.split()) < 4:
            texto = f"{sin_marcas(unidad.entrada)} {texto}"
        return citar(oracion(texto), unidad.numero)
    if grupo[0].clase == "frase":
        return citar(" ".join(oracion(texto_de(u)) for u in grupo), grupo[0].numero)
    if grupo[0].clase == "celda":
        return citar(oracion(_serie(grupo)), grupo[0].numero)
    entrada = sin_marcas(grupo[0].entrada).rstrip(": ") or grupo[0].encabezado
    numerada = grupo[0].clase == "paso"
    partes = [f"{i}) {_sin_punto(u)}" if numerada else _sin_punto(u) for i, u in enumerate(grupo, 1)]
    return citar(oracion(f"{entrada}: {'; '.join(partes)}"), grupo[0].numero)


def _entre_comillas(grupo: Sequence[Unidad]) -> str:
    if len(grupo) == 1:
        return citar(f'"{texto_de(grupo[0])}"', grupo[0].numero) + "."
    if grupo[0].clase == "frase":
        return citar(" ".join(f'"{texto_de(u)}"' for u in grupo), grupo[0].numero) + "."
    if grupo[0].clase == "celda":
        return citar(f'"{_serie(grupo)}"', grupo[0].numero) + "."
    return citar("; ".join(f'"{_sin_punto(u)}"' for u in grupo), grupo[0].numero) + "."


def _serie(grupo: Sequence[Unidad]) -> str:
    piezas = "; ".join(f"{sin_marcas(u.fila).strip('` ')}: {u.legible}" for u in grupo)
    return f"{sin_marcas(grupo[0].columna)} ({piezas})" if grupo[0].columna else piezas


def _sin_punto(unidad: Unidad) -> str:
    return texto_de(unidad).rstrip(".; ")


def texto_de(unidad: Unidad) -> str:
    """Lo que se escribe de una unidad: la frase sin marcas; de una celda, su fila, su columna y su valor."""
    if unidad.clase == "celda":
        titulo = sin_marcas(unidad.fila).strip("` ")
        columna = sin_marcas(unidad.columna)
        return f"{titulo} ({columna}): {unidad.legible}" if columna else f"{titulo}: {unidad.legible}"
    if unidad.clase == "fila":
        resto = "; ".join(f"{sin_marcas(c)}: {sin_marcas(v)}" for c, v in unidad.celdas if v)
        return f"{sin_marcas(unidad.fila)}: {resto}"
    texto = " ".join(unidad.legible.split())
    codigo = _CODIGO.search(unidad.encabezado)
    if codigo and codigo.group() not in unidad.texto and _DEPENDIENTE.match(texto):
        return f"{codigo.group()}: {texto}"
    return texto
