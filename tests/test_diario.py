"""El diario: solo crece, se lee aunque esté a medias y no guarda claves nuestras."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from docubot import diario
from docubot.diario import Diario
from docubot.errores import DatosInvalidos, EntradaInexistente, NoSePuedeCrear
from docubot.saneado import TAPADO


def test_un_suceso_esta_en_el_fichero_antes_de_volver(tmp_path: Path) -> None:
    with Diario(tmp_path) as abierto:
        abierto.anotar("turno_abierto", pregunta="¿qué tal, Ñandú?")
        (suceso,) = diario.leer(abierto.ruta)
    assert (suceso["tipo"], suceso["pregunta"], suceso["v"]) == ("turno_abierto", "¿qué tal, Ñandú?", 1)
    assert "Ñandú" in abierto.ruta.read_text(encoding="utf-8")


def test_una_clave_nuestra_no_entra_ni_con_caracteres_que_json_escapa(tmp_path: Path) -> None:
    clave = 'sk-"raro\\0123456789'
    with Diario(tmp_path, secretos=(clave,)) as abierto:
        abierto.anotar("aviso", texto=f"la clave es {clave}")
    (suceso,) = diario.leer(abierto.ruta)
    assert suceso["texto"] == f"la clave es {TAPADO}"


def test_un_renglon_a_medias_se_salta_y_lo_siguiente_va_en_el_suyo(tmp_path: Path) -> None:
    with Diario(tmp_path) as abierto:
        abierto.anotar("aviso", texto="uno")
    with abierto.ruta.open("ab") as fichero:
        fichero.write(b'{"tipo":"aviso","texto":"a med')
    with Diario(tmp_path, abierto.sesion) as otra_vez:
        otra_vez.anotar("aviso", texto="dos")
    assert [s["texto"] for s in diario.leer(abierto.ruta)] == ["uno", "dos"]


@pytest.mark.parametrize("basura", [b"\xff\xfe\n", b"[]\n", b"null\n", b'{"sin":"tipo"}\n', b"\n"])
def test_la_basura_no_impide_leer_lo_demas(tmp_path: Path, basura: bytes) -> None:
    with Diario(tmp_path) as abierto:
        abierto.anotar("aviso", texto="uno")
    with abierto.ruta.open("ab") as fichero:
        fichero.write(basura)
    assert [s["texto"] for s in diario.leer(abierto.ruta)] == ["uno"]


def test_una_carpeta_imposible_se_dice_en_una_frase(tmp_path: Path) -> None:
    estorbo = tmp_path / "fichero"
    estorbo.write_text("x")
    with pytest.raises(NoSePuedeCrear, match="DOCUBOT_DATOS"):
        Diario(estorbo)


@pytest.mark.skipif(os.name == "nt", reason="permisos de POSIX")
def test_el_diario_es_solo_de_quien_lo_escribe(tmp_path: Path) -> None:
    with Diario(tmp_path) as abierto:
        assert abierto.ruta.stat().st_mode & 0o077 == 0


def test_una_sesion_se_busca_por_su_principio(tmp_path: Path) -> None:
    for sesion in ("20261130-100000-aaaaaa", "20261130-110000-bbbbbb"):
        Diario(tmp_path, sesion).cerrar()
    assert diario.buscar_sesion(tmp_path, None).stem == "20261130-110000-bbbbbb"
    assert diario.buscar_sesion(tmp_path, "20261130-10").stem == "20261130-100000-aaaaaa"
    with pytest.raises(DatosInvalidos, match="2 sesiones"):
        diario.buscar_sesion(tmp_path, "2026")
    with pytest.raises(EntradaInexistente, match="traza listar"):
        diario.buscar_sesion(tmp_path, "../../etc/passwd")


def test_la_historia_deshecha_y_la_recortada_se_respetan() -> None:
    def dicho(papel: str, texto: str) -> diario.Suceso:
        return {"tipo": "mensaje", "role": papel, "content": texto}

    sucesos = [dicho("user", "1"), dicho("assistant", "2"), dicho("user", "3")]
    deshecha = [*sucesos, {"tipo": "historia_deshecha", "quedan": 2}]
    assert [m["content"] for m in diario.mensajes(deshecha)] == ["1", "2"]
    recortada = [*sucesos, {"tipo": "historia_recortada", "quedan": 1}, dicho("assistant", "4")]
    assert [m["content"] for m in diario.mensajes(recortada)] == ["3", "4"]


def test_un_suceso_con_bytes_sueltos_no_rompe_el_fichero(tmp_path: Path) -> None:
    with Diario(tmp_path) as abierto:
        abierto.anotar("aviso", texto="roto \ud800 aquí")
    (linea,) = abierto.ruta.read_bytes().splitlines()
    assert json.loads(linea)["texto"].startswith("roto ")
