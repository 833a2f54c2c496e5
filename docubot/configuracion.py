"""La configuración: opción de la orden > variable `DOCUBOT_*` > fichero TOML > clave guardada > por defecto.

Cada ajuste es un campo de `Configuracion` con su ayuda; de ahí salen las variables, `docubot config ver` y la tabla del
README. Las variables de otros (`ANTHROPIC_API_KEY`, `NUBELIA_URL`…) se leen con su nombre.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, cast, get_args
from zoneinfo import ZoneInfo

from docubot import claves
from docubot.errores import ConfiguracionInvalida, DatosInvalidos, ErrorDeUso

Modo: TypeAlias = Literal["documentacion", "herramienta", "agente"]
IdiomaRespuesta: TypeAlias = Literal["auto", "es", "en"]
Recorte: TypeAlias = Literal["nada", "preguntas"]
Origen: TypeAlias = Literal["opción", "variable", "fichero", "guardada", "defecto"]

_CERRADOS: Final[Mapping[str, Any]] = {"Modo": Modo, "IdiomaRespuesta": IdiomaRespuesta, "Recorte": Recorte}
TOKEN_DEMO: Final = "nub_demo_lectura"  # noqa: S105 (el token público de la cuenta de demostración)
MAXIMO_FICHERO: Final = 1_000_000


def _ajuste(defecto: Any, ayuda: str, *, variable: str | None = None, secreto: bool = False) -> Any:
    return field(default=defecto, metadata={"ayuda": ayuda, "variable": variable, "secreto": secreto})


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuracion:
    """Todos los ajustes, ya validados. `origenes` dice de dónde salió cada uno."""

    datos: Path = _ajuste(None, "carpeta donde vive todo el estado (índices, sesiones)")
    hoy: date | None = _ajuste(None, "fija la fecha de hoy, AAAA-MM-DD")
    zona: str = _ajuste("Europe/Madrid", "zona horaria de la persona")
    proveedor: str = _ajuste("auto", "auto, claude o local")
    modelo: str | None = _ajuste(None, "modelo del proveedor; sin él, el de por defecto")
    modo: Modo = _ajuste("agente", "documentacion, herramienta o agente")
    idioma: IdiomaRespuesta = _ajuste("auto", "idioma de la respuesta: auto, es o en")
    coleccion: str = _ajuste("nubelia", "colección de documentación que se consulta")
    max_pasos: int = _ajuste(8, "llamadas al modelo por turno, reintentos y cierre incluidos")
    max_herramientas: int = _ajuste(16, "llamadas a herramientas por turno")
    max_tokens: int = _ajuste(100_000, "tokens por turno, de entrada y de salida")
    plazo: float = _ajuste(120.0, "segundos por turno")
    max_contexto: int = _ajuste(32_000, "tokens de conversación que se envían, más o menos; lo más antiguo se olvida")
    max_tokens_sesion: int | None = _ajuste(None, "tokens de una sesión entera de chat; sin él, sin límite")
    resumen_recorte: Recorte = _ajuste("nada", "al olvidar turnos, qué se conserva: nada o preguntas")
    precio_entrada: float | None = _ajuste(None, "precio de un millón de tokens de entrada, para calcular el coste")
    precio_salida: float | None = _ajuste(None, "precio de un millón de tokens de salida, para calcular el coste")
    moneda: str = _ajuste("USD", "moneda de los precios")
    perfil: str = _ajuste("prudente", "perfil del modelo local: prudente, impulsivo o credulo")
    chroma_url: str | None = _ajuste(None, "servidor de Chroma; sin ella, en disco")
    nubelia_url: str | None = _ajuste(
        None, "API de Nubelia; sin ella, la de demostración, en proceso", variable="NUBELIA_URL"
    )
    nubelia_token: str = _ajuste(TOKEN_DEMO, "token de la API de Nubelia", variable="NUBELIA_TOKEN", secreto=True)
    nubelia_cuenta: Path | None = _ajuste(None, "otra cuenta para la API en proceso", variable="NUBELIA_CUENTA")
    anthropic_api_key: str | None = _ajuste(None, "clave de Claude", variable="ANTHROPIC_API_KEY", secreto=True)
    anthropic_base_url: str | None = _ajuste(None, "servidor compatible con Claude", variable="ANTHROPIC_BASE_URL")
    origenes: Mapping[str, Origen] = field(default_factory=dict, metadata={"interno": True})

    def fecha(self) -> date:
        """La fecha de hoy en la zona de la persona, o la que fija `DOCUBOT_HOY`."""
        return self.hoy or datetime.now(ZoneInfo(self.zona)).date()

    def secretos(self) -> tuple[str, ...]:
        """Los valores que no pueden salir a ninguna parte; el token público de la demostración no es uno."""
        valores = (self.anthropic_api_key, self.nubelia_token)
        return tuple(v for v in valores if v and v != TOKEN_DEMO)


def ajustes() -> list[Field[Any]]:
    """Los campos que una persona puede cambiar, en orden."""
    return [f for f in fields(Configuracion) if not f.metadata.get("interno")]


def variable_de(nombre: str) -> str:
    """La variable de entorno de un ajuste."""
    propia = {f.name: f.metadata["variable"] for f in ajustes()}[nombre]
    return cast(str, propia) if propia else f"DOCUBOT_{nombre.upper()}"


def carpeta_de_datos(entorno: Mapping[str, str]) -> Path:
    """`DOCUBOT_DATOS`, o la carpeta de datos del sistema."""
    fijada = entorno.get("DOCUBOT_DATOS", "").strip()
    if fijada:
        return Path(fijada).expanduser()
    import platformdirs

    return Path(platformdirs.user_data_dir("docubot", appauthor=False))


def ruta_del_fichero(entorno: Mapping[str, str]) -> Path:
    """El TOML: `DOCUBOT_CONFIG`, o `config.toml` en la carpeta de datos."""
    fijada = entorno.get("DOCUBOT_CONFIG", "").strip()
    return Path(fijada).expanduser() if fijada else carpeta_de_datos(entorno) / "config.toml"


def _leer_fichero(ruta: Path) -> dict[str, Any]:
    try:
        if not ruta.is_file():
            return {}
        import tomllib

        if ruta.stat().st_size > MAXIMO_FICHERO:
            raise ConfiguracionInvalida(f"El fichero de configuración {ruta} es demasiado grande.")
        datos = tomllib.loads(ruta.read_bytes().decode("utf-8"))
    except OSError as error:
        raise ConfiguracionInvalida(f"No se puede leer la configuración {ruta}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ConfiguracionInvalida(f"La configuración {ruta} no está en UTF-8: vuelve a guardarla en UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        donde = re.search(r"line (\d+), column (\d+)", str(error))
        sitio = f"línea {donde[1]}, columna {donde[2]}" if donde else "al final"
        raise ConfiguracionInvalida(f"La configuración {ruta} no es TOML válido ({sitio}).") from None
    conocidos = {f.name for f in ajustes()}
    desconocidos = sorted(set(datos) - conocidos)
    if desconocidos:
        raise ConfiguracionInvalida(
            f"La configuración {ruta} tiene ajustes desconocidos: {', '.join(desconocidos)}. "
            f"Los que hay: {', '.join(sorted(conocidos))}."
        )
    return datos


def _como(nombre: str, tipo: str, valor: Any) -> Any:
    """Convierte y valida un valor según el tipo anotado de su campo."""
    texto = str(valor).strip()
    if not texto and "None" in tipo:
        return None
    if tipo.startswith("Path"):
        return Path(texto).expanduser()
    if tipo.startswith("date"):
        return date.fromisoformat(texto)
    if tipo.startswith("int"):
        return _positivo(int(texto))
    if tipo.startswith("float"):
        return _positivo(float(texto))
    if tipo in _CERRADOS:
        opciones = get_args(_CERRADOS[tipo])
        if texto not in opciones:
            raise ValueError(f"tiene que ser {', '.join(opciones)}")
        return texto
    if nombre == "zona":
        return _zona(texto)
    return texto


_MOTIVOS: Final = {
    "date": "tiene que ser una fecha AAAA-MM-DD",
    "int": "tiene que ser un entero mayor que cero",
    "float": "tiene que ser un número mayor que cero",
}


def _positivo(numero: Any) -> Any:
    if not 0 < numero < 10**12:
        raise ValueError("tiene que ser mayor que cero")
    return numero


def _zona(texto: str) -> str:
    try:
        ZoneInfo(texto)
    except (KeyError, ValueError, OSError):
        raise ValueError("no es una zona horaria conocida") from None
    return texto


def validar(nombre: str, valor: Any, procedencia: str) -> Any:
    """El valor de un ajuste, convertido.

    Errores: `ErrorDeUso` si vino de una opción, `ConfiguracionInvalida` si no; un valor secreto no se repite.
    """
    campo = next(f for f in ajustes() if f.name == nombre)
    try:
        return _como(nombre, str(campo.type), valor)
    except (ValueError, OverflowError) as error:
        mostrado = "" if campo.metadata["secreto"] else f" «{str(valor)[:80]}»"
        motivo = _MOTIVOS.get(str(campo.type).split(" ")[0], str(error))
        clase = ErrorDeUso if procedencia.startswith("--") else ConfiguracionInvalida
        raise clase(f"El valor{mostrado} de {procedencia} no vale: {motivo}.") from None


def cargar(opciones: Mapping[str, Any] | None = None, entorno: Mapping[str, str] | None = None) -> Configuracion:
    """Reúne los ajustes de las cuatro fuentes. Errores: `ConfiguracionInvalida`, `DatosInvalidos`."""
    entorno = os.environ if entorno is None else entorno
    opciones = {k: v for k, v in (opciones or {}).items() if v is not None}
    fichero = _leer_fichero(ruta_del_fichero(entorno))
    valores: dict[str, Any] = {"datos": carpeta_de_datos(entorno)}
    origenes: dict[str, Origen] = {f.name: "defecto" for f in ajustes()}
    for campo in ajustes():
        nombre, variable = campo.name, variable_de(campo.name)
        if nombre in opciones:
            valores[nombre], origenes[nombre] = (
                validar(nombre, opciones[nombre], f"--{nombre.replace('_', '-')}"),
                "opción",
            )
        elif entorno.get(variable, "").strip():
            valores[nombre], origenes[nombre] = validar(nombre, entorno[variable], variable), "variable"
        elif nombre in fichero:
            valores[nombre], origenes[nombre] = validar(nombre, fichero[nombre], f"«{nombre}» en el fichero"), "fichero"
        elif campo.metadata["secreto"] and (guardada := claves.leer(carpeta_de_datos(entorno), nombre)):
            valores[nombre], origenes[nombre] = guardada, "guardada"
    _comprobar_claves(valores)
    return Configuracion(**valores, origenes=origenes)


def _comprobar_claves(valores: Mapping[str, Any]) -> None:
    """Una clave con controles o fuera de ASCII no puede viajar en una cabecera; se dice sin enseñarla."""
    for nombre in ("anthropic_api_key", "nubelia_token"):
        clave = valores.get(nombre)
        if clave and not (clave.isascii() and clave.isprintable() and " " not in clave):
            raise DatosInvalidos(
                f"{variable_de(nombre)} tiene espacios o caracteres que no valen en una clave: cópiala de nuevo."
            )
