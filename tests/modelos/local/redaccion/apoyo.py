"""Lecturas hechas a mano para probar la redacción, con otros nombres y otras cifras que los de la demostración."""

from __future__ import annotations

import json
from typing import Any

from docubot.modelos.local.lectura import Lectura, leer
from docubot.tipos import Peticion

SYSTEM = "Eres el asistente de Nubelia. Hoy es lunes 30 de noviembre de 2026 (2026-11-30), zona Europe/Madrid."


def proyecto(nombre: str = "Quetzal", **cambios: Any) -> dict[str, Any]:
    """Un proyecto como los de la API, con nombres y cifras que no son los de la cuenta de demostración."""
    base = {
        "id": f"pry_{nombre.lower()}",
        "nombre": nombre,
        "estado": "activo",
        "responsable": "Marta Ibarra",
        "tareas": {"pendiente": 21, "en curso": 14, "en revisión": 6, "hecha": 77},
        "tareas_abiertas": 41,
        "fecha_entrega": "2027-03-05",
        "horas": {"registradas": 120.5, "presupuestadas": 300, "sin_facturar": 18.25, "sin_aprobar": 0},
        "cliente": {"nombre": "Bodegas Luz", "tiene_nif": True, "tiene_direccion": True},
        "plan": "Medio",
    }
    return base | cambios


LIMITES = """| | Mini | Medio | Grande |
|---|---|---|---|
| Personas | 4 | 30 | sin límite |
| Tareas abiertas por proyecto | 15 | 35 | sin límite |
| Tamaño máximo de archivo | 5 MB | 60 MB | 2 GB |
| Webhooks | 0 | 8 | 90 |
"""
ESTADOS = """| Estado del proyecto | Admite horas nuevas | Se puede facturar |
|---|---|---|
| `activo` | sí | sí |
| `en pausa` | no | no |
| `completado` | no | sí |
"""
CODIGOS = """| Código | Qué significa |
|---|---|
| `FAC-11` | el plan no incluye facturación |
| `FAC-23` | el proyecto está en pausa |
| `FAC-24` | faltan datos fiscales del cliente |
| `FAC-30` | hay horas sin aprobar |
"""


def lectura(
    pregunta: str,
    resultados: list[tuple[str, dict[str, Any], Any]] | None = None,
    pasajes: list[tuple[str, str]] | None = None,
    errores: list[tuple[str, dict[str, Any], str]] | None = None,
    system: str = SYSTEM,
) -> Lectura:
    """La lectura de un turno: los resultados se numeran desde 1 y los pasajes, detrás."""
    llamadas: list[dict[str, Any]] = []
    vueltas: list[dict[str, Any]] = []
    numero = 0

    def anotar(nombre: str, entrada: dict[str, Any], contenido: Any, fallo: bool = False) -> None:
        clave = f"t{len(llamadas)}"
        llamadas.append({"type": "tool_use", "id": clave, "name": nombre, "input": entrada})
        vueltas.append({"type": "tool_result", "tool_use_id": clave, "content": contenido, "is_error": fallo})

    for nombre, entrada, datos in resultados or []:
        numero += 1
        texto = json.dumps(datos, ensure_ascii=False)
        anotar(nombre, entrada, [{"type": "text", "text": f"[{numero}] {nombre}"}, {"type": "text", "text": texto}])
    for nombre, entrada, texto in errores or []:
        anotar(nombre, entrada, [{"type": "text", "text": texto}], True)
    bloques = []
    for titulo, texto in pasajes or []:
        numero += 1
        bloques.append(
            {
                "type": "search_result",
                "source": f"pagina.md#{numero}",
                "title": f"[{numero}] {titulo}",
                "content": [{"type": "text", "text": texto}],
            }
        )
    if pasajes is not None:
        anotar("buscar_documentacion", {"consulta": pregunta}, bloques or [{"type": "text", "text": "No hay nada."}])
    mensajes: list[dict[str, Any]] = [{"role": "user", "content": pregunta}]
    if llamadas:
        mensajes += [{"role": "assistant", "content": llamadas}, {"role": "user", "content": vueltas}]
    return leer(Peticion(system, mensajes))


def consulta(nombre: str = "Quetzal", **cambios: Any) -> tuple[str, dict[str, Any], Any]:
    """El resultado de consultar un proyecto."""
    return ("ver_ficha", {"nombre": nombre}, proyecto(nombre, **cambios))
