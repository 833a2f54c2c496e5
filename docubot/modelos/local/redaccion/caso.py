# ruff: noqa: E501 - expresiones regulares
"""Una cláusula delante de un registro, y las parejas de números que se comparan."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from docubot.modelos.local.datos import Campo, Registro, terminos_de_campo
from docubot.modelos.local.redaccion import formato
from docubot.modelos.local.redaccion.campos import elegir_campos
from docubot.modelos.local.redaccion.etiquetas import etiqueta
from docubot.modelos.local.redaccion.parte import Parte
from docubot.modelos.local.redaccion.pedido import Clausula
from docubot.modelos.local.terminos import Termino, leer_terminos, mejor
from docubot.tipos import Idioma


@dataclass(frozen=True, slots=True)
class Caso:
    """Una cláusula delante de un registro."""

    clausula: Clausula
    terminos: tuple[Termino, ...]
    registro: Registro
    idioma: Idioma
    hoy: date | None

    def parte(self, texto: str, seguridad: float = 1.0) -> Parte:
        """El texto, citado con el dato del registro."""
        return Parte(formato.citar(formato.oracion(texto), self.registro.numero), seguridad)


def _por_concepto(registro: Registro, concepto: str, idioma: Idioma) -> Campo | None:
    hallados = [
        c for c in registro.campos
        if c.tipo == "numero" and any(concepto in t.conceptos and not t.negado for t in terminos_de_campo(c, idioma))
    ]  # fmt: skip
    return hallados[0] if hallados else None


def usado_y_previsto(caso: Caso) -> tuple[Campo, Campo] | None:
    """Los dos números hermanos que se comparan: lo gastado y lo presupuestado."""
    previsto = _por_concepto(caso.registro, "presupuesto", caso.idioma)
    usado = _por_concepto(caso.registro, "registrar", caso.idioma)
    if previsto is None or usado is None or previsto.ruta[:-1] != usado.ruta[:-1]:
        return None
    de_eso = leer_terminos(" ".join((*previsto.ruta, *usado.ruta)).replace("_", " "), "es")
    return (usado, previsto) if any(mejor(t, de_eso) >= 0.55 for t in caso.terminos) else None


@dataclass(frozen=True, slots=True)
class Tanto:
    """`parte` de `total`; `cosa` y `de_que`, cómo se llaman."""

    parte: float
    total: float
    cosa: str
    de_que: str

    @property
    def tanto(self) -> float:
        """El tanto por ciento, de 0 a 100."""
        return 100 * self.parte / self.total


_DE_LAS_ABIERTAS: Final = r"de (?:las|sus|todas las) (?:tareas )?(?:abiertas|pendientes de hacer)|of (?:the|its|all) open(?: tasks| ones)?|open tasks (?:are|is)"


def tanto_por_ciento(caso: Caso) -> Tanto | None:
    """La parte hecha de un desglose, o lo usado de lo previsto."""
    if "porcentaje" not in caso.clausula.espera:
        return None
    pareja = usado_y_previsto(caso)
    if pareja and pareja[1].valor and any("presupuesto" in t.conceptos for t in caso.terminos):
        usado, previsto = pareja
        return Tanto(usado.valor, previsto.valor, etiqueta(usado, caso.idioma), etiqueta(previsto, caso.idioma))
    for ruta, campos in caso.registro.desgloses().items():
        resumenes = [
            c for c in caso.registro.campos if c.tipo == "numero" and len(c.ruta) == 1 and ruta[-1] in c.ruta[0]
        ]
        hechas = [c for c in campos if any("hecha" in t.conceptos for t in terminos_de_campo(c, caso.idioma))]
        pedidos = [
            c
            for c in elegir_campos(caso.clausula, caso.terminos, caso.registro, caso.idioma)
            if c in (*campos, *resumenes)
        ]
        if hechas and any("hecha" in t.conceptos for t in caso.terminos):
            pedidos = hechas
        total = sum(c.valor for c in campos)
        de_abiertas = (
            next((c for c in resumenes if c not in pedidos[:1]), None) if caso.clausula.dice(_DE_LAS_ABIERTAS) else None
        )
        partes = [c for c in pedidos if c in campos]
        if de_abiertas and partes and de_abiertas.valor:
            return Tanto(partes[0].valor, de_abiertas.valor, etiqueta(partes[0], caso.idioma), ruta[-1])
        if pedidos and total and not (pareja and pedidos[0] in pareja):
            return Tanto(pedidos[0].valor, total, etiqueta(pedidos[0], caso.idioma), ruta[-1])
    if pareja and pareja[1].valor:
        return Tanto(
            pareja[0].valor, pareja[1].valor, etiqueta(pareja[0], caso.idioma), etiqueta(pareja[1], caso.idioma)
        )
    return None
