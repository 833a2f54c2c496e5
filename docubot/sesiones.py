"""Las sesiones de chat: cada una es su diario, y solo un proceso a la vez la tiene abierta."""

from __future__ import annotations

import contextlib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from docubot import __version__, diario, gasto, recorte
from docubot.configuracion import Configuracion
from docubot.conversacion import Conversacion
from docubot.diario import Diario, Suceso
from docubot.errores import EntradaInexistente, NoSePuedeCrear, ServicioNoDisponible
from docubot.interrupciones import aplazadas
from docubot.tipos import Bloque, Uso

ORDEN: Final = "chat"
_ALREDEDOR: Final = 60


class DiarioDeSesion(Diario):
    """Un diario que además lleva la cuenta de los tokens y de los turnos."""

    uso: Uso = Uso()
    turnos: int = 0

    def anotar(self, tipo: str, **datos: Any) -> None:
        """Como el de siempre, y cuenta."""
        super().anotar(tipo, **datos)
        if tipo == "respuesta_modelo":
            self.uso += gasto.de([{"tipo": tipo, **datos}])
        self.turnos += tipo == "turno_abierto"


class ConversacionDeSesion(Conversacion):
    """Una conversación cuyos cambios no parte ninguna señal: el diario y la memoria dicen siempre lo mismo."""

    def dice_la_persona(self, contenido: str | list[Bloque]) -> None:
        """Como la de siempre, de una vez."""
        with aplazadas():
            super().dice_la_persona(contenido)

    def dice_el_modelo(self, contenido: Any) -> None:
        """Como la de siempre, de una vez."""
        with aplazadas():
            super().dice_el_modelo(contenido)

    def cerrar(self, motivo: str, hechos: dict[str, Bloque] | None = None) -> None:
        """Como la de siempre, de una vez."""
        with aplazadas():
            super().cerrar(motivo, hechos)

    def dejar(self, cuantos: int) -> None:
        """Como la de siempre, de una vez."""
        with aplazadas():
            super().dejar(cuantos)

    def recortar(self, quedan: int) -> None:
        """Olvida lo anterior a los últimos `quedan` mensajes; las fuentes conservan su número."""
        with aplazadas():
            self.diario.anotar("historia_recortada", quedan=quedan)
            del self.mensajes[: len(self.mensajes) - quedan]


@dataclass
class Sesion:
    """Una sesión abierta: su conversación, su diario y el cerrojo que la hace de un solo proceso."""

    conversacion: ConversacionDeSesion
    diario: DiarioDeSesion
    cerrojo: Any
    olvidado: list[str] = field(default_factory=list)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fallo: object) -> None:
        self.cerrar()

    @property
    def id(self) -> str:
        """Su identificador, el mismo que el de su traza."""
        return self.diario.sesion

    def cerrar(self) -> None:
        """Deja el diario en el disco y suelta la sesión; una sin ningún turno no deja rastro."""
        with aplazadas():
            self.diario.cerrar()
            if not self.diario.turnos:
                self.diario.ruta.unlink(missing_ok=True)
            _soltar(self.cerrojo, self.diario.ruta)

    def recortar(self, cabida: int) -> int:
        """Olvida turnos enteros hasta que lo que queda ocupa `cabida` tokens; dice cuántos turnos."""
        mensajes = self.conversacion.mensajes
        quedan = recorte.cuantos_quedan(mensajes, cabida)
        fuera = recorte.preguntas(mensajes[: len(mensajes) - quedan])
        if quedan < len(mensajes):
            self.conversacion.recortar(quedan)
            self.olvidado += fuera
        return len(fuera)


def nueva(configuracion: Configuracion, proveedor: str, modelo: str, identificador: str | None = None) -> Sesion:
    """Una sesión vacía, con ese nombre o con uno nuevo. Error: `NoSePuedeCrear`."""
    identificador = identificador or diario.nueva_sesion()
    cerrojo = _cerrar_con_llave(diario.carpeta(configuracion.datos) / f"{identificador}.jsonl")
    abierto = DiarioDeSesion(configuracion.datos, identificador, configuracion.secretos())
    _anotar_apertura(abierto, proveedor, modelo)
    return Sesion(ConversacionDeSesion(abierto), abierto, cerrojo)


def reanudar(configuracion: Configuracion, identificador: str | None, proveedor: str, modelo: str) -> Sesion:
    """La sesión con ese nombre (o su principio), o la última de chat, tal como la dejó su diario.

    Errores: `EntradaInexistente`, `DatosInvalidos`, `ServicioNoDisponible` si la tiene otro proceso, `NoSePuedeCrear`.
    """
    ruta = buscar_ruta(configuracion.datos, identificador)
    cerrojo = _cerrar_con_llave(ruta)
    sucesos = list(diario.leer(ruta))
    abierto = DiarioDeSesion(configuracion.datos, ruta.stem, configuracion.secretos())
    abierto.uso = gasto.de(sucesos)
    abierto.turnos = sum(s["tipo"] == "turno_abierto" for s in sucesos)
    _anotar_apertura(abierto, proveedor, modelo)
    conversacion = ConversacionDeSesion.reanudada(abierto, sucesos)
    assert isinstance(conversacion, ConversacionDeSesion)
    return Sesion(conversacion, abierto, cerrojo, recorte.olvidadas(sucesos))


def _anotar_apertura(abierto: Diario, proveedor: str, modelo: str) -> None:
    abierto.anotar(
        "sesion_abierta", sesion=abierto.sesion, docubot=__version__, orden=ORDEN, proveedor=proveedor, modelo=modelo
    )


def buscar_ruta(datos: Path, identificador: str | None) -> Path:
    """El diario de una sesión por su nombre o su principio; con None, el de chat usado el último."""
    if identificador is not None:
        return diario.buscar_sesion(datos, identificador)
    de_chat = [ruta for ruta in diario.sesiones(datos) if _es_de_chat(ruta)]
    if not de_chat:
        raise EntradaInexistente("Aún no hay ninguna conversación que continuar: empieza una con «docubot chat».")
    return max(de_chat, key=lambda ruta: (ruta.stat().st_mtime_ns, ruta.stem))


def _es_de_chat(ruta: Path) -> bool:
    de_chat = con_turnos = False
    for suceso in diario.leer(ruta):
        de_chat = de_chat or (suceso["tipo"] == "sesion_abierta" and suceso.get("orden") == ORDEN)
        con_turnos = con_turnos or suceso["tipo"] == "turno_abierto"
        if de_chat and con_turnos:
            return True
    return False


def borrar(datos: Path, identificador: str) -> str:
    """Borra una sesión y dice cuál. Errores: los de `buscar_ruta`, y `ServicioNoDisponible` si está abierta."""
    ruta = buscar_ruta(datos, identificador)
    cerrojo = _cerrar_con_llave(ruta)
    try:
        ruta.unlink()
    except OSError as error:
        raise NoSePuedeCrear(f"No se puede borrar la sesión {ruta.stem}: {error.strerror}.") from None
    finally:
        _soltar(cerrojo, ruta)
    return ruta.stem


def _ruta_del_cerrojo(ruta: Path) -> Path:
    return ruta.with_suffix(".cerrojo")


def _cerrar_con_llave(ruta: Path) -> Any:
    import filelock

    cerrojo = filelock.FileLock(_ruta_del_cerrojo(ruta), timeout=0, mode=0o600)
    try:
        ruta.parent.mkdir(parents=True, exist_ok=True)
        cerrojo.acquire()
    except filelock.Timeout:
        raise ServicioNoDisponible(
            f"La sesión {ruta.stem} está abierta en otro proceso: ciérralo, o empieza otra con «docubot chat»."
        ) from None
    except OSError as error:
        raise NoSePuedeCrear(
            f"No se puede escribir en {ruta.parent}: {error.strerror}. Elige otra carpeta con DOCUBOT_DATOS."
        ) from None
    return cerrojo


def _soltar(cerrojo: Any, ruta: Path) -> None:
    """Suelta la sesión y recoge su fichero, antes de soltarla: así nadie se queda con uno que ya no está."""
    with contextlib.suppress(OSError):
        _ruta_del_cerrojo(ruta).unlink(missing_ok=True)
    cerrojo.release()


@dataclass(frozen=True, slots=True)
class Hallazgo:
    """Dónde aparece un texto: la sesión, el número del turno (desde 1) y lo que hay alrededor."""

    sesion: str
    turno: int
    alrededor: str


def buscar_texto(datos: Path, texto: str) -> Iterator[Hallazgo]:
    """Los turnos en los que alguien dice `texto`, sin mirar tildes ni mayúsculas; lo último, antes."""
    buscado = plegar(unicodedata.normalize("NFC", texto))
    for ruta in reversed(diario.sesiones(datos)):
        for numero, turno in enumerate(diario.turnos(list(diario.leer(ruta))), 1):
            hallado = next((h for dicho in _dicho(turno) if (h := _en(dicho, buscado))), None)
            if hallado:
                yield Hallazgo(ruta.stem, numero, hallado)


def _dicho(turno: list[Suceso]) -> Iterator[str]:
    for suceso in turno:
        if suceso["tipo"] in ("turno_abierto", "turno_cerrado"):
            yield str(suceso.get("pregunta") or suceso.get("respuesta") or "")


def _en(texto: str, buscado: str) -> str | None:
    junto = unicodedata.normalize("NFC", " ".join(texto.split()))
    sitio = plegar(junto).find(buscado)
    if sitio < 0:
        return None
    desde, hasta = max(0, sitio - _ALREDEDOR), sitio + len(buscado) + _ALREDEDOR
    return ("…" if desde else "") + junto[desde:hasta] + ("…" if hasta < len(junto) else "")


def plegar(texto: str) -> str:
    """Letra a letra, sin tildes y en minúsculas: el mismo largo que el texto."""
    return "".join(unicodedata.normalize("NFD", c)[0].lower()[:1] for c in texto)
