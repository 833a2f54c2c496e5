"""Buscar en una colección: denso y léxico fundidos, repetidos fuera y un umbral para poder decir «no está»."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from docubot.errores import DatosInvalidos
from docubot.lenguaje.embeddings import Embebedor, SinEmbebedor, embebedor_por_defecto
from docubot.lenguaje.idioma import idioma_de
from docubot.lenguaje.texto import palabras, plegar
from docubot.rag import colecciones, fusion, umbral
from docubot.rag.foto import FichaDePagina, Foto
from docubot.rag.lexico import Grupo, foco, grupos_de_consulta
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
    """Una consulta puntuada: lo que saca cada fragmento, fundido y por separado, y lo necesario para el umbral."""

    fundida: NDArray[Any]
    densa: NDArray[Any] | None
    lexica: NDArray[Any]
    grupos: list[Grupo]
    pesada: umbral.Pesada
    mirada: umbral.Consulta
    peso: float


@dataclass(frozen=True, slots=True)
class Candidato:
    """Un fragmento que puede salir: sus puntos y la parte de la consulta que cubre su mejor frase."""

    numero: int
    puntos: float
    frase: float


class Recuperador:
    """Busca en una foto abierta. No escribe nada."""

    def __init__(self, foto: Foto, embebedor: Embebedor) -> None:
        self.foto = foto
        self.embebedor = embebedor

    def buscar(
        self,
        consulta: str,
        k: int = 5,
        filtro: Filtro | None = None,
        *,
        con_umbral: bool = True,
        minimo: float = umbral.MINIMO,
    ) -> list[Pasaje]:
        """Los k mejores pasajes, de mejor a peor; vacío si la documentación no responde a la consulta.

        Responde si la certeza llega a `minimo`; con `con_umbral=False` devuelve los mejores aunque no respondan.
        """
        consulta = consulta[:MAX_CONSULTA]
        orden = self.puntuar(consulta)
        if not orden.grupos and orden.densa is None:
            return []
        candidatos = self.revisar(orden, k, None if filtro is None else self._admitidos(filtro))
        if not candidatos:
            return []
        certeza = self.certeza(orden, candidatos)
        if con_umbral and certeza < minimo:
            return []
        mayor = candidatos[0].puntos or 1.0
        pasajes: list[Pasaje] = []
        for candidato in candidatos:
            pasaje = self.foto.pasaje(candidato.numero, round(certeza * candidato.puntos / mayor, 4))
            if not any(_casi_iguales(pasaje, otro) for otro in pasajes):
                pasajes.append(pasaje)
            if len(pasajes) == k:
                break
        return pasajes

    def revisar(self, orden: Orden, k: int, admitidos: list[int] | None = None) -> list[Candidato]:
        """Los mejores por la suma convexa, reordenados por lo que cubre su mejor frase; bastantes para k distintos."""
        fundida = orden.fundida if admitidos is None else _solo(orden.fundida, admitidos)
        suelo = 0.0 if orden.densa is None else -0.5
        primeros = [n for n in fusion.mejores(fundida, max(fusion.REVISADOS, 2 * k + 8)) if fundida[n] > suelo]
        pesada = orden.pesada
        vistos = primeros[: fusion.REVISADOS]
        frases = self.foto.reparto.mejor_frase(self.foto.lexico, pesada.grupos, pesada.pesos, vistos).tolist()
        frases += [0.0] * (len(primeros) - len(vistos))
        suma = fusion.PESO_FRASE * orden.peso / fusion.PESO_MISMO_IDIOMA
        pares = zip(primeros, frases, strict=True)
        candidatos = [Candidato(n, float(fundida[n]) + suma * frase, frase) for n, frase in pares]
        return sorted(candidatos, key=lambda c: -c.puntos)

    def senales(self, orden: Orden, candidatos: Sequence[Candidato]) -> umbral.Senales:
        """Lo que se mira para decidir si los candidatos responden."""
        numeros = [c.numero for c in candidatos]
        foto = self.foto
        return umbral.senales(foto.lexico, foto.reparto, orden.mirada, numeros, orden.lexica, orden.densa)

    def certeza(self, orden: Orden, candidatos: Sequence[Candidato]) -> float:
        """La probabilidad de que los candidatos respondan."""
        return umbral.probabilidad(self.senales(orden, candidatos), con_vectores=orden.densa is not None)

    def puntuar(self, consulta: str) -> Orden:
        """La puntuación fundida de todos los fragmentos."""
        import numpy as np

        lexico, idiomas = self.foto.lexico, frozenset(self.foto.manifiesto.idiomas)
        grupos = grupos_de_consulta(consulta, idiomas)  # type: ignore[arg-type]
        enfocados = grupos_de_consulta(foco(consulta), idiomas)  # type: ignore[arg-type]
        lexicas = lexico.puntuar(grupos)
        densas = None
        if self.embebedor.dimension and self.foto.vectores is not None and consulta.strip():
            densas = self.foto.vectores @ self.embebedor.consulta(consulta)
        idioma, conocidas = idioma_de(consulta), fusion.conocidas(lexico, grupos)
        mismo = idioma in idiomas if len(idiomas) == 1 else self.foto.en_ingles == (idioma == "en")
        peso = fusion.peso_lexico(mismo, conocidas)
        maximo = float(peso.max(initial=0.0)) if isinstance(peso, np.ndarray) else float(peso)
        mirada = umbral.Consulta(enfocados, conocidas, idioma not in idiomas)
        fundida = fusion.fundir(densas, lexicas, peso)
        return Orden(fundida, densas, lexicas, grupos, umbral.pesar(lexico, grupos), mirada, maximo)

    def ordenar(self, consulta: str, k: int) -> list[int]:
        """Los números de los k fragmentos mejores, sin umbral ni repetidos fuera: para medir."""
        return [c.numero for c in self.revisar(self.puntuar(consulta), k)[:k]]

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
