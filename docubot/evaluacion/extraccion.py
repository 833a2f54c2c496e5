"""Mide la extracción forzada: la categoría y el proyecto de cada pregunta, por separado."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from docubot.configuracion import Configuracion
from docubot.consulta import Consulta, Metodo, extraer
from docubot.conversacion import Conversacion
from docubot.diario import Diario
from docubot.errores import ErrorDocuBot, SinPermiso
from docubot.evaluacion.entorno import HOY, entorno
from docubot.evaluacion.informe import Informe, Marca
from docubot.evaluacion.preguntas import Caso
from docubot.evaluacion.puntuacion import mismo_valor
from docubot.turno import Equipo

Avance = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Extraccion:
    """Las dos medidas, sobre los mismos casos."""

    categorias: Informe
    proyectos: Informe


def evaluar_extraccion(
    casos: Sequence[Caso], base: Configuracion, metodo: Metodo = "herramienta", *, avance: Avance = lambda i, n: None
) -> Extraccion:
    """Puntúa `docubot extraer` sobre los casos que dicen su categoría; cada pregunta es una conversación nueva.

    Errores: los de armar el equipo y `SinPermiso`; cualquier otro fallo en una pregunta es un caso que no pasa.
    """
    from docubot.armado import armar_equipo

    puntuables = [c for c in casos if c.categoria is not None]
    categorias, proyectos = [], []
    with entorno(base) as configuracion:
        equipo = armar_equipo(configuracion)
        for numero, caso in enumerate(puntuables, start=1):
            obtenida = extraer_una(caso.pregunta, equipo, configuracion, metodo)
            categorias.append(marca_de_categoria(caso, obtenida))
            proyectos.append(marca_de_proyecto(caso, obtenida))
            avance(numero, len(puntuables))
    modelo = equipo.modelo
    datos = {"proveedor": modelo.proveedor, "modelo": modelo.nombre, "metodo": metodo, "hoy": HOY.isoformat()}
    return Extraccion(
        Informe("extracción, categorías", tuple(categorias), datos=datos),
        Informe("extracción, proyectos", tuple(proyectos), datos=datos),
    )


def extraer_una(pregunta: str, equipo: Equipo, configuracion: Configuracion, metodo: Metodo) -> Consulta | ErrorDocuBot:
    """La consulta extraída, o el error. Error: `SinPermiso`."""
    diario = Diario(configuracion.datos, secretos=configuracion.secretos())
    try:
        return extraer(pregunta, equipo, Conversacion(diario), configuracion, metodo)
    except SinPermiso:
        raise
    except ErrorDocuBot as error:
        return error
    finally:
        diario.cerrar()


def marca_de_categoria(caso: Caso, obtenida: Consulta | ErrorDocuBot) -> Marca:
    """Si la categoría es la esperada."""
    vista = obtenida.categoria if isinstance(obtenida, Consulta) else obtenida.mensaje
    acierta = isinstance(obtenida, Consulta) and obtenida.categoria == caso.categoria
    return _marca(caso, str(caso.categoria), vista, acierta)


def marca_de_proyecto(caso: Caso, obtenida: Consulta | ErrorDocuBot) -> Marca:
    """Si el proyecto es el esperado, sin distinguir mayúsculas ni acentos."""
    vista = str(obtenida.proyecto) if isinstance(obtenida, Consulta) else obtenida.mensaje
    acierta = isinstance(obtenida, Consulta) and mismo_valor(caso.proyecto, obtenida.proyecto)
    return _marca(caso, str(caso.proyecto), vista, acierta)


def _marca(caso: Caso, esperado: str, visto: str, acierta: bool) -> Marca:
    motivos = () if acierta else (f"{visto} en vez de {esperado}",)
    return Marca(caso.id, caso.idioma, caso.tipo, caso.pregunta, esperado, visto, motivos)
