from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from docubot.errores import DatosInvalidos, EntradaInexistente, NoSePuedeCrear
from docubot.evaluacion.recuperacion import evaluar_recuperacion, leer_squad
from docubot.lenguaje.embeddings import EmbebedorDePega, SinEmbebedor

PARRAFOS = [
    "La manzana es roja y crece en Asturias.",
    "El kiwi es verde y viene de Nueva Zelanda.",
    "La uva da vino en La Rioja.",
]
PREGUNTAS = ["¿de qué color es la manzana?", "¿de dónde viene el kiwi?", "¿dónde da vino la uva?"]


def squad(fichero: Path, preguntas: list[str] = PREGUNTAS, prefijo: str = "q") -> Path:
    parrafos = [
        {"context": c, "qas": [{"id": f"{prefijo}{n}", "question": p, "answers": []}]}
        for n, (c, p) in enumerate(zip(PARRAFOS, preguntas, strict=True))
    ]
    fichero.write_text(json.dumps({"data": [{"title": "frutas", "paragraphs": parrafos}]}), encoding="utf-8")
    return fichero


@pytest.mark.parametrize("embebedor", [EmbebedorDePega(), SinEmbebedor("prueba")])
def test_mide_y_da_el_json_del_encargo(tmp_path: Path, embebedor: EmbebedorDePega) -> None:
    medida = evaluar_recuperacion(squad(tmp_path / "s.json"), embebedor=embebedor).como_dict()
    assert list(medida) == ["version", "preguntas", "r1", "r5", "mrr10", "s_por_pregunta"]
    assert (medida["version"], medida["preguntas"], medida["r1"], medida["r5"], medida["mrr10"]) == (
        1,
        3,
        1.0,
        1.0,
        1.0,
    )
    assert medida["s_por_pregunta"] >= 0


def test_las_preguntas_pueden_venir_de_un_fichero_paralelo_por_id_o_por_orden(tmp_path: Path) -> None:
    base = squad(tmp_path / "s.json")
    for prefijo in ("q", "otro"):
        ajenas = squad(tmp_path / "e.json", ["which apple", "which kiwi", "which uva"], prefijo)
        assert leer_squad(base, ajenas).preguntas == [("which apple", 0), ("which kiwi", 1), ("which uva", 2)]


def test_un_parrafo_repetido_cuenta_una_vez_y_lo_imposible_no_se_mide(tmp_path: Path) -> None:
    datos = {"data": [{"paragraphs": [
        {"context": "uno", "qas": [{"id": "1", "question": "a"}]},
        {"context": "uno", "qas": [{"id": "2", "question": "b"}, {"id": "3", "question": "c", "is_impossible": True}]},
    ]}]}  # fmt: skip
    (tmp_path / "s.json").write_text(json.dumps(datos), encoding="utf-8")
    conjunto = leer_squad(tmp_path / "s.json")
    assert (conjunto.parrafos, conjunto.preguntas) == (["uno"], [("a", 0), ("b", 0)])


def test_el_informe_dibuja_la_ablacion(tmp_path: Path) -> None:
    for nombre in ("i.html", "i.svg"):
        evaluar_recuperacion(squad(tmp_path / "<s>.json"), informe=tmp_path / nombre, embebedor=EmbebedorDePega())
    pagina = (tmp_path / "i.html").read_text(encoding="utf-8")
    assert "solo denso" in pagina
    assert "&lt;s&gt;.json" in pagina
    assert "<s>" not in pagina
    assert len(ElementTree.parse(tmp_path / "i.svg").findall(".//{*}polyline")) == 2


@pytest.mark.parametrize(
    "contenido", ["", "{}", "[]", '{"data": 3}', '{"data": []}', "\x00", '{"data":[{"paragraphs":[{}]}]}']
)
def test_lo_que_no_es_squad_es_una_frase(tmp_path: Path, contenido: str) -> None:
    (tmp_path / "s.json").write_text(contenido, encoding="utf-8")
    with pytest.raises(DatosInvalidos, match="SQuAD"):
        evaluar_recuperacion(tmp_path / "s.json", embebedor=EmbebedorDePega())


def test_ficheros_que_no_estan_o_no_se_pueden_escribir(tmp_path: Path) -> None:
    with pytest.raises(EntradaInexistente):
        leer_squad(tmp_path / "no.json")
    with pytest.raises(NoSePuedeCrear):
        evaluar_recuperacion(squad(tmp_path / "s.json"), informe=tmp_path / "no/hay.html", embebedor=EmbebedorDePega())
    with pytest.raises(DatosInvalidos, match="casan"):
        leer_squad(squad(tmp_path / "s.json"), _uno(tmp_path))


def _uno(carpeta: Path) -> Path:
    (carpeta / "u.json").write_text(
        json.dumps({"data": [{"paragraphs": [{"context": "x", "qas": [{"id": "z", "question": "w"}]}]}]}),
        encoding="utf-8",
    )
    return carpeta / "u.json"
