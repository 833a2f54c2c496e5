"""La pregunta, otra vez: qué llena el modelo y qué petición hace la tool."""

from __future__ import annotations

import os
import re
from typing import Any, Final
from urllib.error import HTTPError

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo.api import ApiLocal, Pedido
from docubot.ejercicios.apoyo.modelo import pedir

MENSAJE: Final = "¿Dónde está mi pedido # 4521?"
ESTADOS: Final = {"4521": "in_transit", "88": "delivered", "90210": "preparing"}
RUTA: Final = "GET /v2/orders/{}/status"
_RUTA: Final = re.compile(r"/v2/orders/([^/]+)/status")


def comprobar(alumno: Alumno) -> None:
    """El diagnóstico, la pregunta de la traza y otros pedidos."""
    dijo = alumno.pieza("DIAGNOSTICO", str)
    alumno.exige(dijo.strip().lower() in ("ejecucion", "ejecución"), "culpa-al-modelo", entrada="4521", dijo=dijo)
    llamadas = pedir(alumno, MENSAJE, [alumno.pieza("HERRAMIENTA", dict)]).tool_uses()
    hizo = ", ".join(str(b["input"]) for b in llamadas) or "end_turn"
    bien = [b["input"] for b in llamadas] == [{"order_id": "4521"}]
    alumno.exige(bien, "llena-mal", esperado="4521", mensaje=MENSAJE, hizo=hizo)
    with ApiLocal(alumno, _contestar) as api:
        os.environ["TIENDA_URL"] = api.url
        for numero in ESTADOS:
            _probar(alumno, api, numero)


def _contestar(pedido: Pedido) -> tuple[int, Any]:
    casa = _RUTA.fullmatch(pedido.camino)
    if pedido.metodo == "GET" and casa and casa.group(1) in ESTADOS:
        return 200, {"order_id": casa.group(1), "status": ESTADOS[casa.group(1)]}
    return 404, {"error": "not_found"}


def _probar(alumno: Alumno, api: ApiLocal, numero: str) -> None:
    esperado = RUTA.format(numero)
    try:
        dio = alumno.llamar(alumno.pieza("get_order_status"), numero, prevista=HTTPError)
    except HTTPError:
        dio = None
    llego = f"{api.pedidos[-1].metodo} {api.pedidos[-1].ruta}" if api.pedidos else "—"
    acierta = _RUTA.search(llego) is not None
    alumno.exige(acierta or dio is not None, "sigue-el-404", esperado=esperado, llego=llego)
    alumno.exige(acierta, "tapa-el-404", llego=llego, dio=dio)
    bien = isinstance(dio, dict) and dio.get("order_id") == numero and dio.get("status") == ESTADOS[numero]
    alumno.exige(bien, "a-medida", esperado=esperado, numero=numero, llego=llego, dio=dio)
