"""La historia de una conversación, siempre válida, con su diario.

Pase lo que pase, lo siguiente que vea la API cumple: cada `tool_use` está respondido una vez, lo primero en el mensaje
de usuario que le sigue; no hay textos vacíos; los papeles se alternan y el primero es de la persona.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self

from docubot.diario import Diario, Suceso, anadir
from docubot.diario import mensajes as mensajes_de
from docubot.rag.citas import Fuentes
from docubot.tipos import Bloque, Mensaje

RELLENO: Final = "(sin contenido)"
INTERRUMPIDA: Final = "Interrumpida por la persona: no se sabe si llegó a tener efecto."
NO_EJECUTADA: Final = "No se ejecutó: el turno terminó antes."


@dataclass
class Conversacion:
    """Los mensajes y sus fuentes numeradas; cada cambio se anota en el diario antes de contar."""

    diario: Diario
    mensajes: list[Mensaje] = field(default_factory=list)
    fuentes: Fuentes = field(default_factory=Fuentes)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fallo: object) -> None:
        self.diario.cerrar()

    @classmethod
    def reanudada(cls, diario: Diario, sucesos: list[Suceso]) -> Conversacion:
        """Una conversación que sigue donde la dejó su diario; lo que quedó a medias se cierra."""
        historia = mensajes_de(sucesos)
        conversacion = cls(diario, historia, Fuentes.desde_mensajes(historia))
        hechos = {
            s["id"]: resultado(s["id"], s["contenido"], es_error=s["es_error"])
            for s in sucesos
            if s["tipo"] == "resultado_herramienta"
        }
        conversacion.cerrar(INTERRUMPIDA, hechos)
        return conversacion

    def dice_la_persona(self, contenido: str | list[Bloque]) -> None:
        """Añade un mensaje de usuario: una pregunta o los resultados de un turno."""
        self.diario.anotar("mensaje", role="user", content=contenido)
        self.mensajes.append({"role": "user", "content": contenido})

    def dice_el_modelo(self, contenido: Sequence[Bloque]) -> None:
        """Añade lo que contestó el modelo; si seguía una pausa, se une a lo anterior."""
        limpio = sin_vacios(contenido)
        if not limpio:
            return
        if limpio == list(contenido):
            self.diario.anotar("mensaje", role="assistant")
        else:
            self.diario.anotar("mensaje", role="assistant", content=limpio)
        anadir(self.mensajes, {"role": "assistant", "content": limpio})

    def pendientes(self) -> list[Bloque]:
        """Los `tool_use` del último mensaje que nadie ha respondido."""
        if not self.mensajes or self.mensajes[-1]["role"] != "assistant":
            return []
        return [b for b in bloques(self.mensajes[-1]) if b.get("type") == "tool_use"]

    def cerrar(self, motivo: str, hechos: dict[str, Bloque] | None = None) -> None:
        """Deja la historia lista para la pregunta siguiente.

        Lo pendiente se responde con su resultado, si está en `hechos`, o con un error que dice `motivo`. Una pregunta
        sin ninguna respuesta se retira; unos resultados sin comentar se cierran con una nota del asistente.
        """
        hechos = hechos or {}
        pendientes = self.pendientes()
        if pendientes:
            self.dice_la_persona([hechos.get(b["id"]) or resultado(b["id"], motivo, es_error=True) for b in pendientes])
        if not self.mensajes or self.mensajes[-1]["role"] == "assistant":
            return
        if any(b.get("type") == "tool_result" for b in bloques(self.mensajes[-1])):
            nota = [{"type": "text", "text": f"(El turno no terminó. {motivo})"}]
            self.diario.anotar("mensaje", role="assistant", content=nota)
            self.mensajes.append({"role": "assistant", "content": nota})
        else:
            self.dejar(len(self.mensajes) - 1)

    def dejar(self, cuantos: int) -> None:
        """Olvida los mensajes a partir del número `cuantos`."""
        self.diario.anotar("historia_deshecha", quedan=cuantos)
        del self.mensajes[cuantos:]


def bloques(mensaje: Mensaje) -> list[Bloque]:
    """El contenido de un mensaje como bloques."""
    contenido = mensaje["content"]
    return [{"type": "text", "text": contenido}] if isinstance(contenido, str) else contenido


def sin_vacios(contenido: Sequence[Bloque]) -> list[Bloque]:
    """Los bloques, sin los de texto en blanco, que la API entrega pero luego no admite."""
    return [b for b in contenido if b.get("type") != "text" or str(b.get("text", "")).strip()]


def resultado(tool_use_id: str, contenido: str | list[Bloque], *, es_error: bool = False) -> Bloque:
    """Un `tool_result`; un contenido en blanco lleva relleno, porque la API no lo admite vacío."""
    lleno: Any = sin_vacios(contenido) if isinstance(contenido, list) else contenido
    if not lleno or (isinstance(lleno, str) and not lleno.strip()):
        lleno = RELLENO
    bloque: Bloque = {"type": "tool_result", "tool_use_id": tool_use_id, "content": lleno}
    return bloque | {"is_error": True} if es_error else bloque


def defectos(mensajes: Sequence[Mensaje]) -> list[str]:
    """Lo que la API rechazaría de una historia lista para enviar; vacía si es válida."""
    fallos: list[str] = []
    pedidos: list[str] = []
    for i, mensaje in enumerate(mensajes):
        contenido = bloques(mensaje)
        if mensaje["role"] != ("user" if i % 2 == 0 else "assistant"):
            fallos.append(f"{i}: los papeles no se alternan")
        if not contenido:
            fallos.append(f"{i}: mensaje vacío")
        fallos += [f"{i}: texto en blanco" for b in contenido if b.get("type") == "text" and not b["text"].strip()]
        dados = [b["tool_use_id"] for b in contenido if b.get("type") == "tool_result"]
        if dados != pedidos or [b.get("type") for b in contenido[: len(dados)]] != ["tool_result"] * len(dados):
            fallos.append(f"{i}: los resultados no responden, en orden y los primeros, a lo pedido")
        pedidos = [b["id"] for b in contenido if b.get("type") == "tool_use"]
    if pedidos:
        fallos.append("la historia termina con llamadas sin responder")
    return fallos
