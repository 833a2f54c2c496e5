"""El código de la persona, visto desde su comprobación: se carga, se llama y todo lo que le pase se explica."""

from __future__ import annotations

import importlib.util
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType, ModuleType, TracebackType
from typing import Any, Final

from docubot.ejercicios.veredicto import Fallo, corto
from docubot.errores import ErrorDocuBot, ErrorInterno

MODULO: Final = "ejercicio_de_la_persona"


class Alumno:
    """El código de una carpeta. `traza` y `notas` son lo que la comprobación enseña a quien lo escribió."""

    def __init__(self, carpeta: Path, fichero: str, proveedor: str = "local") -> None:
        self.carpeta = carpeta.resolve()
        self.fichero = fichero
        self.proveedor = proveedor
        self.traza: list[dict[str, Any]] = []
        self.notas: list[str] = []
        self._modulo: ModuleType | None = None
        self._cerrojo = threading.Lock()

    @property
    def modulo(self) -> ModuleType:
        """El módulo de la persona, cargado una vez."""
        if self._modulo is None:
            self._modulo = self.llamar(self._cargar)
        return self._modulo

    def _cargar(self) -> ModuleType:
        ruta = self.carpeta / self.fichero
        if not ruta.is_file():
            raise Fallo("sin-fichero", ruta=str(ruta))
        sys.path.append(str(self.carpeta))  # detrás: un «random.py» suyo no tapa al de Python
        spec = importlib.util.spec_from_file_location(MODULO, ruta)
        assert spec is not None
        modulo = importlib.util.module_from_spec(spec)
        sys.modules[MODULO] = modulo
        try:
            codigo = compile(ruta.read_bytes(), str(ruta), "exec", dont_inherit=True)
        except SyntaxError as error:
            raise Fallo("sintaxis", linea=error.lineno, error=error.msg, texto=(error.text or "").strip()) from None
        except (ValueError, RecursionError, MemoryError) as error:
            raise Fallo("sintaxis", error=corto(str(error)), texto="") from None
        exec(codigo, modulo.__dict__)  # noqa: S102 (es su código: de eso se trata)
        return modulo

    def pieza(self, nombre: str, tipo: type | tuple[type, ...] | None = None) -> Any:
        """Lo que el módulo llama `nombre`. Falla si no está, si es de otro tipo o si sigue sin rellenar (`...`)."""
        if not hasattr(self.modulo, nombre):
            raise Fallo("falta-nombre", nombre=nombre)
        valor = getattr(self.modulo, nombre)
        if valor is ...:
            raise Fallo("sin-rellenar", nombre=nombre)
        if tipo is not None and not isinstance(valor, tipo):
            tipos = tipo if isinstance(tipo, tuple) else (tipo,)
            esperado = " | ".join(t.__name__ for t in tipos)
            raise Fallo("tipo", nombre=nombre, esperado=esperado, valor=valor, hay=type(valor).__name__)
        return valor

    def funcion(self, nombre: str) -> Callable[..., Any]:
        """La función `nombre`, protegida: lo que lance vuelve explicado."""
        funcion = self.pieza(nombre)
        if not callable(funcion):
            raise Fallo("tipo", nombre=nombre, esperado="function", valor=funcion, hay=type(funcion).__name__)
        return lambda *a, **k: self.llamar(funcion, *a, **k)

    def llamar(
        self, funcion: Callable[..., Any], *a: Any, prevista: type[BaseException] | None = None, **k: Any
    ) -> Any:
        """Llama a código de la persona. Lo que no sea un `Fallo` (ni `prevista`) se convierte en uno, con su línea."""
        try:
            return funcion(*a, **k)
        except Fallo:
            raise
        except BaseException as error:
            if prevista is not None and isinstance(error, prevista):
                raise
            raise self.explicado(error) from error

    def explicado(self, error: BaseException) -> Fallo:
        """El fallo que cuenta una excepción del código de la persona."""
        for causa in _causas(error):
            if isinstance(causa, Fallo):
                return causa
        for causa in _causas(error):
            match causa:
                case SyntaxError(filename=str() as ruta) if self._es_suyo(ruta):
                    return Fallo("sintaxis", linea=causa.lineno, error=causa.msg, texto=(causa.text or "").strip())
                case NotImplementedError():
                    return Fallo("sin-hacer", linea=self.linea_de(causa.__traceback__))
                case SystemExit():
                    return Fallo("exit", linea=self.linea_de(causa.__traceback__), codigo=causa.code)
                case EOFError():
                    return Fallo("input", linea=self.linea_de(causa.__traceback__))
                case _ if (linea := self.linea_de(causa.__traceback__)) is not None:
                    return Fallo("excepcion", linea=linea, tipo=type(causa).__name__, error=corto(str(causa)))
        if isinstance(error, ErrorDocuBot) and not isinstance(error, ErrorInterno):
            return Fallo("modelo-falla", mensaje=error.mensaje)
        return Fallo("averia", error="".join(traceback.format_exception(_causas(error)[-1]))[-1500:])

    def linea_de(self, traza: TracebackType | None) -> int | None:
        """La línea del fichero de la persona más cercana al error."""
        suyas = [n for marco, n in traceback.walk_tb(traza) if self._es_suyo(marco.f_code.co_filename)]
        return suyas[-1] if suyas else None

    def linea_en_curso(self, marco: FrameType | None) -> int | None:
        """La línea de la persona que se está ejecutando en esa pila."""
        while marco is not None:
            if self._es_suyo(marco.f_code.co_filename):
                return marco.f_lineno
            marco = marco.f_back
        return None

    def _es_suyo(self, ruta: str) -> bool:
        return ruta.startswith(str(self.carpeta))

    def exige(self, cumple: object, clave: str, **datos: Any) -> None:
        """Si no se cumple, el ejercicio no está: `clave` es la explicación y `datos` sus huecos."""
        if not cumple:
            raise Fallo(clave, **datos)

    def anota(self, tipo: str, **datos: Any) -> None:
        """Añade un suceso a la traza."""
        with self._cerrojo:
            self.traza.append({"tipo": tipo, **datos})

    def anota_todo(self, sucesos: Sequence[dict[str, Any]]) -> None:
        """Añade los sucesos de un diario."""
        with self._cerrojo:
            self.traza.extend(dict(s) for s in sucesos)


def _causas(error: BaseException) -> list[BaseException]:
    """La excepción y las que la causaron, de fuera adentro."""
    cadena: list[BaseException] = []
    actual: BaseException | None = error
    while actual is not None and actual not in cadena:
        cadena.append(actual)
        actual = actual.__cause__ or (None if actual.__suppress_context__ else actual.__context__)
    return cadena
