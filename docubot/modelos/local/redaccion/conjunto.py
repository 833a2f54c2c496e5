# ruff: noqa: E501 - expresiones regulares
"""Las operaciones sobre VARIOS registros: cuáles, cuántos, sumas, extremos, listas."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from docubot.lenguaje.texto import palabras, plegar
from docubot.modelos.local.datos import Campo, Registro, como_fecha, es_nombre_propio, terminos_de_campo
from docubot.modelos.local.redaccion import calculos, formato, frases, operaciones
from docubot.modelos.local.redaccion.campos import elegir_campos, puntuar_campos, terminos_utiles
from docubot.modelos.local.redaccion.caso import Caso, usado_y_previsto
from docubot.modelos.local.redaccion.etiquetas import en_idioma, etiqueta
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.pedido import Clausula
from docubot.modelos.local.terminos import Termino, leer_terminos, mejor
from docubot.tipos import Idioma

_SUMA: Final = r"plus|sum of|juntos|juntas|total|en total|suma\w*|juntando|juntamos|entre todos|entre los|todos los|across|combined|altogether|overall|sum|between|all (?:the |our |my )?projects"
_MAS: Final = r"mas|mayor|most|largest|highest|biggest|maximo"
_MENOS: Final = r"menos|menor|least|fewest|lowest|smallest"
_ANTES: Final = r"antes|primero|primera|proxim\w+|first|earliest|soonest|next|sooner"
_DESPUES: Final = r"despues|ultimo|ultima|mas tarde|last|latest|later"
_SIN: Final = r"sin|no tiene\w*|no hay|has no|have no|without|doesn t have|missing|falta\w*|lacks?"


def responder(
    clausula: Clausula, registros: Sequence[Registro], idioma: Idioma, hoy: date | None = None
) -> Parte | None:
    """La parte que responde a la cláusula con varios registros, o None si no se entiende qué pide.

    `hoy` deja fuera las fechas pasadas cuando se pregunta por lo próximo.
    """
    terminos = terminos_utiles(clausula, registros, idioma)
    if parte := calculos.de_varios(clausula, registros, idioma):
        return parte
    if clausula.dice(_PROXIMO) and hoy is not None and (
        parte := _extremo(clausula, terminos, _sin_lo_pasado(clausula, terminos, registros, idioma, hoy), idioma)
    ):
        return parte
    for operacion in _OPERACIONES:
        if parte := operacion(clausula, terminos, registros, idioma):
            return parte
    return None


_PROXIMO: Final = r"proxim\w+|primero|antes|next|first|soonest|coming|siguiente"


def _sin_lo_pasado(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma, hoy: date
) -> list[Registro]:
    """Los registros cuya fecha pedida no ha pasado; todos, si no queda ninguno."""
    campo = _campo_pedido(clausula, terminos, registros, idioma, {"fecha"})
    if campo is None or any(nombra_a(clausula.texto, r.nombre) for r in registros):
        return list(registros)
    return [r for r in registros if fecha_de(r, campo) >= hoy.isoformat()] or list(registros)


def _parte(texto: str, registros: Sequence[Registro], seguridad: float = 1.0) -> Parte:
    return Parte(formato.citar(formato.oracion(texto), *(r.numero for r in registros)), seguridad)


def _campo_pedido(
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


def _extremo(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """«¿cuál se entrega antes?», «which has the most open tasks?»."""
    if not clausula.espera & {"cual", "persona", "lista"} and not clausula.dice("which|cual|que proyecto"):
        return None
    temporal = clausula.dice(f"{_ANTES}|{_DESPUES}")
    if not temporal and not clausula.dice(f"{_MAS}|{_MENOS}"):
        return None
    campo = _campo_pedido(clausula, terminos, registros, idioma, {"fecha", "momento"} if temporal else {"numero"})
    if campo is None:
        return None
    con_valor = [(r, c) for r in registros if (c := r.campo(campo.ruta)) and c.valor is not None]
    if not con_valor:
        return None
    mayor = clausula.dice(_DESPUES) if temporal else clausula.dice(_MAS)
    elegido = (max if mayor else min)(con_valor, key=lambda par: par[1].valor)
    detalle = ", ".join(f"{r.nombre}: {formato.valor(c.valor, idioma)}" for r, c in con_valor)
    dicho = _parte(f"{elegido[0].nombre} ({etiqueta(campo, idioma)}; {detalle})", registros)
    return replace(dicho, foco=elegido[0].nombre)


def _filtrados(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """Los registros cuyo valor dice la pregunta: un estado, una persona, un cliente, o que no tienen algo."""
    de_personas = "persona" in clausula.espera
    motivo, elegidos = _por_valor(
        clausula, [t for t in terminos if not (de_personas and t.conceptos & {"responsable"})], registros
    )
    if not motivo and clausula.dice(_SIN):
        motivo, elegidos = _sin_dato(clausula, terminos, registros, idioma)
    if not motivo or not clausula.espera & {"cual", "lista", "cantidad", "persona", "si_no", "resumen"}:
        return None
    if motivo and clausula.dice(r"no (?:esta\w*|son|es)|not|aren t|isn t|sin ser"):
        elegidos = [r for r in registros if r not in elegidos]
        motivo = f"no {motivo}" if idioma == "es" else f"not {motivo}"
    if suyo := _dato_de_los_elegidos(clausula, terminos, elegidos, idioma):
        return suyo
    nombres = [r.nombre for r in elegidos]
    clase = en_idioma(registros[0].clase, idioma)
    if clausula.espera & {"cantidad"} and not clausula.dice("cuales|which|que proyectos"):
        campo = _campo_pedido(clausula, [t for t in terminos if t.forma != motivo], elegidos, idioma, {"numero"})
        if campo is not None:
            return None
        lista = f": {formato.enumerar(nombres, idioma)}" if nombres else ""
        return _parte(f"{len(nombres)} {clase} ({motivo}){lista}", registros)
    if not nombres:
        return _parte(
            f"No hay {clase} con «{motivo}»" if idioma == "es" else f"There are no {clase} matching “{motivo}”",
            registros,
        )
    return _parte(f"{formato.enumerar(nombres, idioma)} ({motivo})", elegidos)


def _dato_de_los_elegidos(
    clausula: Clausula, terminos: Sequence[Termino], elegidos: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """«¿quién lleva los que no están completados?»: el dato pedido de los que cumplen, no solo sus nombres."""
    de_que = [
        t for t in terminos
        if not t.conceptos & {"proyecto", "estado", "activo", "pausa", "completado", "archivado", "hecha"} and not any(_dice(c, t) for r in elegidos for c in r.campos if c.tipo == "texto")
    ]  # fmt: skip
    if not elegidos or not de_que or not clausula.espera & {"persona", "fecha", "cantidad"}:
        return None
    lineas = [(r, c) for r in elegidos if (c := elegir_campos(clausula, de_que, r, idioma))]
    if len(lineas) < len(elegidos):
        return None
    dichos = [formato.citar(formato.oracion(frases.decir(r, c[:2], idioma)), r.numero) for r, c in lineas]
    return Parte(" ".join(dichos))


def _por_valor(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro]
) -> tuple[str, list[Registro]]:
    de_tareas = any("tarea" in t.conceptos for t in terminos)
    for termino in terminos:
        if de_tareas and termino.conceptos & {"hecha", "abierta", "pendiente"}:
            continue
        casan = [
            (r, c)
            for r in registros
            for c in r.campos
            if c.tipo == "texto" and not es_nombre_propio(c) and not c.tecnico and _dice(c, termino)
        ]
        distintos = {str(c.valor) for r in registros for c in r.campos if casan and c.ruta == casan[0][1].ruta}
        if casan and (len(distintos) > 1 or frases.es_estado(casan[0][1])):
            ruta = casan[0][1].ruta
            return str(casan[0][1].valor), [r for r, c in casan if c.ruta == ruta]
    return "", []


def _dice(campo: Campo, termino: Termino) -> bool:
    valor = str(campo.valor)
    return mejor(termino, leer_terminos(valor, "es")) >= (0.75 if frases.es_estado(campo) else 0.95)


def _sin_dato(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> tuple[str, list[Registro]]:
    for registro in registros:
        for hallazgo in puntuar_campos(clausula, terminos, registro, idioma):
            ruta = hallazgo.campo.ruta
            vacios = [r for r in registros if (c := r.campo(ruta)) and (c.valor is None or c.valor is False)]
            if vacios and all(r.campo(ruta) for r in registros):
                motivo = etiqueta(hallazgo.campo, idioma)
                return (f"sin {motivo}" if idioma == "es" else f"no {motivo}"), vacios
    return "", []


def _suma(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """La suma de un campo en todos los registros, con los sumandos a la vista."""
    entre = clausula.dice("entre") and clausula.dice("y") and "cantidad" in clausula.espera
    if not (entre or clausula.dice(_SUMA)) or clausula.dice("cada|each|per"):
        return None
    if clausula.dice("cualquier estado|de todo tipo|hechas y abiertas|any status|altogether") and (
        parte := _suma_de_desgloses(clausula, terminos, registros, idioma)
    ):
        return parte
    campo = _campo_pedido(clausula, terminos, registros, idioma, {"numero"})
    if campo is None:
        return None
    sumandos = [(r, c.valor) for r in registros if (c := r.campo(campo.ruta)) and c.tipo == "numero"]
    total = frases.contar(sum(v for _, v in sumandos), etiqueta(campo, idioma), idioma)
    detalle = ", ".join(f"{r.nombre} {formato.numero(v, idioma)}" for r, v in sumandos)
    return _parte(f"En total, {total} ({detalle})" if idioma == "es" else f"In total, {total} ({detalle})", registros)


def _suma_de_desgloses(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    for ruta in registros[0].desgloses():
        if any(mejor(t, leer_terminos(ruta[-1], "es")) >= 0.75 for t in terminos):
            totales = [(r, sum(c.valor for c in r.desgloses().get(ruta, ()))) for r in registros]
            total = formato.numero(sum(v for _, v in totales), idioma)
            detalle = ", ".join(f"{r.nombre} {formato.numero(v, idioma)}" for r, v in totales)
            cosa = en_idioma(ruta[-1], idioma)
            return _parte(
                f"En total, {total} {cosa} ({detalle})" if idioma == "es" else f"In total, {total} {cosa} ({detalle})",
                registros,
            )
    return None


def _valores_de(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> tuple[Campo, list[tuple[Registro, float]]] | None:
    campo = _campo_pedido(clausula, terminos, registros, idioma, {"numero"})
    if campo is None:
        return None
    pares = [(r, float(c.valor)) for r in registros if (c := r.campo(campo.ruta)) and c.tipo == "numero"]
    return (campo, pares) if len(pares) > 1 else None


def _media(
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
    return _parte(
        f"{'De media' if idioma == 'es' else 'On average'}, {media} {etiqueta(campo, idioma)} ({detalle})", registros
    )


def _diferencia(
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
        return _parte(f"{mas.nombre} has {r} more {cosa} than {menos.nombre} ({a} against {b})", registros)
    return _parte(f"{mas.nombre} tiene {r} {cosa} más que {menos.nombre} ({a} frente a {b})", registros)


def _restos(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """Lo que le queda a cada uno de lo previsto, o quién se ha pasado."""
    partes = []
    for registro in registros:
        caso = Caso(clausula, tuple(terminos), registro, idioma, None)
        parte = operaciones.quedan(caso) or operaciones.se_pasa(caso)
        if parte is None:
            return None
        partes.append(parte.texto)
    if clausula.dice("alguno?|alguna|any") and "si_no" in clausula.espera and all(p.startswith("No") for p in partes):
        ninguno = "No, ninguno. " if idioma == "es" else "No, none of them. "
        return Parte(ninguno + " ".join(p.removeprefix("No: ") for p in partes))
    return Parte(" ".join(partes) + _suma_de_restos(clausula, registros, idioma))


def _suma_de_restos(clausula: Clausula, registros: Sequence[Registro], idioma: Idioma) -> str:
    """« En total, quedan 131,25.», si se piden sumados."""
    if not clausula.dice(_SUMA):
        return ""
    parejas = [usado_y_previsto(Caso(clausula, tuple(clausula.terminos), r, idioma, None)) for r in registros]
    total = formato.numero(sum(p[1].valor - p[0].valor for p in parejas if p), idioma)
    return f" En total, quedan {total}." if idioma == "es" else f" In total, {total} left."


def _por_registro(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """El campo pedido de cada registro."""
    de_que = [t for t in terminos if not t.conceptos & {"proyecto", "persona"}]
    lineas = []
    for registro in _en_orden(clausula, de_que, registros, idioma):
        campos = elegir_campos(clausula, de_que, registro, idioma)
        if campos:
            dicho = ", ".join(_corto(c, idioma, len(campos) > 1) for c in campos)
            lineas.append((registro, f"{registro.nombre}: {dicho}"))
    if not lineas or len(lineas) < min(2, len(registros)):
        return None
    rotulo = (
        f" ({etiqueta(c[0], idioma)})" if len(c := elegir_campos(clausula, de_que, lineas[0][0], idioma)) == 1 else ""
    )
    return Parte(f"{'; '.join(formato.citar(t, r.numero) for r, t in _citas_juntas(lineas))}{rotulo}.")


def _en_orden(
    clausula: Clausula, de_que: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> list[Registro]:
    """Los registros, ordenados por el campo pedido si se pide un orden; los que no lo tienen, al final."""
    if not clausula.dice(_ORDEN):
        return list(registros)
    campo = _campo_pedido(clausula, de_que, registros, idioma, {"numero", "fecha", "momento"})
    if campo is None:
        return list(registros)
    con = [r for r in registros if (c := r.campo(campo.ruta)) and c.valor is not None]
    baja = campo.tipo == "numero" and not clausula.dice(
        r"de menos a mas|de menor a mayor|ascend\w+|ascending|lowest first|fewest first"
    )
    ordenados = sorted(con, key=lambda r: r.campo(campo.ruta).valor, reverse=baja)  # type: ignore[union-attr]
    return [*ordenados, *(r for r in registros if r not in con)]


_ORDEN: Final = (
    r"orden\w*|sort\w*|rank\w*|ranking|clasifica\w*|de mas a menos|de menos a mas|de mayor a menor|de menor a mayor"
)


def _citas_juntas(lineas: Sequence[tuple[Registro, str]]) -> list[tuple[Registro, str]]:
    return list(lineas)


def _corto(campo: Campo, idioma: Idioma, con_etiqueta: bool) -> str:
    dicho = formato.valor(campo.valor, idioma)
    return f"{etiqueta(campo, idioma)} {dicho}" if con_etiqueta else dicho


def _con_algo(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """«¿qué proyecto tiene horas sin aprobar?»: los que tienen más de cero."""
    if not clausula.dice(r"(?:algun|alguno|que|cual|cuales|any|which|some) .*\b(?:tiene\w*|hay|con|has|have|with)|hay .* en algun \w+|ten\w+ .* en algun \w+"):
        return None
    if clausula.espera & {"cantidad", "porcentaje"} or clausula.dice(f"{_MAS}|{_MENOS}"):
        return None
    hallado = _valores_de(clausula, terminos, registros, idioma)
    if hallado is None:
        return None
    campo, pares = hallado
    cosa = etiqueta(campo, idioma)
    if clausula.dice(r"no (?:tiene\w*|hay)|sin|has no|have no|without|nothing|nada|ningun\w*"):
        sin = [r.nombre for r, v in pares if not v]
        return _parte(f"{formato.enumerar(sin, idioma)}: 0 {cosa}", registros) if sin else None
    con = [f"{r.nombre} ({formato.numero(v, idioma)})" for r, v in pares if v]
    if con:
        return _parte(f"{formato.enumerar(con, idioma)}: {cosa}", registros)
    dicho = f"No, ninguno tiene {cosa}: 0 en todos" if idioma == "es" else f"No, none of them has {cosa}: 0 in all"
    return _parte(dicho, registros)


def de_la_cuenta(clausula: Clausula, registros: Sequence[Registro], idioma: Idioma) -> Parte | None:
    """El dato de toda la cuenta que pide la cláusula («Plan: Equipo»), o None si no pide ninguno."""
    return _del_unico(clausula, terminos_utiles(clausula, registros, idioma), registros, idioma)


def _del_unico(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """Lo que se pide y solo trae uno de los registros, porque es de toda la cuenta: «Plan: Equipo»."""
    de_que = [t for t in terminos if not t.conceptos & {"proyecto", "persona", "organizacion", "ver"}]
    con = [(r, c) for r in registros if de_que and (c := elegir_campos(clausula, de_que, r, idioma))]
    if len(con) != 1 or len(con[0][1]) != 1:
        return None
    registro, (campo,) = con[0][0], con[0][1]
    if campo.tipo != "texto" or len(campo.ruta) > 1:
        return None
    return _parte(f"{etiqueta(campo, idioma).capitalize()}: {formato.valor(campo.valor, idioma)}", [registro])


def _lista(
    clausula: Clausula, terminos: Sequence[Termino], registros: Sequence[Registro], idioma: Idioma
) -> Parte | None:
    """Los nombres de los registros, con su estado o su primer dato; cuántos son, si se pregunta."""
    piezas = [_pieza(r, idioma) for r in registros[:12]]
    clase = en_idioma(registros[0].clase, idioma)
    if "cantidad" in clausula.espera and any(mejor(t, leer_terminos(clase, idioma)) >= 0.75 for t in terminos):
        return _parte(f"{len(registros)} {clase}: {formato.enumerar(piezas, idioma)}", registros)
    return _parte(f"{clase.capitalize()}: {formato.enumerar(piezas, idioma)}", registros, 0.5)


_OPERACIONES: Final = (
    _restos, _media, _diferencia, _suma, _extremo, _con_algo, _filtrados, _por_registro, _del_unico, _lista,
)  # fmt: skip


def _pieza(registro: Registro, idioma: Idioma) -> str:
    estados = [c for c in registro.campos if frases.es_estado(c) and c.tipo == "texto"]
    numeros = [c for c in registro.campos if c.tipo == "numero" and len(c.ruta) == 1]
    if estados:
        return f"{registro.nombre} ({formato.estado(str(estados[0].valor), idioma)})"
    return (
        f"{registro.nombre} ({frases.contar(numeros[0].valor, etiqueta(numeros[0], idioma), idioma)})"
        if numeros
        else registro.nombre
    )


def fecha_de(registro: Registro, campo: Campo) -> str:
    """La fecha de un campo en ISO, para ordenar; vacía si no la tiene."""
    hallado = registro.campo(campo.ruta)
    dia = como_fecha(str(hallado.valor)) if hallado else None
    return dia.isoformat() if dia else ""


def nombra_a(clausula_texto: str, nombre: str) -> bool:
    """Verdadero si el texto nombra el registro, con una errata como mucho, sin distinguir acentos ni mayúsculas."""
    if not nombre:
        return False
    if re.search(rf"(?<!\w){re.escape(plegar(nombre))}(?!\w)", plegar(clausula_texto)):
        return True
    return len(nombre) > 4 and any(se_parecen(p, plegar(nombre)) for p in palabras(clausula_texto))


def se_parecen(uno: str, otro: str) -> bool:
    """Verdadero si se distinguen en una errata (dos si son largos) y empiezan igual."""
    from rapidfuzz.distance import OSA

    return (
        uno[:1] == otro[:1] and len(uno) > 4 and OSA.distance(uno, otro, score_cutoff=2) <= (1 if len(otro) < 8 else 2)
    )
