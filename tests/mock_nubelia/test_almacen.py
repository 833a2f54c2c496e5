"""El fichero de cuenta y la base de datos."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mock_nubelia.almacen import Almacen
from mock_nubelia.cuenta import DEMO, CuentaInvalida, fichero_de_cuenta, leer_cuenta
from mock_nubelia.dominio import representar_proyecto
from tests.mock_nubelia.apoyo import escribir_cuenta, organizacion, proyecto


def _almacen(fichero: Path = DEMO) -> Almacen:
    almacen = Almacen()
    almacen.sembrar(leer_cuenta(fichero), 0.0)
    return almacen


def test_la_cuenta_de_demostracion_se_siembra_entera() -> None:
    almacen = _almacen()
    brisa = almacen.credencial("nub_demo_iker_lectura")
    assert brisa is not None
    assert (brisa.organizacion, brisa.rol, brisa.alcance) == ("org_brisa", "miembro", "lectura")
    assert [p.nombre for p in almacen.pagina("org_brisa", 0, 10)[0]] == ["Atlas", "Boreal", "Cierzo"]
    assert almacen.organizacion("org_taller").zona_horaria == "America/Bogota"
    assert almacen.credencial("nub_demo") is None


def test_el_proyecto_sale_como_en_el_fichero_sin_nif_ni_direccion() -> None:
    (boreal,) = _almacen().proyecto("org_brisa", "Boreal")
    cuerpo = representar_proyecto(boreal)
    assert cuerpo["horas"] == {"registradas": 86.25, "presupuestadas": 120, "sin_facturar": 24, "sin_aprobar": 0}
    assert json.dumps(cuerpo["horas"]["presupuestadas"]) == "120"
    (cierzo,) = _almacen().proyecto("org_brisa", "Cierzo")
    assert list(map(str, representar_proyecto(cierzo)["horas"].values())) == ["240", "250", "0", "0"]
    assert cuerpo["cliente"] == {"nombre": "Cooperativa Lindes", "tiene_nif": False, "tiene_direccion": True}
    assert (cuerpo["tareas_abiertas"], cuerpo["plan"], cuerpo["fecha_entrega"]) == (7, "Equipo", None)


def test_un_proyecto_ajeno_no_se_encuentra_ni_por_nombre_ni_por_id() -> None:
    almacen = _almacen()
    assert almacen.proyecto("org_brisa", "Zafiro") == almacen.proyecto("org_brisa", "pry_zafiro") == []
    assert len(almacen.proyecto("org_taller", "zafiro")) == 1


def test_el_nombre_exacto_gana_al_que_solo_coincide_sin_acentos(tmp_path: Path) -> None:
    almacen = _almacen(escribir_cuenta(tmp_path, organizacion("a", ["Álamo", "Alamo", "Pino"])))
    assert [p.id for p in almacen.proyecto("org_a", "Alamo")] == ["pry_a_1"]
    assert [p.id for p in almacen.proyecto("org_a", "alamo")] == ["pry_a_0", "pry_a_1"]
    assert [p.id for p in almacen.proyecto("org_a", "PÍNO")] == ["pry_a_2"]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 30), min_size=1, max_size=4), st.integers(1, 12))
def test_las_paginas_juntas_son_los_proyectos_de_la_organizacion_y_de_ninguna_otra(
    tmp_path_factory: pytest.TempPathFactory, cuantos: list[int], limite: int
) -> None:
    carpeta = tmp_path_factory.mktemp("cuenta")
    cuentas = [organizacion(str(i), [f"P{j}" for j in range(n)]) for i, n in enumerate(cuantos)]
    almacen = _almacen(escribir_cuenta(carpeta, *cuentas))
    for i, cuenta in enumerate(cuentas):
        vistos: list[str] = []
        sigue: int | None = 0
        while sigue is not None:
            pagina, sigue = almacen.pagina(f"org_{i}", sigue, limite)
            assert len(pagina) <= limite
            assert pagina or sigue is None
            vistos += [p.id for p in pagina]
        assert vistos == [p["id"] for p in cuenta["proyectos"]]
    almacen.cerrar()


def test_nubelia_cuenta_elige_otro_fichero_y_el_indicado_gana(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUBELIA_CUENTA", raising=False)
    assert fichero_de_cuenta(None) == DEMO
    monkeypatch.setenv("NUBELIA_CUENTA", "otra.json")
    assert fichero_de_cuenta(None) == Path("otra.json")
    assert fichero_de_cuenta(DEMO) == DEMO


def _con(**cambios: Any) -> dict[str, Any]:
    return organizacion("a", ["P"]) | cambios


@pytest.mark.parametrize(
    ("mala", "dice"),
    [
        (_con(plan="Oro"), "plan"),
        (_con(proyectos=[proyecto("p", "P", estado="roto")]), "estado"),
        (_con(proyectos=[proyecto("p", "P", tareas={"perdida": 1})]), "tareas"),
        (_con(proyectos=[proyecto("p", "P", tareas={"hecha": -1})]), "tareas"),
        (_con(proyectos=[proyecto("p", "P", horas_registradas=float("nan"))]), "horas_registradas"),
        (_con(proyectos=[proyecto("p", "P", fecha_entrega="mañana")]), "fecha"),
        (_con(proyectos=[proyecto("p", "\ud800")]), "nombre"),
        (_con(proyectos=[proyecto("p", "P"), proyecto("p", "Q")]), "repite"),
        (_con(usuarios=[{"id": "u", "nombre": "U", "rol": "miembro", "tokens": {"todo": "t"}}]), "tokens"),
        (_con(personas=True), "personas"),
        (_con(proyectos="P"), "lista"),
        ({"id": "org_a"}, "plan"),
    ],
)
def test_una_cuenta_mal_hecha_se_rechaza_diciendo_donde(tmp_path: Path, mala: dict[str, Any], dice: str) -> None:
    fichero = tmp_path / "c.json"
    fichero.write_text(json.dumps({"organizaciones": [mala]}))
    with pytest.raises(CuentaInvalida, match=dice) as caso:
        leer_cuenta(fichero)
    assert str(tmp_path) not in caso.value.mensaje


@pytest.mark.parametrize("crudo", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"organizaciones": 3}'])
def test_un_fichero_que_no_es_una_cuenta_se_rechaza_con_una_frase(tmp_path: Path, crudo: bytes) -> None:
    (tmp_path / "c.json").write_bytes(crudo)
    with pytest.raises(CuentaInvalida):
        leer_cuenta(tmp_path / "c.json")


def test_un_fichero_que_no_esta_se_distingue(tmp_path: Path) -> None:
    with pytest.raises(CuentaInvalida) as caso:
        leer_cuenta(tmp_path / "no-esta.json")
    assert caso.value.inexistente


def test_un_token_repetido_no_se_escribe_en_el_error(tmp_path: Path) -> None:
    repetida = organizacion("b", []) | {"usuarios": organizacion("a", [])["usuarios"]}
    with pytest.raises(CuentaInvalida, match="repite un token") as caso:
        leer_cuenta(escribir_cuenta(tmp_path, organizacion("a", []), repetida))
    assert "tok_a" not in caso.value.mensaje
