from __future__ import annotations

from dataclasses import replace

import pytest

from docubot.lenguaje.comunes import comunes, frecuentes, marcas
from docubot.lenguaje.embeddings import SinEmbebedor
from docubot.lenguaje.texto import raiz
from docubot.rag import umbral
from docubot.rag.foto import INCLUIDA, Foto
from docubot.rag.lexico import con_sinonimos, foco
from docubot.rag.recuperador import Recuperador
from docubot.rag.umbral import Senales

CLARA = Senales(
    coseno=0.89, despegue=0.05, evidencia=0.95, falta=0.1, faltan=0, juntas=1.0, marca=False, conocidas=0.9,
    otro_idioma=False,
)  # fmt: skip


@pytest.fixture(scope="module")
def recuperador() -> Recuperador:
    return Recuperador(Foto(INCLUIDA), SinEmbebedor("prueba"))


def senales(recuperador: Recuperador, consulta: str) -> Senales:
    orden = recuperador.puntuar(consulta)
    return recuperador.senales(orden, recuperador.revisar(orden, 5))


@pytest.mark.parametrize("con_vectores", [True, False])
@pytest.mark.parametrize("otro_idioma", [True, False])
def test_mas_evidencia_sube_la_certeza_y_lo_que_falta_la_baja(con_vectores: bool, otro_idioma: bool) -> None:
    def certeza(**cambios: float) -> float:
        caso = replace(CLARA, otro_idioma=otro_idioma, **cambios)  # type: ignore[arg-type]
        return umbral.probabilidad(caso, con_vectores=con_vectores)

    assert certeza(evidencia=0.5) < certeza() < certeza(evidencia=1.2)
    assert certeza(falta=1.0, faltan=2, juntas=0.0) < certeza(falta=0.0)
    assert certeza(marca=True) < certeza()
    assert 0.0 <= certeza(evidencia=0.0, coseno=0.0, falta=1.0, faltan=3) < umbral.MINIMO < certeza() <= 1.0


def test_en_otro_idioma_lo_que_falta_pesa_segun_lo_que_se_conoce() -> None:
    ajena = replace(CLARA, otro_idioma=True, falta=1.0)
    poco, mucho = (umbral.probabilidad(replace(ajena, conocidas=c), con_vectores=True) for c in (0.1, 1.0))
    assert mucho < poco


@pytest.mark.parametrize(
    ("consulta", "esperado"),
    [
        ("Me lo ha pedido el jefe. ¿Cuánto cuesta Equipo?", "Cuánto cuesta Equipo?"),
        ("We wiped it weeks ago. Any chance to undo it?", "Any chance to undo it?"),
        ("hola: cuánto cuesta", "cuánto cuesta"),
        ("límite de tareas", "límite de tareas"),
        ("¿Caduca? ¿Y cuándo?", "Caduca? Y cuándo?"),
        ("…", ""),
        ("", ""),
    ],
)
def test_el_foco_son_las_frases_que_preguntan_o_la_ultima(consulta: str, esperado: str) -> None:
    assert foco(consulta) == esperado


def test_lo_que_se_cuenta_antes_de_preguntar_no_resta(recuperador: Recuperador) -> None:
    sola = senales(recuperador, "¿Cuándo caduca un token?")
    contada = senales(recuperador, "Se enfadó el fontanero. ¿Cuándo caduca un token?")
    assert contada.falta == sola.falta < 0.5


def test_una_palabra_corriente_que_falta_resta_menos_que_una_rara(recuperador: Recuperador) -> None:
    corriente, rara = (senales(recuperador, f"¿Cuándo {p} un token?").falta for p in ("terminaría", "esquilaría"))
    assert corriente < rara == pytest.approx(1.0)


def test_palabras_que_estan_pero_nunca_juntas_restan(recuperador: Recuperador) -> None:
    juntas = senales(recuperador, "¿cuánto vale el enlace de recuperación de la contraseña?")
    sueltas = senales(recuperador, "¿puedo ponerle proyector y contraseña a una factura?")
    assert sueltas.juntas < juntas.juntas == 1.0


@pytest.mark.parametrize(("consulta", "juntas"), [("¿qué roles hay?", 1.0), ("hola, gracias", 0.5), ("", 0.5)])
def test_sin_parejas_no_hay_nada_que_reprochar(recuperador: Recuperador, consulta: str, juntas: float) -> None:
    assert senales(recuperador, consulta).juntas == juntas


@pytest.mark.parametrize(
    ("una", "otra"), [("devuelven", "devolver"), ("empiezo", "empezar"), ("desactiva", "desactivar"), ("cae", "cae")]
)
def test_los_tiempos_de_un_verbo_irregular_se_cubren_unos_a_otros(una: str, otra: str) -> None:
    (ampliado,) = con_sinonimos([(raiz(una),)])
    assert raiz(otra) in ampliado


def test_un_producto_ajeno_que_falta_se_nota(recuperador: Recuperador) -> None:
    assert senales(recuperador, "¿se integra con Jira?").marca
    assert not senales(recuperador, "¿se integra con GitHub?").marca


def test_los_verbos_corrientes_lo_son_en_cualquier_tiempo_y_con_pronombres() -> None:
    assert {raiz(p) for p in ("gustaria", "pagaria", "echarme", "devolviste")} <= comunes()
    assert raiz("gantt") not in comunes() | frecuentes()
    assert not marcas() & comunes()
