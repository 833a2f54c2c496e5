"""Comprueba un ejercicio: lanza el proceso hijo, con plazo y con la salida recortada, y lee su veredicto."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from docubot.ejercicios.catalogo import Ejercicio
from docubot.ejercicios.veredicto import Veredicto

PLAZO: Final = 30.0
"""Segundos que puede durar una comprobación."""

GRACIA: Final = 3.0
"""Segundos más antes de matar al hijo desde fuera, si ni siquiera puede contar dónde se quedó."""

LATIDO: Final = 0.1
"""Segundos entre dos miradas a si el hijo acabó o a si ya no hace falta."""

MAXIMO_SALIDA: Final = 4_000
"""Caracteres que se guardan de lo que imprime el código; lo demás se lee y se tira."""

_ARRANQUE: Final = """
import sys
instalado = (n for n, ruta in enumerate(sys.path) if "site-packages" in ruta or "dist-packages" in ruta)
sys.path.insert(next(instalado, len(sys.path)), {raiz!r})
from docubot.ejercicios.hijo import principal
principal()
"""
"""El hijo usa el mismo docubot que el padre, haya o no otro instalado, sin tapar a la biblioteca estándar."""

_FUERA: Final = ("PYTHONPATH", "PYTHONSTARTUP", "PYTHONINSPECT", "PYTHONWARNINGS", "PYTHONHOME")
_CLAVES: Final = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL")


@dataclass
class _Recogida:
    """Lee un flujo hasta el final y guarda el principio."""

    flujo: IO[bytes]
    trozos: list[bytes] = field(default_factory=list)
    guardado: int = 0
    sobra: bool = False

    def correr(self) -> None:
        while trozo := self.flujo.read1(65536):  # type: ignore[attr-defined]
            cabe = trozo[: max(0, MAXIMO_SALIDA - self.guardado)]
            self.guardado += len(cabe)
            self.sobra = self.sobra or len(cabe) < len(trozo)
            if cabe:
                self.trozos.append(cabe)

    def texto(self) -> str:
        return b"".join(self.trozos).decode("utf-8", "replace") + ("…" if self.sobra else "")


class Cancelada(Exception):
    """Quien la pidió ya no la quiere: se guardó otra vez, o se va."""


def comprobar(
    ejercicio: Ejercicio,
    carpeta: Path,
    *,
    proveedor: str = "local",
    plazo: float = PLAZO,
    cancelada: Callable[[], bool] = lambda: False,
) -> Veredicto:
    """El veredicto del código de `carpeta`. No lanza por nada de lo que haga ese código.

    `cancelada` se consulta mientras dura; si da True, se mata lo que haya en marcha y sale `Cancelada`.
    """
    inicio = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="docubot-ejercicio-") as aparte:
        destino = Path(aparte) / "veredicto.json"
        orden = {
            "modulo": ejercicio.modulo,
            "carpeta": str(carpeta),
            "fichero": ejercicio.fichero,
            "salida": str(destino),
            "plazo": plazo,
            "proveedor": proveedor,
        }
        codigo, salida = _correr(orden, carpeta, Path(aparte), plazo + GRACIA, cancelada)
        crudo = _leer(destino) or _sin_veredicto(codigo, plazo)
    return Veredicto(
        ejercicio=ejercicio.id,
        clave=crudo["clave"],
        datos=crudo["datos"],
        linea=crudo["linea"],
        salida=salida,
        traza=tuple(crudo.get("traza", ())),
        notas=tuple(crudo.get("notas", ())),
        modelo=proveedor,
        ms=round((time.monotonic() - inicio) * 1000, 1),
    )


def _correr(
    orden: Mapping[str, Any], carpeta: Path, aparte: Path, plazo: float, cancelada: Callable[[], bool]
) -> tuple[int | None, str]:
    """Código de salida (None si hubo que matarlo) y lo que imprimió."""
    raiz = str(Path(__file__).resolve().parents[2])
    proceso = subprocess.Popen(
        [sys.executable, "-P", "-X", "utf8", "-c", _ARRANQUE.format(raiz=raiz), json.dumps(orden)],
        cwd=carpeta,
        env=_entorno(orden["proveedor"], aparte),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    assert proceso.stdout is not None
    recogida = _Recogida(proceso.stdout)
    lector = threading.Thread(target=recogida.correr, daemon=True)
    lector.start()
    try:
        codigo = _esperar(proceso, time.monotonic() + plazo, cancelada)
    finally:
        _matar(proceso)
        lector.join(timeout=2)
        if not lector.is_alive():
            proceso.stdout.close()
    return codigo, recogida.texto()


def _esperar(proceso: subprocess.Popen[bytes], limite: float, cancelada: Callable[[], bool]) -> int | None:
    while time.monotonic() < limite:
        if cancelada():
            raise Cancelada
        try:
            return proceso.wait(timeout=LATIDO)
        except subprocess.TimeoutExpired:
            continue
    return None


def _matar(proceso: subprocess.Popen[bytes]) -> None:
    """Acaba con el hijo y con lo que haya lanzado él."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(proceso.pid, signal.SIGKILL)
        else:  # pragma: no cover (Windows)
            proceso.kill()
    except (ProcessLookupError, PermissionError):
        pass
    proceso.wait()


def _entorno(proveedor: str, aparte: Path) -> dict[str, str]:
    """El entorno del hijo: sin lo que cambie a Python por dentro, y sin claves si el modelo es el local."""
    fuera = (*_FUERA, *(() if proveedor == "claude" else _CLAVES))
    propias = () if proveedor == "claude" else ("DOCUBOT_", "NUBELIA_")
    entorno = {n: v for n, v in os.environ.items() if n not in fuera and not n.startswith(propias)}
    return entorno | {"PYTHONDONTWRITEBYTECODE": "1", "DOCUBOT_DATOS": str(aparte), "NO_PROXY": "*"}


def _leer(destino: Path) -> dict[str, Any] | None:
    try:
        leido = json.loads(destino.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return leido if isinstance(leido, dict) else None


def _sin_veredicto(codigo: int | None, plazo: float) -> dict[str, Any]:
    if codigo is None:
        return {"clave": "bucle", "datos": {"plazo": f"{plazo:g}"}, "linea": None}
    return {"clave": "muere", "datos": {"codigo": str(codigo)}, "linea": None}
