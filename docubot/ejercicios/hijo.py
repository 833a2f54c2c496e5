"""El proceso hijo: carga la comprobación y el código de la persona, y deja el veredicto en un fichero.

Su salida estándar es la del código de la persona; por eso el veredicto va aparte. Termina con `os._exit`: ningún hilo
que haya quedado suelto lo retiene.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any, Final

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.veredicto import Fallo, corto

PARTE_DE_PROCESADOR: Final = 0.4
"""Del plazo, lo que puede ser tiempo de procesador."""

LATIDO: Final = 0.1
"""Segundos entre dos miradas al reloj."""


def principal() -> None:
    """La orden llega en `sys.argv[1]`, en JSON: modulo, carpeta, fichero, salida, plazo y proveedor."""
    orden = json.loads(sys.argv[1])
    alumno = Alumno(Path(orden["carpeta"]), orden["fichero"], orden["proveedor"])
    destino = Path(orden["salida"])
    _vigilar(alumno, destino, orden["plazo"], threading.get_ident())
    _entregar(alumno, destino, _comprobar(alumno, orden["modulo"]))


def _comprobar(alumno: Alumno, modulo: str) -> dict[str, Any]:
    try:
        importlib.import_module(modulo).comprobar(alumno)
    except Fallo as fallo:
        return _como_json(fallo)
    except BaseException as error:
        return _como_json(alumno.explicado(error))
    return {"clave": None, "datos": {}, "linea": None}


def _como_json(fallo: Fallo) -> dict[str, Any]:
    return {"clave": fallo.clave, "datos": fallo.datos, "linea": fallo.linea}


def _vigilar(alumno: Alumno, destino: Path, plazo: float, hilo: int) -> None:
    """Si vence el plazo, entrega el veredicto de lo que se estaba ejecutando, con su línea.

    Hay dos: uno de reloj, para las esperas, y otro más corto de procesador, para que un bucle se note enseguida y una
    máquina cargada no lo parezca.
    """

    def vigilar() -> None:
        limite = time.monotonic() + plazo
        while time.monotonic() < limite and time.process_time() < plazo * PARTE_DE_PROCESADOR:
            time.sleep(LATIDO)
        gastado = plazo if time.monotonic() >= limite else plazo * PARTE_DE_PROCESADOR
        marcos = sys._current_frames()
        principal = marcos.pop(hilo, None)
        lineas = [alumno.linea_en_curso(m) for m in (principal, *marcos.values())]
        linea = next((n for n in lineas if n is not None), None)
        _entregar(alumno, destino, {"clave": "bucle", "datos": {"plazo": f"{gastado:g}"}, "linea": linea})

    threading.Thread(target=vigilar, daemon=True).start()


_entrega = threading.Lock()


def _entregar(alumno: Alumno, destino: Path, veredicto: dict[str, Any]) -> None:
    _entrega.acquire()  # no se suelta: solo hay una entrega, y con ella termina el proceso
    documento = {**veredicto, "traza": alumno.traza, "notas": alumno.notas}
    provisional = destino.with_suffix(".parcial")
    provisional.write_text(json.dumps(documento, ensure_ascii=False, default=corto), encoding="utf-8", errors="replace")
    provisional.replace(destino)
    for salida in (sys.stdout, sys.stderr):
        try:
            salida.flush()
        except (OSError, ValueError):
            continue
    os._exit(0)
