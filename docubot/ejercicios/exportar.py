"""El progreso en formatos que leen otros programas: JUnit XML y JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

from docubot.ejercicios.catalogo import Ejercicio
from docubot.ejercicios.estado import Avance, Estado
from docubot.ejercicios.veredicto import Veredicto, explicar
from docubot.saneado import limpiar
from docubot.tipos import Idioma


def resumen(ejercicios: Iterable[Ejercicio], estado: Estado, idioma: Idioma) -> list[dict[str, Any]]:
    """Cada ejercicio con su avance."""
    avances = estado.avances()
    return [_fila(e, avances.get(e.id, Avance()), idioma) for e in ejercicios]


def _fila(ejercicio: Ejercicio, avance: Avance, idioma: Idioma) -> dict[str, Any]:
    return {
        "id": ejercicio.id,
        "titulo": ejercicio.titulo[idioma],
        "leccion": ejercicio.leccion,
        "estado": avance.estado,
        "intentos": avance.intentos,
        "pistas": avance.pistas,
        "solucion_vista": avance.solucion_vista,
        "resuelto_en": avance.resuelto_en,
    }


def junit(ejercicios: Iterable[Ejercicio], estado: Estado, idioma: Idioma) -> str:
    """Un `testsuite` con un `testcase` por ejercicio: resuelto, fallido (con su explicación) o sin empezar."""
    suite = ElementTree.Element("testsuite", name="docubot-curso")
    cuentas = {"tests": 0, "failures": 0, "skipped": 0}
    avances = estado.avances()
    for ejercicio in ejercicios:
        caso = ElementTree.SubElement(suite, "testcase", classname=f"docubot.{ejercicio.leccion}", name=ejercicio.id)
        cuentas["tests"] += 1
        avance = avances.get(ejercicio.id, Avance())
        veredicto = estado.ultimo(ejercicio.id)
        caso.set("time", f"{(veredicto.ms if veredicto else 0) / 1000:.3f}")
        if avance.estado == "resuelto":
            continue
        if veredicto is None or avance.estado == "pendiente":
            ElementTree.SubElement(caso, "skipped")
            cuentas["skipped"] += 1
            continue
        fallo = ElementTree.SubElement(caso, "failure", message=veredicto.clave or "?", type="docubot")
        fallo.text = _como_texto(ejercicio, veredicto, idioma)
        cuentas["failures"] += 1
    for nombre, cuantos in cuentas.items():
        suite.set(nombre, str(cuantos))
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=False)


def _como_texto(ejercicio: Ejercicio, veredicto: Veredicto, idioma: Idioma) -> str:
    explicacion = explicar(ejercicio, veredicto, idioma)
    if explicacion is None:
        return ""
    return limpiar(f"{explicacion.esperado}\n{explicacion.llego}\n{explicacion.idea}")
