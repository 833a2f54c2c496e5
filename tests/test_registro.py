"""El registro: esquemas derivados, validación, y qué vuelve al modelo en cada caso."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docubot.registro import MAXIMO_RESULTADO, Registro, Resultado
from docubot.tipos import Pasaje


@pytest.fixture
def registro() -> Registro:
    return Registro()


def test_el_esquema_sale_de_la_firma(registro: Registro) -> None:
    @registro.herramienta
    def pedir(
        contexto: Any,
        sala: Annotated[str, "el id"],
        plazas: Annotated[int, "cuántas"],
        tipo: Annotated[Literal["a", "b"], "cuál"] = "a",
        nota: Annotated[str | None, "opcional"] = None,
    ) -> str:
        """Pide una sala."""
        return sala

    esquema = registro.obtener("pedir").esquema
    assert esquema == {
        "type": "object",
        "properties": {
            "sala": {"description": "el id", "type": "string"},
            "plazas": {"description": "cuántas", "type": "integer"},
            "tipo": {"description": "cuál", "enum": ["a", "b"], "type": "string"},
            "nota": {"description": "opcional", "type": "string"},
        },
        "required": ["sala", "plazas"],
        "additionalProperties": False,
    }


def test_lo_que_fija_la_aplicacion_no_esta_en_el_esquema(registro: Registro) -> None:
    @registro.herramienta
    def leer(contexto: Any) -> str:
        """Lee algo."""
        return str(contexto)

    assert registro.obtener("leer").definicion()["input_schema"]["properties"] == {}
    assert registro.ejecutar("leer", {}, "secreto").texto == "secreto"
    assert registro.ejecutar("leer", {"contexto": "otro"}, "secreto").es_error


@pytest.mark.parametrize("nombre", ["reservación", "reserva.sala", "búsqueda", "", "con espacio", "x" * 65])
def test_d10_un_nombre_que_algun_proveedor_rechaza_no_se_registra(registro: Registro, nombre: str) -> None:
    with pytest.raises(ValueError, match="nombre ilegal"):

        @registro.herramienta(nombre=nombre or " ")
        def cualquiera(contexto: Any) -> str:
            """Vale."""
            return ""


def test_un_nombre_repetido_o_sin_descripcion_se_rechaza(registro: Registro) -> None:
    def una(contexto: Any) -> str:
        """Vale."""
        return ""

    registro.herramienta(una)
    with pytest.raises(ValueError, match="ya hay una herramienta"):
        registro.herramienta(una)
    una.__doc__ = None
    with pytest.raises(ValueError, match="docstring"):
        registro.herramienta(nombre="otra")(una)


def test_la_que_no_se_ofrece_es_desconocida_si_nadie_la_fuerza(registro: Registro) -> None:
    @registro.herramienta(ofrecida=False)
    def oculta(contexto: Any) -> str:
        """Solo forzada."""
        return "hecho"

    assert registro.definiciones() == []
    assert registro.ejecutar("oculta", {}, None).es_error


def test_un_resultado_es_json_compacto_en_utf8(registro: Registro) -> None:
    @registro.herramienta
    def dato(contexto: Any) -> dict[str, Any]:
        """Da un dato."""
        return {"sala": "Ñandú", "n": 1.5, "nada": None}

    assert registro.ejecutar("dato", {}, None) == Resultado('{"sala":"Ñandú","n":1.5,"nada":null}', citable=True)


def test_una_lista_vacia_es_un_resultado_normal(registro: Registro) -> None:
    @registro.herramienta
    def lista(contexto: Any) -> list[str]:
        """Da una lista."""
        return []

    dado = registro.ejecutar("lista", {}, None)
    assert (dado.texto, dado.es_error) == ("[]", False)


def test_unos_pasajes_viajan_como_pasajes(registro: Registro) -> None:
    pasaje = Pasaje("p", "a.md", "A", "B", "b", "texto", 1.0)

    @registro.herramienta
    def buscar(contexto: Any) -> list[Pasaje]:
        """Busca."""
        return [pasaje]

    assert registro.ejecutar("buscar", {}, None).pasajes == (pasaje,)


def test_un_resultado_enorme_se_corta_con_una_marca_visible(registro: Registro) -> None:
    @registro.herramienta
    def enorme(contexto: Any) -> str:
        """Da mucho."""
        return "x" * (MAXIMO_RESULTADO + 7)

    texto = registro.ejecutar("enorme", {}, None).texto
    assert texto.endswith("… [resultado cortado: 7 caracteres más]")


def test_un_fallo_nuestro_no_se_disfraza(registro: Registro) -> None:
    @registro.herramienta
    def rota(contexto: Any) -> str:
        """Falla."""
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        registro.ejecutar("rota", {}, None)


VALORES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.text(alphabet="\ud800\udfff\x00é"),
    lambda hijos: st.lists(hijos, max_size=3) | st.dictionaries(st.text(max_size=8), hijos, max_size=3),
    max_leaves=8,
)


@given(entrada=VALORES | st.dictionaries(st.sampled_from(["nombre", "n", "x"]), VALORES))
def test_ninguna_entrada_rompe_la_validacion(entrada: Any) -> None:
    registro = Registro()

    @registro.herramienta
    def una(contexto: Any, nombre: Annotated[str, "n"], n: int | None = None) -> dict[str, Any]:
        """Vale."""
        assert isinstance(nombre, str)
        assert n is None or isinstance(n, int)
        return {"nombre": nombre}

    dado = registro.ejecutar("una", entrada, None)
    assert dado.texto
    assert dado.es_error or json.loads(dado.texto)["nombre"] == entrada["nombre"].strip()
