"""La base de datos del servidor simulado: SQLite, en memoria si no se dice otra cosa.

Toda consulta de datos lleva la organización de quien pregunta: no hay otra forma de leer un proyecto.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Sequence
from threading import Lock
from typing import Any, Final

from mock_nubelia.cuenta import CuentaDeOrganizacion
from mock_nubelia.dominio import ESTADOS_DE_TAREA, Cliente, Credencial, Horas, Organizacion, Proyecto, plegar

_ESQUEMA: Final = """
CREATE TABLE organizacion (
    id TEXT PRIMARY KEY, nombre TEXT NOT NULL, plan TEXT NOT NULL, personas INTEGER NOT NULL, zona_horaria TEXT NOT NULL
) STRICT;
CREATE TABLE token (
    huella TEXT PRIMARY KEY, organizacion TEXT NOT NULL REFERENCES organizacion(id), usuario TEXT NOT NULL,
    rol TEXT NOT NULL, alcance TEXT NOT NULL CHECK (alcance IN ('lectura', 'escritura')), emitido REAL NOT NULL
) STRICT;
CREATE TABLE proyecto (
    id TEXT PRIMARY KEY, organizacion TEXT NOT NULL REFERENCES organizacion(id), posicion INTEGER NOT NULL,
    nombre TEXT NOT NULL, plegado TEXT NOT NULL, estado TEXT NOT NULL, responsable TEXT NOT NULL,
    fecha_entrega TEXT, registradas NUMERIC NOT NULL, presupuestadas NUMERIC NOT NULL, sin_facturar NUMERIC NOT NULL,
    sin_aprobar NUMERIC NOT NULL, cliente TEXT NOT NULL, tiene_nif INTEGER NOT NULL, tiene_direccion INTEGER NOT NULL,
    UNIQUE (organizacion, posicion)
);
CREATE INDEX proyecto_por_nombre ON proyecto (organizacion, plegado);
CREATE TABLE tareas (
    proyecto TEXT NOT NULL REFERENCES proyecto(id), estado TEXT NOT NULL, cuantas INTEGER NOT NULL CHECK (cuantas >= 0),
    PRIMARY KEY (proyecto, estado)
) STRICT, WITHOUT ROWID;
"""
_PROYECTO: Final = """
SELECT p.posicion, p.id, p.nombre, p.estado, p.responsable, p.fecha_entrega, p.registradas, p.presupuestadas,
       p.sin_facturar, p.sin_aprobar, p.cliente, p.tiene_nif, p.tiene_direccion, o.plan
FROM proyecto p JOIN organizacion o ON o.id = p.organizacion WHERE p.organizacion = ?
"""


class Almacen:
    """Los datos de todas las organizaciones. Se puede usar desde varios hilos."""

    def __init__(self, fichero: str = ":memory:") -> None:
        self._conexion = sqlite3.connect(fichero, check_same_thread=False)
        self._cerrojo = Lock()
        self._conexion.executescript(_ESQUEMA)

    def cerrar(self) -> None:
        """Cierra la base; se puede llamar más de una vez."""
        with self._cerrojo:
            self._conexion.close()

    def sembrar(self, cuentas: Iterable[CuentaDeOrganizacion], ahora: float) -> None:
        """Guarda las cuentas; sus tokens cuentan como emitidos en `ahora` (segundos del reloj del servidor)."""
        with self._cerrojo, self._conexion:
            for cuenta in cuentas:
                o = cuenta.organizacion
                self._conexion.execute(
                    "INSERT INTO organizacion VALUES (?, ?, ?, ?, ?)",
                    (o.id, o.nombre, o.plan, o.personas, o.zona_horaria),
                )
                self._conexion.executemany(
                    "INSERT INTO token VALUES (?, ?, ?, ?, ?, ?)",
                    [(_huella(t.valor), o.id, t.usuario, t.rol, t.alcance, ahora) for t in cuenta.tokens],
                )
                for posicion, proyecto in enumerate(cuenta.proyectos, start=1):
                    self._sembrar_proyecto(o.id, posicion, proyecto)

    def credencial(self, token: str) -> Credencial | None:
        """De quién es un token, o None si no es de nadie."""
        filas = self._leer(
            "SELECT organizacion, usuario, rol, alcance, emitido FROM token WHERE huella = ?", [_huella(token)]
        )
        return Credencial(*filas[0]) if filas else None

    def organizacion(self, organizacion: str) -> Organizacion:
        """La organización de una credencial ya comprobada."""
        (fila,) = self._leer(
            "SELECT id, nombre, plan, personas, zona_horaria FROM organizacion WHERE id = ?", [organizacion]
        )
        return Organizacion(*fila)

    def pagina(self, organizacion: str, despues_de: int, limite: int) -> tuple[list[Proyecto], int | None]:
        """Hasta `limite` proyectos tras una posición (0 al principio) y la posición desde la que seguir, si quedan."""
        filas = self._leer(
            f"{_PROYECTO} AND p.posicion > ? ORDER BY p.posicion LIMIT ?", [organizacion, despues_de, limite + 1]
        )
        proyectos = self._proyectos(filas[:limite])
        return proyectos, filas[limite - 1][0] if len(filas) > limite else None

    def proyecto(self, organizacion: str, clave: str) -> list[Proyecto]:
        """El que tiene ese id; si no, ese nombre exacto; si no, los que se llaman así salvo acentos y mayúsculas."""
        for condicion, valor in (("p.id", clave), ("p.nombre", clave), ("p.plegado", plegar(clave))):
            filas = self._leer(f"{_PROYECTO} AND {condicion} = ? ORDER BY p.posicion", [organizacion, valor])
            if filas:
                return self._proyectos(filas)
        return []

    def _leer(self, consulta: str, valores: Sequence[Any]) -> list[tuple[Any, ...]]:
        with self._cerrojo:
            return self._conexion.execute(consulta, valores).fetchall()

    def _proyectos(self, filas: list[tuple[Any, ...]]) -> list[Proyecto]:
        return [_proyecto(fila, self._tareas(fila[1])) for fila in filas]

    def _tareas(self, proyecto: str) -> dict[str, int]:
        cuantas = dict(self._leer("SELECT estado, cuantas FROM tareas WHERE proyecto = ?", [proyecto]))
        return {estado: cuantas.get(estado, 0) for estado in ESTADOS_DE_TAREA}

    def _sembrar_proyecto(self, organizacion: str, posicion: int, p: Proyecto) -> None:
        h, c = p.horas, p.cliente
        fila = (
            *(p.id, organizacion, posicion, p.nombre, plegar(p.nombre), p.estado, p.responsable, p.fecha_entrega),
            *(h.registradas, h.presupuestadas, h.sin_facturar, h.sin_aprobar, c.nombre, c.tiene_nif, c.tiene_direccion),
        )
        self._conexion.execute(f"INSERT INTO proyecto VALUES ({', '.join('?' * len(fila))})", fila)  # noqa: S608
        self._conexion.executemany("INSERT INTO tareas VALUES (?, ?, ?)", [(p.id, e, n) for e, n in p.tareas.items()])


def _huella(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _proyecto(fila: tuple[Any, ...], tareas: dict[str, int]) -> Proyecto:
    _, id_, nombre, estado, responsable, fecha, *horas, cliente, nif, direccion, plan = fila
    return Proyecto(
        id_,
        nombre,
        estado,
        responsable,
        tareas,
        fecha,
        Horas(*horas),
        Cliente(cliente, bool(nif), bool(direccion)),
        plan,
    )
