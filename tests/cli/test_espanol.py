"""Ninguna ayuda, ningún uso y ningún error de Typer sale en inglés."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from docubot.cli import espanol, frases, ligero, puerta
from docubot.cli.aplicacion import ORDENES, comando
from tests.cli.terminal import RAIZ
from tests.presentacion.apoyo import poner_terminal

INGLES = re.compile(
    r"""(?xi)\b(?:
    the|and|is|are|was|with|without|for|of|to|not|usage|options?|arguments?|commands?|show|this|message|exit|install|required
    |default|missing|invalid|value|try|input|should|be|unexpected|got|extra|takes|does|requires|available|choose|from|aborted
    |unable|parse|string|integer|number|valid|boolean|greater|less|than|equal
    )\b"""
)
"""Palabras que delatan una frase en inglés."""

PROPIAS = re.compile(r"--help|--\w+-completion|tool_choice|--json|DOCUBOT_\w+|\"\w+\"|docubot [\w -]*--help|«[^»]*»")
"""Nombres nuestros y lo que se repite entre comillas: no se traducen."""


def salida(capsys: pytest.CaptureFixture[str], *argumentos: str) -> tuple[int, str]:
    codigo = puerta.ejecutar(list(argumentos))
    dicho = capsys.readouterr()
    return codigo, dicho.out + dicho.err


def en_ingles(texto: str) -> list[str]:
    return INGLES.findall(PROPIAS.sub("", texto))


def caminos(orden: Any, camino: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield camino
    for nombre, hija in getattr(orden, "commands", {}).items():
        yield from caminos(hija, (*camino, nombre))


@pytest.mark.parametrize("camino", list(caminos(comando())), ids=" ".join)
def test_la_ayuda_de_cada_orden_esta_en_espanol(camino: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    codigo, dicho = salida(capsys, *camino, "--help")
    assert codigo == 0
    assert f"Uso: docubot {' '.join(camino)}".strip() in " ".join(dicho.split())
    assert en_ingles(dicho) == []
    assert not re.search(r"<\w+( range)?>", dicho)


def test_la_ayuda_sin_rich_tambien(tmp_path: Path) -> None:
    hecho = subprocess.run(
        [sys.executable, "-m", "docubot", "chat", "--help"],
        env={**os.environ, "TYPER_USE_RICH": "0", "PYTHONPATH": str(RAIZ)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "Opciones:" in hecho.stdout
    assert "[por defecto: auto]" in " ".join(hecho.stdout.split())
    assert en_ingles(hecho.stdout) == []


@pytest.mark.parametrize(
    ("argumentos", "dice"),
    [
        (["preguntarr"], "No hay ninguna orden «preguntarr». Quizá querías decir «preguntar»."),
        (["herramientas", "verr"], "No hay ninguna orden «verr». Quizá querías decir «ver»."),
        (["xyz'w"], "No hay ninguna orden «xyz'w»."),
        (["preguntar", "--prob"], "No hay ninguna opción «--prob». Quizá querías decir «--plazo»."),
        (["preguntar", "--zzzz"], "No hay ninguna opción «--zzzz»."),
        (["preguntar", "a", "b", "c"], "Sobra «b c»: ¿faltan las comillas alrededor del texto?"),
        (["preguntar", "--max-pasos", "x", "a"], "El valor de --max-pasos no vale: tiene que ser un número entero."),
        (["preguntar", "--max-pasos", "2.5", "a"], "El valor de --max-pasos no vale: tiene que ser un número entero"),
        (
            ["preguntar", "--max-pasos", "9" * 5000, "a"],
            "El valor de --max-pasos no vale: el número es demasiado largo.",
        ),
        (["preguntar", "--plazo", "x", "a"], "El valor de --plazo no vale: tiene que ser un número."),
        (["nubelia", "servir", "--puerto", "99999"], "El valor de --puerto no vale: tiene que ser 65535 o menos."),
        (["nubelia", "servir", "--puerto", "-1"], "El valor de --puerto no vale: tiene que ser 0 o más."),
        (["clave", "poner", "otra"], "El valor de de no vale: «otra» no es ninguno de: claude, nubelia."),
        (["preguntar", "--json=3"], "La opción --json no lleva valor."),
        (["preguntar", "--max-pasos"], "La opción --max-pasos necesita un valor."),
        (["herramientas", "ver"], "Falta el argumento nombre."),
        (["sesiones", "ver"], "Falta el argumento ID."),
        (["-x"], "No hay ninguna opción «-x»."),
    ],
)
def test_los_errores_del_analizador(argumentos: list[str], dice: str, capsys: pytest.CaptureFixture[str]) -> None:
    codigo, dicho = salida(capsys, *argumentos)
    assert codigo == 2
    assert dice in dicho
    assert en_ingles(dicho) == []
    assert "Traceback" not in dicho


INGLESES = [
    "No such command 'a'.", 'No such command "it\'s".', "No such command 'a'. Did you mean 'b', 'c'?",
    "No such option: --a",
    "No such option: --a (Possible options: --b, --c)", "Missing command.", "Got unexpected extra argument(s) (a b)",
    "Option '--a' requires an argument.", "Option '--a' requires 2 arguments.", "Option '--a' does not take a value.",
    "Argument 'a' takes 2 values.", "Input should be a valid integer, unable to parse string as an integer",
    "Input should be a valid integer, got a number with a fractional part",
    "Unable to parse input string as an integer, exceeded maximum size",
    "Input should be a valid number, unable to parse string as a number", "Input should be a finite number",
    "Input should be a valid boolean, unable to interpret input", "Input should be greater than or equal to 1",
    "Input should be less than or equal to 9", "Input should be a valid datetime or date, input is too short",
    "Input should be a valid date or datetime, input is too short",
    "Input should be a valid UUID, invalid character: found `x` at 1",
    "Input is not a valid path for <class 'pathlib.Path'>",
    "Value error, None is not a valid string", "Value error, value is not a valid tuple",
    "Value error, 2 values are required, but 1 given.", "Value error, 'x' is not one of 'a', 'b'.",
    "Value error, 'x' does not match the formats '%Y', '%d'.", "file 'a' does not exist.", "path 'a' does not exist.",
    "dir 'a' does not exist.", "dir 'a' is a file.", "file 'a' is a directory.", "path 'a' is not readable.",
    "path 'a' is not writable.", "Could not open file 'a': no", "Value 'a' is not a valid int.",
    "Value must be an iterable.",
]  # fmt: skip
"""Todo lo que `typer` 0.29 puede decir al analizar una orden, sacado de su fuente."""


@pytest.mark.parametrize("mensaje", INGLESES)
def test_cada_mensaje_del_analizador_tiene_traduccion(mensaje: str) -> None:
    assert frases.del_analizador(mensaje) != mensaje
    assert en_ingles(frases.del_analizador(mensaje)) == []


@pytest.mark.parametrize(
    "mensaje",
    [
        "bash completion installed in /home/a", "Completion will take effect once you restart the terminal",
        "Shell x not supported.", "Shell x is not supported.", 'Completion instruction "x" not supported.',
        "Invalid completion instruction.", "Couldn't get PowerShell user profile",
        "Couldn't decode the path automatically",
        "DeprecationWarning: The command 'a' is deprecated. porque sí",
    ],
)  # fmt: skip
def test_cada_mensaje_del_completado_tiene_traduccion(mensaje: str) -> None:
    assert en_ingles(frases.del_completado(mensaje)) == []


def test_no_hay_mensajes_de_typer_que_no_conozcamos() -> None:
    """Si una versión nueva de Typer trae frases nuevas, esta prueba lo dice."""
    carpeta = Path(typer.__file__).parent
    fuentes = "".join((carpeta / f).read_text() for f in ("core.py", "_coercion.py", "_adapters.py", "_param_types.py"))
    fuentes += "".join((carpeta / "_click" / f).read_text() for f in ("parser.py", "exceptions.py", "core.py"))
    lanzados = re.findall(
        r'(?:ctx\.fail|UsageError|BadParameter|BadOptionUsage|BadArgumentUsage|ValueError)\(\s*_?\(?f?"([^"]+)', fuentes
    )
    conocidas = " ".join(INGLESES)
    de_programacion = ("Expected one list", "Invalid start character", "unknown action", "Boolean option", "{label}")
    for frase in lanzados:
        principio = re.split(r"[{']", frase)[0].strip() or re.split(r"[}]", frase)[-1].strip()
        assert principio in conocidas or frase.startswith(de_programacion), frase


def test_una_orden_nueva_entra_sola_en_la_ayuda() -> None:
    assert set(ORDENES) == set(vars(comando())["commands"])


def test_lo_que_dice_el_sistema_va_en_espanol() -> None:
    for numero in (1, 2, 5, 13, 16, 17, 20, 21, 22, 28, 30, 36, 39, 40, 98, 111):
        assert en_ingles(frases.del_sistema(f"No se puede: {os.strerror(numero)}.")) == []


def test_las_preguntas_de_si_o_no_son_en_espanol(monkeypatch: pytest.MonkeyPatch) -> None:
    comando()
    terminal = poner_terminal(monkeypatch)
    assert typer.confirm("¿Borrar?")
    assert terminal.getvalue() == "¿Borrar? [s/N] "


def test_nadie_usa_otras_preguntas_de_typer_que_estan_en_ingles() -> None:
    for fichero in (RAIZ / "docubot").rglob("*.py"):
        texto = fichero.read_text(encoding="utf-8")
        assert not re.search(r"typer\.prompt\(|prompt=True|confirmation_prompt", texto), fichero


def test_el_completado_se_instala_y_completa(tmp_path: Path) -> None:
    entorno = {
        **os.environ,
        "HOME": str(tmp_path),
        "PYTHONPATH": str(RAIZ),
        "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1",
    }
    base = [sys.executable, "-m", "docubot"]
    hecho = subprocess.run(
        [*base, "--install-completion", "bash"], env=entorno, capture_output=True, text=True, check=True
    )
    assert "Completado de bash instalado en" in hecho.stdout
    assert en_ingles(hecho.stdout.replace(str(tmp_path), "")) == []
    assert "docubot" in (tmp_path / ".bash_completions" / "docubot.sh").read_text()
    pide = {"_DOCUBOT_COMPLETE": "complete_bash", "COMP_WORDS": "docubot ses", "COMP_CWORD": "1"}
    hecho = subprocess.run(base, env={**entorno, **pide}, capture_output=True, text=True, check=False)
    assert hecho.stdout.split() == ["sesiones"]
    pide["COMP_WORDS"], pide["COMP_CWORD"] = "docubot sesiones b", "2"
    hecho = subprocess.run(base, env={**entorno, **pide}, capture_output=True, text=True, check=False)
    assert hecho.stdout.split() == ["buscar", "borrar"]


def test_lo_que_ya_es_un_texto_o_no_se_ha_dado_no_necesita_pydantic() -> None:
    codigo = (
        "import sys; from docubot.cli import puerta; "
        "puerta.ejecutar(['config', 'ruta']); sys.exit('pydantic' in sys.modules)"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", codigo], env={**os.environ, "PYTHONPATH": str(RAIZ)}, check=False
        ).returncode
        == 0
    )
    assert espanol.explicar(ValueError("x")) is None
    assert ligero.aligerar(comando())
