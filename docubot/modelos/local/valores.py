"""Los valores que hay en un mensaje o en un resultado: identificadores, personas, dinero, un título, un motivo."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from docubot.lenguaje.conceptos import trocear
from docubot.lenguaje.fechas import leer_intervalo
from docubot.lenguaje.texto import plegar
from docubot.modelos.local.analisis import Analisis, terminos_de
from docubot.modelos.local.campos import solo_digitos
from docubot.modelos.local.catalogo import Campo
from docubot.modelos.local.entidades import Nombre
from docubot.modelos.local.lectura import Lectura, ResultadoLeido

_CON_CIFRAS: Final = re.compile(r"#?\s?(?<![\w.,:/])([A-Za-z]{0,6}[-_]?\d[\w-]*)(?![\w:/]|[.,]\d)")
GENTE: Final = re.compile(
    r"(?:(?:para|for|somos|seremos|seriamos|vamos|of)\s+(\d+|una?|one)\b(?!\s*(?:horas?|hours?|min|dias?|days?"
    r"|noches?|nights?|h\b|:))"
    r"|(\d+|una?|one)\s+(?:personas?|gente|people|person|huespedes|huesped|guests?|asistentes|attendees|adultos"
    r"|adults|plazas|seats|invitados))"
)
MENORES: Final = re.compile(
    r"(\d+|una?|one|a)\s+(?:niños?|niñas?|nenes?|hijos?|menores|bebes?|kids?|child|children|toddlers?)"
)
DINERO: Final = re.compile(
    r"(?:[$€£]|usd|eur)\s?(\d[\d.,]*\d|\d)|(\d[\d.,]*\d|\d)\s*(?:[$€£]|euros?|eur\b|dolares|dollars?|usd\b|pesos?"
    r"|libras)"
)
_ES_FECHA: Final = re.compile(
    r"(?:el |on |next |este |this |para el |at |a las? |de |from |desde |for )?(?:\d|lunes|martes|miercoles|jueves"
    r"|viernes|sabado|domingo|mañana\b|hoy\b|pasado mañana"
    r"|proximo|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|today|noon|next (?:mon|tue|wed|thu"
    r"|fri|sat|sun))"
)
PAREJA: Final = re.compile(r"\b(?:mi|yo|me|myself|i) (?:y|and) (?:mi |my )?\w+\b")
TRAS: Final[dict[str, re.Pattern[str]]] = {
    "motivo": re.compile(
        r"(?:motivo|reason)\s*:?\s+(.+)|(?:porque|ya que|because|since|due to|debido a|por)\s+(?!favor\b)([^\d\s].+)",
        re.IGNORECASE,
    ),
    "titulo": re.compile(
        r"(?:titulad[oa]|titled|llamad[oa]|called|named|con (?:el )?titulo|with title|sobre|about)\s*:?\s+(.+)",
        re.IGNORECASE,
    ),
    "traducido": re.compile(r"\b(?:tradu\w+|translate)\s+(.+?)\s+(?:al|a|into|to|en|in)\s+\w+\W*$", re.IGNORECASE),
    "texto": re.compile(
        r"(?::\s*(.+))|(?:\b(?:que|diciendo(?: que)?|saying(?: that)?|that)\s+(.+))", re.IGNORECASE | re.DOTALL
    ),
}


@dataclass(frozen=True, slots=True)
class Material:
    """De dónde sale cada valor: la pregunta analizada, su intervalo, los nombres, y lo ya visto en la conversación."""

    lectura: Lectura
    analisis: Analisis
    texto: str
    nombres: tuple[Nombre, ...] = ()
    anteriores: tuple[str, ...] = ()
    resultados: tuple[ResultadoLeido, ...] = ()


def identificadores(campo: Campo, material: Material) -> list[str]:
    """Los identificadores que valen para un campo, del mensaje; si no hay, del historial y de los resultados."""
    permitidos = _enumerados(campo)
    if len(permitidos) > 1:
        dichos = [p for p in trocear(plegar(material.texto)) if p in permitidos]
        return dichos or list(_de_resultados(campo, material))
    for texto in (material.texto, *material.anteriores):
        propios = [i for i in _ids_en(campo, texto, material.lectura) if i]
        if propios:
            return propios
    return list(_de_resultados(campo, material))


def _ids_en(campo: Campo, texto: str, lectura: Lectura) -> Iterator[str]:
    patron = campo.esquema.get("pattern")
    if patron:
        try:
            for palabra in re.findall(r"[\w.-]+", texto):
                if re.search(str(patron), palabra):
                    yield palabra
        except re.error:
            return
        return
    contados = MENORES.sub(" ", GENTE.sub(" ", leer_intervalo(texto, lectura.hoy).resto))
    for casa in _CON_CIFRAS.finditer(_sin_fechas(texto)):
        if re.sub(r"[^\w-]", "", plegar(casa.group(1))) not in trocear(contados):
            continue
        valor = re.sub(r"\D", "", casa.group(1)) if solo_digitos(campo) else casa.group(1)
        dinero = DINERO.search(casa.string[max(0, casa.start() - 2) : casa.end() + 8])
        if valor and not (dinero and dinero.group().strip("$€£ ").startswith(casa.group(1))):
            yield valor


def _sin_fechas(texto: str) -> str:
    """El texto sin las horas ni las fechas con forma de número, que no son identificadores."""
    return re.sub(
        r"\b\d{4}-\d{2}-\d{2}(?:T[\d:+-]+)?|\b\d{1,2}:\d{2}\b|\b\d+\s*(?:personas|people|horas|hours|dias|days)\b",
        " ",
        texto,
    )


def _enumerados(campo: Campo) -> list[str]:
    """Los valores que la propia descripción enumera tras dos puntos («norte, sur, este u oeste»)."""
    _, _, lista = plegar(campo.descripcion).partition(":")
    valores = re.split(r"\s*(?:,|;|\bo\b|\bu\b|\bor\b|\by\b|\band\b)\s*", lista.strip(" ."))
    return [v.strip(" `'\"") for v in valores if re.fullmatch(r"[`'\"]?[\w-]+[`'\"]?", v.strip())]


def _de_resultados(campo: Campo, material: Material) -> Iterator[str]:
    nombrados = [plegar(n.texto) for n in material.nombres] or trocear(plegar(material.texto))
    registros = [r for res in reversed(material.resultados) for r in registros_de(res.datos)]
    clave_exacta = [str(r[campo.nombre]) for r in registros if isinstance(r.get(campo.nombre), str | int)]
    con_id = [(r, str(v)) for r in registros if (v := _id_de(r, campo)) is not None]
    casan = [i for r, i in con_id if _nombrado(r, nombrados)]
    if casan:
        yield casan[0]
    elif clave_exacta:
        yield clave_exacta[0]
    elif con_id and (len({i for _, i in con_id}) == 1 or not material.nombres):
        yield con_id[0][1]


def _nombrado(registro: Mapping[str, Any], nombrados: Sequence[str]) -> bool:
    valores = {plegar(str(v)) for v in registro.values() if isinstance(v, str)}
    return any(v in nombrados or (" " in v and any(n in v for n in nombrados)) for v in valores)


def _id_de(registro: Mapping[str, Any], campo: Campo) -> Any:
    if campo.nombre in registro:
        return registro[campo.nombre]
    return next((v for k, v in registro.items() if plegar(str(k)) in ("id", "identificador", "code", "codigo")), None)


def registros_de(datos: Any) -> Iterator[Mapping[str, Any]]:
    """Todos los objetos de un JSON, los de dentro antes que los de fuera."""
    if isinstance(datos, Mapping):
        for valor in datos.values():
            yield from registros_de(valor)
        yield datos
    elif isinstance(datos, Sequence) and not isinstance(datos, str):
        for dato in datos:
            yield from registros_de(dato)


def limpiar_consulta(texto: str, nombres: Sequence[Nombre]) -> str:
    """Una consulta de búsqueda: la frase sin los nombres propios de la cuenta ni las cortesías."""
    limpio = texto
    for nombre in nombres:
        limpio = re.sub(
            rf"(?:\b(?:de|del|en|of|on|in|for|a|para|el|proyecto|project)\s+)*\b{re.escape(nombre.texto)}(?:['’]s)?\b",
            " ",
            limpio,
        )
    limpio = re.sub(r"\s+([?!.,])", r"\1", re.sub(r"\s+", " ", limpio)).strip(" ,;")
    return limpio if terminos_de(limpio) else texto.strip()


def hasta_la_fecha(titulo: str) -> str:
    """El título sin la fecha que le siga («Revisión el jueves a las 3» → «Revisión»)."""
    palabras = titulo.split()
    for i in range(1, len(palabras)):
        if _ES_FECHA.match(plegar(" ".join(palabras[i : i + 3]))):
            return " ".join(palabras[:i]).rstrip(",")
    return titulo


def cuantos(palabra: str) -> Decimal:
    return Decimal(palabra) if palabra.isdigit() else Decimal(1)
