"""Los fallos sembrados: su escritura, su orden y lo que hace cada uno."""

from __future__ import annotations

import contextlib
import json

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mock_nubelia.fallos import TIPOS, Fallo, FalloInvalido, Fallos, leer_fallos
from tests.mock_nubelia.apoyo import Reloj, app, http

RUTA = "/v1/organizacion"


def _get(fallo: str, ruta: str = RUTA) -> httpx2.Response:
    return http(app()).get(ruta, headers={"X-Nubelia-Fallo": fallo})


def test_la_lista_se_lee_con_valor_veces_y_probabilidad() -> None:
    plan = leer_fallos("503x2; latencia:1.5 ;429:Wed, 21 Oct 2026 07:28:00 GMT@0.25;enorme:2x1;semilla:7")
    assert plan.semilla == 7
    assert plan.fallos == (
        Fallo("503", None, 2),
        Fallo("latencia", "1.5"),
        Fallo("429", "Wed, 21 Oct 2026 07:28:00 GMT", None, 0.25),
        Fallo("enorme", "2", 1),
    )


@pytest.mark.parametrize(
    "mala",
    [
        "pepe",
        "503@2",
        "503@1.2.3",
        "latencia",
        "latencia:mucho",
        "latencia:-1",
        "goteo:inf",
        "503:ñ",
        "enorme:x",
        "@",
        ":",
    ],
)
def test_una_lista_mal_escrita_se_rechaza_con_una_frase(mala: str) -> None:
    with pytest.raises(FalloInvalido):
        leer_fallos(mala)


@settings(max_examples=200)
@given(st.text(max_size=40))
def test_cualquier_texto_se_lee_o_se_rechaza(texto: str) -> None:
    with contextlib.suppress(FalloInvalido):
        assert leer_fallos(texto).semilla >= 0


def test_los_fallos_contados_se_gastan_en_orden() -> None:
    cliente = http(app(fallos="503x2;500x1"))
    assert [cliente.get(RUTA).status_code for _ in range(4)] == [503, 503, 500, 200]


def test_la_misma_semilla_da_los_mismos_fallos() -> None:
    def tirada(semilla: int) -> list[bool]:
        fallos = Fallos(leer_fallos(f"503@0.3;semilla:{semilla}"))
        return [fallos.siguiente() is not None for _ in range(200)]

    assert tirada(7) == tirada(7)
    assert tirada(7) != tirada(8)
    assert 30 < sum(tirada(7)) < 90


def test_la_variable_de_entorno_los_siembra(monkeypatch: pytest.MonkeyPatch) -> None:
    from mock_nubelia.app import crear_app

    monkeypatch.setenv("NUBELIA_FALLOS", "503x1")
    cliente = http(crear_app())
    assert [cliente.get(RUTA).status_code for _ in range(2)] == [503, 200]


def test_una_cabecera_mal_escrita_es_400() -> None:
    assert _get("pepe").status_code == 400


@pytest.mark.parametrize("valor", ["0", "3600", "-5", "pronto", "Wed, 21 Oct 2026 07:28:00 GMT", "9" * 30])
def test_un_429_lleva_el_retry_after_que_se_pida(valor: str) -> None:
    respuesta = _get(f"429:{valor}")
    assert (respuesta.status_code, respuesta.headers["retry-after"]) == (429, valor)
    assert "retry-after" not in _get("429").headers


def test_la_latencia_espera_y_despues_responde_bien() -> None:
    reloj = Reloj()
    respuesta = http(app(reloj, "latencia:2.5")).get(RUTA)
    assert (respuesta.status_code, reloj.esperas) == (200, [2.5])


def test_el_goteo_espera_por_octeto_sin_cambiar_el_cuerpo() -> None:
    reloj = Reloj()
    respuesta = http(app(reloj, "goteo:0.01")).get(RUTA)
    assert respuesta.json()["plan"] == "Equipo"
    assert len(reloj.esperas) == len(respuesta.content)


def test_los_cuerpos_estropeados_lo_estan_y_declaran_su_tamano() -> None:
    bueno = http(app()).get(RUTA).content
    truncado = _get("truncado")
    assert bueno.startswith(truncado.content)
    assert len(truncado.content) == len(bueno) // 2 == int(truncado.headers["content-length"])
    assert json.loads(_get("nan").content)["extra"] != 0
    assert b"NaN" in _get("nan").content
    repetidas: list[str] = []
    json.loads(_get("duplicada").content, object_pairs_hook=lambda pares: repetidas.extend(k for k, _ in pares))
    assert len(repetidas) == len(set(repetidas)) + 1
    assert _get("vacio").content == b""
    assert _get("html").headers["content-type"].startswith("text/html")


def test_el_enorme_es_json_correcto_salvo_por_su_tamano() -> None:
    respuesta = _get("enorme:2")
    assert len(respuesta.content) > 2 * 1024 * 1024
    assert respuesta.json()["plan"] == "Equipo"


def test_una_conexion_cortada_no_es_una_respuesta() -> None:
    with pytest.raises(httpx2.ReadError):
        _get("reset")
    with pytest.raises(httpx2.RemoteProtocolError):
        _get("corte")


def test_todos_los_tipos_se_pueden_pedir() -> None:
    for tipo in TIPOS:
        assert leer_fallos(f"{tipo}:1").fallos[0].tipo == tipo
