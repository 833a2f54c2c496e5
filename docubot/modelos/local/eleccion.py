"""Qué hacer con una petición: llamar a herramientas, preguntar lo que falta o responder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from docubot.lenguaje.nombres import nombres_de_datos, nombres_de_error
from docubot.lenguaje.texto import plegar
from docubot.modelos.local.afinar import consultas
from docubot.modelos.local.catalogo import Ficha
from docubot.modelos.local.decision import Decision, Llamada, Llamadas, Pregunta, Responder
from docubot.modelos.local.entidades import cercano
from docubot.modelos.local.forzada import forzar
from docubot.modelos.local.fuera import es_de_fuera, manda_algo_imposible
from docubot.modelos.local.lectura import Lectura, ResultadoLeido
from docubot.modelos.local.mesa import Mesa, Necesidad, Plan, poner_la_mesa
from docubot.modelos.local.perfiles import Perfil, inventar, no_puedo, obedecer, pedir, preguntar_cual
from docubot.modelos.local.plan import planear
from docubot.modelos.local.valores import registros_de

MAXIMO_DE_LLAMADAS: Final = 6
"""Llamadas de un mismo turno, sumando todos los pasos."""


def decidir(lectura: Lectura, perfil: Perfil = "prudente", tool_choice: Mapping[str, Any] | None = None) -> Decision:
    """La decisión para esta petición; la misma lectura da siempre la misma."""
    modo = str((tool_choice or {}).get("type", "auto"))
    if modo == "none" or not lectura.herramientas:
        return Responder()
    if modo in ("tool", "any"):
        return forzar(lectura, perfil, str((tool_choice or {}).get("name", "")) if modo == "tool" else None)
    if perfil == "credulo":
        orden = obedecer(lectura)
        if orden is not None:
            return Llamadas((orden,))
    if lectura.documental:
        return Responder()
    mesa = poner_la_mesa(lectura)
    if mesa.analisis.charla and not lectura.resultados:
        return Responder()
    plan = planear(mesa)
    if not lectura.resultados and es_de_fuera(mesa, plan):
        return Responder()
    if not lectura.resultados and manda_algo_imposible(mesa, plan):
        return Pregunta(no_puedo(lectura.idioma))
    return _seguir(mesa, plan, perfil)


def _seguir(mesa: Mesa, plan: Plan, perfil: Perfil) -> Decision:
    """Lo que falta del plan, descontado lo que ya se hizo en este turno."""
    lectura = mesa.lectura
    hechas = {_huella(r.nombre, r.entrada) for r in lectura.resultados}
    cabida = MAXIMO_DE_LLAMADAS - len(lectura.resultados)
    pendientes = [n for n in plan.necesidades if not _hecha(n, lectura.resultados, hechas)]
    listas = [n for n in pendientes if not n.relleno.faltan]
    cojas = [n for n in pendientes if n.relleno.faltan]
    nuevas = [Llamada(n.ficha.nombre, n.relleno.entrada) for n in listas]
    nuevas += _correcciones(mesa, hechas) + _desglose(mesa, plan, hechas) + _afinar(mesa, plan, hechas)
    if cojas and not _puede_llegar(cojas, listas):
        return _completar(mesa, cojas[0], nuevas, perfil)
    unicas = list({_huella(ll.nombre, ll.entrada): ll for ll in nuevas}.values())[: max(0, cabida)]
    if unicas:
        return Llamadas(tuple(unicas))
    if plan.aclarar is not None:
        return _aclarar(mesa, plan.aclarar, perfil)
    return Responder()


def _hecha(necesidad: Necesidad, resultados: Sequence[ResultadoLeido], hechas: set[str]) -> bool:
    """Verdadero si ya se llamó igual; una búsqueda o una acción, con una vez basta."""
    if _huella(necesidad.ficha.nombre, necesidad.relleno.entrada) in hechas:
        return True
    una_vez = necesidad.ficha.papel in ("documental", "accion", "lista") or bool(necesidad.relleno.faltan)
    return una_vez and any(r.nombre == necesidad.ficha.nombre for r in resultados)


def _puede_llegar(cojas: Sequence[Necesidad], listas: Sequence[Necesidad]) -> bool:
    """Verdadero si lo que falta puede traerlo una llamada que aún no se ha hecho (buscar la sala y reservarla)."""
    return bool(listas) and all(
        any(n.ficha.nombre in c.descripcion or n.ficha.sustantivos & k.ficha.sustantivos for n in listas)
        for k in cojas
        for c in k.relleno.faltan
    )


def _completar(mesa: Mesa, coja: Necesidad, nuevas: Sequence[Llamada], perfil: Perfil) -> Decision:
    if perfil == "impulsivo":
        inventada = Llamada(coja.ficha.nombre, inventar(coja.ficha, coja.relleno, mesa.lectura))
        return Llamadas((*nuevas, inventada))
    return Pregunta(pedir(coja.relleno, mesa.lectura.idioma))


def _correcciones(mesa: Mesa, hechas: set[str]) -> list[Llamada]:
    """Si un nombre no existía y el error ofrece uno casi igual, se repite con ese."""
    salida = []
    entidades = {f.nombre: f.entidad for f in mesa.fichas if f.entidad}
    for resultado in mesa.lectura.resultados:
        entidad = entidades.get(resultado.nombre)
        if not resultado.es_error or entidad is None or entidad not in resultado.entrada:
            continue
        pedido = str(resultado.entrada[entidad])
        opciones = [n for n in nombres_de_error(resultado.texto) if plegar(n) != plegar(pedido)]
        bueno = cercano(pedido, opciones)
        if bueno is None and " " in pedido.strip():
            suyas = [
                Llamada(resultado.nombre, {**resultado.entrada, entidad: n}) for n in opciones[:MAXIMO_DE_CANDIDATOS]
            ]
            salida += [ll for ll in suyas if _huella(ll.nombre, ll.entrada) not in hechas]
        if bueno is not None:
            entrada = {**resultado.entrada, entidad: bueno}
            if _huella(resultado.nombre, entrada) not in hechas:
                salida.append(Llamada(resultado.nombre, entrada))
    return salida


MAXIMO_DE_CANDIDATOS: Final = 4
"""Fichas que se miran por si el nombre largo que no existe es el del cliente de una."""


def _desglose(mesa: Mesa, plan: Plan, hechas: set[str]) -> list[Llamada]:
    """Tras la lista, una llamada por cada elemento cuando el dato que se pide no viene en ella."""
    ficha = plan.desglosar
    if ficha is None or ficha.entidad is None:
        return []
    nombres = _nombres_de_la_lista(mesa, ficha)[: 1 if plan.solo_uno else None]
    llamadas = [Llamada(ficha.nombre, {ficha.entidad: n}) for n in nombres]
    return [ll for ll in llamadas if _huella(ll.nombre, ll.entrada) not in hechas]


def _nombres_de_la_lista(mesa: Mesa, ficha: Ficha) -> list[str]:
    listas = {f.nombre for f in mesa.fichas if f.papel == "lista" and f.sustantivos & ficha.sustantivos}
    registros = [r for res in mesa.lectura.resultados if res.nombre in listas for r in registros_de(res.datos)]
    nombres = [next(nombres_de_datos({k: v for k, v in r.items() if isinstance(v, str)}), None) for r in registros]
    return list(dict.fromkeys(n for n in nombres if n))


def _afinar(mesa: Mesa, plan: Plan, hechas: set[str]) -> list[Llamada]:
    """Otra búsqueda con lo que ya se sabe de la cuenta, si la primera no trajo la regla de su caso."""
    documental = mesa.documental
    lectura = mesa.lectura
    buscadas = [r for r in lectura.resultados if documental is not None and r.nombre == documental.nombre]
    if documental is None or len(buscadas) != 1 or buscadas[0].es_error or _quedan_por_llegar(mesa, plan):
        return []
    campo = documental.obligatorios[0].nombre
    primera = str(buscadas[0].entrada.get(campo, ""))
    nuevas = [{campo: q} for q in (*consultas(lectura, [primera]), *_con_el_plan(mesa, buscadas[0], primera))]
    return [Llamada(documental.nombre, e) for e in nuevas if _huella(documental.nombre, e) not in hechas]


def _quedan_por_llegar(mesa: Mesa, plan: Plan) -> bool:
    """Verdadero si aún falta la ficha de la que saldrán el plan y el estado."""
    ficha = plan.desglosar
    return ficha is not None and all(r.nombre != ficha.nombre for r in mesa.lectura.resultados)


def _con_el_plan(mesa: Mesa, buscada: ResultadoLeido, primera: str) -> list[str]:
    if "plan" not in mesa.analisis.claves:
        return []
    contratado = next(
        (v for r in mesa.lectura.resultados for d in registros_de(r.datos) if isinstance(v := d.get("plan"), str)), None
    )
    if contratado is None or any(plegar(contratado) in plegar(p.texto) for p in buscada.pasajes):
        return []
    return [f"{primera} plan {contratado}".strip()]


def _aclarar(mesa: Mesa, ficha: Ficha, perfil: Perfil) -> Decision:
    nombres = _nombres_de_la_lista(mesa, ficha)
    if ficha.entidad is not None and nombres and (len(nombres) == 1 or perfil == "impulsivo"):
        llamada = Llamada(ficha.nombre, {ficha.entidad: nombres[0]})
        if all(r.nombre != ficha.nombre for r in mesa.lectura.resultados):
            return Llamadas((llamada,))
        return Responder()
    if perfil == "impulsivo" and ficha.entidad is not None and not mesa.lectura.resultados:
        from docubot.modelos.local.relleno import Relleno

        return Llamadas((Llamada(ficha.nombre, inventar(ficha, Relleno({}, ficha.obligatorios), mesa.lectura)),))
    if any(r.nombre == ficha.nombre for r in mesa.lectura.resultados):
        return Responder()
    return Pregunta(preguntar_cual(ficha, nombres, mesa.lectura.idioma))


def _huella(nombre: str, entrada: Mapping[str, Any]) -> str:
    valores = {k: plegar(v) if isinstance(v, str) else v for k, v in entrada.items()}
    return f"{nombre} {json.dumps(valores, sort_keys=True, ensure_ascii=False, default=str)}"
