"""El chat en un terminal de verdad: se conversa, se interrumpe y se sale."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from docubot import diario
from docubot.conversacion import INTERRUMPIDA, bloques, defectos
from tests.cli.terminal import Terminal, guion, llamadas, texto

pytestmark = pytest.mark.skipif(os.name != "posix", reason="hace falta un pty")


def historia(datos: Path) -> list[dict[str, object]]:
    return diario.mensajes(list(diario.leer(diario.sesiones(datos)[-1])))


def test_se_conversa_y_se_sale_con_ctrl_d(tmp_path: Path, entorno_limpio: Path) -> None:
    pasos = guion(tmp_path, llamadas(("eco", {"texto": "hola"})), texto("Dice **hola**.\n\nY ya."), texto("Adiós."))
    with Terminal(["chat"], guion=pasos) as t:
        t.indicador()
        t.preguntar("¿qué dice?")
        assert "✓ eco(texto='hola')" in t.todo()
        assert "Dice hola." in t.todo()
        t.preguntar("¿y ahora?")
        assert "Adiós." in t.todo()
        t.proceso.sendeof()
        assert t.terminar() == 0
        assert "docubot chat --sesion" in t.todo()
    assert len(historia(entorno_limpio)) == 6


def test_ctrl_c_en_la_llamada_al_modelo_cancela_el_turno_y_la_charla_sigue(
    tmp_path: Path, entorno_limpio: Path
) -> None:
    pasos = guion(tmp_path, texto("a " * 400, pausa=0.05), texto("Segunda."))
    with Terminal(["chat"], guion=pasos) as t:
        t.indicador()
        t.escribir("primera")
        t.esperar("escribiendo")
        t.proceso.sendintr()
        t.esperar("Turno cancelado")
        t.esperar(t.esperando)
        t.preguntar("otra")
        assert "Segunda." in t.todo()
    assert [m["role"] for m in historia(entorno_limpio)] == ["user", "assistant"]


def test_ctrl_c_con_una_herramienta_de_dos_a_medias_responde_a_las_dos(tmp_path: Path, entorno_limpio: Path) -> None:
    """Fallo público D1."""
    pedidas = llamadas(("eco", {"texto": "rápida"}), ("lenta", {"segundos": 60}))
    with Terminal(["chat"], guion=guion(tmp_path, pedidas, texto("Sigo."))) as t:
        t.indicador()
        t.escribir("haz dos cosas")
        t.esperar("lenta(")
        time.sleep(0.5)
        t.proceso.sendintr()
        t.esperar("Turno cancelado")
        t.esperar(t.esperando)
        t.preguntar("¿sigues?")
        assert "Sigo." in t.todo()
    mensajes = historia(entorno_limpio)
    assert defectos(mensajes) == []
    primera, segunda = bloques(mensajes[2])
    assert (primera.get("is_error"), segunda["is_error"], segunda["content"]) == (None, True, INTERRUMPIDA)


def test_ctrl_c_en_la_espera_de_un_reintento(tmp_path: Path, entorno_limpio: Path) -> None:
    with Terminal(["chat"], guion=guion(tmp_path, texto("", fallo="saturado"), texto("Ya."))) as t:
        t.indicador()
        t.escribir("hola")
        t.esperar("reintento 2 de 4 en 30 s")
        t.proceso.sendintr()
        t.esperar("Turno cancelado", 3)
        t.esperar(t.esperando)
        t.preguntar("¿y ahora?")
        assert "Ya." in t.todo()
    assert defectos(historia(entorno_limpio)) == []


@pytest.mark.parametrize("donde", ["indicador", "turno"])
def test_dos_ctrl_c_salen_con_130(tmp_path: Path, entorno_limpio: Path, donde: str) -> None:
    with Terminal(["chat"], guion=guion(tmp_path, texto("b " * 400, pausa=0.05))) as t:
        t.indicador()
        if donde == "turno":
            t.escribir("hola")
            t.esperar("escribiendo")
            t.proceso.sendintr()
            t.esperar("Turno cancelado")
        else:
            t.proceso.sendintr()
            t.esperar("Otra vez Ctrl-C para salir")
        t.esperar(t.esperando)
        t.proceso.sendintr()
        assert t.terminar() == 130


def test_sigterm_sale_con_143_y_lo_hecho_esta_en_el_diario(tmp_path: Path, entorno_limpio: Path) -> None:
    with Terminal(["chat"], guion=guion(tmp_path, texto("Primera."), texto("c " * 400, pausa=0.05))) as t:
        t.indicador()
        t.preguntar("una")
        t.escribir("dos")
        t.esperar("escribiendo")
        t.proceso.kill(signal.SIGTERM)
        assert t.terminar() == 143
    sucesos = list(diario.leer(diario.sesiones(entorno_limpio)[-1]))
    assert [s["pregunta"] for s in sucesos if s["tipo"] == "turno_abierto"] == ["una", "dos"]


def test_sigterm_en_el_indicador_deja_el_terminal_como_estaba(tmp_path: Path, entorno_limpio: Path) -> None:
    import termios

    with Terminal(["chat"], guion=guion(tmp_path, texto("x"))) as t:
        antes = termios.tcgetattr(t.proceso.child_fd)
        t.indicador()
        t.proceso.kill(signal.SIGTERM)
        t.esperar(lambda: not t.proceso.isalive())
        assert termios.tcgetattr(t.proceso.child_fd)[:4] == antes[:4]
        assert t.terminar() == 143


def test_una_respuesta_a_medias_se_dice_incompleta_y_no_se_guarda(tmp_path: Path, entorno_limpio: Path) -> None:
    medio = texto("Un párrafo entero.\n\nY otro que se cor", fallo="saturado")
    with Terminal(["chat"], guion=guion(tmp_path, medio, texto("Bien."))) as t:
        t.indicador()
        t.preguntar("hola")
        assert "[respuesta incompleta]" in t.todo()
        assert "La respuesta quedó incompleta" in t.todo()
        t.preguntar("otra vez")
    assert len(historia(entorno_limpio)) == 2
    assert "se cor" not in str(historia(entorno_limpio))


def test_una_respuesta_larga_en_una_ventana_pequena_no_repite_ni_pierde_lineas(
    tmp_path: Path, entorno_limpio: Path
) -> None:
    parrafos = [f"Párrafo número {i}." for i in range(120)]
    with Terminal(["chat"], guion=guion(tmp_path, texto("\n\n".join(parrafos), trozo=11)), filas=10, columnas=40) as t:
        t.indicador()
        t.preguntar("cuéntame")
        for parrafo in parrafos:
            assert t.todo().count(parrafo) == 1, parrafo


def test_una_cita_inventada_no_se_llega_a_ensenar(tmp_path: Path, entorno_limpio: Path) -> None:
    pasos = guion(tmp_path, llamadas(("eco", {"texto": "42"})), texto("Son 42 [1] y 7 [99].\n\nFin [98].", trozo=2))
    with Terminal(["chat"], guion=pasos) as t:
        t.indicador()
        t.preguntar("¿cuántas?")
        assert "Son 42" in t.todo()
        assert "Se han retirado citas" in t.todo()
        respuesta = t.crudo.decode().split("Se han retirado")[0]
        assert "[99]" not in respuesta
        assert "[98]" not in respuesta


def test_cambiar_el_tamano_durante_la_respuesta_no_repite_ni_pierde_lineas(
    tmp_path: Path, entorno_limpio: Path
) -> None:
    parrafos = [f"Párrafo número {i}." for i in range(60)]
    with Terminal(["chat"], guion=guion(tmp_path, texto("\n\n".join(parrafos), trozo=9, pausa=0.01)), filas=30) as t:
        t.indicador()
        t.escribir("cuéntame")
        for i, (columnas, filas) in enumerate([(60, 20), (120, 12), (45, 30)], 1):
            t.esperar(f"Párrafo número {i * 10}.")
            t.cambiar_tamano(columnas, filas)
        t.esperar("Párrafo número 59.")
        t.esperar(t.esperando)
        visto = t.crudo.decode()
        for parrafo in parrafos:
            assert visto.count(parrafo) == 1, parrafo


def test_alt_intro_y_lo_pegado_entran_con_sus_saltos(tmp_path: Path, entorno_limpio: Path) -> None:
    with Terminal(["chat"], guion=guion(tmp_path, texto("Vale."))) as t:
        t.indicador()
        t.proceso.send("uno\x1b\rdos")
        t.escribir("\x1b[200~\ntres\ncuatro\x1b[201~")
        t.esperar("Vale.")
    assert historia(entorno_limpio)[0]["content"] == "uno\ndos\ntres\ncuatro"


def test_el_tabulador_completa_ordenes_y_proyectos(tmp_path: Path, entorno_limpio: Path) -> None:
    with Terminal(["chat"], guion=guion(tmp_path, texto("Vale."))) as t:
        t.indicador()
        t.proceso.send("/her\t")
        t.esperar("/herramientas")
        t.proceso.sendintr()
        t.esperar("Otra vez")

        def completa() -> bool:
            t.proceso.send("\x15Bor\t")
            t.leer(0.3)
            return "Boreal" in t.todo()

        t.esperar(completa)


def test_el_editor_trae_la_pregunta_ya_escrita(tmp_path: Path, entorno_limpio: Path) -> None:
    editor = tmp_path / "editor.sh"
    editor.write_text('#!/bin/sh\nprintf "desde el editor" > "$1"\n')
    editor.chmod(0o755)
    with Terminal(["chat"], guion=guion(tmp_path, texto("Vale.")), EDITOR=str(editor)) as t:
        t.indicador()
        t.escribir("/editor")
        t.esperar("› desde el editor")
        t.escribir("")
        t.esperar("Vale.")
    assert historia(entorno_limpio)[0]["content"] == "desde el editor"


def test_lo_preguntado_otro_dia_vuelve_con_la_flecha_y_se_busca(tmp_path: Path, entorno_limpio: Path) -> None:
    pasos = guion(tmp_path, texto("Vale."))
    with Terminal(["chat"], guion=pasos) as t:
        t.indicador()
        t.preguntar("¿cuántas tareas?")
        t.escribir("/salir")
        assert t.terminar() == 0
    with Terminal(["chat"], guion=pasos) as t:
        t.indicador()
        t.proceso.send("\x12cuántas")
        t.esperar("¿cuántas tareas?")
    assert (entorno_limpio / "historial").stat().st_mode & 0o777 == 0o600


def test_lo_que_se_teclea_durante_un_turno_espera_al_siguiente_indicador(tmp_path: Path, entorno_limpio: Path) -> None:
    with Terminal(["chat"], guion=guion(tmp_path, texto("Despacio.", antes=1.5), texto("Segunda."))) as t:
        t.indicador()
        t.escribir("una")
        t.esperar("pensando")
        t.proceso.send("dos\r")
        t.esperar("Despacio.")
        antes_de_la_respuesta = t.crudo.decode().split("Despacio.")[0]
        assert "dos" not in antes_de_la_respuesta, "lo tecleado se mezcló con la respuesta"
        t.esperar("Segunda.")
    assert [m["content"] for m in historia(entorno_limpio) if m["role"] == "user"] == ["una", "dos"]
