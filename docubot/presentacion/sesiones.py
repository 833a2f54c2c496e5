"""Las sesiones en el terminal: la lista, una entera y dónde aparece un texto."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from docubot import diario, gasto
from docubot.diario import Suceso
from docubot.presentacion.consola import imprimir, imprimir_discreto, imprimir_markdown, signo
from docubot.presentacion.respuesta import linea_de_cita
from docubot.rag.citas import Cita
from docubot.saneado import limpiar_linea, tapar_secretos

MAXIMO_PREGUNTA: Final = 80


def resumen(ruta: Path) -> dict[str, Any] | None:
    """Lo que se dice de una sesión en la lista; None si no tiene ningún turno."""
    sucesos = list(diario.leer(ruta))
    abiertos = [s for s in sucesos if s["tipo"] == "turno_abierto"]
    if not abiertos:
        return None
    uso = gasto.de(sucesos)
    pregunta = limpiar_linea(tapar_secretos(str(abiertos[0].get("pregunta", ""))))
    return {
        "id": ruta.stem,
        "empezada": str(abiertos[0].get("t", "")),
        "seguida": str(sucesos[-1].get("t", "")),
        "turnos": len(abiertos),
        "tokens": uso.tokens_entrada + uso.tokens_salida,
        "pregunta": pregunta,
    }


def fila(datos: dict[str, Any]) -> list[str]:
    """Un resumen como fila de la tabla."""
    pregunta = datos["pregunta"]
    corta = pregunta if len(pregunta) <= MAXIMO_PREGUNTA else pregunta[:MAXIMO_PREGUNTA] + "…"
    return [datos["id"], hora(datos["seguida"]), str(datos["turnos"]), gasto.miles(datos["tokens"]), corta]


def hora(iso: str) -> str:
    """«30/11 21:35», en la hora de esta máquina."""
    try:
        return f"{datetime.fromisoformat(iso).astimezone():%d/%m %H:%M}"
    except ValueError:
        return ""


def mostrar(identificador: str, turnos: Sequence[Sequence[Suceso]]) -> None:
    """La conversación: cada pregunta con su respuesta y sus fuentes."""
    imprimir_discreto(f"sesión {identificador}")
    for turno in turnos:
        pregunta = tapar_secretos(str(turno[0].get("pregunta", "")))
        imprimir(f"\n{signo('›')} {pregunta}\n")
        cierre = next((s for s in turno if s["tipo"] == "turno_cerrado"), {})
        respuesta = tapar_secretos(str(cierre.get("respuesta") or ""))
        imprimir_markdown(respuesta or "(el turno no terminó)")
        for cita in cierre.get("citas") or ():
            imprimir_discreto(linea_de_cita(_cita(cita)))


def _cita(datos: dict[str, Any]) -> Cita:
    campos: dict[str, Any] = {c: datos.get(c) for c in ("n", "tipo", "pagina", "seccion", "texto", "paso", "ancla")}
    return Cita(**campos)
