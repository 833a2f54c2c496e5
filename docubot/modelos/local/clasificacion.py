"""Qué valor de un `enum` definido con palabras («facturacion: facturas, datos fiscales…») casa con una pregunta."""

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
from docubot.modelos.local.catalogo import Campo, Ficha, claves_de
from docubot.modelos.local.lectura import Lectura

_RESTO: Final = re.compile(r"^(?:otr[oa]s?|other|others|none|ningun[oa]?|misc|general|varios|desconocid[oa]|unknown)$")
_SI_LO_NOMBRA: Final = re.compile(
    r"\b(?:si (?:lo |la )?nombra|nombra un|names? (?:a|one)|if (?:it is )?named|mentions?)\b"
)
_ACTOS: Final = frozenset({"permiso", "porque", "pasos", "significado"})


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
    se_conecta = "integracion" in nombres[str(mejor)] and puntos[str(mejor)] >= 1
    ajeno = resto is not None and not se_conecta and _de_otros(lectura.pregunta, definidas)
    if puntos[str(mejor)] < 0.35 or ajeno:
        return resto if resto is not None else (valores[0] if campo.obligatorio else None)
    return mejor


def _perfil(valor: str, definicion: str, nombres: Mapping[str, frozenset[str]]) -> dict[str, float]:
    """Las claves de un valor con su peso: su nombre y su definición enteras; las emparentadas, algo menos."""
    propias = nombres[valor]
    de_otros = frozenset().union(*(suyas for v, suyas in nombres.items() if v != valor))
    definidas = claves_de(definicion) - (de_otros - propias) - _DUENOS
    perfil = dict.fromkeys(parientes(propias | definidas), 0.7)
    perfil |= dict.fromkeys(definidas, 0.9)
    perfil |= dict.fromkeys(propias, 1.4)
    return {clave: peso * _DE_FONDO.get(clave, 1.0) for clave, peso in perfil.items()}


_DUENOS: Final = frozenset({"cliente"})
"""En «datos fiscales del cliente», de quién son los datos: preguntar por el cliente no es preguntar por eso."""
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
    "facturar": 1.9,
    "fiscal": 2.2,
    "=compañer": 0.7,
    "=semana": 0.4,
    "=seman": 0.4,
    "=week": 0.4,
    "=weeks": 0.4,
    "crear": 0.2,
}
"""Palabras que salen en todas partes: dicen de qué se habla, no qué se quiere saber."""


_FLOJO: Final = 0.45
_TOPE_DE_LO_FLOJO: Final = 0.5
"""Muchas palabras de fondo no pesan más que una que dice de qué se habla."""
_DECISIVO: Final = 6.0
_CODIGO: Final = re.compile(r"\b([A-Z]{2,})-\d+\b")


def _terminos(lectura: Lectura) -> tuple[Termino, ...]:
    """Los de la pregunta y, si da una franja de horas, el de reservar."""
    from docubot.lenguaje.fechas import leer_intervalo

    franja = leer_intervalo(lectura.pregunta, lectura.hoy).hora_fin is not None
    codigos = [
        Termino(c, frozenset({"api"}))
        for c in re.findall(r"(?<![\d,.-])[45]\d\d(?!\d|[,.]\d|\s*(?:h|€|MB|gb))", lectura.pregunta)
    ]
    propios = [t for t in analizar(lectura.pregunta).terminos if not t.claves & _ACTOS]
    partes = [Termino(p, claves_de(p)) for t in propios if "-" in t.forma for p in t.forma.split("-")]
    return (*propios, *partes, *codigos, *((Termino("franja", frozenset({"reservar"})),) if franja else ()))


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
    pesos = [_peso(t, perfil, perfiles) for t in dict.fromkeys(terminos)]
    total = sum(p for p in pesos if p >= _FLOJO) + min(_TOPE_DE_LO_FLOJO, sum(p for p in pesos if p < _FLOJO))
    definicion = definidas.get(valor, "")
    if _SI_LO_NOMBRA.search(plegar(definicion)) and _lo_nombra(valor, texto):
        total += _DECISIVO
    return total + _DECISIVO / 2 * any(re.search(rf"\b{c}\b", definicion) for c in _CODIGO.findall(texto))


def _peso(termino: Termino, perfil: Mapping[str, float], perfiles: Mapping[str, Mapping[str, float]]) -> float:
    """Lo que suma un término: su clave de más peso, menos cuantos más valores la tengan."""
    veces = {c: sum(c in p for p in perfiles.values()) for c in termino.claves if c in perfil}
    return max((perfil[c] / (1 + 0.5 * (n - 1)) for c, n in veces.items()), default=0.0)


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
            and (p[:1].isupper() or gritado or _como_nivel(plegar(palabras[i - 1]), plegar(p)))
        )
        or plegar(p) in _NIVELES_SEGUROS
        for i, p in enumerate(palabras)
    )


def _como_nivel(anterior: str, palabra: str) -> bool:
    """Verdadero si en minúsculas puede ser el plan y no la palabra corriente («a equipo»; no «del equipo»)."""
    return anterior in _A_DONDE if palabra in _NIVELES_INGLESES else anterior not in _CON_ARTICULO


_A_DONDE: Final = lista("on to in from with vs or and versus a en de con o y")
_NIVELES_INGLESES: Final = lista("free plus pro basic starter business team")
_CON_ARTICULO: Final = lista(
    """el la los las mi mis nuestro nuestra tu su un una otro otra otras al del the my our your a an this another
    same misma whole todo toda"""
)
_NIVELES: Final = lista(
    """equipo empresa gratis free team business enterprise pro basic basico premium plus starter profesional"""
)
_NIVELES_SEGUROS: Final = lista("gratis gratuito premium enterprise")
