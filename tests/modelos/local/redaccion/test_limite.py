"""El límite de una alternativa sale de su tramo de la frase, no del de otra."""

from __future__ import annotations

from docubot.modelos.local.redaccion.limite import limite_en
from docubot.modelos.local.redaccion.puntuacion import Biblioteca
from docubot.modelos.local.terminos import leer_terminos
from tests.modelos.local.redaccion.apoyo import lectura

FRASE = (
    "El plan Mini llega a 4 personas; hace falta el plan Medio, que llega a 30 personas, o Grande, que no tiene límite."
)


def _limites(texto: str, cosa: str) -> dict[str, float | str | None]:
    biblioteca = Biblioteca(
        lectura("¿cuántas?", pasajes=[("Planes", texto), ("Otro", "El plan Grande y el plan Mini.")]).pasajes
    )
    familia = next(f for f, v in biblioteca.alternativas.familias.items() if {"mini", "medio"} <= v)
    hallados = {v: limite_en(biblioteca, leer_terminos(cosa, "es"), {familia: v}) for v in ("mini", "medio", "grande")}
    return {v: x.cantidad if x else "no se sabe" for v, x in hallados.items()}


def test_cada_alternativa_toma_su_tramo_y_sin_limite_es_sin_limite() -> None:
    assert _limites(FRASE, "personas") == {"mini": 4, "medio": 30, "grande": None}


def test_un_numero_de_otra_cosa_no_es_su_limite() -> None:
    assert _limites("El plan Medio permite 25 proyectos. El plan Mini permite 3 proyectos.", "personas") == {
        "mini": "no se sabe",
        "medio": "no se sabe",
        "grande": "no se sabe",
    }
