"""Cuentas, relojes y clientes para probar la API simulada sin red."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx2

from docubot.transporte_asgi import TransporteAsgi
from mock_nubelia.app import AppDeNubelia, crear_app
from mock_nubelia.fallos import Fallos, leer_fallos

LECTURA = "nub_demo_lectura"
ANA = "nub_demo_ana_lectura"


class Reloj:
    """Un reloj que solo avanza cuando se le dice; sirve también de `dormir`."""

    def __init__(self) -> None:
        self.ahora = 1000.0
        self.esperas: list[float] = []

    def __call__(self) -> float:
        return self.ahora

    def dormir(self, segundos: float) -> None:
        self.esperas.append(segundos)
        self.ahora += segundos

    async def dormir_async(self, segundos: float) -> None:
        self.dormir(segundos)


def app(reloj: Reloj | None = None, fallos: str = "", cuenta: Path | None = None) -> AppDeNubelia:
    """La aplicación con un reloj de mentira, que es también el que hace esperar a los fallos."""
    reloj = reloj or Reloj()
    return crear_app(cuenta, reloj, Fallos(leer_fallos(fallos), reloj.dormir_async))


def http(aplicacion: AppDeNubelia, token: str | None = LECTURA) -> httpx2.Client:
    """Un cliente HTTP corriente sobre la aplicación."""
    cabeceras = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx2.Client(transport=TransporteAsgi(aplicacion), base_url="http://nubelia.invalid", headers=cabeceras)


def proyecto(id_: str, nombre: str, **cambios: Any) -> dict[str, Any]:
    """Un proyecto con la forma del fichero de cuenta."""
    return {
        "id": id_,
        "nombre": nombre,
        "estado": "activo",
        "responsable": "Ada",
        "tareas": {"pendiente": 1, "en curso": 2, "en revisión": 3, "hecha": 4},
        "fecha_entrega": None,
        "horas_registradas": 1.25,
        "horas_presupuestadas": 10,
        "horas_sin_facturar": 0,
        "horas_sin_aprobar": 0,
        "cliente": {"nombre": "Cliente", "nif": None, "direccion": None},
    } | cambios


def organizacion(letra: str, nombres: list[str], plan: str = "Equipo") -> dict[str, Any]:
    """Una organización cuyo token de lectura es `tok_LETRA`."""
    return {
        "id": f"org_{letra}",
        "nombre": f"Organización {letra}",
        "plan": plan,
        "personas": 2,
        "zona_horaria": "Europe/Madrid",
        "usuarios": [
            {"id": f"usr_{letra}", "nombre": "Ada", "rol": "propietaria", "tokens": {"lectura": f"tok_{letra}"}}
        ],
        "proyectos": [proyecto(f"pry_{letra}_{i}", nombre) for i, nombre in enumerate(nombres)],
    }


def escribir_cuenta(carpeta: Path, *organizaciones: dict[str, Any]) -> Path:
    """Un fichero de cuenta con esas organizaciones."""
    fichero = carpeta / "cuenta.json"
    fichero.write_text(json.dumps({"organizaciones": list(organizaciones)}, ensure_ascii=False), encoding="utf-8")
    return fichero
