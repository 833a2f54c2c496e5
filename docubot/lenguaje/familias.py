"""Conceptos que suelen ir juntos: si una definición habla de facturas, el IVA y las monedas también son cosa suya."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from docubot.lenguaje.conceptos import claves
from docubot.lenguaje.texto import plegar

_FAMILIAS: Final = """
facturar: factura fiscal iva vat impuesto impuestos taxes moneda monedas currency currencies vencimiento vence impago
  impagada unpaid
  rectificativa rectificar rectify corrective serie numeracion correlativa numbering recordatorio reminder cobro
  emitir emite emito emitida issued
  credit abono direccion dirección corregir corrijo moroso morosos dolares euros libras overdue impositivo
plan: plan tarifa precio descuento descuentos discount discounts prueba trial upgrade downgrade bajar bajo bajarme
  prorratea prorrateo prorated
  pagar pago pay pays paying mensual anual monthly yearly annual annually tarjeta card gratis free gratuito basico
  basic pro premium starter
  enterprise business suscripcion ong ongs nonprofit charity almacenamiento gigas soporte asientos ser invitados sso
  saml scim contratar
  compañeros renovacion colegio escuela universidad school educativo licencia licencias license licenses historial
  history
  megas megabytes gigabytes tera terabyte archivo cupon promocion contratar
integracion: api webhook commit github slack token cabecera header firma signature hmac paginacion pagina paginas
  pagination page pages cursor
  peticion peticiones request requests endpoint idempotencia idempotency reintento reintentos retry retries sincroniza
  sync sincronizar calendar
  postman curl automatizar automation automate alcance scope scopes bearer 429 json rest programar enganchar zapier
  n8n make canal
acceso: contraseña password acceso login sesion session rol roles role propietaria propietario owner owners propiedad
  ownership administrador admin admins
  verificacion two-factor 2fa totp llave recuperacion codigos bloquea bloqueada locked cuenta account usuario invitar
  entrar signed correo enlace link
  administra administrar clave olvide forgot reset intentos attempts factor factors authenticator logout dispositivo
  device
  organizacion organization organisation backup backups copias backups transferir traspasar pasarle
proyecto: proyecto tarea subtarea etiqueta papelera trash hora registrar temporizador cronometro timer aprobar
  responsable entrega cliente sala
  reservar plaza proyector plantilla plantillas template templates estado revision pausa archivar dependencias
  dependency semana week exportar
  presupuesto pendiente abierta hecho recuperar entrada entradas entry entries franja slot reunion cancelar anidar
  niveles tablero
"""


@lru_cache(maxsize=1)
def _tabla() -> dict[str, frozenset[str]]:
    tabla: dict[str, frozenset[str]] = {}
    ancla = ""
    for linea in _FAMILIAS.strip().splitlines():
        if not linea.startswith(" "):
            ancla, _, linea = linea.partition(":")
        propias = frozenset().union(*(claves(plegar(p)) for p in linea.split()))
        tabla[ancla] = tabla.get(ancla, frozenset()) | propias
    return tabla


def parientes(presentes: frozenset[str]) -> frozenset[str]:
    """Las claves emparentadas con las de una definición que contiene alguna de las anclas."""
    return frozenset().union(*(suyas for ancla, suyas in _tabla().items() if ancla in presentes))
