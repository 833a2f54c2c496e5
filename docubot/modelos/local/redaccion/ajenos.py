"""Lo que la pregunta nombra y no está en los datos: no se encuentra, y lo que sí hay."""

from __future__ import annotations

from docubot.lenguaje.texto import palabras, plegar
from docubot.modelos.local.redaccion import formato
from docubot.modelos.local.redaccion.campos import palabras_de_nombres
from docubot.modelos.local.redaccion.falta import empieza_frase
from docubot.modelos.local.redaccion.mesa import Mesa
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
    nombres = formato.enumerar([r.nombre for r in mesa.registros], mesa.lectura.idioma)
    numeros = [r.numero for r in mesa.registros]
    if mesa.lectura.idioma == "en":
        dicho = formato.citar(f"I can't find {ajeno} in your data. What you have: {nombres}.", *numeros)
    else:
        dicho = formato.citar(
            f"No encuentro {ajeno if ajeno.islower() else f'a {ajeno}'} en tus datos. Lo que tienes: {nombres}.",
            *numeros,
        )
    return Parte(f"{dicho} {de_la_cuenta.texto}" if de_la_cuenta else dicho)
