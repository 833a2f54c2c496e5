"""Ejecuta las llamadas de un mensaje del modelo: en paralelo, cada una con su plazo y en el diario.

La política se consulta en el hilo de la persona, antes de lanzar nada; en los demás hilos solo corren las herramientas.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from docubot.conversacion import Conversacion, resultado
from docubot.diario import Diario
from docubot.errores import ErrorDeHerramienta, PresupuestoAgotado
from docubot.politica import Denegada, PedirConfirmacion, Permitida, Politica
from docubot.presupuesto import Presupuesto
from docubot.rag import citas
from docubot.registro import Herramienta, Registro, Resultado
from docubot.tipos import Bloque

VENCIDA: Final = "{nombre} no respondió a tiempo. Prueba otra vez o responde con lo que haya."
SIN_PRESUPUESTO: Final = "No se ejecutó: {motivo}. Responde con lo que ya tienes."
NO_CONFIRMADA: Final = "La persona no lo confirmó: no se ejecutó."
TRUNCADA: Final = "No se ejecutó: la llamada se cortó por longitud (max_tokens). Repítela con una entrada más corta."


@dataclass(frozen=True, slots=True)
class Paso:
    """Una llamada terminada: qué pidió el modelo y qué hizo la herramienta."""

    id: str
    herramienta: str
    entrada: dict[str, Any]
    resultado: str
    es_error: bool
    ms: float


@dataclass(frozen=True, slots=True)
class Hecha:
    """El resultado de una llamada y lo que tardó."""

    resultado: Resultado
    ms: float = 0.0


@dataclass(frozen=True, slots=True)
class _Rota:
    """Un fallo nuestro dentro de una herramienta."""

    excepcion: BaseException


@dataclass(frozen=True)
class Ejecutor:
    """El registro, lo que fija la aplicación, la política y quien confirma."""

    registro: Registro
    contexto: Any
    politica: Politica = Politica()
    confirmar: Callable[[str], bool] = lambda _: False

    def autorizar(self, llamada: Bloque, presupuesto: Presupuesto) -> Herramienta | Resultado:
        """La herramienta lista para ejecutarse, o el resultado que dice por qué no."""
        try:
            presupuesto.antes_de_llamar_a_una_herramienta()
            herramienta = self.registro.ofrecida(llamada["name"])
        except PresupuestoAgotado as error:
            return Resultado(SIN_PRESUPUESTO.format(motivo=error.mensaje), es_error=True)
        except ErrorDeHerramienta as error:
            return Resultado(error.mensaje, es_error=True)
        match self.politica.decidir(herramienta.nombre, herramienta.efecto):
            case Permitida():
                return herramienta
            case Denegada(motivo):
                return Resultado(motivo, es_error=True)
            case PedirConfirmacion(pregunta):
                confirmada = self.confirmar(f"{pregunta} {llamada['input']}")
                return herramienta if confirmada else Resultado(NO_CONFIRMADA, es_error=True)


class Tanda:
    """Las llamadas de un mensaje. `hechas` tiene las que han terminado, también si `esperar` se interrumpe."""

    def __init__(self, ejecutor: Ejecutor, diario: Diario) -> None:
        self.hechas: dict[str, Hecha] = {}
        self.rota: BaseException | None = None
        self._ejecutor = ejecutor
        self._diario = diario
        self._cola: queue.SimpleQueue[tuple[str, Hecha | _Rota]] = queue.SimpleQueue()
        self._limites: dict[str, tuple[str, float]] = {}

    def lanzar(self, llamadas: Sequence[Bloque], presupuesto: Presupuesto) -> None:
        """Anuncia y arranca cada llamada; las que no se pueden ejecutar quedan hechas con su error."""
        for llamada in llamadas:
            self._diario.anotar(
                "llamada_herramienta", id=llamada["id"], nombre=llamada["name"], entrada=llamada["input"]
            )
            match self._ejecutor.autorizar(llamada, presupuesto):
                case Resultado() as negada:
                    self._terminar(llamada["id"], llamada["name"], Hecha(negada))
                case Herramienta() as herramienta:
                    plazo = min(herramienta.plazo, presupuesto.segundos_restantes())
                    self._limites[llamada["id"]] = (llamada["name"], time.monotonic() + plazo)
                    threading.Thread(target=self._correr, args=(llamada,), daemon=True).start()

    def _correr(self, llamada: Bloque) -> None:
        inicio = time.monotonic()
        try:
            dado = self._ejecutor.registro.ejecutar(llamada["name"], llamada["input"], self._ejecutor.contexto)
            hecha: Hecha | _Rota = Hecha(dado, (time.monotonic() - inicio) * 1000)
        except BaseException as error:  # viaja al hilo de la persona, que es quien lo cuenta
            hecha = _Rota(error)
        self._cola.put((llamada["id"], hecha))

    def esperar(self) -> None:
        """Recoge los resultados según llegan; lo que pasa de su plazo vuelve como error."""
        while self._limites:
            limite = min(plazo for _, plazo in self._limites.values())
            try:
                self._recoger(*self._cola.get(timeout=max(limite - time.monotonic(), 0.001)))
            except queue.Empty:
                self._vencer(time.monotonic())

    def recoger_lo_terminado(self) -> None:
        """Lo que ya estaba en la cola, sin esperar a nada."""
        while not self._cola.empty():
            self._recoger(*self._cola.get_nowait())

    def _recoger(self, identificador: str, hecha: Hecha | _Rota) -> None:
        if identificador not in self._limites:
            return
        nombre, _ = self._limites.pop(identificador)
        match hecha:
            case Hecha():
                self._terminar(identificador, nombre, hecha)
            case _Rota(excepcion):
                self.rota = self.rota or excepcion

    def _vencer(self, ahora: float) -> None:
        for identificador, (nombre, limite) in list(self._limites.items()):
            if limite <= ahora:
                del self._limites[identificador]
                self._terminar(identificador, nombre, Hecha(Resultado(VENCIDA.format(nombre=nombre), es_error=True)))

    def _terminar(self, identificador: str, nombre: str, hecha: Hecha) -> None:
        self.hechas[identificador] = hecha
        self._diario.anotar(
            "resultado_herramienta",
            id=identificador,
            nombre=nombre,
            contenido=en_texto(hecha.resultado),
            es_error=hecha.resultado.es_error,
            ms=round(hecha.ms, 1),
        )


def ejecutar_todas(
    llamadas: Sequence[Bloque],
    ejecutor: Ejecutor,
    conversacion: Conversacion,
    presupuesto: Presupuesto,
    interrumpida: str,
) -> list[Paso]:
    """Ejecuta `llamadas` y añade sus resultados a la historia, en un mensaje y en su orden.

    Si algo sale mal (Ctrl-C, un fallo nuestro), la excepción sale con la historia ya cerrada: lo terminado lleva su
    resultado y lo demás, `interrumpida`.
    """
    tanda = Tanda(ejecutor, conversacion.diario)
    try:
        tanda.lanzar(llamadas, presupuesto)
        tanda.esperar()
    finally:
        tanda.recoger_lo_terminado()
        conversacion.dice_la_persona(
            [_bloque(b, tanda.hechas.get(b["id"]), conversacion.fuentes, interrumpida) for b in llamadas]
        )
    if tanda.rota is not None:
        raise tanda.rota
    return [paso_de(b, tanda.hechas[b["id"]]) for b in llamadas]


def paso_de(llamada: Bloque, hecha: Hecha) -> Paso:
    """El paso que cuenta una llamada terminada."""
    dado = hecha.resultado
    return Paso(llamada["id"], llamada["name"], llamada["input"], en_texto(dado), dado.es_error, round(hecha.ms, 1))


def en_texto(dado: Resultado) -> str:
    """Un resultado como texto: el suyo, o sus pasajes seguidos."""
    if dado.pasajes:
        return "\n\n".join(f"{p.seccion or p.titulo} ({p.fuente})\n{p.texto}" for p in dado.pasajes)
    return dado.texto


def _bloque(llamada: Bloque, hecha: Hecha | None, fuentes: citas.Fuentes, interrumpida: str) -> Bloque:
    """El `tool_result` de una llamada, con las etiquetas `[n]` con las que se cita."""
    if hecha is None:
        return resultado(llamada["id"], interrumpida, es_error=True)
    dado = hecha.resultado
    if dado.pasajes:
        return resultado(llamada["id"], [citas.en_bloques(p, fuentes.de_documento(p)) for p in dado.pasajes])
    if not dado.citable:
        return resultado(llamada["id"], dado.texto, es_error=dado.es_error)
    numero = fuentes.de_herramienta(llamada["id"], llamada["name"], llamada["input"], dado.texto)
    etiqueta = {"type": "text", "text": f"[{numero}] {llamada['name']}"}
    return resultado(llamada["id"], [etiqueta, {"type": "text", "text": dado.texto}])
