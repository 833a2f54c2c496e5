from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from docubot.errores import DatosInvalidos, NoSePuedeCrear
from docubot.evaluacion.recuperacion import evaluar_recuperacion
from docubot.evaluacion.squad import leer_squad
from docubot.lenguaje.embeddings import EmbebedorDePega


def escrito(fichero: Path, *parrafos: dict[str, Any], **resto: Any) -> Path:
    fichero.write_text(json.dumps({"data": [{"paragraphs": list(parrafos)}], **resto}), encoding="utf-8")
    return fichero


def parrafo(contexto: str, *preguntas: str, desde: int = 0, **resto: Any) -> dict[str, Any]:
    qas = [{"id": f"q{desde + n}", "question": p, **resto} for n, p in enumerate(preguntas)]
    return {"context": contexto, "qas": qas}


def sin_ids(documento: dict[str, Any]) -> dict[str, Any]:
    return {**documento, "qas": [{"question": q["question"]} for q in documento["qas"]]}


def test_un_parrafo_sin_preguntas_o_con_todas_imposibles_tambien_compite(tmp_path: Path) -> None:
    fichero = escrito(
        tmp_path / "s.json",
        parrafo("solo imposibles", "a", is_impossible=True),
        {"context": "sin preguntas"},
        parrafo("el bueno", "b", desde=1, is_impossible=False),
    )
    conjunto = leer_squad(fichero)
    assert conjunto.parrafos == ["solo imposibles", "sin preguntas", "el bueno"]
    assert conjunto.preguntas == [("b", 2)]


@pytest.mark.parametrize(("valor", "se_mide"), [("True", False), ("false", True), (1, False), (None, True)])
def test_lo_imposible_se_entiende_escrito_de_varias_maneras(tmp_path: Path, valor: object, se_mide: bool) -> None:
    fichero = escrito(tmp_path / "s.json", parrafo("x", "a", is_impossible=valor), parrafo("y", "b", desde=1))
    assert len(leer_squad(fichero).preguntas) == 1 + se_mide


def test_dos_parrafos_que_solo_difieren_en_blancos_o_forma_unicode_son_el_mismo(tmp_path: Path) -> None:
    fichero = escrito(tmp_path / "s.json", parrafo("año  uno\n", "a"), parrafo("an\u0303o uno", "b", desde=1))
    conjunto = leer_squad(fichero)
    assert (len(conjunto.parrafos), conjunto.preguntas) == (1, [("a", 0), ("b", 0)])


def test_lo_vacio_no_se_mide_y_se_dice(tmp_path: Path) -> None:
    fichero = escrito(tmp_path / "s.json", parrafo(" ", "a"), parrafo("y", " ", "b", desde=1), version="v2.0")
    conjunto = leer_squad(fichero)
    assert (conjunto.parrafos, conjunto.preguntas) == (["y"], [("b", 0)])
    assert conjunto.avisos[0].startswith("2 preguntas están vacías")


def test_de_un_fichero_paralelo_mayor_se_mide_lo_comun_y_se_dice(tmp_path: Path) -> None:
    propio = escrito(tmp_path / "s.json", parrafo("x", "a"), parrafo("y", "b", desde=1))
    ajeno = escrito(tmp_path / "e.json", parrafo("X", "otra", desde=7), parrafo("Y", "the b", desde=1))
    conjunto = leer_squad(propio, ajeno)
    assert conjunto.preguntas == [("the b", 1)]
    assert "1 preguntas" in conjunto.avisos[0]


def test_ids_vacios_o_repetidos_no_casan_y_entonces_vale_el_orden(tmp_path: Path) -> None:
    documentos = (parrafo("x", "a"), parrafo("y", "b"))
    for cambio in (lambda d: d, sin_ids):
        propio = escrito(tmp_path / "s.json", *map(cambio, documentos))
        ajeno = escrito(tmp_path / "e.json", cambio(parrafo("X", "the a")), cambio(parrafo("Y", "the b")))
        assert leer_squad(propio, ajeno).preguntas == [("the a", 0), ("the b", 1)]


def test_por_orden_lo_imposible_de_cualquiera_de_los_dos_ocupa_su_sitio(tmp_path: Path) -> None:
    propio = escrito(tmp_path / "s.json", parrafo("x", "a", is_impossible=True), parrafo("y", "b", desde=1))
    ajeno = escrito(tmp_path / "e.json", *map(sin_ids, (parrafo("X", "the a"), parrafo("Y", "the b"))))
    assert leer_squad(propio, ajeno).preguntas == [("the b", 1)]


@pytest.mark.parametrize("contexto", [None, 3, ["x"]])
def test_un_contexto_que_no_es_texto_es_una_frase(tmp_path: Path, contexto: object) -> None:
    with pytest.raises(DatosInvalidos, match="SQuAD"):
        leer_squad(escrito(tmp_path / "s.json", {"context": contexto, "qas": []}))


def test_bom_y_sustitutos_sueltos_no_rompen_y_los_avisos_y_el_avance_llegan(tmp_path: Path) -> None:
    documento = {
        "data": [{"paragraphs": [parrafo("queso \ud800 azul", "queso", ""), parrafo("vino", "vino", desde=2)]}]
    }
    (tmp_path / "s.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(documento).encode())
    avisos: list[str] = []
    avance: list[tuple[int, int]] = []
    medida = evaluar_recuperacion(
        tmp_path / "s.json",
        embebedor=EmbebedorDePega(),
        avisar=avisos.append,
        avance=lambda i, n: avance.append((i, n)),
    )
    assert (medida.preguntas, medida.r1) == (2, 1.0)
    assert len(avisos) == 1
    assert avance[-1] == (2, 2)


def test_un_informe_que_no_se_podra_escribir_se_dice_antes_de_medir(tmp_path: Path) -> None:
    fichero = escrito(tmp_path / "s.json", parrafo("x", "a"))
    medidos: list[int] = []
    with pytest.raises(NoSePuedeCrear, match="carpeta"):
        evaluar_recuperacion(
            fichero, None, tmp_path / "no" / "i.html", EmbebedorDePega(), avance=lambda i, n: medidos.append(i)
        )
    assert medidos == []
