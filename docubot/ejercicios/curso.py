"""El curso de una persona: su estado, su carpeta y su idioma, con lo que puede hacer en cada ejercicio."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docubot.configuracion import Configuracion
from docubot.ejercicios import carpeta as carpetas
from docubot.ejercicios import catalogo, comprobacion, exportar
from docubot.ejercicios.catalogo import Ejercicio
from docubot.ejercicios.estado import Estado
from docubot.ejercicios.veredicto import Veredicto, explicar
from docubot.errores import ErrorDeUso
from docubot.tipos import Idioma


@dataclass(frozen=True)
class Curso:
    """Todo lo que hace falta para trabajar en el curso."""

    estado: Estado
    carpeta: Path
    idioma: Idioma
    proveedor: str
    ejercicios: Sequence[Ejercicio]
    plazo: float = comprobacion.PLAZO

    def elegir(self, identificador: str | None) -> Ejercicio:
        """El que se pide; sin pedir ninguno, el que se tiene entre manos o el siguiente pendiente (o el último)."""
        if identificador is not None:
            return catalogo.obtener(identificador)
        actual = next((e for e in self.ejercicios if e.id == self.estado.actual()), None)
        if actual is not None and not self.resuelto(actual):
            return actual
        return self.siguiente() or self.ejercicios[-1]

    def siguiente(self, tras: Ejercicio | None = None) -> Ejercicio | None:
        """El primero sin resolver después de `tras`, dando la vuelta; None si están todos resueltos."""
        avances = self.estado.avances()
        desde = 0 if tras is None else [e.id for e in self.ejercicios].index(tras.id) + 1
        vuelta = [*self.ejercicios[desde:], *self.ejercicios[:desde]]
        return next((e for e in vuelta if e.id not in avances or avances[e.id].estado != "resuelto"), None)

    def resuelto(self, ejercicio: Ejercicio) -> bool:
        """Ya se resolvió alguna vez."""
        return self.estado.avance(ejercicio.id).estado == "resuelto"

    def empezados(self) -> list[Ejercicio]:
        """Los que tienen sus ficheros en la carpeta. Error: `ErrorDeUso` si no hay ninguno."""
        hay = [e for e in self.ejercicios if (carpetas.de(e, self.carpeta) / e.fichero).is_file()]
        if not hay:
            raise ErrorDeUso(f"No hay ningún ejercicio empezado en {self.carpeta}. Empieza con «docubot ejercicio».")
        return hay

    def empezar(self, ejercicio: Ejercicio) -> carpetas.Empezado:
        """Crea lo que falte en su carpeta y la recuerda."""
        empezado = carpetas.empezar(ejercicio, self.carpeta, self.idioma)
        self.estado.fijar(carpeta=self.carpeta, idioma=self.idioma)
        self.estado.empezado(ejercicio.id)
        return empezado

    def comprobar(self, ejercicio: Ejercicio, cancelada: Callable[[], bool] = lambda: False) -> Veredicto:
        """El veredicto, ya anotado en el estado. Errores: `ErrorDeUso` si no está empezado, `Cancelada`."""
        destino = carpetas.de(ejercicio, self.carpeta)
        if not destino.is_dir():
            raise ErrorDeUso(
                f"Aún no has empezado {ejercicio.id}: hazlo con «docubot ejercicio empezar {ejercicio.id}»."
            )
        veredicto = comprobacion.comprobar(
            ejercicio, destino, proveedor=self.proveedor, plazo=self.plazo, cancelada=cancelada
        )
        self.estado.comprobado(veredicto)
        return veredicto

    def dar_pista(self, ejercicio: Ejercicio, nivel: int | None = None) -> int:
        """El nivel de la pista que toca, ya anotado: el pedido, o el siguiente al último visto."""
        toca = nivel or min(self.estado.avance(ejercicio.id).pistas + 1, len(ejercicio.pistas[self.idioma]))
        self.estado.pista_dada(ejercicio.id, toca)
        return toca

    def reiniciar(self, ejercicio: Ejercicio) -> Path | None:
        """La plantilla otra vez; devuelve dónde quedó lo que había, si había algo distinto."""
        copia = carpetas.reiniciar(ejercicio, self.carpeta, self.idioma)
        self.estado.reiniciado(ejercicio.id)
        return copia

    def resumen(self) -> list[dict[str, Any]]:
        """Cada ejercicio con su avance."""
        return exportar.resumen(self.ejercicios, self.estado, self.idioma)

    def veredicto_en_json(self, veredicto: Veredicto) -> dict[str, Any]:
        """Un veredicto con su explicación puesta."""
        ejercicio = catalogo.obtener(veredicto.ejercicio)
        explicacion = explicar(ejercicio, veredicto, self.idioma)
        texto = None
        if explicacion is not None:
            texto = {"esperado": explicacion.esperado, "llego": explicacion.llego, "idea": explicacion.idea}
        return {**veredicto.como_json(), "explicacion": texto}


def abrir(configuracion: Configuracion, *, idioma: str | None = None, carpeta: Path | None = None) -> Curso:
    """El curso que dice la configuración. Error: `ErrorDeUso` si el idioma no es es o en."""
    from docubot.modelos import elegir

    estado = Estado(configuracion.datos)
    pedido = configuracion.proveedor.strip().lower()
    return Curso(
        estado=estado,
        carpeta=carpetas.del_curso(estado, carpeta),
        idioma=_idioma(idioma, estado),
        proveedor=elegir(configuracion) if pedido == "auto" else pedido,
        ejercicios=catalogo.todos(),
    )


def _idioma(pedido: str | None, estado: Estado) -> Idioma:
    """El pedido, el que se eligió la última vez o español."""
    elegido = (pedido or estado.idioma() or "es").strip().lower()
    for idioma in catalogo.IDIOMAS:
        if elegido == idioma:
            return idioma
    if pedido is None:
        return "es"
    raise ErrorDeUso(f"El curso no está en «{pedido[:20]}». Los idiomas que hay: es, en.")
