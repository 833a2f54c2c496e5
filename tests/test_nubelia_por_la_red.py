"""El cliente contra un uvicorn de verdad, en este equipo."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from docubot import nubelia
from docubot.errores import (
    ErrorDocuBot,
    NubeliaNoDisponible,
    ProyectoNoEncontrado,
    RespuestaInvalida,
    SinPermiso,
)
from docubot.nubelia_http import Politica
from mock_nubelia.app import crear_app
from mock_nubelia.fallos import Fallos, leer_fallos
from mock_nubelia.servidor import crear_servidor
from tests.apoyo_nubelia import SECRETO, cliente
from tests.mock_nubelia.apoyo import LECTURA


@contextmanager
def servidor(fallos: str = "") -> Iterator[str]:
    """Un uvicorn de verdad en un puerto libre."""
    enchufe = socket.create_server(("127.0.0.1", 0))
    uvicorn = crear_servidor(crear_app(None, fallos=Fallos(leer_fallos(fallos))))
    hilo = threading.Thread(target=uvicorn.run, kwargs={"sockets": [enchufe]})
    hilo.start()
    try:
        yield f"http://127.0.0.1:{enchufe.getsockname()[1]}"
    finally:
        uvicorn.should_exit = True
        hilo.join(10)
        enchufe.close()


PRISA = Politica(intentos=2, lectura=0.2, total=0.6, espera_base=0.0, espera_maxima=0.0)


@pytest.mark.parametrize(
    ("fallos", "error"),
    [
        ("latencia:1", NubeliaNoDisponible),
        ("goteo:0.02", NubeliaNoDisponible),
        ("500", NubeliaNoDisponible),
        ("503:1", NubeliaNoDisponible),
        ("429:3600", NubeliaNoDisponible),
        ("reset", NubeliaNoDisponible),
        ("corte", NubeliaNoDisponible),
        ("truncado", RespuestaInvalida),
        ("vacio", RespuestaInvalida),
        ("html", RespuestaInvalida),
        ("nan", RespuestaInvalida),
        ("duplicada", RespuestaInvalida),
        ("enorme", RespuestaInvalida),
    ],
)
def test_cada_fallo_por_la_red_da_su_error(fallos: str, error: type[ErrorDocuBot]) -> None:
    with servidor(fallos) as url, nubelia.conectar(url, LECTURA, politica=PRISA) as api, pytest.raises(error) as caso:
        api.obtener_organizacion()
    assert "127.0.0.1" not in caso.value.mensaje


def test_por_la_red_se_lee_lo_mismo_que_en_proceso_y_se_repite_lo_pasajero() -> None:
    with servidor("resetx1") as url, nubelia.conectar(url, LECTURA, politica=PRISA) as api:
        por_la_red = [api.listar_proyectos(), api.obtener_proyecto("mi proyecto átlas"), api.obtener_organizacion()]
    en_proceso, _ = cliente()
    assert por_la_red == [
        en_proceso.listar_proyectos(),
        en_proceso.obtener_proyecto("Atlas"),
        en_proceso.obtener_organizacion(),
    ]


def test_por_la_red_un_token_malo_y_lo_ajeno() -> None:
    with servidor() as url:
        with nubelia.conectar(url, SECRETO) as api, pytest.raises(SinPermiso):
            api.listar_proyectos()
        with nubelia.conectar(url, LECTURA) as api, pytest.raises(ProyectoNoEncontrado, match="Atlas, Boreal, Cierzo"):
            api.obtener_proyecto("Zafiro")


def test_en_este_equipo_no_se_usa_el_proxy_del_entorno(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(variable, "http://127.0.0.1:9")
    with servidor() as url, nubelia.conectar(url, LECTURA, politica=PRISA) as api:
        assert api.obtener_organizacion().plan == "Equipo"


def test_nadie_escucha() -> None:
    with socket.create_server(("127.0.0.1", 0)) as enchufe:
        puerto = enchufe.getsockname()[1]
    with (
        nubelia.conectar(f"http://127.0.0.1:{puerto}", LECTURA, politica=PRISA) as api,
        pytest.raises(NubeliaNoDisponible, match="No se puede conectar"),
    ):
        api.listar_proyectos()


def test_al_otro_lado_no_hablan_http() -> None:
    with socket.create_server(("127.0.0.1", 0)) as enchufe:

        def saludar() -> None:
            for _ in range(PRISA.intentos):
                conexion, _ = enchufe.accept()
                with conexion:
                    conexion.sendall(b"220 smtp ESMTP\r\n")

        hilo = threading.Thread(target=saludar)
        hilo.start()
        url = f"http://127.0.0.1:{enchufe.getsockname()[1]}"
        with nubelia.conectar(url, LECTURA, politica=PRISA) as api, pytest.raises(NubeliaNoDisponible):
            api.listar_proyectos()
        hilo.join(10)
