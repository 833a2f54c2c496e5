"""La sesión de vigilancia, tecla a tecla."""

from __future__ import annotations

from pathlib import Path

import pytest

from docubot.ejercicios.vigilancia import Salir, Seguir, Sesion
from tests.ejercicios.apoyo import OTRO_RAPIDO, RAPIDO, curso_de, resolver


@pytest.fixture
def sesion(tmp_path: Path) -> Sesion:
    return Sesion(curso_de(tmp_path))


def aviso(sesion: Sesion) -> str:
    return sesion.aviso[0] if sesion.aviso else ""


def test_empieza_por_el_primero_y_crea_sus_ficheros(sesion: Sesion) -> None:
    assert sesion.ejercicio.id == RAPIDO
    assert (sesion.carpeta / "sin_secretos.py").is_file()


def test_no_se_pasa_al_siguiente_sin_resolver_salvo_que_se_insista(sesion: Sesion) -> None:
    assert sesion.tecla("n") == Seguir()
    assert (sesion.ejercicio.id, aviso(sesion)) == (RAPIDO, "aun_no")
    assert sesion.tecla("n") == Seguir(comprobar=True)
    assert sesion.ejercicio.id == OTRO_RAPIDO


def test_otra_tecla_en_medio_desarma_la_insistencia(sesion: Sesion) -> None:
    sesion.tecla("n")
    sesion.tecla("l")
    sesion.tecla("n")
    assert (sesion.ejercicio.id, aviso(sesion)) == (RAPIDO, "aun_no")


def test_al_resolver_se_avisa_pero_no_se_avanza_solo(sesion: Sesion) -> None:
    resolver(sesion.curso, sesion.ejercicio)
    sesion.comprobar()

    assert sesion.veredicto is not None
    assert sesion.veredicto.aprobado
    assert (sesion.ejercicio.id, aviso(sesion)) == (RAPIDO, "sigue")
    assert sesion.tecla("N") == Seguir(comprobar=True)
    assert sesion.ejercicio.id == OTRO_RAPIDO


def test_las_pistas_se_suman_hasta_tres(sesion: Sesion) -> None:
    for vistas in (1, 2, 3):
        sesion.tecla("p")
        assert (sesion.vista, sesion.pistas_vistas) == ("pista", vistas)
    sesion.tecla("p")
    assert (sesion.pistas_vistas, aviso(sesion)) == (3, "ultima_pista")
    assert sesion.curso.estado.avance(RAPIDO).pistas == 3


def test_la_solucion_sin_resolver_pide_insistir_y_queda_anotada(sesion: Sesion) -> None:
    sesion.tecla("s")
    assert (sesion.vista, aviso(sesion)) == ("veredicto", "aviso_solucion")
    sesion.tecla("s")
    assert sesion.vista == "solucion"
    assert sesion.curso.estado.avance(RAPIDO).solucion_vista


def test_reiniciar_pide_insistir_y_guarda_lo_que_habia(sesion: Sesion) -> None:
    fichero = sesion.carpeta / "sin_secretos.py"
    fichero.write_text("mío = 1\n", encoding="utf-8")
    sesion.tecla("r")
    assert fichero.read_text(encoding="utf-8") == "mío = 1\n"
    sesion.tecla("r")
    assert fichero.read_bytes() == sesion.ejercicio.plantilla()["sin_secretos.py"]
    assert sesion.aviso is not None
    copia = Path(str(sesion.aviso[1]["copia"]))
    assert (copia / "sin_secretos.py").read_text(encoding="utf-8") == "mío = 1\n"


@pytest.mark.parametrize(("tecla", "vista"), [("l", "lista"), ("t", "traza"), ("x", "veredicto"), ("", "veredicto")])
def test_cada_tecla_tiene_su_vista(tecla: str, vista: str, sesion: Sesion) -> None:
    assert sesion.tecla(tecla) == Seguir()
    assert sesion.vista == vista


@pytest.mark.parametrize("tecla", ["q", "Q", "\x03", "\x04"])
def test_se_sale_con_q_con_control_c_o_con_control_d(tecla: str, sesion: Sesion) -> None:
    assert sesion.tecla(tecla) == Salir()


def test_con_todo_resuelto_se_dice_y_se_queda_en_el_ultimo(sesion: Sesion) -> None:
    for ejercicio in sesion.curso.ejercicios:
        resolver(sesion.curso, ejercicio)
        sesion.curso.comprobar(ejercicio)

    sesion.tecla("n")
    assert aviso(sesion) == "fin"
    assert Sesion(sesion.curso).ejercicio.id == OTRO_RAPIDO


def test_se_reanuda_en_el_que_se_tenia_entre_manos(sesion: Sesion) -> None:
    sesion.tecla("n")
    sesion.tecla("n")

    assert Sesion(sesion.curso).ejercicio.id == OTRO_RAPIDO
