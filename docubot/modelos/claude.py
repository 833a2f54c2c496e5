"""Claude, y los servidores que hablan su protocolo (Ollama, LM Studio, vLLM, llama.cpp), por el SDK `anthropic`.

El SDK aporta el cliente HTTP y la autenticación; los eventos del stream los leemos en crudo (`ensamblar`) y los
reintentos los lleva `reintentos`. Importarlo cuesta segundos: se hace al primer uso.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from docubot.errores import ConfiguracionInvalida, SinPermiso
from docubot.modelos.ensamblar import Ensamblador, FormaInesperada, StreamCortado, leer_json
from docubot.modelos.fallos_claude import Traductor
from docubot.modelos.higiene import limpiar_mensajes, sin_sustitutos
from docubot.tipos import Bloque, Fragmento, Mensaje, Peticion, Respuesta

if TYPE_CHECKING:
    import anthropic
    import httpx2

MODELO: Final = "claude-sonnet-5-5"
OFICIAL: Final = "api.anthropic.com"
PLAZO_CONEXION: Final = 5.0
_EFIMERA: Final = {"type": "ephemeral"}


class ModeloClaude:
    """Un modelo detrás de la Messages API.

    Errores: `SinPermiso` o `ConfiguracionInvalida` al crearlo; luego, `ErrorDeModelo`.

    `plazo` son los segundos sin recibir nada que se toleran; `plazo_total`, los de la respuesta entera (un servidor
    puede enviar `ping` sin fin). `texto_llano` cambia los bloques `search_result` por texto; sin decirlo, se hace con
    todo servidor que no sea el oficial.
    """

    def __init__(
        self,
        nombre: str | None = None,
        *,
        clave: str | None,
        base_url: str | None = None,
        plazo: float = 60.0,
        plazo_total: float = 600.0,
        texto_llano: bool | None = None,
        cliente_http: httpx2.Client | None = None,
        reloj: Callable[[], float] = time.monotonic,
    ) -> None:
        self._base_url = _direccion(base_url)
        partes = urlsplit(self._base_url)
        self._oficial = partes.hostname == OFICIAL
        servidor = f"{partes.hostname}:{partes.port}" if partes.port else str(partes.hostname)
        self._clave = _clave(clave, self._oficial)
        self._nombre = (nombre or "").strip() or MODELO
        self._plazo, self._plazo_total, self._reloj = plazo, plazo_total, reloj
        self._texto_llano = not self._oficial if texto_llano is None else texto_llano
        self._cliente_http = cliente_http
        self._sdk: anthropic.Anthropic | None = None
        self._fallos = Traductor(self._nombre, "" if self._oficial else servidor, self._clave)

    @property
    def proveedor(self) -> str:
        """`claude`."""
        return "claude"

    @property
    def nombre(self) -> str:
        """El modelo que se pide al servidor."""
        return self._nombre

    def preparar(self) -> None:
        """Importa el SDK y arma su cliente, que tarda segundos; así la primera respuesta no los paga."""
        self._cliente()

    def cerrar(self) -> None:
        """Cierra las conexiones; el modelo se puede volver a usar."""
        if self._sdk is not None:
            self._sdk.close()
            self._sdk = None

    def responder(self, peticion: Peticion) -> Iterator[Fragmento | Respuesta]:
        """Un intento, en streaming. Error: `ErrorDeModelo`; un stream cortado nunca llega a `Respuesta`."""
        ensamblador = Ensamblador()
        plazo = self._plazo_total if peticion.plazo is None else min(self._plazo_total, peticion.plazo)
        for evento in self._eventos(self._cuerpo(peticion), self._reloj() + plazo):
            try:
                texto = ensamblador.recibir(evento)
            except FormaInesperada as error:
                raise self._fallos.de_forma(str(error)) from None
            if texto:
                yield Fragmento(texto)
        try:
            yield ensamblador.respuesta()
        except StreamCortado:
            raise self._fallos.de_corte() from None
        except FormaInesperada as error:
            raise self._fallos.de_forma(str(error)) from None

    def _cuerpo(self, peticion: Peticion) -> dict[str, Any]:
        """Los argumentos de `messages.create`, limpios; con caché de prompts en la API oficial."""
        mensajes = limpiar_mensajes(peticion.messages)
        if self._texto_llano:
            mensajes = _aplanados(mensajes)
        cuerpo: dict[str, Any] = {"model": self._nombre, "max_tokens": peticion.max_tokens, "messages": mensajes}
        if peticion.system.strip():
            bloque = {"type": "text", "text": peticion.system, "cache_control": _EFIMERA}
            cuerpo["system"] = [bloque] if self._oficial else peticion.system
        if peticion.tools:
            cuerpo["tools"] = peticion.tools
            if peticion.tool_choice is not None:
                cuerpo["tool_choice"] = dict(peticion.tool_choice)
        if self._oficial:
            cuerpo["cache_control"] = _EFIMERA
        limpio: dict[str, Any] = sin_sustitutos(cuerpo)
        return limpio

    def _eventos(self, cuerpo: dict[str, Any], limite: float) -> Iterator[Any]:
        """Los eventos del stream, ya leídos como JSON; todo fallo del SDK o de la red sale traducido."""
        import anthropic
        import httpx2

        try:
            crear = self._cliente().messages.with_streaming_response.create
            with crear(**cuerpo, stream=True) as respuesta:
                yield from self._de_la_respuesta(respuesta.http_response, limite)
        except anthropic.APIStatusError as error:
            raise self._fallos.de_estado(error.status_code, error.body, error.response.headers) from None
        except (anthropic.APITimeoutError, httpx2.TimeoutException):
            raise self._fallos.de_plazo() from None
        except httpx2.RemoteProtocolError:
            raise self._fallos.de_corte() from None
        except anthropic.APIConnectionError:
            raise self._fallos.de_conexion() from None
        except httpx2.TransportError:
            raise self._fallos.de_perdida() from None
        except (httpx2.DecodingError, UnicodeError):
            raise self._fallos.de_forma("bytes ilegibles") from None
        except (anthropic.AnthropicError, httpx2.HTTPError, TypeError, ValueError) as error:
            raise self._fallos.de_casa() from error

    def _de_la_respuesta(self, respuesta: httpx2.Response, limite: float) -> Iterator[Any]:
        import anthropic

        tipo = respuesta.headers.get("content-type", "").partition(";")[0].strip().lower()
        if tipo != "text/event-stream":
            raise self._fallos.de_forma(f"llegó {tipo or 'una respuesta vacía o sin tipo'}")
        for sse in anthropic.Stream.raw_events(respuesta):
            if self._reloj() > limite:
                raise self._fallos.de_plazo()
            if not sse.data:
                continue
            try:
                evento = leer_json(sse.data)
            except FormaInesperada as error:
                raise self._fallos.de_forma(str(error)) from None
            if sse.event == "error" or (isinstance(evento, dict) and evento.get("type") == "error"):
                raise self._fallos.de_estado(respuesta.status_code, evento, respuesta.headers)
            yield evento

    def _cliente(self) -> anthropic.Anthropic:
        if self._sdk is None:
            import anthropic
            import httpx2

            self._sdk = anthropic.Anthropic(
                api_key=self._clave,
                base_url=self._base_url,
                max_retries=0,
                timeout=httpx2.Timeout(self._plazo, connect=min(PLAZO_CONEXION, self._plazo)),
                http_client=self._cliente_http,
            )
        return self._sdk


def _direccion(base_url: str | None) -> str:
    """La base sin `/v1` ni barra final: el SDK añade la ruta entera."""
    limpia = (base_url or "").strip().rstrip("/").removesuffix("/v1")
    if not limpia:
        return f"https://{OFICIAL}"
    try:
        partes = urlsplit(limpia)
        valida = partes.scheme in ("http", "https") and bool(partes.hostname) and partes.port != 0
    except ValueError:
        valida = False
    if not valida:
        raise ConfiguracionInvalida(
            "ANTHROPIC_BASE_URL no es una dirección http(s) válida, como http://127.0.0.1:11434."
        )
    return limpia


def _clave(clave: str | None, oficial: bool) -> str:
    """La clave sin blancos alrededor. Un servidor propio puede no pedir ninguna, pero el SDK exige enviar algo."""
    limpia = (clave or "").strip()
    if not limpia and oficial:
        raise SinPermiso("Falta la clave de Claude: define ANTHROPIC_API_KEY, o usa --proveedor local, sin clave.")
    if limpia and not (limpia.isascii() and limpia.isprintable() and " " not in limpia):
        raise SinPermiso("ANTHROPIC_API_KEY tiene espacios o caracteres que no valen en una clave: cópiala de nuevo.")
    return limpia or "sin-clave"


def _aplanados(mensajes: list[Mensaje]) -> list[Mensaje]:
    """Los mismos mensajes sin listas de bloques en los `tool_result` ni `search_result`: todo es texto."""
    return [
        {**m, "content": [_aplanado(b) for b in m["content"]]} if isinstance(m["content"], list) else m
        for m in mensajes
    ]


def _aplanado(bloque: Bloque) -> Bloque:
    dentro = bloque.get("content")
    es_texto = isinstance(dentro, list) and all(b.get("type") in ("text", "search_result") for b in dentro)
    if bloque.get("type") == "tool_result" and es_texto:
        from docubot.rag.citas import aplanar

        return {**bloque, "content": aplanar(dentro)}
    if bloque.get("type") == "search_result":
        from docubot.rag.citas import aplanar

        return {"type": "text", "text": aplanar([bloque])}
    return bloque
