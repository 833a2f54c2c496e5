# ruff: noqa: E501 - tablas y expresiones regulares
"""La glosa inglesa de una cita en español: las medidas traducidas y unas pocas palabras que importan."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from docubot.lenguaje.texto import plegar

_MEDIDAS: Final = (
    (r"\b1 año\b|\bun año\b", "1 year"), (r"\b(\d+) años\b", r"\1 years"), (r"\b1 mes\b|\bun mes\b", "1 month"),
    (r"\b(\d+) meses\b", r"\1 months"), (r"\b1 dia laborable\b|\bun dia laborable\b", "one business day"),
    (r"\b1 dia\b|\bun dia\b", "1 day"), (r"\b(\d+) dias\b", r"\1 days"), (r"\b1 hora\b|\buna hora\b", "1 hour"),
    (r"\b(\d+) horas\b", r"\1 hours"), (r"\b(\d+) minutos\b", r"\1 minutes"), (r"\b1 minuto\b|\bun minuto\b", "1 minute"),
    (r"\bsin limite\b|\bno tienen? limite\b", "unlimited (no limit)"), (r"\b(\d+) caracteres\b", r"\1 characters"),
    (r"\b(\d+) personas\b", r"\1 people"), (r"\b(\d+(?:,\d+)?) €", r"€\1"), (r"\b(\d+) niveles\b", r"\1 levels"),
    (r"\b(\d+) reintentos\b", r"\1 retries"), (r"\b(\d+) intentos\b", r"\1 attempts"), (r"\buna semana\b", "1 week"),
)  # fmt: skip
_PALABRAS: Final = {
    r"prorrate\w*": "prorated", r"propietaria\w*": "owner", r"administra\w*": "admin", r"responsable\w*": "project lead (person in charge)",
    r"miembros?": "member", r"invitados?": "guest", r"papelera": "trash", r"correo": "email", r"comunidad": "community",
    r"inmediat\w*": "immediately", r"final del periodo pagado": "end of the paid period", r"en pausa": "paused",
    r"activos?": "active", r"completados?": "completed", r"archivad[oa]s?": "archived", r"pendientes?": "pending (to do)",
    r"en curso": "in progress", r"en revision": "in review", r"hechas?": "done", r"rectificativas?": "corrective invoice (credit note)",
    r"copias? de seguridad": "backups", r"cabecera": "header", r"contraseña": "password", r"llave de seguridad": "security key",
    r"aplicacion": "app", r"un solo uso": "single use", r"las dos partes": "both parties", r"definitiv\w*": "permanent",
    r"sin tarjeta": "no card needed", r"documento": "document", r"soporte": "support", r"prioritario": "priority",
    r"todos los dias": "every day", r"lectura": "read", r"escritura": "write", r"datos fiscales": "tax details",
    r"nif": "tax id (NIF)", r"direccion": "address", r"permiso": "permission", r"facturacion": "billing",
    r"horas aprobadas": "approved hours", r"etiquetas": "tags", r"subtareas": "subtasks", r"plantillas": "templates",
    r"webhooks": "webhooks", r"proyectos?": "project", r"por organizacion": "per organization", r"404": "404 (not found)",
    r"no se (?:edita|puede editar)\w*": "cannot be edited", r"ni se borra": "nor deleted", r"cerrar tareas": "close tasks",
    r"archivar tareas": "archive tasks", r"cambiar de plan": "change (upgrade) plan", r"semanas?": "week", r"gratis": "free",
    r"correlativ\w*": "consecutive numbering", r"vencimiento": "due date", r"misma respuesta": "same response",
    r"nada se borra|no se borra\w*": "nothing is deleted", r"se desactiva\w*": "gets disabled", r"se firma\w*|firmad[oa]s?": "signed",
    r"cierra": "closes", r"se detiene": "stops", r"futuro": "future", r"alemania|francfort": "Frankfurt, Germany (EU)",
    r"ong": "NGOs (nonprofits)", r"centros educativos": "schools (education)", r"descuento": "discount", r"confirm\w+": "confirm",
    r"se aplica": "applies", r"temporizador": "timer", r"proyector": "projector", r"hora de madrid": "Madrid time", r"serie": "series",
    r"semiabiert\w+": "half-open (back to back is fine)", r"desde el plan equipo": "from the Equipo plan up",
}  # fmt: skip
_MAXIMO: Final = 6


def glosar(citas: Sequence[str]) -> str:
    """` (In English: …)` con lo que se puede traducir sin riesgo; vacío si nada."""
    plegado = plegar(" ".join(citas))
    halladas: list[tuple[int, str]] = []
    for patron, ingles in _MEDIDAS:
        halladas.extend((c.start(), c.expand(ingles)) for c in re.finditer(patron, plegado))
    medidas = [texto for _, texto in sorted(halladas)]
    palabras = [(c.start(), en) for patron, en in _PALABRAS.items() if (c := re.search(rf"\b(?:{patron})\b", plegado))]
    todas = list(dict.fromkeys([*medidas, *(en for _, en in sorted(palabras))]))[:_MAXIMO]
    return f" (In English: {'; '.join(todas)}.)" if todas else ""
