"""El único dueño de los reintentos: cuántos, cuánto se espera y qué se le cuenta a la persona."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from docubot.errores import Definitivo, ErrorDeModelo, ErrorDocuBot, Reintentable, RespuestaInvalida
from docubot.tipos import Fragmento, Modelo, Peticion, Respuesta


@dataclass(frozen=True, slots=True)
class PoliticaReintentos:
    """Límites de los reintentos de una llamada. `intentos` los cuenta todos; lo demás, en segundos.

    `espera_maxima` acota cada espera, también la que pide el servidor; `total_maximo`, todo lo transcurrido.
    """

    intentos: int = 4
    espera_base: float = 1.0
    espera_maxima: float = 30.0
    total_maximo: float = 120.0

    def espera_propia(self, intento: int, azar: float) -> float:
        """La espera tras el intento n (desde 1): exponencial, con la mitad al azar (`azar` en [0, 1))."""
        tope: float = min(self.espera_base * 2 ** (intento - 1), self.espera_maxima)
        return tope * (0.5 + azar / 2)


POLITICA: Final = PoliticaReintentos()


def llamar_con_reintentos(
    modelo: Modelo,
    peticion: Peticion,
    *,
    antes_de_intento: Callable[[], None],
    avisar: Callable[[str], None],
    politica: PoliticaReintentos = POLITICA,
    reloj: Callable[[], float] = time.monotonic,
    dormir: Callable[[float], None] = time.sleep,
    azar: Callable[[], float] = random.random,
) -> Iterator[Fragmento | Respuesta]:
    """Llama al modelo, y repite lo que vale la pena repetir mientras no se haya entregado nada.

    `antes_de_intento` se llama antes de cada intento y puede lanzar (`PresupuestoAgotado`). Errores: la clase final de
    cada fallo (`ModeloNoDisponible`, `SinPermiso`…), con una frase que dice qué pasó; a medias, que quedó incompleta.
    """
    inicio = reloj()
    for intento in range(1, politica.intentos + 1):
        antes_de_intento()
        entregado = False
        try:
            for trozo in modelo.responder(peticion):
                entregado = entregado or isinstance(trozo, Fragmento)
                yield trozo
                if isinstance(trozo, Respuesta):
                    return
            raise _sin_respuesta(modelo)
        except ErrorDeModelo as error:
            if entregado:
                raise _incompleta(error) from error
            espera = _espera_o_final(error, intento, politica, reloj() - inicio, azar)
            avisar(f"{error.mensaje}; reintento {intento + 1} de {politica.intentos} en {duracion(espera)}…")
            dormir(espera)


def _espera_o_final(
    error: ErrorDeModelo, intento: int, politica: PoliticaReintentos, transcurrido: float, azar: Callable[[], float]
) -> float:
    """Los segundos que hay que esperar; si no se debe esperar, lanza el fallo final."""
    match error.remedio:
        case Definitivo():
            raise _final(error, f"{error.mensaje}.") from error
        case Reintentable(espera=pedida):
            pass
    if pedida is not None and pedida > politica.espera_maxima:
        raise _final(
            error,
            f"{error.mensaje} y pide esperar {duracion(pedida)}, más de lo que DocuBot espera "
            f"({duracion(politica.espera_maxima)}). Prueba más tarde o usa --proveedor local.",
        ) from error
    espera = politica.espera_propia(intento, azar()) if pedida is None else pedida
    if intento >= politica.intentos or transcurrido + espera > politica.total_maximo:
        veces = "1 intento" if intento == 1 else f"{intento} intentos"
        raise _final(error, f"{error.mensaje} (tras {veces}). Prueba más tarde o usa --proveedor local.") from error
    return espera


def _final(error: ErrorDeModelo, mensaje: str) -> ErrorDocuBot:
    return error.final(mensaje.replace("..", "."))


def _incompleta(error: ErrorDeModelo) -> ErrorDocuBot:
    return _final(error, f"La respuesta quedó incompleta: {error.mensaje}. No se ha guardado; vuelve a preguntar.")


def _sin_respuesta(modelo: Modelo) -> ErrorDeModelo:
    frase = f"El proveedor {modelo.proveedor} no terminó su respuesta"
    return ErrorDeModelo(frase, Definitivo(), tipo="sin_respuesta", final=RespuestaInvalida)


def duracion(segundos: float) -> str:
    """«3 s», «2 min», «1 h», «31 días»: redondeado hacia arriba, para leer."""
    for limite, tamano, unidad in ((100, 1, "s"), (5400, 60, "min"), (172_800, 3600, "h")):
        if segundos <= limite:
            return f"{max(1, -int(-segundos // tamano))} {unidad}"
    return f"{-int(-segundos // 86_400)} días"
