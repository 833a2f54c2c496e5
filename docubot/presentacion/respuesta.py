"""Cómo se enseña un turno: la respuesta, sus fuentes y, en stderr, qué modelo fue y qué hizo."""

from __future__ import annotations

from typing import Any

from docubot.ejecucion import Paso
from docubot.presentacion.consola import decir, decir_discreto, imprimir, imprimir_markdown
from docubot.rag.citas import Cita
from docubot.saneado import limpiar_linea, tapar_secretos
from docubot.tipos import Fragmento
from docubot.turno import Aviso, LlamadaPedida, Suceso, Turno

MAXIMO_EN_LINEA = 160


def contar(suceso: Suceso) -> None:
    """Va contando en stderr lo que pasa durante el turno."""
    match suceso:
        case Fragmento():
            pass
        case Aviso(texto):
            decir(texto)
        case LlamadaPedida(herramienta, entrada):
            decir_discreto(f"→ {herramienta}({argumentos(entrada)})")
        case Paso(herramienta=herramienta, es_error=es_error, ms=ms):
            decir_discreto(f"{'✗' if es_error else '✓'} {herramienta} · {ms:.0f} ms")


def argumentos(entrada: Any) -> str:
    """Los argumentos de una llamada en una línea corta."""
    if not isinstance(entrada, dict):
        return limpiar_linea(str(entrada))[:MAXIMO_EN_LINEA]
    texto = ", ".join(f"{c}={v!r}" if isinstance(v, str) else f"{c}={v}" for c, v in entrada.items())
    return limpiar_linea(tapar_secretos(texto))[:MAXIMO_EN_LINEA]


def mostrar(turno: Turno) -> None:
    """La respuesta y sus fuentes en stdout; el aviso y la procedencia en stderr."""
    if turno.respuesta:
        imprimir_markdown(turno.respuesta)
    if turno.citas:
        imprimir("")
        for cita in turno.citas:
            imprimir(linea_de_cita(cita))
    for aviso in avisos(turno):
        decir(aviso)
    decir(procedencia(turno))


def avisos(turno: Turno) -> list[str]:
    """Lo que hay que saber de cómo acabó: incompleta, citas retiradas, sin texto."""
    dichos = [turno.aviso] if turno.aviso else []
    if turno.retiradas:
        numeros = ", ".join(f"[{n}]" for n in turno.retiradas)
        dichos.append(f"Se han retirado citas que no corresponden a ninguna fuente: {numeros}.")
    if not turno.respuesta and turno.parada == "fin":
        dichos.append("El modelo no devolvió ningún texto.")
    return dichos


def linea_de_cita(cita: Cita) -> str:
    """«[1] planes/limites.md › Tareas abiertas: “…”», o la llamada de la que sale un dato vivo."""
    texto = limpiar_linea(tapar_secretos(cita.texto or ""))
    corto = texto if len(texto) <= MAXIMO_EN_LINEA else texto[:MAXIMO_EN_LINEA] + "…"
    match cita.tipo:
        case "documento":
            return f"[{cita.n}] {cita.pagina} › {cita.seccion}: «{corto}»"
        case "herramienta":
            return f"[{cita.n}] API de Nubelia, ahora mismo: {corto}"


def procedencia(turno: Turno) -> str:
    """«modelo local (sin LLM) · 2 llamadas al modelo, 2 a herramientas · traza …»."""
    quien = turno.modelo if turno.proveedor == "local" else f"{turno.proveedor} · {turno.modelo}"
    return (
        f"— {quien} · {cuantas(turno.llamadas_modelo)} al modelo y {turno.llamadas_herramienta} a herramientas · "
        f"{turno.uso.tokens_entrada + turno.uso.tokens_salida} tokens · traza {turno.traza}"
    )


def cuantas(llamadas: int) -> str:
    """«1 llamada», «2 llamadas»."""
    return f"{llamadas} llamada" if llamadas == 1 else f"{llamadas} llamadas"


def como_json(turno: Turno) -> dict[str, Any]:
    """El documento de `preguntar --json`."""
    return {
        "version": 1,
        "respuesta": turno.respuesta,
        "citas": [
            {"n": c.n, "tipo": c.tipo, "pagina": c.pagina, "seccion": c.seccion, "texto": c.texto, "paso": c.paso}
            for c in turno.citas
        ],
        "pasos": [
            {
                "id": p.id,
                "herramienta": p.herramienta,
                "entrada": p.entrada,
                "resultado": p.resultado,
                "es_error": p.es_error,
                "ms": p.ms,
            }
            for p in turno.pasos
        ],
        "uso": {
            "llamadas_modelo": turno.llamadas_modelo,
            "llamadas_herramienta": turno.llamadas_herramienta,
            "tokens_entrada": turno.uso.tokens_entrada,
            "tokens_salida": turno.uso.tokens_salida,
        },
        "proveedor": turno.proveedor,
        "modelo": turno.modelo,
        "prompt": {"version": turno.prompt.version, "sha256": turno.prompt.sha256},
        "parada": turno.parada,
        "traza": turno.traza,
    }
