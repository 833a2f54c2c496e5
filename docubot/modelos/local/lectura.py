"""La petición, leída: la pregunta, el día, las herramientas, los turnos anteriores y los resultados del turno en curso.

Nada de lo que llega en un resultado o en un pasaje es una orden: aquí solo se reparte en campos.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from docubot.lenguaje.calendario import zona_en
from docubot.lenguaje.fechas import fecha_en
from docubot.lenguaje.idioma import idioma_de
from docubot.lenguaje.nombres import nombres_de_datos, nombres_de_error
from docubot.lenguaje.texto import plegar
from docubot.modelos.local.abreviaturas import desabreviar
from docubot.modelos.local.continuacion import completar
from docubot.tipos import Bloque, Idioma, Mensaje, Peticion

_ETIQUETA: Final = re.compile(r"^\[(\d{1,4})\]\s*(\S[^\n]*)$")
_CABECERA: Final = re.compile(r"^\[(\d{1,4})\] (.+?) \(([^()\s]+)\)[ \t]*$", re.MULTILINE)
_BLOQUE_DOCUMENTACION: Final = re.compile(r"<(documentacion(?:-[\w-]+)?)>\n?(.*?)</\1>", re.DOTALL)
_PREFIJO_PREGUNTA: Final = re.compile(r"^\s*(?:Pregunta|Question)\s*:\s*", re.IGNORECASE)


_PRODUCTO: Final = re.compile(
    r"\b(?:[Ee]res|[Yy]ou are)\s+([A-Z][\w-]+)|(?:asistente de|assistant (?:for|of))\s+([A-Z][\w-]+)"
    r"|(?:the|el|de)\s+([A-Z][\w-]+) (?:support )?assistant"
)
_NO_SON_EL_PRODUCTO: Final = frozenset({"docubot", "hoy", "today"})


@dataclass(frozen=True, slots=True)
class HerramientaLeida:
    """Una herramienta ofrecida, tal como llegó."""

    nombre: str
    descripcion: str
    esquema: Mapping[str, Any]

    @property
    def propiedades(self) -> Mapping[str, Mapping[str, Any]]:
        """Los campos del esquema: nombre → su esquema."""
        campos = self.esquema.get("properties", {})
        if not isinstance(campos, Mapping):
            return {}
        return {str(k): v if isinstance(v, Mapping) else {} for k, v in campos.items()}

    @property
    def obligatorios(self) -> tuple[str, ...]:
        """Los campos que exige el esquema, en su orden."""
        pedidos = self.esquema.get("required", ())
        return tuple(str(c) for c in pedidos) if isinstance(pedidos, Sequence) and not isinstance(pedidos, str) else ()


@dataclass(frozen=True, slots=True)
class PasajeLeido:
    """Un pasaje de la documentación: `numero` es el `[n]` con el que se cita, si lo trae; `titulo` va sin él."""

    numero: int | None
    titulo: str
    fuente: str
    texto: str


_MANDADO: Final = re.compile(
    r"(?:responde|contesta|answer|reply|respond)\s+(?:siempre|always|only|solo|únicamente)?\s*(?:en|in)\s+"
    r"(inglés|ingles|english|español|espanol|spanish)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ResultadoLeido:
    """Una llamada y lo que devolvió.

    `numero` es el `[n]` de su etiqueta; `texto`, lo devuelto sin ella; `datos`, ese texto leído como JSON o None;
    `pasajes`, los que traía (vacío si no es una búsqueda).
    """

    id: str
    nombre: str
    entrada: Mapping[str, Any]
    es_error: bool
    numero: int | None
    texto: str
    datos: Any = None
    pasajes: tuple[PasajeLeido, ...] = ()


@dataclass(frozen=True, slots=True)
class Turno:
    """Un turno ya cerrado: lo que dijo la persona, lo que se consultó y lo que se le respondió."""

    pregunta: str
    resultados: tuple[ResultadoLeido, ...] = ()
    respuesta: str = ""
    pasajes: tuple[PasajeLeido, ...] = ()


@dataclass(frozen=True, slots=True)
class Lectura:
    """Todo lo que el modelo local sabe al decidir; sale solo de la petición.

    `hoy` y `zona` son None si el system prompt no los dice. `pasajes` junta los de la pregunta (modo documentación)
    y los de los resultados del turno, en orden y sin repetir. `documental` es verdadero si la pregunta trae su propio
    bloque de documentación. `nombres_conocidos`: los propios vistos en datos, errores y llamadas; el último, antes.
    """

    pregunta: str
    idioma: Idioma
    hoy: date | None
    zona: str | None
    system: str
    herramientas: tuple[HerramientaLeida, ...] = ()
    turnos: tuple[Turno, ...] = ()
    resultados: tuple[ResultadoLeido, ...] = ()
    pasajes: tuple[PasajeLeido, ...] = ()
    documental: bool = False
    nombres_conocidos: tuple[str, ...] = ()

    @property
    def idioma_mandado(self) -> Idioma | None:
        """El idioma en el que el system prompt manda responder siempre, o None si no lo manda."""
        mandado = _MANDADO.search(self.system)
        if mandado is None:
            return None
        return "en" if plegar(mandado.group(1)) in ("ingles", "english") else "es"

    @property
    def producto(self) -> str:
        """El producto del que trata el asistente, según el system prompt; vacío si no lo dice."""
        nombres = [g for c in _PRODUCTO.finditer(self.system) for g in c.groups() if g]
        return next((n for n in nombres if plegar(n) not in _NO_SON_EL_PRODUCTO), "")

    def herramienta(self, nombre: str) -> HerramientaLeida | None:
        """La herramienta ofrecida con ese nombre, o None."""
        return next((h for h in self.herramientas if h.nombre == nombre), None)


@dataclass(slots=True)
class _TurnoAbierto:
    pregunta: str
    pasajes: list[PasajeLeido]
    documental: bool
    llamadas: dict[str, tuple[str, Mapping[str, Any]]] = field(default_factory=dict)
    resultados: list[ResultadoLeido] = field(default_factory=list)
    respuesta: list[str] = field(default_factory=list)

    def cerrar(self) -> Turno:
        return Turno(self.pregunta, tuple(self.resultados), "\n".join(self.respuesta), tuple(self.pasajes))


def leer(peticion: Peticion) -> Lectura:
    """Lee una petición entera; nunca falla por la forma de un resultado: lo que no entiende queda como texto."""
    turnos = _leer_turnos(peticion.messages)
    actual = turnos[-1]
    nombres = tuple(dict.fromkeys(_nombres(turnos)))
    enteras = completar([t.pregunta for t in turnos], ["\n".join(t.respuesta) for t in turnos], nombres)
    siglas = _siglas(peticion)
    for turno, entera in zip(turnos, enteras, strict=True):
        turno.pregunta = desabreviar(entera, siglas)
    cerrados = tuple(t.cerrar() for t in turnos[:-1])
    por_defecto = idioma_de(cerrados[-1].pregunta) if cerrados else "es"
    return Lectura(
        pregunta=actual.pregunta,
        idioma=idioma_de(actual.pregunta, por_defecto),
        hoy=fecha_en(peticion.system),
        zona=zona_en(peticion.system),
        system=peticion.system,
        herramientas=tuple(_leer_herramienta(h) for h in peticion.tools),
        turnos=cerrados,
        resultados=tuple(actual.resultados),
        pasajes=tuple(_sin_repetir([*actual.pasajes, *(p for r in actual.resultados for p in r.pasajes)])),
        documental=actual.documental,
        nombres_conocidos=nombres,
    )


def _siglas(peticion: Peticion) -> frozenset[str]:
    """Las siglas de los códigos que nombran el system prompt y las herramientas: «FACT-203» → FACT."""
    descrito = " ".join([peticion.system, *(str(h.get("description") or "") for h in peticion.tools)])
    return frozenset(re.findall(r"\b([A-Z]{3,6})-(?=\d)", descrito))


def _leer_herramienta(definicion: Mapping[str, Any]) -> HerramientaLeida:
    esquema = definicion.get("input_schema", {})
    return HerramientaLeida(
        str(definicion.get("name", "")),
        str(definicion.get("description") or ""),
        esquema if isinstance(esquema, Mapping) else {},
    )


def _leer_turnos(mensajes: Sequence[Mensaje]) -> list[_TurnoAbierto]:
    turnos: list[_TurnoAbierto] = []
    for mensaje in mensajes:
        bloques = _bloques(mensaje.get("content"))
        if mensaje.get("role") == "assistant":
            if turnos:
                _anotar_asistente(turnos[-1], bloques)
            continue
        if turnos:
            turnos[-1].resultados.extend(_resultados(bloques, turnos))
        textos = [str(b.get("text", "")) for b in bloques if b.get("type") == "text"]
        if any(t.strip() for t in textos) or not turnos:
            turnos.append(_abrir_turno("\n".join(textos), bloques))
    return turnos or [_TurnoAbierto("", [], False)]


def _abrir_turno(texto: str, bloques: Sequence[Bloque]) -> _TurnoAbierto:
    pasajes = [_de_search_result(b) for b in bloques if b.get("type") == "search_result"]
    sueltos = [m.group(2) for m in _BLOQUE_DOCUMENTACION.finditer(texto)]
    for suelto in sueltos:
        pasajes.extend(pasajes_en_texto(suelto))
    pregunta = _PREFIJO_PREGUNTA.sub("", _BLOQUE_DOCUMENTACION.sub("", texto)).strip()
    return _TurnoAbierto(pregunta, pasajes, bool(pasajes or sueltos))


def _anotar_asistente(turno: _TurnoAbierto, bloques: Sequence[Bloque]) -> None:
    for bloque in bloques:
        if bloque.get("type") == "text":
            turno.respuesta.append(str(bloque.get("text", "")))
        elif bloque.get("type") == "tool_use":
            entrada = bloque.get("input")
            turno.llamadas[str(bloque.get("id"))] = (
                str(bloque.get("name", "")),
                entrada if isinstance(entrada, Mapping) else {},
            )


def _resultados(bloques: Sequence[Bloque], turnos: Sequence[_TurnoAbierto]) -> Iterator[ResultadoLeido]:
    for bloque in bloques:
        if bloque.get("type") != "tool_result":
            continue
        identificador = str(bloque.get("tool_use_id", ""))
        nombre, entrada = turnos[-1].llamadas.get(identificador, ("", {}))
        yield _leer_resultado(identificador, nombre, entrada, bloque)


def _leer_resultado(identificador: str, nombre: str, entrada: Mapping[str, Any], bloque: Bloque) -> ResultadoLeido:
    contenido = _bloques(bloque.get("content"))
    textos = [str(b.get("text", "")) for b in contenido if b.get("type") == "text"]
    numero, cuerpo = _separar_etiqueta("\n".join(textos))
    pasajes = [_de_search_result(b) for b in contenido if b.get("type") == "search_result"]
    if not pasajes:
        pasajes = pasajes_en_texto("\n".join(textos))
    return ResultadoLeido(
        id=identificador,
        nombre=nombre,
        entrada=entrada,
        es_error=bool(bloque.get("is_error")),
        numero=None if pasajes else numero,
        texto=cuerpo,
        datos=None if pasajes else _como_json(cuerpo),
        pasajes=tuple(pasajes),
    )


def _separar_etiqueta(texto: str) -> tuple[int | None, str]:
    primera, _, resto = texto.partition("\n")
    casa = _ETIQUETA.match(primera.strip())
    if casa is None or _CABECERA.match(primera):
        return None, texto.strip()
    return int(casa.group(1)), resto.strip()


def _de_search_result(bloque: Bloque) -> PasajeLeido:
    titulo = str(bloque.get("title", ""))
    casa = _ETIQUETA.match(titulo.strip())
    texto = "\n".join(str(b.get("text", "")) for b in _bloques(bloque.get("content")) if b.get("type") == "text")
    numero, limpio = (int(casa.group(1)), casa.group(2)) if casa else (None, titulo)
    return PasajeLeido(numero, limpio, str(bloque.get("source", "")), texto)


def pasajes_en_texto(texto: str) -> list[PasajeLeido]:
    """Los pasajes escritos como `[n] Título › Sección (pagina.md#ancla)` y, debajo, su texto."""
    cabeceras = list(_CABECERA.finditer(texto))
    fines = [*(c.start() for c in cabeceras[1:]), len(texto)]
    return [
        PasajeLeido(int(c.group(1)), c.group(2), c.group(3), texto[c.end() : fin].strip())
        for c, fin in zip(cabeceras, fines, strict=False)
    ]


def _bloques(contenido: Any) -> list[Bloque]:
    if isinstance(contenido, str):
        return [{"type": "text", "text": contenido}]
    if isinstance(contenido, Sequence):
        return [b for b in contenido if isinstance(b, dict)]
    return []


def _como_json(texto: str) -> Any:
    if not texto.startswith(("{", "[")):
        return None
    try:
        return json.loads(texto)
    except ValueError:
        return None


def _sin_repetir(pasajes: Sequence[PasajeLeido]) -> Iterator[PasajeLeido]:
    vistos: set[tuple[str, str]] = set()
    for pasaje in pasajes:
        if (pasaje.fuente, pasaje.texto) not in vistos:
            vistos.add((pasaje.fuente, pasaje.texto))
            yield pasaje


def _nombres(turnos: Sequence[_TurnoAbierto]) -> Iterator[str]:
    for turno in reversed(turnos):
        for resultado in turno.resultados:
            if resultado.es_error:
                yield from nombres_de_error(resultado.texto)
            elif not resultado.pasajes:
                yield from nombres_de_datos(resultado.datos)
        for resultado in turno.resultados:
            if not resultado.es_error and not resultado.pasajes:
                yield from nombres_de_datos(resultado.entrada)
