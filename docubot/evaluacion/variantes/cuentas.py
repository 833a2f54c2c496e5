"""Otra cuenta con el mismo dibujo: cambian las cifras y no cambia ninguna comparación."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import combinations
from random import Random
from typing import Any, Final

from docubot.evaluacion.entorno import HOY
from docubot.evaluacion.variantes.mundo import Json, mi_organizacion, proyectos

INTENTOS: Final = 20_000
_HORAS: Final = ("horas_registradas", "horas_presupuestadas", "horas_sin_facturar", "horas_sin_aprobar")
AVISO: Final = Decimal("0.9")
"""Parte del límite de tareas a la que se avisa."""


def magnitudes(proyecto: Json) -> dict[str, Decimal]:
    """Lo que se puede preguntar de un proyecto: cada dato y las cuentas sencillas con ellos."""
    tareas = {estado: Decimal(n) for estado, n in proyecto["tareas"].items()}
    horas = {campo: Decimal(str(proyecto[campo])) for campo in _HORAS}
    total = sum(tareas.values(), Decimal(0))
    cuentas = {
        "abiertas": total - tareas["hecha"],
        "total": total,
        "restantes": horas["horas_presupuestadas"] - horas["horas_registradas"],
    }
    cuentas["pendiente y en curso"] = tareas["pendiente"] + tareas["en curso"]
    if total:
        cuentas["porcentaje de tareas"] = 100 * tareas["hecha"] / total
        cuentas["porcentaje sin hacer"] = 100 * cuentas["abiertas"] / total
    if horas["horas_presupuestadas"]:
        cuentas["porcentaje de horas"] = 100 * horas["horas_registradas"] / horas["horas_presupuestadas"]
    if proyecto["fecha_entrega"] is not None:
        cuentas["días para la entrega"] = abs(Decimal((date.fromisoformat(proyecto["fecha_entrega"]) - HOY).days))
    return tareas | horas | cuentas


def otra_cuenta(
    cuenta: Json, azar: Random, factor: float, viejos: Sequence[Decimal], nuevos: Sequence[Decimal]
) -> Json:
    """Una cuenta con otras cifras y otras fechas, en la que cada comparación da lo mismo que en `cuenta`.

    `viejos` y `nuevos`: los límites de tareas abiertas, antes y después. `RuntimeError` si no la encuentra.
    """
    buscada = dibujo(cuenta, viejos)
    for _ in range(INTENTOS):
        candidata = _sortear(cuenta, azar, factor)
        if dibujo(candidata, nuevos) == buscada:
            return candidata
    raise RuntimeError("no sale una cuenta con las mismas comparaciones")


def dibujo(cuenta: Json, limites: Sequence[Decimal]) -> list[int]:
    """El signo de todas las comparaciones que puede pedir quien pregunta sobre sus proyectos."""
    todas = [magnitudes(p) for p in mi_organizacion(cuenta)["proyectos"]]
    signos: list[int] = []
    for una in todas:
        signos += [_signo(una["abiertas"] - parte * limite) for limite in limites for parte in (1, AVISO)]
        signos += [_signo(una[campo] - una["horas_registradas"]) for campo in _HORAS]
    for una, otra in combinations(todas, 2):
        signos += [_signo(una[m] - otra[m]) for m in sorted(una.keys() & otra.keys())]
    return signos


def _signo(valor: Decimal) -> int:
    return (valor > 0) - (valor < 0)


def _sortear(cuenta: Json, azar: Random, factor: float) -> Json:
    organizaciones = [
        {**o, "proyectos": [_proyecto(p, azar, factor) for p in o["proyectos"]]} for o in cuenta["organizaciones"]
    ]
    return {**cuenta, "organizaciones": organizaciones}


def _proyecto(proyecto: Json, azar: Random, factor: float) -> Json:
    tareas: Mapping[str, int] = proyecto["tareas"]
    nuevas = {estado: max(1, round(n * factor * azar.uniform(0.85, 1.15))) if n else 0 for estado, n in tareas.items()}
    distintas = sorted({float(proyecto[campo]) for campo in _HORAS})
    por_valor = {h: _horas(h, azar, factor) for h in distintas}
    horas: dict[str, Any] = {campo: por_valor[float(proyecto[campo])] for campo in _HORAS}
    return {**proyecto, **horas, "tareas": nuevas, "fecha_entrega": _fecha(proyecto["fecha_entrega"], azar)}


def _horas(horas: float, azar: Random, factor: float) -> float:
    """Cuartos de hora, y enteras si lo eran."""
    nuevas = horas * factor * azar.uniform(0.85, 1.15)
    return round(nuevas) if horas == int(horas) else round(nuevas * 4) / 4 + (0.25 if nuevas.is_integer() else 0)


def _fecha(fecha: str | None, azar: Random) -> str | None:
    """Unos días antes, en el mismo mes."""
    if fecha is None:
        return None
    dia = date.fromisoformat(fecha)
    return (dia - timedelta(days=min(azar.randint(1, 7), dia.day - 1))).isoformat()


def fechas(vieja: Json, nueva: Json) -> dict[date, date]:
    """De cada fecha de entrega a la que la sustituye."""
    pares = zip(proyectos(vieja), proyectos(nueva), strict=True)
    return {
        date.fromisoformat(v["fecha_entrega"]): date.fromisoformat(n["fecha_entrega"])
        for v, n in pares
        if v["fecha_entrega"] is not None
    }
