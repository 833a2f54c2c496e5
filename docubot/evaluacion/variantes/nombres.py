"""Otros nombres para los proyectos, las personas y los clientes, también donde están mal escritos."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final

from docubot.evaluacion.preguntas import Caso
from docubot.evaluacion.puntuacion import Expectativa, Llamada, sin_acentos
from docubot.evaluacion.variantes.mundo import Json, Mundo, proyectos
from docubot.lenguaje.vocabulario import es_corriente

PROYECTOS: Final = (
    "Mistral", "Galerna", "Petrel", "Quimera", "Tramontana", "Obsidiana", "Albatros", "Ventisca", "Mandrágora",
    "Sextante", "Pleamar", "Cóndor", "Espigón", "Marisma", "Tundra", "Vendaval",
)  # fmt: skip
NOMBRES: Final = ("Elena", "Marcos", "Sara", "Tomás", "Inés", "Hugo", "Carla", "Bruno", "Irene", "Darío")
APELLIDOS: Final = (
    "Robles",
    "Oteiza",
    "Quiroga",
    "Beltrán",
    "Valcárcel",
    "Lamela",
    "Ordóñez",
    "Castaño",
    "Urrutia",
    "Peralta",
)
CLIENTES: Final = (
    ("Jardín", "Sauce"), ("Asociación", "Brezo"), ("Aguas", "Tajo"), ("Librería", "Luna"), ("Imprenta", "Alba"),
    ("Teatro", "Roble"),
)  # fmt: skip

_PALABRA: Final = re.compile(r"[^\W\d_]+")
_VOCALES: Final = "aeiou"
MINIMO_CON_ERRATA: Final = 5
"""Letras de un nombre para reconocerlo con una errata."""


@dataclass(frozen=True)
class Nombres:
    """De cada palabra (plegada) a la que la sustituye. `con_erratas`: las que se reconocen mal escritas."""

    palabras: Mapping[str, str]
    frases: Mapping[str, str]
    con_erratas: frozenset[str]

    def en(self, texto: str) -> str:
        """El texto con los nombres cambiados: conserva mayúsculas, falta de acentos y erratas."""
        for vieja, nueva in self.frases.items():
            texto = re.sub(rf"\b{re.escape(vieja)}\b", partial(_sustituir, nueva), texto, flags=re.IGNORECASE)
        return _PALABRA.sub(lambda m: self._palabra(m[0]), texto)

    def _palabra(self, palabra: str) -> str:
        plegada = sin_acentos(palabra)
        if plegada in self.palabras:
            return _con_estilo(palabra, self.palabras[plegada])
        if len(plegada) < MINIMO_CON_ERRATA or (palabra.islower() and es_corriente(plegada)):
            return palabra
        from rapidfuzz.distance import OSA

        parecido = next((n for n in self.con_erratas if OSA.distance(plegada, n, score_cutoff=1) == 1), None)
        if parecido is None:
            return palabra
        return _con_estilo(
            palabra, _con_errata(self.palabras[parecido], cambia_orden=sorted(plegada) == sorted(parecido))
        )


def _sustituir(nueva: str, casa: re.Match[str]) -> str:
    return _con_estilo(casa[0], nueva)


def _con_estilo(vieja: str, nueva: str) -> str:
    """`nueva` con las mayúsculas de `vieja`; quien escribe en minúsculas tampoco pone acentos."""
    if vieja.isupper():
        return nueva.upper()
    return sin_acentos(nueva) if vieja.islower() else nueva


def _con_errata(nombre: str, *, cambia_orden: bool) -> str:
    """El nombre con dos letras cambiadas de sitio, o con otra vocal."""
    letras = list(sin_acentos(nombre))
    letras[0] = letras[0].upper()
    for i in range(1, len(letras) - 1):
        if cambia_orden and letras[i] != letras[i + 1]:
            letras[i], letras[i + 1] = letras[i + 1], letras[i]
            return "".join(letras)
        if not cambia_orden and letras[i] in _VOCALES:
            letras[i] = _VOCALES[(_VOCALES.index(letras[i]) + 1) % len(_VOCALES)]
            return "".join(letras)
    return "".join(letras)


def sortear(cuenta: Json, azar: Random) -> Nombres:
    """Nombres nuevos para todo lo que hay en la cuenta."""
    viejos = [p["nombre"] for p in proyectos(cuenta)]
    palabras = {sin_acentos(v): n for v, n in zip(viejos, azar.sample(PROYECTOS, len(viejos)), strict=True)}
    con_erratas = frozenset(palabras)
    responsables = [p["responsable"] for p in proyectos(cuenta)]
    usuarios = [u["nombre"] for o in cuenta["organizaciones"] for u in o["usuarios"]]
    personas = list(dict.fromkeys(responsables + usuarios))
    nuevos = zip(azar.sample(NOMBRES, len(personas)), azar.sample(APELLIDOS, len(personas)), strict=True)
    for persona, (nombre, apellido) in zip(personas, nuevos, strict=True):
        palabras |= zip(map(sin_acentos, persona.split()), (nombre, apellido), strict=False)
    clientes = [p["cliente"]["nombre"] for p in proyectos(cuenta)]
    frases = {}
    for cliente, par in zip(clientes, azar.sample(CLIENTES, len(clientes)), strict=True):
        propias = re.findall(r"\b[A-ZÁÉÍÓÚ]\w+", cliente)
        nuevo = cliente
        for vieja, nueva in zip(propias, par, strict=False):
            nuevo = nuevo.replace(vieja, nueva)
        frases[cliente] = nuevo
        frases |= {v: n for v, n in zip(propias, par, strict=False) if len(v) > MINIMO_CON_ERRATA}
    return Nombres(palabras, frases, con_erratas)


def renombrar(mundo: Mundo, azar: Random) -> Mundo:
    """El mundo con otros proyectos, personas y clientes. Las descripciones de las herramientas no cambian."""
    nombres = sortear(mundo.cuenta, azar)
    casos = tuple(caso_con(caso, nombres.en) for caso in mundo.casos)
    return replace(mundo, casos=casos, cuenta=_cuenta_con(mundo.cuenta, nombres))


def caso_con(caso: Caso, cambiar: Callable[[str], str]) -> Caso:
    """El caso con `cambiar` aplicado a la pregunta y a todo lo que se espera."""
    espera = Expectativa(
        conjuntos=tuple(tuple(_llamada_con(ll, cambiar) for ll in conjunto) for conjunto in caso.espera.conjuntos),
        prohibidas=caso.espera.prohibidas,
        contiene=tuple(tuple(cambiar(a) for a in grupo) for grupo in caso.espera.contiene),
        no_contiene=tuple(cambiar(t) for t in caso.espera.no_contiene),
    )
    proyecto = None if caso.proyecto is None else cambiar(caso.proyecto)
    return replace(caso, pregunta=cambiar(caso.pregunta), espera=espera, proyecto=proyecto)


def _llamada_con(llamada: Llamada, cambiar: Callable[[str], str]) -> Llamada:
    if llamada.entrada is None:
        return llamada
    return Llamada(llamada.nombre, {c: cambiar(v) if isinstance(v, str) else v for c, v in llamada.entrada.items()})


def _cuenta_con(cuenta: Json, nombres: Nombres) -> Json:
    organizaciones = []
    for organizacion in cuenta["organizaciones"]:
        usuarios = [{**u, "nombre": nombres.en(u["nombre"])} for u in organizacion["usuarios"]]
        suyos = [_proyecto_con(p, nombres) for p in organizacion["proyectos"]]
        organizaciones.append({**organizacion, "usuarios": usuarios, "proyectos": suyos})
    return {**cuenta, "organizaciones": organizaciones}


def _proyecto_con(proyecto: Json, nombres: Nombres) -> Json:
    nombre = nombres.en(proyecto["nombre"])
    return {
        **proyecto,
        "id": "pry_" + sin_acentos(nombre),
        "nombre": nombre,
        "responsable": nombres.en(proyecto["responsable"]),
        "cliente": {**proyecto["cliente"], "nombre": nombres.en(proyecto["cliente"]["nombre"])},
    }
