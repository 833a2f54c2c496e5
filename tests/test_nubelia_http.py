"""La puerta HTTP: lo que repite, lo que espera, lo que rechaza y lo que dice."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot import nubelia
from docubot.errores import (
    ConfiguracionInvalida,
    ErrorDocuBot,
    NubeliaNoDisponible,
    RespuestaInvalida,
    SinPermiso,
)
from docubot.nubelia import ClienteNubelia
from docubot.nubelia_http import Politica, leer_json, segundos_de_espera
from tests.apoyo_nubelia import AHORA, SECRETO, cliente, con_transporte, falso
from tests.mock_nubelia.apoyo import ANA, LECTURA, Reloj

# Lo que repite


@pytest.mark.parametrize("fallos", ["503x2", "500x2", "429x2", "resetx2", "cortex2", "503x1;resetx1"])
def test_lo_pasajero_se_repite_hasta_tres_intentos_en_total(fallos: str) -> None:
    api, reloj = cliente(fallos)
    assert api.obtener_organizacion().plan == "Equipo"
    assert reloj.esperas == [0.25, 0.5]


@pytest.mark.parametrize("fallos", ["503", "500", "429", "reset", "corte"])
def test_al_tercer_intento_se_rinde(fallos: str) -> None:
    api, reloj = cliente(fallos)
    with pytest.raises(NubeliaNoDisponible):
        api.obtener_organizacion()
    assert len(reloj.esperas) == 2


@pytest.mark.parametrize("fallos", ["truncado", "html", "nan", "duplicada", "enorme", "vacio"])
def test_una_respuesta_que_no_es_la_api_no_se_repite(fallos: str) -> None:
    api, reloj = cliente(fallos)
    with pytest.raises(RespuestaInvalida, match="NUBELIA_URL"):
        api.obtener_organizacion()
    assert reloj.esperas == []


@pytest.mark.parametrize(
    ("pedido", "espera"),
    [
        ("0", 0.0),
        ("2", 2.0),
        ("3600", 5.0),
        ("2592000", 5.0),
        ("9" * 400, 5.0),
        ("pronto", 0.25),
        ("-3", 0.25),
        ("1e3", 0.25),
        ("Mon, 30 Nov 2026 12:00:03 GMT", 3.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("Tue, 30 Nov 2027 12:00:00 GMT", 5.0),
    ],
)
@pytest.mark.parametrize("estado", ["429", "503"])
def test_retry_after_se_obedece_con_un_tope(estado: str, pedido: str, espera: float) -> None:
    api, reloj = cliente(f"{estado}:{pedido}x1")
    assert api.obtener_organizacion().plan == "Equipo"
    assert reloj.esperas == [espera]


def test_el_mensaje_del_429_dice_cuanto_pide_esperar() -> None:
    with pytest.raises(NubeliaNoDisponible, match="dentro de 3600 s"):
        cliente("429:3600")[0].obtener_organizacion()


def test_el_limite_de_la_organizacion_llega_como_una_frase() -> None:
    api, reloj = cliente(token=ANA)
    for _ in range(30):
        api.obtener_organizacion()
    with pytest.raises(NubeliaNoDisponible, match=r"dentro de \d+ s"):
        api.obtener_organizacion()
    assert sum(reloj.esperas) <= 10
    reloj.ahora += 60
    assert api.obtener_organizacion().plan == "Gratis"


def test_el_plazo_total_cubre_reintentos_y_esperas() -> None:
    politica = Politica(intentos=100, total=12.0)
    api, reloj = cliente("503:4", politica=politica)
    antes = reloj()
    with pytest.raises(NubeliaNoDisponible):
        api.listar_proyectos()
    assert reloj() - antes <= 12.0
    assert reloj.esperas == [4.0, 4.0]


def test_el_goteo_no_burla_el_plazo_total() -> None:
    reloj = Reloj()

    def gotear() -> Iterator[bytes]:
        while True:
            reloj.ahora += 1
            yield b" "

    class Goteo(httpx2.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            return gotear()

    def responder(_: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, headers={"Content-Type": "application/json"}, stream=Goteo())

    with pytest.raises(NubeliaNoDisponible, match="tarda"):
        con_transporte(httpx2.MockTransport(responder), reloj).obtener_organizacion()
    assert reloj.ahora == 1020.0


def test_los_plazos_de_cada_intento_se_acortan_con_lo_que_queda() -> None:
    plazos: list[dict[str, float]] = []

    def lento(peticion: httpx2.Request) -> httpx2.Response:
        plazos.append(peticion.extensions["timeout"])
        reloj.ahora += 7
        return httpx2.Response(503)

    api, reloj = falso(lento)
    with pytest.raises(NubeliaNoDisponible):
        api.obtener_organizacion()
    assert [(p["connect"], p["read"]) for p in plazos] == [(3.0, 8.0), (3.0, 8.0), (3.0, 5.25)]


def test_cada_peticion_lleva_el_token_y_no_admite_compresion() -> None:
    def mirar(peticion: httpx2.Request) -> httpx2.Response:
        assert peticion.headers["authorization"] == f"Bearer {SECRETO}"
        assert peticion.headers["accept-encoding"] == "identity"
        return httpx2.Response(401)

    with pytest.raises(SinPermiso):
        falso(mirar, SECRETO)[0].obtener_organizacion()


def test_solo_hace_lecturas() -> None:
    metodos: set[str] = set()

    def anotar(peticion: httpx2.Request) -> httpx2.Response:
        metodos.add(peticion.method)
        return httpx2.Response(404)

    api, _ = falso(anotar)
    for operacion in (api.listar_proyectos, api.obtener_organizacion, lambda: api.obtener_proyecto("Atlas")):
        with pytest.raises(ErrorDocuBot):
            operacion()
    assert metodos == {"GET"}


# Lo que rechaza


@pytest.mark.parametrize(
    "crudo",
    [
        b"",
        b"{",
        b"NaN",
        b'{"a":Infinity}',
        b'{"a":-Infinity}',
        b'{"a":1e999}',
        b'{"a":1,"a":2}',
        b"\xff",
        b"\xef\xbb\xbf{}",
        b"{}{}",
        b"[" * 200_000,
        b"9" * 5000,
        '{"a":1}'.encode("utf-16"),
        b"<html>",
        b"{'a':1}",
        b'{"a":"\n"}',
    ],
)
def test_lo_que_no_es_json_estricto_se_rechaza(crudo: bytes) -> None:
    with pytest.raises(RespuestaInvalida, match="JSON"):
        leer_json(crudo)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_ningun_cuerpo_escapa_como_otra_excepcion(crudo: bytes) -> None:
    api, _ = falso(lambda _: httpx2.Response(200, headers={"Content-Type": "application/json"}, content=crudo))
    with pytest.raises(RespuestaInvalida):
        api.obtener_organizacion()


@pytest.mark.parametrize("declarado", ["2000000", "9" * 40, "-1", "x"])
def test_un_tamano_declarado_que_no_cabe_se_rechaza_sin_leer(declarado: str) -> None:
    class NoSeLee(httpx2.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            raise AssertionError("se leyó el cuerpo")

    cabeceras = {"Content-Type": "application/json", "Content-Length": declarado}
    with pytest.raises(RespuestaInvalida, match="1 MB"):
        falso(lambda _: httpx2.Response(200, headers=cabeceras, stream=NoSeLee()))[0].obtener_organizacion()


def test_una_respuesta_comprimida_que_no_se_pidio_se_rechaza() -> None:
    cabeceras = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    with pytest.raises(RespuestaInvalida, match="comprimida"):
        falso(lambda _: httpx2.Response(200, headers=cabeceras, stream=httpx2.ByteStream(b"x")))[
            0
        ].obtener_organizacion()


@pytest.mark.parametrize(
    ("estado", "error"),
    [
        (401, SinPermiso),
        (403, SinPermiso),
        (404, RespuestaInvalida),
        (204, RespuestaInvalida),
        (302, RespuestaInvalida),
        (400, RespuestaInvalida),
        (418, RespuestaInvalida),
        (501, RespuestaInvalida),
        (502, NubeliaNoDisponible),
        (504, NubeliaNoDisponible),
    ],
)
def test_cada_estado_tiene_su_error(estado: int, error: type[ErrorDocuBot]) -> None:
    cabeceras = {"Location": "http://otro.invalid/"}
    with pytest.raises(error):
        falso(lambda _: httpx2.Response(estado, headers=cabeceras, content=b"<x>"))[0].obtener_organizacion()


@pytest.mark.parametrize("token", ["", "  ", "a b", "ñ", "a\rb", "x" * 600])
def test_un_token_que_no_puede_serlo_se_dice_al_abrir(token: str) -> None:
    with pytest.raises(SinPermiso, match="NUBELIA_TOKEN"):
        nubelia.conectar("http://127.0.0.1:1", token)


def test_un_token_con_un_salto_pegado_vale() -> None:
    with nubelia.conectar(None, f" {LECTURA}\r\n") as api:
        assert api.obtener_organizacion().plan == "Equipo"


@pytest.mark.parametrize(
    "url",
    [
        "nubelia",
        "ftp://x",
        "http://",
        "http://u:clave@x",
        "http://x/?a=1",
        "http://x/#a",
        "http://x:99999",
        "http://[",
        "file:///etc/passwd",
        "\x00",
    ],
)
def test_una_direccion_que_no_vale_se_dice_sin_repetirla(url: str) -> None:
    with pytest.raises(ConfiguracionInvalida, match="NUBELIA_URL") as caso:
        nubelia.conectar(url, LECTURA)
    assert "clave" not in caso.value.mensaje


@pytest.mark.parametrize("sufijo", ["", "/", "/v1", "/v1/", "/api/v1"])
def test_la_direccion_vale_con_v1_o_sin_ella(sufijo: str) -> None:
    rutas: list[str] = []

    def anotar(peticion: httpx2.Request) -> httpx2.Response:
        rutas.append(peticion.url.path)
        return httpx2.Response(401)

    with pytest.raises(SinPermiso):
        ClienteNubelia(f"http://x{sufijo}", LECTURA, httpx2.MockTransport(anotar)).obtener_organizacion()
    assert rutas == [("/api" if "api" in sufijo else "") + "/v1/organizacion"]


@pytest.mark.parametrize(
    "fallo", ["503", "429:9", "reset", "corte", "html", "nan", "enorme", "truncado", "duplicada", "401"]
)
def test_ningun_mensaje_lleva_token_direccion_ni_ruta(fallo: str) -> None:
    token = SECRETO if fallo == "401" else LECTURA
    api, _ = cliente("" if fallo == "401" else fallo, token=token)
    with pytest.raises(ErrorDocuBot) as caso:
        api.obtener_proyecto("Atlas")
    for prohibido in (token, "nubelia.invalid", "http", "/v1", "/"):
        assert prohibido not in caso.value.mensaje
    assert caso.value.__suppress_context__ or caso.value.__context__ is None
    assert token not in repr(api)
    assert token not in repr(vars(api))


@pytest.mark.parametrize(
    ("texto", "segundos"),
    [
        (None, None),
        ("", None),
        ("7", 7.0),
        (" 7 ", 7.0),
        ("٣", None),
        ("nan", None),
        ("Mon, 30 Nov 2026 12:00:09 -0000", 9.0),
        ("Mon, 99 Nov 2026 12:00:09 GMT", None),
    ],
)
def test_los_segundos_de_retry_after(texto: str | None, segundos: float | None) -> None:
    assert segundos_de_espera(texto, AHORA) == segundos
