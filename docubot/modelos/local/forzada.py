"""La llamada obligada (`tool_choice` tool o any): siempre un `tool_use` que cumple el esquema."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from docubot.lenguaje.conceptos import trocear
from docubot.lenguaje.familias import parientes
from docubot.lenguaje.listas import lista
from docubot.lenguaje.texto import plegar
from docubot.lenguaje.vocabulario import PRODUCTOS
from docubot.modelos.local.analisis import Termino, analizar
from docubot.modelos.local.campos import clase_de, texto_de
from docubot.modelos.local.catalogo import Campo, Ficha, claves_de, entender
from docubot.modelos.local.decision import Decision, Llamada, Llamadas, Responder
from docubot.modelos.local.entidades import cercano
from docubot.modelos.local.lectura import Lectura
from docubot.modelos.local.mesa import Mesa, poner_la_mesa
from docubot.modelos.local.perfiles import Perfil, inventar
from docubot.modelos.local.plan import nombres_consultados, planear
from docubot.modelos.local.puntuacion import encajar
from docubot.modelos.local.relleno import rellenar

_RESTO: Final = re.compile(r"^(?:otr[oa]s?|other|others|none|ningun[oa]?|misc|general|varios|desconocid[oa]|unknown)$")
_SI_LO_NOMBRA: Final = re.compile(
    r"\b(?:si (?:lo |la )?nombra|nombra un|names? (?:a|one)|if (?:it is )?named|mentions?)\b"
)
_ACTOS: Final = frozenset({"permiso", "porque", "pasos", "significado"})
_DE_CUENTA: Final = frozenset(
    {
        "tarea",
        "hora",
        "estado",
        "entrega",
        "facturar",
        "cliente",
        "responsable",
        "plan",
        "registrar",
        "presupuesto",
        "pendiente",
        "limite",
        "aprobar",
    }
)
"""De qué tiene que ir una pregunta para creerse un nombre dudoso."""
_VARIOS_ES_NULO: Final = re.compile(r"nombra varios|varios|several|more than one")


def forzar(lectura: Lectura, perfil: Perfil, nombre: str | None) -> Decision:
    """Llama a la herramienta obligada o, con `any`, a la que mejor encaje; lo que falte se inventa: hay que llamar."""
    fichas = [entender(h) for h in lectura.herramientas]
    if nombre is None:
        return _cualquiera(lectura, fichas)
    ficha = next((f for f in fichas if f.nombre == nombre), None)
    if ficha is None:
        return Responder()
    return Llamadas((_llamada(lectura, ficha),))


def _cualquiera(lectura: Lectura, fichas: list[Ficha]) -> Decision:
    mesa = poner_la_mesa(lectura)
    hechas = {(r.nombre, str(dict(r.entrada))) for r in lectura.resultados}
    planeadas = [n for n in planear(mesa).necesidades if (n.ficha.nombre, str(dict(n.relleno.entrada))) not in hechas]
    if planeadas:
        return Llamadas(tuple(Llamada(n.ficha.nombre, inventar(n.ficha, n.relleno, lectura)) for n in planeadas))
    encajes = [encajar(f, mesa.analisis.terminos, mesa.fichas) for f in fichas]
    mejor = max(encajes, key=lambda e: (e.puntos, e.ficha.papel == "documental", e.ficha.nombre))
    return Llamadas((_llamada(lectura, mejor.ficha),))


def _llamada(lectura: Lectura, ficha: Ficha) -> Llamada:
    mesa = poner_la_mesa(lectura)
    fijos: dict[str, Any] = {}
    for campo in ficha.campos:
        valor = _valor(campo, ficha, mesa)
        if valor is not None:
            fijos[campo.nombre] = valor
    relleno = rellenar(
        ficha, mesa.material(), {c.nombre: fijos.get(c.nombre) for c in ficha.campos if _decidido(c)} | fijos
    )
    return Llamada(ficha.nombre, inventar(ficha, relleno, lectura))


def _decidido(campo: Campo) -> bool:
    return clase_de(campo) in ("enum", "nombre")


def _valor(campo: Campo, ficha: Ficha, mesa: Mesa) -> Any:
    clase = clase_de(campo)
    if clase == "enum":
        directo = (
            rellenar(ficha, mesa.material()).entrada.get(campo.nombre) if not _definido(campo, ficha, mesa) else None
        )
        if directo is not None:
            return directo
        elegido = clasificar(campo, ficha, mesa.lectura, _nombradas(ficha, mesa))
        return elegido if elegido is not None or campo.obligatorio else None
    if clase == "nombre":
        return _nombre(campo, mesa)
    return None


def _nombradas(ficha: Ficha, mesa: Mesa) -> frozenset[str]:
    campos = [c for c in ficha.campos if clase_de(c) == "nombre" and _nombre(c, mesa)]
    return frozenset().union(*(c.claves for c in campos))


def _nombre(campo: Campo, mesa: Mesa) -> str | None:
    sustantivos = frozenset(c for c in campo.claves if not c.startswith("="))
    nombres = nombres_consultados(mesa, sustantivos)
    if not mesa.analisis.claves & (sustantivos | _DE_CUENTA):
        nombres = tuple(n for n in nombres if n.puntos >= 3)
    if not nombres or (len(nombres) > 1 and _VARIOS_ES_NULO.search(texto_de(campo))):
        return None
    nombre = nombres[0].texto
    bueno = cercano(nombre, mesa.lectura.nombres_conocidos) or nombre
    return bueno if bueno[:1].isupper() else bueno[:1].upper() + bueno[1:]


def _definido(campo: Campo, ficha: Ficha, mesa: Mesa) -> bool:
    return len(definiciones(campo, ficha, mesa.lectura)) > 1


def definiciones(campo: Campo, ficha: Ficha, lectura: Lectura) -> dict[str, str]:
    """Lo que el campo, la herramienta y el system prompt dicen de cada valor («cuenta: acceso…»)."""
    leida = lectura.herramienta(ficha.nombre)
    textos = (campo.descripcion, leida.descripcion if leida else "", lectura.system)
    salida: dict[str, str] = {}
    valores = [str(v) for v in campo.esquema.get("enum", ())]
    alternativas = "|".join(re.escape(v) for v in valores)
    for texto in textos:
        for casa in re.finditer(
            rf"(?is)(?<![\w-])(?:`|«|\")?({alternativas})(?:`|»|\")?\s*(?::|=|\()\s*(.+?)(?=(?:[;,.\n]\s*-?\s*(?:`|«"
            rf"|\")?(?:{alternativas})(?:`|»|\")?\s*(?::|=|\())|\n|\Z)",
            texto,
        ):
            valor = next((v for v in valores if v.lower() == casa.group(1).lower()), None)
            if valor is not None:
                salida[valor] = f"{salida.get(valor, '')} {casa.group(2)}".strip()
    return salida


def clasificar(campo: Campo, ficha: Ficha, lectura: Lectura, nombra: frozenset[str] = frozenset()) -> Any:
    """El valor del `enum` cuya definición mejor casa con la pregunta; si ninguno, el que signifique «otro».

    `nombra` son las clases de cosa de las que la pregunta da un nombre propio («proyecto»).
    """
    valores = list(campo.esquema.get("enum", ()))
    definidas = definiciones(campo, ficha, lectura)
    nombres = {str(v): claves_de(str(v)) for v in valores}
    perfiles = {v: _perfil(v, definidas.get(v, ""), nombres) for v in nombres}
    terminos = _terminos(lectura)
    puntos = {v: _puntos(v, perfiles, terminos, lectura.pregunta, definidas) for v in perfiles}
    if nombra:
        puntos = {v: p + 0.5 * bool(nombres[v] & nombra) for v, p in puntos.items()}
    resto = next((v for v in valores if _RESTO.match(plegar(str(v)))), None)
    mejor = max(valores, key=lambda v: (puntos[str(v)], -valores.index(v)))
    ajeno = resto is not None and _de_otros(lectura.pregunta, definidas)
    if puntos[str(mejor)] < 0.35 or ajeno:
        return resto if resto is not None else (valores[0] if campo.obligatorio else None)
    return mejor


def _perfil(valor: str, definicion: str, nombres: Mapping[str, frozenset[str]]) -> dict[str, float]:
    """Las claves de un valor con su peso: su nombre y su definición enteras; las emparentadas, algo menos."""
    propias = nombres[valor]
    de_otros = frozenset().union(*(suyas for v, suyas in nombres.items() if v != valor))
    definidas = claves_de(definicion) - (de_otros - propias)
    perfil = dict.fromkeys(parientes(propias | definidas), 0.7)
    perfil |= dict.fromkeys(definidas, 0.9)
    perfil |= dict.fromkeys(propias, 1.4)
    return {clave: peso * _DE_FONDO.get(clave, 1.0) for clave, peso in perfil.items()}


_DE_FONDO: Final[dict[str, float]] = {
    "cliente": 0.6,
    "organizacion": 0.5,
    "limite": 0.3,
    "persona": 0.4,
    "numero": 0.3,
    "dia": 0.3,
    "proyecto": 0.5,
    "error": 0.6,
    "hora": 0.8,
    "estado": 0.5,
    "hecho": 0.6,
    "pendiente": 0.4,
    "borrar": 0.4,
    "recuperar": 0.6,
    "cambiar": 0.4,
    "incluir": 0.5,
    "nombre": 0.2,
    "comparar": 0.2,
    "api": 1.3,
}
"""Palabras que salen en todas partes: dicen de qué se habla, no qué se quiere saber."""


def _terminos(lectura: Lectura) -> tuple[Termino, ...]:
    """Los de la pregunta y, si da una franja de horas, el de reservar."""
    from docubot.lenguaje.fechas import leer_intervalo

    franja = leer_intervalo(lectura.pregunta, lectura.hoy).hora_fin is not None
    codigos = [Termino(c, claves_de(c)) for c in re.findall(r"\b([A-Z]{2,})-\d+\b", lectura.pregunta)]
    codigos += [
        Termino(c, frozenset({"api"}))
        for c in re.findall(r"(?<![\d,.])[45]\d\d(?![\d,.]|\s*(?:h|€|MB|gb))", lectura.pregunta)
    ]
    propios = [t for t in analizar(lectura.pregunta).terminos if not t.claves & _ACTOS]
    return (*propios, *codigos, *((Termino("franja", frozenset({"reservar"})),) if franja else ()))


def _de_otros(texto: str, definidas: Mapping[str, str]) -> bool:
    """Verdadero si nombra un producto ajeno muy conocido que ninguna definición menciona."""
    mencionados = set(trocear(plegar(" ".join(definidas.values()))))
    return any(p in PRODUCTOS and p not in mencionados for p in trocear(plegar(texto)))


def _puntos(
    valor: str,
    perfiles: Mapping[str, Mapping[str, float]],
    terminos: tuple[Termino, ...],
    texto: str,
    definidas: Mapping[str, str],
) -> float:
    perfil = perfiles[valor]
    total = 0.0
    for termino in dict.fromkeys(terminos):
        pesos = [
            perfil[c] / (1 + 0.5 * (sum(c in p for p in perfiles.values()) - 1)) for c in termino.claves if c in perfil
        ]
        total += max(pesos, default=0.0)
    if _SI_LO_NOMBRA.search(plegar(definidas.get(valor, ""))) and _lo_nombra(valor, texto):
        total += 3.0
    return total


def _lo_nombra(valor: str, texto: str) -> bool:
    """Verdadero si la pregunta nombra una de esas cosas: «el plan Equipo», «nuestro plan», «Empresa» con mayúscula."""
    propias = claves_de(valor)
    palabras = re.findall(r"[\w'’-]+", texto)
    if any(claves_de(p) & propias for p in palabras):
        return True
    if "plan" not in propias:
        return False
    gritado = sum(p.isupper() for p in palabras) > len(palabras) / 2
    return any(
        (
            plegar(p) in _NIVELES
            and i > 0
            and (p[:1].isupper() or gritado or plegar(palabras[i - 1]) not in _CON_ARTICULO)
        )
        or plegar(p) in _NIVELES_SEGUROS
        for i, p in enumerate(palabras)
    )


_CON_ARTICULO: Final = lista(
    """el la los las mi mis nuestro nuestra tu su un una otro otra otras al del the my our your a an this another
    same misma whole todo toda"""
)
_NIVELES: Final = lista(
    """equipo empresa gratis free team business enterprise pro basic basico premium plus starter profesional"""
)
_NIVELES_SEGUROS: Final = lista("gratis gratuito premium enterprise")

__all__ = ["clasificar", "definiciones", "forzar"]
