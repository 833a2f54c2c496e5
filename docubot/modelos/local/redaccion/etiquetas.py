# ruff: noqa: E501 - tablas y expresiones regulares
"""Las claves del JSON, dichas en el idioma de la respuesta: `estimated_delivery` → «entrega estimada»."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from docubot.lenguaje.texto import plegar
from docubot.modelos.local.datos import Campo, humanizar
from docubot.tipos import Idioma

_NOMBRES: Final = """tarea task|tareas tasks|hora hour|horas hours|proyecto project|proyectos projects|pedido order|cliente client|clientes customers
entrega delivery|fecha date|estado status|responsable manager|nombre name|plan plan|direccion address|nif NIF|sala room|salas rooms|reserva booking|reservas bookings
asistentes attendees|plazas seats|proyector projector|inicio start|fin end|precio price|importe amount|total total|factura invoice|facturas invoices|ciudad city
temperatura temperature|lluvia rain|viento wind|humedad humidity|mensaje message|canal channel|habitacion room|noches nights|personas people|titulo title
prioridad priority|usuario user|correo email|telefono phone|moneda currency|cantidad quantity|descuento discount|llegada arrival|salida departure|motivo reason
seguimiento tracking|transportista carrier|hoy today|mañana tomorrow|organizacion organization|nota note|evento event|duracion duration|minutos minutes|dias days
disponibilidad availability|clima weather|condicion condition|cielo sky|pronostico forecast|stock stock|producto product|articulo item|devolucion refund|id id
resultado result|tickets tickets|ticket ticket|huespedes guests|entrada check-in"""
_ADJETIVOS: Final = """abiertas open|abiertos open|estimada estimated|estimado estimated|registradas logged|presupuestadas budgeted|facturadas billed
aprobadas approved|disponible available|disponibles available|libres free|actual current|pendiente pending|pendientes pending|hecha done|hechas done
maxima maximum|minima minimum|maximo maximum|minimo minimum|pagado paid|pagada paid|confirmada confirmed|cancelada cancelled|activos active|prevista expected"""
_ENTERAS: Final = {
    "sin facturar": "unbilled", "sin aprobar": "unapproved", "en curso": "in progress", "en revision": "in review", "hecha": "done",
    "pendiente": "pending", "fecha entrega": "delivery date", "horas sin facturar": "unbilled hours", "horas sin aprobar": "unapproved hours",
    "tareas en curso": "tasks in progress", "tareas en revision": "tasks in review", "tareas pendiente": "pending tasks",
    "tareas hecha": "tasks done", "cliente nombre": "client", "cliente nif": "client's tax id (NIF)", "cliente direccion": "client's address",
}  # fmt: skip
_ENTERAS_ES: Final = {
    "fecha entrega": "fecha de entrega", "tareas pendiente": "tareas pendientes", "tareas hecha": "tareas hechas",
    "cliente nombre": "cliente", "cliente nif": "NIF del cliente", "cliente direccion": "dirección del cliente",
    "nif": "NIF", "direccion": "dirección", "delivery date": "fecha de entrega", "zona horaria": "zona horaria",
    "tareas en revision": "tareas en revisión", "en revision": "en revisión", "order id": "pedido", "sala id": "sala",
}  # fmt: skip


@lru_cache(maxsize=1)
def _tablas() -> tuple[dict[str, str], dict[str, str], frozenset[str]]:
    """Español → inglés, inglés → español, y los adjetivos de los dos idiomas."""
    a_ingles: dict[str, str] = {}
    a_español: dict[str, str] = {}
    adjetivos: set[str] = set()
    for fuente, son_adjetivos in ((_NOMBRES, False), (_ADJETIVOS, True)):
        for par in fuente.replace("\n", "|").split("|"):
            es, en = par.split()
            a_ingles[plegar(es)] = en
            a_español.setdefault(plegar(en), es)
            if son_adjetivos:
                adjetivos |= {plegar(es), plegar(en)}
    return a_ingles, a_español, frozenset(adjetivos)


def en_idioma(texto: str, idioma: Idioma) -> str:
    """Una etiqueta humanizada, en el idioma; las palabras que no se conocen quedan como están."""
    enteras = _ENTERAS if idioma == "en" else _ENTERAS_ES
    entera = enteras.get(plegar(texto))
    if entera:
        return entera
    a_ingles, a_español, adjetivos = _tablas()
    tabla = a_ingles if idioma == "en" else a_español
    palabras = texto.split()
    traducidas = [tabla.get(plegar(p), p) for p in palabras]
    if traducidas == palabras:
        return texto
    if len(palabras) == 2 and (
        plegar(palabras[1]) in adjetivos if idioma == "en" else plegar(palabras[0]) in adjetivos
    ):
        traducidas.reverse()
    return " ".join(traducidas)


def etiqueta(campo: Campo, idioma: Idioma, llena: bool = True) -> str:
    """La etiqueta de un campo, con su grupo delante si `llena`: «horas registradas», «logged hours»."""
    return en_idioma(campo.etiqueta_llena if llena else campo.etiqueta, idioma)


def etiqueta_de_clave(clave: str, idioma: Idioma) -> str:
    """Una clave suelta, humanizada y en el idioma."""
    return en_idioma(humanizar(clave), idioma)
