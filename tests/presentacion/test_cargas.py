"""Doscientas cargas hostiles por cada sitio que enseña texto ajeno: solo llegan letras y colores nuestros."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from docubot import prompts
from docubot.cli import puerta
from docubot.diagnostico import Revision
from docubot.ejecucion import Paso
from docubot.presentacion import consola, doctor, respuesta, sesiones, traza
from docubot.presentacion.chat import fuentes as vista_fuentes
from docubot.presentacion.chat.pantalla import Pantalla
from docubot.presentacion.chat.progreso import Progreso
from docubot.rag.citas import Cita, Fuentes
from docubot.tipos import Fragmento, Pasaje, Uso
from docubot.turno import Aviso, LlamadaPedida, Turno
from tests.cargas import CARGAS, COLORES, LITERALES, PROHIBIDO, entre_senales
from tests.presentacion.apoyo import poner_terminal

NUESTROS: Final = re.compile(r"\r\x1b\[K|\r(?=[^\r\n]*\x1b\[K)|\x1b\[K")
"""Lo que pinta y borra la línea de progreso."""


def turno(texto: str) -> Turno:
    """Un turno que lleva el texto en todas partes."""
    citas = [
        Cita(1, "documento", f"{texto}.md", texto, texto, None, texto),
        Cita(2, "herramienta", None, None, texto, "p1"),
    ]
    paso = Paso("p1", texto, {texto: texto}, texto, True, 1.0)
    return Turno(
        texto, "fin", texto, citas, [9], [paso], Uso(), 1, 1, "claude", texto, prompts.cargar("system_agente"), "t", 1.0
    )


def pantalla(hacer: Callable[[Pantalla, str], None]) -> Callable[[str], None]:
    def sitio(texto: str) -> None:
        p = Pantalla()
        p.empezar(Fuentes())
        hacer(p, texto)
        p.terminar(turno(texto), None)

    return sitio


def por_letras(p: Pantalla, texto: str) -> None:
    for letra in f"{texto}\n\n# {texto}\n\n- {texto}\n\n```\n{texto}\n```\n\n> {texto}\n\n|a|b|\n|-|-|\n|{texto}|x|\n":
        p.contar(Fragmento(letra))


def herramienta(p: Pantalla, texto: str) -> None:
    p.contar(LlamadaPedida(texto, {"nombre": texto}))
    p.contar(Paso("i", texto, {texto: texto}, texto, False, 2.0))
    p.contar(Aviso(texto))


def con_fuentes(texto: str) -> None:
    fuentes = Fuentes()
    fuentes.de_documento(Pasaje("i", f"{texto}.md", texto, texto, texto, texto, 1.0))
    fuentes.de_herramienta("p", texto, {texto: texto}, texto)
    vista_fuentes.listar(fuentes)
    vista_fuentes.ver(fuentes, 1)
    vista_fuentes.ver(fuentes, 2)


def sucesos(texto: str) -> list[dict[str, Any]]:
    return [
        {"tipo": "turno_abierto", "pregunta": texto, "modo": "agente", "prompt": {"version": "1", "sha256": "0"}},
        {"tipo": "aviso", "texto": texto},
        {"tipo": "llamada_herramienta", "id": "1", "nombre": texto, "entrada": {"a": texto}},
        {"tipo": "resultado_herramienta", "id": "1", "nombre": texto, "contenido": texto, "es_error": False, "ms": 1.0},
        {"tipo": "fallo_modelo", "llamada": 1, "mensaje": texto},
        {
            "tipo": "turno_cerrado", "parada": "fin", "respuesta": texto,
            "citas": [{"n": 1, "tipo": "documento", "pagina": texto, "seccion": texto, "texto": texto, "paso": None}],
        },
    ]  # fmt: skip


def progreso(texto: str) -> None:
    from docubot.saneado import limpiar_linea

    p = Progreso(activo=True, ancho=lambda: 100)
    p.poner(limpiar_linea(texto))
    p.quitar()


def romper(texto: str) -> None:
    p = Pantalla()
    p.empezar(Fuentes())
    p.contar(Fragmento(texto))
    p.romper(texto)


SITIOS: Final[dict[str, Callable[[str], Any]]] = {
    "imprimir": consola.imprimir,
    "decir": consola.decir,
    "decir_discreto": consola.decir_discreto,
    "imprimir_discreto": consola.imprimir_discreto,
    "imprimir_markdown": consola.imprimir_markdown,
    "imprimir_tabla": lambda t: consola.imprimir_tabla(["a", "b"], [[t, "x"]]),
    "imprimir_json": lambda t: consola.imprimir_json({"a": t}),
    "confirmar": consola.confirmar,
    "contar un aviso": lambda t: respuesta.contar(Aviso(t)),
    "contar una llamada": lambda t: respuesta.contar(LlamadaPedida(t, {"n": t})),
    "mostrar una respuesta": lambda t: respuesta.mostrar(turno(t)),
    "chat: respuesta a trozos": pantalla(por_letras),
    "chat: herramientas": pantalla(herramienta),
    "chat: fallo": romper,
    "chat: progreso": progreso,
    "chat: fuentes": con_fuentes,
    "traza": lambda t: traza.mostrar("s", [sucesos(t)]),
    "sesión": lambda t: sesiones.mostrar("s", [sucesos(t)]),
    "doctor": lambda t: doctor.mostrar(Revision(t, "mal", t, t)),
    "error": puerta._decir,
}


def sin_lo_nuestro(escrito: str) -> str:
    return COLORES.sub("", NUESTROS.sub("", escrito))


@pytest.mark.parametrize("sitio", SITIOS)
def test_ninguna_carga_hace_nada_en_el_terminal_ni_tapa_lo_de_alrededor(
    sitio: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fallo público D23."""
    terminal = poner_terminal(monkeypatch)
    for carga in CARGAS:
        terminal.seek(0)
        terminal.truncate()
        SITIOS[sitio](entre_senales(carga))
        visto = sin_lo_nuestro(terminal.getvalue())
        malo = PROHIBIDO.search(visto)
        assert malo is None, (carga, visto)
        assert "INI" in visto, (carga, visto)
        assert "FIN" in visto, (carga, visto)


@pytest.mark.parametrize("literal", LITERALES)
def test_lo_visible_se_ve_en_el_terminal_y_llega_igual_por_una_tuberia(
    literal: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fallo público D21 y D22."""
    frase = f"antes {literal} después"
    respuesta.mostrar(turno(frase))
    assert capsys.readouterr().out.startswith(f"{frase}\n")
    terminal = poner_terminal(monkeypatch)
    consola.imprimir_markdown(frase)
    assert frase in " ".join(sin_lo_nuestro(terminal.getvalue()).split("\n"))


def test_el_fichero_exportado_tampoco_lleva_controles(tmp_path: Path) -> None:
    from docubot import exportacion

    for carga in CARGAS:
        texto = exportacion.en_markdown("s", [sucesos(entre_senales(carga))])
        assert not PROHIBIDO.search(texto), carga


def test_en_una_ventana_estrecha_la_tabla_son_fichas(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = poner_terminal(monkeypatch)
    monkeypatch.setenv("COLUMNS", "20")
    consola.imprimir_tabla(["a", "b"], [["uno", "dos"], ["tres", ""]])
    assert terminal.getvalue() == "uno\n  dos\ntres\n"
