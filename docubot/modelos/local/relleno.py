"""Los argumentos de una llamada: lo que pide cada campo, sacado del mensaje, del historial y de los resultados."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Final

from docubot.lenguaje.calendario import HoraInexistente, instante
from docubot.lenguaje.conceptos import claves, trocear
from docubot.lenguaje.fechas import Intervalo, leer_intervalo
from docubot.lenguaje.numeros import leer_numero, numeros_en
from docubot.lenguaje.texto import plegar
from docubot.modelos.local.campos import Clase, asociadas, clase_de, es_final, texto_de
from docubot.modelos.local.catalogo import Campo, Ficha
from docubot.modelos.local.valores import (
    DINERO,
    GENTE,
    MENORES,
    PAREJA,
    TRAS,
    Material,
    cuantos,
    hasta_la_fecha,
    identificadores,
)

_CORREO: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_ZONA: Final = re.compile(r"\b[A-Z][a-z]+/[A-Z][A-Za-z_]+\b")
_PASADO: Final = frozenset({"emitida", "registrar", "facturar", "pagada", "vencida"})


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
    primero: tuple[Clase, ...] = (
        "enum",
        "instante",
        "dia",
        "hora",
        "correo",
        "importe",
        "personas",
        "titulo",
        "motivo",
    )
    return sorted(campos, key=lambda c: primero.index(k) if (k := clase_de(c)) in primero else len(primero))


def intervalo_de(ficha: Ficha, material: Material) -> Intervalo:
    """Cuándo: lo que dice la pregunta y, si no, lo que se dijo antes. Lo ya emitido mira al pasado."""
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
    return (
        re.search(r"\b(de|a|from|to|origen|destino|partida|llegada|source|target|unidad|unit)\b", texto_de(campo))
        is not None
    )


def _origen_o_destino(campo: Campo, estado: _Estado, palabras: list[str], aciertos: list[tuple[int, str]]) -> str:
    """«180 libras en kilos»: el origen es el que sigue a la cifra; el destino, el otro."""
    origen = re.search(r"\b(partida|origen|source|is in|from)\b", texto_de(campo)) or plegar(campo.nombre) in (
        "de",
        "from",
    )
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
    for resto in (
        estado.intervalo.resto,
        *(leer_intervalo(a, estado.material.lectura.hoy).resto for a in estado.material.anteriores),
    ):
        casas = list(GENTE.finditer(resto))
        if casas:
            total = sum((cuantos(m.group(1) or m.group(2)) for m in casas[:1]), Decimal(0))
            return total + sum((cuantos(m.group(1)) for m in MENORES.finditer(resto)), Decimal(0))
    if PAREJA.search(estado.intervalo.resto):
        return Decimal(2)
    sueltos = [
        n for n in numeros_en(estado.intervalo.resto) if n.valor == n.valor.to_integral_value() and 0 < n.valor < 1000
    ]
    return sueltos[0].valor if len(sueltos) == 1 else None


def _importe(campo: Campo, estado: _Estado) -> Decimal | None:

    for texto in (estado.intervalo.resto, *(plegar(a) for a in estado.material.anteriores)):
        casa = DINERO.search(texto)
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
    return hasta_la_fecha(dicho) if dicho else _tras("texto", estado)


def _motivo(campo: Campo, estado: _Estado) -> str | None:
    return _tras("motivo", estado) or _citado(estado)


def _tras(clase: str, estado: _Estado) -> str | None:
    casa = TRAS[clase].search(estado.material.texto)
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
