"""La misma pregunta con dos errores: el de la persona y uno pobre. Se comparan las respuestas finales."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NoReturn

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo import agente
from docubot.ejercicios.veredicto import corto
from docubot.errores import ErrorDeHerramienta
from docubot.registro import Registro

PROYECTOS: Final = (("Atlas", "activo", 12), ("Duna", "en pausa", 3), ("Estela", "activo", 5))
HAY: Final = ", ".join(n for n, _, _ in PROYECTOS)
PREGUNTA: Final = "¿cuántas tareas tiene mi proyecto Zafiro?"


def comprobar(alumno: Alumno) -> None:
    """Primero el error de la persona; después el pobre; al final, su conclusión."""
    registro = alumno.pieza("registro", Registro)
    contexto = agente.contexto(agente.cuenta_con(*PROYECTOS))
    dado = alumno.llamar(registro.ejecutar, "consultar_proyecto", {"nombre": "Zafiro"}, contexto)
    alumno.exige(dado.es_error, "no-es-error", mensaje=dado.texto)
    alumno.exige("Boreal" not in dado.texto, "nombres-fijos", hay=HAY, mensaje=dado.texto)
    completo = "zafiro" in dado.texto.lower() and all(n in dado.texto for n, _, _ in PROYECTOS)
    alumno.exige(completo, "error-seco", hay=HAY, mensaje=dado.texto)
    pobre = agente.preguntar(alumno, PREGUNTA, _empobrecido(registro), contexto).respuesta
    rico = agente.preguntar(alumno, PREGUNTA, registro, contexto).respuesta
    alumno.notas += [f"«error» → {corto(pobre, 200)}", f"«{corto(dado.texto, 90)}» → {corto(rico, 200)}"]
    alumno.exige(_ofrece(rico), "se-pierde", respuesta=rico)
    _exigir_conclusion(alumno, _ofrece(pobre), _ofrece(rico))


def _exigir_conclusion(alumno: Alumno, pobre: bool, rico: bool) -> None:
    dijo = alumno.pieza("CON_ERROR_POBRE", bool), alumno.pieza("CON_ERROR_RICO", bool)
    alumno.exige(dijo == (pobre, rico), "conclusion", pobre=pobre, rico=rico, dijo_pobre=dijo[0], dijo_rico=dijo[1])


def _empobrecido(registro: Registro) -> Registro:
    """El mismo registro con el error más pobre posible."""

    def consultar_proyecto(contexto: Any, nombre: str) -> NoReturn:
        raise ErrorDeHerramienta("error")

    otro = Registro()
    otro.registrar(replace(registro.obtener("consultar_proyecto"), funcion=consultar_proyecto))
    return otro


def _ofrece(respuesta: str) -> bool:
    return any(nombre in respuesta for nombre, _, _ in PROYECTOS)
