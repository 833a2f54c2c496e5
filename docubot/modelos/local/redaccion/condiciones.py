# ruff: noqa: E501 - expresiones regulares
"""Los porqués: las condiciones que ponen los pasajes, comprobadas una a una contra los campos de un registro."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.datos import Campo, Registro, terminos_de_campo
from docubot.modelos.local.lexico import RELACIONADOS
from docubot.modelos.local.pasajes import Unidad, sin_marcas
from docubot.modelos.local.redaccion import formato, frases
from docubot.modelos.local.redaccion.arreglos import arregla, lo_que_puede, rol_en, supuesto_en
from docubot.modelos.local.redaccion.campos import valores_texto
from docubot.modelos.local.redaccion.cita import escribir
from docubot.modelos.local.redaccion.etiquetas import etiqueta
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.pedido import Clausula
from docubot.modelos.local.redaccion.puntuacion import Biblioteca
from docubot.modelos.local.terminos import Termino, leer_terminos, mejor
from docubot.tipos import Idioma

_CODIGO: Final = re.compile(r"\b[A-Z]{2,}[-_]\d{2,}\b")
_DE_CODIGOS: Final = r"codigos?|codes?|errores|errors?"
_QUE_HACE_FALTA: Final = (
    r"hace falta|falta\w*|needs?|needed|requisit\w*|condicion\w*|por ?que|why|missing|codigos?|codes?"
)
_DETALLES: Final = frozenset(
    {
        "moneda",
        "iva",
        "recordatorio",
        "vencimiento",
        "rectificar",
        "numeracion",
        "serie",
        "descuento",
        "temporizador",
        "futuro",
        "unidad",
    }
)
"""Lo que se pregunta de una acción y no es si se puede hacer."""
PERMISO: Final = (
    r"possible|may|compatib\w+|billable|facturables?|valid\w*|puedo|puede\w*|podemos|podria\w*|podes|se puede|se podria|deja\w*|permite\w*|can|can t|cannot|could|able|allowed|let me|admite|falta\w*|codigos?|codes?|"
    r"errores|error|missing|needs?|lack\w*|arregl\w*|resolver|solucion\w*|fix\w*|necesit\w*|requisit\w*|impide|blocked|bloquea\w*|listo para|ready|hace falta|stop\w*"
)
_FALTA: Final = re.compile(r"\b(?:faltan?|sin|no tiene|missing|incomplet\w+)\b")
_HAY: Final = re.compile(r"\b(?:hay|quedan?|existen)\b")
_NIEGA: Final = re.compile(r"\b(?:no|ni|tampoco|nunca)\b")
_ENTRE_COMILLAS: Final = re.compile(r"`([^`\n]{3,20})`")
_SOLO: Final = re.compile(r"^(?:\W*)solo\b")
_INUTILES: Final = frozenset(
    {
        "proyecto",
        "estado",
        "abierta",
        "ver",
        "incluir",
        "dato",
        "por_defecto",
        "limite",
        "crear",
        "activar",
        "plan",
        "error",
        "codigo",
    }
)


@dataclass(frozen=True, slots=True)
class Condicion:
    """Algo que impide lo que se quiere hacer: su código, lo que dice y de qué unidad sale."""

    codigo: str
    texto: str
    unidad: Unidad


@dataclass(frozen=True, slots=True)
class Veredicto:
    """Si el estado de un registro deja hacer algo, y la unidad que lo dice."""

    deja: bool
    unidad: Unidad
    estado: str


def responder(
    clausula: Clausula, entera: Clausula, registros: Sequence[Registro], biblioteca: Biblioteca, idioma: Idioma
) -> Parte | None:
    """Por qué se puede o no se puede, con lo que falla; None si no se pregunta eso o los pasajes no lo dicen."""
    if ("cantidad" in clausula.espera and not clausula.espera & {"porque"}) or not registros:
        return None
    if "persona" in clausula.espera and "porque" not in clausula.espera and clausula.dice(r"quien\w*|who"):
        return None
    if "definicion" in clausula.espera and not _CODIGO.search(clausula.texto) and "porque" not in clausula.espera:
        return None
    if "porque" not in clausula.espera and not clausula.dice(PERMISO) and not _CODIGO.search(clausula.texto):
        return None
    accion = _accion(clausula, registros) or _accion(entera, registros)
    if not accion and clausula.dice(_DE_CODIGOS):
        accion = tuple(t for c in condiciones_en(biblioteca) for t in leer_terminos(c.texto, "es") if t.conceptos)
    if not accion or (not clausula.dice(_QUE_HACE_FALTA) and _trata_de_otra_cosa(accion, biblioteca)):
        return None
    codigos = _CODIGO.findall(clausula.texto) if len(registros) == 1 else []
    if codigos and (parte := _del_codigo(clausula, codigos, registros[0], biblioteca, idioma)):
        return parte
    if (rol := rol_en(entera)) and (dicho := lo_que_puede(rol, accion, biblioteca)) and "si_no" in clausula.espera:
        return Parte(
            f"{'No: ' if not dicho[0] else ('Sí: ' if idioma == 'es' else 'Yes: ')}{escribir([dicho[1]], idioma)}"
        )
    if len(registros) > 1:
        return _comparar(registros, accion, biblioteca, idioma)
    return _uno(clausula, entera, registros[0], accion, biblioteca, idioma)


def _accion(clausula: Clausula, registros: Sequence[Registro]) -> tuple[Termino, ...]:
    """Los términos de lo que se quiere hacer: sin nombres, sin estados y sin palabras generales."""
    valores = [t for r in registros for v in (*valores_texto(r), r.nombre) for t in leer_terminos(v, "es")]
    return tuple(
        t for t in clausula.terminos
        if not (mejor(t, valores) >= 0.9) and (t.conceptos - _INUTILES) and not t.conceptos & {"pausa", "completado", "archivado"}
    )  # fmt: skip


def _trata_de_otra_cosa(accion: Sequence[Termino], biblioteca: Biblioteca) -> bool:
    """Verdadero si la acción lleva algo de lo que las condiciones no hablan y otra frase sí («factura en dólares»)."""
    condiciones = condiciones_en(biblioteca)
    de_ellas = [t for c in condiciones for t in leer_terminos(f"{c.texto} {c.unidad.encabezado}", "es")]
    ajenos = [t for t in accion if t.conceptos & _DETALLES and condiciones and mejor(t, de_ellas) < 0.75]
    return any(biblioteca.cubre_propio(i, t) >= 0.75 for t in ajenos for i in range(len(biblioteca.unidades)))


def _del_codigo(
    clausula: Clausula, codigos: Sequence[str], registro: Registro, biblioteca: Biblioteca, idioma: Idioma
) -> Parte | None:
    """Una pregunta por un código: si hoy saldría en ese registro, por qué, y cómo se arregla si se pide."""
    partes = []
    for condicion in condiciones_en(biblioteca):
        if condicion.codigo not in codigos:
            continue
        resultado = comprobar(condicion, registro, biblioteca, idioma)
        if resultado is None:
            continue
        sale = bool(resultado)
        dato = _dato_de(condicion, registro, idioma)
        si_no = ("Sí" if sale else "No") if idioma == "es" else ("Yes" if sale else "No")
        texto = condicion.texto if idioma == "es" else f"“{condicion.texto}”"
        inicio = f"{si_no}: {condicion.codigo} ({texto})"
        verbo = (
            ("sale hoy en" if sale else "no sale hoy en")
            if idioma == "es"
            else ("applies now to" if sale else "does not apply now to")
        )
        partes.append(
            formato.citar(f"{inicio} {verbo} {registro.nombre}{dato}.", condicion.unidad.numero, registro.numero)
        )
    if not partes:
        return None
    if "como" in clausula.espera or clausula.dice(r"quit\w*|arregl\w*|resolv\w*|fix\w*|solve|get rid"):
        filas = [
            u
            for u in biblioteca.unidades
            if u.clase == "fila" and any(c in f"{u.fila} {u.texto}" for c in codigos) and len(u.celdas) > 1
        ]
        partes += [escribir(filas[:1], idioma)] if filas else []
    return Parte(" ".join(partes))


def _dato_de(condicion: Condicion, registro: Registro, idioma: Idioma) -> str:
    """El campo del que depende la condición, dicho: « (Atlas tiene 0 horas sin aprobar)»."""
    de_que = leer_terminos(condicion.texto, "es")
    estados = [
        c
        for c in registro.campos
        if frases.es_estado(c)
        and c.tipo == "texto"
        and re.search(r"\b(?:esta|estado|pausa)\b", plegar(condicion.texto))
    ]
    if prueba_de_ausencia(condicion):
        estados = [c for c in registro.campos if c.tipo in ("booleano", "nulo") and _habla_de(c, de_que, idioma)]
    numeros = [
        c
        for c in registro.campos
        if c.tipo == "numero"
        and (hoja := terminos_de_campo(Campo(c.ruta[-1:], c.valor), "es"))
        and any(t.negado and mejor(t, de_que) >= 0.97 for t in hoja)
    ]
    campos = (numeros or estados)[:2]
    return f" ({frases.decir(registro, campos, idioma)})" if campos else ""


def _uno(
    clausula: Clausula,
    entera: Clausula,
    registro: Registro,
    accion: Sequence[Termino],
    biblioteca: Biblioteca,
    idioma: Idioma,
) -> Parte | None:
    condiciones = [c for c in condiciones_en(biblioteca) if _viene_al_caso(c, accion)]
    supuesto = supuesto_en(entera)
    como_seria = _con_otro_plan(registro, entera, biblioteca, idioma)
    fallan: list[tuple[Condicion, str]] = []
    arreglan: list[str] = []
    sin_saber: list[Condicion] = []
    comprobadas = 0
    for condicion in condiciones:
        resultado = comprobar(condicion, como_seria, biblioteca, idioma)
        comprobadas += resultado is not None
        if resultado is None:
            sin_saber.append(condicion)
        elif resultado and arregla(
            supuesto,
            condicion.texto,
            not prueba_de_ausencia(condicion) and "pausa" in plegar(condicion.texto),
            prueba_de_ausencia(condicion),
            idioma,
        ):
            arreglan.append(condicion.codigo)
        elif resultado:
            fallan.append((condicion, resultado))
    if arreglan and not fallan:
        return _decir_arreglado(registro, arreglan, accion, idioma, condiciones)
    if fallan:
        dicho = _decir_fallos(clausula, registro, fallan, idioma).texto
        sueltas = any(d and prueba_de_ausencia(c) for c, d in fallan) or bool(arreglan)
        faltas = "" if sueltas else faltas_relacionadas(registro, accion, idioma)
        return Parte(f"{_estado_callado(registro, dicho, idioma)}{dicho} {faltas}".strip())
    veredicto = veredicto_por_estado(biblioteca, accion, registro)
    if veredicto is not None and (not veredicto.deja or comprobadas < 2):
        parte = _decir_veredicto(clausula, registro, veredicto, idioma)
        faltas = "" if veredicto.deja else faltas_relacionadas(registro, accion, idioma)
        return Parte(f"{parte.texto} {faltas}".strip())
    if comprobadas >= 2:
        return _decir_nada_falla(registro, condiciones, sin_saber, accion, idioma)
    return None


def _con_otro_plan(registro: Registro, entera: Clausula, biblioteca: Biblioteca, idioma: Idioma) -> Registro:
    """El registro como sería con el plan que supone la pregunta."""
    vivos = biblioteca.alternativas.con_valores(valores_texto(registro))
    pedidas = biblioteca.alternativas.elegidas(entera.terminos, idioma)
    cambios = {vivos[f]: v for f, v in pedidas.items() if f in vivos and vivos[f] != v}
    campos = tuple(
        Campo(c.ruta, cambios.get(plegar(str(c.valor)), c.valor)) if c.tipo == "texto" else c for c in registro.campos
    )
    return replace(registro, campos=campos)


def _decir_arreglado(
    registro: Registro,
    codigos: Sequence[str],
    accion: Sequence[Termino],
    idioma: Idioma,
    condiciones: Sequence[Condicion],
) -> Parte:
    numeros = [registro.numero, *(c.unidad.numero for c in condiciones if c.codigo in codigos)]
    lista = formato.enumerar(list(dict.fromkeys(codigos)), idioma)
    hoy = _de_que_se_habla(registro, accion, idioma)
    if idioma == "en":
        return Parte(
            formato.citar(
                f"Yes: with that, {lista} would no longer apply to {registro.nombre} and nothing else I can check fails{hoy}.",
                *numeros,
            )
        )
    return Parte(
        formato.citar(
            f"Sí: con eso dejarían de salir {lista} en {registro.nombre} y no falla nada más que pueda comprobar{hoy}.",
            *numeros,
        )
    )


def _de_que_se_habla(registro: Registro, accion: Sequence[Termino], idioma: Idioma) -> str:
    """« (Boreal tiene 24 horas sin facturar y 0 sin aprobar)»: las cifras que toca la acción."""
    campos = [
        c for c in registro.campos
        if c.tipo == "numero" and any(t.negado and t.conceptos & {"facturar", "aprobar"} for t in terminos_de_campo(c, "es"))
    ]  # fmt: skip
    de_facturar = any("facturar" in t.conceptos for t in accion)
    return f" ({frases.decir(registro, campos[:2], idioma)})" if campos and de_facturar else ""


def _estado_callado(registro: Registro, dicho: str, idioma: Idioma) -> str:
    """El estado del registro, si lo que se dice no lo nombra: es el dato del que parte cualquier porqué."""
    estados = [c for c in registro.campos if frases.es_estado(c) and plegar(str(c.valor)) not in plegar(dicho)]
    return (
        formato.citar(formato.oracion(frases.decir(registro, estados[:1], idioma)), registro.numero) + " "
        if estados
        else ""
    )


def condiciones_en(biblioteca: Biblioteca) -> list[Condicion]:
    """Las condiciones con código de los pasajes, una por código: la fila o la frase que mejor la cuenta."""
    halladas: dict[str, Condicion] = {}
    for unidad in biblioteca.unidades:
        if unidad.clase == "celda" or unidad.clase == "codigo":
            continue
        codigos = list(
            dict.fromkeys(_CODIGO.findall(unidad.texto if unidad.clase != "fila" else f"{unidad.fila} {unidad.texto}"))
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


def _viene_al_caso(condicion: Condicion, accion: Sequence[Termino]) -> bool:
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
    tocados = [c for c in registro.campos if c.tipo in ("booleano", "nulo") and _habla_de(c, de_que, idioma)]
    if not tocados:
        return None
    faltan = [etiqueta(c, idioma, llena=False) for c in tocados if not c.valor]
    return formato.enumerar(faltan, idioma) if faltan else ""


def _habla_de(campo: Campo, terminos: Sequence[Termino], idioma: Idioma) -> bool:
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


def veredicto_por_estado(biblioteca: Biblioteca, accion: Sequence[Termino], registro: Registro) -> Veredicto | None:
    """Lo que los pasajes dicen de la acción para el estado del registro: una celda de la tabla o, si no, una frase."""
    estados = [str(c.valor) for c in registro.campos if frases.es_estado(c) and c.tipo == "texto"]
    candidatos: list[tuple[float, Veredicto]] = []
    hermanos = {
        c
        for u in biblioteca.unidades
        for c in _ENTRE_COMILLAS.findall(plegar(u.texto))
        if "estado" in plegar(" ".join((*u.contexto, u.texto)))
    }
    for estado in estados:
        for i, unidad in enumerate(biblioteca.unidades):
            deja = _lo_que_dice(unidad, plegar(estado), accion, hermanos)
            if deja is not None:
                nota = (
                    sum(biblioteca.cubre_propio(i, t) for t in accion)
                    + (0.3 if unidad.clase == "celda" else 0.0)
                    + (0.5 if _SOLO.search(plegar(unidad.legible)) else 0.0)
                    - 0.01 * unidad.pasaje
                )
                candidatos.append((nota, Veredicto(deja, unidad, estado)))
    return max(candidatos, key=lambda par: par[0])[1] if candidatos else None


def _lo_que_dice(unidad: Unidad, estado: str, accion: Sequence[Termino], hermanos: set[str]) -> bool | None:
    if unidad.clase == "celda":
        if (
            plegar(sin_marcas(unidad.fila)).strip("` ") != estado
            or max((mejor(t, leer_terminos(unidad.columna, "es")) for t in accion), default=0) < 0.75
        ):
            return None
        return {"si": True, "no": False}.get(plegar(unidad.legible))
    if unidad.clase in ("fila", "codigo") or unidad.texto.endswith(":"):
        return None
    texto = plegar(unidad.legible)
    if max((mejor(t, leer_terminos(unidad.legible, "es")) for t in accion), default=0) < 0.75:
        return None
    nombra = re.search(rf"\b{re.escape(estado)}s?\b", texto)
    if _SOLO.search(texto) and not _NIEGA.search(texto):
        return nombra is not None
    if nombra is None:
        listados = set(_ENTRE_COMILLAS.findall(texto))
        return False if len(listados) > 1 and not _NIEGA.search(texto) and listados <= hermanos else None
    return _polaridad(texto, nombra.end(), accion)


def _polaridad(texto: str, desde: int, accion: Sequence[Termino]) -> bool:
    """Falso si tras el estado se niega la acción: «no admite horas nuevas ni facturación»."""
    for frase in re.split(r"[.;]|, (?:pero|aunque|y tampoco) ", texto):
        terminos = leer_terminos(frase, "es")
        if any(mejor(t, terminos) >= 0.75 for t in accion):
            return _NIEGA.search(frase) is None
    return _NIEGA.search(texto[desde:]) is None


def _una_a_una(
    registros: Sequence[Registro], accion: Sequence[Termino], biblioteca: Biblioteca, idioma: Idioma
) -> Parte | None:
    """De cada registro, si falla alguna condición y cuál: «Atlas: sí; Boreal: no (FACT-203, está en pausa)»."""
    condiciones = [c for c in condiciones_en(biblioteca) if _viene_al_caso(c, accion)]
    if len(condiciones) < 3:
        return None
    piezas = []
    for registro in registros:
        fallan = [(c, d) for c in condiciones if (d := comprobar(c, registro, biblioteca, idioma))]
        estados = [
            formato.estado(str(c.valor), idioma) for c in registro.campos if frases.es_estado(c) and c.tipo == "texto"
        ]
        si = formato.si_no(not fallan, idioma)
        porque = ", ".join([*estados[:1], *(f"{c.codigo}: {d}" for c, d in fallan)])
        datos = _de_que_se_habla(registro, accion, idioma)
        numeros = (registro.numero, *(c.unidad.numero for c, _ in fallan[:1]))
        piezas.append(formato.citar(f"{registro.nombre}: {si}, {porque}{datos}", *numeros))
    return Parte(formato.oracion("; ".join(piezas)))


def _comparar(
    registros: Sequence[Registro], accion: Sequence[Termino], biblioteca: Biblioteca, idioma: Idioma
) -> Parte | None:
    if parte := _una_a_una(registros, accion, biblioteca, idioma):
        return parte
    veredictos = [(r, veredicto_por_estado(biblioteca, accion, r)) for r in registros]
    dichos = [(r, v) for r, v in veredictos if v is not None]
    if len(dichos) < len(registros):
        return None
    piezas = [
        formato.citar(f"en {r.nombre} {formato.si_no(v.deja, idioma)}, porque está {v.estado}" if idioma == "es"
                      else f"{r.nombre}: {formato.si_no(v.deja, idioma)}, because it is {formato.estado(v.estado, idioma)}", r.numero, v.unidad.numero)
        for r, v in dichos
    ]  # fmt: skip
    reglas = list(dict.fromkeys(v.unidad.texto for _, v in dichos if not v.deja))
    regla = escribir([v.unidad for _, v in dichos if v.unidad.texto in reglas[:1]][:1], idioma)
    return Parte(f"{formato.oracion('; '.join(piezas))} {regla}".strip())


def _decir_fallos(
    clausula: Clausula, registro: Registro, fallan: Sequence[tuple[Condicion, str]], idioma: Idioma
) -> Parte:
    piezas = []
    for condicion, detalle in fallan:
        extra = f": {detalle}" if detalle and plegar(detalle) not in plegar(condicion.texto) else ""
        texto = condicion.texto if idioma == "es" else f"“{condicion.texto}”"
        piezas.append(formato.citar(f"{texto}{extra} ({condicion.codigo})", condicion.unidad.numero))
    lista = formato.enumerar(piezas, idioma)
    if idioma == "en":
        inicio = "No, because " if "si_no" in clausula.espera else "Because "
        cuantas = "1 condition fails" if len(piezas) == 1 else f"{len(piezas)} conditions fail"
        dicho = f"{inicio}{cuantas} for {registro.nombre} (in Spanish in the documentation): {lista}."
        return Parte(formato.citar(dicho, registro.numero))
    inicio = "No: " if "si_no" in clausula.espera else ""
    cuantas = "falla 1 condición" if len(piezas) == 1 else f"fallan {len(piezas)} condiciones"
    return Parte(formato.citar(formato.oracion(f"{inicio}{cuantas} en {registro.nombre}: {lista}"), registro.numero))


def _decir_veredicto(clausula: Clausula, registro: Registro, veredicto: Veredicto, idioma: Idioma) -> Parte:
    estado = formato.estado(veredicto.estado, idioma)
    regla = escribir([veredicto.unidad], idioma)
    if idioma == "en":
        inicio = (
            ""
            if "porque" in clausula.espera and "si_no" not in clausula.espera
            else ("Yes, " if veredicto.deja else "No, ")
        )
        return Parte(f"{formato.citar(f'{inicio}{registro.nombre} is {estado}.', registro.numero)} {regla}")
    inicio = (
        "" if "porque" in clausula.espera and "si_no" not in clausula.espera else ("Sí, " if veredicto.deja else "No, ")
    )
    return Parte(f"{formato.citar(f'{inicio}{registro.nombre} está {estado}.', registro.numero)} {regla}")


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


def _decir_nada_falla(
    registro: Registro,
    condiciones: Sequence[Condicion],
    sin_saber: Sequence[Condicion],
    accion: Sequence[Termino],
    idioma: Idioma,
) -> Parte:
    numeros = [registro.numero, *(c.unidad.numero for c in condiciones[:2])]
    hoy = _de_que_se_habla(registro, accion, idioma)
    estados = [c for c in registro.campos if frases.es_estado(c) and c.tipo == "texto"]
    estado = formato.estado(str(estados[0].valor), idioma) if estados else ""
    dudas = formato.enumerar([f"{c.codigo} ({c.texto})" for c in sin_saber[:2]], idioma)
    if idioma == "en":
        resto = f" What I can't check: {dudas}." if dudas else ""
        es = f" ({registro.nombre} is {estado})" if estado else ""
        return Parte(
            formato.citar(f"Yes: none of the conditions I can check fails for {registro.nombre}{es}{hoy}.", *numeros)
            + resto
        )
    resto = f" Lo que no puedo comprobar: {dudas}." if dudas else ""
    es = f", que está {estado}" if estado else ""
    return Parte(
        formato.citar(
            f"Sí: en {registro.nombre}{es}, no falla ninguna de las condiciones que puedo comprobar{hoy}.", *numeros
        )
        + resto
    )
