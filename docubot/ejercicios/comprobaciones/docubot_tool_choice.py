"""Cada situación con una pregunta que tienta a hacer lo contrario."""

from __future__ import annotations

from typing import Any, Final

from docubot.ejercicios.alumno import Alumno
from docubot.ejercicios.apoyo.simulador import Simulado, simulador
from docubot.ejercicios.veredicto import Fallo
from docubot.tipos import Mensaje

SALUDO: Final = "hola, buenas"
PROYECTO: Final = "¿cómo va Atlas?"


def comprobar(alumno: Alumno) -> None:
    """Las cuatro situaciones, contra la API simulada."""
    eleccion = alumno.pieza("ELECCION", dict)
    for situacion in ("decide", "obliga", "extrae", "cierra"):
        if eleccion.get(situacion, ...) is ...:
            raise Fallo("sin-rellenar", nombre=f"ELECCION[{situacion!r}]")
    with simulador(alumno) as simulado:
        prueba = _Prueba(alumno, simulado, eleccion)
        prueba.exige_libre(PROYECTO, llama=True)
        prueba.exige_libre(SALUDO, llama=False)
        prueba.exige_llamada("obliga", SALUDO, None, "no-obliga")
        prueba.exige_llamada("extrae", PROYECTO, "extraer_consulta", "any-por-tool")
        prueba.exige_cierre()


class _Prueba:
    """Llama a `preguntar` y mira los bloques que vuelven."""

    def __init__(self, alumno: Alumno, simulado: Simulado, eleccion: dict[str, Any]) -> None:
        import anthropic

        self._alumno = alumno
        self._simulado = simulado
        self._eleccion = eleccion
        self._cliente = anthropic.Anthropic()

    def _pide(self, situacion: str, mensajes: list[Mensaje]) -> list[str]:
        """Los nombres de las herramientas pedidas."""
        preguntar = self._alumno.funcion("preguntar")
        try:
            respuesta = self._simulado.llamar(preguntar, self._cliente, mensajes, situacion)
        except Fallo as fallo:
            if fallo.clave != "rechazada" or "tool_choice" not in fallo.datos["mensaje"]:
                raise
            datos = {"situacion": situacion, "valor": self._eleccion[situacion], "mensaje": fallo.datos["mensaje"]}
            raise Fallo("no-es-un-objeto", ejemplo='{"type": "auto"}', **datos) from None
        return [b.name for b in respuesta.content if b.type == "tool_use"]

    def exige_libre(self, pregunta: str, *, llama: bool) -> None:
        """Con «decide», el modelo llama o no según la pregunta."""
        pidio = self._pide("decide", [{"role": "user", "content": pregunta}])
        esperado = "tool_use" if llama else "end_turn"
        self._exige(bool(pidio) == llama, "decide", "no-es-libre", pidio, pregunta=pregunta, esperado=esperado)

    def exige_llamada(self, situacion: str, pregunta: str, nombre: str | None, clave: str) -> None:
        """Hay llamada, y a `nombre` si se da."""
        pidio = self._pide(situacion, [{"role": "user", "content": pregunta}])
        bien = bool(pidio) and (nombre is None or pidio == [nombre])
        self._exige(bien, situacion, clave, pidio, pregunta=pregunta)

    def exige_cierre(self) -> None:
        """Con resultados en la historia y otra pregunta tentadora, solo texto, y con las herramientas ofrecidas."""
        pidio = self._pide("cierra", _historia())
        ofrecidas = self._simulado.recibidos[-1].cuerpo.get("tools") or []
        self._alumno.exige(len(ofrecidas) > 1, "quita-las-herramientas", hay=len(ofrecidas))
        self._exige(not pidio, "cierra", "no-cierra", pidio)

    def _exige(self, cumple: bool, situacion: str, clave: str, pidio: list[str], **datos: str) -> None:
        hizo = "tool_use " + ", ".join(pidio) if pidio else "end_turn"
        self._alumno.exige(cumple, clave, valor=self._eleccion[situacion], hizo=hizo, **datos)


def _historia() -> list[Mensaje]:
    pedido = {"type": "tool_use", "id": "toolu_1", "name": "consultar_proyecto", "input": {"nombre": "Atlas"}}
    dato = {"type": "tool_result", "tool_use_id": "toolu_1", "content": '{"nombre":"Atlas","estado":"activo"}'}
    otra = {"type": "text", "text": "¿y cómo va Boreal?"}
    return [
        {"role": "user", "content": PROYECTO},
        {"role": "assistant", "content": [pedido]},
        {"role": "user", "content": [dato, otra]},
    ]
