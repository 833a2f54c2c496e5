"""El nodo con el modelo delante: qué llena, qué queda fijo y qué llega al servidor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo.api import ApiLocal
from docubot.ejercicios.apoyo.modelo import pedir
from docubot.ejercicios.nodo import DesdeIA, definicion, rellenar

DICHO: Final = "el pedido llegó roto"
PREGUNTA: Final = f"mándale esto al canal de gerencia, no al de soporte: {DICHO}"
CANAL: Final = "#soporte"
SERVIDOR: Final = "https://chat.tienda.example"
MOTIVO: Final = "b"


def comprobar(alumno: Alumno) -> None:
    """Con un modelo que inventa lo que falta: es el que enseña lo que cada hueco deja hacer."""
    nodo = alumno.pieza("NODO", dict)
    campos = nodo["campos"]
    llamadas = pedir(alumno, PREGUNTA, [definicion(nodo)], perfil="impulsivo").tool_uses()
    hizo = ", ".join(f"{b['name']} {b['input']}" for b in llamadas) or "end_turn"
    alumno.exige(not isinstance(campos.get("base_url"), DesdeIA), "url-expuesta", esperado=SERVIDOR, hizo=hizo)
    alumno.exige(not isinstance(campos.get("channel"), DesdeIA), "canal-del-modelo", pregunta=PREGUNTA, hizo=hizo)
    enviado = rellenar(nodo, llamadas[0]["input"] if llamadas else {})
    llego = _enviar(alumno, enviado) if llamadas else {}
    bien = llego.get("channel") == CANAL and enviado.get("base_url") == SERVIDOR
    alumno.exige(bien, "no-se-envia", llego=enviado if llamadas else hizo)
    alumno.exige(DICHO in str(llego.get("message")), "todo-fijo", dicho=DICHO, llego=llego)
    dijo = alumno.pieza("POR_QUE", str)
    alumno.exige(dijo.strip().lower() == MOTIVO, "motivo", dijo=dijo)


def _enviar(alumno: Alumno, campos: Mapping[str, Any]) -> dict[str, Any]:
    """Hace la petición del nodo a un servidor de esta máquina y devuelve lo que llegó."""
    cuerpo = {c: campos.get(c) for c in ("channel", "message")}
    with ApiLocal(alumno, lambda pedido: (200, {"ok": True})) as api:
        api.pedir("POST", "/messages", cuerpo)
        recibido: dict[str, Any] = api.pedidos[-1].cuerpo
    return recibido
