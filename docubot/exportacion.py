"""Una sesión fuera de DocuBot: en Markdown, para leer; en JSON, para procesar."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from docubot import diario
from docubot.diario import Suceso
from docubot.errores import NoSePuedeCrear
from docubot.saneado import limpiar, limpiar_linea, tapar_secretos


def en_markdown(sesion: str, turnos: Sequence[Sequence[Suceso]]) -> str:
    """Cada turno: la pregunta como título, la respuesta y sus fuentes. Lo que parece un secreto va tapado."""
    partes = [f"# DocuBot · sesión {sesion}\n"]
    for turno in turnos:
        partes.append(f"\n## {limpiar_linea(str(turno[0].get('pregunta', '')))}\n")
        cierre = next((s for s in turno if s["tipo"] == "turno_cerrado"), {})
        partes.append(f"\n{limpiar(str(cierre.get('respuesta') or '(el turno no terminó)'))}\n")
        citas = [_cita(c) for c in cierre.get("citas") or ()]
        partes += ["\n", *citas] if citas else []
    return tapar_secretos("".join(partes))


def _cita(cita: dict[str, Any]) -> str:
    texto = limpiar_linea(str(cita.get("texto", "")))
    donde = f"{cita.get('pagina')} › {cita.get('seccion')}" if cita.get("pagina") else "API de Nubelia"
    return f"- [{cita.get('n')}] {limpiar_linea(donde)}: «{texto}»\n"


def en_json(sesion: str, sucesos: Sequence[Suceso]) -> dict[str, Any]:
    """La historia exacta y los turnos, con lo que parece un secreto tapado."""
    documento = {
        "version": 1,
        "sesion": sesion,
        "mensajes": diario.mensajes(list(sucesos)),
        "turnos": [_turno(turno) for turno in diario.turnos(list(sucesos))],
    }
    tapado: dict[str, Any] = _tapado(documento)
    return tapado


def _turno(turno: Sequence[Suceso]) -> dict[str, Any]:
    cierre = next((s for s in turno if s["tipo"] == "turno_cerrado"), {})
    campos = ("respuesta", "citas", "parada", "uso", "error")
    return {"pregunta": turno[0].get("pregunta"), "hora": turno[0].get("t")} | {
        c: cierre[c] for c in campos if c in cierre
    }


def _tapado(valor: Any) -> Any:
    match valor:
        case str():
            return tapar_secretos(valor)
        case dict():
            return {c: _tapado(v) for c, v in valor.items()}
        case list():
            return [_tapado(v) for v in valor]
        case _:
            return valor


def exportar(ruta: Path, destino: Path) -> None:
    """Exporta el diario `ruta` a `destino`: JSON si acaba en `.json`; si no, Markdown. Error: `NoSePuedeCrear`."""
    sucesos = list(diario.leer(ruta))
    if destino.suffix.lower() == ".json":
        escribir(destino, json.dumps(en_json(ruta.stem, sucesos), ensure_ascii=False, indent=2) + "\n")
    else:
        escribir(destino, en_markdown(ruta.stem, diario.turnos(sucesos)))


def escribir(destino: Path, texto: str) -> None:
    """Crea el fichero; nunca pisa uno que ya está. Error: `NoSePuedeCrear`."""
    try:
        with destino.open("x", encoding="utf-8", errors="replace", newline="\n") as fichero:
            fichero.write(texto)
    except FileExistsError:
        raise NoSePuedeCrear(f"Ya existe {destino}: elige otro nombre.") from None
    except (OSError, ValueError) as error:
        motivo = getattr(error, "strerror", None) or "el nombre no vale"
        raise NoSePuedeCrear(f"No se puede escribir {destino}: {motivo}.") from None
