"""La traza de un turno en dos columnas: lo que pidió el modelo y lo que hizo la herramienta."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

from docubot import diario
from docubot.diario import Suceso
from docubot.presentacion.consola import imprimir, salida
from docubot.presentacion.respuesta import argumentos
from docubot.saneado import limpiar, limpiar_linea, tapar_secretos

MAXIMO_RESULTADO: Final = 600


def resumen(ruta: Path) -> dict[str, Any]:
    """Una línea sobre un diario: su id, sus turnos, la primera pregunta y el proveedor."""
    sucesos = list(diario.leer(ruta))
    abiertos = [s for s in sucesos if s["tipo"] == "turno_abierto"]
    cerrados = [s for s in sucesos if s["tipo"] == "turno_cerrado"]
    pregunta = limpiar_linea(tapar_secretos(str(abiertos[0].get("pregunta", "")) if abiertos else ""))
    proveedor = next((str(s["proveedor"]) for s in reversed(cerrados) if s.get("proveedor")), "")
    return {"id": ruta.stem, "turnos": len(abiertos), "pregunta": pregunta[:80], "proveedor": proveedor}


def como_json(identificador: str, turnos: list[list[Suceso]]) -> dict[str, Any]:
    """Los sucesos tal cual, con lo que parece un secreto tapado."""
    return {"version": 1, "traza": identificador, "turnos": [_tapado(turno) for turno in turnos]}


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


def mostrar(identificador: str, turnos: list[list[Suceso]]) -> None:
    """Cada turno: pregunta, llamadas en dos columnas, respuesta y coste."""
    imprimir(f"traza {identificador}")
    for turno in turnos:
        _mostrar_turno(turno)


def _mostrar_turno(turno: list[Suceso]) -> None:
    abierto = turno[0]
    prompt = abierto.get("prompt", {})
    imprimir(f"\n> {limpiar_linea(tapar_secretos(str(abierto.get('pregunta', ''))))}")
    imprimir(f"  modo {abierto.get('modo')} · prompt {prompt.get('version')} ({str(prompt.get('sha256'))[:12]})\n")
    _dos_columnas(filas(turno))
    for aviso in (s for s in turno if s["tipo"] == "aviso"):
        imprimir(f"! {aviso['texto']}")
    cierre = next((s for s in turno if s["tipo"] == "turno_cerrado"), None)
    if cierre is None:
        imprimir("(el turno no llegó a cerrarse: el proceso terminó antes)")
    elif "error" in cierre:
        imprimir(f"(el turno no terminó: {cierre['error']})")
    else:
        uso = cierre.get("uso") or {}
        coste = f" · {uso.get('tokens_entrada', 0)} + {uso.get('tokens_salida', 0)} tokens" if uso else ""
        imprimir(f"\n{tapar_secretos(str(cierre.get('respuesta', '')))}\n\n  parada: {cierre['parada']}{coste}")


def filas(turno: list[Suceso]) -> list[tuple[str, str]]:
    """Lo que pidió el modelo y lo que hizo el código, en orden."""
    resultados = {s["id"]: s for s in turno if s["tipo"] == "resultado_herramienta"}
    salida: list[tuple[str, str]] = []
    for suceso in turno:
        match suceso["tipo"]:
            case "llamada_herramienta":
                pedido = f"{suceso['nombre']}({argumentos(suceso['entrada'])})"
                salida.append((pedido, _resultado(resultados.get(suceso["id"]))))
            case "respuesta_modelo":
                uso = suceso.get("uso", {})
                salida.append(
                    (
                        f"modelo, llamada {suceso['llamada']}: {suceso['stop_reason']}",
                        f"{suceso['ms']:.0f} ms · {uso.get('entrada', 0)} + {uso.get('salida', 0)} tokens",
                    )
                )
            case "fallo_modelo":
                salida.append((f"modelo, llamada {suceso['llamada']}: falló", str(suceso["mensaje"])))
            case _:
                pass
    return salida


def _resultado(suceso: Suceso | None) -> str:
    if suceso is None:
        return "(sin resultado: efecto desconocido)"
    contenido = (
        suceso["contenido"]
        if isinstance(suceso["contenido"], str)
        else json.dumps(suceso["contenido"], ensure_ascii=False)
    )
    texto = tapar_secretos(limpiar(contenido)).strip()
    corto = texto if len(texto) <= MAXIMO_RESULTADO else texto[:MAXIMO_RESULTADO] + "…"
    return f"{'✗' if suceso['es_error'] else '✓'} {suceso['ms']:.0f} ms\n{corto}"


def _dos_columnas(pares: list[tuple[str, str]]) -> None:
    if not sys.stdout.isatty():
        for pedido, hecho in pares:
            sangrado = limpiar(hecho).replace("\n", "\n    ")
            imprimir(f"- {limpiar(pedido)}\n    {sangrado}")
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    tabla = Table("lo que pidió el modelo", "lo que hizo el código", box=box.SIMPLE_HEAD, expand=True, show_lines=True)
    for pedido, hecho in pares:
        tabla.add_row(Text(limpiar(pedido), overflow="fold"), Text(limpiar(hecho), overflow="fold"))
    salida().print(tabla)
