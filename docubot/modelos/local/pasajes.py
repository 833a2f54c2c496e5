"""Un pasaje Markdown como unidades que se pueden citar: frases, elementos de lista, celdas de tabla.

El texto de cada unidad es un corte literal del pasaje. Los bloques de código quedan aparte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from docubot.modelos.local.lectura import PasajeLeido

Clase = Literal["frase", "punto", "paso", "celda", "fila", "codigo"]

_ENCABEZADO: Final = re.compile(r"^(#{1,6})\s+(.+?)\s*#*$")
_PUNTO: Final = re.compile(r"^(\s*)([-*+]|\d{1,3}[.)])\s+(.+)$")
_VALLA: Final = re.compile(r"^\s*(```|~~~)")
_REGLA_DE_TABLA: Final = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$")
_FIN_DE_FRASE: Final = re.compile(r"(?<=[.!?…])[\"»”)]?\s+(?=[A-ZÁÉÍÓÚÑÜ¿¡«\"“(`*\[\d])")
_ABREVIATURA: Final = re.compile(r"(?:\b(?:p|ej|art|núm|pág|etc|Sr|Sra|e\.g|i\.e|vs)\.|\b\d+\.)$")
_ENLACE: Final = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_MARCAS: Final = re.compile(r"\*\*|__|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)")


@dataclass(frozen=True, slots=True)
class Unidad:
    """Un trozo citable de un pasaje.

    `contexto`: los encabezados, de fuera adentro. `entrada`: la frase que presenta la lista. `grupo`: la lista o tabla.
    En una celda, `fila` y `columna` son sus títulos y `texto`, su valor; en una fila, `celdas` son (columna, valor).
    """

    clase: Clase
    texto: str
    pasaje: int
    numero: int | None
    orden: int
    contexto: tuple[str, ...] = ()
    entrada: str = ""
    grupo: int = -1
    fila: str = ""
    columna: str = ""
    celdas: tuple[tuple[str, str], ...] = ()

    @property
    def encabezado(self) -> str:
        """El encabezado más cercano."""
        return self.contexto[-1] if self.contexto else ""

    @property
    def legible(self) -> str:
        """El texto sin enlaces ni negritas de Markdown."""
        return sin_marcas(self.texto)


@dataclass(slots=True)
class _Lector:
    indice: int
    pasaje: PasajeLeido
    unidades: list[Unidad] = field(default_factory=list)
    titulos: list[tuple[int, str]] = field(default_factory=list)
    grupo: int = 0
    ultima_frase: str = ""

    def contexto(self) -> tuple[str, ...]:
        camino = [t.strip() for t in re.split(r"\s*[›>]\s*", self.pasaje.titulo) if t.strip()]
        propios = [t for _, t in self.titulos if t not in camino]
        return (*camino, *propios)

    def anadir(self, clase: Clase, texto: str, entrada: str = "", grupo: int = -1) -> None:
        self.unidades.append(
            Unidad(clase, texto, self.indice, self.pasaje.numero, len(self.unidades), self.contexto(), entrada, grupo)
        )


def sin_marcas(texto: str) -> str:
    """El Markdown de una línea como se lee: los enlaces, por su texto; sin negritas."""
    return _MARCAS.sub("", _ENLACE.sub(r"\1", texto))


def unidades_de(pasajes: Sequence[PasajeLeido]) -> tuple[Unidad, ...]:
    """Todas las unidades de los pasajes, en su orden; `orden` es único en el conjunto."""
    todas: list[Unidad] = []
    for indice, pasaje in enumerate(pasajes):
        lector = _Lector(indice, pasaje, grupo=indice * 1000)
        _leer(lector, pasaje.texto.splitlines())
        todas.extend(lector.unidades)
    return tuple(replace(u, orden=i) for i, u in enumerate(todas))


def _leer(lector: _Lector, lineas: Sequence[str]) -> None:
    i = 0
    while i < len(lineas):
        linea = lineas[i]
        if _VALLA.match(linea):
            i = _leer_codigo(lector, lineas, i)
        elif _ENCABEZADO.match(linea):
            _anotar_titulo(lector, linea)
            i += 1
        elif linea.lstrip().startswith("|") or _abre_tabla(lineas, i):
            i = _leer_tabla(lector, lineas, i)
        elif _PUNTO.match(linea):
            i = _leer_lista(lector, lineas, i)
        elif not linea.strip():
            i += 1
        else:
            i = _leer_parrafo(lector, lineas, i)


def _abre_tabla(lineas: Sequence[str], i: int) -> bool:
    siguiente = next((linea for linea in lineas[i + 1 : i + 3] if linea.strip()), "")
    return "|" in lineas[i] and bool(_REGLA_DE_TABLA.match(siguiente))


def _anotar_titulo(lector: _Lector, linea: str) -> None:
    casa = _ENCABEZADO.match(linea)
    if casa is None:
        return
    nivel = len(casa.group(1))
    lector.titulos = [t for t in lector.titulos if t[0] < nivel]
    lector.titulos.append((nivel, casa.group(2)))
    lector.ultima_frase = ""


def _leer_codigo(lector: _Lector, lineas: Sequence[str], desde: int) -> int:
    fin = desde + 1
    while fin < len(lineas) and not _VALLA.match(lineas[fin]):
        fin += 1
    cuerpo = "\n".join(lineas[desde + 1 : fin])
    if cuerpo.strip():
        lector.anadir("codigo", cuerpo, lector.ultima_frase)
    return fin + 1


def _leer_parrafo(lector: _Lector, lineas: Sequence[str], desde: int) -> int:
    fin = desde
    while fin < len(lineas) and lineas[fin].strip() and not _abre_bloque(lineas, fin, desde):
        fin += 1
    for frase in frases("\n".join(lineas[desde:fin]).strip().removeprefix("> ")):
        lector.anadir("frase", frase)
        lector.ultima_frase = frase
    return max(fin, desde + 1)


def _abre_bloque(lineas: Sequence[str], i: int, desde: int) -> bool:
    if i == desde:
        return False
    linea = lineas[i]
    return bool(_VALLA.match(linea) or _ENCABEZADO.match(linea) or _PUNTO.match(linea)) or linea.lstrip().startswith(
        "|"
    )


def frases(texto: str) -> list[str]:
    """Las frases de un párrafo, cada una un corte literal; una abreviatura («p. ej.») no acaba frase."""
    salida: list[str] = []
    inicio = 0
    for casa in _FIN_DE_FRASE.finditer(texto):
        if _ABREVIATURA.search(texto[inicio : casa.start()]):
            continue
        salida.append(texto[inicio : casa.end()].strip())
        inicio = casa.end()
    resto = texto[inicio:].strip()
    return [*salida, resto] if resto else salida


def _leer_lista(lector: _Lector, lineas: Sequence[str], desde: int) -> int:
    lector.grupo += 1
    entrada = lector.ultima_frase if lector.ultima_frase.endswith(":") else ""
    i = desde
    while i < len(lineas):
        casa = _PUNTO.match(lineas[i])
        if casa is None:
            if lineas[i].strip() or i + 1 >= len(lineas) or not _PUNTO.match(lineas[i + 1]):
                break
            i += 1
            continue
        partes = [casa.group(3)]
        while i + 1 < len(lineas) and lineas[i + 1].startswith((" ", "\t")) and not _PUNTO.match(lineas[i + 1]):
            i += 1
            partes.append(lineas[i])
        clase: Clase = "paso" if casa.group(2)[0].isdigit() else "punto"
        lector.anadir(clase, "\n".join(partes).strip(), entrada, lector.grupo)
        i += 1
    return i


def _leer_tabla(lector: _Lector, lineas: Sequence[str], desde: int) -> int:
    lector.grupo += 1
    fin = desde
    while fin < len(lineas) and ("|" in lineas[fin] or _sigue_la_tabla(lineas, fin)):
        fin += 1
    escritas = [linea for linea in lineas[desde:fin] if linea.strip()]
    filas = [_celdas(linea) for linea in escritas if not _REGLA_DE_TABLA.match(linea)]
    con_cabecera = len(escritas) > 1 and bool(_REGLA_DE_TABLA.match(escritas[1]))
    cabecera = filas.pop(0) if con_cabecera and filas else []
    for fila in filas:
        for unidad in _unidades_de_fila(lector, cabecera, fila):
            lector.unidades.append(unidad)
    return max(fin, desde + 1)


def _sigue_la_tabla(lineas: Sequence[str], i: int) -> bool:
    """Una línea en blanco entre dos filas: quien partió el pasaje en bloques la metió ahí."""
    return not lineas[i].strip() and i + 1 < len(lineas) and lineas[i + 1].lstrip().startswith("|")


def _celdas(linea: str) -> list[str]:
    return [c.strip() for c in re.split(r"(?<!\\)\|", linea.strip().strip("|"))]


def _unidades_de_fila(lector: _Lector, cabecera: Sequence[str], fila: Sequence[str]) -> Iterator[Unidad]:
    if not fila or not any(fila):
        return
    titulo, resto = fila[0], fila[1:]
    columnas = list(cabecera[1:]) + [""] * max(0, len(resto) - len(cabecera[1:]))
    pares = tuple(zip(columnas, resto, strict=False))
    base = Unidad(
        "fila", " | ".join(fila), lector.indice, lector.pasaje.numero, 0, lector.contexto(), lector.ultima_frase,
        lector.grupo, fila=titulo, columna=cabecera[0] if cabecera else "", celdas=pares,
    )  # fmt: skip
    yield base
    for columna, valor in pares:
        if valor:
            yield replace(base, clase="celda", texto=valor, columna=columna, celdas=())
