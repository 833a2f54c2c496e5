"""Las señales esperan a que acabe lo que no se puede partir, y un segundo Ctrl-C no rompe lo que recoge el primero."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from docubot import interrupciones

pytestmark = pytest.mark.skipif(os.name != "posix", reason="señales de POSIX")


@pytest.fixture(autouse=True)
def manejadores() -> Iterator[None]:
    antes = {s: signal.getsignal(s) for s in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    interrupciones.instalar()
    yield
    for senal, manejador in antes.items():
        signal.signal(senal, manejador)


def pulsar(senal: signal.Signals = signal.SIGINT) -> None:
    signal.raise_signal(senal)


def test_una_senal_dentro_de_lo_aplazado_salta_al_salir() -> None:
    hecho = []

    def trabajar() -> None:
        with interrupciones.aplazadas():
            with interrupciones.aplazadas():
                pulsar()
                hecho.append("dentro")
            hecho.append("todavía dentro")

    with pytest.raises(KeyboardInterrupt):
        trabajar()
    assert hecho == ["dentro", "todavía dentro"]


def test_sigterm_tambien_se_aplaza() -> None:
    with pytest.raises(interrupciones.Terminado), interrupciones.aplazadas():
        pulsar(signal.SIGTERM)


def test_el_segundo_ctrl_c_de_un_turno_se_cuenta_sin_romper_la_recogida() -> None:
    recogido = []

    def turno() -> None:
        with interrupciones.un_turno():
            try:
                pulsar()
            finally:
                pulsar()
                recogido.append(True)

    with pytest.raises(KeyboardInterrupt):
        turno()
    assert recogido
    assert interrupciones.repetida()


def test_un_solo_ctrl_c_no_es_repetido_y_el_turno_siguiente_empieza_de_cero() -> None:
    with pytest.raises(KeyboardInterrupt), interrupciones.un_turno():
        pulsar()
    assert not interrupciones.repetida()
    with interrupciones.un_turno():
        pass
    assert not interrupciones.repetida()


def test_un_sigint_que_ya_se_ignoraba_se_sigue_ignorando() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    interrupciones.instalar()
    pulsar()
