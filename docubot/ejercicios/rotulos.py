"""Los rótulos que rodean a los textos de los ejercicios, en los dos idiomas."""

from __future__ import annotations

from typing import Final

from docubot.ejercicios.catalogo import Textos
from docubot.tipos import Idioma

ROTULOS: Final[dict[str, Textos]] = {
    "esperado": {"es": "Se esperaba", "en": "Expected"},
    "llego": {"es": "Llegó", "en": "What came"},
    "idea": {"es": "La idea", "en": "The idea"},
    "donde": {"es": "En la lección", "en": "In the lesson"},
    "salida": {"es": "Tu código imprimió", "en": "Your code printed"},
    "aprobado": {"es": "Resuelto", "en": "Solved"},
    "pendiente": {"es": "Todavía no", "en": "Not yet"},
    "progreso": {"es": "Progreso", "en": "Progress"},
    "pista": {"es": "Pista {n} de 3", "en": "Hint {n} of 3"},
    "solucion": {"es": "Una solución", "en": "A solution"},
    "traza": {"es": "La traza de la última comprobación", "en": "The trace of the last check"},
    "sin_traza": {"es": "Aún no hay traza: comprueba antes el ejercicio.", "en": "No trace yet: check the exercise first."},
    "edita": {"es": "Edita", "en": "Edit"},
    "persona": {"es": "persona", "en": "person"},
    "modelo": {"es": "modelo", "en": "model"},
    "codigo": {"es": "tu código", "en": "your code"},
    "api": {"es": "API", "en": "API"},
    "envia": {"es": "envía {n} mensajes", "en": "sends {n} messages"},
    "envia_1": {"es": "envía 1 mensaje", "en": "sends 1 message"},
    "ofrece": {"es": " y ofrece {herramientas}", "en": " and offers {herramientas}"},
    "pide": {"es": "pide {nombre} {entrada}", "en": "asks for {nombre} {entrada}"},
    "ejecuta": {"es": "ejecuta {nombre} → {resultado}", "en": "runs {nombre} → {resultado}"},
    "falla": {"es": "ejecuta {nombre} y falla → {resultado}", "en": "runs {nombre} and it fails → {resultado}"},
    "rechaza": {"es": "rechaza la petición, {estado}: {mensaje}", "en": "rejects the request, {estado}: {mensaje}"},
    "demo_bien": {"es": "Con la solución puesta, esto es lo que pasa:", "en": "With the solution in place, this is what happens:"},
    "demo_mal": {"es": "Y si…", "en": "And what if…"},
    "demo_tuyo": {"es": "Ahora tú: docubot ejercicio empezar {id}", "en": "Your turn: docubot ejercicio empezar {id}"},
    "teclas": {
        "es": "[n] siguiente  [p] pista  [l] lista  [t] traza  [s] solución  [r] reiniciar  [q] salir",
        "en": "[n] next  [p] hint  [l] list  [t] trace  [s] solution  [r] reset  [q] quit",
    },
    "vigilando": {"es": "Guarda el fichero y se vuelve a comprobar.", "en": "Save the file and it is checked again."},
    "comprobando": {"es": "Comprobando…", "en": "Checking…"},
    "sigue": {"es": "Pulsa n para pasar al siguiente.", "en": "Press n for the next one."},
    "aun_no": {"es": "Este aún no está resuelto: pulsa n otra vez para saltarlo.", "en": "Not solved yet: press n again to skip it."},
    "ultima_pista": {"es": "No hay más pistas: quedan la traza (t) y la solución (s).", "en": "No more hints: the trace (t) and the solution (s) are left."},
    "aviso_solucion": {
        "es": "Aún no lo has resuelto. Pulsa s otra vez para ver la solución igualmente.",
        "en": "You have not solved it yet. Press s again to see the solution anyway.",
    },
    "aviso_reiniciar": {
        "es": "Se pondrá la plantilla (lo tuyo queda copiado en {copias}/). Pulsa r otra vez para hacerlo.",
        "en": "The template will be put back (your work is kept in {copias}/). Press r again to do it.",
    },
    "reiniciado": {"es": "Plantilla puesta. Lo que había está en {copia}", "en": "Template restored. What was there is in {copia}"},
    "reiniciado_igual": {"es": "Estaba como la plantilla: no había nada que cambiar.", "en": "It already matched the template: nothing to change."},
    "fin": {"es": "¡Curso terminado! Todos los ejercicios están resueltos.", "en": "Course finished! Every exercise is solved."},
    "modelo_usado": {"es": "modelo: {modelo}", "en": "model: {modelo}"},
}


def rotulo(clave: str, idioma: Idioma, **huecos: object) -> str:
    """Un rótulo con sus huecos puestos."""
    return ROTULOS[clave][idioma].format(**huecos)
