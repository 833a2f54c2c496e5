"""Buscar en una colección: denso y léxico fundidos, repetidos fuera y un umbral para poder decir «no está»."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from docubot.errores import DatosInvalidos
from docubot.lenguaje.embeddings import Embebedor, SinEmbebedor, embebedor_por_defecto
from docubot.lenguaje.texto import palabras, plegar
from docubot.rag import colecciones, fusion, umbral
from docubot.rag.foto import FichaDePagina, Foto
from docubot.rag.lexico import terminos_de_consulta
from docubot.tipos import Pasaje

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_CONSULTA: Final = 4000
"""Caracteres de la consulta que se miran."""
CASI_IGUALES: Final = 0.9
"""Con esta parte de palabras en común (Jaccard), dos pasajes dicen lo mismo y solo queda el mejor."""


class ConDatos(Protocol):
    """Lo que hace falta de la configuración."""

    @property
    def datos(self) -> Path:
        """La carpeta donde vive el estado."""
        ...

    @property
    def coleccion(self) -> str | None:
        """La colección elegida, o None para la de siempre."""
        ...

    @property
    def chroma_url(self) -> str | None:
        """El servidor Chroma, o None si el registro es local."""
        ...


@dataclass(frozen=True, slots=True)
class Filtro:
    """Limita la búsqueda: `pagina` admite comodines, `seccion` es parte del camino, `etiqueta` es de la portada."""

    pagina: str | None = None
    seccion: str | None = None
    etiqueta: str | None = None

    def admite_pagina(self, ficha: FichaDePagina) -> bool:
        """Si la página puede tener algo que pase el filtro."""
        if self.pagina and not (
            fnmatchcase(ficha.ruta, self.pagina) or ficha.ruta.startswith(self.pagina.rstrip("/") + "/")
        ):
            return False
        buscada = plegar(self.etiqueta or "").strip()
        return not buscada or buscada in {plegar(e) for e in (*ficha.etiquetas, ficha.apartado)}

    def admite_seccion(self, seccion: str) -> bool:
        """Si el camino de encabezados contiene lo pedido."""
        return not self.seccion or plegar(self.seccion) in plegar(seccion)


@dataclass(frozen=True, slots=True)
class Orden:
    """El resultado de puntuar una consulta: puntuación fundida de cada fragmento y lo necesario para el umbral."""

    fundida: NDArray[Any]
    densa: NDArray[Any] | None
    terminos: list[str]


class Recuperador:
    """Busca en una foto abierta. No escribe nada."""

    def __init__(self, foto: Foto, embebedor: Embebedor) -> None:
        self.foto = foto
        self.embebedor = embebedor

    def buscar(
        self, consulta: str, k: int = 5, filtro: Filtro | None = None, *, con_umbral: bool = True
    ) -> list[Pasaje]:
        """Los k mejores pasajes, de mejor a peor; vacío si la documentación no responde a la consulta.

        Con `con_umbral=False` devuelve los mejores aunque no respondan.
        """
        orden = self.puntuar(consulta[:MAX_CONSULTA])
        if not orden.terminos and orden.densa is None:
            return []
        admitidos = None if filtro is None else self._admitidos(filtro)
        fundida = orden.fundida if admitidos is None else _solo(orden.fundida, admitidos)
        candidatos = [n for n in fusion.mejores(fundida, 3 * k + 8) if fundida[n] >= 0]
        pasajes: list[Pasaje] = []
        for pasaje in self._con_relevancia(orden, candidatos):
            if con_umbral and pasaje.puntuacion < (umbral.SUELO if pasajes else umbral.MINIMO):
                if not pasajes:
                    return []
                continue
            if not any(_casi_iguales(pasaje, otro) for otro in pasajes):
                pasajes.append(pasaje)
            if len(pasajes) == k:
                break
        return pasajes

    def puntuar(self, consulta: str) -> Orden:
        """La puntuación fundida de todos los fragmentos."""
        idiomas = frozenset(self.foto.manifiesto.idiomas)
        terminos = terminos_de_consulta(consulta, idiomas)  # type: ignore[arg-type]
        lexicas = self.foto.lexico.puntuar(terminos)
        densas = None
        if self.embebedor.dimension and self.foto.vectores is not None and consulta.strip():
            densas = self.foto.vectores @ self.embebedor.consulta(consulta)
        peso = fusion.peso_lexico(fusion.conocidas(self.foto.lexico, terminos))
        return Orden(fusion.fundir(densas, lexicas, peso), densas, terminos)

    def ordenar(self, consulta: str, k: int) -> list[int]:
        """Los números de los k fragmentos mejores, sin umbral ni repetidos fuera: para medir."""
        return fusion.mejores(self.puntuar(consulta).fundida, k)

    def _con_relevancia(self, orden: Orden, candidatos: list[int]) -> Iterator[Pasaje]:
        partes = self.foto.lexico.cobertura(orden.terminos, candidatos)
        for numero, parte in zip(candidatos, partes, strict=True):
            coseno = None if orden.densa is None else float(orden.densa[numero])
            yield self.foto.pasaje(numero, umbral.relevancia(float(parte), coseno))

    def _admitidos(self, filtro: Filtro) -> list[int]:
        salida: list[int] = []
        for ficha in self.foto.paginas:
            if filtro.admite_pagina(ficha):
                tramo = range(ficha.primero, ficha.primero + ficha.cuantos)
                salida.extend(n for n in tramo if not filtro.seccion or filtro.admite_seccion(self.foto.trozo(n)[1]))
        return salida


def _solo(puntos: NDArray[Any], admitidos: list[int]) -> NDArray[Any]:
    import numpy as np

    salida = np.full_like(puntos, -1.0)
    salida[admitidos] = puntos[admitidos]
    return salida


def _casi_iguales(uno: Pasaje, otro: Pasaje) -> bool:
    unas, otras = set(palabras(uno.texto)), set(palabras(otro.texto))
    return bool(unas and otras) and len(unas & otras) / len(unas | otras) >= CASI_IGUALES


def abrir(
    configuracion: ConDatos, coleccion: str | None = None, *, avisar: Callable[[str], None] | None = None,
    embebedor: Embebedor | None = None,
) -> Recuperador:  # fmt: skip
    """Abre la colección pedida, la configurada o la incluida, por este orden.

    `avisar` recibe la frase que dice que se busca solo por palabras, si es el caso. Errores: EntradaInexistente si no
    hay tal colección; DatosInvalidos si el índice está roto o es de otro embebedor.
    """
    nombre = coleccion or configuracion.coleccion or colecciones.POR_DEFECTO
    foto = Foto(colecciones.foto_actual(configuracion.datos, nombre, configuracion.chroma_url))
    return Recuperador(foto, _embebedor_para(foto, embebedor or _el_de(foto), avisar or (lambda _: None)))


def _el_de(foto: Foto) -> Embebedor:
    if not foto.manifiesto.dimension:
        return SinEmbebedor("la colección se indexó sin vectores")
    return embebedor_por_defecto()


def _embebedor_para(foto: Foto, embebedor: Embebedor, avisar: Callable[[str], None]) -> Embebedor:
    """El embebedor, si es el del índice. Si no puede haber ninguno se avisa; si es otro, es un error."""
    datos = foto.manifiesto
    if isinstance(embebedor, SinEmbebedor):
        avisar(f"Se busca solo por palabras: {embebedor.motivo}.")
    elif (datos.embebedor, datos.dimension) != (embebedor.nombre, embebedor.dimension):
        raise DatosInvalidos(
            f"La colección «{datos.coleccion}» se indexó con {datos.embebedor} ({datos.dimension} dimensiones) "
            f"y ahora se usa {embebedor.nombre} ({embebedor.dimension}). "
            f"Reindexa con «docubot indexar {datos.origen or 'RUTA'} --coleccion {datos.coleccion} --rehacer»."
        )
    return embebedor
