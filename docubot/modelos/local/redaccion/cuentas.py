# ruff: noqa: E501 - expresiones regulares
"""Las cuentas entre VARIOS registros: sumas, medias, diferencias, extremos y quién tiene algo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from docubot.modelos.local.datos import Campo, Registro, como_fecha, terminos_de_campo
from docubot.modelos.local.redaccion import formato, frases
from docubot.modelos.local.redaccion.campos import puntuar_campos
from docubot.modelos.local.redaccion.etiquetas import en_idioma, etiqueta
from docubot.modelos.local.redaccion.nombrar import nombra_a
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.pedido import Clausula
from docubot.modelos.local.terminos import Termino, leer_terminos, mejor
from docubot.tipos import Idioma

SUMA: Final = r"plus|together|sum of|juntos|juntas|total|en total|suma\w*|juntando|juntamos|entre todos|entre los|todos los|across|combined|altogether|overall|sum|between|all (?:the |our |my )?projects"
_MAS: Final = r"mas|mayor|most|largest|highest|biggest|maximo"
_MENOS: Final = r"menos|menor|least|fewest|lowest|smallest"
_ANTES: Final = r"antes|primero|primera|proxim\w+|first|earliest|soonest|next|sooner"
_DESPUES: Final = r"despues|ultimo|ultima|mas tarde|last|latest|later"
PROXIMO: Final = r"proxim\w+|primero|antes|next|first|soonest|coming|siguiente"


def sin_lo_pasado(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma, hoy: date
) -> list[Registro]:
    """Los registros cuya fecha pedida no ha pasado; todos, si no queda ninguno."""
    campo = campo_pedido(clausula, terminos, registros, idioma, {"fecha"})
    if campo is None or any(nombra_a(clausula.texto, r.nombre) for r in registros):
        return list(registros)
    return [r for r in registros if fecha_de(r, campo) >= hoy.isoformat()] or list(registros)


def parte_de(texto: str, registros: Sequence[Registro], seguridad: float = 1.0) -> Parte:
    return Parte(formato.citar(formato.oracion(texto), *(r.numero for r in registros)), seguridad)


def campo_pedido(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma, tipos: set[str]
) -> Campo | None:
    for registro in registros:
        for hallazgo in puntuar_campos(clausula, terminos, registro, idioma):
            if hallazgo.campo.tipo in tipos:
                return hallazgo.campo
    if "numero" in tipos and any("hora" in t.conceptos for t in terminos):
        return next((c for r in registros for c in r.campos if c.tipo == "numero" and _son_las_hechas(c, idioma)), None)
    return None


def _son_las_hechas(campo: Campo, idioma: Idioma) -> bool:
    """«horas», sin más, son las registradas."""
    return any("registrar" in t.conceptos and not t.negado for t in terminos_de_campo(campo, idioma))


def extremo(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """«¿cuál se entrega antes?», «which has the most open tasks?»."""
    if not clausula.espera & {"cual", "persona", "lista"} and not clausula.dice("which|cual|que proyecto"):
        return None
    temporal = clausula.dice(f"{_ANTES}|{_DESPUES}")
    if not temporal and not clausula.dice(f"{_MAS}|{_MENOS}"):
        return None
    campo = campo_pedido(clausula, terminos, registros, idioma, {"fecha", "momento"} if temporal else {"numero"})
    if campo is None:
        return None
    con_valor = [(r, c) for r in registros if (c := r.campo(campo.ruta)) and c.valor is not None]
    if not con_valor:
        return None
    mayor = clausula.dice(_DESPUES) if temporal else clausula.dice(_MAS)
    elegido = (max if mayor else min)(con_valor, key=lambda par: par[1].valor)
    detalle = ", ".join(f"{r.nombre}: {formato.valor(c.valor, idioma)}" for r, c in con_valor)
    dicho = parte_de(f"{elegido[0].nombre} ({etiqueta(campo, idioma)}; {detalle})", registros)
    return replace(dicho, foco=elegido[0].nombre)


def suma(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """La suma de un campo en todos los registros, con los sumandos a la vista."""
    entre = clausula.dice("entre") and clausula.dice("y") and "cantidad" in clausula.espera
    if not (entre or clausula.dice(SUMA)) or clausula.dice("cada|each|per"):
        return None
    if clausula.dice("cualquier estado|de todo tipo|hechas y abiertas|any status|altogether") and (
        parte := _suma_de_desgloses(clausula, terminos, registros, idioma)
    ):
        return parte
    campo = campo_pedido(clausula, terminos, registros, idioma, {"numero"})
    if campo is None:
        return None
    sumandos = [(r, c.valor) for r in registros if (c := r.campo(campo.ruta)) and c.tipo == "numero"]
    total = frases.contar(sum(v for _, v in sumandos), etiqueta(campo, idioma), idioma)
    detalle = ", ".join(f"{r.nombre} {formato.numero(v, idioma)}" for r, v in sumandos)
    return parte_de(f"En total, {total} ({detalle})" if idioma == "es" else f"In total, {total} ({detalle})", registros)


def _suma_de_desgloses(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    for ruta in registros[0].desgloses():
        if any(mejor(t, leer_terminos(ruta[-1], "es")) >= 0.75 for t in terminos):
            totales = [(r, sum(c.valor for c in r.desgloses().get(ruta, ()))) for r in registros]
            total = formato.numero(sum(v for _, v in totales), idioma)
            detalle = ", ".join(f"{r.nombre} {formato.numero(v, idioma)}" for r, v in totales)
            cosa = en_idioma(ruta[-1], idioma)
            return parte_de(
                f"En total, {total} {cosa} ({detalle})" if idioma == "es" else f"In total, {total} {cosa} ({detalle})",
                registros,
            )
    return None


def _valores_de(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> tuple[Campo, list[tuple[Registro, float]]] | None:
    campo = campo_pedido(clausula, terminos, registros, idioma, {"numero"})
    if campo is None:
        return None
    pares = [(r, float(c.valor)) for r in registros if (c := r.campo(campo.ruta)) and c.tipo == "numero"]
    return (campo, pares) if len(pares) > 1 else None


def media(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """La media de un campo."""
    if not clausula.dice("media|promedio|average|mean|por termino medio"):
        return None
    hallado = _valores_de(clausula, terminos, registros, idioma)
    if hallado is None:
        return None
    campo, pares = hallado
    media = formato.numero(sum(v for _, v in pares) / len(pares), idioma)
    detalle = ", ".join(f"{r.nombre} {formato.numero(v, idioma)}" for r, v in pares)
    return parte_de(
        f"{'De media' if idioma == 'es' else 'On average'}, {media} {etiqueta(campo, idioma)} ({detalle})", registros
    )


def diferencia(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """Cuánto más tiene uno que otro."""
    comparan = (
        r"diferencia|difference|mas .*que|more .*than|frente a|quien gana|por cuant\w+|fewer .*than|menos .*que|"
        r"cuant\w+ (?:\w+ )?(?:mas|menos)|(?:by )?how (?:much|many) (?:\w+ )?(?:more|fewer|less)|by how m\w+|versus|vs"
    )
    if len(registros) != 2 or not clausula.dice(comparan):
        return None
    hallado = _valores_de(clausula, terminos, registros, idioma)
    if hallado is None:
        return None
    campo, pares = hallado
    (mas, alto), (menos, bajo) = sorted(pares, key=lambda par: -par[1])
    r, a, b = (formato.numero(v, idioma) for v in (alto - bajo, alto, bajo))
    cosa = etiqueta(campo, idioma)
    if idioma == "en":
        return parte_de(f"{mas.nombre} has {r} more {cosa} than {menos.nombre} ({a} against {b})", registros)
    return parte_de(f"{mas.nombre} tiene {r} {cosa} más que {menos.nombre} ({a} frente a {b})", registros)


def con_algo(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """«¿qué proyecto tiene horas sin aprobar?»: los que tienen más de cero."""
    if not clausula.dice(
        r"(?:algun|alguno|que|cual|cuales|any|which|some) .*\b(?:tiene\w*|hay|con|has|have|with)|hay .* en algun \w+|ten\w+ .* en algun \w+"
    ):
        return None
    if clausula.espera & {"cantidad", "porcentaje"} or clausula.dice(f"{_MAS}|{_MENOS}"):
        return None
    hallado = _valores_de(clausula, terminos, registros, idioma)
    if hallado is None:
        return None
    campo, pares = hallado
    cosa = etiqueta(campo, idioma)
    if clausula.dice(r"no (?:tiene\w*|hay)|sin (?:tareas|horas)|has no|have no|without|nothing|nada|ningun\w*"):
        sin = [r.nombre for r, v in pares if not v]
        return parte_de(f"{formato.enumerar(sin, idioma)}: 0 {cosa}", registros) if sin else None
    con = [f"{r.nombre} ({formato.numero(v, idioma)})" for r, v in pares if v]
    if con:
        return parte_de(f"{formato.enumerar(con, idioma)}: {cosa}", registros)
    dicho = f"No, ninguno tiene {cosa}: 0 en todos" if idioma == "es" else f"No, none of them has {cosa}: 0 in all"
    return parte_de(dicho, registros)


def fecha_de(registro: Registro, campo: Campo) -> str:
    """La fecha de un campo en ISO, para ordenar; vacía si no la tiene."""
    hallado = registro.campo(campo.ruta)
    dia = como_fecha(str(hallado.valor)) if hallado else None
    return dia.isoformat() if dia else ""
