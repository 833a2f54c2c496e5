"""Mide solo la redacción: ejecuta las llamadas que pide cada pregunta y puntúa lo que escribe `redactar`.

    python benchmarks/redaccion.py benchmarks/preguntas/propias.jsonl --mitad ajuste --ver

La consulta a la documentación es la pregunta sin los nombres de proyecto. Una línea JSON al final con aciertos por tipo y milisegundos.
"""  # noqa: E501

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from docubot.configuracion import cargar
from docubot.evaluacion.puntuacion import aparece
from docubot.herramientas import Contexto, ejecutar_herramienta
from docubot.modelos.local.lectura import Lectura, leer
from docubot.modelos.local.redaccion import redactar
from docubot.tipos import Peticion

_YA: dict[str, Any] = {}
"""Lo ya ejecutado: el servidor simulado limita las peticiones por minuto."""
SYSTEM = "Eres DocuBot, el asistente de Nubelia. Hoy es lunes 30 de noviembre de 2026 (2026-11-30), zona Europe/Madrid."


def lectura_de(caso: dict[str, Any], contexto: Contexto) -> Lectura:
    """La lectura con los resultados de las llamadas de un caso, numerados como los numera el agente."""
    mensajes: list[dict[str, Any]] = [{"role": "user", "content": caso["pregunta"]}]
    numero = 0
    nombres = [str(ll["entrada"]["nombre"]) for ll in caso["herramientas"] if "nombre" in (ll["entrada"] or {})]
    consulta = (
        re.sub(rf"\b(?:{'|'.join(nombres)})\b", "", caso["pregunta"], flags=re.IGNORECASE)
        if nombres
        else caso["pregunta"]
    )
    usos, resultados = [], []
    for i, llamada in enumerate(caso["herramientas"]):
        entrada = llamada["entrada"] if llamada["entrada"] is not None else {"consulta": consulta}
        if llamada["nombre"] in ("buscar_salas", "listar_reservas", "reservar_sala", "cancelar_reserva"):
            continue
        clave = json.dumps([llamada["nombre"], entrada], sort_keys=True)
        if clave not in _YA:
            _YA[clave] = ejecutar_herramienta(llamada["nombre"], entrada, contexto)
        resultado = _YA[clave]
        contenido: list[dict[str, Any]] = []
        for pasaje in resultado.pasajes:
            numero += 1
            contenido.append(
                {
                    "type": "search_result",
                    "source": pasaje.fuente,
                    "title": f"[{numero}] {pasaje.seccion}",
                    "content": [{"type": "text", "text": pasaje.texto}],
                }
            )
        if not contenido:
            if not resultado.es_error and not resultado.texto.startswith("La documentación"):
                numero += 1
                contenido.append({"type": "text", "text": f"[{numero}] {llamada['nombre']}"})
            contenido.append({"type": "text", "text": resultado.texto})
        usos.append({"type": "tool_use", "id": f"t{i}", "name": llamada["nombre"], "input": entrada})
        resultados.append(
            {"type": "tool_result", "tool_use_id": f"t{i}", "content": contenido, "is_error": resultado.es_error}
        )
    if usos:
        mensajes += [{"role": "assistant", "content": usos}, {"role": "user", "content": resultados}]
    return leer(Peticion(SYSTEM, mensajes))


def fallos_de(caso: dict[str, Any], texto: str) -> list[str]:
    """Lo que le falta o le sobra a una respuesta."""
    faltan = ["falta " + " | ".join(g[:5]) for g in caso["contiene"] if not any(aparece(a, texto) for a in g)]
    sobran = ["sobra " + a for a in caso["no_contiene"] if aparece(a, texto)]
    largo = ["larga"] if len(texto) > 1200 or (len(texto) > 600 and "[" not in texto) else []
    return faltan + sobran + largo


def principal() -> None:
    """Lee los ficheros y escribe los fallos y el resumen."""
    opciones = argparse.ArgumentParser(description=__doc__)
    opciones.add_argument("ficheros", nargs="+", type=Path)
    opciones.add_argument("--mitad", default="")
    opciones.add_argument("--tipos", default="")
    opciones.add_argument("--ids", default="")
    opciones.add_argument("--ver", action="store_true")
    args = opciones.parse_args()
    contexto = Contexto(cargar({}))
    bien: Counter[str] = Counter()
    total: Counter[str] = Counter()
    gastado = 0.0
    largos = []
    sin_pasaje = 0
    for fichero in args.ficheros:
        for linea in fichero.read_text(encoding="utf-8").splitlines():
            caso = {"no_contiene": [], **json.loads(linea)}
            if args.mitad and caso.get("mitad", args.mitad) != args.mitad:
                continue
            if (args.tipos and caso["tipo"] not in args.tipos.split(",")) or (
                args.ids and caso["id"] not in args.ids.split(",")
            ):
                continue
            caso.setdefault("herramientas", [{"nombre": "buscar_documentacion", "entrada": None}])
            lectura = lectura_de(caso, contexto)
            antes = time.process_time()
            texto = redactar(lectura)
            gastado += time.process_time() - antes
            fallos = fallos_de(caso, texto)
            total[caso["tipo"]] += 1
            delante = " ".join(p.texto for p in lectura.pasajes)
            fuera = (
                bool(fallos)
                and caso["tipo"] == "docs"
                and bool(fallos_de({**caso, "no_contiene": []}, delante[:1200]) and fallos_de(caso, delante))
            )
            sin_pasaje += fuera and any(f.startswith("falta") for f in fallos_de(caso, delante))
            bien[caso["tipo"]] += not fallos
            largos.append(len(texto))
            if fallos or args.ver:
                print(
                    "--" if fallos else "ok",
                    caso["id"],
                    caso["pregunta"],
                    "\n     =>",
                    texto,
                    "\n    ",
                    "; ".join(fallos),
                )
                if fallos and lectura.pasajes:
                    print("     pasajes:", [p.titulo for p in lectura.pasajes])
    resumen = {t: f"{bien[t]}/{total[t]}" for t in sorted(total)}
    casos = sum(total.values())
    print(json.dumps(resumen | {"total": f"{sum(bien.values())}/{casos}", "ms": round(1000 * gastado / max(1, casos), 1),  # noqa: E501
                                "docs_sin_pasaje": sin_pasaje, "letras": sum(largos) // max(1, len(largos))}, ensure_ascii=False))  # fmt: skip  # noqa: E501


if __name__ == "__main__":
    sys.exit(principal())
