"""Mide las decisiones del modelo local (herramienta, argumentos, extracción y tiempo) sin red y sin redactar.

    python benchmarks/decision.py [--fallos] [--desarrollo F] [--pobres]

Las llamadas se resuelven con la cuenta de demostración, de modo que las de varios pasos llegan hasta el final.
`--pobres` cambia cada descripción por su primera frase sin más («Consulta un proyecto»).
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import defaultdict
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from docubot.lenguaje.calendario import zona_en
from docubot.lenguaje.texto import plegar
from docubot.modelos.local.modelo import responder_de_una_vez
from docubot.tipos import Peticion

RAIZ = Path(__file__).resolve().parents[1]
PREGUNTAS = RAIZ / "benchmarks" / "preguntas"
SYSTEM = "Eres DocuBot, el asistente de Nubelia. Hoy es lunes 30 de noviembre de 2026 (2026-11-30), zona Europe/Madrid."
POBRES = {
    "consultar_proyecto": "Consulta un proyecto",
    "listar_proyectos": "Lista proyectos",
    "buscar_documentacion": "Busca en la documentación",
}
PASOS = 4


def herramientas(pobres: bool, con_salas: bool = True) -> list[dict[str, Any]]:
    """Las tres de DocuBot y cuatro de salas."""
    from docubot.herramientas import HERRAMIENTAS

    definiciones = [h.definicion() for h in HERRAMIENTAS if h.ofrecida] + (salas() if con_salas else [])
    return (
        [{**d, "description": POBRES.get(d["name"], d["description"])} for d in definiciones]
        if pobres
        else definiciones
    )


def salas() -> list[dict[str, Any]]:
    """Cuatro herramientas de salas con la forma de las que ofrece el servidor de reservas."""
    instante = {"type": "string", "format": "date-time"}
    comienzo = instante | {"description": "Comienzo, ISO 8601 con desfase, p. ej. 2026-12-01T09:00:00+01:00"}
    fin = instante | {"description": "Final, ISO 8601 con desfase"}
    gente = {"type": "integer", "minimum": 1, "description": "Número de asistentes"}
    return [
        {
            "name": "buscar_salas",
            "description": "Busca salas libres en una franja para un número de asistentes. "
            "Úsala cuando pidan sitio o sala sin decir cuál: "
            "«¿hay sala mañana de 9 a 10 para 6?». No reserva nada. "
            "Devuelve las salas libres con sus plazas y si tienen proyector.",
            "input_schema": _objeto(
                {
                    "inicio": comienzo,
                    "fin": fin,
                    "asistentes": gente,
                    "proyector": {"type": "boolean", "description": "true si piden proyector"},
                },
                ["inicio", "fin", "asistentes"],
            ),
        },
        {
            "name": "listar_reservas",
            "description": "Lista las reservas de salas de la persona, con su id, sala y franja.",
            "input_schema": _objeto({}, []),
        },
        {
            "name": "reservar_sala",
            "description": "Reserva una sala concreta. "
            "Úsala solo cuando pidan reservar y digan sala, día, hora y asistentes.",
            "input_schema": _objeto(
                {
                    "sala_id": {"type": "string", "description": "Identificador de la sala: norte, sur, este u oeste"},
                    "inicio": comienzo,
                    "fin": fin,
                    "asistentes": gente,
                },
                ["sala_id", "inicio", "fin", "asistentes"],
            ),
        },
        {
            "name": "cancelar_reserva",
            "description": "Cancela una reserva de sala por su identificador.",
            "input_schema": _objeto(
                {"reserva_id": {"type": "string", "description": "Identificador de la reserva, p. ej. r-104"}},
                ["reserva_id"],
            ),
        },
    ]


def _objeto(propiedades: dict[str, Any], pedidos: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": propiedades, "required": pedidos, "additionalProperties": False}


def cuenta() -> list[dict[str, Any]]:
    """Los proyectos de la demostración, con los campos que devuelven las herramientas."""
    datos = json.loads((RAIZ / "mock_nubelia" / "cuenta-demo.json").read_text("utf-8"))["organizaciones"][0]
    return [
        {
            **{k: v for k, v in p.items() if k != "id"},
            "tareas_abiertas": sum(n for e, n in p["tareas"].items() if e != "hecha"),
            "plan": datos["plan"],
        }
        for p in datos["proyectos"]
    ]


def ejecutar(nombre: str, entrada: dict[str, Any], proyectos: list[dict[str, Any]]) -> dict[str, Any]:
    """El resultado de una llamada, como bloque `tool_result` sin su id."""
    if nombre == "consultar_proyecto":
        uno = next((p for p in proyectos if plegar(p["nombre"]) == plegar(str(entrada.get("nombre")))), None)
        if uno is None:
            nombres = ", ".join(p["nombre"] for p in proyectos)
            return {
                "is_error": True,
                "content": f"No existe ningún proyecto llamado «{entrada.get('nombre')}». "
                f"Proyectos disponibles: {nombres}.",
            }
        return {"content": json.dumps(uno, ensure_ascii=False)}
    if nombre == "listar_proyectos":
        campos = ("nombre", "estado", "tareas_abiertas", "fecha_entrega")
        return {
            "content": json.dumps({"proyectos": [{c: p[c] for c in campos} for p in proyectos]}, ensure_ascii=False)
        }
    return {
        "content": "[9] Documentación › Sección (pagina.md#seccion)\n"
        f"Texto sobre el plan Equipo y «{entrada.get('consulta', '')}»."
    }


def conversar(
    pregunta: str, tools: list[dict[str, Any]], proyectos: list[dict[str, Any]], tiempos: list[float]
) -> tuple[list[dict[str, Any]], str]:
    """Todas las llamadas de un turno, hasta que el modelo responde."""
    mensajes: list[dict[str, Any]] = [{"role": "user", "content": pregunta}]
    hechas: list[dict[str, Any]] = []
    for _ in range(PASOS):
        antes = time.process_time()
        respuesta = responder_de_una_vez(Peticion(SYSTEM, mensajes, tools), redactor=lambda _: "·")
        tiempos.append(time.process_time() - antes)
        usos = respuesta.tool_uses()
        if not usos:
            return hechas, respuesta.textos()
        hechas += usos
        mensajes = [
            *mensajes,
            {"role": "assistant", "content": respuesta.content},
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": u["id"], **ejecutar(u["name"], u["input"], proyectos)}
                    for u in usos
                ],
            },
        ]
    return hechas, ""


def iguales(uno: Any, otro: Any, zona: str = "Europe/Madrid") -> bool:
    """La regla de `preguntas.md`: textos plegados, instantes, y un opcional ausente vale false o null."""
    if isinstance(uno, dict) and isinstance(otro, dict):
        return all(iguales(uno.get(k), otro.get(k), zona) for k in set(uno) | set(otro))
    if isinstance(uno, list) and isinstance(otro, list):
        return len(uno) == len(otro) and all(iguales(a, b, zona) for a, b in zip(uno, otro, strict=True))
    if uno in (None, False) and otro in (None, False):
        return True
    if isinstance(uno, str) and isinstance(otro, str):
        return _plano(uno) == _plano(otro) or _instante(uno, zona) == _instante(otro, zona) is not None
    return bool(uno == otro)


def _plano(texto: str) -> str:
    return plegar(texto).strip(" .\"'«»“”!¡?¿,;:")


def _instante(texto: str, zona: str) -> datetime | None:
    if not re.match(r"\d{4}-\d{2}-\d{2}T", texto):
        return None
    leido = datetime.fromisoformat(texto)
    return leido if leido.tzinfo else leido.replace(tzinfo=ZoneInfo(zona))


def llamadas_bien(caso: dict[str, Any], hechas: list[dict[str, Any]]) -> bool:
    """Están las que tienen que estar (o un conjunto de alternativas) y ninguna prohibida."""
    conjuntos = caso.get("alternativas") or [caso["herramientas"]]
    if any(h["name"] in caso["prohibidas"] for h in hechas):
        return False
    return any(all(any(_es(ll, h) for h in hechas) for ll in conjunto) for conjunto in conjuntos)


def _es(esperada: dict[str, Any], hecha: dict[str, Any]) -> bool:
    return esperada["nombre"] == hecha["name"] and (
        esperada["entrada"] is None or iguales(esperada["entrada"], hecha["input"])
    )


def pregunta_bien(caso: dict[str, Any], texto: str) -> bool:
    """En los casos de aclarar, si se preguntó lo que faltaba; lo demás lo mide el redactor."""
    return caso["tipo"] != "aclarar" or "?" in texto


def medir(
    casos: list[dict[str, Any]], tools: list[dict[str, Any]], fallos: bool, tiempos: list[float]
) -> dict[str, Any]:
    """Aciertos por tipo e idioma; con `fallos`, imprime cada uno."""
    proyectos = cuenta()
    marcador: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for caso in casos:
        if caso["tipo"] in ("extraer", "buscar"):
            continue
        hechas, texto = conversar(caso["pregunta"], tools, proyectos, tiempos)
        bien = llamadas_bien(caso, hechas) and pregunta_bien(caso, texto)
        for clave in ("todo", caso["tipo"], caso["idioma"]):
            marcador[clave][0] += bien
            marcador[clave][1] += 1
        if fallos and not bien:
            print(
                "  ✗",
                caso["id"],
                caso["tipo"],
                caso["pregunta"],
                "→",
                [(h["name"], h["input"]) for h in hechas],
                repr(texto[:90]),
            )
    return {k: f"{a}/{n} ({100 * a / n:.1f} %)" for k, (a, n) in marcador.items()}


def medir_extraccion(casos: list[dict[str, Any]], fallos: bool) -> dict[str, str]:
    """La herramienta forzada sobre las mismas preguntas."""
    from docubot.herramientas import HERRAMIENTAS

    extraer = next(h for h in HERRAMIENTAS if h.nombre == "extraer_consulta").definicion()
    system = _system_de_clasificacion()
    categorias = proyectos = total = 0
    for caso in casos:
        if "categoria" not in caso:
            continue
        eleccion = {"type": "tool", "name": "extraer_consulta"}
        respuesta = responder_de_una_vez(
            Peticion(system, [{"role": "user", "content": caso["pregunta"]}], [extraer], eleccion)
        )
        entrada = respuesta.tool_uses()[0]["input"]
        total += 1
        bien = entrada.get("categoria") == caso["categoria"]
        mismo = iguales(entrada.get("proyecto"), caso["proyecto"])
        categorias += bien
        proyectos += mismo
        if fallos and not (bien and mismo):
            print("  ✗", caso["id"], caso["pregunta"], "→", entrada, "esperaba", caso["categoria"], caso["proyecto"])
    if not total:
        return {}
    return {
        "categoria": f"{categorias}/{total} ({100 * categorias / total:.1f} %)",
        "proyecto": f"{proyectos}/{total} ({100 * proyectos / total:.1f} %)",
    }


def _system_de_clasificacion() -> str:
    texto = next(p for p in sorted((RAIZ / "prompts" / "1.0").iterdir()) if "clasificacion" in p.name).read_text(
        "utf-8"
    )
    return texto.replace("$hoy", "lunes 30 de noviembre de 2026 (2026-11-30), zona Europe/Madrid")


def medir_ajenas(casos: list[dict[str, Any]], fallos: bool, tiempos: list[float]) -> dict[str, str]:
    """Herramientas que el modelo no conoce: una petición, un turno."""
    marcador: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for caso in casos:
        antes = time.process_time()
        respuesta = responder_de_una_vez(
            Peticion(caso["system"], caso["mensajes"], caso["tools"]), redactor=lambda _: "·"
        )
        tiempos.append(time.process_time() - antes)
        bien = _ajena_bien(caso, respuesta.tool_uses(), respuesta.textos())
        for clave in ("todo", caso["tema"], caso["idioma"]):
            marcador[clave][0] += bien
            marcador[clave][1] += 1
        if fallos and not bien:
            print(
                "  ✗",
                caso["id"],
                caso["mensajes"][-1]["content"],
                "→",
                [(u["name"], u["input"]) for u in respuesta.tool_uses()],
                respuesta.textos()[:150],
                "esperaba",
                json.dumps(caso["espera"], ensure_ascii=False)[:200],
            )
    return {k: f"{a}/{n}" for k, (a, n) in marcador.items()}


def _ajena_bien(caso: dict[str, Any], usos: list[dict[str, Any]], texto: str) -> bool:
    espera = caso["espera"]
    if espera.get("pide"):
        return not usos and any(plegar(p) in plegar(texto) for p in espera["pide"])
    conjuntos = espera.get("alternativas") or [espera["llamadas"]]
    zona = zona_en(caso["system"]) or "UTC"
    return any(_mismas(conjunto, usos, zona) for conjunto in conjuntos)


def _mismas(esperadas: list[dict[str, Any]], usos: list[dict[str, Any]], zona: str) -> bool:
    quedan = list(usos)
    for esperada in esperadas:
        una = next(
            (u for u in quedan if u["name"] == esperada["nombre"] and iguales(esperada["entrada"], u["input"], zona)),
            None,
        )
        if una is None:
            return False
        quedan.remove(una)
    return not quedan


def leer(camino: Path, mitad: str | None = None) -> list[dict[str, Any]]:
    """Los casos de un fichero JSON Lines, o solo los de una mitad."""
    casos = [json.loads(linea) for linea in camino.read_text("utf-8").splitlines() if linea.strip()]
    return [c for c in casos if mitad is None or c.get("mitad") == mitad]


def main() -> None:
    """Imprime todas las medidas; los fallos, solo los de las mitades de ajuste."""
    opciones = argparse.ArgumentParser()
    opciones.add_argument("--fallos", action="store_true")
    opciones.add_argument("--pobres", action="store_true")
    opciones.add_argument("--sin-salas", action="store_true")
    opciones.add_argument("--desarrollo", type=Path)
    args = opciones.parse_args()
    tools = herramientas(args.pobres, not args.sin_salas)
    tiempos: list[float] = []
    series = [("desarrollo", leer(args.desarrollo), True)] if args.desarrollo else []
    for fichero in ("propias", "parafrasis", "ampliacion"):
        for mitad in ("ajuste", "confirmacion"):
            series.append((f"{fichero} {mitad}", leer(PREGUNTAS / f"{fichero}.jsonl", mitad), mitad == "ajuste"))
    for nombre, casos, visibles in series:
        print(nombre, json.dumps(medir(casos, tools, args.fallos and visibles, tiempos), ensure_ascii=False))
        if not args.pobres:
            print(
                nombre, "extracción", json.dumps(medir_extraccion(casos, args.fallos and visibles), ensure_ascii=False)
            )
    for mitad in ("ajuste", "confirmacion"):
        casos = leer(PREGUNTAS / "herramientas-ajenas.jsonl", mitad)
        print(
            "ajenas",
            mitad,
            json.dumps(medir_ajenas(casos, args.fallos and mitad == "ajuste", tiempos), ensure_ascii=False),
        )
    tiempos.sort()
    print(
        f"CPU por decisión: mediana {1000 * tiempos[len(tiempos) // 2]:.1f} ms, "
        f"p95 {1000 * tiempos[int(len(tiempos) * 0.95)]:.1f} ms, máx {1000 * tiempos[-1]:.1f} ms"
    )


if __name__ == "__main__":
    main()
