"""Qué campos de un registro responden a una cláusula, por las palabras de su ruta y por la clase de valor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from docubot.lenguaje.texto import palabras, plegar
from docubot.modelos.local.datos import Campo, Registro, es_nombre_propio, humanizar, terminos_de_campo
from docubot.modelos.local.redaccion.pedido import Clausula
from docubot.modelos.local.terminos import Termino, corregir, leer_terminos, parecido
from docubot.tipos import Idioma

_NEUTROS: Final = {"nombre", "name", "valor", "value", "total", "id", "fecha", "date"}
_GENERICOS: Final = frozenset(
    {
        "total",
        "restante",
        "abrir_horario",
        "ver",
        "crear",
        "tipo",
        "dato",
        "incluir",
        "limite",
        "minimo",
        "superar",
        "fecha",
    }
)
MINIMO: Final = 0.52


@dataclass(frozen=True, slots=True)
class Hallazgo:
    """Un campo con su nota y los términos de la cláusula que su clave explica."""

    campo: Campo
    nota: float
    explica: frozenset[str]


def terminos_utiles(clausula: Clausula, registros: Sequence[Registro], idioma: Idioma) -> tuple[Termino, ...]:
    """Los términos de la cláusula sin los nombres de los registros, y con las erratas arregladas contra las claves."""
    nombres = palabras_de_nombres(registros)
    vocabulario = (
        frozenset(t.forma for r in registros for c in r.campos for t in terminos_de_campo(c, idioma)) | nombres
    )
    arreglados = corregir(clausula.terminos, vocabulario, idioma)
    return tuple(t for t in arreglados if t.forma not in nombres)


def palabras_de_nombres(registros: Sequence[Registro]) -> frozenset[str]:
    """Las palabras plegadas de los nombres de unos registros."""
    return frozenset(p for r in registros for p in palabras(r.nombre))


def puntuar_campos(
    clausula: Clausula, terminos: Sequence[Termino], registro: Registro, idioma: Idioma
) -> list[Hallazgo]:
    """Los campos que tocan algo de la cláusula, el mejor primero."""
    hallazgos = []
    for campo in registro.campos:
        if es_nombre_propio(campo) or (campo.tecnico and not _pide_tecnico(campo, terminos)):
            continue
        hallazgo = _puntuar(clausula, terminos, campo, idioma)
        if hallazgo.nota >= MINIMO and hallazgo.explica:
            hallazgos.append(hallazgo)
    return sorted(hallazgos, key=lambda h: (-h.nota, registro.campos.index(h.campo)))


def _pide_tecnico(campo: Campo, terminos: Sequence[Termino]) -> bool:
    return any(t.forma == plegar(campo.ruta[-1]) == "id" for t in terminos)


def _puntuar(clausula: Clausula, terminos: Sequence[Termino], campo: Campo, idioma: Idioma) -> Hallazgo:
    hoja = _palabras_de(campo.ruta[-1:])
    padre = _palabras_de(campo.ruta[:-1])
    parte_hoja = _precision(hoja, terminos)
    mejor_hoja = max((_casa(p, t) for p in hoja for t in terminos), default=0.0)
    parte_padre = _precision(padre, terminos) if padre else parte_hoja
    neutra = all(any(t.forma in _NEUTROS for t in p) for p in hoja) and bool(padre)
    if neutra:
        parte_hoja = mejor_hoja = parte_padre
    explica = frozenset(
        t.forma for t in terminos if any(_casa(p, t) >= 0.55 for p in (*hoja, *(padre if neutra else ())))
    )
    nota = 0.42 * parte_hoja + 0.30 * mejor_hoja + 0.12 * parte_padre + _por_tipo(clausula, campo)
    return Hallazgo(campo, nota if mejor_hoja >= 0.55 else 0.0, explica)


Palabra = tuple[Termino, ...]
"""Una palabra de una clave, leída en los dos idiomas."""


def _palabras_de(ruta: Sequence[str]) -> list[Palabra]:
    salida: list[Palabra] = []
    for parte in ruta:
        texto = humanizar(parte)
        es, en = leer_terminos(texto, "es"), leer_terminos(texto, "en")
        if es and all(t.conceptos for t in es):
            en = ()
        sueltas = max(len(es), len(en))
        salida.extend(tuple(ts[i] for ts in (es, en) if i < len(ts)) for i in range(sueltas))
    return salida


def _casa(palabra: Palabra, termino: Termino) -> float:
    return max((_sin_genericos(t, termino) for t in palabra), default=0.0)


def _sin_genericos(uno: Termino, otro: Termino) -> float:
    valor = parecido(uno, otro)
    if 0 < valor <= 0.8 and not (uno.conceptos & otro.conceptos) - _GENERICOS:
        return 0.0
    return valor


def _precision(partes: Sequence[Palabra], terminos: Sequence[Termino]) -> float:
    propias = [p for p in partes if not all(t.conceptos and t.conceptos <= _GENERICOS for t in p)]
    partes = propias or partes
    if not partes:
        return 0.0
    return sum(max((_casa(p, t) for t in terminos), default=0.0) for p in partes) / len(partes)


def _por_tipo(clausula: Clausula, campo: Campo) -> float:
    espera, tipo = clausula.espera, campo.tipo
    if "fecha" in espera or "tiempo" in espera:
        return 0.16 if tipo in ("fecha", "momento", "nulo") else 0.0
    if "persona" in espera:
        return 0.16 if tipo == "texto" else -0.4
    if "cantidad" in espera or "porcentaje" in espera:
        return 0.16 if tipo == "numero" else -0.12
    if "si_no" in espera:
        return 0.12 if tipo in ("booleano", "nulo") else 0.05
    return 0.06


def elegir_campos(clausula: Clausula, terminos: Sequence[Termino], registro: Registro, idioma: Idioma) -> list[Campo]:
    """Los campos pedidos: el mejor y los que explican lo que a los anteriores les falta."""
    hallazgos = puntuar_campos(clausula, terminos, registro, idioma)
    if not hallazgos:
        return []
    primero = hallazgos[0]
    elegidos = [primero]
    explicados = set(primero.explica)
    for otro in hallazgos[1:]:
        iguales = otro.nota >= 0.97 * primero.nota and otro.explica == primero.explica
        hermanos = otro.campo.ruta[:-1] == primero.campo.ruta[:-1] and otro.campo.tipo == primero.campo.tipo
        if (otro.explica - explicados and otro.nota >= 0.72 * primero.nota) or (iguales and hermanos):
            elegidos.append(otro)
            explicados |= otro.explica
    return [h.campo for h in elegidos[:4]]


def cubre_todo(terminos: Sequence[Termino], campos: Sequence[Campo], idioma: Idioma) -> float:
    """Qué parte de los términos explican las claves de unos campos, de 0 a 1."""
    if not terminos:
        return 0.0
    piezas = [p for c in campos for p in _palabras_de(c.ruta)]
    peso = sum(t.peso for t in terminos)
    return sum(t.peso for t in terminos if any(_casa(p, t) >= 0.55 for p in piezas)) / peso


def valores_texto(registro: Registro) -> list[str]:
    """Los valores de texto cortos de un registro: sus estados, su plan, sus nombres."""
    return [str(c.valor) for c in registro.campos if c.tipo == "texto" and len(str(c.valor)) <= 40 and not c.tecnico]
