"""Una sesión se retoma byte a byte, solo la tiene un proceso y lo que no se usó no deja rastro."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docubot import agente, configuracion, diario, sesiones
from docubot.conversacion import defectos
from docubot.errores import DatosInvalidos, EntradaInexistente, ServicioNoDisponible
from docubot.modelos.guion import ModeloGuion, llamada, texto
from tests.apoyo import equipo_con

PENSADO = {"type": "thinking", "thinking": "Veamos…", "signature": "c2lnbmF0dXJh=="}
TAPADO = {"type": "redacted_thinking", "data": "b2N1bHRv"}
CITA = {
    "type": "search_result_location",
    "source": "a.md#b",
    "title": "[1] A",
    "cited_text": "40",
    "search_result_index": 0,
}
CITADO = {"type": "text", "text": "Caben 40.", "citations": [CITA]}


def una_sesion() -> str:
    """Una sesión con dos turnos: pensamiento firmado, herramientas y citas."""
    guion = [[PENSADO, llamada("tareas", {"nombre": "Atlas"})], [TAPADO, CITADO], [texto("Adiós.")]]
    with sesiones.nueva(configuracion.cargar(), "claude", "m") as sesion, ModeloGuion(guion) as modelo:
        agente.responder("¿y Atlas?", equipo_con(modelo), sesion.conversacion)
        agente.responder("¿límite?", equipo_con(modelo), sesion.conversacion)
        return sesion.id


def test_reanudar_da_la_historia_exacta_byte_a_byte(entorno_limpio: Path) -> None:
    guion = [[PENSADO, llamada("tareas", {"nombre": "Atlas"})], [TAPADO, CITADO], [texto("Adiós.")]]
    with sesiones.nueva(configuracion.cargar(), "claude", "m") as sesion, ModeloGuion(guion) as modelo:
        agente.responder("¿y Atlas?", equipo_con(modelo), sesion.conversacion)
        agente.responder("¿límite?", equipo_con(modelo), sesion.conversacion)
        antes = json.dumps(sesion.conversacion.mensajes)
        gastado = sesion.diario.uso
    with sesiones.reanudar(configuracion.cargar(), None, "claude", "m") as otra:
        assert json.dumps(otra.conversacion.mensajes) == antes
        assert otra.diario.uso == gastado
        assert otra.diario.turnos == 2
        assert [f.n for f in otra.conversacion.fuentes] == [1]
        assert PENSADO in otra.conversacion.mensajes[1]["content"]


def test_solo_un_proceso_tiene_una_sesion(entorno_limpio: Path) -> None:
    identificador = una_sesion()
    ajustes = configuracion.cargar()
    with sesiones.reanudar(ajustes, identificador, "local", "m"):
        with pytest.raises(ServicioNoDisponible, match="abierta en otro proceso"):
            sesiones.reanudar(ajustes, identificador, "local", "m")
        with pytest.raises(ServicioNoDisponible):
            sesiones.borrar(ajustes.datos, identificador)
    with sesiones.reanudar(ajustes, identificador, "local", "m"):
        pass
    assert not list(diario.carpeta(ajustes.datos).glob("*.cerrojo"))


def test_una_sesion_sin_turnos_no_deja_rastro(entorno_limpio: Path) -> None:
    with sesiones.nueva(configuracion.cargar(), "local", "m"):
        pass
    assert list(diario.carpeta(entorno_limpio).iterdir()) == []


def test_continuar_sigue_la_ultima_de_chat_y_no_una_pregunta_suelta(entorno_limpio: Path) -> None:
    de_chat = una_sesion()
    from docubot import armado

    with armado.nueva_conversacion(configuracion.cargar()) as suelta, ModeloGuion([[texto("Hola.")]]) as modelo:
        agente.responder("suelta", equipo_con(modelo), suelta)
    assert sesiones.buscar_ruta(entorno_limpio, None).stem == de_chat
    assert sesiones.buscar_ruta(entorno_limpio, suelta.diario.sesion).stem == suelta.diario.sesion


def test_sin_ninguna_sesion_se_dice_como_empezar(entorno_limpio: Path) -> None:
    with pytest.raises(EntradaInexistente, match="docubot chat"):
        sesiones.reanudar(configuracion.cargar(), None, "local", "m")
    una_sesion()
    with pytest.raises(EntradaInexistente):
        sesiones.reanudar(configuracion.cargar(), "1999", "local", "m")
    una_sesion()
    with pytest.raises(DatosInvalidos, match="escribe más caracteres"):
        sesiones.reanudar(configuracion.cargar(), "20", "local", "m")


@pytest.mark.parametrize("corte", range(0, 3000, 97))
def test_un_diario_cortado_se_reanuda_valido_y_se_puede_seguir(entorno_limpio: Path, corte: int) -> None:
    ruta = sesiones.buscar_ruta(entorno_limpio, una_sesion())
    entero = ruta.read_bytes()
    ruta.write_bytes(entero[: max(1, len(entero) - corte)])
    with sesiones.reanudar(configuracion.cargar(), ruta.stem, "local", "m") as sesion:
        assert defectos(sesion.conversacion.mensajes) == []
        with ModeloGuion([[texto("Sigo.")]]) as modelo:
            agente.responder("¿sigues?", equipo_con(modelo), sesion.conversacion)
        assert diario.mensajes(list(diario.leer(ruta))) == sesion.conversacion.mensajes


def test_se_busca_sin_tildes_ni_mayusculas(entorno_limpio: Path) -> None:
    identificador = una_sesion()
    hallados = list(sesiones.buscar_texto(entorno_limpio, "LIMITE"))
    assert [(h.sesion, h.turno, h.alrededor) for h in hallados] == [(identificador, 2, "¿límite?")]
    assert list(sesiones.buscar_texto(entorno_limpio, "nada de eso")) == []


def test_borrar_quita_el_diario(entorno_limpio: Path) -> None:
    assert sesiones.borrar(entorno_limpio, una_sesion())
    assert list(diario.carpeta(entorno_limpio).iterdir()) == []


def test_un_mensaje_partido_por_ctrl_c_queda_entero_en_los_dos_sitios(entorno_limpio: Path) -> None:
    """El diario se anota y, antes de que llegue a la memoria, salta la señal: se aplaza hasta que estén los dos."""
    import signal

    from docubot import interrupciones

    antes = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    interrupciones.instalar()
    try:
        with sesiones.nueva(configuracion.cargar(), "local", "m") as sesion:
            anotar = sesion.diario.anotar

            def anotar_e_interrumpir(tipo: str, **datos: object) -> None:
                anotar(tipo, **datos)
                signal.raise_signal(signal.SIGINT)

            sesion.diario.anotar = anotar_e_interrumpir  # type: ignore[method-assign]
            with pytest.raises(KeyboardInterrupt):
                sesion.conversacion.dice_la_persona("hola")
            assert sesion.conversacion.mensajes == diario.mensajes(list(diario.leer(sesion.diario.ruta)))
            assert len(sesion.conversacion.mensajes) == 1
    finally:
        signal.signal(signal.SIGINT, antes)
