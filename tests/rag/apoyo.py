"""Lo común a las pruebas del índice: carpetas de juguete y un embebedor de pega."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from docubot.lenguaje.embeddings import Embebedor, EmbebedorDePega
from docubot.rag import colecciones
from docubot.rag.foto import Foto
from docubot.rag.indexador import Resumen, indexar
from docubot.rag.recuperador import Recuperador


@dataclass(frozen=True)
class Ajustes:
    datos: Path
    coleccion: str | None = None
    chroma_url: str | None = None


def escribir(carpeta: Path, paginas: dict[str, str]) -> Path:
    for ruta, texto in paginas.items():
        (carpeta / ruta).parent.mkdir(parents=True, exist_ok=True)
        (carpeta / ruta).write_text(texto, encoding="utf-8")
    return carpeta


def poner_al_dia(
    origen: Path, datos: Path, *, url: str | None = None, embebedor: Embebedor | None = None, rehacer: bool = False
) -> Resumen:
    return indexar(
        origen, "prueba", datos=datos, chroma_url=url, embebedor=embebedor or EmbebedorDePega(), rehacer=rehacer
    )


def abrir_foto(datos: Path) -> Foto:
    return Foto(colecciones.foto_actual(datos, "prueba"))


def textos(datos: Path) -> dict[str, list[str]]:
    """Lo que ve quien busca: los textos de cada página, en orden."""
    salida: dict[str, list[str]] = {}
    foto = abrir_foto(datos)
    for numero in range(foto.manifiesto.trozos):
        pasaje = foto.pasaje(numero, 0.0)
        salida.setdefault(pasaje.pagina, []).append(pasaje.texto)
    return salida


def contenido(carpeta: Path) -> dict[str, tuple[int, int]]:
    """Cada fichero con su tamaño y su hora: para ver que no se ha escrito nada."""
    return {str(p): (p.stat().st_size, p.stat().st_mtime_ns) for p in sorted(carpeta.rglob("*")) if p.is_file()}


def buscar(datos: Path, consulta: str, k: int = 5) -> list[str]:
    recuperador = Recuperador(abrir_foto(datos), EmbebedorDePega())
    return [p.fuente for p in recuperador.buscar(consulta, k, con_umbral=False)]
