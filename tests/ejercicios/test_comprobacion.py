"""Código de todo tipo en el proceso hijo: siempre hay un veredicto, con su línea, y nada queda suelto."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from docubot.ejercicios import comprobacion
from docubot.ejercicios.veredicto import explicar
from tests.ejercicios.apoyo import rapido, veredicto_de

FUNCION = "def mensaje_para_el_modelo(error):\n"


@pytest.mark.parametrize(
    ("codigo", "clave", "linea"),
    [
        ("def mensaje(:\n", "sintaxis", 1),
        ("import no_existe_este_modulo\n", "excepcion", 1),
        ("x = 1\n", "falta-nombre", None),
        ("x = 1\x00\n", "sintaxis", None),
        ("def f(x: NoExiste):\n    pass\n", "excepcion", 1),
        (FUNCION + "    class R:\n        __repr__ = None\n    return R()\n", "no-es-texto", None),
        ("mensaje_para_el_modelo = 3\n", "tipo", None),
        ("mensaje_para_el_modelo = ...\n", "sin-rellenar", None),
        (FUNCION + "    raise NotImplementedError\n", "sin-hacer", 2),
        (FUNCION + "    return {}['a']\n", "excepcion", 2),
        (FUNCION + "    return otra()\n\ndef otra():\n    return {}['a']\n", "excepcion", 5),
        (FUNCION + "    exit()\n", "exit", 2),
        ("import sys\nsys.exit(3)\n", "exit", 2),
        (FUNCION + "    return input('¿qué? ')\n", "input", 2),
        ("import os\nos._exit(7)\n", "muere", None),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n", "muere", None),
        (FUNCION + "    return mensaje_para_el_modelo(error)\n", "excepcion", 2),
        ("raise KeyboardInterrupt\n", "excepcion", 1),
    ],
)
def test_lo_que_le_pase_al_codigo_se_explica_con_su_linea(
    codigo: str, clave: str, linea: int | None, tmp_path: Path
) -> None:
    veredicto = veredicto_de(codigo, tmp_path)

    assert (veredicto.clave, veredicto.linea) == (clave, linea)
    for idioma in ("es", "en"):
        explicacion = explicar(rapido(), veredicto, idioma)  # type: ignore[arg-type]
        assert explicacion is not None
        assert "{" not in explicacion.esperado + explicacion.llego + explicacion.idea


def test_un_bucle_sin_fin_se_corta_y_dice_en_que_linea_estaba(tmp_path: Path) -> None:
    inicio = time.monotonic()

    veredicto = veredicto_de(FUNCION + "    while True:\n        pass\n", tmp_path, plazo=2.0)

    assert veredicto.clave == "bucle"
    assert veredicto.linea in (2, 3)
    assert veredicto.datos["plazo"] in ("2", "0.8")
    assert time.monotonic() - inicio < 15


def test_una_espera_que_no_acaba_se_corta_por_el_reloj(tmp_path: Path) -> None:
    codigo = "import threading\n" + FUNCION + "    return threading.Event().wait()\n"

    veredicto = veredicto_de(codigo, tmp_path, plazo=2.0)

    assert (veredicto.clave, veredicto.linea, veredicto.datos["plazo"]) == ("bucle", 3, "2")


def test_un_bucle_que_no_suelta_el_interprete_tambien_se_corta(tmp_path: Path) -> None:
    codigo = FUNCION + "    return str(2 ** (2 ** 40))\n"

    veredicto = veredicto_de(codigo, tmp_path, plazo=1.0)

    assert veredicto.clave in ("bucle", "excepcion", "muere")


def test_lo_que_imprime_se_guarda_recortado_y_no_estropea_el_veredicto(tmp_path: Path) -> None:
    veredicto = veredicto_de('print("ñandú " * 200_000, flush=True)\nprint("{\\"clave\\": null}")\n', tmp_path)

    assert veredicto.clave == "falta-nombre"
    assert veredicto.salida.startswith("ñandú ñandú")
    assert len(veredicto.salida) <= comprobacion.MAXIMO_SALIDA + 1
    assert veredicto.salida.endswith("…")


def test_bytes_hostiles_en_la_salida_no_rompen_nada(tmp_path: Path) -> None:
    veredicto = veredicto_de("import sys\nsys.stdout.buffer.write(b'\\xff\\x1b[2J')\n", tmp_path)

    assert veredicto.clave == "falta-nombre"
    assert veredicto.salida.startswith("�")


def test_un_hilo_suelto_no_retiene_la_comprobacion(tmp_path: Path) -> None:
    codigo = (
        "import threading, time\n"
        "threading.Thread(target=time.sleep, args=(60,)).start()\n" + FUNCION + "    return f'{error}'\n"
    )
    inicio = time.monotonic()

    veredicto = veredicto_de(codigo, tmp_path)

    assert veredicto.clave == "filtra-credencial"
    assert time.monotonic() - inicio < 15


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="hace falta un grupo de procesos")
def test_un_proceso_lanzado_por_el_codigo_muere_con_el(tmp_path: Path) -> None:
    marca = tmp_path / "sigue-vivo"
    orden = f"import time; time.sleep(4); open({str(marca)!r}, 'w').close()"
    codigo = f"import subprocess, sys\nP = subprocess.Popen([sys.executable, '-c', {orden!r}])\nprint('pid', P.pid)\n"

    veredicto = veredicto_de(codigo, tmp_path)

    assert _muerto(int(veredicto.salida.split()[-1]))
    assert not marca.exists()


def _muerto(pid: int) -> bool:
    """Ya no está, o solo queda que alguien lo recoja."""
    for _ in range(200):
        estado = Path(f"/proc/{pid}/stat")
        try:
            os.kill(pid, 0)
            if estado.read_text().split()[2] == "Z":
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
    return False


def test_la_comprobacion_no_deja_nada_en_la_carpeta_de_la_persona(tmp_path: Path) -> None:
    veredicto_de("import ayudante\n" + FUNCION + "    return ayudante.texto\n", tmp_path / "a")
    (tmp_path / "a" / "ayudante.py").write_text("texto = 'No se pudo.'\n", encoding="utf-8")

    veredicto = comprobacion.comprobar(rapido(), tmp_path / "a")

    assert veredicto.clave == "tapa-lo-previsto"
    assert sorted(p.name for p in (tmp_path / "a").iterdir()) == ["ayudante.py", "sin_secretos.py"]


def test_con_el_modelo_local_no_llegan_claves_ni_ajustes_al_codigo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-de-la-persona")
    monkeypatch.setenv("NUBELIA_TOKEN", "nub_de_la_persona")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "otra-parte"))

    veredicto = veredicto_de("import os\nprint(sorted(os.environ))\nprint(os.environ.values())\n", tmp_path)

    assert "de_la_persona" not in veredicto.salida.replace("-", "_")
    assert "PYTHONPATH" not in veredicto.salida


def test_una_comprobacion_cancelada_mata_lo_que_habia_en_marcha(tmp_path: Path) -> None:
    (tmp_path / rapido().fichero).write_text("import threading\nthreading.Event().wait()\n", encoding="utf-8")
    desde = time.monotonic()

    with pytest.raises(comprobacion.Cancelada):
        comprobacion.comprobar(rapido(), tmp_path, cancelada=lambda: time.monotonic() - desde > 1)
    assert time.monotonic() - desde < 10


def test_sin_el_fichero_se_dice_donde_falta(tmp_path: Path) -> None:
    veredicto = comprobacion.comprobar(rapido(), tmp_path)

    assert veredicto.clave == "sin-fichero"
    assert str(tmp_path) in veredicto.datos["ruta"]
