"""De una página a sus fragmentos: cortes literales por encabezados, que no parten tablas ni código si caben. Puro."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from docubot.rag.frases import frases, unidades
from docubot.rag.markdown import BloqueMarkdown, Encabezado, Estructura, ancla_de, estructura, normalizar, portada

MAXIMO: Final = 1400
"""Caracteres de un fragmento: unos 400 tokens de español, dentro de los 512 del modelo de vectores con su camino."""
SEPARADOR: Final = " › "


@dataclass(frozen=True, slots=True)
class Trozo:
    """Un fragmento: `texto == pagina.texto[inicio:fin]`, con el camino de encabezados que lleva hasta él."""

    id: str
    seccion: str
    ancla: str
    inicio: int
    fin: int
    texto: str


@dataclass(frozen=True, slots=True)
class Pagina:
    """Una página leída: su ruta relativa, su título, su texto normalizado, sus etiquetas y sus fragmentos."""

    ruta: str
    titulo: str
    texto: str
    etiquetas: tuple[str, ...] = ()
    apartado: str = ""
    trozos: tuple[Trozo, ...] = field(default=())


def identificador(pagina: str, ancla: str, texto: str, repeticion: int = 0) -> str:
    """El id de un fragmento: 16 cifras hexadecimales que dependen de su sitio y de su contenido."""
    datos = "\0".join((pagina, ancla, texto, str(repeticion)))
    return sha256(datos.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def trocear(texto: str, ruta: str, maximo: int = MAXIMO) -> Pagina:
    """Los fragmentos de una página Markdown. `maximo` son caracteres; solo lo supera una palabra sola más larga."""
    texto = normalizar(texto)
    datos, cuerpo = portada(texto)
    forma = estructura(texto[cuerpo:])
    titulo = _titulo(datos, forma, ruta)
    lineas = _inicios_de_linea(texto, cuerpo)
    trozos: list[Trozo] = []
    vistos: dict[tuple[str, str], int] = {}
    for camino, ancla, bloques in _secciones(forma, titulo):
        for inicio, fin in _empaquetar(texto, lineas, bloques, maximo):
            corte = texto[inicio:fin]
            veces = vistos[ancla, corte] = vistos.get((ancla, corte), -1) + 1
            trozos.append(
                Trozo(identificador(ruta, ancla, corte, veces), SEPARADOR.join(camino), ancla, inicio, fin, corte)
            )
    return Pagina(ruta, titulo, texto, _etiquetas(datos), str(datos.get("seccion") or ""), tuple(trozos))


def trocear_llano(texto: str, ruta: str, maximo: int = MAXIMO) -> Pagina:
    """Los fragmentos de un texto sin marcas: párrafos separados por líneas en blanco."""
    texto = normalizar(texto)
    titulo = _nombre(ruta)
    lineas = _inicios_de_linea(texto, 0)
    bloques: list[BloqueMarkdown] = []
    desde: int | None = None
    for numero, linea in enumerate([*texto.split("\n"), ""]):
        if linea.strip() and desde is None:
            desde = numero
        elif not linea.strip() and desde is not None:
            bloques.append(BloqueMarkdown("parrafo", desde, numero))
            desde = None
    vistos: dict[str, int] = {}
    trozos = []
    for inicio, fin in _empaquetar(texto, lineas, bloques, maximo):
        corte = texto[inicio:fin]
        vistos[corte] = vistos.get(corte, -1) + 1
        trozos.append(Trozo(identificador(ruta, "", corte, vistos[corte]), titulo, "", inicio, fin, corte))
    return Pagina(ruta, titulo, texto, (), "", tuple(trozos))


def _nombre(ruta: str) -> str:
    return ruta.rsplit("/", 1)[-1].rsplit(".", 1)[0].replace("-", " ").replace("_", " ").strip() or ruta


def _titulo(datos: dict[str, Any], forma: Estructura, ruta: str) -> str:
    propio = datos.get("titulo") or datos.get("title")
    if isinstance(propio, str | int | float) and str(propio).strip():
        return " ".join(str(propio).split())
    primero = next((e for e in forma.encabezados if not e.anidado), None)
    return primero.texto if primero and primero.nivel == 1 and primero.texto else _nombre(ruta)


def _etiquetas(datos: dict[str, Any]) -> tuple[str, ...]:
    valor = datos.get("etiquetas") or datos.get("tags") or ()
    if isinstance(valor, str):
        valor = valor.split(",")
    return tuple(str(v).strip() for v in valor if str(v).strip()) if isinstance(valor, list | tuple) else ()


def _inicios_de_linea(texto: str, cuerpo: int) -> list[int]:
    """La posición de cada línea del cuerpo, y el final del texto como última."""
    posiciones = [cuerpo]
    while (salto := texto.find("\n", posiciones[-1])) >= 0:
        posiciones.append(salto + 1)
    return [*posiciones, len(texto)]


Seccion = tuple[tuple[str, ...], str, list[BloqueMarkdown]]


def _secciones(forma: Estructura, titulo: str) -> Iterator[Seccion]:
    """Cada sección con algo dentro. Un encabezado sin contenido ni hijos es su propio contenido: nada se pierde."""
    usadas: dict[str, int] = {}
    camino: list[Encabezado] = []
    ancla, actuales = "", list[BloqueMarkdown]()
    principales = {e.desde: e for e in forma.encabezados if not e.anidado}
    pendiente: BloqueMarkdown | None = None
    for bloque in forma.bloques:
        if bloque.clase != "encabezado":
            actuales.append(bloque)
            continue
        nuevo = principales[bloque.desde]
        if pendiente and not actuales and nuevo.nivel <= camino[-1].nivel:
            actuales = [pendiente]
        if actuales:
            yield _camino(camino, titulo), ancla, actuales
        camino = [e for e in camino if e.nivel < nuevo.nivel] + [nuevo]
        ancla, actuales, pendiente = _unica(nuevo.ancla or ancla_de(nuevo.texto), usadas), [], bloque
    if actuales or pendiente:
        yield _camino(camino, titulo), ancla, actuales or ([pendiente] if pendiente else [])


def _camino(encabezados: list[Encabezado], titulo: str) -> tuple[str, ...]:
    textos = [e.texto for e in encabezados if e.texto]
    return tuple(textos) if textos and (textos[0] == titulo or encabezados[0].nivel == 1) else (titulo, *textos)


def _unica(ancla: str, usadas: dict[str, int]) -> str:
    """El ancla, con `-1`, `-2`… si ya salió; también si otra página de texto fijo coincide con la numerada."""
    if ancla not in usadas:
        usadas[ancla] = 0
        return ancla
    while f"{ancla}-{usadas[ancla] + 1}" in usadas:
        usadas[ancla] += 1
    usadas[ancla] += 1
    usadas[f"{ancla}-{usadas[ancla]}"] = 0
    return f"{ancla}-{usadas[ancla]}"


def _empaquetar(texto: str, lineas: list[int], bloques: list[BloqueMarkdown], maximo: int) -> Iterator[tuple[int, int]]:
    """Junta bloques seguidos mientras caben; el que no cabe solo se parte por donde su clase admite."""
    inicio: int | None = None
    fin = 0
    for bloque in bloques:
        desde, hasta = _recortar(texto, lineas[bloque.desde], lineas[min(bloque.hasta, len(lineas) - 1)])
        if desde >= hasta:
            continue
        if inicio is not None and hasta - inicio > maximo:
            yield inicio, fin
            inicio = None
        if hasta - desde > maximo:
            *enteros, (desde, hasta) = _partir(texto, lineas, bloque, maximo)
            yield from enteros
        inicio = desde if inicio is None else inicio
        fin = hasta
    if inicio is not None:
        yield inicio, fin


def _recortar(texto: str, desde: int, hasta: int) -> tuple[int, int]:
    """Sin saltos al principio ni blancos al final; la sangría de la primera línea se queda (puede ser código)."""
    while desde < hasta and texto[desde] == "\n":
        desde += 1
    while hasta > desde and texto[hasta - 1].isspace():
        hasta -= 1
    return desde, hasta


def _partir(texto: str, lineas: list[int], bloque: BloqueMarkdown, maximo: int) -> list[tuple[int, int]]:
    desde, hasta = lineas[bloque.desde], lineas[min(bloque.hasta, len(lineas) - 1)]
    if bloque.clase in ("lista", "tabla"):
        cortes = [lineas[parte] for parte in bloque.partes]
    elif bloque.clase in ("codigo", "html"):
        cortes = lineas[bloque.desde + 1 : bloque.hasta]
    elif bloque.clase == "parrafo":
        cortes = [fin for _, fin in frases(texto[desde:hasta], desde)]
    else:
        cortes = [desde + fin for _, fin in unidades(texto[desde:hasta])]
    return [r for i, f in _juntar(texto, desde, hasta, cortes, maximo) if (r := _recortar(texto, i, f))[0] < r[1]]


def _juntar(texto: str, desde: int, hasta: int, cortes: list[int], maximo: int) -> Iterator[tuple[int, int]]:
    inicio = ultimo = desde
    for corte in [*(c for c in cortes if desde < c < hasta), hasta]:
        if corte - inicio > maximo and ultimo > inicio:
            yield inicio, ultimo
            inicio = ultimo
        while corte - inicio > maximo:
            medio = _corte_de_emergencia(texto, inicio, inicio + maximo)
            yield inicio, medio
            inicio = medio
        ultimo = corte
    if hasta > inicio:
        yield inicio, hasta


def _corte_de_emergencia(texto: str, inicio: int, tope: int) -> int:
    """Tras un salto o un espacio si los hay en la segunda mitad; si no, a la fuerza en `tope`."""
    for blanco in ("\n", " "):
        posicion = texto.rfind(blanco, inicio + (tope - inicio) // 2, tope)
        if posicion > inicio:
            return posicion + 1
    return tope
