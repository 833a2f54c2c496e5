"""Los argumentos de una llamada: lo que pide cada campo, sacado del mensaje, del historial y de los resultados."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Final

from docubot.lenguaje.calendario import HoraInexistente, instante
from docubot.lenguaje.conceptos import claves, trocear
from docubot.lenguaje.fechas import Intervalo, leer_intervalo
from docubot.lenguaje.numeros import numeros_en
from docubot.lenguaje.texto import plegar
from docubot.modelos.local.analisis import Analisis, terminos_de
from docubot.modelos.local.campos import Clase, asociadas, clase_de, es_final, solo_digitos, texto_de
from docubot.modelos.local.catalogo import Campo, Ficha
from docubot.modelos.local.entidades import Nombre
from docubot.modelos.local.lectura import Lectura, ResultadoLeido

_CORREO: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_CON_CIFRAS: Final = re.compile(r"#?\s?(?<![\w.,:/])([A-Za-z]{0,6}[-_]?\d[\w-]*)(?![\w:/]|[.,]\d)")
_ZONA: Final = re.compile(r"\b[A-Z][a-z]+/[A-Z][A-Za-z_]+\b")
_PASADO: Final = frozenset({"emitida", "registrar", "facturar", "pagada", "vencida"})
_GENTE: Final = re.compile(
    r"(?:(?:para|for|somos|seremos|seriamos|vamos|of)\s+(\d+|una?|one)\b(?!\s*(?:horas?|hours?|min|dias?|days?|noches?|nights?|h\b|:))"
    r"|(\d+|una?|one)\s+(?:personas?|gente|people|person|huespedes|huesped|guests?|asistentes|attendees|adultos|adults|plazas|seats|invitados))"
)
_MENORES: Final = re.compile(r"(\d+|una?|one|a)\s+(?:niños?|niñas?|nenes?|hijos?|menores|bebes?|kids?|child|children|toddlers?)")
_DINERO: Final = re.compile(r"(?:[$€£]|usd|eur)\s?(\d[\d.,]*\d|\d)|(\d[\d.,]*\d|\d)\s*(?:[$€£]|euros?|eur\b|dolares|dollars?|usd\b|pesos?|libras)")
_ES_FECHA: Final = re.compile(
    r"(?:el |on |next |este |this |para el |at |a las? |de |from |desde |for )?(?:\d|lunes|martes|miercoles|jueves|viernes|sabado|domingo|mañana\b|hoy\b|pasado mañana"
    r"|proximo|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|today|noon|next (?:mon|tue|wed|thu|fri|sat|sun))"
)
_PAREJA: Final = re.compile(r"\b(?:mi|yo|me|myself|i) (?:y|and) (?:mi |my )?\w+\b")
_TRAS: Final[dict[str, re.Pattern[str]]] = {
    "motivo": re.compile(
        r"(?:motivo|reason)\s*:?\s+(.+)|(?:porque|ya que|because|since|due to|debido a|por)\s+(?!favor\b)([^\d\s].+)", re.IGNORECASE
    ),
    "titulo": re.compile(r"(?:titulad[oa]|titled|llamad[oa]|called|named|con (?:el )?titulo|with title|sobre|about)\s*:?\s+(.+)", re.IGNORECASE),
    "traducido": re.compile(r"\b(?:tradu\w+|translate)\s+(.+?)\s+(?:al|a|into|to|en|in)\s+\w+\W*$", re.IGNORECASE),
    "texto": re.compile(r"(?::\s*(.+))|(?:\b(?:que|diciendo(?: que)?|saying(?: that)?|that)\s+(.+))", re.IGNORECASE | re.DOTALL),
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


@dataclass(frozen=True, slots=True)
class Relleno:
    """Los argumentos de una llamada y los obligatorios que faltan; `aviso` dice por qué uno no vale."""

    entrada: Mapping[str, Any]
    faltan: tuple[Campo, ...] = ()
    aviso: str = ""
    propios: int = 0


@dataclass(slots=True)
class _Estado:
    ficha: Ficha
    material: Material
    intervalo: Intervalo
    citados: list[str]
    usados: set[str] = field(default_factory=set)
    aviso: str = ""


def rellenar(ficha: Ficha, material: Material, fijos: Mapping[str, Any] | None = None) -> Relleno:
    """Rellena los campos de una herramienta; `fijos` son los que ya decidió quien la eligió."""
    estado = _Estado(ficha, material, intervalo_de(ficha, material), list(material.analisis.citados))
    entrada: dict[str, Any] = {}
    faltan: list[Campo] = []
    propios = 0
    for campo in _en_orden(ficha.campos):
        valor = fijos[campo.nombre] if fijos and campo.nombre in fijos else _valor(campo, estado)
        if valor is None:
            if campo.obligatorio:
                faltan.append(campo)
            continue
        entrada[campo.nombre] = valor
        propios += campo.obligatorio
    orden = [c.nombre for c in ficha.campos]
    return Relleno({n: entrada[n] for n in orden if n in entrada}, tuple(faltan), estado.aviso, propios)


def _en_orden(campos: Sequence[Campo]) -> list[Campo]:
    """Lo inconfundible antes (fechas, importes, correos), para que lo ambiguo no se lo quede."""
    primero: tuple[Clase, ...] = ("enum", "instante", "dia", "hora", "correo", "importe", "personas", "titulo", "motivo")
    return sorted(campos, key=lambda c: primero.index(k) if (k := clase_de(c)) in primero else len(primero))


def intervalo_de(ficha: Ficha, material: Material) -> Intervalo:
    """Cuándo: lo que dice la pregunta y, si no, lo que se dijo antes. Lo ya emitido mira al pasado; lo demás, al futuro."""
    hoy = material.lectura.hoy
    leido = leer_intervalo(_sin_citas(material.texto), hoy)
    for anterior in material.anteriores:
        if not leido.vacio:
            break
        leido = replace(leer_intervalo(anterior, hoy), resto=leido.resto)
    if hoy is not None and leido.dia is not None and ficha.papel != "accion" and _PASADO & set(ficha.si):
        leido = _al_pasado(leido, hoy)
    return leido


def _al_pasado(leido: Intervalo, hoy: date) -> Intervalo:
    if leido.dia is None or leido.dia <= hoy or (leido.dia - hoy).days < 45 or str(leido.dia.year) in leido.resto:
        return leido
    atras = _un_anio_antes
    return replace(leido, dia=atras(leido.dia), dia_fin=atras(leido.dia_fin) if leido.dia_fin else None)


def _un_anio_antes(dia: date) -> date:
    return dia.replace(year=dia.year - 1) if (dia.month, dia.day) != (2, 29) else dia - timedelta(days=366)


def _sin_citas(texto: str) -> str:
    return re.sub(r"«[^»]*»|“[^”]*”|\"[^\"]*\"", " ", texto)


def _valor(campo: Campo, estado: _Estado) -> Any:
    valor = _LECTORES[clase_de(campo)](campo, estado)
    if valor is not None and campo.tipo in ("integer", "number"):
        valor = _numero_valido(campo, valor)
    return valor


def _numero_valido(campo: Campo, valor: Decimal) -> int | float | None:
    minimo, maximo = campo.esquema.get("minimum"), campo.esquema.get("maximum")
    if (minimo is not None and valor < Decimal(str(minimo))) or (maximo is not None and valor > Decimal(str(maximo))):
        return None
    if valor == valor.to_integral_value():
        return int(valor)
    return float(valor) if campo.tipo == "number" else None


def _enum(campo: Campo, estado: _Estado) -> Any:
    opciones = asociadas(campo, _descripcion(estado))
    palabras = trocear(plegar(_sin_citas(estado.material.texto)))
    aciertos: list[tuple[int, str]] = []
    for i, palabra in enumerate(palabras):
        propias = claves(palabra) | {f"={palabra}"}
        casan = [v for v, suyas in opciones.items() if propias & suyas]
        aciertos.extend((i, v) for v in casan[:1])
    aciertos = [a for a in aciertos if a[1] not in estado.usados or len(aciertos) == 1]
    if not aciertos:
        return None
    elegido = _origen_o_destino(campo, estado, palabras, aciertos)
    if _es_par(campo):
        estado.usados.add(elegido)
    return next(v for v in campo.esquema["enum"] if str(v) == elegido)


def _descripcion(estado: _Estado) -> str:
    leida = estado.material.lectura.herramienta(estado.ficha.nombre)
    return leida.descripcion if leida is not None else ""


def _es_par(campo: Campo) -> bool:
    return re.search(r"\b(de|a|from|to|origen|destino|partida|llegada|source|target|unidad|unit)\b", texto_de(campo)) is not None


def _origen_o_destino(campo: Campo, estado: _Estado, palabras: list[str], aciertos: list[tuple[int, str]]) -> str:
    """«180 libras en kilos»: el origen es el que sigue a la cifra; el destino, el otro."""
    origen = re.search(r"\b(partida|origen|source|is in|from)\b", texto_de(campo)) or plegar(campo.nombre) in ("de", "from")
    if not _es_par(campo) or len({v for _, v in aciertos}) < 2:
        return aciertos[0][1]
    junto = [v for i, v in aciertos if i and re.fullmatch(r"\d[\d.,]*", palabras[i - 1])]
    if origen:
        return junto[0] if junto else aciertos[0][1]
    return next((v for _, v in aciertos if not junto or v != junto[0]), aciertos[-1][1])


def _booleano(campo: Campo, estado: _Estado) -> bool | None:
    texto = plegar(estado.material.texto)
    palabras = trocear(texto)
    propias = {c for c in campo.claves if not c.startswith("=")} or campo.claves
    lugares = [i for i, p in enumerate(palabras) if claves(p) & propias]
    if not lugares:
        previsto = re.search(r"\bfalse si\b|\bfalse if\b|por defecto false|default(?:s to)? false", texto_de(campo))
        return False if campo.obligatorio and previsto else None
    antes = palabras[max(0, lugares[0] - 4) : lugares[0]]
    despues = palabras[lugares[0] + 1 : lugares[0] + 5]
    negado = {"sin", "no", "without", "ni", "don't", "doesn't", "not", "ningun"} & set(antes)
    tras = " ".join(despues)
    return not (negado or re.match(r"(?:no|not|da igual|isn't|tampoco)\b", tras))


def _personas(campo: Campo, estado: _Estado) -> Decimal | None:
    for resto in (estado.intervalo.resto, *(leer_intervalo(a, estado.material.lectura.hoy).resto for a in estado.material.anteriores)):
        casas = list(_GENTE.finditer(resto))
        if casas:
            total = sum((_cuantos(m.group(1) or m.group(2)) for m in casas[:1]), Decimal(0))
            return total + sum((_cuantos(m.group(1)) for m in _MENORES.finditer(resto)), Decimal(0))
    if _PAREJA.search(estado.intervalo.resto):
        return Decimal(2)
    sueltos = [n for n in numeros_en(estado.intervalo.resto) if n.valor == n.valor.to_integral_value() and 0 < n.valor < 1000]
    return sueltos[0].valor if len(sueltos) == 1 else None


def _cuantos(palabra: str) -> Decimal:
    return Decimal(palabra) if palabra.isdigit() else Decimal(1)


def _importe(campo: Campo, estado: _Estado) -> Decimal | None:
    from docubot.lenguaje.numeros import leer_numero

    for texto in (estado.intervalo.resto, *(plegar(a) for a in estado.material.anteriores)):
        casa = _DINERO.search(texto)
        if casa is not None:
            return leer_numero(casa.group(1) or casa.group(2))
    return _numero(campo, estado) if len(estado.ficha.obligatorios) == 1 or "unidad" in estado.ficha.si else None


def _numero(campo: Campo, estado: _Estado) -> Decimal | None:
    hallados = [n.valor for n in numeros_en(estado.intervalo.resto) if str(n.valor) not in estado.usados]
    return hallados[0] if hallados else None


def _lista(campo: Campo, estado: _Estado) -> list[Any] | None:
    nombres = [n.texto for n in estado.material.nombres]
    minimo = int(campo.esquema.get("minItems", 1))
    return nombres if len(nombres) >= minimo else None


def _instante(campo: Campo, estado: _Estado) -> str | None:
    leido = estado.intervalo
    dia, hora = leido.fin if es_final(campo) else (leido.dia, leido.hora)
    if dia is None or hora is None:
        return None
    try:
        return instante(dia, hora, estado.material.lectura.zona)
    except HoraInexistente as error:
        estado.aviso = str(error)
        return None


def _dia(campo: Campo, estado: _Estado) -> str | None:
    leido = estado.intervalo
    dia = (leido.dia_fin or (leido.dia if leido.hora_fin else None)) if es_final(campo) else leido.dia
    return dia.isoformat() if dia is not None else None


def _hora(campo: Campo, estado: _Estado) -> str | None:
    hora = estado.intervalo.fin[1] if es_final(campo) else estado.intervalo.hora
    return hora.strftime("%H:%M") if hora is not None else None


def _correo(campo: Campo, estado: _Estado) -> str | None:
    m = estado.material
    textos = [m.texto, *m.anteriores, *(r.texto for r in reversed(m.resultados))]
    return next((c.group() for t in textos if (c := _CORREO.search(t))), None)


def _zona(campo: Campo, estado: _Estado) -> str | None:
    casa = _ZONA.search(estado.material.texto)
    if casa:
        return casa.group()
    return estado.material.lectura.zona if campo.obligatorio else None


def _citado(estado: _Estado) -> str | None:
    return estado.citados.pop(0).strip() if estado.citados else None


def _texto(campo: Campo, estado: _Estado) -> str | None:
    return _citado(estado) or _tras("traducido", estado) or _tras("texto", estado)


def _titulo(campo: Campo, estado: _Estado) -> str | None:
    dicho = _citado(estado) or _tras("titulo", estado)
    return _hasta_la_fecha(dicho) if dicho else _tras("texto", estado)


def _hasta_la_fecha(titulo: str) -> str:
    """El título sin la fecha que le siga («Revisión el jueves a las 3» → «Revisión»)."""
    palabras = titulo.split()
    for i in range(1, len(palabras)):
        if _ES_FECHA.match(plegar(" ".join(palabras[i : i + 3]))):
            return " ".join(palabras[:i]).rstrip(",")
    return titulo


def _motivo(campo: Campo, estado: _Estado) -> str | None:
    return _tras("motivo", estado) or _citado(estado)


def _tras(clase: str, estado: _Estado) -> str | None:
    casa = _TRAS[clase].search(estado.material.texto)
    if casa is None:
        return None
    valor = next(g for g in casa.groups() if g).strip(" .\"«»'")
    return valor if len(valor) > 1 else None


def _consulta(campo: Campo, estado: _Estado) -> str | None:
    return estado.material.texto.strip() or None


def _nombre(campo: Campo, estado: _Estado) -> str | None:
    citado = _citado(estado) if not estado.material.nombres else None
    libres = [n.texto for n in estado.material.nombres if n.texto not in estado.usados]
    if libres:
        estado.usados.add(libres[0])
        return libres[0]
    return citado


def _id(campo: Campo, estado: _Estado) -> str | None:
    return next(iter(identificadores(campo, estado.material)), None)


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
    contados = _MENORES.sub(" ", _GENTE.sub(" ", leer_intervalo(texto, lectura.hoy).resto))
    for casa in _CON_CIFRAS.finditer(_sin_fechas(texto)):
        if re.sub(r"[^\w-]", "", plegar(casa.group(1))) not in trocear(contados):
            continue
        valor = re.sub(r"\D", "", casa.group(1)) if solo_digitos(campo) else casa.group(1)
        dinero = _DINERO.search(casa.string[max(0, casa.start() - 2) : casa.end() + 8])
        if valor and not (dinero and dinero.group().strip("$€£ ").startswith(casa.group(1))):
            yield valor


def _sin_fechas(texto: str) -> str:
    """El texto sin las horas ni las fechas con forma de número, que no son identificadores."""
    return re.sub(r"\b\d{4}-\d{2}-\d{2}(?:T[\d:+-]+)?|\b\d{1,2}:\d{2}\b|\b\d+\s*(?:personas|people|horas|hours|dias|days)\b", " ", texto)


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
        limpio = re.sub(rf"(?:\b(?:de|del|en|of|on|in|for|a|para|el|proyecto|project)\s+)*\b{re.escape(nombre.texto)}(?:['’]s)?\b", " ", limpio)
    limpio = re.sub(r"\s+([?!.,])", r"\1", re.sub(r"\s+", " ", limpio)).strip(" ,;")
    return limpio if terminos_de(limpio) else texto.strip()


_LECTORES: Final[dict[Clase, Callable[[Campo, _Estado], Any]]] = {
    "enum": _enum,
    "booleano": _booleano,
    "personas": _personas,
    "importe": _importe,
    "numero": _numero,
    "lista": _lista,
    "instante": _instante,
    "dia": _dia,
    "hora": _hora,
    "correo": _correo,
    "zona": _zona,
    "texto": _texto,
    "titulo": _titulo,
    "motivo": _motivo,
    "id": _id,
    "consulta": _consulta,
    "nombre": _nombre,
}
