"""Los reintentos: cuántos, cuánto se espera, qué se dice y cuándo se renuncia."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.errores import (
    Definitivo,
    ErrorDeModelo,
    ErrorDocuBot,
    ModeloNoDisponible,
    PresupuestoAgotado,
    Reintentable,
    RespuestaInvalida,
    SinPermiso,
)
from docubot.modelos.reintentos import PoliticaReintentos, duracion, llamar_con_reintentos
from docubot.tipos import Fragmento, Peticion, Respuesta, Uso
from tests.guion import ModeloGuion, Paso, peticion, texto

SATURADO = ErrorDeModelo("Claude está saturado", Reintentable())


def pide(segundos: float) -> ErrorDeModelo:
    return ErrorDeModelo("Claude ha llegado a su límite", Reintentable(segundos))


@dataclass
class Banco:
    """Un reloj que solo avanza al dormir, y lo que se ha dicho y esperado."""

    ahora: float = 0.0
    esperas: list[float] = field(default_factory=list)
    avisos: list[str] = field(default_factory=list)
    intentos: int = 0

    def dormir(self, segundos: float) -> None:
        self.esperas.append(segundos)
        self.ahora += segundos

    def contar(self) -> None:
        self.intentos += 1

    def llamar(
        self, modelo: ModeloGuion, politica: PoliticaReintentos | None = None, azar: Callable[[], float] = lambda: 1.0
    ) -> Iterator[Fragmento | Respuesta]:
        return llamar_con_reintentos(
            modelo,
            peticion(),
            antes_de_intento=self.contar,
            avisar=self.avisos.append,
            politica=politica or PoliticaReintentos(),
            reloj=lambda: self.ahora,
            dormir=self.dormir,
            azar=azar,
        )


def test_reintenta_con_espera_creciente_y_se_lo_cuenta_a_la_persona() -> None:
    banco = Banco()
    with ModeloGuion([SATURADO, SATURADO, SATURADO, [texto("Al fin")]]) as modelo:
        *_, ultima = banco.llamar(modelo)
    assert isinstance(ultima, Respuesta)
    assert banco.esperas == [1.0, 2.0, 4.0]
    assert banco.intentos == 4
    assert banco.avisos[0] == "Claude está saturado; reintento 2 de 4 en 1 s…"
    assert banco.avisos[2] == "Claude está saturado; reintento 4 de 4 en 4 s…"


def test_agotados_los_intentos_lo_dice_con_la_clase_final() -> None:
    banco = Banco()
    with (
        ModeloGuion([SATURADO] * 4) as modelo,
        pytest.raises(ModeloNoDisponible, match=r"saturado \(tras 4 intentos\)"),
    ):
        list(banco.llamar(modelo))
    assert len(banco.esperas) == 3


def test_lo_definitivo_no_se_reintenta() -> None:
    banco = Banco()
    clave = ErrorDeModelo("Claude no acepta la clave", Definitivo(), final=SinPermiso)
    with ModeloGuion([clave]) as modelo, pytest.raises(SinPermiso, match=r"^Claude no acepta la clave\.$"):
        list(banco.llamar(modelo))
    assert banco.avisos == []


def test_espera_lo_que_pide_el_servidor() -> None:
    banco = Banco()
    with ModeloGuion([pide(7), pide(0), [texto("a")]]) as modelo:
        list(banco.llamar(modelo))
    assert banco.esperas == [7, 0]


@pytest.mark.parametrize(("segundos", "dicho"), [(3600.0, "60 min"), (86400.0 * 31, "31 días"), (31.0, "31 s")])
def test_si_pide_esperar_demasiado_renuncia_al_momento_y_lo_dice(segundos: float, dicho: str) -> None:
    banco = Banco()
    with ModeloGuion([pide(segundos)]) as modelo, pytest.raises(ModeloNoDisponible, match=f"esperar {dicho}.*30 s"):
        list(banco.llamar(modelo))
    assert banco.esperas == []


def test_el_total_tambien_tiene_tope() -> None:
    banco = Banco()
    politica = PoliticaReintentos(intentos=10, total_maximo=50)
    with ModeloGuion([pide(20)] * 3) as modelo, pytest.raises(ModeloNoDisponible, match="tras 3 intentos"):
        list(banco.llamar(modelo, politica))
    assert banco.esperas == [20, 20]


def test_tras_entregar_un_fragmento_no_reintenta_y_dice_que_quedo_incompleta() -> None:
    banco = Banco()
    modelo = ModeloGuion([Paso([texto("Los límites son")], fallo=SATURADO)])
    trozos = banco.llamar(modelo)
    assert next(trozos) == Fragmento("Los límites son")
    with pytest.raises(ModeloNoDisponible, match="quedó incompleta: Claude está saturado"):
        next(trozos)
    assert banco.esperas == []
    assert banco.intentos == 1


def test_el_presupuesto_cuenta_cada_intento_y_puede_parar() -> None:
    quedan = iter([None, None])

    def gastar() -> None:
        if next(quedan, "agotado") == "agotado":
            raise PresupuestoAgotado("Se acabaron las llamadas.")

    banco = Banco()
    with ModeloGuion([SATURADO, SATURADO]) as modelo, pytest.raises(PresupuestoAgotado):
        list(
            llamar_con_reintentos(
                modelo, peticion(), antes_de_intento=gastar, avisar=banco.avisos.append, dormir=banco.dormir
            )
        )


def test_ctrl_c_durante_la_espera_pasa_tal_cual() -> None:
    def interrumpir(_: float) -> None:
        raise KeyboardInterrupt

    with ModeloGuion([SATURADO]) as modelo, pytest.raises(KeyboardInterrupt):
        list(
            llamar_con_reintentos(
                modelo, peticion(), antes_de_intento=lambda: None, avisar=lambda _: None, dormir=interrumpir
            )
        )


def test_un_proveedor_que_no_termina_su_respuesta_es_una_respuesta_invalida() -> None:
    class Mudo(ModeloGuion):
        def responder(self, peticion: Peticion) -> Iterator[Fragmento | Respuesta]:
            return iter(())

    with pytest.raises(RespuestaInvalida, match="no terminó su respuesta"):
        list(Banco().llamar(Mudo([])))


def test_lo_que_siga_a_la_respuesta_no_se_entrega() -> None:
    class Hablador(ModeloGuion):
        def responder(self, peticion: Peticion) -> Iterator[Fragmento | Respuesta]:
            yield Respuesta([], "end_turn", Uso(), "x")
            yield Fragmento("de más")

    assert len(list(Banco().llamar(Hablador([])))) == 1


@settings(max_examples=200, deadline=None)
@given(
    pedidas=st.lists(st.none() | st.floats(0, 10**9), max_size=8),
    intentos=st.integers(1, 8),
    maxima=st.floats(0.1, 60),
    total=st.floats(0, 300),
    azar=st.floats(0, 1, exclude_max=True),
)
def test_nunca_espera_mas_de_lo_que_dice_la_politica(
    pedidas: list[float | None], intentos: int, maxima: float, total: float, azar: float
) -> None:
    banco = Banco()
    pasos = [ErrorDeModelo("x", Reintentable(p)) for p in pedidas]
    politica = PoliticaReintentos(intentos=intentos, espera_maxima=maxima, total_maximo=total)
    with contextlib.suppress(ErrorDocuBot):
        list(banco.llamar(ModeloGuion([*pasos, [texto("fin")]]), politica, lambda: azar))
    assert all(espera <= maxima for espera in banco.esperas)
    assert banco.ahora <= total
    assert 1 <= banco.intentos <= intentos


@pytest.mark.parametrize(
    ("segundos", "texto_esperado"),
    [(0, "1 s"), (2.1, "3 s"), (100, "100 s"), (101, "2 min"), (7200, "2 h"), (1e7, "116 días")],
)
def test_las_duraciones_se_leen(segundos: float, texto_esperado: str) -> None:
    assert duracion(segundos) == texto_esperado
