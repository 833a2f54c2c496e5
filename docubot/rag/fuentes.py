"""Las fuentes numeradas de una conversación (pasajes y datos vivos), cómo se escriben y cómo se vuelven a leer."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from docubot.rag.frases import unidades
from docubot.rag.trocear import SEPARADOR, identificador
from docubot.tipos import Bloque, Mensaje, Pasaje

_TITULO: Final = re.compile(r"\[(\d{1,9})\] (.*)", re.DOTALL)
_CABECERA: Final = re.compile(r"\[(\d{1,9})\] (.*) \((\S+)\)")
_PARECE_CABECERA: Final = re.compile(r"^( *)(?=\[\d+\] .*\(.*\)[ \t]*$)", re.MULTILINE)
_DESPLAZADA: Final = re.compile(r"^ ( *)(?=\[\d+\] .*\(.*\)[ \t]*$)", re.MULTILINE)
_DOCUMENTACION: Final = re.compile(r"<documentacion-([0-9a-zA-Z]+)>\n(.*?)</documentacion-\1>", re.DOTALL)
_ETIQUETA: Final = re.compile(r"\[(\d{1,9})\] ([A-Za-z0-9_-]{1,64})")


@dataclass(frozen=True, slots=True)
class FuenteDocumento:
    """Un pasaje de la documentación con su número."""

    n: int
    pasaje: Pasaje


@dataclass(frozen=True, slots=True)
class FuenteHerramienta:
    """El resultado de una llamada a una herramienta con su número; `paso` es el id de su `tool_use`."""

    n: int
    paso: str
    nombre: str
    entrada: Mapping[str, Any]
    resultado: str


Fuente = FuenteDocumento | FuenteHerramienta


class Fuentes:
    """El registro de fuentes de una conversación: los números no se repiten ni cambian."""

    def __init__(self) -> None:
        self._fuentes: dict[int, Fuente] = {}
        self._documentos: dict[tuple[str, str], int] = {}
        self._pasos: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._fuentes)

    def __iter__(self) -> Iterator[Fuente]:
        return iter(self._fuentes.values())

    def de_documento(self, pasaje: Pasaje) -> int:
        """El número del pasaje: el suyo si ya estaba (misma fuente y mismo texto); si no, el siguiente."""
        clave = (pasaje.fuente, pasaje.texto)
        if clave not in self._documentos:
            self._poner(FuenteDocumento(self._siguiente(), pasaje))
        return self._documentos[clave]

    def de_herramienta(self, paso_id: str, nombre: str, entrada: Mapping[str, Any], resultado_json: str) -> int:
        """El número de esa llamada, nuevo si no se había visto su `paso_id`."""
        if paso_id not in self._pasos:
            self._poner(FuenteHerramienta(self._siguiente(), paso_id, nombre, dict(entrada), resultado_json))
        return self._pasos[paso_id]

    def obtener(self, n: int) -> Fuente | None:
        """La fuente con ese número, o None."""
        return self._fuentes.get(n)

    def de_referencia(self, referencia: str) -> int | None:
        """El número del primer pasaje con esa fuente (`pagina.md#ancla`, o la página sola) o ese id."""
        for fuente in self._fuentes.values():
            if isinstance(fuente, FuenteDocumento):
                pasaje = fuente.pasaje
                if referencia in (pasaje.fuente, pasaje.pagina, pasaje.id):
                    return fuente.n
        return None

    @classmethod
    def desde_mensajes(cls, messages: Iterable[Mensaje]) -> Fuentes:
        """El registro que dejó un historial: así una sesión retomada sigue numerando donde iba."""
        fuentes = cls()
        llamadas: dict[str, Bloque] = {}
        for mensaje in messages:
            contenido = mensaje.get("content")
            bloques = [{"type": "text", "text": contenido}] if isinstance(contenido, str) else contenido or []
            for bloque in bloques:
                if bloque.get("type") == "tool_use":
                    llamadas[str(bloque.get("id"))] = bloque
                elif bloque.get("type") == "tool_result":
                    fuentes._de_resultado(bloque, llamadas)
                elif bloque.get("type") == "text" and mensaje.get("role") == "user":
                    fuentes._de_texto(str(bloque.get("text", "")))
        return fuentes

    def _siguiente(self) -> int:
        return max(self._fuentes, default=0) + 1

    def _poner(self, fuente: Fuente) -> None:
        self._fuentes.setdefault(fuente.n, fuente)
        if isinstance(fuente, FuenteDocumento):
            self._documentos.setdefault((fuente.pasaje.fuente, fuente.pasaje.texto), fuente.n)
        else:
            self._pasos.setdefault(fuente.paso, fuente.n)

    def _de_resultado(self, resultado: Bloque, llamadas: Mapping[str, Bloque]) -> None:
        contenido = resultado.get("content")
        if not isinstance(contenido, list) or resultado.get("is_error"):
            return
        for bloque in contenido:
            if bloque.get("type") == "search_result" and (leida := _de_bloque(bloque)):
                self._poner(leida)
        textos = [str(b.get("text", "")) for b in contenido if b.get("type") == "text"]
        etiqueta = _ETIQUETA.fullmatch(textos[0]) if len(textos) > 1 else None
        if etiqueta:
            paso = str(resultado.get("tool_use_id"))
            entrada = llamadas.get(paso, {}).get("input") or {}
            self._poner(FuenteHerramienta(int(etiqueta[1]), paso, etiqueta[2], entrada, "\n".join(textos[1:])))

    def _de_texto(self, texto: str) -> None:
        for _, cuerpo in _DOCUMENTACION.findall(texto):
            for n, titulo, fuente, contenido in _pasajes_llanos(cuerpo):
                self._poner(FuenteDocumento(n, _pasaje(fuente, titulo, contenido, ())))


def _de_bloque(bloque: Bloque) -> FuenteDocumento | None:
    titulo = _TITULO.fullmatch(str(bloque.get("title", "")))
    if titulo is None:
        return None
    frases = tuple(str(parte.get("text", "")) for parte in bloque.get("content", ()))
    return FuenteDocumento(int(titulo[1]), _pasaje(str(bloque.get("source", "")), titulo[2], "".join(frases), frases))


def _pasaje(fuente: str, seccion: str, texto: str, frases: tuple[str, ...]) -> Pasaje:
    pagina, _, ancla = fuente.partition("#")
    titulo = seccion.split(SEPARADOR)[0]
    return Pasaje(identificador(pagina, ancla, texto), pagina, titulo, seccion, ancla, texto, 0.0, frases)


def en_bloques(pasaje: Pasaje, n: int) -> Bloque:
    """El pasaje como `search_result` numerado, una frase por bloque de texto; unidas dan `pasaje.texto`."""
    frases = pasaje.bloques or tuple(pasaje.texto[a:b] for a, b in unidades(pasaje.texto))
    return {
        "type": "search_result",
        "source": pasaje.fuente,
        "title": f"[{n}] {_seccion(pasaje)}",
        "content": [{"type": "text", "text": frase} for frase in frases],
        "citations": {"enabled": True},
    }


def _seccion(pasaje: Pasaje) -> str:
    camino = pasaje.seccion or pasaje.titulo
    if pasaje.titulo and camino != pasaje.titulo and not camino.startswith(pasaje.titulo + SEPARADOR):
        camino = pasaje.titulo + SEPARADOR + camino
    return " ".join(camino.split()) or pasaje.pagina


def en_texto_llano(bloque: Bloque) -> str:
    """`[n] Título › Sección (fuente)`, el texto y una línea en blanco.

    Una línea que parezca una de esas cabeceras lleva un espacio delante: ninguna página puede fingir otra fuente.
    """
    texto = "".join(str(parte.get("text", "")) for parte in bloque.get("content", ()))
    fuente = "".join(str(bloque.get("source", "")).split())
    sin_fingir = _PARECE_CABECERA.sub(r" \1", texto)
    return f"{bloque.get('title', '')} ({fuente})\n{sin_fingir}\n\n"


def _pasajes_llanos(cuerpo: str) -> Iterator[tuple[int, str, str, str]]:
    """Lo contrario de `en_texto_llano`, sobre varios seguidos: (n, sección, fuente, texto)."""
    actual: tuple[int, str, str] | None = None
    lineas: list[str] = []
    for linea in [*cuerpo.removesuffix("\n").split("\n"), "[0] fin (fin)"]:
        cabecera = _CABECERA.fullmatch(linea)
        if cabecera is None:
            lineas.append(linea)
            continue
        if actual:
            yield *actual, _DESPLAZADA.sub(r"\1", "\n".join(lineas).removesuffix("\n"))
        actual, lineas = (int(cabecera[1]), cabecera[2], cabecera[3]), []


def documentacion_en_prompt(pasajes: Sequence[tuple[int, Pasaje]], nonce: str | None = None) -> str:
    """Los pasajes numerados dentro de `<documentacion-NONCE>`, que ninguna página puede cerrar.

    Sin `nonce` se elige uno al azar que no salga en los textos. Errores: ValueError si el dado sale en ellos.
    """
    cuerpo = "".join(en_texto_llano(en_bloques(pasaje, n)) for n, pasaje in pasajes)
    if nonce is not None and nonce in cuerpo:
        raise ValueError("el nonce aparece en los textos")
    while nonce is None or nonce in cuerpo:
        nonce = secrets.token_hex(8)
    vacio = "La documentación no contiene nada sobre esto.\n"
    return f"<documentacion-{nonce}>\n{cuerpo or vacio}</documentacion-{nonce}>"


def aplanar(contenido: str | Sequence[Bloque] | None) -> str:
    """El contenido de un `tool_result` como texto: los `search_result`, numerados; los demás bloques, uno por línea."""
    if contenido is None or isinstance(contenido, str):
        return contenido or ""
    partes = []
    for bloque in contenido:
        if bloque.get("type") == "search_result":
            partes.append(en_texto_llano(bloque))
        elif bloque.get("type") == "text":
            partes.append(f"{bloque.get('text', '')}\n")
        else:
            partes.append(json.dumps(bloque, ensure_ascii=False, separators=(",", ":")) + "\n")
    return "".join(partes).rstrip("\n")
