"""Glosarios de oficina y software: del inglés al español, y de unas palabras españolas a otras que dicen lo mismo."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_PARES: Final = """
access acceso|account cuenta|activity actividad|add añadir|address dirección|admin administrador
administrator administrador|advance antelación|alert aviso|annual anual|answer respuesta|app aplicación
approval aprobación|approve aprobar|archive archivar|archived archivado|assign asignar|assignee responsable
attachment archivo adjunto|attempt intento|authenticate autenticación|available disponible|average media
backup copia seguridad|balance saldo|ban bloquear|bill factura facturar|billable facturable|billed facturado
billing facturación|block bloquear|body cuerpo|book reservar|booking reserva|budget presupuesto|button botón
calendar calendario|cancel cancelar|cancellation cancelación|capacity capacidad plazas|card tarjeta
category categoría|change cambiar|channel canal|charge cobrar|charity ong|chart gráfico|cheap barato|client cliente
close cerrar|code código|comment comentario|commit commit|community comunidad|company empresa|compare comparar
complete completar completado|completed completado|confirm confirmar|connect conectar|contract contrato
cost costar precio|country país|create crear|credit crédito|currency moneda|current actual|customer cliente
daily diario|dark oscuro|data datos|date fecha|day día|deadline entrega|debt deuda|default defecto|delete borrar
deleted borrado|delivery entrega|dependency dependencia|description descripción|desktop escritorio
device dispositivo|disable desactivar|discount descuento|document documento|documentation documentación
domain dominio|download descarga descargar|downgrade bajar|draft borrador|due vencimiento entrega|duration duración
edit editar|education educativo|email correo|employee empleado|enable activar|encryption cifrado|error error
estimate estimación|event evento|export exportación exportar|expire caducar|expiry caducidad|expired caducado
extend ampliar|fail fallar|failed fallido|fee tarifa|field campo|file archivo|filter filtro|finished terminado
fiscal fiscal|folder carpeta|forgot olvidar|free gratis|frequency frecuencia|guest invitado|header cabecera
help ayuda|history historial|holiday festivo|host alojar|hosted alojado|hour hora|hourly hora|import importar
inbox bandeja|include incluir|install instalar|integrate integración|integration integración|invite invitar
invitation invitación|invoice factura|invoicing facturación|issue problema|job trabajo|join unir|key clave llave
label etiqueta|language idioma|leave dejar|length duración largo|level nivel|limit límite|link enlace|list lista
lock bloquear|locked bloqueado|log registrar|login acceso sesión|logo logotipo|lost perdido|manage administrar
manager responsable|maximum máximo|max máximo|meeting reunión|member miembro|merge fusionar|message mensaje
milestone hito|minimum mínimo|minute minuto|mobile móvil|money dinero|month mes|monthly mensual|move mover
name nombre|negative negativo|nonprofit ong|note nota|notification notificación|notify avisar|number número
offline conexión|open abierto abrir|order orden|organisation organización|organization organización
overdue vencido impago|overtime extra|owner propietaria|ownership propiedad|page página|paid pagado|paper papel
parallel paralelo|password contraseña|pause pausa|paused pausa|pay pagar|payment pago|pending pendiente
people personas|permission permiso|person persona|personal personal|phone teléfono|photo foto|plan plan
price precio|pricing precio|print imprimir|priority prioridad prioritario|privacy privacidad|private privado
profile perfil|profit beneficio|project proyecto|projector proyector|prorate prorratear|public público
quarter trimestre|question pregunta|quota cuota|rate tarifa|read lectura|receipt recibo|record registrar
recover recuperar|recovery recuperación|recurring recurrente|refund reembolso|region región|register registrar
reminder recordatorio|remove quitar|renew renovar|renewal renovación|reopen reabrir|repeat repetir|report informe
request petición|reset restablecer|resource recurso|response respuesta|restore recuperar restaurar|resume reanudar
retention conservar|retry reintento|review revisión|role rol|room sala|rule regla|salary salario|sale venta
schedule calendario|school centro educativo|screen pantalla|search búsqueda|seat plaza|secret secreto
security seguridad|send enviar|series serie|server servidor|session sesión|setting ajuste|share compartir
shared compartido|sick baja|sign firmar|signature firma|signed firmado|size tamaño|slot franja|source origen
space espacio|speed velocidad|spreadsheet cálculo|start empezar|state estado|status estado|step paso|stop detener
storage almacenamiento|store guardar|student estudiante|subscription suscripción|subtask subtarea
subtasks subtareas|summary resumen|support soporte|survey encuesta|switch cambiar|tag etiqueta|task tarea
tax impuesto iva|taxes impuestos|team equipo|template plantilla|terminate terminar|territory territorio|theme tema
timer temporizador|timesheet horas|timezone zona horaria|title título|tool herramienta|track registrar
tracking registro|training formación|transfer transferir transferencia|trash papelera|trial prueba
unapproved aprobar|unlimited límite|unlock desbloquear|unpaid impago|upcoming próximo|update actualizar
upgrade subir|upload subir|user persona usuario|vacation vacaciones|vat iva|verification verificación
verify verificar|version versión|video vídeo|view ver|visitor visitante|volume volumen|warning aviso|warn avisar
web web|website web|week semana|weekly semanal|workday laborable|workspace organización|write escritura|year año
yearly anual|zone zona
allow permitir|afternoon tarde|anyone cualquiera persona|autoclose cerrar|belong pertenecer|bug error|burst límite
bundle incluir|cap límite|carry llevar|chase recordatorio|clone duplicar copia|consecutive correlativo
corrective rectificativa|corporate empresa|coworker persona|crash fallar|credential contraseña token|cutoff plazo
disappear borrar|dispute reclamar|duplicate repetir duplicar|exceed superar exceder|extend ampliar|extra adicional
format formato|gig gb|gigabyte gb|halt detener|headroom límite|hook webhook|kickoff inicio|largest máximo
lifetime duración caducidad|log registrar|logged registrado|mailbox correo|mate persona|money dinero
notice aviso antelación|ping aviso petición|phase estado|pool total|prefix prefijo|promise garantía|push enviar
raise subir|reuse repetir|reject rechazar|regain recuperar|retrieve recuperar|rollback deshacer|revoke revocar
safely seguridad|scope alcance|seat plaza persona|shut cerrar|sign-in acceso|spend gastar|split dividir
stuck bloqueado|swap cambiar|threshold límite|tier plan|title título|throttle límite|undo deshacer recuperar
unique único|unarchive desarchivar|unassigned asignar|validity validez caducidad|void anular|weekend fin semana
wire transferencia|wipe borrar|worker persona|yearly anual
"""  # fmt: skip


_IGUALES: Final = """
abonar pagar|acreditar demostrar documento|adelantar antelación|adjuntar archivo|agregar añadir
ajuste configuración|alojamiento datos|anular cancelar|apagar desactivar|apuntar registrar|área zona
arrepentir recuperar|asiento plaza|asistencia soporte|atención soporte|backup copia|baja borrar|barato precio
bloqueo límite|boleta factura|carpeta archivo|celular móvil|cerrado hecho|chico pequeño|cifra número
clave contraseña|clonar plantilla|cliente cliente|cobro pago|colega persona|comprobante factura
computadora ordenador|concluido completado|congelar pausa|contestar responder|contrato plan|corregir editar
costo precio|coste precio|costar precio|cronómetro temporizador|cuota precio|cupo límite|dar alta|demora plazo
desarchivar archivar|deshacer recuperar|detenido pausa|devengo prorratear|divisa moneda|dueño propietaria
dueña propietaria|eliminar borrar|eliminado borrado|emitir factura|enlazar conectar|equivocado corregir
espera pausa|estatus estado|expirar caducar|extraviar perder|fichar registrar horas|finalizado completado
fraccionar dividir|gratuito gratis|grupo equipo|importe precio|impuesto iva|indicador dato|inscribir registrar
jefe responsable|jefa responsable|juntar reunir|licencia plan|login sesión|mail correo|máximo límite
mensualidad mensual|modificar editar|morosidad impago|negar permiso|organismo organización|parar pausa|parado pausa
password contraseña|peso tamaño|plata precio|plazo tiempo|política norma|precio cuesta|prórroga ampliar
quitar borrar|recordar aviso|redactar escribir|rectificar corregir|renta precio|reembolso devolver
repositorio github|restaurar recuperar|reunión sala|rol permiso|sobrar exceder|solicitud petición|suprimir borrar
suspendido pausa|tarifa precio|teléfono móvil|terminado completado|ticket tarea|tope límite|trial prueba
usuario persona|valer costar|vencer caducar|vencimiento caducidad|verificar comprobar|versionar historial
adelanto antelación|ampliar subir|anticipación antelación|apartar reservar|armar crear|bajar descargar|caer fallar
ceder transferir|conectar integrar|consecutivo correlativo|convidar invitar|coincidir igual|compañero persona
deshabilitar desactivar|despachar enviar|devolver reembolso|encender activar|enganchar integrar conectar|enlace url
escritura crear|fallar error|fallo error|fichero archivo|fin término|ficha datos|gasto precio|gastar precio
generar crear|giga gb|gratis gratuito|guita precio|habilitar activar|hueco franja|imputar registrar|incidencia error
juntar combinar|lana precio|ligar conectar|liberar cancelar|limitar límite|llave clave|manual guía
meter registrar añadir|montar crear|obligatorio necesario|partir dividir|permitir poder|prender activar
programar automatizar|prohibir permitir|rebaja descuento|recado mensaje|rechazar error|reclamar recordatorio
rellenar completar datos|requisito hacer falta|sacar exportar descargar|sincronizar integrar|soltar cancelar
subir añadir|sucesivo correlativo|tardar plazo|traspasar transferir|trocear dividir|turno franja|vigencia caducidad
link enlace|loguear entrar sesión|celu móvil|celular móvil|papel documento|mandar enviar|colgar subir|mega mb
crono temporizador|apañar corregir|arreglar corregir|reparar corregir|insistir recordatorio|pillar reservar
coger reservar|agarrar reservar|máximos máximo límite|mínimos mínimo|últimos último|vídeo archivo|foto archivo
imagen archivo|documento archivo|escuela educativo|colegio educativo|universidad educativo|instituto educativo
becario persona|gente persona|empleado persona|trabajador persona|integrante persona
colaborador persona invitado|moroso impago|deber impago|aparecer mostrar|tirar borrar|botar borrar
acceder entrar|ingresar entrar|conectarse entrar|caído fallar|tumbado fallar|cascar fallar|petar fallar
romper fallar|lleno límite|tocar cambiar|retocar editar|alterar cambiar|demorar tardar|rato tiempo
aguantar durar|resistir durar|echar salir|expulsar salir|traer recuperar|regresar volver|autenticador totp
authenticator totp|proyectar proyector|pantalla proyector|diapositiva proyector|presentación proyector
finde sábado domingo|pago precio|cobrar facturar|recibo factura|abono pago|saldo precio|socio persona
socia persona|empresa organización|compañía organización|negocio organización|cuenta organización
vincular conectar|volumen cantidad
"""  # fmt: skip


@lru_cache(maxsize=1)
def _iguales() -> dict[str, str]:
    from docubot.lenguaje.texto import plegar, raiz

    pares = (par.split(maxsplit=1) for linea in _IGUALES.strip().split("\n") for par in linea.split("|"))
    return {raiz(plegar(una)): otras for una, otras in pares}


def sinonimos(raiz_plegada: str) -> str | None:
    """Otras palabras españolas que dicen lo mismo que la de esa raíz; None si no hay."""
    return _iguales().get(raiz_plegada)


@lru_cache(maxsize=1)
def _glosario() -> dict[str, str]:
    pares = (par.split(maxsplit=1) for linea in _PARES.strip().split("\n") for par in linea.split("|"))
    return {par[0]: par[1] for par in pares}


def traducir(palabra: str) -> str | None:
    """Las traducciones al español de una palabra inglesa plegada, separadas por espacios; None si no está."""
    glosario = _glosario()
    candidatas = [palabra]
    if palabra.endswith("ies"):
        candidatas.append(palabra[:-3] + "y")
    if palabra.endswith("s"):
        candidatas += [palabra[:-1], palabra[:-2]]
    if palabra.endswith("ed"):
        candidatas += [palabra[:-1], palabra[:-2], palabra[:-3]]
    if palabra.endswith("ing"):
        candidatas += [palabra[:-3], palabra[:-3] + "e", palabra[:-4]]
    return next((glosario[c] for c in candidatas if c in glosario), None)
