"""Los prompts publicados no cambian, y su sha256 no depende del día ni del idioma."""

from __future__ import annotations

import json
from datetime import date
from importlib import resources

import pytest

from docubot import prompts
from docubot.errores import EntradaInexistente

PUBLICADOS = json.loads((resources.files("prompts") / "publicados.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("version", prompts.versiones())
@pytest.mark.parametrize("variante", prompts.VARIANTES)
def test_un_texto_publicado_no_se_toca(version: str, variante: prompts.Variante) -> None:
    assert prompts.cargar(variante, version).sha256 == PUBLICADOS[version][variante], (
        "un texto publicado es inmutable: publica otra versión y anótala en CAMBIOS.md"
    )


def test_la_version_en_vigor_esta_publicada_y_explicada() -> None:
    assert prompts.PROMPT_VERSION in PUBLICADOS
    assert list(PUBLICADOS) == prompts.versiones()
    for version in prompts.versiones():
        assert f"## {version}\n" in prompts.cambios()


def test_el_texto_lleva_la_fecha_y_el_sha_no() -> None:
    prompt = prompts.cargar("system_agente")
    uno = prompt.texto(date(2026, 11, 30), "Europe/Madrid")
    otro = prompt.texto(date(2027, 1, 1), "America/Bogota", "en")
    assert "lunes 30 de noviembre de 2026 (2026-11-30), zona Europe/Madrid" in uno
    assert "inglés" in otro
    assert uno != otro
    assert "$" not in uno


def test_la_de_documentacion_manda_al_bloque_y_las_otras_no() -> None:
    assert "<documentacion-" in prompts.cargar("system_documentacion").plantilla
    for variante in ("system_herramienta", "system_agente"):
        assert "<documentacion" not in prompts.cargar(variante).plantilla  # type: ignore[arg-type]


def test_la_clasificacion_define_las_seis_categorias() -> None:
    plantilla = prompts.prompt_clasificacion().plantilla
    assert all(f"- {categoria}:" in plantilla for categoria in prompts.CATEGORIAS)
    assert json.loads(prompts.cargar("contrato_json").plantilla.split("\n", 1)[1])["properties"]["categoria"][
        "enum"
    ] == list(prompts.CATEGORIAS)


def test_una_version_que_no_existe_dice_cuales_hay() -> None:
    with pytest.raises(EntradaInexistente, match=prompts.PROMPT_VERSION.replace(".", r"\.")):
        prompts.cargar("system_agente", "9.9")
    with pytest.raises(EntradaInexistente):
        prompts.cargar("system_agente", "../..")
