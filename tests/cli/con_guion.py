"""`docubot`, con un modelo guionizado y dos herramientas de prueba: `python -m tests.cli.con_guion GUION.json chat …`.

El guion es una lista de pasos `{"content": […], "pausa": s, "trozo": letras, "fallo": "saturado" | "definitivo"}`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from docubot.errores import Definitivo, ErrorDeModelo, Reintentable
from docubot.tipos import Fragmento, Peticion, Respuesta, Uso

FALLOS = {
    "saturado": ErrorDeModelo("Claude está saturado", Reintentable(30.0)),
    "definitivo": ErrorDeModelo("La petición no vale", Definitivo()),
}


class ModeloLento:
    """Sigue el guion; si se acaba, repite el último paso de solo texto."""

    proveedor = "local"
    nombre = "guion de prueba"

    def __init__(self, pasos: list[dict[str, Any]]) -> None:
        self._pasos = pasos
        self._hechos = 0

    def responder(self, peticion: Peticion) -> Iterator[Fragmento | Respuesta]:
        """El paso siguiente, a trozos y con pausas."""
        paso = self._pasos[min(self._hechos, len(self._pasos) - 1)]
        self._hechos += 1
        _comprobar(peticion)
        time.sleep(paso.get("antes", 0))
        for bloque in paso["content"]:
            texto = bloque.get("text", "") if bloque.get("type") == "text" else ""
            trozo = paso.get("trozo", 7)
            for i in range(0, len(texto), trozo):
                yield Fragmento(texto[i : i + trozo])
                time.sleep(paso.get("pausa", 0))
        if "fallo" in paso:
            raise FALLOS[paso["fallo"]]
        contenido = [_con_id(b, self._hechos, i) for i, b in enumerate(paso["content"])]
        pide = any(b["type"] == "tool_use" for b in contenido)
        parada = paso.get("stop_reason") or ("tool_use" if pide else "end_turn")
        yield Respuesta(contenido, parada, Uso(100, 20), self.nombre)


def _comprobar(peticion: Peticion) -> None:
    """Con `COMPROBAR=FICHERO`, apunta en él lo que la petición tenga de inválido o de distinto del diario."""
    if not (destino := os.environ.get("COMPROBAR")):
        return
    from docubot import diario
    from docubot.conversacion import defectos

    ruta = diario.sesiones(Path(os.environ["DOCUBOT_DATOS"]))[-1]
    malos = defectos([*peticion.messages, {"role": "assistant", "content": "x"}])
    if diario.mensajes(list(diario.leer(ruta))) != peticion.messages:
        malos.append("la memoria y el diario no dicen lo mismo")
    with Path(destino).open("a", encoding="utf-8") as fichero:
        fichero.write("".join(f"{malo}\n" for malo in malos) or ".\n")


def _con_id(bloque: dict[str, Any], turno: int, numero: int) -> dict[str, Any]:
    return bloque | {"id": f"toolu_{turno}_{numero}"} if bloque["type"] == "tool_use" else bloque


def _poner_herramientas() -> None:
    from docubot.herramientas import HERRAMIENTAS

    @HERRAMIENTAS.herramienta
    def lenta(contexto: Any, segundos: Annotated[float, "cuánto tarda"]) -> dict[str, Any]:
        """Tarda."""
        time.sleep(segundos)
        return {"dormidos": segundos}

    @HERRAMIENTAS.herramienta
    def eco(contexto: Any, texto: Annotated[str, "lo que devuelve"]) -> str:
        """Devuelve lo que le dan."""
        return texto


def principal() -> int:
    """Ejecuta la orden con el guion puesto en el lugar del modelo local."""
    from docubot import modelos
    from docubot.__main__ import principal as docubot

    pasos = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    modelo = ModeloLento(pasos)
    modelos.PROVEEDORES["local"] = lambda _: modelo  # type: ignore[assignment, return-value]
    _poner_herramientas()
    return docubot(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(principal())
