"""Una charla: la sesión abierta y sus turnos, también los que se interrumpen o fallan."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from docubot import agente, diario, gasto, interrupciones, recorte, sesiones
from docubot.configuracion import Configuracion
from docubot.conversacion import INTERRUMPIDA
from docubot.errores import INTERRUMPIDO, DatosInvalidos, ErrorDocuBot, PresupuestoAgotado
from docubot.presentacion import consola
from docubot.presentacion.chat import entrada, ordenes
from docubot.presentacion.chat.bucle import Estado, Salir
from docubot.presentacion.chat.motor import Motor
from docubot.presentacion.chat.pantalla import Pantalla
from docubot.presentacion.codigos import CODIGO_DE_PARADA
from docubot.saneado import limpiar_linea
from docubot.tipos import Uso
from docubot.turno import Equipo, Turno

RESERVA_RESPUESTA: Final = 0.75
"""Parte de `max_contexto` que puede ocupar la historia al empezar un turno; el resto es para lo que el turno añada."""

MAXIMO_PREGUNTA: Final = 20_000
"""Caracteres de una pregunta, los mismos que en `docubot preguntar`."""

MAXIMO_RECUERDO: Final = 400
"""Caracteres de la última respuesta que se enseñan al reanudar."""


def abrir(
    motor: Motor, estado: Estado, identificador: str | None, proveedor: str, modelo: str, *, reanudada: bool
) -> Charla:
    """Una charla nueva, o la que se reanuda. Errores: los de `sesiones.nueva` y `sesiones.reanudar`."""
    abierta = (
        sesiones.reanudar(motor.ajustes, identificador, proveedor, modelo)
        if reanudada
        else sesiones.nueva(motor.ajustes, proveedor, modelo, identificador)
    )
    return Charla(motor, abierta, Pantalla(), estado)


class Charla:
    """El estado de un chat."""

    def __init__(self, motor: Motor, sesion: sesiones.Sesion, pantalla: Pantalla, estado: Estado) -> None:
        self.motor = motor
        self.sesion: sesiones.Sesion = sesion
        self.pantalla = pantalla
        self.estado = estado
        self.ultimo: Turno | None = None
        self.ultima_pregunta = ""

    @property
    def ajustes(self) -> Configuracion:
        """Los ajustes en uso."""
        return self.motor.ajustes

    def atender(self, texto: str) -> None:
        """Una orden de barra o una pregunta. Errores: los de las órdenes, y `Salir`."""
        if ordenes.es_orden(texto):
            ordenes.ejecutar(self, texto)
        else:
            self.preguntar(texto)

    def cerrar(self) -> None:
        """Cierra la sesión y dice cómo seguirla."""
        self.sesion.cerrar()
        if self.sesion.diario.turnos:
            consola.decir_discreto(f"Para seguir: docubot chat --sesion {self.sesion.id}")

    def preguntar(self, pregunta: str) -> None:
        """Un turno entero. No lanza lo previsto: lo cuenta y la charla sigue. Con dos Ctrl-C, `Salir`."""
        if len(pregunta) > MAXIMO_PREGUNTA:
            raise DatosInvalidos(
                f"La pregunta tiene más de {gasto.miles(MAXIMO_PREGUNTA)} caracteres: resúmela o indexa ese texto."
            )
        self.ultima_pregunta = pregunta
        conversacion = self.sesion.conversacion
        try:
            equipo = self._preparar_turno()
            self.pantalla.empezar(conversacion.fuentes)
            with interrupciones.un_turno(), entrada.sin_eco():
                self.ultimo = agente.MODOS[self.ajustes.modo](pregunta, equipo, conversacion)
            self.pantalla.terminar(self.ultimo, gasto.precios_de(self.ajustes, self.ultimo.proveedor))
            self.estado.codigo = CODIGO_DE_PARADA[self.ultimo.parada]
            self._si_no_cabe(self.ultimo)
        except KeyboardInterrupt:
            self._recoger(INTERRUMPIDA)
            self.pantalla.romper("Turno cancelado; la conversación sigue. Otra vez Ctrl-C para salir.")
            self.estado.codigo, self.estado.cancelado = INTERRUMPIDO, True
            if interrupciones.repetida():
                raise Salir from None
        except ErrorDocuBot as error:
            self._recoger("El turno no pudo terminar.")
            self.pantalla.romper(error.mensaje)
            self.estado.codigo = error.codigo

    def _recoger(self, motivo: str) -> None:
        self.ultimo = None
        self.sesion.conversacion.cerrar(motivo)
        self.sesion.diario.sincronizar()

    def _preparar_turno(self) -> Equipo:
        """El equipo de este turno, con la historia recortada y los tokens que le quedan a la sesión."""
        equipo = self._con_pantalla(self.motor.equipo())
        fuera = self.sesion.recortar(int(self.ajustes.max_contexto * RESERVA_RESPUESTA))
        if fuera:
            self._contar_recorte(fuera)
        if self.ajustes.resumen_recorte == "preguntas":
            equipo = replace(equipo, system=equipo.system + recorte.resumen(self.sesion.olvidado))
        restantes = self.tokens_restantes()
        if restantes is None:
            return equipo
        if restantes <= 0:
            raise PresupuestoAgotado(
                f"La sesión ha gastado sus {gasto.miles(self.ajustes.max_tokens_sesion or 0)} tokens: "
                "empieza otra con /nuevo o sube max_tokens_sesion con «docubot config poner»."
            )
        return replace(equipo, limites=replace(equipo.limites, tokens=min(equipo.limites.tokens, restantes)))

    def _con_pantalla(self, equipo: Equipo) -> Equipo:
        ejecutor = replace(equipo.ejecutor, confirmar=self.pantalla.confirmar)
        return replace(equipo, contar=self.pantalla.contar, ejecutor=ejecutor)

    def _contar_recorte(self, fuera: int) -> None:
        cuantos = "el turno más antiguo" if fuera == 1 else f"los {fuera} turnos más antiguos"
        consola.decir(
            f"La conversación es larga: se ha olvidado {cuantos} (max_contexto). Sus fuentes siguen en /fuentes."
        )

    def _si_no_cabe(self, turno: Turno) -> None:
        """El modelo dijo que no cabe: se olvida la mitad más antigua, y se dice."""
        if turno.parada == "contexto":
            fuera = self.sesion.recortar(recorte.tokens(self.sesion.conversacion.mensajes) // 2)
            self._contar_recorte(fuera)
            consola.decir("Prueba otra vez con /reintentar.")

    def tokens_restantes(self) -> int | None:
        """Los tokens que le quedan a la sesión; None si no tiene límite."""
        limite = self.ajustes.max_tokens_sesion
        return None if limite is None else limite - total(self.sesion.diario.uso)

    def deshacer(self) -> str | None:
        """Olvida el último turno y devuelve su pregunta; None si no hay ninguno."""
        mensajes = self.sesion.conversacion.mensajes
        principios = recorte.inicios(mensajes)
        if not principios:
            return None
        pregunta = recorte.preguntas(mensajes[principios[-1] :])[0]
        self.sesion.conversacion.dejar(principios[-1])
        self.ultimo = None
        return pregunta

    def nueva_sesion(self) -> None:
        """Deja la sesión como está y empieza otra."""
        modelo = self.motor.equipo().modelo
        otra = sesiones.nueva(self.ajustes, modelo.proveedor, modelo.nombre)
        self.sesion.cerrar()
        self.sesion, self.ultimo, self.ultima_pregunta = otra, None, ""

    def turnos(self) -> list[list[diario.Suceso]]:
        """Los turnos de la sesión, tal como los cuenta su diario."""
        return diario.turnos(list(diario.leer(self.sesion.diario.ruta)))

    def recordar(self) -> None:
        """Al reanudar, por dónde iba: cuántos turnos y lo último."""
        turnos = self.turnos()
        cuantos = f"{len(turnos)} {'turno' if len(turnos) == 1 else 'turnos'}"
        consola.imprimir_discreto(f"Sigues donde lo dejaste: {cuantos}.")
        if turnos:
            self.ultima_pregunta = str(turnos[-1][0].get("pregunta", ""))
            consola.imprimir_discreto(f"{consola.signo('›')} {self.ultima_pregunta}")
            cierre = next((s for s in turnos[-1] if s["tipo"] == "turno_cerrado"), {})
            respuesta = limpiar_linea(str(cierre.get("respuesta") or "(no terminó)"))
            consola.imprimir_discreto(respuesta[:MAXIMO_RECUERDO] + ("…" if len(respuesta) > MAXIMO_RECUERDO else ""))


def total(uso: Uso) -> int:
    """Los tokens de entrada y de salida, juntos."""
    return uso.tokens_entrada + uso.tokens_salida
