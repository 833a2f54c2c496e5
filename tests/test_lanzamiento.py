"""Lo generado está al día y la documentación no promete órdenes que no existen."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

RAIZ = Path(__file__).resolve().parent.parent


def test_el_readme_ensena_la_ayuda_los_codigos_y_los_ajustes_de_hoy() -> None:
    hecho = subprocess.run(
        [sys.executable, "docs/generar.py", "--comprobar"], cwd=RAIZ, capture_output=True, text=True, check=False
    )
    assert hecho.returncode == 0, f"ejecuta «python docs/generar.py»\n{hecho.stderr}"


def test_las_ordenes_del_readme_existen() -> None:
    from docubot.cli.aplicacion import ORDENES

    conocidas = set(ORDENES)
    texto = (RAIZ / "README.md").read_text(encoding="utf-8")
    nombradas = set(re.findall(r"^(?:echo [^|]*\| )?docubot ([a-z]+)", texto, re.MULTILINE))
    assert nombradas
    assert nombradas <= conocidas


def test_los_enlaces_de_los_documentos_llevan_a_algun_sitio() -> None:
    for documento in [*RAIZ.glob("*.md"), *(RAIZ / "docs").rglob("*.md")]:
        sin_codigo = re.sub(r"`[^`\n]*`", "", documento.read_text(encoding="utf-8"))
        for destino in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", sin_codigo):
            assert (documento.parent / destino).exists(), f"{documento.name}: {destino}"
