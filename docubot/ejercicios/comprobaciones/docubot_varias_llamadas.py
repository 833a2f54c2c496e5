"""Tres peticiones en un turno, una de ellas fallida: un mensaje, un resultado por petición, en orden."""

from __future__ import annotations

from typing import Any, Final

from docubot.conversacion import defectos
from docubot.ejercicios.alumno import Alumno
from docubot.errores import ErrorDeHerramienta, ProyectoNoEncontrado
from docubot.tipos import Bloque, Mensaje

DATOS: Final = {"Boreal": '{"nombre":"Boreal","estado":"en pausa"}', "Atlas": '{"nombre":"Atlas","estado":"activo"}'}
FALLA: Final = "Zafiro"
NO_EXISTE: Final = "No existe ningún proyecto llamado «Zafiro». Proyectos disponibles: Atlas, Boreal, Cierzo."


def comprobar(alumno: Alumno) -> None:
    """Primero sin fallos; después, con uno en medio."""
    _probar(alumno, [("toolu_9", "Boreal"), ("toolu_1", "Atlas")])
    _probar(alumno, [("toolu_7", "Boreal"), ("toolu_4", FALLA), ("toolu_2", "Atlas")])


def _ejecutar(nombre: str, entrada: dict[str, Any]) -> str:
    proyecto = entrada["nombre"]
    if proyecto == FALLA:
        raise ProyectoNoEncontrado(NO_EXISTE)
    return DATOS[proyecto]


def _probar(alumno: Alumno, pedidos: list[tuple[str, str]]) -> None:
    contenido: list[Bloque] = [{"type": "text", "text": "Voy a mirar los proyectos."}]
    contenido += [
        {"type": "tool_use", "id": i, "name": "consultar_proyecto", "input": {"nombre": n}} for i, n in pedidos
    ]
    alumno.anota("respuesta_modelo", content=contenido, stop_reason="tool_use")
    funcion = alumno.pieza("responder_a")
    try:
        mensaje = alumno.llamar(funcion, contenido, _ejecutar, prevista=ErrorDeHerramienta)
    except ErrorDeHerramienta:
        alumno.exige(False, "se-para-en-el-error", cual=FALLA)
    es_mensaje = (
        isinstance(mensaje, dict) and mensaje.get("role") == "user" and isinstance(mensaje.get("content"), list)
    )
    alumno.exige(es_mensaje, "no-es-un-mensaje", llego=mensaje)
    _exigir_resultados(alumno, pedidos, contenido, mensaje)


def _exigir_resultados(
    alumno: Alumno, pedidos: list[tuple[str, str]], contenido: list[Bloque], mensaje: dict[str, Any]
) -> None:
    bloques = [b for b in mensaje["content"] if isinstance(b, dict) and b.get("type") == "tool_result"]
    for b in bloques:
        alumno.anota(
            "resultado_herramienta",
            nombre=b.get("tool_use_id"),
            contenido=b.get("content"),
            es_error=bool(b.get("is_error")),
        )
    dados = {str(b.get("tool_use_id")): b for b in bloques}
    esperados = [i for i, _ in pedidos]
    alumno.exige(
        set(dados) == set(esperados), "solo-la-primera", esperados=", ".join(esperados), dados=", ".join(dados) or "—"
    )
    for identificador, nombre in pedidos:
        dado = dados[identificador]
        esperado = NO_EXISTE if nombre == FALLA else DATOS[nombre]
        bien = esperado in str(dado.get("content"))
        alumno.exige(bien, "ids-cruzados", esperado=f"{identificador} → {nombre}", llego=dado.get("content"))
        alumno.exige(bool(dado.get("is_error")) == (nombre == FALLA), "error-sin-marcar", llego=dado)
    historia: list[Mensaje] = [{"role": "user", "content": "?"}, {"role": "assistant", "content": contenido}, mensaje]
    fallos = defectos(historia)
    alumno.exige(not fallos, "api-la-rechaza", defectos="; ".join(fallos))
