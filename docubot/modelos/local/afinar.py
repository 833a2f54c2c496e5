# ruff: noqa: E501 - expresiones regulares
"""Las búsquedas que se hacen cuando ya se conocen los datos: con el estado y el plan vivos y con palabras de manual.

Quien pregunta dice «¿puedo cargar una hora en Cierzo?»; la documentación dice «registrar horas en un proyecto
completado». La acción y el objeto salen de la pregunta por el léxico; el estado y el plan, de los datos.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.implicitos import implicitos
from docubot.modelos.local.lectura import Lectura, PasajeLeido
from docubot.modelos.local.lexico import palabra_de
from docubot.modelos.local.sentido import sentido_del_cambio
from docubot.modelos.local.terminos import Termino, leer_terminos, mejor
from docubot.modelos.local.valores import registros_de
from docubot.tipos import Idioma

MAXIMO: Final = 2
"""Búsquedas de más en un turno."""
MINIMO_CONOCIDO: Final = 0.6
"""Parte de la pregunta que tiene que saber el léxico para decirla con otras palabras."""
_ACCIONES: Final = ("facturar", "registrar", "aprobar", "reabrir", "exportar", "borrar", "crear")
_OBJETOS: Final = (
    "tarea",
    "invitado",
    "almacenamiento",
    "archivo",
    "webhook",
    "peticion",
    "persona",
    "proyecto",
    "historial",
)
_PERMISO: Final = re.compile(
    r"\b(?:puedo|pued\w+|podemos|podria\w*|podes|podre|podremos|se puede|deja\w*|vale|sirve|admit\w+|can|could|may|able|allowed|possible|let me|por que|"
    r"why|falta\w*|missing|needs?|bloquead\w+|blocked|compatib\w+|valid\w*|ready|list[oa]s?|codigos?|codes?|errores|error|condicion\w*|requisit\w*|hace falta|cumpl\w+|incumpl\w+|fact-\d+|"
    r"log|bill|invoice|impide|stop\w*|tries|intenta\w*|facturable\w*|billable)\b"
)  # fmt: skip
_TOPE: Final = re.compile(
    r"\b(?:limit\w*|tope\w*|maxim\w+|cap|max|caben?|cupo|entran?|mas|more|left|room|fit|sobr\w+|exced\w+|exceed\w*|super\w+|over|above|pas\w+|margen|plan|planes|stuck|bloquead\w+|cerrar|cierr\w+|close|archiv\w+|crear|create|"
    r"umbral|aviso|avis\w+|warn\w*|threshold|alert\w*|cuenta\w*|count\w*|subir|upload|reach|llega\w*|por minuto|per minute|slots?|spots?|problem\w*)\b"
)  # fmt: skip
_PLAN_PARA: Final = re.compile(
    r"\b(?:que|q|cual) (?:\w+ )?plan\b|\b(?:what|which) (?:plan|tier)s?\b|\bplan (?:necesit|conviene|hace falta|haria falta)"
)
"""«¿qué plan necesito para 30 proyectos?»: hacen falta los límites de todos."""
_DE_PRECIO: Final = frozenset({"precio", "pagar"})
_OTRAS: Final = frozenset({"aprobar", "cambiar", "emitir", "caducar", "exportar"})
"""Lo que también se hace con horas y no depende del estado del proyecto."""
_FIN_DE_FRASE: Final = re.compile(r"(?<=[.!?])\s|\n")
_CODIGO: Final = re.compile(r"\b[A-Z]{2,}-\d{2,}\b")


def consultas(lectura: Lectura, hechas: Sequence[str]) -> list[str]:
    """Las búsquedas que aún merece la pena hacer; ninguna si los pasajes ya dicen lo que haría falta."""
    datos = [d for r in lectura.resultados for d in registros_de(r.datos)]
    pasajes = [p for r in lectura.resultados for p in r.pasajes]
    terminos = leer_terminos(lectura.pregunta, lectura.idioma)
    conceptos = frozenset().union(*(t.conceptos for t in terminos))
    plegada = plegar(lectura.pregunta)
    salida: list[str] = []
    if datos and _PERMISO.search(plegada):
        salida += _de_permiso(conceptos, _valores(datos, "estado"), pasajes)
    if codigos := _CODIGO.findall(lectura.pregunta):
        salida.append(f"cómo se arregla {codigos[0]}")
    if _PLAN_PARA.search(plegada) and not _DE_PRECIO & conceptos:
        salida += [f"límite de {cosa} en cada plan"] if (cosa := _cosa(plegada, conceptos, datos)) else []
    elif datos and _TOPE.search(plegada):
        salida += _de_tope(_cosa(plegada, conceptos, datos), _planes(terminos, conceptos, datos), pasajes)
    if conceptos & _DE_PRECIO and re.search(
        r"\d|\b(?:nueve|nine|cinco|five|diez|ten|ong|ngo|descuento|discount)\b", plegada
    ):
        salida += [f"cuánto cuesta el plan {p} por persona al mes" for p in _planes(terminos, conceptos, datos)]
    salida += [q for q in implicitos(lectura.pregunta) if not _se_dice(q, pasajes)]
    if sentido := sentido_del_cambio(lectura.pregunta, _frases(pasajes)):
        salida.append(f"{sentido} de plan")
    if (not pasajes or lectura.idioma == "en") and len(salida) < MAXIMO:
        salida += _con_otras_palabras(terminos, lectura.idioma)
    if pasajes and not datos and len(salida) < MAXIMO:
        salida += _lo_que_falta(terminos, pasajes)
    ya = {plegar(h) for h in hechas}
    return [q for q in dict.fromkeys(salida) if plegar(q) not in ya][:MAXIMO]


def _valores(datos: Sequence[Mapping[str, Any]], clave: str) -> list[str]:
    return list(dict.fromkeys(v for d in datos if isinstance(v := d.get(clave), str)))


def _de_permiso(conceptos: frozenset[str], estados: Sequence[str], pasajes: Sequence[PasajeLeido]) -> list[str]:
    accion = next((a for a in _ACCIONES if a in conceptos), "")
    if not accion and "hora" in conceptos:
        accion = "registrar"
    textos = [p.texto for p in pasajes]
    if accion in ("facturar", "") and conceptos & {"facturar", "codigo", "error"}:
        codigos = {c for t in textos for c in _CODIGO.findall(t)}
        return ["condiciones para facturar y códigos de error"] if len(codigos) < 4 else []
    if accion != "registrar" or not estados or conceptos & _OTRAS:
        return []
    dicho = any(plegar(e) in plegar(t) and "hora" in plegar(t) for e in estados for t in textos)
    return [] if dicho else [f"registrar horas en un proyecto {estados[0]}"]


def _planes(terminos: Sequence[Termino], conceptos: frozenset[str], datos: Sequence[Mapping[str, Any]]) -> list[str]:
    """Los planes que importan: el que tiene la cuenta y los que parece nombrar la pregunta con mayúscula."""
    nombrados = [t.original for t in terminos if t.original[:1].isupper() and t.conceptos & {"gratis", "empresa"}]
    return list(dict.fromkeys([*nombrados, *_valores(datos, "plan")]))


CON_OTRO_OBJETO: Final = frozenset({
    "proyecto", "hora", "persona", "archivo", "almacenamiento", "sala", "reserva", "facturar", "presupuesto", "antelacion", "peticion",
    "webhook", "invitado", "historial", "token", "subir_archivo", "tamaño", "etiqueta", "subtarea", "registrar", "moneda", "contraseña",
})  # fmt: skip
"""Si la pregunta nombra algo de esto, su límite no es el de lo que cuenta la ficha."""
_COMO_SE_DICE: Final = {
    "tarea": "tareas abiertas", "proyecto": "proyectos activos", "peticion": "peticiones por minuto", "archivo": "tamaño de archivo",
    "persona": "personas", "invitado": "invitados",
}  # fmt: skip


_SOMOS: Final = re.compile(r"\b(?:somos|seremos|seriamos|we are|we re|we're) \d+")


def _cosa(plegada: str, conceptos: frozenset[str], datos: Sequence[Mapping[str, Any]]) -> str:
    """De qué es el tope: lo que nombra la pregunta o, si solo dice «el límite», lo que cuenta la ficha."""
    if _SOMOS.search(plegada):
        return _COMO_SE_DICE["persona"]
    objeto = next((o for o in _OBJETOS if o in conceptos), "")
    if objeto:
        return _COMO_SE_DICE.get(objeto, palabra_de(objeto))
    if not conceptos & {"limite", "superar", "aviso"} or conceptos & CON_OTRO_OBJETO:
        return ""
    cuentas = [
        k
        for d in datos
        if "nombre" in d or "name" in d
        for k, v in d.items()
        if isinstance(v, int) and not isinstance(v, bool) and "_" in k
    ]
    return cuentas[0].replace("_", " ") if cuentas else ""


def _de_tope(cosa: str, planes: Sequence[str], pasajes: Sequence[PasajeLeido]) -> list[str]:
    if not cosa:
        return []
    raices = [p[:6] for p in cosa.split() if len(p) > 3]
    salida = []
    for nombre in planes or ("",):
        dicho = any(_da_el_tope(frase, plegar(nombre), raices) for frase in _frases(pasajes))
        if not dicho:
            salida.append(f"límite de {cosa} plan {nombre}" if nombre else f"límite de {cosa} en cada plan")
    return salida


def _da_el_tope(frase: str, nombre: str, raices: Sequence[str]) -> bool:
    """Verdadero si la frase dice una cifra de eso para ese plan y no es un precio."""
    plegada = plegar(frase)
    return (
        nombre in plegada
        and all(x in plegada for x in raices)
        and "€" not in frase
        and re.search(r"\d|sin limite|no tiene", plegada) is not None
    )


def _se_dice(expresion: str, pasajes: Sequence[PasajeLeido]) -> bool:
    """Verdadero si alguna frase de los pasajes ya trata de eso."""
    buscados = leer_terminos(expresion, "es")
    return any(all(mejor(t, leer_terminos(f, "es")) >= 0.75 for t in buscados) for f in _frases(pasajes))


def _frases(pasajes: Sequence[PasajeLeido]) -> Iterator[str]:
    return (frase for p in pasajes for frase in _FIN_DE_FRASE.split(p.texto))


def _lo_que_falta(terminos: Sequence[Termino], pasajes: Sequence[PasajeLeido]) -> list[str]:
    """Lo que la pregunta nombra y ningún pasaje dice, con palabras de manual y el plan que se nombre."""
    dichos = tuple(t for p in pasajes for t in leer_terminos(f"{p.titulo} {p.texto}", "es"))
    faltan = [t for t in terminos if t.conceptos - _DE_PASO and t.peso == 1.0 and mejor(t, dichos) < 0.75]
    if not 0 < len(faltan) <= MAXIMO_QUE_FALTAN:
        return []
    cosas = [palabra_de(sorted(t.conceptos)[0]) for t in faltan]
    planes = [t.original for t in terminos if t.conceptos & _DE_PLANES and t.original[:1].isupper()]
    return [" ".join(dict.fromkeys([*cosas, *(f"plan {p}" for p in planes)]))]


_DE_PLANES: Final = frozenset({"gratis", "equipo", "empresa"})
_DE_PASO: Final = frozenset({
    "mensual", "anual", "semana", "minuto", "hora", "diaria", "total", "restante", "exceso", "superar", "ver", "incluir", "enviar", "cambiar", "fecha",
    "periodo", "limite", "minimo", "crear", "fallo", "elegir", "tipo", "opcion", "grande", "negocio", "organizacion", "persona", "gratis", "equipo", "empresa",
})  # fmt: skip
"""Conceptos que no dicen de qué se pregunta: que no estén no justifica otra búsqueda."""
MAXIMO_QUE_FALTAN: Final = 3


def _con_otras_palabras(terminos: Sequence[Termino], idioma: Idioma) -> list[str]:
    """La pregunta con las palabras del léxico, en el idioma de la documentación; nada si nombra algo desconocido."""
    contados = [t for t in terminos if t.peso == 1.0 and not t.forma.isdigit() and not t.original[:1].isupper()]
    sabidos = [t for t in contados if t.conceptos]
    if any(t.original[:1].isupper() and not t.conceptos and not t.original.isupper() for t in terminos[1:]):
        return []
    if len(sabidos) < 2 or len(sabidos) < MINIMO_CONOCIDO * len(contados):
        return []
    dichas = [palabra_de(sorted(t.conceptos)[0]) if idioma == "en" else _canonica(t) for t in sabidos]
    return [" ".join(dict.fromkeys(dichas))]


def _canonica(termino: Termino) -> str:
    return palabra_de(sorted(termino.conceptos)[0]) if len(termino.conceptos) == 1 else termino.forma.replace("_", " ")
