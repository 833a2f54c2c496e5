"""La carpeta de la persona: se crea lo que falta y no se pisa nada."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.ejercicios import carpeta
from docubot.ejercicios.estado import Estado
from docubot.errores import NoSePuedeCrear
from tests.ejercicios.apoyo import rapido


def test_empezar_crea_la_plantilla_y_el_enunciado_en_su_idioma(tmp_path: Path) -> None:
    empezado = carpeta.empezar(rapido(), tmp_path, "en")

    assert empezado.creados == ("sin_secretos.py", "enunciado.md")
    assert (empezado.carpeta / "enunciado.md").read_text(encoding="utf-8") == rapido().enunciado("en")


def test_empezar_otra_vez_no_toca_lo_escrito_y_repone_lo_que_falta(tmp_path: Path) -> None:
    destino = carpeta.empezar(rapido(), tmp_path, "es").carpeta
    (destino / "sin_secretos.py").write_text("mío", encoding="utf-8")
    (destino / "enunciado.md").unlink()

    empezado = carpeta.empezar(rapido(), tmp_path, "es")

    assert (empezado.creados, empezado.conservados) == (("enunciado.md",), ("sin_secretos.py",))
    assert (destino / "sin_secretos.py").read_text(encoding="utf-8") == "mío"


@settings(max_examples=25, deadline=None)
@given(escritos=st.lists(st.binary(max_size=40), min_size=1, max_size=4))
def test_reiniciar_nunca_pierde_lo_que_habia(escritos: list[bytes], tmp_path_factory: pytest.TempPathFactory) -> None:
    curso = tmp_path_factory.mktemp("curso")
    destino = carpeta.empezar(rapido(), curso, "es").carpeta
    plantilla = rapido().plantilla()["sin_secretos.py"]
    guardado = []
    for contenido in escritos:
        (destino / "sin_secretos.py").write_bytes(contenido)
        copia = carpeta.reiniciar(rapido(), curso, "es")
        assert copia is not None
        guardado.append((copia / "sin_secretos.py").read_bytes())
        assert (destino / "sin_secretos.py").read_bytes() == plantilla
    assert guardado == escritos
    assert len(list((curso / carpeta.COPIAS).iterdir())) == len(escritos)


def test_reiniciar_sin_cambios_no_copia_nada(tmp_path: Path) -> None:
    carpeta.empezar(rapido(), tmp_path, "es")

    assert carpeta.reiniciar(rapido(), tmp_path, "es") is None
    assert not (tmp_path / carpeta.COPIAS).exists()


def test_la_carpeta_es_la_pedida_la_de_siempre_o_una_nueva_aqui(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    estado = Estado(tmp_path / "datos")
    assert carpeta.del_curso(estado) == tmp_path / "docubot-curso"
    (tmp_path / "otra").mkdir()
    estado.fijar(carpeta=tmp_path / "otra")
    assert carpeta.del_curso(estado) == tmp_path / "otra"
    assert carpeta.del_curso(estado, Path("pedida")) == tmp_path / "pedida"
    (tmp_path / "otra").rmdir()
    assert carpeta.del_curso(estado) == tmp_path / "docubot-curso"


def test_si_no_se_puede_crear_se_dice_y_como_elegir_otra(tmp_path: Path) -> None:
    (tmp_path / "ocupado").write_text("", encoding="utf-8")

    with pytest.raises(NoSePuedeCrear, match="--carpeta"):
        carpeta.empezar(rapido(), tmp_path / "ocupado", "es")
