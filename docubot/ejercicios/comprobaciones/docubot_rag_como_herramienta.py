"""La búsqueda como herramienta: qué devuelve, con qué fuentes, y cuándo decide usarla el modelo."""

from __future__ import annotations

from typing import Final

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo import agente
from docubot.ejercicios.veredicto import Fallo
from docubot.herramientas import Contexto
from docubot.registro import Registro, Resultado

NOMBRE: Final = "buscar_documentacion"
CONSULTA: Final = "límite de tareas abiertas por proyecto en el plan Equipo"
AJENA: Final = "receta de paella valenciana con conejo"
DE_DOCUMENTACION: Final = ("¿cuánto cuesta el plan Equipo?", "¿qué significa el error FACT-203?")
DE_OTRA_COSA: Final = ("¿cómo va Atlas?", "hola, ¿qué tal?")
PALABRAS_DE_UNA_FRASE: Final = 4


def comprobar(alumno: Alumno) -> None:
    """Primero lo que devuelve; después, cuándo se usa."""
    registro = alumno.pieza("registro", Registro)
    alumno.exige(NOMBRE in registro, "no-registrada", hay=", ".join(registro.nombres()))
    campo = _campo(registro)
    contexto = agente.contexto()
    _exigir_pasajes(alumno, _buscar(alumno, registro, contexto, {campo: CONSULTA}), contexto)
    _exigir_vacio(alumno, _buscar(alumno, registro, contexto, {campo: AJENA}))
    for pregunta in DE_DOCUMENTACION:
        pidio = agente.usadas(agente.preguntar(alumno, pregunta, registro, contexto))
        alumno.exige(NOMBRE in pidio, "no-busca", pregunta=pregunta, pidio=", ".join(pidio) or "—")
    for pregunta in DE_OTRA_COSA:
        pidio = agente.usadas(agente.preguntar(alumno, pregunta, registro, contexto))
        alumno.exige(NOMBRE not in pidio, "busca-de-mas", pregunta=pregunta, pidio=", ".join(pidio))


def _campo(registro: Registro) -> str:
    esquema = registro.obtener(NOMBRE).esquema
    campos = esquema["properties"]
    unico = next(iter(campos), "")
    if len(campos) != 1 or esquema["required"] != [unico] or campos[unico].get("type") != "string":
        raise Fallo("sin-consulta", campos=", ".join(campos) or "—")
    return unico


def _buscar(alumno: Alumno, registro: Registro, contexto: Contexto, entrada: dict[str, str]) -> Resultado:
    dado: Resultado = alumno.llamar(registro.ejecutar, NOMBRE, entrada, contexto)
    contenido = dado.texto or "\n\n".join(f"{p.fuente}: {p.texto}" for p in dado.pasajes)
    alumno.anota("resultado_herramienta", nombre=NOMBRE, contenido=contenido, es_error=dado.es_error)
    return dado


def _exigir_pasajes(alumno: Alumno, dado: Resultado, contexto: Contexto) -> None:
    alumno.exige(not dado.es_error, "no-encuentra", consulta=CONSULTA, dio=dado.texto)
    esperados = contexto.recuperador().buscar(CONSULTA, k=3)
    texto = dado.texto + "".join(p.texto for p in dado.pasajes)
    alumno.exige(esperados[0].texto[:40] in texto.replace("\\n", "\n"), "no-encuentra", consulta=CONSULTA, dio=texto)
    textos = "".join(p.texto for p in esperados)
    con_fuente = bool(dado.pasajes) or any(dado.texto.count(p.pagina) > textos.count(p.pagina) for p in esperados)
    alumno.exige(con_fuente, "sin-fuentes", fuente=esperados[0].fuente, dio=dado.texto)


def _exigir_vacio(alumno: Alumno, dado: Resultado) -> None:
    alumno.exige(not dado.es_error, "vacio-como-error", consulta=AJENA, dio=dado.texto)
    es_frase = len(dado.texto.split()) >= PALABRAS_DE_UNA_FRASE and not dado.pasajes
    alumno.exige(es_frase, "vacio-callado", consulta=AJENA, dio=dado.texto or "—")
