"""El diario: JSON Lines que solo crece, un fichero por sesión. De él salen las trazas, el coste y la historia.

Cada suceso se vuelca antes de la llamada que anuncia y después del efecto que registra; al cerrar el turno se
sincroniza con el disco. Nuestras claves no entran nunca. Los sucesos, por `tipo`:

- `sesion_abierta` {sesion, docubot, proveedor, modelo, orden}
- `turno_abierto` {turno, pregunta, modo, prompt: {version, sha256}}
- `mensaje` {role, content}: lo que entra en la historia, en su orden; sin `content`, el de la última respuesta
- `peticion_modelo` {llamada, intento, herramientas, tool_choice, mensajes, max_tokens}
- `respuesta_modelo` {llamada, content, stop_reason, uso, ms, modelo}
- `fallo_modelo` {llamada, intento, mensaje}
- `llamada_herramienta` {id, nombre, entrada, politica}
- `resultado_herramienta` {id, nombre, contenido, es_error, ms}
- `aviso` {texto}
- `turno_cerrado` {turno, parada, respuesta, citas, retiradas, uso, llamadas_modelo, llamadas_herramienta, ms, error}
- `historia_recortada` {quedan}: se olvidaron los mensajes anteriores a los últimos `quedan`
- `historia_deshecha` {quedan}: solo siguen los primeros `quedan` mensajes
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

from docubot.errores import DatosInvalidos, EntradaInexistente, NoSePuedeCrear
from docubot.saneado import TAPADO
from docubot.tipos import Mensaje

Suceso: TypeAlias = dict[str, Any]
VERSION: Final = 1
_ID: Final = re.compile(r"\d{8}-\d{6}-[0-9a-f]{6}")


def nueva_sesion() -> str:
    """Un identificador que ordena por fecha: `AAAAMMDD-HHMMSS-xxxxxx` (UTC)."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"


def carpeta(datos: Path) -> Path:
    """Donde viven los diarios."""
    return datos / "sesiones"


class Diario:
    """El diario de una sesión, abierto para añadir. Error al abrir: `NoSePuedeCrear`."""

    def __init__(self, datos: Path, sesion: str | None = None, secretos: tuple[str, ...] = ()) -> None:
        self.sesion = sesion or nueva_sesion()
        self.ruta = carpeta(datos) / f"{self.sesion}.jsonl"
        self._secretos = tuple(json.dumps(s, ensure_ascii=False)[1:-1] for s in secretos if s)
        try:
            self.ruta.parent.mkdir(parents=True, exist_ok=True)
            self._fichero = open(self.ruta, "ab", buffering=0, opener=_solo_para_mi)  # noqa: SIM115
            self._cerrar_renglon_a_medias()
        except OSError as error:
            raise NoSePuedeCrear(
                f"No se puede escribir el diario en {self.ruta.parent}: {error.strerror}. "
                "Elige otra carpeta con DOCUBOT_DATOS."
            ) from None

    def _cerrar_renglon_a_medias(self) -> None:
        """Un proceso muerto pudo dejar un renglón sin acabar: lo siguiente empieza en el suyo."""
        tamano = self.ruta.stat().st_size
        if tamano:
            with self.ruta.open("rb") as lectura:
                lectura.seek(tamano - 1)
                if lectura.read(1) != b"\n":
                    self._fichero.write(b"\n")

    def anotar(self, tipo: str, **datos: Any) -> None:
        """Añade un suceso y lo entrega al sistema antes de volver. Error: `NoSePuedeCrear` (disco lleno)."""
        suceso = {"v": VERSION, "t": datetime.now(UTC).isoformat(timespec="milliseconds"), "tipo": tipo, **datos}
        renglon = json.dumps(suceso, ensure_ascii=False, separators=(",", ":"), default=str)
        for secreto in self._secretos:
            renglon = renglon.replace(secreto, TAPADO)
        try:
            self._fichero.write((renglon + "\n").encode("utf-8", "replace"))
        except OSError as error:
            raise NoSePuedeCrear(f"No se puede escribir el diario {self.ruta}: {error.strerror}.") from None

    def sincronizar(self) -> None:
        """Obliga al sistema a dejar en el disco lo anotado."""
        if not self._fichero.closed:
            os.fsync(self._fichero.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fallo: object) -> None:
        self.cerrar()

    def cerrar(self) -> None:
        """Sincroniza y cierra."""
        if not self._fichero.closed:
            self.sincronizar()
            self._fichero.close()


def _solo_para_mi(ruta: str, opciones: int) -> int:
    return os.open(ruta, opciones, 0o600)


def leer(ruta: Path) -> Iterator[Suceso]:
    """Los sucesos de un diario, en orden; un renglón a medias (un corte de luz) se salta."""
    try:
        with ruta.open("rb") as fichero:
            for renglon in fichero:
                suceso = _suceso(renglon)
                if suceso is not None:
                    yield suceso
    except OSError as error:
        raise EntradaInexistente(f"No se puede leer el diario {ruta.name}: {error.strerror}.") from None


def _suceso(renglon: bytes) -> Suceso | None:
    try:
        suceso = json.loads(renglon.decode("utf-8"))
    except ValueError:
        return None
    return suceso if isinstance(suceso, dict) and isinstance(suceso.get("tipo"), str) else None


def sesiones(datos: Path) -> list[Path]:
    """Los diarios que hay, del más antiguo al más reciente."""
    raiz = carpeta(datos)
    if not raiz.is_dir():
        return []
    return sorted(r for r in raiz.glob("*.jsonl") if _ID.fullmatch(r.stem))


def buscar_sesion(datos: Path, identificador: str | None) -> Path:
    """El diario de una sesión (o la última, con None); vale un prefijo único. Error: `EntradaInexistente`."""
    todas = sesiones(datos)
    if not todas:
        raise EntradaInexistente("Aún no hay ninguna traza: haz una pregunta con «docubot preguntar».")
    if identificador is None:
        return todas[-1]
    pedidas = [r for r in todas if r.stem.startswith(identificador)]
    if len(pedidas) == 1:
        return pedidas[0]
    if len(pedidas) > 1:
        raise DatosInvalidos(f"«{identificador}» vale para {len(pedidas)} sesiones: escribe más caracteres.")
    raise EntradaInexistente(f"No hay ninguna traza «{identificador}». Mira las que hay con «docubot traza listar».")


def mensajes(sucesos: list[Suceso]) -> list[Mensaje]:
    """La historia exacta que cuentan los sucesos."""
    historia: list[Mensaje] = []
    ultima: Any = None
    for suceso in sucesos:
        if suceso["tipo"] == "respuesta_modelo":
            ultima = suceso["content"]
        elif suceso["tipo"] == "mensaje":
            contenido = suceso.get("content", ultima)
            if contenido is not None:
                anadir(historia, {"role": suceso["role"], "content": contenido})
        elif suceso["tipo"] == "historia_recortada":
            historia = historia[len(historia) - suceso["quedan"] :] if suceso["quedan"] else []
        elif suceso["tipo"] == "historia_deshecha":
            historia = historia[: suceso["quedan"]]
    return historia


def anadir(historia: list[Mensaje], mensaje: Mensaje) -> None:
    """Añade un mensaje; dos seguidos del asistente (una pausa y lo que la sigue) son uno."""
    if historia and historia[-1]["role"] == mensaje["role"] == "assistant":
        historia[-1] = {"role": "assistant", "content": [*historia[-1]["content"], *mensaje["content"]]}
    else:
        historia.append(mensaje)


def turnos(sucesos: list[Suceso]) -> list[list[Suceso]]:
    """Los sucesos de cada turno, del primero al último."""
    salida: list[list[Suceso]] = []
    for suceso in sucesos:
        if suceso["tipo"] == "turno_abierto":
            salida.append([])
        if salida:
            salida[-1].append(suceso)
    return salida
