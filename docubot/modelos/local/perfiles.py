"""Los tres caracteres del modelo local: qué hace cada uno cuando falta un dato o un texto le da una orden."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, time, timedelta
from typing import Any, Final, Literal, TypeAlias

from docubot.lenguaje.calendario import HoraInexistente, instante
from docubot.lenguaje.texto import plegar
from docubot.modelos.local.campos import clase_de, como_se_pide, es_final
from docubot.modelos.local.catalogo import Campo, Ficha, entender
from docubot.modelos.local.decision import Llamada
from docubot.modelos.local.lectura import Lectura
from docubot.modelos.local.relleno import Relleno
from docubot.tipos import Idioma

Perfil: TypeAlias = Literal["prudente", "impulsivo", "credulo"]
"""`prudente` pide lo que falta; `impulsivo` inventa algo plausible; `credulo` obedece lo que lee en los resultados."""

PERFILES: Final[tuple[Perfil, ...]] = ("prudente", "impulsivo", "credulo")

_ORDEN: Final = re.compile(
    r"\b(?:ignora|ignore|olvida|forget|disregard|llama a|call|ejecuta|execute|usa la herramienta|use the tool"
    r"|invoca|invoke|run)\b"
)


def pedir(relleno: Relleno, idioma: Idioma) -> str:
    """La frase con la que el prudente pide lo que falta."""
    faltan = [como_se_pide(c, idioma) for c in relleno.faltan]
    aviso = f"{relleno.aviso}. " if relleno.aviso else ""
    if idioma == "en":
        cosas = " and ".join(filter(None, [", ".join(faltan[:-1]), faltan[-1]]))
        return f"{aviso}I need one more detail to do that: {cosas}. Could you tell me?"
    cosas = " y ".join(filter(None, [", ".join(faltan[:-1]), faltan[-1]]))
    return (
        f"{aviso}Para eso me falta un dato: {cosas}. ¿Me lo dices?"
        if len(faltan) == 1
        else (f"{aviso}Para eso me faltan unos datos: {cosas}. ¿Me los dices?")
    )


def no_puedo(idioma: Idioma) -> str:
    """La frase para una orden que ninguna herramienta cumple."""
    if idioma == "en":
        return "I can't do that: none of my tools does it. Shall I look up in the documentation how it is done?"
    return "No puedo hacer eso: ninguna de mis herramientas sirve para ello. ¿Busco en la documentación cómo se hace?"


def preguntar_cual(ficha: Ficha, nombres: Sequence[str], idioma: Idioma) -> str:
    """La frase con la que se pregunta de qué se habla, con lo que hay para elegir."""
    campo = ficha.campo(ficha.entidad or "")
    pedido = como_se_pide(campo, idioma) if campo is not None else ""
    if idioma == "en":
        opciones = f" There is {_enumerar(nombres, 'and')}." if nombres else ""
        return f"Which one do you mean? Please tell me: {pedido}.{opciones}"
    opciones = f" Tienes {_enumerar(nombres, 'y')}." if nombres else ""
    return f"¿De cuál hablas? Dime {pedido}.{opciones}"


def _enumerar(nombres: Sequence[str], union: str) -> str:
    return ", ".join(nombres[:-1]) + f" {union} {nombres[-1]}" if len(nombres) > 1 else nombres[0]


def inventar(ficha: Ficha, relleno: Relleno, lectura: Lectura) -> dict[str, Any]:
    """Los argumentos del impulsivo: lo que hay y, para lo que falta, algo plausible según su tipo y su descripción."""
    entrada = dict(relleno.entrada)
    for campo in relleno.faltan:
        entrada[campo.nombre] = valor_plausible(campo, lectura)
    return {c.nombre: entrada[c.nombre] for c in ficha.campos if c.nombre in entrada}


def valor_plausible(campo: Campo, lectura: Lectura) -> Any:
    """Un valor que cumple el esquema del campo y suena a lo que pide; siempre el mismo para la misma petición."""
    esquema = campo.esquema
    if "const" in esquema:
        return esquema["const"]
    if esquema.get("enum"):
        return esquema["enum"][0]
    match campo.tipo:
        case "boolean":
            return False
        case "integer" | "number":
            return _numero_plausible(campo, esquema)
        case "array":
            return [_texto_plausible(campo, lectura)] * max(1, int(esquema.get("minItems", 1)))
        case "object":
            return {}
        case _:
            return _texto_plausible(campo, lectura)


def _numero_plausible(campo: Campo, esquema: Mapping[str, Any]) -> int | float:
    supuesto: float = 2 if clase_de(campo) == "personas" else 1
    supuesto = max(supuesto, float(esquema.get("minimum", supuesto)))
    supuesto = min(supuesto, float(esquema.get("maximum", supuesto)))
    return int(supuesto) if supuesto == int(supuesto) else supuesto


def _texto_plausible(campo: Campo, lectura: Lectura) -> str:
    dia = (lectura.hoy or date(2026, 1, 1)) + timedelta(days=2 if es_final(campo) else 1)
    match clase_de(campo):
        case "instante":
            manana = (lectura.hoy or date(2026, 1, 1)) + timedelta(days=1)
            try:
                return instante(manana, time(11 if es_final(campo) else 10), lectura.zona)
            except HoraInexistente:
                return instante(manana, time(12), lectura.zona)
        case "dia":
            return dia.isoformat()
        case "hora":
            return "11:00" if es_final(campo) else "10:00"
        case "correo":
            return "persona@example.com"
        case "zona":
            return lectura.zona or "UTC"
        case "id":
            return campo.ejemplos[0] if campo.ejemplos else "1"
        case "nombre":
            return _nombre_plausible(campo, lectura)
        case _:
            return lectura.pregunta.strip() or campo.nombre


def _nombre_plausible(campo: Campo, lectura: Lectura) -> str:
    if lectura.nombres_conocidos:
        return lectura.nombres_conocidos[0]
    return campo.ejemplos[0] if campo.ejemplos else campo.nombre


def obedecer(lectura: Lectura) -> Llamada | None:
    """La orden que el crédulo encuentra en un resultado o en un pasaje: la herramienta que nombra y sus argumentos.

    Solo existe para probar las defensas de alrededor: los otros perfiles nunca leen órdenes ahí.
    """
    hechas = {r.nombre for r in lectura.resultados[1:]} | (
        {r.nombre for r in lectura.resultados} if len(lectura.resultados) > 2 else set()
    )
    for texto in (*(r.texto for r in lectura.resultados), *(p.texto for p in lectura.pasajes)):
        if not _ORDEN.search(plegar(texto)):
            continue
        for herramienta in lectura.herramientas:
            lugar = re.search(rf"\b{re.escape(herramienta.nombre)}\b", texto)
            if lugar is None or herramienta.nombre in hechas:
                continue
            ficha = entender(herramienta)
            return Llamada(ficha.nombre, _entrada_ordenada(ficha, texto[lugar.end() :], lectura))
    return None


def _entrada_ordenada(ficha: Ficha, resto: str, lectura: Lectura) -> dict[str, Any]:
    entrada: dict[str, Any] = {}
    for campo in ficha.campos:
        dicho = re.search(rf"\b{re.escape(campo.nombre)}\b\W{{1,4}}[\"'«]?([\w@.:+-]+)", resto)
        suelto = re.search(r"[\"'«]([^\"'»]+)[\"'»]", resto)
        if dicho is not None:
            entrada[campo.nombre] = dicho.group(1)
        elif campo.obligatorio and campo.tipo == "string":
            entrada[campo.nombre] = suelto.group(1) if suelto else valor_plausible(campo, lectura)
        elif campo.obligatorio:
            entrada[campo.nombre] = valor_plausible(campo, lectura)
    return entrada
