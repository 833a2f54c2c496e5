"""Lo que la pregunta nombra y no está en los datos: no se encuentra, y lo que sí hay."""

from __future__ import annotations

import re
from dataclasses import replace

from docubot.lenguaje.texto import palabras, plegar
from docubot.modelos.local.datos import Registro
from docubot.modelos.local.lectura import Lectura, ResultadoLeido
from docubot.modelos.local.redaccion import formato
from docubot.modelos.local.redaccion.campos import palabras_de_nombres
from docubot.modelos.local.redaccion.falta import empieza_frase
from docubot.modelos.local.redaccion.mesa import Mesa
from docubot.modelos.local.redaccion.nombrar import nombra_a
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.pedido import Clausula


def nombre_ajeno(mesa: Mesa, clausula: Clausula) -> str:
    """Un nombre propio de la pregunta que no está en ningún dato: de eso no se puede hablar."""
    conocidas = {p for r in mesa.registros for c in r.campos for p in palabras(str(c.valor))}
    conocidas |= mesa.biblioteca.vocabulario if mesa.biblioteca else frozenset()
    conocidas |= palabras_de_nombres(mesa.registros) | {plegar(mesa.lectura.producto)}
    ajenas = [
        t.original for t in clausula.terminos
        if t.original[:1].isupper() and len(t.original) > 2 and not t.conceptos and t.forma not in conocidas and not any(x.isdigit() for x in t.forma)  # noqa: E501
        and not empieza_frase(t.original, clausula.texto) and not clausula.texto.isupper()
    ]  # fmt: skip
    return " ".join(ajenas)


def no_esta(mesa: Mesa, ajeno: str, de_la_cuenta: Parte | None = None) -> Parte:
    """Que no se encuentra, lo que sí hay y, si se pedía un dato de toda la cuenta, el de esta."""
    nombres = formato.enumerar(list(dict.fromkeys(r.nombre for r in mesa.registros)), mesa.lectura.idioma)
    numeros = [r.numero for r in mesa.registros]
    if mesa.lectura.idioma == "en":
        dicho = formato.citar(f"I can't find {ajeno} in your data. What you have: {nombres}.", *numeros)
    else:
        dicho = formato.citar(
            f"No encuentro {ajeno if ajeno.islower() else f'a {ajeno}'} en tus datos. Lo que tienes: {nombres}.",
            *numeros,
        )
    return Parte(f"{dicho} {de_la_cuenta.texto}" if de_la_cuenta else dicho)


def por_su_cliente(
    lectura: Lectura, registros: tuple[Registro, ...], errores: tuple[ResultadoLeido, ...]
) -> tuple[Lectura, tuple[Registro, ...], tuple[ResultadoLeido, ...]]:
    """Si el nombre que no existe es el de un cliente, la pregunta pasa a ser por su registro; si no, sobran los demás.

    Solo cuenta cuando, tras el error, se miraron otras fichas con la misma herramienta para comprobarlo.
    """
    for error in errores:
        pedidos = [v for v in error.entrada.values() if isinstance(v, str) and " " in v.strip()]
        mirados = [r for r in registros if _de_la_misma(lectura, error, r)]
        if len(pedidos) != 1 or not mirados:
            continue
        suyos = [r for r in mirados if any(plegar(str(c.valor)) == plegar(pedidos[0]) for c in r.campos)]
        if len(suyos) != 1:
            return lectura, tuple(r for r in registros if r not in mirados), errores
        pregunta = re.sub(re.escape(pedidos[0]), suyos[0].nombre, lectura.pregunta, flags=re.IGNORECASE)
        return replace(lectura, pregunta=pregunta), (suyos[0],), tuple(e for e in errores if e is not error)
    return lectura, registros, errores


def _de_la_misma(lectura: Lectura, error: ResultadoLeido, registro: Registro) -> bool:
    return any(r.nombre == error.nombre and registro.nombre in r.entrada.values() for r in lectura.resultados)


def es_de_lo_que_fallo(mesa: Mesa, clausula: Clausula) -> bool:
    """Verdadero si la cláusula pregunta por algo con nombre que no se encontró: la regla general no habla de ello."""
    nombres = [v for r in mesa.errores for v in r.entrada.values() if isinstance(v, str)]
    return not mesa.registros and any(nombra_a(clausula.texto, n) for n in nombres)
