"""Las condiciones con código de los pasajes, comprobadas una a una contra los campos de un registro."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.datos import Campo, Registro, terminos_de_campo
from docubot.modelos.local.lexico import RELACIONADOS
from docubot.modelos.local.pasajes import Unidad, sin_marcas
from docubot.modelos.local.redaccion import formato, frases
from docubot.modelos.local.redaccion.campos import valores_texto
from docubot.modelos.local.redaccion.etiquetas import etiqueta
from docubot.modelos.local.redaccion.pedido import Clausula
from docubot.modelos.local.redaccion.puntuacion import Biblioteca
from docubot.modelos.local.terminos import Termino, leer_terminos, mejor
from docubot.tipos import Idioma

CODIGO: Final = re.compile(r"\b[A-Z]{2,}[-_]\d{2,}\b")


_FALTA: Final = re.compile(r"\b(?:faltan?|sin|no tiene|missing|incomplet\w+)\b")


_HAY: Final = re.compile(r"\b(?:hay|quedan?|existen)\b")


@dataclass(frozen=True, slots=True)
class Condicion:
    """Algo que impide lo que se quiere hacer: su código, lo que dice y de qué unidad sale."""

    codigo: str
    texto: str
    unidad: Unidad


def condiciones_en(biblioteca: Biblioteca) -> list[Condicion]:
    """Las condiciones con código de los pasajes, una por código: la fila o la frase que mejor la cuenta."""
    halladas: dict[str, Condicion] = {}
    for unidad in biblioteca.unidades:
        if unidad.clase == "celda" or unidad.clase == "codigo":
            continue
        codigos = list(
            dict.fromkeys(CODIGO.findall(unidad.texto if unidad.clase != "fila" else f"{unidad.fila} {unidad.texto}"))
        )
        for codigo in codigos:
            texto = _descripcion(unidad, codigo) if len(codigos) == 1 else _entre_parentesis(unidad.legible, codigo)
            previa = halladas.get(codigo)
            if texto and (previa is None or (unidad.clase == "fila" and previa.unidad.clase != "fila")):
                halladas[codigo] = Condicion(codigo, texto, unidad)
    return list(halladas.values())


def _entre_parentesis(texto: str, codigo: str) -> str:
    """De «cliente con NIF (`FACT-204` si falta), …», lo que toca a un código: «cliente con NIF, si falta»."""
    casa = re.search(rf"([^():;,]*(?:,[^():;]*)?)\(([^)]*{re.escape(codigo)}[^)]*)\)", texto)
    if casa is None:
        return ""
    caso = sin_marcas(casa.group(2)).replace(codigo, "").strip("` ")
    antes = re.sub(r"^\W*(?:y|e|o|and)\s+", "", casa.group(1).strip(" ,"))
    return f"{antes}, {caso}" if caso else antes


def _descripcion(unidad: Unidad, codigo: str) -> str:
    if unidad.clase != "fila":
        casa = re.search(r"\b(?:que|porque|significa que)\s+(.+?)(?:[,;.]|$)", unidad.legible)
        return casa.group(1) if casa and len(casa.group(1)) > 8 else unidad.legible
    celdas = [unidad.fila, *(v for _, v in unidad.celdas)]
    utiles = [sin_marcas(c).strip("` ") for c in celdas if codigo not in c]
    return utiles[0] if utiles else ""


def viene_al_caso(condicion: Condicion, accion: Sequence[Termino]) -> bool:
    texto = " · ".join((*condicion.unidad.contexto, condicion.texto))
    return any(mejor(t, leer_terminos(texto, "es")) >= 0.75 for t in accion)


def comprobar(condicion: Condicion, registro: Registro, biblioteca: Biblioteca, idioma: Idioma) -> str | None:
    """El detalle de por qué falla («falta NIF»); cadena vacía si se cumple; None si los datos no permiten saberlo."""
    for prueba in (_por_estado, _por_ausencia, _por_cantidad, _por_plan):
        resultado = prueba(condicion, registro, biblioteca, idioma)
        if resultado is not None:
            return resultado
    return None


def _por_estado(condicion: Condicion, registro: Registro, biblioteca: Biblioteca, idioma: Idioma) -> str | None:
    texto = plegar(condicion.texto)
    estados = [c for c in registro.campos if frases.es_estado(c) and c.tipo == "texto"]
    for campo in estados:
        if re.search(rf"\b{re.escape(plegar(str(campo.valor)))}\b", texto):
            return formato.estado(str(campo.valor), idioma)
        if re.search(r"\b(?:esta|estado)\b", texto) and not _FALTA.search(texto):
            return ""
    return None


def prueba_de_ausencia(condicion: Condicion) -> bool:
    """Verdadero si la condición habla de algo que falta."""
    texto = plegar(condicion.texto)
    return _FALTA.search(texto) is not None and _HAY.search(texto) is None


def _por_ausencia(condicion: Condicion, registro: Registro, biblioteca: Biblioteca, idioma: Idioma) -> str | None:
    if not prueba_de_ausencia(condicion):
        return None
    de_que = leer_terminos(condicion.texto, "es")
    tocados = [c for c in registro.campos if c.tipo in ("booleano", "nulo") and habla_de(c, de_que, idioma)]
    if not tocados:
        return None
    faltan = [etiqueta(c, idioma, llena=False) for c in tocados if not c.valor]
    return formato.enumerar(faltan, idioma) if faltan else ""


def habla_de(campo: Campo, terminos: Sequence[Termino], idioma: Idioma) -> bool:
    hoja = Campo(campo.ruta[-1:], campo.valor)
    return any(mejor(t, terminos) >= 0.75 for t in terminos_de_campo(hoja, idioma) if not t.conceptos & {"cliente"})


def _por_cantidad(condicion: Condicion, registro: Registro, biblioteca: Biblioteca, idioma: Idioma) -> str | None:
    if not _HAY.search(plegar(condicion.texto)):
        return None
    de_que = leer_terminos(condicion.texto, "es")
    for campo in registro.campos:
        if campo.tipo != "numero":
            continue
        hoja = terminos_de_campo(Campo(campo.ruta[-1:], campo.valor), "es")
        if hoja and all(any(t.raiz == d.raiz and t.negado == d.negado for d in de_que) for t in hoja[:1]):
            return formato.numero(campo.valor, idioma) if campo.valor else ""
    return None


def _por_plan(condicion: Condicion, registro: Registro, biblioteca: Biblioteca, idioma: Idioma) -> str | None:
    vivos = biblioteca.alternativas.con_valores(valores_texto(registro))
    if not vivos or not re.search(r"\bplan\b", plegar(condicion.texto)):
        return None
    de_que = [t for t in leer_terminos(condicion.texto, "es") if t.conceptos - {"plan", "incluir"}]
    for unidad in biblioteca.unidades:
        dicho = " ".join((unidad.fila, unidad.legible))
        if unidad.clase not in ("celda", "frase", "punto") or not any(
            mejor(t, leer_terminos(dicho, "es")) >= 0.75 for t in de_que
        ):
            continue
        for valor in vivos.values():
            if unidad.clase == "celda" and plegar(sin_marcas(unidad.columna)) == valor:
                return formato.estado(valor, idioma) if plegar(unidad.legible) == "no" else ""
            if unidad.clase != "celda" and re.search(rf"\b{re.escape(valor)}\b(?: \w+)? no \w+", plegar(dicho)):
                return formato.estado(valor, idioma)
    return ""


def faltas_relacionadas(registro: Registro, accion: Sequence[Termino], idioma: Idioma) -> str:
    """Lo que en los datos falta y tiene que ver con la acción («facturar» y el NIF), aunque no se vea la regla."""
    cerca = {r for t in accion for c in t.conceptos for r in RELACIONADOS.get(c, ())}
    faltan = [
        c
        for c in registro.campos
        if c.tipo == "booleano" and not c.valor and any(t.conceptos & cerca for t in terminos_de_campo(c, idioma))
    ]
    if not faltan:
        return ""
    cosas = formato.enumerar([etiqueta(c, idioma) for c in faltan], idioma)
    dicho = f"Además, en los datos falta: {cosas}." if idioma == "es" else f"Also, missing in the data: {cosas}."
    return formato.citar(dicho, registro.numero)


_DE_FACTURAR: Final = frozenset(
    {"facturar", "emitir", "codigo", "error", "fiscal", "nif", "aprobar", "restante", "presupuesto", "exportar"}
)


def es_de_registrar(entera: Clausula) -> bool:
    """«¿qué falta para que vuelva a aceptar horas?»: las horas, sin nada de facturas, son las que se registran."""
    dichos = frozenset().union(*(t.conceptos for t in entera.terminos))
    return "hora" in dichos and not dichos & _DE_FACTURAR and not CODIGO.search(entera.texto)
