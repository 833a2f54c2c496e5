"""Una charla: la sesión abierta, con qué se responde y el bucle que responde y recoge lo interrumpido."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from docubot import agente, diario, gasto, interrupciones, recorte, sesiones
from docubot.configuracion import Configuracion
from docubot.conversacion import INTERRUMPIDA
from docubot.errores import INTERRUMPIDO, ErrorDocuBot, PresupuestoAgotado
from docubot.presentacion import consola
from docubot.presentacion.chat import entrada, ordenes
from docubot.presentacion.chat.ordenes import Salir
from docubot.presentacion.chat.pantalla import Pantalla
from docubot.presentacion.codigos import CODIGO_DE_PARADA
from docubot.saneado import limpiar_linea
from docubot.tipos import Uso
from docubot.turno import Equipo, Turno

RESERVA_RESPUESTA: Final = 0.75
"""Parte de `max_contexto` que puede ocupar la historia al empezar un turno; el resto es para lo que el turno añada."""

LISTA: Final = "Escribe tu pregunta. /ayuda enseña las órdenes; Ctrl-C cancela, Ctrl-D sale."


class Charla:
    """El estado de un chat."""

    def __init__(self, ajustes: Configuracion, sesion: sesiones.Sesion, pantalla: Pantalla) -> None:
        self.ajustes = ajustes
        self.sesion: sesiones.Sesion = sesion
        self.pantalla = pantalla
        self.ultimo: Turno | None = None
        self.ultima_pregunta = ""
        self.codigo = 0
        self.cancelado = False
        self.propuesto = ""
        self._equipo: Equipo | None = None
        self._cerrojo = threading.RLock()
        self._proyectos: list[str] = []

    def equipo(self) -> Equipo:
        """Con qué se responde, armado la primera vez que hace falta. Errores: los de `armado.armar_equipo`."""
        with self._cerrojo:
            if self._equipo is None:
                self._equipo = self._armar(self.ajustes)
            return self._equipo

    def _armar(self, ajustes: Configuracion) -> Equipo:
        from docubot import armado

        equipo = armado.armar_equipo(ajustes, self.pantalla.contar)
        return replace(equipo, ejecutor=replace(equipo.ejecutor, confirmar=self.pantalla.confirmar))

    def cambiar(self, **cambios: Any) -> Equipo:
        """Otro modelo, proveedor o colección para lo que queda. Si no vale, se queda como estaba."""
        ajustes = replace(self.ajustes, **cambios)
        equipo = self._armar(ajustes)
        with self._cerrojo:
            self.ajustes, self._equipo = ajustes, equipo
        return equipo

    def cambiar_coleccion(self, nombre: str) -> None:
        """Otra colección, que tiene que existir: se abre antes de cambiar. Errores: los de `recuperador.abrir`."""
        from docubot.rag import recuperador

        recuperador.abrir(replace(self.ajustes, coleccion=nombre), nombre)
        self.cambiar(coleccion=nombre)

    def calentar(self) -> None:
        """Deja listo, en otro hilo y sin ruido, lo que la primera respuesta va a necesitar."""
        threading.Thread(target=self._calentar, name="calentar", daemon=True).start()

    def _calentar(self) -> None:
        try:
            equipo = self.equipo()
            preparar = getattr(equipo.modelo, "preparar", None)
            if preparar is not None:
                preparar()
            consola.preparar_markdown()
            contexto = equipo.ejecutor.contexto
            contexto.recuperador()
            self._proyectos = [p.nombre for p in contexto.nubelia().listar_proyectos()]
        except Exception:  # noqa: S110 (si algo falla, la primera pregunta lo dirá con su frase)
            pass

    def proyectos(self) -> list[str]:
        """Los nombres de los proyectos, si ya se saben; para completar."""
        return self._proyectos

    def preguntar(self, pregunta: str) -> None:
        """Un turno entero. No lanza lo previsto: lo cuenta y la charla sigue. Con dos Ctrl-C, `Salir`."""
        self.ultima_pregunta = pregunta
        conversacion = self.sesion.conversacion
        try:
            equipo = self._preparar_turno()
            self.pantalla.empezar(conversacion.fuentes)
            with interrupciones.un_turno(), entrada.sin_eco():
                self.ultimo = agente.MODOS[self.ajustes.modo](pregunta, equipo, conversacion)
            self.pantalla.terminar(self.ultimo, gasto.precios_de(self.ajustes, self.ultimo.proveedor))
            self.codigo = CODIGO_DE_PARADA[self.ultimo.parada]
            self._si_no_cabe(self.ultimo)
        except KeyboardInterrupt:
            self._recoger(INTERRUMPIDA)
            self.pantalla.romper("Turno cancelado; la conversación sigue. Otra vez Ctrl-C para salir.")
            self.codigo, self.cancelado = INTERRUMPIDO, True
            if interrupciones.repetida():
                raise Salir from None
        except ErrorDocuBot as error:
            self._recoger("El turno no pudo terminar.")
            self.pantalla.romper(error.mensaje)
            self.codigo = error.codigo

    def _recoger(self, motivo: str) -> None:
        self.ultimo = None
        self.sesion.conversacion.cerrar(motivo)
        self.sesion.diario.sincronizar()

    def _preparar_turno(self) -> Equipo:
        """El equipo de este turno, con la historia recortada y los tokens que le quedan a la sesión."""
        equipo = self.equipo()
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
        modelo = self.equipo().modelo
        otra = sesiones.nueva(self.ajustes, modelo.proveedor, modelo.nombre)
        self.sesion.cerrar()
        self.sesion, self.ultimo, self.ultima_pregunta = otra, None, ""

    def turnos(self) -> list[list[diario.Suceso]]:
        """Los turnos de la sesión, tal como los cuenta su diario."""
        return diario.turnos(list(diario.leer(self.sesion.diario.ruta)))


def total(uso: Uso) -> int:
    """Los tokens de entrada y de salida, juntos."""
    return uso.tokens_entrada + uso.tokens_salida


def conversar(charla: Charla, teclado: entrada.Entrada) -> int:
    """El bucle: lee, atiende, y vuelve a leer. Devuelve el código de salida."""
    while True:
        try:
            texto = teclado.leer(charla.propuesto)
            charla.propuesto, charla.cancelado = "", False
            if texto:
                atender(charla, texto)
        except KeyboardInterrupt:
            if charla.cancelado:
                return INTERRUMPIDO
            charla.cancelado = True
            consola.decir("Otra vez Ctrl-C para salir.")
        except EOFError:
            return 0 if isinstance(teclado, entrada.DeTerminal) else charla.codigo
        except Salir:
            return INTERRUMPIDO if charla.cancelado else 0


def atender(charla: Charla, texto: str) -> None:
    """Una orden de barra o una pregunta. Error: `Salir`."""
    if ordenes.es_orden(texto):
        try:
            ordenes.ejecutar(charla, texto)
        except ErrorDocuBot as error:
            consola.decir(error.mensaje)
    else:
        charla.preguntar(texto)


def saludar(charla: Charla, quien: str, *, reanudada: bool) -> None:
    """Quién responde y cómo se empieza; al reanudar, por dónde iba."""
    if not sys.stdout.isatty():
        return
    consola.imprimir_discreto(f"DocuBot · {quien} · colección {charla.ajustes.coleccion} · sesión {charla.sesion.id}")
    if reanudada:
        _recordar(charla)
    consola.imprimir_discreto(LISTA)


def _recordar(charla: Charla) -> None:
    turnos = charla.turnos()
    consola.imprimir_discreto(f"Sigues donde lo dejaste: {len(turnos)} {'turno' if len(turnos) == 1 else 'turnos'}.")
    if turnos:
        charla.ultima_pregunta = str(turnos[-1][0].get("pregunta", ""))
        consola.imprimir_discreto(f"{consola.signo('›')} {charla.ultima_pregunta}")
        cierre = next((s for s in turnos[-1] if s["tipo"] == "turno_cerrado"), {})
        consola.imprimir_discreto(limpiar_linea(str(cierre.get("respuesta") or "(no terminó)"))[:400])


def sugerencias(charla: Charla, antes: str) -> Iterable[tuple[str, str]]:
    """Órdenes, sus argumentos y nombres de proyectos."""
    if antes.startswith("/"):
        yield from ordenes.sugerir(charla, antes)
        return
    palabra = antes.split(" ")[-1].split("\n")[-1]
    if palabra:
        plegada = sesiones.plegar(palabra)
        yield from ((p, "proyecto") for p in charla.proyectos() if sesiones.plegar(p).startswith(plegada))
