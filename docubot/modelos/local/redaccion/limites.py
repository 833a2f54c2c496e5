# ruff: noqa: E501 - expresiones regulares
"""El límite que dan los pasajes, comparado con la cifra viva: cuánto se supera, cuánto cabe, cuándo avisan."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.afinar import CON_OTRO_OBJETO
from docubot.modelos.local.datos import Campo, Registro, es_nombre_propio, terminos_de_campo
from docubot.modelos.local.redaccion import formato, frases
from docubot.modelos.local.redaccion.arreglos import reanuda, supuesto_en
from docubot.modelos.local.redaccion.campos import puntuar_campos, terminos_utiles, valores_texto
from docubot.modelos.local.redaccion.etiquetas import en_idioma, etiqueta
from docubot.modelos.local.redaccion.limite import Limite, como_se_escribe, con_su_unidad, limite_en
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.pedido import Clausula
from docubot.modelos.local.redaccion.puntuacion import Biblioteca
from docubot.modelos.local.redaccion.supuestos import cambio
from docubot.modelos.local.terminos import Termino, leer_terminos, mejor
from docubot.tipos import Idioma

_INTENCION: Final = (
    r"limites?|topes?|maxim[oa]s?|entran|caben?|cupo|supera\w*|pasa\w*|paso|pase|pasad\w+|rebas\w+|toparnos|avisos?|avis\w+|umbral|limits?|caps?|maximum|fits?|over|exceed\w*|"
    r"margen|mas (?:puedo|podemos)|(?:puedo|podemos|can we|can i) (?:crear|abrir|añadir|meter|open|create|add|start|have)|puedo tener|podemos tener|more|above|warn\w*|threshold|notif\w*|cabr\w+|dejar|within|cerrar|archivar|close|de mas|sobran?|roza|cerca|allowed|"
    r"crear (?:una|otra|mas|nueva)|(?:add|create) (?:a |an |another |any |more )?(?:new )?tasks?|new tasks?|otra tarea|cuant[oa]s mas|able to|take|hold|bloquead\w+|blocked|stuck|room|reach\w*"
)
_AVISO: Final = r"avis\w+|umbral|alert\w*|warn\w*|threshold|notif\w+"
_QUITAR: Final = (
    r"cerrar|archivar|quitar|borrar|eliminar|terminar|completar|close|archive|remove|delete|complete|finish|sobran?"
)
_PARA_CREAR: Final = r"crear|nueva|otra|volver|debajo|bajar|salir|dentro|create|new|add|below|under|back|de nuevo|again"
_CABEN: Final = r"mas|more|todavia|aun|still|caben?|entran|margen|left|room|puedo (?:crear|abrir|meter|añadir)|quedan|faltan|otr[oa]s"
_SUPERA: Final = r"supera\w*|pasa\w*|excede\w*|rebasa\w*|over|exceed\w*|above|por encima"
_PORCENTAJE: Final = re.compile(r"(\d+(?:[.,]\d+)?)\s*%")


@dataclass(frozen=True, slots=True)
class Cifra:
    """La cifra viva: de quién, cuánto, de qué y con qué cita."""

    nombre: str
    cantidad: float
    cosa: str
    numeros: tuple[int | None, ...]
    terminos: tuple[Termino, ...]
    antes: float | None = None


def responder(
    clausula: Clausula, entera: Clausula, registros: Sequence[Registro], biblioteca: Biblioteca, idioma: Idioma
) -> Parte | None:
    """La comparación que pide la cláusula, o None si no la pide o falta la cifra o el límite."""
    if not (clausula.dice(_INTENCION) or _supone_otro_plan(clausula)) or _pide_opciones(clausula):
        return None
    if any("presupuesto" in t.conceptos for t in clausula.terminos) and not clausula.dice(r"plan\w*|tareas?|tasks?"):
        return None
    elegidas = alternativas_vivas(entera, registros, biblioteca, idioma)
    de_hoy = biblioteca.alternativas.con_valores([v for r in registros for v in valores_texto(r)])
    if _solo_si_cuentan(clausula, registros) and (parte := _si_cuentan(registros, biblioteca, idioma)):
        return parte
    if len(registros) > 1 and (parte := _cuales(clausula, registros, biblioteca, elegidas, idioma)):
        return parte
    for cifra in _cifras(clausula, entera, registros, biblioteca, idioma):
        limite = limite_en(biblioteca, cifra.terminos, elegidas)
        if limite is None:
            continue
        cifra = _supuesta(entera, cifra)
        if clausula.dice(_AVISO) and (parte := _aviso(clausula, cifra, limite, biblioteca, idioma)):
            return parte
        ahora = limite_en(biblioteca, cifra.terminos, de_hoy) if de_otro_plan(elegidas, de_hoy) else None
        dicho = _comparar(clausula, cifra, limite, idioma)
        return Parte(f"{dicho}{_tanto_por_ciento(clausula, cifra, limite, idioma)}{de_ahora(ahora, idioma)}")
    return None


def _supone_otro_plan(clausula: Clausula) -> bool:
    """«si pasamos a Gratis, ¿cuántas…?»: otro plan y una cantidad."""
    return clausula.dice(_DE_PLAN) and "cantidad" in clausula.espera and clausula.dice("si|if|con|with|would")


def de_otro_plan(elegidas: Mapping[str, str], de_hoy: Mapping[str, str]) -> bool:
    return any(f in de_hoy and de_hoy[f] != v for f, v in elegidas.items())


def de_ahora(limite: Limite | None, idioma: Idioma) -> str:
    """El límite que hay hoy, si la pregunta suponía otro plan."""
    if limite is None or limite.cantidad is None:
        return ""
    n = con_su_unidad(limite, idioma)
    plan = como_se_escribe(limite)
    dicho = f" Ahora, en {plan}, es {n}." if idioma == "es" else f" Now, on {plan}, it is {n}."
    return formato.citar(dicho, limite.unidad.numero)


def _tanto_por_ciento(clausula: Clausula, cifra: Cifra, limite: Limite, idioma: Idioma) -> str:
    if "porcentaje" not in clausula.espera or not limite.cantidad:
        return ""
    tanto = formato.tanto(100 * cifra.cantidad / limite.cantidad, idioma)
    return f" Es el {tanto} % del límite." if idioma == "es" else f" That is {tanto}% of the limit."


def _supuesta(entera: Clausula, cifra: Cifra) -> Cifra:
    """«si cierro 5», «con 25 más»: la cifra como quedaría."""
    suma = cambio(entera)
    if not suma:
        return cifra
    return replace(cifra, cantidad=max(0.0, cifra.cantidad + suma), antes=cifra.cantidad)


def _cuales(
    clausula: Clausula,
    registros: Sequence[Registro],
    biblioteca: Biblioteca,
    elegidas: Mapping[str, str],
    idioma: Idioma,
) -> Parte | None:
    """«¿qué proyectos superan el límite?»: los registros cuya cifra pasa del límite."""
    if not clausula.espera & {"cual", "lista", "si_no"} or not clausula.dice(
        f"{_SUPERA}|problem\\w*|limites?|topes?|limits?|cap"
    ):
        return None
    terminos = terminos_utiles(clausula, registros, idioma)
    for registro in registros:
        for hallazgo in puntuar_campos(clausula, terminos, registro, idioma):
            cifras = [
                _de_campo(r, c, idioma) for r in registros if (c := r.campo(hallazgo.campo.ruta)) and c.tipo == "numero"
            ]
            limite = limite_en(biblioteca, cifras[0].terminos, elegidas) if cifras else None
            if limite is not None and limite.cantidad is not None:
                return _decir_cuales(cifras, limite, limite.cantidad, idioma)
    if not clausula.dice(_SUPERA) or any(t.conceptos & CON_OTRO_OBJETO - {"proyecto"} for t in clausula.terminos):
        return None
    cuentas = [_de_campo(r, c, idioma) for r in registros for c in _cuentas(r)]
    limite = limite_en(biblioteca, cuentas[0].terminos, elegidas) if cuentas else None
    if limite is None or limite.cantidad is None:
        return None
    return _decir_cuales(cuentas, limite, limite.cantidad, idioma)


def _decir_cuales(cifras: Sequence[Cifra], limite: Limite, maximo: float, idioma: Idioma) -> Parte:
    pasan = [c for c in cifras if c.cantidad > maximo]
    dichos = formato.enumerar([_exceso(c, maximo, idioma) for c in pasan], idioma)
    todos = ", ".join(f"{c.nombre} {formato.numero(c.cantidad, idioma)}" for c in cifras)
    m, plan = formato.numero(maximo, idioma), como_se_escribe(limite)
    numeros = (limite.unidad.numero, *(n for c in cifras for n in c.numeros))
    if idioma == "en":
        texto = (
            f"Over the limit of {m} on {plan}: {dichos}."
            if pasan
            else f"None is over the limit of {m} on {plan}: {todos}."
        )
    else:
        texto = (
            f"Pasan del límite de {m} en {plan}: {dichos}."
            if pasan
            else f"Ninguno pasa del límite de {m} en {plan}: {todos}."
        )
    return Parte(formato.citar(texto, *numeros))


def _exceso(cifra: Cifra, maximo: float, idioma: Idioma) -> str:
    n, r = formato.numero(cifra.cantidad, idioma), formato.numero(cifra.cantidad - maximo, idioma)
    return f"{cifra.nombre} ({n}, {r} de más)" if idioma == "es" else f"{cifra.nombre} ({n}, {r} over)"


def _pide_opciones(clausula: Clausula) -> bool:
    return "como" in clausula.espera and not clausula.dice(r"cuant\w+|how many|how much|por cuanto")


def alternativas_vivas(
    clausula: Clausula, registros: Sequence[Registro], biblioteca: Biblioteca, idioma: Idioma
) -> dict[str, str]:
    """La alternativa que toca de cada familia: la que nombra la pregunta o, si no, la que dicen los datos."""
    vivos = biblioteca.alternativas.con_valores([v for r in registros for v in valores_texto(r)])
    pedidas = biblioteca.alternativas.elegidas(_nombradas(clausula), idioma)
    if any(f in vivos and vivos[f] != v for f, v in pedidas.items()):
        return vivos | pedidas
    return _sueltas(registros, biblioteca) | vivos | pedidas


_UNIDADES: Final = frozenset({"kb", "mb", "gb", "tb", "megas", "gigas"})
_DE_PLAN: Final = r"plan\w*|tier\w*|version|account|cuenta|suscripcion|subscription|baja\w*|sub\w+|pasa\w*|drop\w*|downgrad\w*|upgrad\w*|mov\w+|switch\w*|en gratis|on free"


def _nombradas(clausula: Clausula) -> list[Termino]:
    """Los términos que pueden nombrar una alternativa: «free spots» no nombra el plan gratuito."""
    habla_de_planes = clausula.dice(_DE_PLAN)
    utiles = [t for t in clausula.terminos if t.forma not in _UNIDADES]
    return [t for t in utiles if habla_de_planes or t.original[:1].isupper()]


def _sueltas(registros: Sequence[Registro], biblioteca: Biblioteca) -> dict[str, str]:
    """Los valores vivos que los pasajes nombran aunque no se vea con cuáles compiten: «40 en Equipo»."""
    dicho = plegar(" ".join(p.texto for p in biblioteca.pasajes))
    valores = {
        plegar(str(c.valor)) for r in registros for c in r.campos
        if c.tipo == "texto" and not (frases.es_estado(c) or es_nombre_propio(c) or c.tecnico)
    }  # fmt: skip
    return {f"vivo {v}": v for v in sorted(valores) if re.search(rf"\b{re.escape(v)}\b", dicho)}


def _cifras(
    clausula: Clausula, entera: Clausula, registros: Sequence[Registro], biblioteca: Biblioteca, idioma: Idioma
) -> list[Cifra]:
    cifras: list[Cifra] = []
    for pregunta in (clausula, entera):
        if len(registros) == 1:
            terminos = terminos_utiles(pregunta, registros, idioma)
            cifras += [
                _de_campo(registros[0], h.campo, idioma)
                for h in puntuar_campos(pregunta, terminos, registros[0], idioma)
                if h.campo.tipo == "numero" and not (pregunta.dice(_QUITAR) and _son_hechas(h.campo, idioma))
            ]
        elif not _solo_si_cuentan(clausula, registros) and (
            cuenta := _de_cuenta(pregunta, entera, registros, biblioteca, idioma)
        ):
            cifras.append(cuenta)
    if len(registros) == 1 and not any(t.conceptos & CON_OTRO_OBJETO for t in entera.terminos):
        cifras += [_de_campo(registros[0], c, idioma) for c in _cuentas(registros[0])]
    return cifras


def _son_hechas(campo: Campo, idioma: Idioma) -> bool:
    """«cuántas tengo que cerrar»: se cierran abiertas; las hechas no son la cifra que toca."""
    return any("hecha" in t.conceptos for t in terminos_de_campo(campo, idioma))


def _solo_si_cuentan(clausula: Clausula, registros: Sequence[Registro]) -> bool:
    """«¿Boreal y Cierzo ocupan sitio?»: se pregunta si cuentan esos, no cuántos hay."""
    nombrados = [r for r in registros if re.search(rf"\b{re.escape(plegar(r.nombre))}\b", clausula.plegado)]
    return len(nombrados) == len(registros) and clausula.espera <= {"si_no"} and not clausula.dice(_CABEN)


def _si_cuentan(registros: Sequence[Registro], biblioteca: Biblioteca, idioma: Idioma) -> Parte | None:
    """«Boreal (en pausa) sí cuenta; Cierzo (completado) no cuenta»: según los estados que dicen los pasajes."""
    cuentan = _estados_que_cuentan(biblioteca, registros)
    if not cuentan:
        return None
    dichos = []
    for registro in registros:
        estado = next((str(c.valor) for c in registro.campos if frases.es_estado(c)), "")
        si = plegar(estado) in cuentan
        que = ("sí cuenta" if si else "no cuenta") if idioma == "es" else ("counts" if si else "does not count")
        dichos.append(formato.citar(f"{registro.nombre} ({formato.estado(estado, idioma)}) {que}", registro.numero))
    return Parte("; ".join(dichos) + ".")


def _cuentas(registro: Registro) -> list[Campo]:
    """Lo que cuenta la ficha de sí misma («tareas abiertas»): de eso es el límite si no se dice de qué."""
    return [
        c for c in registro.campos if len(c.ruta) == 1 and isinstance(c.valor, int) and not isinstance(c.valor, bool)
    ][:1]


def _de_campo(registro: Registro, campo: Campo, idioma: Idioma) -> Cifra:
    terminos = leer_terminos(campo.etiqueta_llena, "es")
    return Cifra(registro.nombre, float(campo.valor), etiqueta(campo, idioma), (registro.numero,), terminos)


def _de_cuenta(
    clausula: Clausula, entera: Clausula, registros: Sequence[Registro], biblioteca: Biblioteca, idioma: Idioma
) -> Cifra | None:
    """Cuántos registros hay; si los pasajes dicen en qué estados cuentan, solo esos."""
    clase = registros[0].clase if registros else ""
    terminos = leer_terminos(clase, "es")
    if not any(mejor(t, terminos) >= 0.75 for t in clausula.terminos):
        return None
    cuentan = _estados_que_cuentan(biblioteca, registros)
    supuesto = supuesto_en(entera)
    validos = [
        r
        for r in registros
        if not cuentan
        or any(plegar(v) in cuentan for v in valores_texto(r))
        or (reanuda(supuesto) and re.search(rf"\b{re.escape(plegar(r.nombre))}\b", supuesto))
    ]
    cosa = next((t.original for t in clausula.terminos if mejor(t, terminos) >= 0.75), en_idioma(clase, idioma))
    nombres = formato.enumerar([r.nombre for r in validos], idioma)
    cosa = en_idioma(clase, idioma) if len(validos) != 1 else cosa
    dicha = f"{cosa.lower()} ({nombres})" if 0 < len(validos) <= MAXIMO_DE_NOMBRES else cosa.lower()
    return Cifra("", float(len(validos)), dicha, tuple(dict.fromkeys(r.numero for r in registros)), terminos)


MAXIMO_DE_NOMBRES: Final = 6
"""Registros que se nombran al contarlos."""


def _estados_que_cuentan(biblioteca: Biblioteca, registros: Sequence[Registro]) -> set[str]:
    valores = {plegar(str(c.valor)) for r in registros for c in r.campos if frases.es_estado(c)}
    for unidad in biblioteca.unidades:
        texto = plegar(unidad.legible)
        if (
            re.search(r"\bcuentan?\b|\bcontando\b", texto)
            and not re.search(r"\bno cuentan?\b", texto)
            and unidad.clase in ("frase", "punto")
        ):
            dichos = {v for v in valores if re.search(rf"\b{re.escape(v)}\b", texto)}
            if dichos and dichos != valores:
                return dichos
    return set()


def _aviso(clausula: Clausula, cifra: Cifra, limite: Limite, biblioteca: Biblioteca, idioma: Idioma) -> Parte | None:
    for unidad in biblioteca.unidades:
        casa = _PORCENTAJE.search(unidad.legible)
        texto = plegar(unidad.legible)
        if (
            casa is None
            or limite.cantidad is None
            or not re.search(rf"\b(?:{_AVISO})\b", texto + " " + plegar(unidad.encabezado))
        ):
            continue
        tanto = float(casa.group(1).replace(",", "."))
        umbral = limite.cantidad * tanto / 100
        llega = cifra.cantidad >= umbral
        n, t, u, m = (formato.numero(x, idioma) for x in (cifra.cantidad, tanto, umbral, limite.cantidad))
        si_no = ("Sí: " if llega else "No: ") if idioma == "es" else ("Yes: " if llega else "No: ")
        inicio = si_no if "si_no" in clausula.espera else ""
        fuentes = (limite.unidad.numero, unidad.numero, *cifra.numeros)
        quedaria = "" if cifra.antes is None else (" quedaría en" if idioma == "es" else " would have")
        if idioma == "en":
            frase = f"{inicio}the warning comes at {t}% of the limit, that is {u} of {m}; {cifra.nombre}{quedaria or ' has'} {n} {cifra.cosa}."
        else:
            frase = f"{inicio}el aviso salta al {t} % del límite, o sea, con {u} de {m}; {cifra.nombre}{quedaria or ' tiene'} {n} {cifra.cosa}."
        return Parte(formato.citar(formato.oracion(frase), *fuentes))
    return None


def _comparar(clausula: Clausula, cifra: Cifra, limite: Limite, idioma: Idioma) -> str:
    plan = como_se_escribe(limite)
    quien = cifra.nombre or ("La cuenta" if idioma == "es" else "The account")
    vivo = f"{quien} {'tiene' if idioma == 'es' else 'has'} {frases.contar(cifra.cantidad if cifra.antes is None else cifra.antes, cifra.cosa, idioma)}"
    if cifra.antes is not None:
        queda = formato.numero(cifra.cantidad, idioma)
        vivo += f", quedarían {queda}" if idioma == "es" else f", it would have {queda}"
    vivo = formato.citar(vivo, *cifra.numeros)
    if limite.cantidad is None:
        tope = f"el límite de {plan}: sin límite" if idioma == "es" else f"{plan} has no limit (sin límite)"
        return f"{vivo}; {formato.citar(tope + '.', limite.unidad.numero)}"
    maximo = formato.numero(limite.cantidad, idioma)
    tope = f"y el límite en {plan} es {maximo}" if idioma == "es" else f"and the limit on {plan} is {maximo}"
    inicio = _inicio(clausula, cifra, limite.cantidad, idioma)
    return (
        f"{inicio}{vivo} {formato.citar(tope, limite.unidad.numero)}{_cola(clausula, cifra, limite.cantidad, idioma)}"
    )


def _inicio(clausula: Clausula, cifra: Cifra, limite: float, idioma: Idioma) -> str:
    if "si_no" not in clausula.espera or clausula.dice(r"cuant\w+ (?!supera)|how many"):
        return ""
    supera = cifra.cantidad > limite
    if clausula.dice(r"under|below|within|por debajo|debajo|dentro|volver\w* a estar bien"):
        return _si_no(cifra.cantidad < limite, idioma)
    pedidas = [m.cantidad for m in clausula.medidas]
    if pedidas and clausula.dice(_CABEN):
        return _si_no(cifra.cantidad + pedidas[0] <= limite, idioma)
    if clausula.dice(
        r"puedo|podemos|puede|podria\w*|se puede|can|cabe|caben|entra|deja|could|allowed|able|take|admite|get|crear|create|room|hueco|sitio|plaza|espacio"
    ):
        return _si_no(cifra.cantidad < limite, idioma)
    return _si_no(supera, idioma)


def _si_no(dato: bool, idioma: Idioma) -> str:
    return ("Sí: " if dato else "No: ") if idioma == "es" else ("Yes: " if dato else "No: ")


def _cola(clausula: Clausula, cifra: Cifra, limite: float, idioma: Idioma) -> str:
    resto = limite - cifra.cantidad
    r = formato.numero(abs(resto), idioma)
    es = idioma == "es"
    if clausula.dice(_QUITAR) and clausula.dice(_PARA_CREAR) and resto <= 0:
        quitar = formato.numero(abs(resto) + 1, idioma)
        return (
            f": hay que quitar {quitar} para quedar por debajo y poder crear otra." if es
            else f": close or remove {quitar} to drop below it and create another."
        )  # fmt: skip
    if resto < 0:
        return f": lo supera en {r}." if es else f": it is over by {r}."
    if resto == 0:
        return (
            ": está justo en el límite y no cabe ninguna más."
            if es
            else ": it is exactly at the limit, so no more fit."
        )
    return f": caben {r} más." if es else f": there is room for {r} more."
