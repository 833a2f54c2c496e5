"""Soluciones correctas escritas de otra manera: la comprobación mira lo que hacen, no cómo están escritas."""

from __future__ import annotations

import textwrap

import pytest

from docubot.ejercicios import catalogo
from docubot.ejercicios.demostracion import con_ficheros

TOOL_EN_INGLES = """
    HERRAMIENTA = {
        "input_schema": {
            "type": "object",
            "required": ["order_id"],
            "properties": {"order_id": {"description": "Order number, digits only", "type": "string"}},
            "additionalProperties": False,
        },
        "description": "Use this when the customer gives an order number and asks for its status.",
        "name": "get-order-status",
    }
"""

SIN_SDK = {
    "docubot-listar-proyectos": """
        from typing import Annotated
        from docubot.registro import Registro

        registro = Registro()

        @registro.herramienta
        def consultar_proyecto(contexto, nombre: Annotated[str, "Project name. Example: Atlas"]):
            \"\"\"Looks up one project by name: «how is Atlas going?», «¿cuántas tareas tiene Boreal?».\"\"\"
            p = contexto.nubelia().obtener_proyecto(nombre)
            return {"nombre": p.nombre, "estado": p.estado, "tareas_abiertas": p.tareas_abiertas}

        @registro.herramienta(nombre="listar_proyectos")
        def todos(contexto):
            \"\"\"Lists all the person's projects with their status. Use it for "which projects do I have?".\"\"\"
            return "\\n".join(f"{p.nombre}: {p.estado}" for p in contexto.nubelia().listar_proyectos())
    """,
    "docubot-errores-sin-secretos": """
        from docubot.errores import ErrorDeHerramienta

        FRASES = {
            TimeoutError: "Se agotó la espera: inténtalo de nuevo.",
            PermissionError: "Error de permisos: hace falta que alguien con acceso lo autorice.",
            ConnectionError: "Error de conexión con el servicio: prueba dentro de unos minutos.",
        }

        def mensaje_para_el_modelo(error):
            match error:
                case ErrorDeHerramienta():
                    return str(error)
                case _:
                    return next((t for tipo, t in FRASES.items() if isinstance(error, tipo)), "No se pudo completar.")
    """,
    "docubot-extraccion-forzada": """
        import json

        EXTRAER = {
            "name": "clasificar",
            "description": "Clasifica una consulta.",
            "input_schema": {
                "type": "object",
                "properties": {
                    "proyecto": {"type": "string", "description": "Nombre del proyecto, si lo hay"},
                    "categoria": {
                        "enum": ["otro", "cuenta", "integraciones", "planes", "facturacion", "proyectos"],
                        "type": "string",
                    },
                },
                "required": ["categoria"],
                "additionalProperties": False,
            },
        }

        def leer(content):
            for bloque in content:
                if bloque.get("type") == "tool_use":
                    return dict(bloque["input"])

        def limpiar_json(texto):
            for i in range(len(texto)):
                for j in range(len(texto), i, -1):
                    if texto[i] == "{" and texto[j - 1] == "}":
                        try:
                            return json.loads(texto[i:j])
                        except ValueError:
                            pass
            raise ValueError(texto)
    """,
    "docubot-varias-llamadas": """
        from docubot.errores import ErrorDeHerramienta

        def uno(bloque, ejecutar):
            try:
                texto, fallo = ejecutar(bloque["name"], bloque["input"]), False
            except ErrorDeHerramienta as error:
                texto, fallo = str(error), True
            contenido = [{"type": "text", "text": texto}]
            return {"type": "tool_result", "tool_use_id": bloque["id"], "content": contenido, "is_error": fallo}

        def responder_a(content, ejecutar):
            return dict(role="user", content=[uno(b, ejecutar) for b in content if b["type"] == "tool_use"])
    """,
    "docubot-bucle": """
        def responder(pregunta, llamar, ejecutar, max_pasos=6):
            mensajes, pasos = [dict(role="user", content=pregunta)], 0
            while pasos < max_pasos:
                pasos += 1
                respuesta = llamar(list(mensajes))
                pedidos = [b for b in respuesta.content if b["type"] == "tool_use"]
                if not pedidos:
                    return " ".join(b["text"] for b in respuesta.content if b["type"] == "text")
                mensajes += [
                    {"role": "assistant", "content": list(respuesta.content)},
                    {"role": "user", "content": [
                        {"type": "tool_result", "tool_use_id": p["id"], "content": ejecutar(p["name"], p["input"])}
                        for p in pedidos
                    ]},
                ]
            return f"Me quedé sin pasos ({max_pasos})."
    """,
    "docubot-solo-lectura": """
        import json, os
        from typing import Annotated
        from urllib.request import Request, urlopen
        from docubot.errores import ErrorDeHerramienta
        from docubot.registro import Registro

        registro = Registro()

        @registro.herramienta
        def consultar_proyecto(contexto, nombre: Annotated[str, "El proyecto"]):
            \"\"\"Consulta un proyecto.\"\"\"
            if not nombre.replace(" ", "").isalnum():
                raise ErrorDeHerramienta("El nombre solo puede tener letras y números.")
            peticion = Request(os.environ["NUBELIA_URL"] + "/v1/proyectos/" + nombre)
            peticion.add_header("Authorization", "Bearer " + contexto["token_lectura"])
            return json.loads(urlopen(peticion).read())
    """,
    "docubot-version-del-prompt": """
        SYSTEM = {
            "1.0": (
                "Eres DocuBot, el asistente de Nubelia. Responde en pocas frases y no inventes datos: "
                "si te falta alguno, pídelo."
            ),
            "2.0": "La fecha de hoy: {hoy}. Eres DocuBot y ayudas con Nubelia.",
        }
        PROMPT_VERSION = max(SYSTEM)
    """,
    "n8n-tres-partes": TOOL_EN_INGLES,
    "n8n-predecir": """
        from datetime import date
        PREDICCION_1 = {"type": "tool_use", "id": "toolu_x", "name": "check_room_availability",
                        "input": dict(guests=2.0, check_in=str(date(2026, 11, 13)), check_out="2026-11-16")}
        PREDICCION_2 = {"name": "check_room_availability",
                        "input": {"guests": 2, "check_out": "2027-01-02", "check_in": "2026-12-30"}}
    """,
    "n8n-fijo-o-modelo": """
        from docubot.ejercicios.nodo import desde_ia
        NODO = dict(
            name="avisar",
            description="Envía un mensaje al equipo cuando el cliente pide mandar algo.",
            campos=dict(base_url="https://chat.tienda.example", channel="#soporte",
                        message=desde_ia("texto", "Message text to send")),
        )
        POR_QUE = "B"
    """,
    "n8n-falta-un-dato": """
        import re

        def revisar(mensaje, pedido):
            dichos = {m.group() for m in re.finditer("[0-9]+", mensaje)}
            return None if str(pedido.get("order_id")) in dichos else "Which order do you mean?"

        PARA_REEMBOLSOS = "Prudente"
    """,
    "n8n-llenado-o-ejecucion": """
        RESPUESTAS = {n: "Ejecución" if n % 2 else "llenado" for n in range(1, 7)}
    """,
}

CON_SDK = {
    "docubot-flujo-a-mano": """
        import json, os, urllib.request
        from urllib.parse import quote
        from anthropic import Anthropic

        TOOLS = [{"name": "proyecto", "description": "Datos vivos de un proyecto: «¿cómo va Atlas?».",
                  "input_schema": {"type": "object", "properties": {"p": {"type": "string", "description": "Proyecto"}},
                                   "required": ["p"]}}]

        def responder(pregunta):
            sdk, historia = Anthropic(), [{"role": "user", "content": pregunta}]
            while True:
                r = sdk.messages.create(model="claude-sonnet-5-5", max_tokens=500, tools=TOOLS, messages=historia)
                pedidos = [b for b in r.content if b.type == "tool_use"]
                if not pedidos:
                    return r.content[0].text
                resultados = []
                for b in pedidos:
                    url = os.environ["NUBELIA_URL"] + "/v1/proyectos/" + quote(b.input["p"])
                    crudo = urllib.request.urlopen(url).read()
                    resultados.append({"type": "tool_result", "tool_use_id": b.id,
                                       "content": [{"type": "text", "text": crudo.decode()}]})
                historia += [{"role": "assistant", "content": [b.model_dump() for b in r.content]},
                             {"role": "user", "content": resultados}]
    """,
    "docubot-camino-sin-herramienta": """
        import anthropic

        def responder(pregunta):
            cliente = anthropic.Anthropic()
            mensajes = [{"role": "user", "content": pregunta}]
            tool = {"name": "consultar_proyecto", "description": "x", "input_schema": {"type": "object"}}
            while True:
                r = cliente.messages.create(model="claude-sonnet-5-5", max_tokens=99, tools=[tool], messages=mensajes)
                match r.stop_reason:
                    case "tool_use":
                        ids = [b.id for b in r.content if b.type == "tool_use"]
                        mensajes.append({"role": "assistant", "content": r.content})
                        mensajes.append({"role": "user", "content": [
                            {"type": "tool_result", "tool_use_id": i, "content": "activo"} for i in ids]})
                    case _:
                        return "".join(b.text for b in r.content if b.type == "text")
    """,
}


def veredicto(id: str, codigo: str) -> tuple[str | None, dict[str, str]]:
    ejercicio = catalogo.obtener(id)
    ficheros = ejercicio.plantilla() | {ejercicio.fichero: textwrap.dedent(codigo).encode()}
    dado = con_ficheros(ejercicio, ficheros, plazo=60.0)
    return dado.clave, dict(dado.datos)


@pytest.mark.parametrize("id", SIN_SDK)
def test_otra_solucion_correcta_tambien_vale(id: str) -> None:
    assert veredicto(id, SIN_SDK[id]) == (None, {})


@pytest.mark.campana
@pytest.mark.parametrize("id", CON_SDK)
def test_otra_solucion_con_el_sdk_tambien_vale(id: str) -> None:
    assert veredicto(id, CON_SDK[id]) == (None, {})
