"""El árbol de errores de DocuBot y sus códigos de salida.

::

    ErrorDocuBot (1)
    ├── ErrorDeUso (2)                    la orden está mal escrita o un valor no vale
    ├── DatosInvalidos (65)               lo que llegó no se puede leer: UTF-8 roto, índice de otro embebedor
    ├── EntradaInexistente (66)           no está lo que hay que leer: carpeta, índice, traza, sesión
    ├── ServicioNoDisponible (69)         un servicio no responde
    │   ├── NubeliaNoDisponible           · la API de Nubelia
    │   └── ModeloNoDisponible            · el proveedor del modelo, tras los reintentos
    ├── ErrorInterno (70)                 un fallo nuestro; el detalle queda en el registro
    ├── NoSePuedeCrear (73)               no se puede escribir donde hace falta
    ├── PresupuestoAgotado (75)           se acabaron las llamadas, los tokens o el plazo
    ├── RespuestaInvalida (76)            el otro lado no habla el protocolo: HTML, JSON cortado
    ├── SinPermiso (77)                   clave o token rechazados
    ├── ConfiguracionInvalida (78)        el fichero de configuración o una variable no valen
    ├── ErrorDeModelo (69)                lo que un proveedor cuenta de UN intento (ver abajo)
    └── ErrorDeHerramienta (1)            previsto: vuelve al modelo como `is_error`
        ├── HerramientaDesconocida
        ├── ArgumentosInvalidos
        ├── ProyectoNoEncontrado
        └── HerramientaNoDisponible       la API caída, un plazo vencido

`mensaje` es una frase en español que dice qué pasó y qué hacer; es lo único que se enseña.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final


class ErrorDocuBot(Exception):
    """Base de todo lo previsto; `codigo` es el de salida del proceso."""

    codigo: ClassVar[int] = 1

    def __init__(self, mensaje: str) -> None:
        super().__init__(mensaje)
        self.mensaje = mensaje


class ErrorDeUso(ErrorDocuBot):
    """La orden, una opción o su valor no valen."""

    codigo = 2


class DatosInvalidos(ErrorDocuBot):
    """Los datos de entrada no se pueden leer como lo que deberían ser."""

    codigo = 65


class EntradaInexistente(ErrorDocuBot):
    """No existe o no se puede abrir lo que había que leer."""

    codigo = 66


class ServicioNoDisponible(ErrorDocuBot):
    """Un servicio del que se depende no responde."""

    codigo = 69


class NubeliaNoDisponible(ServicioNoDisponible):
    """La API de Nubelia no responde o responde mal."""


class ModeloNoDisponible(ServicioNoDisponible):
    """El proveedor del modelo no respondió en los intentos permitidos."""


class ErrorInterno(ErrorDocuBot):
    """Un fallo de DocuBot, no de quien lo usa."""

    codigo = 70


class NoSePuedeCrear(ErrorDocuBot):
    """No se puede crear o escribir un fichero necesario."""

    codigo = 73


class PresupuestoAgotado(ErrorDocuBot):
    """Se agotó el presupuesto del turno."""

    codigo = 75


class RespuestaInvalida(ErrorDocuBot):
    """Lo que llegó por la red no cumple el protocolo."""

    codigo = 76


class SinPermiso(ErrorDocuBot):
    """Una credencial falta o fue rechazada."""

    codigo = 77


class ConfiguracionInvalida(ErrorDocuBot):
    """La configuración no se puede leer o tiene un valor que no vale."""

    codigo = 78


@dataclass(frozen=True, slots=True)
class Reintentable:
    """Vale la pena repetir; `espera` son los segundos que pidió el servidor, si pidió alguno."""

    espera: float | None = None


@dataclass(frozen=True, slots=True)
class Definitivo:
    """Repetir daría lo mismo."""


Remedio = Reintentable | Definitivo


class ErrorDeModelo(ErrorDocuBot):
    """Un intento de llamada al modelo que falló, ya traducido: qué pasó y si sirve repetir.

    `definitivo` es la clase con la que se cuenta a la persona cuando no queda otro intento.
    """

    codigo = 69

    def __init__(
        self, mensaje: str, remedio: Remedio, *, tipo: str = "api_error", final: type[ErrorDocuBot] = ModeloNoDisponible
    ) -> None:
        super().__init__(mensaje)
        self.remedio = remedio
        self.tipo = tipo
        self.final = final

    def como_final(self) -> ErrorDocuBot:
        """El mismo fallo, como se le cuenta a la persona."""
        return self.final(self.mensaje)


class ErrorDeHerramienta(ErrorDocuBot):
    """Un fallo previsto de una herramienta: su mensaje lo lee el modelo y lo reexplica."""


class HerramientaDesconocida(ErrorDeHerramienta):
    """El modelo pidió una herramienta que no existe."""


class ArgumentosInvalidos(ErrorDeHerramienta):
    """La forma o los valores de la entrada no valen."""


class ProyectoNoEncontrado(ErrorDeHerramienta):
    """No hay un proyecto con ese nombre en la organización; el mensaje dice cuáles hay."""


class HerramientaNoDisponible(ErrorDeHerramienta):
    """La herramienta no pudo completar su trabajo: servicio caído o plazo vencido."""


INTERRUMPIDO: Final = 130
TERMINADO: Final = 143
