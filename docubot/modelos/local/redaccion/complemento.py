# ruff: noqa: E501 - expresiones regulares
"""La mitad que falta: una respuesta que junta cuenta y reglas lleva siempre el dato vivo y la regla."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.datos import Campo, Registro
from docubot.modelos.local.pasajes import Unidad
from docubot.modelos.local.redaccion import formato, frases, plazos
from docubot.modelos.local.redaccion.campos import elegir_campos, puntuar_campos, terminos_utiles, valores_texto
from docubot.modelos.local.redaccion.cita import escribir
from docubot.modelos.local.redaccion.nombrar import nombra_a
from docubot.modelos.local.redaccion.pedido import Clausula
from docubot.modelos.local.redaccion.puntuacion import Biblioteca, puntuar, texto_propio
from docubot.tipos import Idioma

MINIMO_DE_REGLA: Final = 0.5
"""Nota de una frase para acompañar al dato."""
MINIMO_SIN_NORMA: Final = 0.72
"""La misma nota, si la pregunta no suena a regla."""
CLARO: Final = 0.74
"""Nota de un campo para decirlo aunque ya se haya respondido otra cosa."""
MUY_CLARO: Final = 0.86
CABE: Final = 900
"""Caracteres que puede tener ya la respuesta para añadirle la otra mitad."""
_NORMA: Final = (
    r"puedo|pued\w+|podemos|podria\w*|podes|podre\w*|se puede|deja\w*|vale|admit\w+|can|could|may|able|allowed|possible|por que|why|falta\w*|missing|"
    r"needs?|bloquead\w+|blocked|codigos?|codes?|condicion\w*|requisit\w*|hace falta|cumpl\w+|incumpl\w+|limit\w*|tope|avis\w+|warn\w*|cuentan?|counts?|"
    r"permit\w+|permiso|permission|problem\w*|compatib\w+|billable|valid\w*|status|keep|incluy\w+|include\w*"
)  # fmt: skip


def con_las_dos_mitades(
    texto: str,
    entera: Clausula,
    registros: Sequence[Registro],
    biblioteca: Biblioteca | None,
    idioma: Idioma,
    hoy: date | None = None,
) -> str:
    """El texto con el dato vivo delante, si no cita ninguno, o con la regla detrás, si no cita ningún pasaje."""
    if biblioteca is None or not registros or len(texto) > CABE:
        return texto
    if not _cita_alguno(texto, [r.numero for r in registros]):
        texto = f"{dato_vivo(entera, registros, idioma)} {texto}".strip()
    elif not _cita_alguno(texto, [p.numero for p in biblioteca.pasajes]):
        minimo = MINIMO_DE_REGLA if entera.dice(_NORMA) else MINIMO_SIN_NORMA
        texto = f"{texto} {_regla(entera, registros, biblioteca, idioma, minimo)}".strip()
    texto = f"{texto}{plazos.contar(entera, registros, texto, hoy, idioma)}"
    return f"{texto} {_lo_no_dicho(entera, registros, texto, idioma)}".strip()


def _lo_no_dicho(entera: Clausula, registros: Sequence[Registro], texto: str, idioma: Idioma) -> str:
    """Los campos que la pregunta nombra con claridad y que aún no se han dicho."""
    dicho = plegar(texto)
    partes = []
    for registro in registros[:3]:
        if not nombra_a(entera.texto, registro.nombre) and len(registros) > 1:
            continue
        terminos = terminos_utiles(entera, [registro], idioma)
        hallazgos = puntuar_campos(entera, terminos, registro, idioma)
        claros = [h.campo for h in hallazgos if h.nota >= (CLARO if len(h.campo.ruta) == 1 else MUY_CLARO)][:2]
        claros += [c for c in registro.campos if _lo_nombra(c, registro, entera)]
        faltan = [
            c
            for c in dict.fromkeys(claros)
            if c.tipo in ("numero", "texto", "fecha", "nulo")
            and not frases.es_estado(c)
            and not _esta_dicho(formato.valor(c.valor, idioma), dicho)
        ]
        if faltan:
            partes.append(formato.citar(formato.oracion(frases.decir(registro, faltan, idioma)), registro.numero))
    return " ".join(partes)


def _lo_nombra(campo: Campo, registro: Registro, entera: Clausula) -> bool:
    """«¿puede Noa…?»: el campo cuyo valor es la persona que nombra la pregunta."""
    if (
        campo.tipo != "texto"
        or len(campo.ruta) != 1
        or frases.es_estado(campo)
        or plegar(campo.ruta[0]) in ("nombre", "plan")
    ):
        return False
    return any(nombra_a(entera.texto, p) for p in str(campo.valor).split() if p[:1].isupper() and len(p) > 2)


def _esta_dicho(valor: str, dicho: str) -> bool:
    return re.search(rf"(?<![\w,.]){re.escape(plegar(valor))}(?![\w])", dicho) is not None


def _cita_alguno(texto: str, numeros: Sequence[int | None]) -> bool:
    return any(n is not None and f"[{n}]" in texto for n in numeros)


def dato_vivo(entera: Clausula, registros: Sequence[Registro], idioma: Idioma) -> str:
    """Los campos que más se acercan a lo que se pregunta, o el estado, de hasta tres registros."""
    partes = []
    planes = [(r, c) for r in registros for c in r.campos if plegar(c.ruta[-1]) == "plan" and c.tipo == "texto"]
    nombrados = any(nombra_a(entera.texto, r.nombre) for r in registros)
    if planes and not nombrados and not entera.dice("proyectos|projects|estados?|status"):
        registro, campo = planes[0]
        return formato.citar(frases.el_plan_de_hoy(str(campo.valor), idioma), registro.numero)
    if not nombrados and not entera.dice(
        "proyectos|projects|estados?|status|cual(?:es)?|which|alguno?|any|each|cada|todos"
    ):
        return ""
    for registro in registros[:3]:
        campos = _campos(entera, registro, idioma)
        if campos:
            partes.append(formato.citar(formato.oracion(frases.decir(registro, campos, idioma)), registro.numero))
    return " ".join(partes)


def _campos(entera: Clausula, registro: Registro, idioma: Idioma) -> list[Campo]:
    terminos = terminos_utiles(entera, [registro], idioma)
    elegidos = [c for c in elegir_campos(entera, terminos, registro, idioma) if c.tipo != "booleano" or not c.valor]
    estados = [c for c in registro.campos if frases.es_estado(c) and c.tipo == "texto"]
    return [*estados[:1], *(c for c in elegidos[:2] if c not in estados)]


def _regla(
    entera: Clausula, registros: Sequence[Registro], biblioteca: Biblioteca, idioma: Idioma, minimo: float
) -> str:
    """La frase de los pasajes que más trata de lo que se pregunta, mejor si nombra el estado o el plan vivos."""
    nombres = {p for r in registros for p in plegar(r.nombre).split()}
    terminos = tuple(t for t in biblioteca.preparar(entera, idioma) if t.forma not in nombres)
    vivos = [v for r in registros for v in valores_texto(r)]
    if not terminos:
        return ""
    elegidas = biblioteca.alternativas.con_valores(vivos) | biblioteca.alternativas.elegidas(terminos, idioma)
    puntuadas = [
        replace(p, nota=p.nota + 0.25 * _nombra_vivo(p.unidad, registros))
        for p in puntuar(biblioteca, entera, terminos, dict(elegidas))[:12]
        if p.unidad.clase in ("frase", "punto", "celda") and not p.unidad.texto.endswith(":")
    ]
    mejores = sorted(puntuadas, key=lambda p: -p.nota)[:1]
    if not mejores or mejores[0].nota < minimo:
        return ""
    return escribir([mejores[0].unidad], idioma)


def _nombra_vivo(unidad: Unidad, registros: Sequence[Registro]) -> bool:
    dicho = plegar(texto_propio(unidad))
    estados = [str(c.valor) for r in registros for c in r.campos if frases.es_estado(c) and c.tipo == "texto"]
    return any(re.search(rf"\b{re.escape(plegar(e))}\b", dicho) for e in estados)
