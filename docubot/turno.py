"""Un turno en curso: llama al modelo, ejecuta lo que pide, cuenta lo gastado y cierra con una respuesta citada."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal, TypeAlias

from docubot.conversacion import INTERRUMPIDA, NO_EJECUTADA, Conversacion, resultado
from docubot.ejecucion import TRUNCADA, Ejecutor, Paso, ejecutar_todas
from docubot.errores import ErrorDocuBot, ErrorInterno
from docubot.modelos.reintentos import PoliticaReintentos, llamar_con_reintentos
from docubot.presupuesto import Limites, Presupuesto
from docubot.prompts import Prompt
from docubot.rag import citas
from docubot.tipos import Bloque, Fragmento, Modelo, Peticion, Respuesta, Uso

Parada: TypeAlias = Literal["fin", "presupuesto", "truncada", "rechazo", "contexto", "desconocida"]

TOKENS_POR_RESPUESTA: Final = 4096
SIN_HERRAMIENTAS: Final[Mapping[str, Any]] = {"type": "none"}

AVISOS: Final[dict[Parada, str]] = {
    "fin": "",
    "presupuesto": "El turno se cerró antes de terminar: {motivo}. La respuesta usa lo que dio tiempo a consultar.",
    "truncada": "La respuesta se cortó por longitud: está incompleta.",
    "rechazo": "El modelo se negó a responder.",
    "contexto": "La conversación ya no cabe en el modelo: empieza una nueva.",
    "desconocida": "El modelo se detuvo por un motivo que DocuBot no conoce.",
}


@dataclass(frozen=True, slots=True)
class Aviso:
    """Algo que la persona tiene que saber mientras espera."""

    texto: str


@dataclass(frozen=True, slots=True)
class LlamadaPedida:
    """El modelo ha pedido una herramienta."""

    herramienta: str
    entrada: Any


Suceso: TypeAlias = Fragmento | Aviso | LlamadaPedida | Paso
"""Lo que un turno va contando mientras corre."""


@dataclass(frozen=True)
class Equipo:
    """Todo lo que un turno necesita y no cambia de un turno a otro."""

    modelo: Modelo
    ejecutor: Ejecutor
    prompt: Prompt
    system: str
    limites: Limites = Limites()
    reintentos: PoliticaReintentos = field(default_factory=PoliticaReintentos)
    contar: Callable[[Suceso], None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Turno:
    """Un turno terminado: la respuesta, de dónde sale cada cosa, qué se hizo y qué costó."""

    respuesta: str
    parada: Parada
    aviso: str
    citas: list[citas.Cita]
    retiradas: list[int]
    pasos: list[Paso]
    uso: Uso
    llamadas_modelo: int
    llamadas_herramienta: int
    proveedor: str
    modelo: str
    prompt: Prompt
    traza: str
    ms: float


class TurnoEnCurso:
    """Las operaciones del bucle, una por paso del diagrama."""

    def __init__(self, equipo: Equipo, conversacion: Conversacion) -> None:
        self._equipo = equipo
        self._conversacion = conversacion
        self._presupuesto = Presupuesto(equipo.limites)
        self._pasos: list[Paso] = []
        self._textos: list[Bloque] = []
        self._motivo = ""
        self._modelo = equipo.modelo.nombre
        self.cortes = 0

    def llamar(self, *, con_herramientas: bool = True, tool_choice: Mapping[str, Any] | None = None) -> Respuesta:
        """Una llamada al modelo, con sus reintentos. Error: `PresupuestoAgotado` si no queda ninguna."""
        if con_herramientas and (motivo := self._hay_que_cerrar()):
            self._motivo, tool_choice = motivo, SIN_HERRAMIENTAS
        respuesta = self._consumir(self._peticion(con_herramientas, tool_choice))
        self._presupuesto.gastar(respuesta.uso)
        self._modelo = respuesta.modelo or self._modelo
        self._textos = [b for b in respuesta.content if b.get("type") == "text"] or self._textos
        self._conversacion.dice_el_modelo(respuesta.content)
        return respuesta

    def _hay_que_cerrar(self) -> str:
        """Por qué esta llamada tiene que ser la de cierre, sin herramientas; vacío si no lo es."""
        limites = self._equipo.limites
        if self._presupuesto.es_la_ultima_llamada():
            return f"solo quedaba una de las {limites.llamadas_modelo} llamadas al modelo (--max-pasos)"
        if self._presupuesto.sin_herramientas():
            return f"se acabaron las {limites.llamadas_herramienta} llamadas a herramientas (--max-herramientas)"
        return ""

    def _peticion(self, con_herramientas: bool, tool_choice: Mapping[str, Any] | None) -> Peticion:
        definiciones = self._equipo.ejecutor.registro.definiciones() if con_herramientas else []
        return Peticion(
            system=self._equipo.system,
            messages=list(self._conversacion.mensajes),
            tools=definiciones,
            tool_choice=tool_choice if definiciones else None,
            max_tokens=max(1, min(TOKENS_POR_RESPUESTA, self._presupuesto.tokens_restantes())),
            plazo=self._presupuesto.segundos_restantes(),
        )

    def _consumir(self, peticion: Peticion) -> Respuesta:
        """Entrega los fragmentos según llegan y devuelve la respuesta, con la llamada en el diario."""
        anunciar = self._anunciar(peticion)
        inicio = self._presupuesto.segundos()
        respuesta: Respuesta | None = None
        for algo in llamar_con_reintentos(
            self._equipo.modelo,
            peticion,
            antes_de_intento=anunciar,
            avisar=self.avisar,
            politica=self._equipo.reintentos,
        ):
            match algo:
                case Fragmento():
                    self._equipo.contar(algo)
                case Respuesta():
                    respuesta = algo
        assert respuesta is not None, "un modelo entrega siempre una Respuesta o un error"
        self._conversacion.diario.anotar(
            "respuesta_modelo",
            llamada=self._presupuesto.llamadas_modelo,
            content=respuesta.content,
            stop_reason=respuesta.stop_reason,
            uso={"entrada": respuesta.uso.tokens_entrada, "salida": respuesta.uso.tokens_salida},
            modelo=respuesta.modelo,
            ms=round((self._presupuesto.segundos() - inicio) * 1000, 1),
        )
        return respuesta

    def _anunciar(self, peticion: Peticion) -> Callable[[], None]:
        def anunciar() -> None:
            self._presupuesto.antes_de_llamar_al_modelo()
            self._conversacion.diario.anotar(
                "peticion_modelo",
                llamada=self._presupuesto.llamadas_modelo,
                herramientas=[t["name"] for t in peticion.tools],
                tool_choice=peticion.tool_choice,
                mensajes=len(peticion.messages),
                max_tokens=peticion.max_tokens,
            )

        return anunciar

    def avisar(self, texto: str) -> None:
        """Cuenta algo a la persona y al diario."""
        self._conversacion.diario.anotar("aviso", texto=texto)
        self._equipo.contar(Aviso(texto))

    def ejecutar(self, respuesta: Respuesta) -> None:
        """Ejecuta todo lo que pide la respuesta y añade los resultados a la historia."""
        llamadas = respuesta.tool_uses()
        for llamada in llamadas:
            self._equipo.contar(LlamadaPedida(llamada["name"], llamada["input"]))
        pasos = ejecutar_todas(llamadas, self._equipo.ejecutor, self._conversacion, self._presupuesto, INTERRUMPIDA)
        self._pasos += pasos
        for paso in pasos:
            self._equipo.contar(paso)

    def devolver_cortadas(self, respuesta: Respuesta) -> None:
        """Las llamadas cortadas por longitud no se ejecutan: el modelo lo lee y puede repetirlas."""
        self.cortes += 1
        self._conversacion.dice_la_persona([resultado(b["id"], TRUNCADA, es_error=True) for b in respuesta.tool_uses()])

    def sin_presupuesto(self, motivo: str) -> Turno:
        """Cierra porque no queda con qué seguir."""
        self._motivo = self._motivo or motivo
        return self.cerrar("presupuesto")

    def cerrar(self, parada: Parada) -> Turno:
        """La respuesta con sus citas comprobadas, y la historia lista para la pregunta siguiente."""
        if parada == "fin" and self._motivo:
            parada = "presupuesto"
        texto = citas.con_numeros(self._textos, self._conversacion.fuentes)
        resuelta = citas.resolver(texto, self._conversacion.fuentes)
        self._conversacion.cerrar(NO_EJECUTADA)
        turno = Turno(
            respuesta=resuelta.texto.strip(),
            parada=parada,
            aviso=AVISOS[parada].format(motivo=self._motivo),
            citas=resuelta.citas,
            retiradas=resuelta.retiradas,
            pasos=list(self._pasos),
            uso=self._presupuesto.uso,
            llamadas_modelo=self._presupuesto.llamadas_modelo,
            llamadas_herramienta=self._presupuesto.llamadas_herramienta,
            proveedor=self._equipo.modelo.proveedor,
            modelo=self._modelo,
            prompt=self._equipo.prompt,
            traza=self._conversacion.diario.sesion,
            ms=round(self._presupuesto.segundos() * 1000, 1),
        )
        omitidos = {"pasos", "prompt", "traza"}
        self._conversacion.diario.anotar(
            "turno_cerrado", **{c: v for c, v in asdict(turno).items() if c not in omitidos}
        )
        return turno

    def fallar(self, error: str, motivo: str) -> None:
        """Cierra la historia y anota que el turno no acabó."""
        self._conversacion.cerrar(motivo)
        self.anotar_cierre("error", error=error)

    def anotar_cierre(self, parada: str, **datos: Any) -> None:
        """Deja en el diario cómo acabó el turno."""
        self._conversacion.diario.anotar("turno_cerrado", parada=parada, **datos)


@contextmanager
def abrir_turno(modo: str, pregunta: str, equipo: Equipo, conversacion: Conversacion) -> Iterator[TurnoEnCurso]:
    """Abre y cierra el turno en el diario; si algo sale mal, deja la historia válida y lo cuenta."""
    prompt = {"version": equipo.prompt.version, "sha256": equipo.prompt.sha256}
    conversacion.diario.anotar("turno_abierto", pregunta=pregunta, modo=modo, prompt=prompt)
    turno = TurnoEnCurso(equipo, conversacion)
    try:
        yield turno
    except ErrorDocuBot as error:
        turno.fallar(type(error).__name__, "El turno no pudo terminar.")
        raise
    except Exception as error:
        turno.fallar(type(error).__name__, "El turno no pudo terminar.")
        raise ErrorInterno(
            "DocuBot ha tenido un fallo interno y no ha terminado el turno; lo hecho está en «docubot traza». "
            "Repite con DOCUBOT_DEPURAR=1 para ver el detalle."
        ) from error
    except BaseException:  # Ctrl-C o SIGTERM
        turno.fallar("interrumpido", INTERRUMPIDA)
        raise
    finally:
        conversacion.diario.sincronizar()
