"""Quién responde a cada cláusula: los datos, los pasajes o los dos juntos, y cómo se juntan las partes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.datos import Registro, listas_vacias, registros_de, terminos_de_campo
from docubot.modelos.local.lectura import Lectura, PasajeLeido
from docubot.modelos.local.redaccion import (
    abstencion,
    ajenos,
    calculos,
    complemento,
    condiciones,
    conjunto,
    fallos,
    formato,
    frases,
    limites,
    operaciones,
    plan_que_vale,
    precios,
    topes,
)
from docubot.modelos.local.redaccion.ajenos import por_su_cliente
from docubot.modelos.local.redaccion.comprobaciones import faltas_relacionadas
from docubot.modelos.local.redaccion.etiquetas import en_idioma
from docubot.modelos.local.redaccion.mesa import Mesa
from docubot.modelos.local.redaccion.nombrar import nombra_a
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.pedido import Clausula, clausulas_de, idioma_afinado, leer_clausula
from docubot.modelos.local.redaccion.puntuacion import Biblioteca
from docubot.modelos.local.redaccion.reglas import solo_pasajes
from docubot.modelos.local.terminos import Termino, leer_terminos, mejor
from docubot.tipos import Idioma

MAXIMO: Final = 1100
"""Caracteres de una respuesta: más ya no es responder, es volcar."""
LIMITE: Final = r"limites?|topes?|maxim[oa]s?|limits?|cap|maximum|plan"
AVISO: Final = r"aviso|avisad\w+|warning|warned|alerta|alert"
SEGURIDAD_DE_CAMPO: Final = 0.6
_PUEDE: Final = r"puedo|puede\w*|podemos|podria\w*|podes|se puede|deja\w*|can|could|able|allowed"


def componer(lectura: Lectura) -> str:
    """La respuesta entera."""
    idioma = lectura.idioma_mandado or idioma_afinado(lectura.pregunta, lectura.idioma)
    mesa = _poner(replace(lectura, idioma=idioma, pregunta=completa(lectura)))
    lectura = mesa.lectura
    if not mesa.registros and mesa.biblioteca is None and not mesa.vacias:
        return _sin_nada(mesa)
    partes: list[str] = []
    if mesa.errores:
        partes.append(fallos.contar(mesa.errores, lectura.idioma))
    sin_respuesta = 0
    for clausula in clausulas_de(lectura.pregunta, lectura.idioma):
        if ajenos.es_de_lo_que_fallo(mesa, clausula):
            continue
        parte = _responder(mesa, clausula)
        if parte is not None and parte.foco:
            mesa = replace(mesa, foco=parte.foco)
        if parte is None:
            sin_respuesta += 1
        elif not _ya_dicho(parte.texto, partes):
            partes.append(parte.texto)
    if not partes:
        return _nada_responde(mesa)
    tocados = _los_que_tocan(mesa, mesa.entera)
    dicho = complemento.con_las_dos_mitades(
        _recortar(partes), mesa.entera, tocados, mesa.biblioteca, lectura.idioma, lectura.hoy
    )
    return _sin_repetirse(dicho)


def _sin_repetirse(texto: str) -> str:
    """El texto sin frases dichas dos veces."""
    return " ".join(dict.fromkeys(_FRASES.split(texto)))


_FRASES: Final = re.compile(r"(?<=\.) (?=[A-ZÁÉÍÓÚÑ¿¡])")


def _ya_dicho(texto: str, partes: Sequence[str]) -> bool:
    """Verdadero si otra parte ya dice lo mismo, con o sin el sí o el no delante."""
    nucleo = _SI_O_NO.sub("", texto).casefold()
    return any(nucleo in p.casefold() for p in partes)


_SI_O_NO: Final = re.compile(r"^(?:no, because|because|no[:,.]|s[ií][:,.]|yes[:,.])\s*", re.IGNORECASE)


def completa(lectura: Lectura) -> str:
    """Una pregunta elíptica («¿y Boreal?») toma lo que preguntaba la anterior, sin los nombres de aquella."""
    if not lectura.turnos or len(lectura.pregunta.split()) > 4 or not _ELIPSIS.search(lectura.pregunta):
        return lectura.pregunta
    anterior = _NOMBRE_DENTRO.sub("", lectura.turnos[-1].pregunta).strip("¿?¡! ")
    return f"{anterior} {_ELIPSIS.sub('', lectura.pregunta).strip('¿?¡! ')}"


_ELIPSIS: Final = re.compile(
    r"^[¿\s]*(?:[Yy]|[Ee]|[Aa]nd|[Ww]hat about|[Hh]ow about)\b(?=\s+(?:el |la |los |las |en |de |con |for |in |on |the )*[A-ZÁÉÍÓÚÑ])"  # noqa: E501
)
_NOMBRE_DENTRO: Final = re.compile(r"(?<=\s)[A-ZÁÉÍÓÚÑ][\wáéíóúñ]+")


def _recortar(partes: Sequence[str]) -> str:
    texto = ""
    for parte in partes:
        if texto and len(texto) + len(parte) > MAXIMO:
            break
        texto = f"{texto} {parte}".strip()
    return texto[: MAXIMO + 90]


def _poner(lectura: Lectura) -> Mesa:
    resultados = lectura.resultados
    errores = tuple(r for r in resultados if r.es_error)
    registros = tuple(g for r in resultados for g in registros_de(r))
    pasajes = lectura.pasajes
    previos, pasajes_previos = _de_antes(lectura)
    lectura, registros, errores = por_su_cliente(lectura, registros, errores)
    if not resultados and not pasajes:
        registros, pasajes = previos, pasajes_previos
    vacias = tuple((nombre, r.numero) for r in resultados if not r.es_error for nombre in listas_vacias(r))
    entera = leer_clausula(lectura.pregunta, lectura.idioma)
    return Mesa(lectura, entera, registros, Biblioteca(pasajes) if pasajes else None, vacias, previos, errores)


def _de_antes(lectura: Lectura) -> tuple[tuple[Registro, ...], tuple[PasajeLeido, ...]]:
    """Lo consultado en el último turno que consultó algo, para una pregunta que sigue el hilo."""
    for turno in reversed(lectura.turnos):
        registros = tuple(g for r in turno.resultados for g in registros_de(r))
        pasajes = (*turno.pasajes, *(p for r in turno.resultados for p in r.pasajes))
        if registros or pasajes:
            return registros, pasajes
    return (), ()


def _sin_nada(mesa: Mesa) -> str:
    lectura = mesa.lectura
    if mesa.errores:
        return fallos.contar(mesa.errores, lectura.idioma)
    textos = [r.texto for r in lectura.resultados if r.texto]
    if not lectura.resultados and not lectura.documental:
        return abstencion.charla(lectura) or abstencion.fuera(lectura)
    llanos = [t for r, t in zip(lectura.resultados, textos, strict=False) if r.numero is not None]
    if llanos:
        numero = lectura.resultados[0].numero
        return formato.citar(formato.oracion(" ".join(llanos[0].split())[:300]), numero)
    return _no_consta(lectura)


def _no_consta(lectura: Lectura) -> str:
    return abstencion.sin_respuesta(lectura, abstencion.tema(lectura.pregunta, lectura.idioma))


def _nada_responde(mesa: Mesa) -> str:
    if charla := abstencion.charla(mesa.lectura):
        return charla
    if mesa.biblioteca is None and mesa.registros and not _busco_en_vano(mesa):
        return _todo_lo_que_hay(mesa)
    if len(mesa.entera.terminos) == 1 and mesa.registros and _era_lista(mesa):
        return ajenos.no_esta(mesa, mesa.entera.terminos[0].original).texto
    dato = complemento.dato_vivo(mesa.entera, _los_nombrados(mesa), mesa.lectura.idioma)
    return f"{dato} {_no_consta(mesa.lectura)}".strip()


def _los_nombrados(mesa: Mesa) -> list[Registro]:
    return _sin_repetir([r for r in mesa.registros if nombra_a(mesa.lectura.pregunta, r.nombre)])


def _todo_lo_que_hay(mesa: Mesa) -> str:
    """Sin saber qué se pide exactamente, el resumen de lo que se consultó."""
    idioma = mesa.lectura.idioma
    dichos = [formato.citar(formato.oracion(frases.resumir(r, idioma)), r.numero) for r in mesa.registros[:4]]
    return " ".join(dichos)


def _responder(mesa: Mesa, clausula: Clausula) -> Parte | None:
    registros = _los_que_tocan(mesa, clausula)
    if mesa.biblioteca is None:
        if _busco_en_vano(mesa) and "porque" in clausula.espera and len(registros) == 1:
            return _con_estado(registros[0], None, mesa.entera.terminos, mesa.lectura.idioma)
        parte = _solo_datos(mesa, clausula, registros)
        return None if parte and parte.seguridad < SEGURIDAD_DE_CAMPO and _busco_en_vano(mesa) else parte
    if parte := plan_que_vale.responder(clausula, mesa.entera, registros, mesa.biblioteca, mesa.lectura.idioma):
        return parte
    if not registros:
        return (
            precios.responder(clausula, mesa.entera, [], mesa.biblioteca, mesa.lectura.idioma)
            or _con_lo_de_antes(mesa, clausula, mesa.biblioteca)
            or solo_pasajes(mesa, clausula, mesa.biblioteca, [])
        )
    return _los_dos(mesa, clausula, registros, mesa.biblioteca)


def _con_lo_de_antes(mesa: Mesa, clausula: Clausula, biblioteca: Biblioteca) -> Parte | None:
    """«¿supera el límite de nuestro plan?» tras consultar un proyecto: la regla de ahora con el dato de antes."""
    if len(mesa.previos) != 1 or not clausula.dice(r"supera\w*|nuestro|our|it|le caben|lo|exceed\w*|over"):
        return None
    return limites.responder(clausula, mesa.entera, mesa.previos, biblioteca, mesa.lectura.idioma)


def _busco_en_vano(mesa: Mesa) -> bool:
    """Verdadero si además se buscó en los textos y no había nada: ningún dato, ningún pasaje, ningún error."""
    return any(
        not r.es_error and r.datos is None and r.numero is None and not r.pasajes for r in mesa.lectura.resultados
    )


def _los_que_tocan(mesa: Mesa, clausula: Clausula) -> list[Registro]:
    if clausula.dice(r"cuantos proyectos|how many (?:\w+ )?projects|projects? (?:count|slots?)|proyectos contar\w+"):
        return _sin_repetir(mesa.registros)
    for texto in (clausula.texto, mesa.lectura.pregunta):
        nombrados = [r for r in mesa.registros if nombra_a(texto, r.nombre)]
        if nombrados:
            return _sin_repetir(nombrados)
    del_hilo = [r for r in mesa.registros if mesa.foco and r.nombre == mesa.foco]
    return _sin_repetir(del_hilo or mesa.registros)


def _sin_repetir(registros: Sequence[Registro]) -> list[Registro]:
    """De cada nombre, el registro con más campos (la ficha gana a la línea de la lista)."""
    mejores: dict[str, Registro] = {}
    for i, registro in enumerate(registros):
        clave = plegar(registro.nombre) or str(i)
        if clave not in mejores or len(registro.campos) > len(mejores[clave].campos):
            mejores[clave] = registro
    return list(mejores.values())


def _solo_datos(mesa: Mesa, clausula: Clausula, registros: Sequence[Registro]) -> Parte | None:
    idioma = mesa.lectura.idioma
    if not registros:
        return _vacias(mesa)
    nombrado = any(nombra_a(clausula.texto, r.nombre) for r in registros)
    if not nombrado and any("ajeno" in t.conceptos for t in clausula.terminos):
        return ajenos.no_esta(
            mesa, "nada de otras organizaciones" if idioma == "es" else "anything from other organizations"
        )
    if not nombrado and (ajeno := ajenos.nombre_ajeno(mesa, clausula)):
        return ajenos.no_esta(mesa, ajeno, conjunto.de_la_cuenta(clausula, registros, idioma))
    if len(registros) == 1 and not _era_lista(mesa):
        return _de_uno(mesa, clausula, registros[0])
    if len(registros) == 1 and (mesa.foco or nombra_a(mesa.lectura.pregunta, registros[0].nombre)):
        return _de_uno(mesa, clausula, registros[0])
    parte = conjunto.responder(clausula, registros, idioma, mesa.lectura.hoy)
    if parte is None or mesa.biblioteca is None:
        return parte
    return replace(parte, seguridad=min(parte.seguridad, _explicado(clausula, registros, idioma)))


def _de_uno(mesa: Mesa, clausula: Clausula, registro: Registro) -> Parte | None:
    """Las operaciones sobre un registro; una cláusula que sola no dice de qué habla lo toma del resto de la pregunta."""  # noqa: E501
    idioma, hoy = mesa.lectura.idioma, mesa.lectura.hoy
    parte = calculos.de_uno(clausula, registro, idioma, mesa.entera) or operaciones.responder(
        clausula, registro, idioma, hoy
    )
    if mesa.biblioteca is None or (parte is not None and parte.seguridad >= SEGURIDAD_DE_CAMPO):
        parte = calculos.varias_cosas(clausula, registro, idioma, parte, hoy)
    if parte is not None or len(clausula.terminos) > 2 or mesa.biblioteca is not None:
        return parte
    juntos = tuple(dict.fromkeys((*clausula.terminos, *mesa.entera.terminos)))
    return operaciones.responder(replace(clausula, terminos=juntos), registro, idioma, hoy)


def _explicado(clausula: Clausula, registros: Sequence[Registro], idioma: Idioma) -> float:
    """Qué parte de la cláusula está en las claves, los valores o los nombres de los registros."""
    dichos = [
        t
        for r in registros
        for c in r.campos
        for t in (*terminos_de_campo(c, idioma), *leer_terminos(str(c.valor), "es"))
    ]
    dichos += [t for r in registros for t in leer_terminos(f"{r.clase} {r.nombre}", "es")]
    pesados = [t for t in clausula.terminos if not t.conceptos & _OPERAN and not _OPERATIVA.match(t.forma)]
    total = sum(t.peso for t in pesados) or 1.0
    return sum(t.peso for t in pesados if mejor(t, dichos) >= 0.75) / total


_OPERAN: Final = frozenset({"total", "persona", "exceso", "minimo", "diferencia"})
_OPERATIVA: Final = re.compile(
    r"^(?:orden\w*|sort|rank\w*|dos|tres|cuatro|two|three|four|mas|menos|more|less|most|least)$"
)
"""Palabras que dicen qué hacer con los datos, no qué dato."""


def _era_lista(mesa: Mesa) -> bool:
    return len({r.resultado for r in mesa.registros}) < len(mesa.registros) or any(
        isinstance(r.datos, list) or (isinstance(r.datos, dict) and any(isinstance(v, list) for v in r.datos.values()))
        for r in mesa.lectura.resultados
    )


def _vacias(mesa: Mesa) -> Parte | None:
    if not mesa.vacias:
        return None
    cosa, numero = mesa.vacias[0]
    dicha = en_idioma(cosa, mesa.lectura.idioma)
    if mesa.lectura.idioma == "en":
        return Parte(formato.citar(f"There are no {dicha}: none found.", numero))
    return Parte(formato.citar(f"No hay {dicha}: no consta ninguna.", numero))


def _los_dos(mesa: Mesa, clausula: Clausula, registros: list[Registro], biblioteca: Biblioteca) -> Parte | None:
    idioma = mesa.lectura.idioma
    if clausula.dice(r"que (?:pasa|ocurre|sucede)|what happens") and (
        parte := solo_pasajes(mesa, clausula, biblioteca, registros)
    ):
        return parte
    if parte := precios.responder(clausula, mesa.entera, registros, biblioteca, idioma):
        return parte
    if _de_limites(clausula) and (parte := limites.responder(clausula, mesa.entera, registros, biblioteca, idioma)):
        return parte
    if parte := topes.responder(clausula, mesa.entera, registros, biblioteca, idioma):
        return parte
    if (
        "consecuencia" in clausula.espera
        and "cantidad" not in clausula.espera
        and (parte := solo_pasajes(mesa, clausula, biblioteca, registros))
    ):
        return parte
    if len(registros) == 1 and (parte := calculos.de_uno(clausula, registros[0], idioma, mesa.entera)):
        return parte
    if parte := condiciones.responder(clausula, mesa.entera, registros, biblioteca, idioma):
        return parte
    if parte := limites.responder(clausula, mesa.entera, registros, biblioteca, idioma):
        return parte
    if "porque" in clausula.espera and "como" not in clausula.espera and len(registros) == 1:
        return _con_estado(
            registros[0], solo_pasajes(mesa, clausula, biblioteca, registros), mesa.entera.terminos, idioma
        )
    if _pide_permiso(clausula, registros):
        pasajes = solo_pasajes(mesa, clausula, biblioteca, registros)
        return _con_estado(registros[0], pasajes, mesa.entera.terminos, idioma)
    if (
        "como" in clausula.espera
        and not clausula.espera & {"resumen", "si_no"}
        and not clausula.dice(r"cuant\w+|how many")
    ):
        return solo_pasajes(mesa, clausula, biblioteca, registros) or _solo_datos(mesa, clausula, registros)
    datos = _solo_datos(mesa, clausula, registros)
    if datos is not None and datos.seguridad >= SEGURIDAD_DE_CAMPO and not _mejor_regla(clausula, datos):
        return datos
    pasajes = solo_pasajes(mesa, clausula, biblioteca, registros)
    nombrado = any(nombra_a(clausula.texto, r.nombre) for r in registros)
    if datos is not None and (pasajes is None or datos.seguridad > pasajes.seguridad - (0.25 if nombrado else 0.0)):
        return datos
    return pasajes


def _de_limites(clausula: Clausula) -> bool:
    """Verdadero si lo que se pregunta es de cantidades que caben: crear, meter más, el tope del plan."""
    crea = any(t.conceptos & {"crear"} and not t.conceptos & {"registrar"} for t in clausula.terminos)
    return crea or clausula.dice(LIMITE) or clausula.dice(AVISO)


def _con_estado(registro: Registro, parte: Parte | None, accion: Sequence[Termino], idioma: Idioma) -> Parte | None:
    """Sin la regla delante, el estado del registro es al menos el dato del que parte el porqué."""
    estados = [c for c in registro.campos if frases.es_estado(c)]
    if not estados:
        return parte
    faltas = faltas_relacionadas(registro, accion, idioma)
    dicho = formato.citar(formato.oracion(frases.decir(registro, estados[:1], idioma)), registro.numero)
    if parte and not _viene_a_cuento(parte, registro):
        parte = None
    if faltas:
        parte = Parte(f"{parte.texto} {faltas}") if parte else Parte(faltas)
    return Parte(f"{dicho} {parte.texto}" if parte else dicho)


def _viene_a_cuento(parte: Parte, registro: Registro) -> bool:
    """Verdadero si lo que se cita nombra el estado del registro o responde con seguridad."""
    dicho = plegar(" ".join(parte.usadas))
    return parte.seguridad >= 0.7 or any(frases.es_estado(c) and plegar(str(c.valor)) in dicho for c in registro.campos)


def _pide_permiso(clausula: Clausula, registros: Sequence[Registro]) -> bool:
    """«¿se puede facturar Boreal?»: sin la regla delante, al menos el estado y lo que falta en los datos."""
    suyo = len(registros) == 1 and nombra_a(clausula.texto, registros[0].nombre)
    return (
        suyo
        and not clausula.medidas
        and "si_no" in clausula.espera
        and clausula.dice(_PUEDE)
        and not any("plan" in t.conceptos for t in clausula.terminos)
    )


def _mejor_regla(clausula: Clausula, datos: Parte) -> bool:
    """Un sí o no que los datos solos no dan («¿cuentan como abiertas?») es cosa de la documentación."""
    return "si_no" in clausula.espera and datos.seguridad < 0.9
