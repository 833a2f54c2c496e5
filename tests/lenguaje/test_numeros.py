"""Los números con cifras y con palabras."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.lenguaje.numeros import con_cifras, leer_numero, numeros_en


@pytest.mark.parametrize(
    ("texto", "esperado"),
    [
        ("del tres al seis de agosto", "del 3 al 6 de agosto"),
        ("treinta y dos personas", "32 personas"),
        ("thirty-two people", "32 people"),
        ("a las nueve y media", "a las 9 y media"),
        ("ciento sesenta tareas", "160 tareas"),
        ("cien euros", "100 euros"),
        ("una sala para un cliente", "una sala para un cliente"),
        ("media docena de sillas", "6 de sillas"),
        ("veintiún días", "21 dias"),
        ("cuarenta", "40"),
    ],
)
def test_las_palabras_pasan_a_cifras_y_los_articulos_se_quedan(texto: str, esperado: str) -> None:
    assert con_cifras(texto) == esperado


@pytest.mark.parametrize(
    ("texto", "valor"),
    [
        ("35,90", "35.90"),
        ("35.90", "35.90"),
        ("1.234", "1234"),
        ("1,234", "1234"),
        ("1.234,5", "1234.5"),
        ("1,234.5", "1234.5"),
    ],
)
def test_entiende_los_separadores_de_los_dos_idiomas(texto: str, valor: str) -> None:
    assert leer_numero(texto) == Decimal(valor)


def test_lo_que_no_es_un_numero_no_lo_es() -> None:
    assert leer_numero("doce") is None
    assert numeros_en("la clave FACT-101 y r-104 no son números") == []


@given(st.integers(min_value=2, max_value=99))
@settings(max_examples=60, deadline=None)
def test_un_numero_escrito_en_cifras_se_encuentra_entero(n: int) -> None:
    hallados = numeros_en(con_cifras(f"somos {n} en total"))
    assert [h.valor for h in hallados] == [Decimal(n)]
    assert con_cifras(f"somos {n} en total")[hallados[0].inicio : hallados[0].fin] == str(n)
