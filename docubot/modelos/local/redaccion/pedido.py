# ruff: noqa: E501 - tablas y expresiones regulares
"""Lo que pide la pregunta: sus cláusulas y, de cada una, qué clase de respuesta espera."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from docubot.lenguaje.texto import VACIAS_EN, VACIAS_ES, palabras, plegar
from docubot.modelos.local.lexico import conceptos_de
from docubot.modelos.local.terminos import Termino, leer_terminos
from docubot.tipos import Idioma

Espera = Literal[
    "cantidad", "tiempo", "hora", "fecha", "precio", "persona", "lugar", "porque", "como", "cual", "lista", "definicion",
    "si_no", "resumen", "porcentaje", "consecuencia",
]  # fmt: skip

_PATRONES: Final[tuple[tuple[Espera, str], ...]] = (
    ("porque", r"\b(no (?:puedo|podemos|consigo|logro|me deja|nos deja|se deja|me sale|sale|funciona|me permite)|me rechaza|no (?:acepta|admite|me acepta)|bloquead[oa]s?|motivo|razon|impide|prevent\w*|blocking|"
               r"unable to|fails?|what s wrong|not letting|won t let|por ?que|porque no|why|how come|what s stopping|que me falta|que le falta|que impide|a que se debe)\b|\bpor\?"),
    ("porcentaje", r"(\bporcentaje|\bpercent|\bpor ?ciento|(?<!\d)(?<!\d )%|\bproporcion|\bque parte\b|\bwhat share\b)"),
    ("hora", r"\b(a que hora|hasta que hora|desde que hora|que horario|horario|opening hours|what time|abren|cierran|a las \d+|at \d+ ?(?:am|pm))\b"),
    ("tiempo", r"\b(cuanto tiempo|cada cuanto|hasta cuando|cuantos? (?:dias|minutos|horas|meses|semanas|segundos|años)|en cuanto|"
               r"how long|how often|how fast|how soon|how (?:many|far) (?:days|minutes|back|ahead|in advance)|plazo|dura|duran|caduca\w*|"
               r"how quickly|expires?|antelacion|until when|cuanto dura|cuanto tarda\w*)\b"),
    ("fecha", r"\b(cuando|when|que dia|que fecha|what date|fecha|due date|deadline)\b"),
    ("precio", r"\b(precio|cuesta|cuestan|vale|coste|costo|costaria|tarifa|cuanto (?:es|sale|pago|pagamos|pagaria|me cobran|cobran|estaria)|"
               r"how much (?:is|does|do|would|for)|price|cost|costs|a como)\b"),
    ("persona", r"\b(quien|quienes|a quien|who|whom|whose|que persona|encargad[oa])\b"),
    ("lugar", r"\b(donde|where|pais|country|ubicacion|en que sitio|region)\b"),
    ("resumen", r"\b(como (?:va|van|esta|anda|andan|sigue|vamos|viene)|resumen|resumeme|resume|resumime|que tal (?:va|anda)|en que punto|summary|"
                r"summari[sz]e|overview|how is|how s|how are (?:we|things)|status of|ponme al dia|catch me up|ficha|datos de)\b"),
    ("cantidad", r"\b(cuant[oa]s?|how many|how much|numero de|number of|cantidad|largest|smallest|total|de cuanto|most|volumen|longest|"
                 r"(?:que|cual|hay|what|what s|is there|the|el|un|a) (?:\w+ )?(?:maximo|minimo|tope|limite|maximum|minimum|limit))\b"),
    ("consecuencia", r"\b(que (?:pasa|ocurre|sucede)|what happens|what if|y si)\b"),
    ("definicion", r"\b(que es|que son|que significa|significa|que quiere decir|quiere decir|what is a|what does .* mean|mean|meaning|"
                   r"en que consiste|que pinta|que es eso)\b"),
    ("como", r"\b(como(?! (?:mucho|maximo|minimo|viene|abiert|tal\b|si\b|para que\b))|how do|how can|how to|how should|pasos|que hago|que tengo que hacer|que (?:puedo|podemos) hacer|what can (?:i|we) do|ways? out|alternativas|salidas|what should i|que hay que hacer|de que manera|options|opciones)\b"),
    ("lista", r"\b(cuales|(?:que|q) (?:cosas|datos|hace falta|necesito|se necesita|tengo que|hay que|requisitos)|what do (?:i|we|you) need|requirements?|que (?:estados|roles|monedas|planes|tipos|condiciones|opciones|requisitos|formatos|codigos|integraciones|proyectos|salas)|which ones|"
              r"list|lista|listame|enumera|enseñame|muestrame|mostrame|what are|all the|todos los|every|que .*s (?:hay|tiene|puede|existen))\b"),
    ("cual", r"\b(cual|que|which|what)\b"),
)  # fmt: skip
_SI_NO_EN: Final = re.compile(
    r"^(?:(?:so|and|but|ok|hey|hi|hello|please),? )*(?:is|are|do|does|did|can|could|has|have|will|would|should|may|am|any\w*|isn|aren|doesn|don|if)\b"
)
_INTERROGATIVO_ES: Final = (
    r"(?:qu[eé]|cu[aá]l(?:es)?|cu[aá]nt[oa]s?|cu[aá]ndo|c[oó]mo|d[oó]nde|qui[eé]n(?:es)?|por qu[eé])"
)
_INTERROGATIVO_EN: Final = (
    r"(?:what|which|how|when|where|who|why|at how|can|could|would|will|do|does|did|is|are|was|has|have we)"
)
_MODAL_ES: Final = r"(?:se )?(?:puede|pueden|puedo|podemos)|hay|tengo que|hace falta|quedan?|le quedan?|cuentan?|vale"
_MANDATO: Final = re.compile(
    r"^(?:check|look|see|show|tell|give|list|mira|fijate|revisa|consulta|dime|decime|dame|pasame|busca)\b"
)
_CUENTA: Final = re.compile(
    r"^(?:y |and )?(?:sumando|contando|juntando|entre|si sumamos|adding|counting|across|in total|en total|sin contar|sin|excluding|not counting|me|se|nos|he|hemos|ha|han|yo|mi|si|i|we|my|if|on|con|ando|estoy|quiero|quisiera|somos|tengo|tenemos)\b|^\w+(?:é|ó|í|amos|aron)\b|^con ",
    re.IGNORECASE,
)
"""Así empieza quien cuenta lo que le pasa antes de preguntar: no es una pregunta aparte."""
_CORTE: Final = re.compile(
    rf"[?!;\n]+|\.(?=\s)|,?\s+(?:y|e|and|pero|but)\s+(?=(?:en |a |de |con |hasta |cada |at |dime |decime |tell me )?(?:{_INTERROGATIVO_ES}|{_INTERROGATIVO_EN}|{_MODAL_ES})\b)|"
    rf",\s*(?=(?:y |and )?(?:en |a |con |hasta |por )?(?:{_INTERROGATIVO_ES}|how|why|which|when|where|who)\b)|\s+-\s+|\s+/\s+(?=why)",
    re.IGNORECASE,
)
_CONDICION: Final = re.compile(r"^[¿\s]*(?:si|if)\b[^,]*,", re.IGNORECASE)
_MEDIDA: Final = re.compile(
    r"(?<![\w-])(\d+(?:[.,]\d+)?)\s*(tb|gb|mb|kb|gigas?|megas?|€|euros?|%|caracteres|letras|characters|chars|dias?|days?|horas?|hours?|"
    r"minutos?|minutes?|min|h|semanas?|weeks?|meses|months?|años?|years?|personas?|people|users?|usuarios?|[a-zñ]+)?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Medida:
    """Una cantidad dicha en la pregunta: «80 MB», «9 caracteres», «hace 10 días»."""

    cantidad: float
    unidad: str


@dataclass(frozen=True, slots=True)
class Clausula:
    """Una parte de la pregunta. `plegado` va sin signos; `heredados`, los términos que toma de la anterior."""

    texto: str
    plegado: str
    terminos: tuple[Termino, ...]
    espera: frozenset[Espera]
    medidas: tuple[Medida, ...] = ()

    @property
    def foco(self) -> frozenset[str]:
        """Las formas de lo que se pregunta al final, tras contar el caso; vacío si no se cuenta nada antes."""
        partes = re.split(r"[¿,]", self.texto)
        ultima = plano(partes[-1])
        suyas = frozenset(
            t.forma for t in self.terminos if re.search(rf"\b{re.escape(t.forma.split('_')[0])}\b", ultima)
        )
        return suyas if len(partes) > 1 and 0 < len(suyas) < len(self.terminos) else frozenset()

    def dice(self, patron: str) -> bool:
        """Verdadero si el texto plegado casa con el patrón como palabras."""
        return re.search(rf"\b(?:{patron})\b", self.plegado) is not None


def idioma_afinado(pregunta: str, supuesto: Idioma) -> Idioma:
    """El idioma, mirando también el léxico: «minimum password length» no lleva palabras vacías y es inglés."""
    sueltas = [p for p in palabras(pregunta) if p.isalpha()]
    solo_en = sum(
        1
        for p in sueltas
        if (conceptos_de(p, "en") or p in VACIAS_EN) and not (conceptos_de(p, "es") or p in VACIAS_ES)
    )
    solo_es = sum(
        1
        for p in sueltas
        if (conceptos_de(p, "es") or p in VACIAS_ES) and not (conceptos_de(p, "en") or p in VACIAS_EN)
    )
    if supuesto == "es" and solo_en > solo_es and not any(c in pregunta for c in "¿¡ñáéíóú"):
        return "en"
    return supuesto


def clausulas_de(pregunta: str, idioma: Idioma) -> tuple[Clausula, ...]:
    """Las cláusulas de una pregunta, con lo que hereda cada una de la anterior si sola no dice de qué habla."""
    salida: list[Clausula] = []
    cerradas: list[bool] = []
    for trozo, signo in _trozos(pregunta) or [(pregunta, "")]:
        clausula = leer_clausula(trozo, idioma)
        if not clausula.terminos and not clausula.espera and salida:
            continue
        salida.append(clausula)
        cerradas.append("?" in signo or re.search(r"\b(?:y|and)\b", signo) is not None)
    return tuple(_fundir(salida, cerradas, idioma)) or (leer_clausula(pregunta, idioma),)


def _trozos(pregunta: str) -> list[tuple[str, str]]:
    """Los trozos con el signo que los cierra."""
    salida = []
    inicio = 0
    for casa in [*_CORTE.finditer(pregunta), None]:
        fin = casa.start() if casa else len(pregunta)
        trozo = pregunta[inicio:fin]
        if trozo.strip(" ¿¡,.:"):
            salida.append((trozo.strip(" ¿¡,:"), casa.group() if casa else ""))
        inicio = casa.end() if casa else fin
    return salida


def _fundir(clausulas: list[Clausula], cerradas: list[bool], idioma: Idioma) -> list[Clausula]:
    """Una frase que no pregunta nada («borré una tarea hace 10 días») se une a la que sigue o a la anterior."""
    salida: list[Clausula] = []
    pendiente = ""
    for clausula, cerrada in zip(clausulas, cerradas, strict=True):
        texto = f"{pendiente}, {clausula.texto}" if pendiente else clausula.texto
        suelta = _MANDATO.search(clausula.plegado) or (
            len(clausula.terminos) > 1 and not _CUENTA.search(clausula.texto)
        )
        if clausula is not clausulas[-1] and (
            (not clausula.espera and not (suelta and not pendiente)) or (not cerrada and _es_condicion(clausula))
        ):
            pendiente = texto
            continue
        pendiente = ""
        if salida and (not clausula.terminos or (not clausula.espera and len(clausula.terminos) < 2)):
            previa = salida.pop()
            texto = f"{previa.texto}, {clausula.texto}"
        salida.append(leer_clausula(texto, idioma))
    return salida


def _es_condicion(clausula: Clausula) -> bool:
    """«si uso el plan Gratis», «when I upgrade»: dice el caso, no pregunta."""
    return re.match(r"(?:y )?(?:si|if|when|cuando)\b", clausula.plegado) is not None and clausula.espera <= {
        "si_no",
        "fecha",
    }


def leer_clausula(texto: str, idioma: Idioma) -> Clausula:
    """Una cláusula suelta."""
    plegado = plano(texto)
    return Clausula(texto, plegado, leer_terminos(texto, idioma), _esperas(texto, plegado, idioma), medidas_en(texto))


def plano(texto: str) -> str:
    """El texto plegado, con los signos cambiados por espacios (menos %, ? y los de dentro de una palabra)."""
    return " ".join(re.sub(r"[^\w\s%?ñ.,:-]|[.,:](?=\s|$)", " ", plegar(texto)).split())


def _esperas(texto: str, plegado: str, idioma: Idioma) -> frozenset[Espera]:
    halladas: set[Espera] = {espera for espera, patron in _PATRONES if re.search(patron, plegado)}
    if re.search(r"\b(?:quien|who) (?:gana|va ganando|va (?:mejor|peor|primero)|tiene mas|wins|has more)\b", plegado):
        halladas = (halladas - {"persona"}) | {"cual"}
    if "consecuencia" in halladas:
        halladas -= {"cantidad", "fecha"} if not re.search(r"cuant[oa]|how (?:many|much|long)", plegado) else set()
    elif not halladas - {"cual"} and re.search(
        r"\b(maximo|minimo|tope|limite|maximum|minimum|max|min|limit|limits)\b", plegado
    ):
        halladas.add("cantidad")
    if _es_si_o_no(plano(_CONDICION.sub("", texto)), idioma):
        halladas.add("si_no")
    return frozenset(halladas)


_INTERROGA: Final = re.compile(
    r"\b(?:que|q|cual|cuales|cuant[oa]s?|cuando|como|donde|quien|quienes|por que|what|which|how|when|where|who|why)\b"
)
_EMPIEZA_SI_NO: Final = re.compile(
    r"(?:se |me |nos |lo |la |le )*(?:puede|puedo|podemos|deja|hay|tiene|es|esta|existe)"
)
_VERBOS_SI_NO: Final = re.compile(
    r"\b(?:puedo|puede\w*|podemos|podes|podria\w*|se puede\w*|hay|tiene\w*|tenemos|tenes|deja\w*|esta\w*|es|son|"
    r"existe\w*|incluye\w*|trae|viene|cuenta\w*|admite\w*|hace falta|supera\w*|pasa\w*|paso|falta\w*|queda\w*|sirve\w*|caben?|entran?|"
    r"soporta\w*|lleva|para|sigue|caduca\w*|necesit\w+|bloquea\w*|borra\w*|permite\w*|salen?|ven?|dan?|llego|funciona\w*)\b"
)


def _es_si_o_no(principal: str, idioma: Idioma) -> bool:
    """Verdadero si la frase, ya sin su condición, se contesta con un sí o un no."""
    if idioma == "en":
        return _SI_NO_EN.search(principal) is not None and not re.match(r"(?:is|are) (?:what|which)", principal)
    if _INTERROGA.search(principal) and not _EMPIEZA_SI_NO.match(principal):
        return False
    return _VERBOS_SI_NO.search(principal) is not None


_NUMERALES: Final = {
    "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "once": 11, "doce": 12, "quince": 15,
    "veinte": 20, "treinta": 30, "cincuenta": 50, "cien": 100, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50, "hundred": 100,
}  # fmt: skip


def en_cifras(texto: str) -> str:
    """Los numerales sueltos, en cifras: «seis personas» → «6 personas»."""
    return re.sub(r"[^\W\d_]+", lambda c: str(_NUMERALES.get(plegar(c.group()), c.group())), texto)


def medidas_en(texto: str) -> tuple[Medida, ...]:
    """Las cantidades con su unidad que dice un texto."""
    halladas = []
    for casa in _MEDIDA.finditer(en_cifras(plegar(texto))):
        halladas.append(Medida(float(casa.group(1).replace(",", ".")), plegar(casa.group(2) or "")))
    return tuple(halladas)
