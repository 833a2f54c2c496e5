"""Las claves: en el llavero si lo hay, en un fichero 0600 si no; nunca a la vista y sin blancos."""

from __future__ import annotations

import os
import sys
import types
from pathlib import Path

import pytest

from docubot import claves, configuracion
from docubot.errores import DatosInvalidos

CLAVE = "sk-ant-api03-AAAABBBBCCCC"


class Llavero(types.ModuleType):
    """Un `keyring` de mentira."""

    def __init__(self, *, roto: bool = False) -> None:
        super().__init__("keyring")
        self.guardadas: dict[tuple[str, str], str] = {}
        self.roto = roto

    def _comprobar(self) -> None:
        if self.roto:
            raise RuntimeError("No recommended backend was available")

    def get_password(self, servicio: str, cuenta: str) -> str | None:
        self._comprobar()
        return self.guardadas.get((servicio, cuenta))

    def set_password(self, servicio: str, cuenta: str, valor: str) -> None:
        self._comprobar()
        self.guardadas[servicio, cuenta] = valor

    def delete_password(self, servicio: str, cuenta: str) -> None:
        self._comprobar()
        del self.guardadas[servicio, cuenta]


@pytest.fixture(params=[False, True], ids=["con llavero", "sin llavero"])
def llavero(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Llavero:
    falso = Llavero(roto=request.param)
    monkeypatch.setitem(sys.modules, "keyring", falso)
    return falso


def test_se_guarda_se_lee_y_se_borra(llavero: Llavero, tmp_path: Path) -> None:
    assert claves.poner(tmp_path, "anthropic_api_key", f" {CLAVE}\r\n") == ("fichero" if llavero.roto else "llavero")
    assert claves.leer(tmp_path, "anthropic_api_key") == CLAVE
    assert claves.donde(tmp_path, "anthropic_api_key") == ("fichero" if llavero.roto else "llavero")
    assert (CLAVE in claves.ruta(tmp_path).read_text()) is llavero.roto
    if os.name == "posix":
        assert claves.ruta(tmp_path).stat().st_mode & 0o777 == 0o600
    assert claves.borrar(tmp_path, "anthropic_api_key")
    assert claves.leer(tmp_path, "anthropic_api_key") is None
    assert not llavero.guardadas
    assert not claves.borrar(tmp_path, "anthropic_api_key")


def test_cada_carpeta_de_datos_tiene_las_suyas(llavero: Llavero, tmp_path: Path) -> None:
    claves.poner(tmp_path / "a", "anthropic_api_key", CLAVE)
    assert claves.leer(tmp_path / "b", "anthropic_api_key") is None


def test_sin_clave_guardada_no_se_importa_el_llavero(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "keyring", raising=False)
    assert claves.leer(tmp_path, "anthropic_api_key") is None
    assert "keyring" not in sys.modules


@pytest.mark.parametrize("mala", ["", "  \r\n", "sk-\x07", "sk con espacios", "clave-ñ", "a\nb"])
def test_una_clave_que_no_vale_no_se_guarda_ni_se_repite(llavero: Llavero, tmp_path: Path, mala: str) -> None:
    with pytest.raises(DatosInvalidos) as dicho:
        claves.poner(tmp_path, "anthropic_api_key", mala)
    assert not mala.strip() or mala.strip() not in dicho.value.mensaje
    assert not claves.ruta(tmp_path).exists()


def test_la_configuracion_usa_la_guardada_y_manda_la_variable(
    llavero: Llavero, entorno_limpio: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claves.poner(entorno_limpio, "anthropic_api_key", CLAVE)
    dada = configuracion.cargar()
    assert (dada.anthropic_api_key, dada.origenes["anthropic_api_key"]) == (CLAVE, "guardada")
    assert CLAVE in dada.secretos()
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-otra")
    assert configuracion.cargar().origenes["anthropic_api_key"] == "variable"


@pytest.mark.parametrize(
    "contenido", ["", "{", "[]", '{"anthropic_api_key": 3}', '{"anthropic_api_key": {"valor": 3}}', "[" * 5000]
)
def test_un_indice_roto_es_como_no_tener_claves(tmp_path: Path, contenido: str) -> None:
    claves.ruta(tmp_path).write_text(contenido)
    assert claves.leer(tmp_path, "anthropic_api_key") is None
