"""Las preguntas de `benchmarks/preguntas/` están bien formadas y dicen lo mismo que la cuenta y la wiki."""

from __future__ import annotations

import collections
import itertools
import json
import re
import unicodedata
from datetime import datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from docubot.evaluacion.puntuacion import aparece

RAIZ = Path(__file__).parents[2]
CARPETA = RAIZ / "benchmarks" / "preguntas"
WIKI = RAIZ / "mock_nubelia" / "documentacion"
COMPARTIDO = RAIZ.parent / "shared" / "nubelia"
CONJUNTOS = ("propias", "parafrasis", "herramientas-ajenas", "wiki", "ampliacion", "wiki-ajuste")
A_MEDIAS = ("propias", "parafrasis", "herramientas-ajenas", "wiki")
DE_AGENTE = ("propias", "parafrasis", "ampliacion")
TIPOS = {"api", "docs", "mixta", "aclarar", "fuera", "aislamiento", "escritura", "charla"}
CATEGORIAS = {"proyectos", "facturacion", "planes", "integraciones", "cuenta", "otro"}
HERRAMIENTAS = {
    "listar_proyectos",
    "consultar_proyecto",
    "buscar_documentacion",
    "buscar_salas",
    "listar_reservas",
    "reservar_sala",
    "cancelar_reserva",
}
PREFIJOS = dict(zip(CONJUNTOS, "pfhwaj", strict=True))
DE_LA_WIKI = ("wiki", "wiki-ajuste")
CAMPOS_PREGUNTA = {
    *("id", "idioma", "tipo", "pregunta", "herramientas", "prohibidas", "contiene", "no_contiene"),
    *("categoria", "proyecto", "mitad"),
}
CAMPOS_CASO = {"id", "idioma", "tema", "system", "tools", "mensajes", "espera", "mitad"}
CAMPOS_WIKI = {"id", "idioma", "pregunta", "secciones", "respondible", "mitad"}

Fila = dict[str, Any]


def leer(nombre: str) -> list[Fila]:
    return [json.loads(linea) for linea in (CARPETA / f"{nombre}.jsonl").read_text("utf-8").splitlines()]


def de_agente() -> list[Fila]:
    return [fila for nombre in DE_AGENTE for fila in leer(nombre)]


def plano(texto: str) -> str:
    descompuesto = unicodedata.normalize("NFD", texto.lower())
    return "".join(letra for letra in descompuesto if not unicodedata.combining(letra))


def plegado(texto: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", plano(texto)))


def secciones_de(pagina: Path) -> list[str]:
    """Anclas de los títulos de una página, sin contar los que parezcan títulos dentro de un bloque de código."""
    anclas, en_codigo = [], False
    for linea in pagina.read_text("utf-8").splitlines():
        if re.match(r"\s*(```|~~~)", linea):
            en_codigo = not en_codigo
        titulo = None if en_codigo else re.match(r"#{1,6}\s+(.+?)\s*#*$", linea)
        if titulo:
            anclas.append(re.sub(r"[^a-z0-9]+", "-", plano(titulo[1])).strip("-"))
    return anclas


def de_la_wiki() -> list[Fila]:
    return [fila for nombre in DE_LA_WIKI for fila in leer(nombre)]


def textos_de(fila: Fila) -> str:
    """Lo que escribe la persona: la pregunta, o el último mensaje de un caso con herramientas ajenas."""
    if "pregunta" in fila:
        return str(fila["pregunta"])
    return json.dumps([fila["mensajes"], [t["name"] for t in fila["tools"]]], ensure_ascii=False)


def llamadas_de(fila: Fila) -> list[Fila]:
    conjuntos = [fila["herramientas"], *fila.get("alternativas", [])]
    return [llamada for conjunto in conjuntos for llamada in conjunto]


# --- todos los conjuntos ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nombre", CONJUNTOS)
def test_los_ids_no_se_repiten_y_llevan_el_prefijo_del_conjunto(nombre: str) -> None:
    ids = [fila["id"] for fila in leer(nombre)]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(rf"{PREFIJOS[nombre]}-\d{{3}}", uno) for uno in ids)


@pytest.mark.parametrize("nombre", A_MEDIAS)
def test_las_dos_mitades_estan_equilibradas_por_idioma(nombre: str) -> None:
    filas = leer(nombre)
    cuenta = collections.Counter((fila["idioma"], fila["mitad"]) for fila in filas)
    assert {mitad for _, mitad in cuenta} == {"ajuste", "confirmacion"}
    for idioma in ("es", "en"):
        assert abs(cuenta[idioma, "ajuste"] - cuenta[idioma, "confirmacion"]) <= 0.1 * len(filas), (idioma, cuenta)


@pytest.mark.parametrize(
    ("nombre", "minimo", "ingles"),
    [
        ("propias", 130, 0.25),
        ("parafrasis", 70, 0.15),
        ("herramientas-ajenas", 44, 0.25),
        ("wiki", 160, 0.2),
        ("ampliacion", 490, 0.28),
        ("wiki-ajuste", 80, 0.2),
    ],
)
def test_hay_bastantes_filas_y_bastante_ingles(nombre: str, minimo: int, ingles: float) -> None:
    filas = leer(nombre)
    assert len(filas) >= minimo
    assert sum(fila["idioma"] == "en" for fila in filas) >= ingles * len(filas)
    assert {fila["idioma"] for fila in filas} == {"es", "en"}


def test_ninguna_pregunta_se_repite_ni_en_su_conjunto_ni_en_otro() -> None:
    vistas: dict[str, str] = {}
    for nombre in CONJUNTOS:
        for fila in leer(nombre):
            clave = plegado(textos_de(fila))
            assert clave not in vistas, f"{fila['id']} repite {vistas[clave]}: {textos_de(fila)}"
            vistas[clave] = fila["id"]


def test_ninguna_pregunta_es_una_de_las_sesenta_dadas() -> None:
    dadas = COMPARTIDO / "preguntas.jsonl"
    if not dadas.is_file():
        pytest.skip("las 60 preguntas dadas no viajan con el repositorio")
    conocidas = {plegado(json.loads(linea)["pregunta"]) for linea in dadas.read_text("utf-8").splitlines()}
    nuestras = {plegado(fila["pregunta"]): fila["id"] for fila in leer("propias") + leer("wiki") + leer("ampliacion")}
    assert not conocidas & nuestras.keys()


# --- propias, paráfrasis y ampliación ---------------------------------------------------------------------------------


@pytest.mark.parametrize("fila", de_agente(), ids=lambda fila: fila["id"])
def test_cada_pregunta_tiene_sus_campos_y_valores_posibles(fila: Fila) -> None:
    opcionales = {"alternativas", "linea", "pagina_contiene"}
    assert fila.keys() >= CAMPOS_PREGUNTA
    assert fila.keys() <= CAMPOS_PREGUNTA | opcionales
    assert fila["tipo"] in TIPOS | {"extraer", "buscar"}
    assert fila["categoria"] in CATEGORIAS
    assert fila["pregunta"].strip()
    assert set(fila["prohibidas"]) <= HERRAMIENTAS
    assert {llamada["nombre"] for llamada in llamadas_de(fila)} <= HERRAMIENTAS - set(fila["prohibidas"])
    assert all(grupo and all(opcion.strip() for opcion in grupo) for grupo in fila["contiene"])


def test_propias_cubre_todos_los_tipos_en_las_dos_mitades() -> None:
    cuenta = collections.Counter((fila["tipo"], fila["mitad"]) for fila in leer("propias"))
    for tipo in TIPOS:
        assert min(cuenta[tipo, "ajuste"], cuenta[tipo, "confirmacion"]) >= 2, tipo
        assert abs(cuenta[tipo, "ajuste"] - cuenta[tipo, "confirmacion"]) <= 2, tipo


def test_ningun_texto_pedido_en_la_respuesta_esta_a_la_vez_prohibido() -> None:
    for fila in de_agente():
        pedidos = [[plano(opcion) for opcion in grupo] for grupo in fila["contiene"]]
        for prohibido in map(plano, fila["no_contiene"]):
            assert all(any(prohibido not in opcion for opcion in grupo) for grupo in pedidos), fila["id"]


def test_hay_diez_parafrasis_de_cada_linea() -> None:
    cuenta = collections.Counter(fila["linea"] for fila in leer("parafrasis"))
    assert set(cuenta.values()) == {10}
    assert len(cuenta) == 7


def test_las_de_buscar_dicen_que_tiene_que_haber_en_el_pasaje() -> None:
    for fila in leer("parafrasis"):
        assert (fila["tipo"] == "buscar") == ("pagina_contiene" in fila), fila["id"]


def cuenta_demo() -> tuple[dict[str, Fila], dict[str, int]]:
    demo = next(
        (ruta for ruta in (RAIZ / "mock_nubelia").rglob("cuenta*demo*.json")),
        COMPARTIDO / "cuenta-demo.json",
    )
    organizacion = json.loads(demo.read_text("utf-8"))["organizaciones"][0]
    proyectos = {proyecto["nombre"]: proyecto for proyecto in organizacion["proyectos"]}
    abiertas = {
        nombre: sum(cuantas for estado, cuantas in proyecto["tareas"].items() if estado != "hecha")
        for nombre, proyecto in proyectos.items()
    }
    return proyectos, abiertas


def cifra_esperada(trozo: str, conjunto: str = "propias") -> list[str]:
    filas = [fila for fila in leer(conjunto) if trozo in fila["pregunta"]]
    assert len(filas) == 1, trozo
    return [opcion for grupo in filas[0]["contiene"] for opcion in grupo]


def comprobar_cifras(conjunto: str, esperadas: dict[str, float]) -> None:
    """De cada pregunta que lleva el trozo, que entre lo que se le pide está la cifra."""
    for trozo, cifra in esperadas.items():
        dichas = [opcion.replace(",", ".") for opcion in cifra_esperada(trozo, conjunto)]
        assert {f"{cifra:g}", f"{cifra:.2f}"} & set(dichas), (trozo, cifra)


def contesta(fila: Fila, respuesta: str) -> bool:
    """Si la respuesta lleva algo de cada grupo pedido."""
    return all(any(aparece(opcion, respuesta) for opcion in grupo) for grupo in fila["contiene"])


def comprobar_que_no_sale_lo_ajeno(conjunto: str) -> None:
    """De las de aislamiento, que lo de la otra organización que no dice la pregunta está prohibido."""
    for fila in leer(conjunto):
        if fila["tipo"] == "aislamiento":
            nombres = {"Cárdenas", "Taller Norte", "Panadería"}
            assert {uno for uno in nombres if uno not in fila["pregunta"]} <= set(fila["no_contiene"]), fila["id"]


def test_las_cifras_derivadas_salen_de_la_cuenta() -> None:
    proyectos, abiertas = cuenta_demo()
    atlas, boreal = proyectos["Atlas"], proyectos["Boreal"]
    hechas = sum(proyecto["tareas"]["hecha"] for proyecto in proyectos.values())
    presupuesto = sum(proyecto["horas_presupuestadas"] for proyecto in proyectos.values())
    ocupados = sum(proyecto["estado"] in {"activo", "en pausa"} for proyecto in proyectos.values())
    esperadas = {
        "presupuesto de Atlas": f"{atlas['horas_presupuestadas'] - atlas['horas_registradas']:g}",
        "abiertas hay entre todos": str(sum(abiertas.values())),
        "finished tasks for all": str(hechas),
        "presupuestadas entre los 3": f"{presupuesto:g}",
        "cerrar en Atlas para poder crear": str(abiertas["Atlas"] - 39),
        "still add to Boreal": str(40 - abiertas["Boreal"]),
        "cuántos más puedo abrir": str(25 - ocupados),
        "porcentaje de boreal": f"{100 * boreal['tareas']['hecha'] / sum(boreal['tareas'].values()):g}",
        "percent of Atlas": f"{100 * atlas['tareas']['hecha'] / sum(atlas['tareas'].values()):g}",
    }
    for trozo, cifra in esperadas.items():
        assert cifra in cifra_esperada(trozo), (trozo, cifra)


# --- herramientas ajenas ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("caso", leer("herramientas-ajenas"), ids=lambda caso: caso["id"])
def test_cada_caso_ofrece_herramientas_validas_y_espera_llamadas_que_caben_en_su_esquema(caso: Fila) -> None:
    assert caso.keys() == CAMPOS_CASO
    esquemas = {tool["name"]: tool["input_schema"] for tool in caso["tools"]}
    assert 2 <= len(caso["tools"]) <= 6
    assert len(esquemas) == len(caso["tools"])
    for tool in caso["tools"]:
        assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", tool["name"])
        assert len(tool["description"]) > 30
        jsonschema.Draft202012Validator.check_schema(tool["input_schema"])
        assert all("description" in campo for campo in tool["input_schema"]["properties"].values())
    espera = caso["espera"]
    assert espera.keys() <= {"llamadas", "alternativas", "pide"}
    assert not (espera["llamadas"] and espera.get("pide"))
    for llamada in [uno for conjunto in [espera["llamadas"], *espera.get("alternativas", [])] for uno in conjunto]:
        jsonschema.validate(llamada["entrada"], esquemas[llamada["nombre"]])


def test_el_dia_de_la_semana_que_dice_cada_system_es_el_de_su_fecha() -> None:
    dias = (("lunes", "Monday"), ("martes", "Tuesday"), ("miércoles", "Wednesday"))
    for caso in leer("herramientas-ajenas"):
        dicho = re.search(r"(\d{4}-\d{2}-\d{2}) \((\w+)\), ([A-Z]\w+/[A-Z]\w+)", caso["system"])
        assert dicho, caso["id"]
        assert dicho[2] in dias[datetime.fromisoformat(dicho[1]).weekday()]


def test_cada_tool_use_del_historial_tiene_su_resultado_en_el_mensaje_siguiente() -> None:
    for caso in leer("herramientas-ajenas"):
        mensajes = caso["mensajes"]
        assert mensajes[0]["role"] == mensajes[-1]["role"] == "user"
        for uno, siguiente in itertools.pairwise(mensajes):
            assert uno["role"] != siguiente["role"], caso["id"]
            bloques = uno["content"] if isinstance(uno["content"], list) else []
            pedidos = [bloque["id"] for bloque in bloques if bloque["type"] == "tool_use"]
            if pedidos:
                assert pedidos == [bloque["tool_use_id"] for bloque in siguiente["content"]], caso["id"]


def test_los_casos_piden_llamar_preguntar_y_abstenerse() -> None:
    formas = collections.Counter(
        "pide" if "pide" in caso["espera"] else min(len(caso["espera"]["llamadas"]), 2)
        for caso in leer("herramientas-ajenas")
    )
    assert formas["pide"] >= 5
    assert formas[0] >= 4
    assert formas[1] >= 25
    assert formas[2] >= 3


# --- wiki -------------------------------------------------------------------------------------------------------------


def test_las_preguntas_de_la_wiki_tienen_sus_campos_y_sus_casi_aciertos() -> None:
    filas = leer("wiki")
    for fila in de_la_wiki():
        extra = set() if fila["respondible"] else {"ausente"}
        assert fila.keys() == CAMPOS_WIKI | extra, fila["id"]
        assert bool(fila["secciones"]) == fila["respondible"], fila["id"]
        assert len(fila["secciones"]) == len(set(fila["secciones"])), fila["id"]
    sin_respuesta = collections.Counter(fila["mitad"] for fila in filas if not fila["respondible"])
    assert sum(sin_respuesta.values()) >= 45
    assert abs(sin_respuesta["ajuste"] - sin_respuesta["confirmacion"]) <= 2


def test_el_conjunto_escrito_para_calibrar_es_solo_de_ajuste_y_tiene_de_las_dos_clases() -> None:
    filas = leer("wiki-ajuste")
    assert {fila["mitad"] for fila in filas} == {"ajuste"}
    assert min(collections.Counter(fila["respondible"] for fila in filas).values()) >= 40


def test_cada_seccion_citada_existe_en_la_wiki() -> None:
    existen = {
        f"{pagina.relative_to(WIKI).as_posix()}#{ancla}"
        for pagina in WIKI.rglob("*.md")
        for ancla in secciones_de(pagina)
    }
    faltan = {(fila["id"], seccion) for fila in de_la_wiki() for seccion in fila["secciones"] if seccion not in existen}
    assert not faltan


def test_la_wiki_no_responde_a_ninguna_de_las_que_no_tienen_respuesta() -> None:
    paginas = {pagina.name: plano(pagina.read_text("utf-8")) for pagina in WIKI.rglob("*.md")}
    for fila in de_la_wiki():
        if not fila["respondible"]:
            donde = [nombre for nombre, texto in paginas.items() if re.search(fila["ausente"], texto)]
            assert not donde, (fila["id"], fila["pregunta"], donde)
