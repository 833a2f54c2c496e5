"""Lo que se ve de un turno: la respuesta por bloques terminados, cada herramienta, las fuentes y el coste."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from docubot import gasto
from docubot.ejecucion import Paso
from docubot.gasto import Precios
from docubot.presentacion import consola, respuesta
from docubot.presentacion.chat.flujo import Flujo
from docubot.presentacion.chat.progreso import Progreso
from docubot.rag import citas
from docubot.saneado import Limpiador, limpiar_linea
from docubot.tipos import Fragmento
from docubot.turno import Aviso, LlamadaPedida, Suceso, Turno

if TYPE_CHECKING:
    from docubot.rag.citas import Fuentes

MAXIMO_LLAMADA: Final = 200


class Pantalla:
    """La pantalla de una conversación. En un terminal, según llega; en una tubería, la respuesta entera al final."""

    def __init__(self) -> None:
        self.en_terminal = sys.stdout.isatty()
        self._progreso = Progreso(activo=self.en_terminal and os.environ.get("TERM") != "dumb", ancho=consola.ancho)
        self._flujo, self._limpiador = Flujo(), Limpiador()
        self._fuentes: Fuentes | None = None
        self._mostrado = False

    def empezar(self, fuentes: Fuentes) -> None:
        """Empieza un turno; `fuentes` son las de la conversación, para comprobar cada cita antes de enseñarla."""
        self._flujo, self._limpiador, self._fuentes, self._mostrado = Flujo(), Limpiador(), fuentes, False
        self._progreso.poner("pensando")

    def contar(self, suceso: Suceso) -> None:
        """Enseña lo que va pasando."""
        match suceso:
            case Fragmento(texto):
                self._fragmento(texto)
            case Aviso(texto):
                self._linea(limpiar_linea(texto))
            case LlamadaPedida():
                self._terminar_bloques()
                self._mostrado = False
                self._progreso.poner(_llamada(suceso.herramienta, suceso.entrada))
            case Paso():
                marca = consola.signo("✗" if suceso.es_error else "✓")
                hecho = _llamada(suceso.herramienta, suceso.entrada)
                self._linea(f"{marca} {hecho} · {suceso.ms:.0f} ms", discreta=True)
                self._progreso.poner("pensando")

    def terminar(self, turno: Turno, precios: Precios | None) -> None:
        """Lo que quede de la respuesta, sus fuentes, los avisos y lo que costó."""
        if not self.en_terminal:
            self._progreso.quitar()
            respuesta.mostrar(turno)
            return
        self._terminar_bloques()
        if not self._mostrado and turno.respuesta:
            self._bloque(turno.respuesta)
        self._progreso.quitar()
        for cita in turno.citas:
            consola.imprimir_discreto(respuesta.linea_de_cita(cita))
        for aviso in respuesta.avisos(turno):
            consola.imprimir(aviso)
        consola.imprimir_discreto(_resumen(turno, precios))
        consola.imprimir("")

    def romper(self, mensaje: str) -> None:
        """El turno no terminó: lo que se hubiera empezado a enseñar se dice que está incompleto."""
        a_medias = self._mostrado or len(self._flujo) > 0
        self._terminar_bloques()
        self._progreso.quitar()
        if a_medias and self.en_terminal:
            consola.imprimir("[respuesta incompleta]")
        consola.decir(mensaje)

    def confirmar(self, pregunta: str) -> bool:
        """Pregunta sí o no, con el progreso apartado. Sin nadie delante es que no."""
        with self._progreso.apartado():
            return consola.confirmar(pregunta)

    def _fragmento(self, texto: str) -> None:
        if not self.en_terminal:
            return
        if not len(self._flujo):
            self._progreso.poner("escribiendo")
        for bloque in self._flujo.recibir(self._limpiador.recibir(texto)):
            self._bloque(bloque)

    def _terminar_bloques(self) -> None:
        for bloque in [*self._flujo.recibir(self._limpiador.terminar()), *self._flujo.terminar()]:
            self._bloque(bloque)

    def _bloque(self, bloque: str) -> None:
        texto = citas.resolver(bloque, self._fuentes).texto if self._fuentes is not None else bloque
        if not texto.strip():
            return
        with self._progreso.apartado():
            consola.imprimir_bloque(texto)
        self._mostrado = True

    def _linea(self, texto: str, *, discreta: bool = False) -> None:
        if not self.en_terminal:
            (consola.decir_discreto if discreta else consola.decir)(texto)
            return
        with self._progreso.apartado():
            (consola.imprimir_discreto if discreta else consola.imprimir)(texto)


def _resumen(turno: Turno, precios: Precios | None) -> str:
    """«— modelo local (sin LLM) · 2 llamadas al modelo y 1 a herramientas · 2.742 tokens · 3 s»."""
    quien = turno.modelo if turno.proveedor == "local" else f"{turno.proveedor} · {turno.modelo}"
    tokens = gasto.miles(turno.uso.tokens_entrada + turno.uso.tokens_salida)
    coste = f" · {gasto.dinero(precios.coste(turno.uso), precios.moneda)}" if precios and precios.entrada else ""
    al_modelo = "1 llamada" if turno.llamadas_modelo == 1 else f"{turno.llamadas_modelo} llamadas"
    llamadas = f"{al_modelo} al modelo y {turno.llamadas_herramienta} a herramientas"
    return f"— {quien} · {llamadas} · {tokens} tokens{coste} · {turno.ms / 1000:.0f} s"


def _llamada(herramienta: str, entrada: object) -> str:
    dicha = limpiar_linea(f"{herramienta}({respuesta.argumentos(entrada)})")
    return dicha if len(dicha) <= MAXIMO_LLAMADA else dicha[:MAXIMO_LLAMADA] + "…"
