"""Por dónde va cada persona: un JSON con versión, con cerrojo y escrito de una vez. Sobrevive a las actualizaciones.

Lo que no se conoce (un ejercicio que ya no está, un campo de otra versión) se conserva tal cual.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from docubot.ejercicios.veredicto import Veredicto
from docubot.errores import DatosInvalidos, NoSePuedeCrear

VERSION: Final = 1
ESPERA_CERROJO: Final = 10.0
"""Segundos que se espera a que otro proceso suelte el estado."""

NombreEstado: TypeAlias = Literal["pendiente", "empezado", "resuelto"]


@dataclass(frozen=True, slots=True)
class Avance:
    """Lo que se sabe de un ejercicio."""

    estado: NombreEstado = "pendiente"
    intentos: int = 0
    pistas: int = 0
    solucion_vista: bool = False
    resuelto_en: str | None = None


class Estado:
    """El estado guardado bajo una carpeta de datos. Errores: `DatosInvalidos`, `NoSePuedeCrear`."""

    def __init__(self, datos: Path) -> None:
        self.raiz = datos / "curso"
        self.ruta = self.raiz / "estado.json"

    def carpeta(self) -> Path | None:
        """Dónde trabaja la persona, si ya empezó."""
        guardada = self._leer().get("carpeta")
        return Path(guardada) if isinstance(guardada, str) and guardada else None

    def idioma(self) -> str | None:
        """El idioma que eligió, si eligió uno."""
        guardado = self._leer().get("idioma")
        return guardado if isinstance(guardado, str) else None

    def actual(self) -> str | None:
        """El último ejercicio que se abrió."""
        guardado = self._leer().get("actual")
        return guardado if isinstance(guardado, str) else None

    def avance(self, identificador: str) -> Avance:
        """Lo que se sabe de un ejercicio."""
        return _avance(self._leer()["ejercicios"].get(identificador))

    def avances(self) -> dict[str, Avance]:
        """Lo que se sabe de todos."""
        return {id: _avance(crudo) for id, crudo in self._leer()["ejercicios"].items()}

    def fijar(self, *, carpeta: Path | None = None, idioma: str | None = None) -> None:
        """Recuerda la carpeta de trabajo o el idioma."""
        nuevos = {"carpeta": str(carpeta) if carpeta else None, "idioma": idioma}
        self._cambiar(lambda crudo: crudo.update({c: v for c, v in nuevos.items() if v}))

    def empezado(self, identificador: str) -> None:
        """La persona ya tiene sus ficheros, y es el que tiene entre manos."""
        self._cambiar_uno(identificador, lambda a: a.setdefault("estado", "empezado"))
        self._cambiar(lambda crudo: crudo.update(actual=identificador))

    def pista_dada(self, identificador: str, nivel: int) -> None:
        """Se enseñó la pista de ese nivel."""
        self._cambiar_uno(identificador, lambda a: a.update(pistas=max(nivel, _entero(a.get("pistas")))))

    def solucion_ensenada(self, identificador: str) -> None:
        """Se enseñó la solución."""
        self._cambiar_uno(identificador, lambda a: a.update(solucion_vista=True))

    def comprobado(self, veredicto: Veredicto) -> None:
        """Anota un intento y guarda su veredicto. Lo resuelto sigue resuelto aunque después se estropee."""

        def anotar(avance: dict[str, Any]) -> None:
            avance["intentos"] = _entero(avance.get("intentos")) + 1
            avance.setdefault("estado", "empezado")
            if veredicto.aprobado and avance["estado"] != "resuelto":
                avance.update(estado="resuelto", resuelto_en=datetime.now(UTC).isoformat(timespec="seconds"))

        self._cambiar_uno(veredicto.ejercicio, anotar)
        _escribir(self._ruta_de(veredicto.ejercicio), {"version": VERSION, **veredicto.como_json()})

    def reiniciado(self, identificador: str) -> None:
        """Vuelve a estar sin resolver; los intentos y las pistas se conservan."""
        self._cambiar_uno(identificador, lambda a: a.update(estado="empezado", resuelto_en=None))

    def ultimo(self, identificador: str) -> Veredicto | None:
        """El veredicto de la última comprobación, con su traza."""
        try:
            crudo = json.loads(self._ruta_de(identificador).read_text(encoding="utf-8"))
            campos = {c: crudo[c] for c in ("ejercicio", "clave", "datos", "linea", "salida", "modelo", "ms")}
            return Veredicto(**campos, traza=tuple(crudo["traza"]), notas=tuple(crudo["notas"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _ruta_de(self, identificador: str) -> Path:
        return self.raiz / "veredictos" / f"{identificador}.json"

    def _leer(self) -> dict[str, Any]:
        try:
            crudo = json.loads(self.ruta.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {"version": VERSION, "ejercicios": {}}
        except (OSError, ValueError) as error:
            raise DatosInvalidos(
                f"No se puede leer el progreso del curso en {self.ruta} ({type(error).__name__}). "
                "Mueve ese fichero a otro sitio para empezar de cero; tus ejercicios siguen en su carpeta."
            ) from None
        return _migrado(crudo, self.ruta)

    def _cambiar_uno(self, identificador: str, cambio: Callable[[dict[str, Any]], object]) -> None:
        def en_uno(crudo: dict[str, Any]) -> None:
            avance = crudo["ejercicios"].get(identificador)
            crudo["ejercicios"][identificador] = nuevo = avance if isinstance(avance, dict) else {}
            cambio(nuevo)

        self._cambiar(en_uno)

    def _cambiar(self, cambio: Callable[[dict[str, Any]], object]) -> None:
        """Lee, cambia y escribe con el cerrojo echado: dos procesos a la vez no se pisan."""
        from filelock import FileLock, Timeout

        try:
            self.raiz.mkdir(parents=True, exist_ok=True)
            with FileLock(self.raiz / "estado.lock", timeout=ESPERA_CERROJO):
                crudo = self._leer()
                cambio(crudo)
                _escribir(self.ruta, crudo)
        except Timeout:
            raise NoSePuedeCrear(
                "Otro «docubot ejercicio» tiene ocupado el progreso del curso: ciérralo y repite."
            ) from None
        except OSError as error:
            raise NoSePuedeCrear(
                f"No se puede guardar el progreso en {self.raiz}: {error.strerror}. "
                "Elige otra carpeta con DOCUBOT_DATOS."
            ) from None


def _migrado(crudo: Any, ruta: Path) -> dict[str, Any]:
    """El documento en la versión actual. Uno más nuevo no se toca."""
    if not isinstance(crudo, dict) or not isinstance(crudo.get("ejercicios", {}), dict):
        raise DatosInvalidos(
            f"El progreso del curso en {ruta} no tiene la forma esperada. Muévelo a otro sitio para empezar de cero."
        )
    if _entero(crudo.get("version")) > VERSION:
        raise DatosInvalidos(
            f"El progreso del curso en {ruta} lo escribió un docubot más nuevo: actualiza docubot para seguir."
        )
    return {**crudo, "version": VERSION, "ejercicios": crudo.get("ejercicios", {})}


def _avance(crudo: Any) -> Avance:
    if not isinstance(crudo, dict):
        return Avance()
    estado: NombreEstado = {"empezado": "empezado", "resuelto": "resuelto"}.get(str(crudo.get("estado")), "pendiente")  # type: ignore[assignment]
    return Avance(
        estado=estado,
        intentos=_entero(crudo.get("intentos")),
        pistas=_entero(crudo.get("pistas")),
        solucion_vista=crudo.get("solucion_vista") is True,
        resuelto_en=crudo["resuelto_en"] if isinstance(crudo.get("resuelto_en"), str) else None,
    )


def _entero(valor: Any) -> int:
    return valor if isinstance(valor, int) and not isinstance(valor, bool) else 0


def _escribir(ruta: Path, documento: dict[str, Any]) -> None:
    """De una vez: o queda el documento entero o queda el anterior."""
    ruta.parent.mkdir(parents=True, exist_ok=True)
    descriptor, provisional = tempfile.mkstemp(dir=ruta.parent, prefix=f".{ruta.name}-")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as fichero:
            json.dump(documento, fichero, ensure_ascii=False, default=repr)
            fichero.flush()
            os.fsync(fichero.fileno())
        Path(provisional).replace(ruta)
    except BaseException:
        Path(provisional).unlink(missing_ok=True)
        raise
