"""El límite que dan los pasajes para una cosa y una alternativa: una celda o el tramo de una frase."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.pasajes import Unidad, sin_marcas
from docubot.modelos.local.redaccion import formato
from docubot.modelos.local.redaccion.medidas import en_base
from docubot.modelos.local.redaccion.pedido import medidas_en
from docubot.modelos.local.redaccion.puntuacion import Biblioteca
from docubot.modelos.local.terminos import Termino, leer_terminos, mejor
from docubot.tipos import Idioma

_NUMERO: Final = re.compile(r"(?<![\w.,-])(\d+(?:[.,]\d+)?)(?![.,]?\d)(?!\s*(?:%|€|eur))(?![\w-])")


_SIN_LIMITE: Final = re.compile(r"\b(?:sin limite|no tienen? limite|ilimitad\w+)\b")


@dataclass(frozen=True, slots=True)
class Limite:
    """El límite de una cosa: None si no hay. `unidad`, de dónde sale; `de`, el plan u otra alternativa que lo fija."""

    cantidad: float | None
    unidad: Unidad
    de: str
    dicho: str = ""


def con_su_unidad(limite: Limite, idioma: Idioma) -> str:
    """«100 MB», «40»."""
    unidades = [m.unidad for m in medidas_en(limite.dicho) if m.cantidad == limite.cantidad and en_base(m)]
    n = formato.numero(limite.cantidad or 0, idioma)
    return f"{n} {unidades[0].upper() if unidades[0] in ('mb', 'gb', 'tb', 'kb') else unidades[0]}" if unidades else n


def limite_en(biblioteca: Biblioteca, terminos: Sequence[Termino], elegidas: Mapping[str, str]) -> Limite | None:
    """El límite de lo que dicen los términos para la alternativa elegida: una celda exacta o, si no, una frase."""
    candidatos: list[tuple[float, Limite]] = []
    for i, unidad in enumerate(biblioteca.unidades):
        if unidad.clase not in ("celda", "frase", "punto", "paso"):
            continue
        cubierto = sum(biblioteca.cubre_propio(i, t) for t in terminos) / max(1, len(terminos))
        if cubierto < 0.75 or not elegidas:
            continue
        for valor in elegidas.values():
            dicho = (
                _en_celda(unidad, valor)
                if unidad.clase == "celda"
                else _en_frase(unidad, valor, terminos, elegidas, biblioteca)
            )
            hallado = _cantidad(dicho) if dicho else None
            if hallado is not None and (
                unidad.clase == "celda" or _cabeza(unidad, terminos) >= 0 or not _cuenta_otra(unidad)
            ):
                de_celda = 0.2 if unidad.clase == "celda" else 0.0
                nota = (
                    cubierto + de_celda - 0.001 * unidad.orden + _cabeza(unidad, terminos) - _lejania(unidad, terminos)
                )
                candidatos.append((nota, Limite(hallado if hallado >= 0 else None, unidad, valor, dicho)))
    return max(candidatos, key=lambda par: par[0])[1] if candidatos else None


def _cabeza(unidad: Unidad, terminos: Sequence[Termino]) -> float:
    """A favor si lo contado es eso («25 proyectos»), en contra si es otra cosa («40 tareas por proyecto»)."""
    if unidad.clase == "celda":
        contado = leer_terminos(unidad.fila, "es")[:1]
    else:
        casa = _NUMERO.search(unidad.legible)
        contado = leer_terminos(unidad.legible[casa.end() :], "es")[:1] if casa else ()
    if not contado:
        return 0.0
    return 0.2 if mejor(contado[0], terminos) >= 0.75 else -0.4


_CONTADAS: Final = frozenset({"proyecto", "tarea", "invitado", "persona", "webhook", "peticion", "archivo", "sala"})


def _cuenta_otra(unidad: Unidad) -> bool:
    """Verdadero si tras el número va otra cosa que también tiene límite: «25 proyectos» no dice cuántas personas."""
    casa = _NUMERO.search(unidad.legible)
    contado = leer_terminos(unidad.legible[casa.end() :], "es")[:1] if casa else ()
    return bool(contado) and bool(contado[0].conceptos & _CONTADAS)


def _lejania(unidad: Unidad, terminos: Sequence[Termino]) -> float:
    """Lo que la celda o la frase dicen de más: «peticiones por minuto» no es «peticiones»."""
    suyos = leer_terminos(unidad.fila or unidad.legible, "es")
    sobran = [t for t in suyos if not any(mejor(t, [x]) >= 0.75 for x in terminos)]
    return 0.03 * min(len(sobran), 8)


def _en_celda(unidad: Unidad, valor: str) -> str:
    ejes = {plegar(sin_marcas(unidad.columna)), plegar(sin_marcas(unidad.fila).strip("` "))}
    return unidad.legible if valor in ejes else ""


def _en_frase(
    unidad: Unidad, valor: str, terminos: Sequence[Termino], elegidas: Mapping[str, str], biblioteca: Biblioteca
) -> str:
    """El tramo de la frase que da el límite de esa alternativa; vacío si no lo da."""
    rivales = next((r for f, r in biblioteca.alternativas.familias.items() if elegidas.get(f) == valor), frozenset())
    tramos = _tramos(unidad.legible, rivales)
    nombran = [t for t in tramos if re.search(rf"\b{re.escape(valor)}\b", t)]
    if nombran:
        propios = [
            t for t in _suyos(tramos, valor, rivales)
            if (_NUMERO.search(t) and _trata_de(t, terminos)) or (_SIN_LIMITE.search(t) and len(nombran[0].split()) < 3)
        ]  # fmt: skip
        return (
            propios[0]
            if len(propios) == 1 and len(nombran) == 1 and not _trata_de(nombran[0], terminos)
            else nombran[0]
        )
    solo_en_titulo = not any(re.search(rf"\b{re.escape(r)}\b", plegar(unidad.legible)) for r in rivales)
    if solo_en_titulo and re.search(rf"\b{re.escape(valor)}\b", plegar(" ".join(unidad.contexto))):
        return plegar(unidad.legible)
    return ""


def _suyos(tramos: Sequence[str], valor: str, rivales: frozenset[str]) -> list[str]:
    """Los tramos que no nombran a nadie y siguen al que nombra la alternativa; si no hay otra en la frase, todos."""
    ajenos = [r for r in rivales if r != valor]
    salida: list[str] = []
    dentro = not any(_nombra(t, ajenos) for t in tramos)
    for tramo in tramos:
        if _nombra(tramo, [valor]):
            dentro = True
        elif _nombra(tramo, ajenos):
            dentro = False
        elif dentro:
            salida.append(tramo)
    return salida


def _nombra(tramo: str, valores: Sequence[str]) -> bool:
    return any(re.search(rf"\b{re.escape(v)}\b", tramo) for v in valores)


def _trata_de(tramo: str, terminos: Sequence[Termino]) -> bool:
    dichos = leer_terminos(tramo, "es")
    return any(mejor(t, dichos) >= 0.75 and not t.conceptos & {"tamaño"} for t in terminos)


def _tramos(texto: str, rivales: frozenset[str]) -> list[str]:
    """La frase, partida de modo que cada tramo hable de una alternativa sola."""
    plegado = plegar(texto)
    dichos = [r for r in rivales if re.search(rf"\b{re.escape(r)}\b", plegado)]
    return [plegado] if len(dichos) < 2 and len(_NUMERO.findall(plegado)) < 2 else re.split(r"[;,.]| y ", plegado)


def _cantidad(texto: str) -> float | None:
    """El único número de un texto; -1 si dice «sin límite»; None si no hay uno solo."""
    plegado = plegar(texto)
    if _SIN_LIMITE.search(plegado):
        return -1.0
    numeros = _NUMERO.findall(plegado)
    return float(numeros[0].replace(",", ".")) if len(numeros) == 1 else None


def como_se_escribe(limite: Limite) -> str:
    """El nombre de la alternativa tal como lo escribe el pasaje."""
    for texto in (limite.unidad.columna, limite.unidad.fila, limite.unidad.legible, " ".join(limite.unidad.contexto)):
        for palabra in (c.group() for c in re.finditer(r"[^\W_]+", texto)):
            if plegar(palabra) == limite.de:
                return palabra
    return limite.de
