"""`docubot ejercicio` como proceso: las órdenes, el JSON, los códigos y la vigilancia en un terminal de verdad."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from docubot.ejercicios import catalogo
from tests.cli.terminal import Terminal, entorno
from tests.ejercicios.apoyo import OTRO_RAPIDO, RAPIDO


@pytest.fixture(autouse=True)
def en_una_carpeta_vacia(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    casa = tmp_path / "casa"
    casa.mkdir()
    monkeypatch.chdir(casa)
    monkeypatch.setenv("DOCUBOT_DATOS_CWD", str(casa))


def docubot(*argumentos: str, entrada: str | None = None) -> subprocess.CompletedProcess[str]:
    """Una orden del curso, sin terminal."""
    return subprocess.run(
        [sys.executable, "-m", "docubot", "ejercicio", *argumentos],
        env=entorno(),
        input=entrada or "",
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )


def en_json(*argumentos: str) -> Any:
    return json.loads(docubot(*argumentos, "--json").stdout)


def fichero(id: str = RAPIDO) -> Path:
    return Path.cwd() / "docubot-curso" / id / catalogo.obtener(id).fichero


def poner_solucion(id: str = RAPIDO) -> None:
    docubot("empezar", id)
    fichero(id).write_bytes(catalogo.obtener(id).solucion()[fichero(id).name])


def test_listar_en_json_tiene_la_forma_acordada() -> None:
    lista = en_json("listar")

    assert lista["version"] == 1
    assert len(lista["ejercicios"]) == 22
    assert {frozenset(e) for e in lista["ejercicios"]} == {frozenset({"id", "titulo", "leccion", "estado"})}
    assert {e["estado"] for e in lista["ejercicios"]} == {"pendiente"}


def test_de_empezar_a_resolver() -> None:
    assert docubot("empezar", RAPIDO).returncode == 0
    mal = docubot("comprobar", RAPIDO)
    assert mal.returncode == 1
    for rotulo in ("Se esperaba", "Llegó", "La idea", "En la lección"):
        assert rotulo in mal.stdout
    poner_solucion()

    bien = docubot("comprobar")
    assert bien.returncode == 0
    assert "1/22" in bien.stdout
    assert en_json("progreso") == {"version": 1, "resueltos": 1, "total": 22, "siguiente": catalogo.todos()[0].id}
    assert "✓" in docubot("listar").stdout


def test_en_ingles_todo_va_en_ingles_y_se_recuerda() -> None:
    docubot("empezar", RAPIDO, "--idioma", "en")

    salida = docubot("comprobar").stdout
    assert "Expected" in salida
    assert "without credentials" in salida
    assert "Se esperaba" not in salida
    assert (fichero().parent / "enunciado.md").read_text(encoding="utf-8").startswith("# No secrets")


def test_comprobar_en_json_trae_la_explicacion_y_la_traza() -> None:
    docubot("empezar", RAPIDO)

    (veredicto,) = en_json("comprobar", RAPIDO)["veredictos"]
    assert (veredicto["aprobado"], veredicto["clave"]) == (False, "filtra-credencial")
    assert set(veredicto["explicacion"]) == {"esperado", "llego", "idea"}
    assert veredicto["traza"]


def test_comprobar_todos_comprueba_los_empezados() -> None:
    sin_nada = docubot("comprobar", "--todos")
    assert sin_nada.returncode == 2
    assert "docubot ejercicio" in sin_nada.stderr
    poner_solucion(RAPIDO)
    poner_solucion(OTRO_RAPIDO)

    assert [v["aprobado"] for v in en_json("comprobar", "--todos")["veredictos"]] == [True, True]


def test_las_pistas_van_de_una_en_una() -> None:
    primeras = [docubot("pista", RAPIDO).stdout for _ in range(4)]

    assert [p.splitlines()[0] for p in primeras] == [f"Pista {n} de 3" for n in (1, 2, 3, 3)]
    assert docubot("pista", RAPIDO, "--nivel", "1").stdout == primeras[0]
    assert docubot("pista", RAPIDO, "--nivel", "4").returncode == 2


def test_la_solucion_y_reiniciar_no_se_hacen_sin_permiso() -> None:
    docubot("empezar", RAPIDO)
    fichero().write_text("mío = 1\n", encoding="utf-8")

    for orden in ("solucion", "reiniciar"):
        negada = docubot(orden, RAPIDO)
        assert (negada.returncode, negada.stdout) == (2, "")
        assert "--si" in negada.stderr
    assert fichero().read_text(encoding="utf-8") == "mío = 1\n"
    assert "def mensaje_para_el_modelo" in docubot("solucion", RAPIDO, "--si").stdout
    assert "copias" in docubot("reiniciar", RAPIDO, "--si").stdout
    assert [p.read_text(encoding="utf-8") for p in Path.cwd().glob("docubot-curso/copias/*/*.py")] == ["mío = 1\n"]


def test_la_traza_cuenta_la_ultima_comprobacion() -> None:
    assert "Aún no hay traza" in docubot("traza", RAPIDO).stdout
    docubot("empezar", RAPIDO)
    docubot("comprobar", RAPIDO)

    assert "tu código │ ejecuta" in docubot("traza", RAPIDO).stdout.replace("falla", "ejecuta")


def test_exportar_pide_el_formato_y_da_xml_o_json() -> None:
    assert docubot("exportar").returncode == 2
    assert len(ElementTree.fromstring(docubot("exportar", "--junit").stdout)) == 22
    assert len(en_json("exportar")["ejercicios"]) == 22


@pytest.mark.parametrize(
    ("argumentos", "codigo", "frase"),
    [
        (("ver", "n8n-predcir"), 66, "n8n-predecir"),
        (("comprobar", RAPIDO), 2, "empezar"),
        (("listar", "--idioma", "fr"), 2, "es, en"),
        (("ejecutar",), 2, "ID"),
    ],
)
def test_lo_que_no_vale_se_dice_en_una_frase(argumentos: tuple[str, ...], codigo: int, frase: str) -> None:
    hecho = docubot(*argumentos)

    assert hecho.returncode == codigo
    assert frase.lower() in hecho.stderr.lower()
    assert "Traceback" not in hecho.stderr


def test_sin_terminal_la_orden_a_secas_ensena_el_siguiente_y_lo_comprueba_una_vez() -> None:
    poner_solucion(RAPIDO)
    docubot("empezar", RAPIDO)

    hecho = docubot()
    assert hecho.returncode == 0
    assert "Errores sin secretos" in hecho.stdout
    assert "1/22" in hecho.stdout


def test_la_demostracion_narra_la_solucion_y_dos_tropiezos() -> None:
    hecho = docubot("ejecutar", "docubot-listar-proyectos")

    assert hecho.returncode == 0
    assert "persona │ ¿qué proyectos tengo ahora mismo?" in hecho.stdout
    assert "modelo │ pide listar_proyectos {}" in hecho.stdout
    assert hecho.stdout.count("¿Y si alguien escribe esto?") == 2
    assert "✓ Resuelto" in hecho.stdout
    assert not (Path.cwd() / "docubot-curso").exists()


def test_lo_que_imprime_el_codigo_llega_saneado() -> None:
    docubot("empezar", RAPIDO)
    fichero().write_text("print('\\x1b[2J\\x1b]52;c;AAAA\\x07hola')\n", encoding="utf-8")

    salida = docubot("comprobar", RAPIDO).stdout
    assert "hola" in salida
    assert "\x1b" not in salida


@pytest.fixture
def vigilada() -> Iterator[Terminal]:
    """La vigilancia en un terminal, con el ejercicio rápido abierto."""
    docubot("empezar", RAPIDO)
    with Terminal(["ejercicio"], columnas=100, filas=60) as terminal:
        terminal.esperar("[q] salir")
        terminal.esperar("Todavía no")
        yield terminal


def pulsar(terminal: Terminal, tecla: str, esperado: str) -> None:
    terminal.proceso.send(tecla)
    terminal.esperar(lambda: esperado in "\n".join(terminal.visible()))


def guardar(ruta: Path, codigo: str) -> None:
    """Como un editor: escribe aparte y renombra."""
    provisional = ruta.with_suffix(".tmp")
    provisional.write_text(codigo, encoding="utf-8")
    provisional.replace(ruta)


def test_cada_guardado_se_vuelve_a_comprobar(vigilada: Terminal) -> None:
    guardar(fichero(), "def mensaje_para_el_modelo(error:\n")
    vigilada.esperar("Error de sintaxis en la línea 1")
    guardar(fichero(), "def mensaje_para_el_modelo(error):\n    return 'Ha fallado.'\n")
    vigilada.esperar("Ese error ya lo escribiste")
    fichero().write_bytes(catalogo.obtener(RAPIDO).solucion()[fichero().name])
    vigilada.esperar("✓ Resuelto")
    vigilada.esperar("1/22")
    vigilada.esperar("Pulsa n para pasar al siguiente")


def test_las_teclas_sueltas(vigilada: Terminal) -> None:
    pulsar(vigilada, "p", "Pista 1 de 3")
    pulsar(vigilada, "p", "Pista 2 de 3")
    pulsar(vigilada, "l", "n8n-predecir")
    pulsar(vigilada, "t", "La traza de la última comprobación")
    pulsar(vigilada, "s", "Pulsa s otra vez")
    pulsar(vigilada, "s", "Una solución")
    pulsar(vigilada, "r", "Pulsa r otra vez")
    pulsar(vigilada, "r", "no había nada que cambiar")
    pulsar(vigilada, "n", "pulsa n otra vez")
    vigilada.esperar(lambda: "Progreso" in "\n".join(vigilada.visible()))
    vigilada.proceso.send("q")
    assert vigilada.terminar() == 0


def test_control_c_sale_y_deja_el_terminal_como_estaba(vigilada: Terminal) -> None:
    vigilada.proceso.send("\x03")

    assert vigilada.terminar() == 0
    assert "Traceback" not in vigilada.todo()


def test_salir_o_guardar_otra_vez_no_espera_a_la_comprobacion_en_marcha(vigilada: Terminal) -> None:
    guardar(fichero(), "import threading\nthreading.Event().wait()\n")
    vigilada.esperar(lambda: vigilada.todo().count("Comprobando") >= 1)
    guardar(fichero(), "def mensaje_para_el_modelo(error:\n")
    vigilada.esperar("Error de sintaxis en la línea 1", 15)
    guardar(fichero(), "import threading\nthreading.Event().wait()\n")
    vigilada.esperar(lambda: "Comprobando" in "\n".join(vigilada.visible()), 15)
    inicio = time.monotonic()
    vigilada.proceso.send("q")
    assert vigilada.terminar() == 0
    assert time.monotonic() - inicio < 15


def test_en_un_terminal_pequeno_siguen_a_la_vista_el_progreso_y_las_teclas() -> None:
    docubot("empezar", RAPIDO)
    with Terminal(["ejercicio"], columnas=50, filas=14) as terminal:
        terminal.esperar(lambda: "[q] salir" in " ".join(terminal.visible()))
        terminal.esperar(lambda: "0/22" in "\n".join(terminal.visible()))


def test_help_no_importa_nada_pesado() -> None:
    codigo = (
        "import sys; from docubot.cli.puerta import ejecutar; ejecutar(['ejercicio', '--help']);"
        "pesados = {'watchfiles', 'prompt_toolkit', 'anthropic', 'docubot.ejercicios.curso'};"
        "print(sorted(pesados & set(sys.modules)))"
    )
    hecho = subprocess.run([sys.executable, "-c", codigo], env=entorno(), capture_output=True, text=True, check=False)
    assert hecho.stdout.strip().endswith("[]")
