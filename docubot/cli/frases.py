"""Las frases en inglés que Typer, pydantic y el sistema pueden decirle a una persona, y su traducción. Puro."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

Tabla: TypeAlias = Sequence[tuple[str, str]]

_ENTRE: Final = r"['\"](?P<a>.*)['\"]"

ANALIZADOR: Final[Tabla] = (
    (rf"No such command {_ENTRE}\.?", "No hay ninguna orden «{a}»."),
    (r"No such option: (?P<a>.*)", "No hay ninguna opción «{a}»."),
    (r"Missing command\.", "Falta la orden."),
    (
        r"Got unexpected extra argument(?:\(s\)|s)? \((?P<a>.*)\)",
        "Sobra «{a}»: ¿faltan las comillas alrededor del texto?",
    ),
    (rf"Option {_ENTRE} requires an argument\.", "La opción {a} necesita un valor."),
    (rf"Option {_ENTRE} requires (?P<b>\d+) arguments\.", "La opción {a} necesita {b} valores."),
    (rf"Option {_ENTRE} does not take a value\.", "La opción {a} no lleva valor."),
    (rf"Argument {_ENTRE} takes (?P<b>\d+) values\.", "El argumento {a} lleva {b} valores."),
    (
        r"Input should be a valid integer, got a number with a fractional part",
        "tiene que ser un número entero, sin decimales.",
    ),
    (r"Input should be a valid integer.*", "tiene que ser un número entero."),
    (r"Unable to parse input string as an integer, exceeded maximum size", "el número es demasiado largo."),
    (r"Input should be a valid number.*", "tiene que ser un número."),
    (r"Input should be a finite number", "tiene que ser un número finito."),
    (r"Input should be a valid boolean.*", "tiene que ser sí o no (true o false)."),
    (r"Input should be greater than or equal to (?P<a>.*)", "tiene que ser {a} o más."),
    (r"Input should be less than or equal to (?P<a>.*)", "tiene que ser {a} o menos."),
    (r"Input should be a valid datetime.*", "tiene que ser una fecha, como 2026-11-30."),
    (r"Input should be a valid date.*", "tiene que ser una fecha, como 2026-11-30."),
    (r"Input should be a valid UUID.*", "tiene que ser un UUID."),
    (r"Input is not a valid path.*", "no es una ruta válida."),
    (r"(?:Value error, )?None is not a valid string", "tiene que ser un texto."),
    (r"(?:Value error, )?value is not a valid tuple", "tiene que ser una lista de valores."),
    (r"(?:Value error, )?(?P<a>\d+) values are required, but (?P<b>\d+) given\.", "hacen falta {a} valores y hay {b}."),
    (r"(?:Value error, )?['\"](?P<a>.*?)['\"] is not one of (?P<b>.*)\.", "«{a}» no es ninguno de: {b}."),
    (r"(?:Value error, )?['\"](?P<a>.*?)['\"] does not match the formats (?P<b>.*)\.", "«{a}» no tiene la forma {b}."),
    (rf"(?:file|path|dir) {_ENTRE} does not exist\.", "«{a}» no existe."),
    (rf"(?:file|path|dir) {_ENTRE} is a file\.", "«{a}» es un fichero y hace falta una carpeta."),
    (rf"(?:file|path|dir) {_ENTRE} is a directory\.", "«{a}» es una carpeta y hace falta un fichero."),
    (rf"(?:file|path|dir) {_ENTRE} is not readable\.", "«{a}» no se puede leer."),
    (rf"(?:file|path|dir) {_ENTRE} is not writable\.", "«{a}» no se puede escribir."),
    (r"Could not open file ['\"](?P<a>.*)['\"]: (?P<b>.*)", "No se puede abrir «{a}»: {b}."),
    (r"Value must be an iterable\.", "tiene que ser una lista de valores."),
    (r"Value ['\"](?P<a>.*)['\"] is not a valid (?P<b>.*)\.", "«{a}» no vale."),
    (r"'(?P<a>.*)': (?P<b>.*)", "no se puede abrir «{a}»: {b}."),
)
"""Todo lo que puede salir del analizador de Typer 0.29 y de las conversiones de pydantic que usa."""

COMPLETADO: Final[Tabla] = (
    (r"(?P<a>\S+) completion installed in (?P<b>.*)", "Completado de {a} instalado en {b}."),
    (r"Completion will take effect once you restart the terminal", "Funcionará al abrir otro terminal."),
    (r"Shell (?P<a>.*?) (?:is )?not supported\.", "La consola «{a}» no se admite: usa bash, zsh, fish o PowerShell."),
    (r"Completion instruction \"(?P<a>.*)\" not supported\.", "El completado no entiende «{a}»."),
    (r"Invalid completion instruction\.", "El completado no entiende esa petición."),
    (r"Couldn't get PowerShell user profile", "No se encuentra el perfil de PowerShell."),
    (r"Couldn't decode the path automatically", "No se entiende la ruta del perfil de PowerShell."),
    (
        r"DeprecationWarning: The command ['\"](?P<a>.*?)['\"] is deprecated\.(?P<b>.*)",
        "La orden {a} está en desuso.{b}",
    ),
)

SISTEMA: Final = {
    "No such file or directory": "no existe",
    "Permission denied": "sin permiso",
    "Operation not permitted": "operación no permitida",
    "Is a directory": "es una carpeta",
    "Not a directory": "no es una carpeta",
    "No space left on device": "no queda sitio en el disco",
    "Read-only file system": "el disco es de solo lectura",
    "File name too long": "el nombre es demasiado largo",
    "Too many open files": "hay demasiados ficheros abiertos",
    "File exists": "ya existe",
    "Directory not empty": "la carpeta no está vacía",
    "Too many levels of symbolic links": "los enlaces simbólicos forman un bucle",
    "Input/output error": "error de lectura o escritura del disco",
    "Disk quota exceeded": "se ha agotado la cuota de disco",
    "File too large": "el fichero es demasiado grande",
    "Invalid argument": "el sistema no admite esa operación",
    "Device or resource busy": "está en uso",
    "Text file busy": "está en uso",
    "Connection refused": "conexión rechazada",
    "Broken pipe": "la tubería está cerrada",
    "Bad file descriptor": "la salida está cerrada",
    "Address already in use": "la dirección está ocupada",
}
"""Lo que dice el sistema (`OSError.strerror`) sin locale: va dentro de frases en español."""

_SUGERIDAS: Final = re.compile(r"[ .]*(?:Did you mean|\(Possible options:) (?P<a>.*?)[?)]\Z", re.DOTALL)
_DEL_SISTEMA: Final = re.compile("|".join(re.escape(frase) for frase in sorted(SISTEMA, key=len, reverse=True)))


def del_analizador(mensaje: str) -> str:
    """Un mensaje del analizador, con sus sugerencias detrás."""
    sugeridas = _SUGERIDAS.search(mensaje)
    frase = _traducida(mensaje[: sugeridas.start()] if sugeridas else mensaje, ANALIZADOR)
    return f"{frase} Quizá querías decir {_lista(sugeridas['a'])}." if sugeridas else frase


def del_completado(mensaje: str) -> str:
    """Un mensaje de la instalación del completado; lo demás (el propio guion de la consola) queda igual."""
    return _traducida(mensaje, COMPLETADO)


def del_sistema(texto: str) -> str:
    """Un texto con lo que dice el sistema en español."""
    return _DEL_SISTEMA.sub(lambda hallado: SISTEMA[hallado[0]], texto)


def _lista(sugeridas: str) -> str:
    """«uno», «uno» o «dos»."""
    nombres = [f"«{nombre.strip(chr(39) + chr(34))}»" for nombre in sugeridas.split(", ")]
    return " o ".join([", ".join(nombres[:-1]), nombres[-1]] if len(nombres) > 1 else nombres)


def _traducida(mensaje: str, tabla: Tabla) -> str:
    for patron, frase in tabla:
        hallado = re.fullmatch(patron, mensaje.strip(), re.DOTALL)
        if hallado:
            return frase.format(**{c: _sin_comillas(v) for c, v in hallado.groupdict().items()})
    return mensaje


def _sin_comillas(valor: str | None) -> str:
    """Una lista de opciones pierde las comillas de Python."""
    texto = valor or ""
    return re.sub(r"'([^']*)'(?=, |\Z)", r"\1", texto) if texto.startswith("'") else texto
