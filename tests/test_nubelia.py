"""El cliente de la API: lo que lee, lo que no existe y lo que rechaza."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot import nubelia
from docubot.errores import (
    ArgumentosInvalidos,
    ConfiguracionInvalida,
    DatosInvalidos,
    EntradaInexistente,
    ProyectoNoEncontrado,
    RespuestaInvalida,
)
from tests.apoyo_nubelia import cliente, en_json, falso, proyecto_json
from tests.mock_nubelia.apoyo import ANA, LECTURA, escribir_cuenta, organizacion

# Lo que lee


def test_obtiene_un_proyecto_con_todos_sus_datos() -> None:
    atlas = cliente()[0].obtener_proyecto("Atlas")
    assert (atlas.estado, atlas.responsable, atlas.tareas_abiertas, atlas.plan) == (
        "activo",
        "Lucía Prado",
        42,
        "Equipo",
    )
    assert atlas.tareas == {"pendiente": 18, "en curso": 15, "en revisión": 9, "hecha": 118}
    assert atlas.horas == nubelia.Horas(312.5, 400, 46.25, 0)
    assert atlas.cliente == nubelia.ClienteDeProyecto("Museo del Mar", True, True)
    assert atlas.fecha_entrega == "2026-12-18"


@pytest.mark.parametrize("dicho", ["atlas", "ÁTLAS", "«Atlas»", "mi proyecto Atlas", "pry_atlas", " Atlas\n"])
def test_el_nombre_se_normaliza(dicho: str) -> None:
    assert cliente()[0].obtener_proyecto(dicho).id == "pry_atlas"


def test_un_nombre_con_barra_o_con_puntos_se_encuentra(tmp_path: Path) -> None:
    cuenta = escribir_cuenta(tmp_path, organizacion("a", ["P/Q", "..", "50 % más?", "Ñandú"]))
    api, _ = cliente(token="tok_a", cuenta=cuenta)
    for nombre in ("P/Q", "50 % más?", "ñandu"):
        assert api.obtener_proyecto(nombre).nombre.casefold()[:1] == nombre[:1].casefold()


def test_la_organizacion_y_la_lista() -> None:
    api, _ = cliente()
    assert api.obtener_organizacion() == nubelia.Organizacion(
        "org_brisa", "Estudio Brisa", "Equipo", 9, "Europe/Madrid"
    )
    assert [p.nombre for p in api.listar_proyectos()] == ["Atlas", "Boreal", "Cierzo"]


def test_una_lista_vacia_es_una_lista(tmp_path: Path) -> None:
    assert cliente(token="tok_a", cuenta=escribir_cuenta(tmp_path, organizacion("a", [])))[0].listar_proyectos() == []


def test_sigue_todas_las_paginas(tmp_path: Path) -> None:
    nombres = [f"P{i}" for i in range(257)]
    api, _ = cliente(token="tok_a", cuenta=escribir_cuenta(tmp_path, organizacion("a", nombres)))
    assert [p.nombre for p in api.listar_proyectos()] == nombres
    assert api.obtener_proyecto("mi proyecto p256").nombre == "P256"


def test_un_servidor_que_no_pliega_acentos_no_importa() -> None:
    datos = {"datos": [proyecto_json(nombre="Átlas")], "siguiente": None}

    def literal(peticion: httpx2.Request) -> httpx2.Response:
        return en_json(datos) if peticion.url.path == "/v1/proyectos" else httpx2.Response(404)

    assert falso(literal)[0].obtener_proyecto("atlas").nombre == "Átlas"


def test_un_servidor_que_devuelve_otro_proyecto_no_engana() -> None:
    def generoso(peticion: httpx2.Request) -> httpx2.Response:
        otro = proyecto_json(nombre="Boreal")
        return en_json({"datos": [otro], "siguiente": None} if peticion.url.path == "/v1/proyectos" else otro)

    with pytest.raises(ProyectoNoEncontrado):
        falso(generoso)[0].obtener_proyecto("Atlas")


# Lo que no existe


def test_zafiro_no_existe_y_se_dice_cuales_hay() -> None:
    with pytest.raises(ProyectoNoEncontrado) as caso:
        cliente()[0].obtener_proyecto("mi proyecto Zafiro")
    assert (
        caso.value.mensaje
        == "No existe ningún proyecto llamado «Zafiro». Proyectos disponibles: Atlas, Boreal, Cierzo."
    )


def test_una_errata_sugiere_el_nombre() -> None:
    with pytest.raises(ProyectoNoEncontrado, match=r"¿Querías decir Cierzo\?"):
        cliente()[0].obtener_proyecto("ciezro")


def test_un_nombre_imposible_no_llega_a_la_api() -> None:
    def nunca(_: httpx2.Request) -> httpx2.Response:
        raise AssertionError("se llamó a la API")

    for malo in ("", " ", "x" * 500, "\x00"):
        with pytest.raises(ArgumentosInvalidos):
            falso(nunca)[0].obtener_proyecto(malo)


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(["Zafiro", "zafiro", "pry_zafiro", "Safiro", "mi proyecto Zafiro", "Atlas Zafiro", "Panadería Sol"])
)
def test_ningun_error_nombra_un_proyecto_de_otra_organizacion(dicho: str) -> None:
    with pytest.raises(ProyectoNoEncontrado) as caso:
        cliente()[0].obtener_proyecto(dicho)
    sugerido = caso.value.mensaje.split("»", 1)[1]
    assert "afiro" not in sugerido
    with pytest.raises(ProyectoNoEncontrado) as caso:
        cliente(token=ANA)[0].obtener_proyecto("Atlas")
    assert "Boreal" not in caso.value.mensaje


# Lo que rechaza


@pytest.mark.parametrize(
    "cambios",
    [
        {"nombre": None},
        {"nombre": ""},
        {"nombre": 3},
        {"nombre": "\ud800"},
        {"tareas": []},
        {"tareas": {"hecha": True}},
        {"tareas": {"hecha": 1.5}},
        {"tareas": {"hecha": -1}},
        {"tareas_abiertas": "42"},
        {"fecha_entrega": "18/12/2026"},
        {"fecha_entrega": 3},
        {"horas": None},
        {"horas": {}},
        {"cliente": {"nombre": "C", "tiene_nif": 1, "tiene_direccion": 0}},
    ],
)
def test_un_proyecto_con_otra_forma_se_rechaza(cambios: dict[str, Any]) -> None:
    api, _ = falso(lambda _: en_json({"datos": [proyecto_json(**cambios)], "siguiente": None}))
    with pytest.raises(RespuestaInvalida):
        api.listar_proyectos()


@pytest.mark.parametrize("cuerpo", [[], 3, None, "x", {}, {"datos": {}}, {"datos": [3], "siguiente": None}])
def test_una_pagina_con_otra_forma_se_rechaza(cuerpo: Any) -> None:
    with pytest.raises(RespuestaInvalida):
        falso(lambda _: en_json(cuerpo))[0].listar_proyectos()


def test_las_paginas_que_no_acaban_se_cortan() -> None:
    pedidas = iter(range(1000))
    api, _ = falso(lambda _: en_json({"datos": [], "siguiente": f"c{next(pedidas)}"}))
    with pytest.raises(RespuestaInvalida, match="páginas"):
        api.listar_proyectos()
    assert next(pedidas) == nubelia.MAXIMO_PAGINAS


@pytest.mark.parametrize("cursor", ["el mismo", 3, "", ["x"]])
def test_un_cursor_que_se_repite_o_no_es_texto_se_rechaza(cursor: Any) -> None:
    with pytest.raises(RespuestaInvalida, match="cursor"):
        falso(lambda _: en_json({"datos": [], "siguiente": cursor}))[0].listar_proyectos()


# En proceso


def test_abrir_lee_la_configuracion() -> None:
    configuracion: Any = SimpleNamespace(nubelia_url=None, nubelia_token=LECTURA, nubelia_cuenta=None)
    with nubelia.abrir(configuracion) as api:
        assert len(api.listar_proyectos()) == 3


def test_otra_cuenta_en_proceso(tmp_path: Path) -> None:
    cuenta = escribir_cuenta(tmp_path, organizacion("a", ["Solo"]))
    with nubelia.conectar(None, "tok_a", cuenta=cuenta) as api:
        assert [p.nombre for p in api.listar_proyectos()] == ["Solo"]


def test_una_cuenta_que_no_esta_o_no_vale_se_dice_sin_su_ruta(tmp_path: Path) -> None:
    with pytest.raises(EntradaInexistente) as caso:
        nubelia.conectar(None, LECTURA, cuenta=tmp_path / "no.json")
    assert str(tmp_path) not in caso.value.mensaje
    (tmp_path / "mala.json").write_text("{}")
    with pytest.raises(DatosInvalidos):
        nubelia.conectar(None, LECTURA, cuenta=tmp_path / "mala.json")


def test_fallos_sembrados_mal_escritos_se_dicen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUBELIA_FALLOS", "pepe")
    with pytest.raises(ConfiguracionInvalida, match="NUBELIA_FALLOS"):
        nubelia.conectar(None, LECTURA)


def test_el_cliente_sirve_a_varios_hilos() -> None:
    api, _ = cliente()
    with ThreadPoolExecutor(8) as hilos:
        nombres = list(hilos.map(lambda n: api.obtener_proyecto(n).nombre, ["Atlas", "Boreal", "Cierzo"] * 10))
    assert nombres == ["Atlas", "Boreal", "Cierzo"] * 10
