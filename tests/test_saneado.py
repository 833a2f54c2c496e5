"""Lo ajeno pierde los controles y nada visible; los secretos no se ven."""

from __future__ import annotations

import codecs
import json
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.saneado import TAPADO, Limpiador, escapar_en_json, limpiar, limpiar_linea, tapar_secretos
from tests.cargas import CARGAS, LITERALES, PROHIBIDO, entre_senales

HOSTIL = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("\x1b\x9b\x9d\x07\r\n\t\u202e\u200b\ufeff[];m0248HJ\\PX^_"),
        st.sampled_from([c for carga in CARGAS for c in carga]),
    ),
    max_size=60,
)


def test_son_doscientas_cargas_distintas() -> None:
    assert len(set(CARGAS)) == len(CARGAS) >= 200


@pytest.mark.parametrize("carga", CARGAS, ids=ascii)
def test_una_carga_pierde_los_controles_y_lo_de_alrededor_se_ve(carga: str) -> None:
    limpio = limpiar(entre_senales(carga))
    assert not PROHIBIDO.search(limpio)
    assert limpio.startswith("INI")
    assert limpio.endswith("FIN")


@pytest.mark.parametrize("literal", LITERALES)
def test_lo_visible_llega_tal_cual(literal: str) -> None:
    assert limpiar(literal) == literal


@settings(max_examples=5000, deadline=None)
@given(HOSTIL)
def test_da_igual_por_que_byte_se_corte_y_limpiar_dos_veces_no_cambia_nada(texto: str) -> None:
    entero = limpiar(texto)
    assert not PROHIBIDO.search(entero)
    assert limpiar(entero) == entero
    bytes_ = texto.encode("utf-8", "surrogatepass")
    descodificador, limpiador = codecs.getincrementaldecoder("utf-8")("surrogatepass"), Limpiador()
    trozos = [limpiador.recibir(descodificador.decode(bytes_[i : i + 1])) for i in range(len(bytes_))]
    assert "".join(trozos) + limpiador.terminar() == entero


@settings(max_examples=300, deadline=None)
@given(HOSTIL)
def test_no_se_pierde_ninguna_letra_ni_ninguna_cifra(texto: str) -> None:
    def visibles(t: str) -> str:
        return "".join(c for c in t if unicodedata.category(c)[0] in "LNPS" and not PROHIBIDO.match(c))

    antes = visibles(texto.replace("\u17b4", "").replace("\u17b5", ""))
    assert visibles(limpiar(texto)).replace("\ufffd", "") == antes.replace("\ufffd", "")


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(HOSTIL, HOSTIL, max_size=3))
def test_un_json_escapado_vale_lo_mismo_y_no_lleva_controles(datos: dict[str, str]) -> None:
    escrito = escapar_en_json(json.dumps(datos, ensure_ascii=False))
    assert json.loads(escrito) == json.loads(json.dumps(datos))
    assert not PROHIBIDO.search(escrito)


def test_una_linea_es_una_linea() -> None:
    assert limpiar_linea("a\r\nb\u2028c\td  e") == "a b c d e"


@pytest.mark.parametrize(
    "secreto",
    [
        "sk-ant-api03-AAAABBBBCCCC", "nub_privado_123", "ghp_0123456789abcdefghij", "xoxb-1234567890-abc",
        "AKIA0123456789ABCDEF",
        "eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl", "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----",
    ],
)  # fmt: skip
def test_lo_que_parece_una_clave_no_se_ve(secreto: str) -> None:
    tapado = tapar_secretos(f"la clave es {secreto} y ya")
    assert secreto not in tapado
    assert tapado == f"la clave es {TAPADO} y ya"


def test_las_cadenas_propias_se_tapan_siempre() -> None:
    assert tapar_secretos("clave hunter2", ("hunter2", "")) == f"clave {TAPADO}"
