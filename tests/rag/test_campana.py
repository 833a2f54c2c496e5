"""Campañas con el embebedor de pega: kill -9 a medias, dos indexadores a la vez y memoria. `pytest -m campana`."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from docubot.rag.foto import Foto
from tests.rag.apoyo import abrir_foto, buscar, escribir, poner_al_dia, textos

INDEXAR = (
    "import sys, time; from pathlib import Path; from tests.rag.apoyo import EmbebedorDePega;"
    "from docubot.rag.indexador import indexar;"
    "E = type('E', (EmbebedorDePega,), {'pasajes': lambda s, t: (time.sleep(0.02), EmbebedorDePega.pasajes(s, t))[1]});"
    "avisar = lambda m: print(m, file=sys.stderr);"
    "r = indexar(Path(sys.argv[1]), 'prueba', datos=Path(sys.argv[2]), embebedor=E(), avisar=avisar);"
    "print(r.trozos)"
)


def lanzar(origen: Path, datos: Path) -> subprocess.Popen[str]:
    orden = [sys.executable, "-c", INDEXAR, str(origen), str(datos)]
    return subprocess.Popen(orden, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ids(foto: Foto) -> set[str]:
    return {foto.trozo(n)[0] for n in range(foto.manifiesto.trozos)}


def _seccion(pagina: int, numero: int, version: int) -> str:
    return f"## S{numero}\n\nfrase {pagina} {numero} versión {version}"


def carpeta(raiz: Path, version: int) -> Path:
    paginas = {
        f"p{n:02d}.md": "\n\n".join(_seccion(n, m, version if m % 2 else 0) for m in range(20)) for n in range(8)
    }
    return escribir(raiz, paginas)


@pytest.mark.campana
def test_treinta_muertes_a_medias_siempre_responde_y_converge(tmp_path: Path) -> None:
    azar = random.Random(20261130)
    origen, datos = carpeta(tmp_path / "docs", 0), tmp_path / "datos"
    poner_al_dia(origen, datos)
    inicio = time.monotonic()
    carpeta(origen, 1)
    primero = lanzar(origen, datos)
    primero.communicate(timeout=120)
    assert primero.returncode == 0
    entero = time.monotonic() - inicio
    muertes = 0
    vuelta = 1
    while muertes < int(os.environ.get("CAMPANA_MUERTES", "30")):
        vuelta += 1
        antes = abrir_foto(datos)
        carpeta(origen, vuelta)
        proceso = lanzar(origen, datos)
        try:
            proceso.wait(azar.uniform(0.2, 0.8) * entero)
        except subprocess.TimeoutExpired:
            os.kill(proceso.pid, signal.SIGKILL)
            muertes += 1
        proceso.communicate()
        a_medias = abrir_foto(datos)
        assert a_medias.manifiesto.trozos == 160
        misma = a_medias.manifiesto.generacion == antes.manifiesto.generacion
        assert misma or f"versión {vuelta}" in str(textos(datos))
        assert buscar(datos, "frase 7 3", 3)
        if azar.random() < 0.3:
            poner_al_dia(origen, datos)
            limpia = tmp_path / f"limpia{vuelta}"
            poner_al_dia(origen, limpia)
            assert ids(abrir_foto(datos)) == ids(abrir_foto(limpia))
            assert abrir_foto(datos).manifiesto.generacion == abrir_foto(limpia).manifiesto.generacion
    poner_al_dia(origen, datos)
    assert textos(datos)["p00.md"][1] == f"frase 0 1 versión {vuelta}"


@pytest.mark.campana
def test_dos_indexadores_a_la_vez_dejan_lo_mismo_que_uno(tmp_path: Path) -> None:
    origen, datos = carpeta(tmp_path / "docs", 0), tmp_path / "datos"
    procesos = [lanzar(origen, datos) for _ in range(2)]
    salidas = [p.communicate(timeout=240) for p in procesos]
    assert [p.returncode for p in procesos] == [0, 0]
    assert [s.strip() for s, _ in salidas] == ["160", "160"]
    assert any("espero a que termine" in e for _, e in salidas)
    poner_al_dia(origen, tmp_path / "limpia")
    assert ids(abrir_foto(datos)) == ids(abrir_foto(tmp_path / "limpia"))


@pytest.mark.campana
def test_la_memoria_no_crece_con_la_carpeta(tmp_path: Path) -> None:
    """Pico de memoria con N MB y con 4N, con el de pega (MB en CAMPANA_MB; 40 si falta: pasa de una parte)."""
    tamano = int(os.environ.get("CAMPANA_MB", "40"))
    picos = []
    for megas in (tamano // 4, tamano):
        raiz = tmp_path / f"docs{megas}"
        azar = random.Random(megas)
        for n in range(megas):
            parrafos = (" ".join(f"p{azar.randrange(20000)}" for _ in range(150)) for _ in range(1024))
            escribir(raiz, {f"{n:04d}.md": "\n\n".join(f"## S\n\n{p}" for p in parrafos)})
        proceso = lanzar(raiz, tmp_path / f"datos{megas}")
        _, _, uso = os.wait4(proceso.pid, 0)
        proceso.returncode = 0
        for tubo in (proceso.stdout, proceso.stderr):
            assert tubo is not None
            tubo.close()
        picos.append(uso.ru_maxrss / 1024)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"picos: {picos[0]:.0f} y {picos[1]:.0f} MB")
    assert picos[1] < picos[0] * 1.4
