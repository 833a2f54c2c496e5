"""El transporte de httpx2 sobre una aplicación ASGI del mismo proceso."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest

from docubot.transporte_asgi import CORTAR, TransporteAsgi


def _cliente(app: Any, **opciones: Any) -> httpx2.Client:
    return httpx2.Client(transport=TransporteAsgi(app, **opciones), base_url="http://nubelia.invalid")


async def _empezar(send: Any, estado: int = 200) -> None:
    await send({"type": "http.response.start", "status": estado, "headers": [(b"content-type", b"text/plain")]})


async def _trozo(send: Any, octetos: bytes, sigue: bool = False) -> None:
    await send({"type": "http.response.body", "body": octetos, "more_body": sigue})


async def eco(scope: Any, receive: Any, send: Any) -> None:
    mensaje = await receive()
    await _empezar(send, 201)
    await _trozo(send, scope["method"].encode() + b" " + scope["raw_path"] + b"?" + scope["query_string"] + b" ", True)
    await _trozo(send, mensaje["body"] + dict(scope["headers"])[b"x-uno"])


def test_lleva_metodo_ruta_consulta_cabeceras_y_cuerpo() -> None:
    respuesta = _cliente(eco).post("/a%2Fb", params={"ñ": "1"}, content=b"hola ", headers={"X-Uno": "dos"})
    assert (respuesta.status_code, respuesta.headers["content-type"]) == (201, "text/plain")
    assert respuesta.content == b"POST /a%2Fb?%C3%B1=1 hola dos"


def test_una_aplicacion_que_no_acaba_es_un_plazo_vencido() -> None:
    async def colgada(scope: Any, receive: Any, send: Any) -> None:
        await _empezar(send)
        await asyncio.Event().wait()

    with pytest.raises(httpx2.ReadTimeout):
        _cliente(colgada).get("/", timeout=0.01)


def test_una_respuesta_sin_fin_se_corta_y_la_aplicacion_se_entera() -> None:
    mandados = 0

    async def infinita(scope: Any, receive: Any, send: Any) -> None:
        nonlocal mandados
        await _empezar(send)
        while True:
            await _trozo(send, b"x" * 1000, True)
            mandados += 1

    respuesta = _cliente(infinita, maximo=10_000).get("/")
    assert 10_000 < len(respuesta.content) <= 11_000
    assert mandados == 11


def test_una_respuesta_a_medias_o_ninguna_es_un_error_de_protocolo() -> None:
    async def a_medias(scope: Any, receive: Any, send: Any) -> None:
        await _empezar(send)
        await _trozo(send, b"x", True)

    async def ninguna(scope: Any, receive: Any, send: Any) -> None:
        return None

    for app in (a_medias, ninguna):
        with pytest.raises(httpx2.RemoteProtocolError):
            _cliente(app).get("/")


def test_la_aplicacion_puede_cortar_la_conexion() -> None:
    async def corta(scope: Any, receive: Any, send: Any) -> None:
        await _empezar(send)
        scope["extensions"][CORTAR]()

    with pytest.raises(httpx2.ReadError):
        _cliente(corta).get("/")


def test_un_fallo_despues_de_responder_no_quita_la_respuesta_y_uno_antes_si() -> None:
    async def despues(scope: Any, receive: Any, send: Any) -> None:
        await _empezar(send, 500)
        await _trozo(send, b"mal")
        raise ValueError("registro")

    async def antes(scope: Any, receive: Any, send: Any) -> None:
        raise ValueError("nuestro")

    assert _cliente(despues).get("/").status_code == 500
    with pytest.raises(ValueError, match="nuestro"):
        _cliente(antes).get("/")


def test_quien_espera_a_que_cuelguen_no_se_queda_esperando() -> None:
    async def espera(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await _empezar(send)
        await _trozo(send, b"ya")
        assert (await receive())["type"] == "http.disconnect"

    assert _cliente(espera).get("/").text == "ya"


def test_sirve_a_varios_hilos_a_la_vez() -> None:
    dentro = 0
    maximo = 0

    async def lenta(scope: Any, receive: Any, send: Any) -> None:
        nonlocal dentro, maximo
        dentro += 1
        maximo = max(maximo, dentro)
        await asyncio.to_thread(barrera.wait)
        dentro -= 1
        await _empezar(send)
        await _trozo(send, scope["query_string"])

    import threading

    barrera = threading.Barrier(4, timeout=10)
    with ThreadPoolExecutor(4) as hilos:
        textos = list(hilos.map(lambda i: _cliente(lenta).get("/", params={"i": i}).text, range(4)))
    assert textos == ["i=0", "i=1", "i=2", "i=3"]
    assert maximo == 4


def test_funciona_dentro_de_un_bucle_que_ya_corre() -> None:
    async def desde_dentro() -> str:
        return _cliente(eco).get("/", headers={"X-Uno": "si"}).text

    assert asyncio.run(desde_dentro()) == "GET /? si"


def test_al_cerrar_suelta_la_aplicacion() -> None:
    cerrado: list[bool] = []
    _cliente(eco, al_cerrar=lambda: cerrado.append(True)).close()
    assert cerrado == [True]
