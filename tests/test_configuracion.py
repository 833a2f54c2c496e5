"""La configuración: quién manda sobre quién, y qué se dice de un valor que no vale."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from docubot import configuracion
from docubot.errores import ConfiguracionInvalida, DatosInvalidos


def entorno(carpeta: Path, **extra: str) -> dict[str, str]:
    return {"DOCUBOT_DATOS": str(carpeta), **extra}


def test_manda_la_opcion_luego_la_variable_luego_el_fichero_luego_el_defecto(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("max_pasos = 3\nmax_herramientas = 4\nplazo = 5\n")
    variables = entorno(tmp_path, DOCUBOT_MAX_PASOS="6", DOCUBOT_MAX_HERRAMIENTAS="7")
    dada = configuracion.cargar({"max_pasos": 9}, variables)
    assert (dada.max_pasos, dada.max_herramientas, dada.plazo, dada.max_tokens) == (9, 7, 5.0, 100_000)
    nombres = ("max_pasos", "max_herramientas", "plazo", "max_tokens")
    assert [dada.origenes[n] for n in nombres] == ["opción", "variable", "fichero", "defecto"]


def test_hoy_se_puede_fijar(tmp_path: Path) -> None:
    assert configuracion.cargar({}, entorno(tmp_path, DOCUBOT_HOY="2026-11-30")).fecha() == date(2026, 11, 30)


@pytest.mark.parametrize(
    ("variable", "valor", "dice"),
    [
        ("DOCUBOT_HOY", "ayer", "AAAA-MM-DD"),
        ("DOCUBOT_MAX_PASOS", "cero", "entero mayor que cero"),
        ("DOCUBOT_MAX_PASOS", "0", "entero mayor que cero"),
        ("DOCUBOT_PLAZO", "-1", "mayor que cero"),
        ("DOCUBOT_PLAZO", "nan", "mayor que cero"),
        ("DOCUBOT_MODO", "libre", "documentacion, herramienta, agente"),
        ("DOCUBOT_IDIOMA", "fr", "auto, es, en"),
        ("DOCUBOT_ZONA", "Marte/Olimpo", "zona horaria"),
    ],
)
def test_un_valor_que_no_vale_se_dice_con_su_variable(tmp_path: Path, variable: str, valor: str, dice: str) -> None:
    with pytest.raises(ConfiguracionInvalida, match=dice) as fallo:
        configuracion.cargar({}, entorno(tmp_path, **{variable: valor}))
    assert variable in fallo.value.mensaje


@pytest.mark.parametrize(
    ("contenido", "dice"),
    [
        (b"max_pasos = ", "TOML"),
        (b"\xff\xfe", "UTF-8"),
        (b"desconocido = 1", "ajustes desconocidos"),
        (b"max_pasos = []", "entero"),
    ],
)
def test_un_fichero_que_no_vale_se_dice(tmp_path: Path, contenido: bytes, dice: str) -> None:
    (tmp_path / "config.toml").write_bytes(contenido)
    with pytest.raises(ConfiguracionInvalida, match=dice):
        configuracion.cargar({}, entorno(tmp_path))


@pytest.mark.parametrize("clave", ["sk-ant\r", " sk-ant ", "\tsk-ant\n"])
def test_d27_los_blancos_alrededor_de_una_clave_se_quitan(tmp_path: Path, clave: str) -> None:
    assert configuracion.cargar({}, entorno(tmp_path, ANTHROPIC_API_KEY=clave)).anthropic_api_key == "sk-ant"


def test_d27_una_clave_vacia_es_no_tener_clave(tmp_path: Path) -> None:
    assert configuracion.cargar({}, entorno(tmp_path, ANTHROPIC_API_KEY="")).anthropic_api_key is None


@pytest.mark.parametrize("clave", ["sk-secreta\rX", "sk secreta", "sk-ñ-secreta"])
def test_d27_una_clave_imposible_se_dice_sin_ensenarla(tmp_path: Path, clave: str) -> None:
    with pytest.raises(DatosInvalidos) as fallo:
        configuracion.cargar({}, entorno(tmp_path, ANTHROPIC_API_KEY=clave))
    assert "secreta" not in fallo.value.mensaje
    assert "ANTHROPIC_API_KEY" in fallo.value.mensaje


def test_el_token_de_demostracion_no_es_un_secreto_y_el_de_la_persona_si(tmp_path: Path) -> None:
    assert configuracion.cargar({}, entorno(tmp_path)).secretos() == ()
    assert configuracion.cargar({}, entorno(tmp_path, NUBELIA_TOKEN="nub_mio_123456")).secretos() == ("nub_mio_123456",)


def test_cada_ajuste_tiene_ayuda_y_variable() -> None:
    for campo in configuracion.ajustes():
        assert campo.metadata["ayuda"]
        assert configuracion.variable_de(campo.name).isupper()
