"""Qué herramienta, y que lo decide lo que la herramienta dice de sí misma."""

from __future__ import annotations

import json
import random
from types import ModuleType
from typing import Any

import pytest

from docubot.modelos.local.decision import Decision, Llamadas, Pregunta, Responder
from docubot.modelos.local.eleccion import decidir

from .conftest import AVISAR, BUSCAR_SALA, CLIMA, HOTEL, PEDIDO, RESERVAR_SALA, herramienta, lectura, resultado, uso

POBRES = {
    "consultar_proyecto": "Consulta un proyecto",
    "listar_proyectos": "Lista proyectos",
    "buscar_documentacion": "Busca en la documentación",
}


def pedidas(decision: Decision) -> list[tuple[str, dict[str, Any]]]:
    assert isinstance(decision, Llamadas), decision
    return [(ll.nombre, dict(ll.entrada)) for ll in decision.llamadas]


@pytest.mark.parametrize(
    "pregunta", ["¿cómo va Atlas?", "how many hours are logged in Atlas", "atlas, horas previstas", "resumen de Atlas"]
)
def test_un_proyecto_con_nombre_se_consulta(pregunta: str, nubelia: list[dict[str, Any]]) -> None:
    ((nombre, entrada),) = pedidas(decidir(lectura(pregunta, tools=nubelia)))
    assert nombre == "consultar_proyecto"
    assert entrada["nombre"].lower() == "atlas"


@pytest.mark.parametrize(
    "pregunta", ["¿Atlas supera el límite de mi plan?", "why can't I bill Atlas?", "¿puedo imputar horas en Atlas?"]
)
def test_un_dato_y_una_regla_se_piden_a_la_vez(pregunta: str, nubelia: list[dict[str, Any]]) -> None:
    nombres = [n for n, _ in pedidas(decidir(lectura(pregunta, tools=nubelia)))]
    assert nombres == ["consultar_proyecto", "buscar_documentacion"]


def test_la_consulta_a_la_documentacion_no_lleva_nombres_de_proyectos(nubelia: list[dict[str, Any]]) -> None:
    llamadas = dict(pedidas(decidir(lectura("¿por qué no puedo facturar Boreal?", tools=nubelia))))
    assert "boreal" not in llamadas["buscar_documentacion"]["consulta"].lower()
    assert "facturar" in llamadas["buscar_documentacion"]["consulta"]


def test_dos_proyectos_son_dos_llamadas_en_paralelo(nubelia: list[dict[str, Any]]) -> None:
    llamadas = pedidas(decidir(lectura("compara las horas de Atlas y Boreal", tools=nubelia)))
    assert [e.get("nombre") for n, e in llamadas if n == "consultar_proyecto"] == ["Atlas", "Boreal"]


def test_un_total_pide_la_lista_y_despues_cada_uno(nubelia: list[dict[str, Any]]) -> None:
    pregunta = "¿cuántas horas llevamos registradas sumando todos los proyectos?"
    assert pedidas(decidir(lectura(pregunta, tools=nubelia))) == [("listar_proyectos", {})]
    lista = json.dumps({"proyectos": [{"nombre": "Faro"}, {"nombre": "Marea"}]})
    despues = lectura(pregunta, uso("t", "listar_proyectos", {}), resultado("t", lista), tools=nubelia)
    assert pedidas(decidir(despues)) == [
        ("consultar_proyecto", {"nombre": "Faro"}),
        ("consultar_proyecto", {"nombre": "Marea"}),
    ]


def test_si_el_dato_viene_en_la_lista_no_hace_falta_mas(nubelia: list[dict[str, Any]]) -> None:
    pregunta = "¿qué proyectos están en pausa?"
    lista = json.dumps({"proyectos": [{"nombre": "Faro", "estado": "en pausa"}]})
    assert pedidas(decidir(lectura(pregunta, tools=nubelia))) == [("listar_proyectos", {})]
    assert (
        decidir(lectura(pregunta, uso("t", "listar_proyectos", {}), resultado("t", lista), tools=nubelia))
        == Responder()
    )


def test_mi_proyecto_sin_nombre_se_aclara_con_los_que_hay(nubelia: list[dict[str, Any]]) -> None:
    lista = json.dumps({"proyectos": [{"nombre": "Faro"}, {"nombre": "Marea"}]})
    decision = decidir(
        lectura("¿cómo va mi proyecto?", uso("t", "listar_proyectos", {}), resultado("t", lista), tools=nubelia)
    )
    assert isinstance(decision, Pregunta)
    assert "?" in decision.texto
    assert "Faro" in decision.texto
    assert "Marea" in decision.texto


def test_con_un_solo_proyecto_no_hay_nada_que_aclarar(nubelia: list[dict[str, Any]]) -> None:
    lista = json.dumps({"proyectos": [{"nombre": "Faro"}]})
    decision = decidir(
        lectura("¿cómo va mi proyecto?", uso("t", "listar_proyectos", {}), resultado("t", lista), tools=nubelia)
    )
    assert pedidas(decision) == [("consultar_proyecto", {"nombre": "Faro"})]


def test_tras_un_error_con_un_nombre_casi_igual_se_repite_con_ese(nubelia: list[dict[str, Any]]) -> None:
    mensaje = "No existe ningún proyecto llamado «ciezro». Proyectos disponibles: Atlas, Boreal, Cierzo."
    fallo = (uso("t", "consultar_proyecto", {"nombre": "ciezro"}), resultado("t", mensaje, error=True))
    assert pedidas(decidir(lectura("¿cómo va ciezro?", *fallo, tools=nubelia))) == [
        ("consultar_proyecto", {"nombre": "Cierzo"})
    ]


def test_tras_un_error_sin_parecidos_se_responde(nubelia: list[dict[str, Any]]) -> None:
    mensaje = "No existe ningún proyecto llamado «Zafiro». Proyectos disponibles: Atlas, Boreal, Cierzo."
    fallo = (uso("t", "consultar_proyecto", {"nombre": "Zafiro"}), resultado("t", mensaje, error=True))
    assert decidir(lectura("¿cómo va Zafiro?", *fallo, tools=nubelia)) == Responder()


def test_una_continuacion_hereda_lo_que_le_falta(nubelia: list[dict[str, Any]]) -> None:
    antes = ("¿cuántas horas lleva Atlas?", uso("t", "consultar_proyecto", {"nombre": "Atlas"}), resultado("t", "{}"))
    dicho = {"role": "assistant", "content": "Lleva 312,5 horas."}
    assert pedidas(decidir(lectura(*antes, dicho, "¿y Boreal?", tools=nubelia))) == [
        ("consultar_proyecto", {"nombre": "Boreal"})
    ]
    limite = pedidas(decidir(lectura(*antes, dicho, "¿y el límite de tareas?", tools=nubelia)))
    assert ("consultar_proyecto", {"nombre": "Atlas"}) in limite
    assert "buscar_documentacion" in [n for n, _ in limite]


def test_la_charla_no_llama_a_nada(nubelia: list[dict[str, Any]]) -> None:
    assert decidir(lectura("mil gracias, sos un crack", tools=nubelia)) == Responder()


def test_nunca_se_pasa_de_seis_llamadas(nubelia: list[dict[str, Any]]) -> None:
    lista = json.dumps({"proyectos": [{"nombre": f"Faro{c}"} for c in "ABCDEFGHIJ"]})
    pregunta = "suma las horas registradas de todos los proyectos"
    decision = decidir(lectura(pregunta, uso("t", "listar_proyectos", {}), resultado("t", lista), tools=nubelia))
    assert len(pedidas(decision)) <= 5


def test_buscar_y_reservar_van_en_cadena() -> None:
    pregunta, tools = "Busca una sala con proyector y resérvala", [BUSCAR_SALA, RESERVAR_SALA]
    assert pedidas(decidir(lectura(pregunta, tools=tools))) == [("find_rooms", {"needsProjector": True})]
    libres = json.dumps({"rooms": [{"id": "north", "name": "North", "capacity": 8}]})
    despues = lectura(pregunta, uso("t", "find_rooms", {"needsProjector": True}), resultado("t", libres), tools=tools)
    assert pedidas(decidir(despues)) == [("reserve_room", {"roomId": "north"})]


def test_sin_nada_que_encaje_no_se_llama() -> None:
    for pregunta in ("tell me a joke", "¿cuál es la política de devoluciones?", "recomiéndame una peli"):
        assert decidir(lectura(pregunta, tools=[PEDIDO, AVISAR, CLIMA])) == Responder(), pregunta


def test_dos_intenciones_distintas_son_dos_llamadas() -> None:
    llamadas = pedidas(
        decidir(lectura("qué tiempo hace en Sevilla y cómo va el pedido 9001", tools=[CLIMA, PEDIDO, HOTEL]))
    )
    assert sorted(llamadas) == [("get_order_status", {"order_id": "9001"}), ("get_weather", {"location": "Sevilla"})]


def test_tool_choice_none_no_llama_y_tool_obliga(nubelia: list[dict[str, Any]]) -> None:
    leida = lectura("¿cómo va Atlas?", tools=nubelia)
    assert decidir(leida, "prudente", {"type": "none"}) == Responder()
    obligada = pedidas(
        decidir(lectura("hola", tools=nubelia), "prudente", {"type": "tool", "name": "listar_proyectos"})
    )
    assert obligada == [("listar_proyectos", {})]
    assert pedidas(decidir(lectura("hola", tools=nubelia), "prudente", {"type": "any"}))


def aciertos(
    banco: ModuleType, casos: list[dict[str, Any]], tools: list[dict[str, Any]], cambiar: dict[str, str] | None = None
) -> float:
    proyectos = banco.cuenta()
    bien = 0
    for caso in casos:
        hechas, texto = banco.conversar(caso["pregunta"], tools, proyectos, [])
        bien += banco.llamadas_bien(caso, hechas) and banco.pregunta_bien(caso, texto)
    return 100 * bien / len(casos)


@pytest.fixture(scope="module")
def casos(banco: ModuleType) -> list[dict[str, Any]]:
    """Los de ajuste que se resuelven con las tres herramientas de DocuBot."""
    todos = [c for f in ("propias", "parafrasis") for c in banco.leer(banco.PREGUNTAS / f"{f}.jsonl", "ajuste")]
    return [c for c in todos if c["tipo"] not in ("escritura", "extraer", "buscar")]


def test_las_preguntas_propias_eligen_bien(
    banco: ModuleType, casos: list[dict[str, Any]], nubelia: list[dict[str, Any]]
) -> None:
    assert aciertos(banco, casos, nubelia) >= 95


def test_unas_descripciones_pobres_cuestan_al_menos_veinte_puntos(
    banco: ModuleType, casos: list[dict[str, Any]], nubelia: list[dict[str, Any]]
) -> None:
    pobres = [{**h, "description": POBRES[h["name"]]} for h in nubelia]
    assert aciertos(banco, casos, nubelia) - aciertos(banco, casos, pobres) >= 20


def test_renombrar_proyectos_y_herramientas_cuesta_como_mucho_tres_puntos(
    banco: ModuleType, casos: list[dict[str, Any]], nubelia: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    nuevos = {
        "Atlas": "Quimera",
        "Boreal": "Meseta",
        "Cierzo": "Ordago",
        "Zafiro": "Turmalina",
        "Iker": "Unai",
        "Noa Ferrer": "Marta Soler",
    }
    tools = {"consultar_proyecto": "ver_ficha_7", "listar_proyectos": "zeta_lista", "buscar_documentacion": "omega3"}
    renombrar = random.Random(7).sample(list(nuevos.items()), len(nuevos))

    def cambiado(valor: Any) -> Any:
        texto = json.dumps(valor, ensure_ascii=False)
        for viejo, nuevo in (*renombrar, *tools.items()):
            texto = texto.replace(viejo, nuevo).replace(viejo.lower(), nuevo.lower())
        return json.loads(texto)

    proyectos = cambiado(banco.cuenta())
    ejecutar = banco.ejecutar
    inversas = {v: k for k, v in tools.items()}
    monkeypatch.setattr(banco, "ejecutar", lambda n, e, p: ejecutar(inversas.get(n, n), e, p))
    monkeypatch.setattr(banco, "cuenta", lambda: proyectos)
    cambiados = [cambiado(c) for c in casos]
    con_nombres_nuevos = aciertos(banco, cambiados, cambiado(nubelia))
    monkeypatch.undo()
    assert aciertos(banco, casos, nubelia) - con_nombres_nuevos <= 3


@pytest.mark.parametrize("mitad", ["ajuste", "confirmacion"])
def test_las_herramientas_que_nunca_vio(banco: ModuleType, mitad: str) -> None:
    todos = banco.leer(banco.PREGUNTAS / "herramientas-ajenas.jsonl", mitad)
    marcador = banco.medir_ajenas(todos, False, [])
    bien, total = map(int, marcador["todo"].split("/"))
    assert bien / total >= 0.9


def test_una_decision_cuesta_menos_de_30_ms(
    banco: ModuleType, casos: list[dict[str, Any]], nubelia: list[dict[str, Any]]
) -> None:
    tiempos: list[float] = []
    for caso in casos[:60]:
        banco.conversar(caso["pregunta"], nubelia, banco.cuenta(), tiempos)
    tiempos.sort()
    assert tiempos[len(tiempos) // 2] < 0.030


def test_la_frase_que_dice_cuando_si_decide_aunque_el_nombre_no_diga_nada() -> None:
    campo = {"x": {"type": "string", "description": "City"}}
    con = herramienta("alfa", "Da datos. Úsala cuando pregunten si va a llover o qué temperatura hace.", campo)
    sin = herramienta("alfa", "Da datos.", campo)
    assert pedidas(decidir(lectura("¿va a llover en Oslo?", tools=[con]))) == [("alfa", {"x": "Oslo"})]
    assert decidir(lectura("¿va a llover en Oslo?", tools=[sin])) == Responder()


def test_la_frase_que_dice_cuando_no_la_descarta() -> None:
    campo = {"order_id": {"type": "string", "description": "Order id, digits only"}}
    con = herramienta("beta", "Gives the status of an order. Do not use it for refunds.", campo)
    sin = herramienta("beta", "Gives the status of an order and its refunds.", campo)
    assert decidir(lectura("can I get refunds?", tools=[con])) == Responder()
    assert isinstance(decidir(lectura("can I get refunds?", tools=[sin])), Pregunta)


@pytest.mark.parametrize("orden", ["ponme una reunión mañana en alguna sala", "Cancel booking r-104, please"])
def test_una_orden_que_nada_cumple_se_dice_y_se_ofrece_otra_cosa(orden: str, nubelia: list[dict[str, Any]]) -> None:
    decision = decidir(lectura(orden, tools=nubelia))
    assert isinstance(decision, Pregunta)
    assert "?" in decision.texto
