"""El progreso: sobrevive a actualizaciones, a dos procesos a la vez y a un fichero roto."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from docubot.ejercicios.estado import Estado
from docubot.ejercicios.veredicto import Veredicto
from docubot.errores import DatosInvalidos, NoSePuedeCrear

RAIZ = Path(__file__).resolve().parents[2]


def test_lo_resuelto_sigue_resuelto_aunque_luego_se_estropee(tmp_path: Path) -> None:
    estado = Estado(tmp_path)
    estado.comprobado(Veredicto("uno"))
    cuando = estado.avance("uno").resuelto_en
    estado.comprobado(Veredicto("uno", "excepcion"))

    avance = Estado(tmp_path).avance("uno")
    assert (avance.estado, avance.intentos, avance.resuelto_en) == ("resuelto", 2, cuando)


def test_el_ultimo_veredicto_se_recupera_con_su_traza(tmp_path: Path) -> None:
    traza = ({"tipo": "http", "metodo": "GET"},)
    Estado(tmp_path).comprobado(Veredicto("uno", "clave", {"a": "ñ"}, 3, "salió", traza, ("nota",), "local", 12.5))

    assert Estado(tmp_path).ultimo("uno") == Veredicto(
        "uno", "clave", {"a": "ñ"}, 3, "salió", traza, ("nota",), "local", 12.5
    )


def test_lo_que_no_se_conoce_se_conserva(tmp_path: Path) -> None:
    ruta = tmp_path / "curso" / "estado.json"
    ruta.parent.mkdir()
    viejo = {"version": 1, "ejercicios": {"retirado": {"estado": "resuelto", "x": 1}}, "futuro": [1]}
    ruta.write_text(json.dumps(viejo), encoding="utf-8")

    Estado(tmp_path).pista_dada("uno", 2)

    leido = json.loads(ruta.read_text(encoding="utf-8"))
    assert leido["ejercicios"]["retirado"] == {"estado": "resuelto", "x": 1}
    assert leido["futuro"] == [1]
    assert leido["ejercicios"]["uno"]["pistas"] == 2


def test_un_estado_sin_version_se_lee_como_el_primero(tmp_path: Path) -> None:
    ruta = tmp_path / "curso" / "estado.json"
    ruta.parent.mkdir()
    ruta.write_text('{"ejercicios": {"uno": {"estado": "resuelto"}}}', encoding="utf-8")

    assert Estado(tmp_path).avance("uno").estado == "resuelto"


@pytest.mark.parametrize("contenido", ["{", "[]", '{"version": 99, "ejercicios": {}}', '{"ejercicios": 3}'])
def test_un_estado_que_no_se_entiende_se_dice_y_no_se_toca(contenido: str, tmp_path: Path) -> None:
    ruta = tmp_path / "curso" / "estado.json"
    ruta.parent.mkdir()
    ruta.write_text(contenido, encoding="utf-8")

    for usar in (lambda e: e.avances(), lambda e: e.empezado("uno"), lambda e: e.comprobado(Veredicto("uno"))):
        with pytest.raises(DatosInvalidos, match="progreso"):
            usar(Estado(tmp_path))
    assert ruta.read_text(encoding="utf-8") == contenido


@pytest.mark.parametrize("raro", [None, 3, "x", {"estado": "raro", "intentos": "muchos", "pistas": True}])
def test_un_avance_con_otra_forma_cuenta_como_pendiente(raro: object, tmp_path: Path) -> None:
    ruta = tmp_path / "curso" / "estado.json"
    ruta.parent.mkdir()
    ruta.write_text(json.dumps({"version": 1, "ejercicios": {"uno": raro}}), encoding="utf-8")

    avance = Estado(tmp_path).avance("uno")
    assert (avance.estado, avance.intentos, avance.pistas) == ("pendiente", 0, 0)
    Estado(tmp_path).comprobado(Veredicto("uno"))
    assert Estado(tmp_path).avance("uno").estado == "resuelto"


def test_dos_procesos_a_la_vez_no_se_pisan(tmp_path: Path) -> None:
    codigo = (
        f"import sys; sys.path.insert(0, {str(RAIZ)!r})\n"
        "from pathlib import Path\n"
        "from docubot.ejercicios.estado import Estado\n"
        "from docubot.ejercicios.veredicto import Veredicto\n"
        "estado = Estado(Path(sys.argv[1]))\n"
        "for n in range(40):\n"
        "    estado.comprobado(Veredicto('comun', 'x'))\n"
        "    estado.pista_dada(f'{sys.argv[2]}-{n}', 1)\n"
    )
    procesos = [subprocess.Popen([sys.executable, "-c", codigo, str(tmp_path), quien]) for quien in ("a", "b")]

    assert [p.wait(timeout=60) for p in procesos] == [0, 0]
    avances = Estado(tmp_path).avances()
    assert avances["comun"].intentos == 80
    assert len(avances) == 81
    assert sorted(p.name for p in (tmp_path / "curso").glob(".*")) == []


def test_si_no_se_puede_escribir_se_dice_donde(tmp_path: Path) -> None:
    (tmp_path / "curso").write_text("soy un fichero", encoding="utf-8")

    with pytest.raises(NoSePuedeCrear, match="DOCUBOT_DATOS"):
        Estado(tmp_path).empezado("uno")
