"""La gramática de fechas, horas e intervalos, en los dos idiomas."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.lenguaje.calendario import MESES, HoraInexistente, instante, zona_en
from docubot.lenguaje.fechas import fecha_en, leer_intervalo

HOY = date(2026, 11, 30)
DIAS = st.dates(min_value=date(2024, 1, 1), max_value=date(2030, 12, 31))
NOMBRES = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
]
INGLES = [
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
]  # fmt: skip


@pytest.mark.parametrize(
    ("frase", "dia", "hasta"),
    [
        ("del 3 al 6 de agosto para dos personas", "2027-08-03", "2027-08-06"),
        ("from August 3rd to 6th", "2027-08-03", "2027-08-06"),
        ("August 3-6", "2027-08-03", "2027-08-06"),
        ("entre el 3 y el 6 de agosto", "2027-08-03", "2027-08-06"),
        ("del 30 de julio al 2 de agosto", "2027-07-30", "2027-08-02"),
        ("del 30 al 2 de agosto", "2027-07-30", "2027-08-02"),
        ("del 28 de diciembre al 2 de enero", "2026-12-28", "2027-01-02"),
        ("del viernes al domingo", "2026-12-04", "2026-12-06"),
        ("del 18 al 20", "2026-12-18", "2026-12-20"),
        ("llegamos el 9 de octubre y nos vamos el 12", "2027-10-09", "2027-10-12"),
        ("3 noches desde el 5 de agosto", "2027-08-05", "2027-08-08"),
        ("el 18", "2026-12-18", None),
        ("el martes 1 de diciembre", "2026-12-01", None),
        ("pasado mañana", "2026-12-02", None),
        ("dentro de dos semanas", "2026-12-14", None),
        ("next Tuesday", "2026-12-08", None),
        ("el viernes de la semana que viene", "2026-12-11", None),
        ("facturas de diciembre", "2026-12-01", "2026-12-31"),
        ("last month", "2026-10-01", "2026-10-31"),
        ("la semana que viene", "2026-12-07", "2026-12-13"),
    ],
)
def test_los_dias_y_los_intervalos_de_dias(frase: str, dia: str, hasta: str | None) -> None:
    leido = leer_intervalo(frase, HOY)
    assert leido.dia == date.fromisoformat(dia)
    assert leido.dia_fin == (date.fromisoformat(hasta) if hasta else None)


@pytest.mark.parametrize(
    ("frase", "inicio", "fin"),
    [
        ("mañana de 9 a 10", "2026-12-01 09:00", "2026-12-01 10:00"),
        ("el viernes de 19 a 21, seremos 9", "2026-12-04 19:00", "2026-12-04 21:00"),
        ("el miércoles de 17:00 a 18:30", "2026-12-02 17:00", "2026-12-02 18:30"),
        ("next Tuesday at 3pm for two hours", "2026-12-08 15:00", "2026-12-08 17:00"),
        ("Wednesday from 3 to 5pm", "2026-12-02 15:00", "2026-12-02 17:00"),
        ("hoy de 4 a 6", "2026-11-30 16:00", "2026-11-30 18:00"),
        ("mañana a las nueve y media durante hora y media", "2026-12-01 09:30", "2026-12-01 11:00"),
        ("de 8 a 10 de la mañana del martes", "2026-12-01 08:00", "2026-12-01 10:00"),
        ("el jueves de 22 a 2", "2026-12-03 22:00", "2026-12-04 02:00"),
        ("on the 12th at 10am for 90 minutes", "2026-12-12 10:00", "2026-12-12 11:30"),
        ("tomorrow from 11 to 12 for 3 people", "2026-12-01 11:00", "2026-12-01 12:00"),
    ],
)
def test_las_franjas_de_horas(frase: str, inicio: str, fin: str) -> None:
    leido = leer_intervalo(frase, HOY)
    assert leido.dia is not None
    assert leido.hora is not None
    assert datetime.combine(leido.dia, leido.hora) == datetime.fromisoformat(inicio)
    dia_fin, hora_fin = leido.fin
    assert dia_fin is not None
    assert hora_fin is not None
    assert datetime.combine(dia_fin, hora_fin) == datetime.fromisoformat(fin)


@pytest.mark.parametrize(
    "frase", ["¿cuántas tareas tiene Atlas?", "hace 10 días la borré", "may I log hours?", "para 6 personas"]
)
def test_lo_que_no_dice_cuando_se_queda_vacio(frase: str) -> None:
    assert leer_intervalo(frase, HOY).vacio


def test_el_resto_conserva_lo_que_no_era_fecha() -> None:
    assert "seremos 9" in leer_intervalo("el viernes de 19 a 21, seremos 9", HOY).resto


@given(DIAS, st.integers(min_value=0, max_value=25))
@settings(max_examples=80, deadline=None)
def test_un_intervalo_del_mismo_mes_se_lee_igual_en_los_dos_idiomas(inicio: date, largo: int) -> None:
    fin = inicio + timedelta(days=largo)
    if fin.month != inicio.month or fin == inicio:
        return
    hoy = inicio - timedelta(days=1)
    espanol = leer_intervalo(f"del {inicio.day} al {fin.day} de {NOMBRES[inicio.month - 1]}", hoy)
    ingles = leer_intervalo(f"from {INGLES[inicio.month - 1]} {inicio.day} to {fin.day}", hoy)
    assert (espanol.dia, espanol.dia_fin) == (inicio, fin)
    assert (ingles.dia, ingles.dia_fin) == (inicio, fin)


@given(DIAS)
@settings(max_examples=80, deadline=None)
def test_una_fecha_con_anio_no_depende_de_hoy(dia: date) -> None:
    for texto in (
        dia.isoformat(),
        f"{dia.day} de {NOMBRES[dia.month - 1]} de {dia.year}",
        f"{INGLES[dia.month - 1]} {dia.day}, {dia.year}",
        f"{dia.day:02}/{dia.month:02}/{dia.year}",
    ):
        assert leer_intervalo(texto, None).dia == dia, texto
        assert fecha_en(f"Hoy es {texto}, zona Europe/Madrid.") == dia, texto


@given(DIAS, st.sampled_from(["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"]))
@settings(max_examples=60, deadline=None)
def test_un_dia_de_la_semana_es_el_proximo_y_nunca_hoy(hoy: date, nombre: str) -> None:
    leido = leer_intervalo(f"el {nombre}", hoy).dia
    assert leido is not None
    assert 1 <= (leido - hoy).days <= 7


@given(DIAS, st.integers(min_value=8, max_value=18), st.integers(min_value=1, max_value=4))
@settings(max_examples=60, deadline=None)
def test_una_franja_de_oficina_se_lee_tal_cual(hoy: date, desde: int, horas: int) -> None:
    leido = leer_intervalo(f"mañana de {desde} a {desde + horas}", hoy)
    assert leido.dia == hoy + timedelta(days=1)
    assert (leido.hora, leido.hora_fin) == (time(desde), time(desde + horas))


@given(st.text(max_size=80))
@settings(max_examples=200, deadline=None)
def test_ningun_texto_lo_rompe(texto: str) -> None:
    leido = leer_intervalo(texto, HOY)
    assert leido.dia is None or leido.dia_fin is None or leido.dia_fin >= leido.dia


def test_el_instante_lleva_el_desfase_de_su_dia() -> None:
    assert instante(date(2026, 12, 1), time(9), "Europe/Madrid") == "2026-12-01T09:00:00+01:00"
    assert instante(date(2026, 7, 1), time(9), "Europe/Madrid") == "2026-07-01T09:00:00+02:00"
    assert instante(date(2026, 7, 1), time(9), "America/Bogota") == "2026-07-01T09:00:00-05:00"
    assert instante(date(2026, 7, 1), time(9), None) == "2026-07-01T09:00:00"


def test_una_hora_que_el_cambio_se_salto_se_rechaza() -> None:
    with pytest.raises(HoraInexistente, match="no existe"):
        instante(date(2026, 3, 29), time(2, 30), "Europe/Madrid")


@given(DIAS, st.times(), st.sampled_from(["Europe/Madrid", "America/Bogota", "America/New_York", "Asia/Kolkata"]))
@settings(max_examples=80, deadline=None)
def test_un_instante_que_existe_vuelve_a_la_misma_hora_de_pared(dia: date, hora: time, zona: str) -> None:
    hora = hora.replace(second=0, microsecond=0)
    try:
        leido = datetime.fromisoformat(instante(dia, hora, zona))
    except HoraInexistente:
        return
    assert leido.replace(tzinfo=None) == datetime.combine(dia, hora)
    assert leido.astimezone(UTC).tzinfo is UTC


def test_la_fecha_de_hoy_es_la_que_sigue_a_hoy_y_no_otra() -> None:
    assert fecha_en("Versión 2024-01-01. Hoy es lunes 30 de noviembre de 2026 (2026-11-30).") == HOY
    assert fecha_en("Today is July 20, 2026.") == date(2026, 7, 20)
    assert fecha_en("sin fecha ninguna") is None


def test_la_zona_es_una_que_existe() -> None:
    assert zona_en("Hoy es 2026-11-30, zona Europe/Madrid.") == "Europe/Madrid"
    assert zona_en("Norte/Sur no es una zona") is None


def test_los_doce_meses_en_los_dos_idiomas() -> None:
    assert {MESES[m] for m in NOMBRES} == {MESES[m.lower()] for m in INGLES} == set(range(1, 13))
