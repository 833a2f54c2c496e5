# ruff: noqa: E501 - cada línea de datos es un concepto
"""El léxico bilingüe de conceptos: palabras distintas, en español o inglés, que quieren decir lo mismo.

Es vocabulario general de oficina y de software; ni nombres propios ni cifras. Cada línea es un concepto:
`id: palabras en español | palabras en inglés`. Una expresión de varias palabras va unida con `_`.
Una palabra puede estar en varios conceptos. Se compara por raíces, así que basta una forma de cada una.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from docubot.lenguaje.texto import plegar, raiz, sin_diptongo
from docubot.tipos import Idioma

_LINEAS: Final = """
precio: precio coste costo costar cuesta cuestan vale valen tarifa importe sale cobran cobrais plata dinero guita lana a_como | price cost costs pricing charge fee pay paying expensive money
pagar: pagar pago pagas pagan abonar abono paga cobrar | pay payment paid pays billed
mensual: mensual mensualmente mes meses mensualidad | monthly month months
anual: anual anualmente año años anualidad de_golpe todo_junto por_adelantado | yearly annual annually year years upfront
gratis: gratis gratuito gratuita sin_pagar sin_coste sin_costo cero | free without_paying no_cost
equipo: equipo | team equipo
empresa: empresa empresarial | enterprise business empresa company
plan: plan planes suscripcion contratado contratar tarifa | plan plans subscription tier
persona: persona personas usuario usuarios gente integrantes miembros asientos podemos_ser empleados compañeros alguien cabeza cuentas_de_usuario plazas_de_usuario equipo_de compañera colegas usuarias sillas | person people user users seats members head employees someone somebody anybody teammates colleagues accounts seat headcount
invitado: invitado invitados externo externos colaborador colaboradores freelance freelances | guest guests external collaborator collaborators freelancer freelancers contractor contractors
proyecto: proyecto proyectos obra encargo encargos | project projects job jobs engagement
tarea: tarea tareas quehacer | task tasks to-dos todos todo item items
abierta: abierta abiertas abierto viva vivas sin_terminar sin_cerrar por_hacer sin_hacer quedan_por_hacer sin_acabar | open unfinished outstanding remaining
hecha: hecha hechas hecho terminada terminadas terminar acabada acabadas acabar cerrada cerradas cerramos cerrado finalizada finalizado completadas completada resueltas hizo hicimos | done finished finish completed closed complete
completado: completado completada completados terminado terminados terminada finalizado finalizados finalizada acabado acabados cerrado concluido | completed finished complete done closed
cerrar: cerrar cierra cierre cierran cerrando cerrarse completar terminar | close closes closing complete finish
crear: crear creo crea crean creadas añadir agregar nueva nuevas nuevo meter sumar dar_de_alta entran caben abrir | create add new make open fit
archivar: archivar archivada archivado archivadas archivo_una archivo_la guardar_aparte | archive archived archiving
borrar: borrar borra borre borro borrada borradas borrado eliminar elimina eliminado elimine eliminar_del_todo suprimir quitar tirar perder pierde borraron cargue eliminada borrar_la_cuenta cerrar_la_cuenta darme_de_baja dar_de_baja | delete deleted deleting remove removed erase wipe lose close_account delete_account deletion
recuperar: recuperar recupera recuperacion restaurar restaura deshacer rescatar arrepentirse arrepentir echar_atras dar_marcha_atras volver_atras arrepiento arrepentimos marcha_atras recobrar revivir resucitar vuelta_atras | recover restore restored undo undelete get_back bring_back recovery reset undo_it bring_it_back get_it_back retrieve
papelera: papelera basura | trash bin recycle
limite: limite limites tope topes maximo maximos maxima maximas como_mucho cupo techo hasta admite caben permite permiten deja dejan cabe entran | limit limits cap maximum max most largest up_to at_most allowed allow allows ceiling
minimo: minimo minima menos como_minimo al_menos menor chica corta corto | minimum min least at_least shortest smallest
superar: superar supera pasar pasado pasamos excede exceder excedido rebasar sobrepasar encima por_encima toparnos_con excedemos pasarse | exceed exceeds exceeded over above beyond
debajo: debajo por_debajo bajo menos | below under beneath
aviso: aviso avisos avisa avisan avisar alerta alertas notificacion notificaciones notifica notifican umbral | warning warn warns alert alerts notify notification notifications threshold notices
almacenamiento: almacenamiento almacenar espacio disco capacidad sitio gigas guardar nube teras | storage store space disk capacity cloud disk_space
archivo: archivo archivos fichero ficheros adjunto adjuntos documento adjuntar | file files attachment attachments upload
tamaño: tamaño peso pesa pese pesar grande megas mb gb | size big large weigh mb gb
subir_archivo: subir subo cargar adjuntar | upload attach
historial: historial historico registro_de_actividad hacia_atras registro_de_cambios bitacora log | history log activity_log far_back audit audit_trail activity_history
actividad: actividad | activity
conservar: conservar conserva guarda guardan guardar mantiene se_queda quedan | keep kept keeps retain retained retention stored store
facturar: facturar facturarse facturable facturables factura facturas facturacion facturo facturarle facturable facturadas cobrar cobrarle emitir emito emite emitida | bill invoice invoices billing invoicing billed invoiced billable
emitir: emitir emitida emitidas emision emitido | issue issued
cambiar: cambiar cambia cambio cambios modificar modifico modifica editar edita edito corregir corrijo corregida retocar tocar arreglar ajustar rectificar enmendar | change changes modify edit edited editing amend correct fix
rectificar: rectificar rectificativa rectificativas corregir correccion equivocada equivocado mal error me_equivoque_en anular_la_factura corrijo_una | corrective amend correction credit_note wrong mistake fix credit-note corrected
vencimiento: vencimiento vence vencen vencida plazo_de_pago para_pagar tiempo_para_pagar | due due_date expire_invoice to_pay payment_term payment_terms
impago: impago impagada impagadas impagos moroso no_paga no_pagan sin_pagar_la no_me_paga no_ha_pagado se_retrasa tarda_en_pagar deben deudor vencidas | unpaid overdue nonpayment non-payment late hasn't_paid not_paid late_payer late_payment past_due
reusar: reusar reutilizar un_solo_uso una_sola_vez varias_veces | reuse reusable reused single_use single-use only_once
bolsa: acciones en_bolsa cotiza cotizacion | share_price stock_price stock shares
reunion: reunion reuniones | meeting meetings
opcion: opciones opcion maneras manera formas salidas salida alternativas | options option ways way alternatives choices
revision: revision revisar revisando revisandose | review reviewing reviewed
en_curso: en_curso en_progreso haciendose en_marcha | in_progress underway ongoing
pendiente: nadie_ha_empezado no_empezadas pendiente pendientes sin_empezar por_empezar | nobody_has_started no_one_has_started nobody_started pending backlog not_started
enviar: enviar envia envian enviado mandar manda mandan llega llegan | send sent sends sending
recordatorio: recordatorio recordatorios recordar reclamar reclama reclamacion insistir escribe escriben avisa_al_cliente aviso_de_pago reclamo persigue | reminder reminders remind chase chases chasing nudge nudges dunning
iva: iva impuesto impuestos tributo | vat tax taxes sales_tax vat_rate
fiscal: fiscal fiscales tributario tributarios nif cif direccion | tax fiscal vat_number
nif: nif cif identificacion_fiscal rfc | nif tax_id vat_number tax_number
direccion: direccion domicilio | address
moneda: moneda monedas divisa divisas dolares euros pesos libras en_dolares en_pesos euro dolar peso libra | currency currencies dollars euros pounds dollar euro pound peso
numeracion: numeracion numero numeran correlativa numerar numeradas saltos correlativo correlativos consecutivo consecutiva seguidos | numbering numbered sequential number consecutive sequence number_sequence gap gaps
serie: serie series | series
descuento: descuento descuentos rebaja rebajas rebajan promocion oferta ahorro mitad_de_precio 50_% bonificacion | discount discounts off reduction cheaper half_price concession
ong: ong ongs asociacion fundacion sin_animo_de_lucro sin_fines_de_lucro sin_fines asociaciones solidaria benefica | ngo ngos nonprofit non-profit charity charities not-for-profit foundation
educativo: educativo educativos escuela colegio universidad docente instituto educacion centro academia facultad profe profesores cole alumnos | school schools education educational university college teachers academy students classroom
acreditar: papeles papel documentos comprobante acredite acreditar acreditativo demostrar justificar justificante | prove proof document
prueba: prueba probar pruebo probamos demo periodo_de_prueba probarlo probarla test | trial try test trial_period free_trial try_out
tarjeta: tarjeta | card credit_card
subir_plan: subir subo subimos mejorar pasar_a ascender pasarme_a pasarnos_a cambiarme_a mejora subimos_a | upgrade upgrading move_up go_up
bajar_plan: bajar bajo bajamos degradar pasar_a bajarme_a bajarnos_a rebajar_el_plan | downgrade downgrading move_down go_down
prorratear: prorratea prorrateo prorratear proporcional mes_entero mitad_de_mes solo_lo_que_queda parte_proporcional la_parte_que_queda solo_los_dias | halfway halfway_through full_price charged_in_full partial prorate prorated pro-rata full_month middle_of_the_month mid-month part_of_the_month only_the_rest remaining_days
inmediato: inmediato inmediatamente enseguida al_momento instante ya_mismo cuando_se_aplica se_nota en_el_momento al_tiro de_una hoy_mismo esperar | immediate immediately instantly instant right_away straight_away on_the_spot the_same_day right_now wait
periodo: periodo periodos ciclo | period cycle
soporte: soporte ayuda atencion asistencia responden contestan responde contesta tecnico falla a_quien_pregunto preguntar pregunto cae_algo tecnicos mesa_de_ayuda atienden atienda ayudan | support help answer respond response reply ask helpdesk assistance reply_time response_time
correo: correo correos mail email e-mail electronico | email mail e-mail
comunidad: comunidad foro foros comunidad_de_usuarios | community forum forums
prioritario: prioritario prioridad urgente mas_rapido | priority fast_support
laborable: laborable habil laboral | business_day working_day weekday business
webhook: webhook webhooks gancho ganchos notificaciones_http avisos_http | webhook webhooks hook hooks callback callbacks
firma: firma verifico verificamos es_vuestro es_de_ustedes suplanta falso autentico compruebo comprobar autenticidad firmar firmado firmados firmadas verificar_que autentico hmac comprobar_que_viene legitimo | signature signed sign sign authenticity verify_the_signature genuine verify
cabecera: cabecera cabeceras encabezado header headers | header headers
algoritmo: algoritmo hmac cifrado hash metodo sha256 hmac-sha256 | algorithm hash hmac-sha256
reintento: reintento reintentos reintentar reintenta reintentan intentan vuelven_a_intentar intentos | retry retries retried retrying attempts attempt times
intento: intento intentos intentan veces equivoco equivoque equivocarse equivocarme fallidos fallido mal_la falle fallo_la_contraseña equivocaciones | attempt attempts try tries failed wrong failed_attempts wrong_password mistyped
fallo: falla fallan fallo fallar fallando fallido fallidos fallida caido caida caer cae no_responde roto rompe | fail fails failed failing down failure broken
desactivar: desactivar desactiva desactivan desactivado apagar apaga apagan deshabilitar deshabilitan cortar suspender se_apaga se_desactiva dejan_de_mandar | disable disabled disables deactivate deactivated turn_off turned_off shut_off switch_off stop_sending
activar: activar activo activa activan encender habilitar | enable activate turn_on
intervalo: intervalo intervalos espera esperas cada_cuanto frecuencia ritmo calendario min | interval intervals apart frequency often schedule
api: api | api
peticion: peticion peticiones llamada llamadas llamados request requests consultas solicitudes | request requests call calls rate
minuto: minuto minutos min | minute minutes min
token: token tokens credencial credenciales clave_de_api llave_de_api autenticar autentico autenticarme autenticacion_de_la_api bearer | token tokens credential credentials api_key key authenticate authenticating authorization bearer auth
alcance: alcance alcances permiso permisos ambito tipos_de_token | scope scopes permission permissions
lectura: lectura leer consultar | read reading read-only
escritura: escritura escribir modificar | write writing
caducar: caduca caducan caducar caducidad vencer vence expira expiran expirar vigencia renovar vale valido validez dura sirve tiempo_de_vida deja_de_valer dejan_de_valer renuevo renovarlo se_vence cada_cuanto_renovar | expire expires expired expiry valid renew last lasts validity lifetime run_out runs_out lifespan die dies good_for
paginacion: paginacion pagina paginas paginar paginado cursor por_pagina resultados_por_pagina elementos_por_pagina trae_cada | pagination page pages page_size paging cursor paginate per_page results_per_page items_per_page page_limit
por_defecto: por_defecto si_no_se_cambia si_no_cambio como_viene predeterminado predeterminada si_no_toco si_no_digo sin_cambiar de_serie por_omision si_dejo | default defaults by_default unless_changed
formato: formato formatos tipo_de_contenido | format formats content_type media_type
error: error errores fallo codigo_de_error respuesta_de_error codigo_http | error errors fault error_response status_code
codigo: codigo codigos | code codes
idempotencia: idempotencia idempotency-key idempotente misma_clave repetir repito repetida duplicar duplicada dos_veces | idempotency idempotency-key idempotent twice duplicate repeat same_key
cuerpo: cuerpo contenido body | body payload
ajeno: ajeno ajena ajenos otra_organizacion otras_organizaciones otra_empresa otro_cliente otros_clientes la_competencia otras_empresas otro_estudio de_otros | another_company another_organization other_organizations others another_organisation else's other_companies other_teams other_orgs another_org
organizacion: organizacion organizaciones empresa cuenta compañia | organization organisation organizations organisations company account org
ver: ver ve vea veo mirar consultar visualizar visibilidad accede acceder | see view look visible access visible_to
contraseña: contraseña contraseñas clave password pass | password passwords
caracter: caracteres caracter letras longitud largo larga | characters character letters long length
bloquear: bloquear bloquea bloquean bloqueo bloqueada bloqueado se_bloquea congela bloqueada_la_cuenta me_bloqueo | block blocks blocked lock locks locked lockout lock_me_out locked_out
enlace: enlace link liga url vinculo | link url
verificacion: verificacion verificar dos_pasos doble_factor segundo_factor autenticacion 2fa mfa totp segundos_factores factores codigo_de_verificacion sms | verification two-step two_step 2fa mfa two-factor second_factor authentication authenticator second_factors factors factor authenticate_twice
llave: llave llaves | key keys hardware_key security_key
aplicacion: aplicacion app apps movil | app apps application mobile phone
sesion: sesion sesiones conectado login entrar iniciar logueado logueada loguearme me_echa me_saca vuelve_a_pedir pedir_la_clave pida_la_clave iniciada | session sessions signed_in logged_in login log_in stay kicked_out log_out logged_out sign_in signing_in sign_out
rol: rol roles papel papeles | role roles
propietaria: propietaria propietario dueña dueño titular propietarias dueños | owner owners ownership
administrador: administrador administradores administra administre administran admin admins quien_administra | admin admins administrator administrators manage
miembro: miembro miembros | member members
propiedad: propiedad titularidad | ownership property
transferir: dejarle dejarla_a cederle cedersela traspaso traspasarle poner_a_otra_persona heredar nombrar transferir transferencia traspasar ceder pasar pasarle pasarsela pasarselo | make_someone_else_owner give_away turn_over transfer hand_over pass handover give
confirmar: confirmar confirmacion confirman aceptar | confirm confirmation accept
partes: partes ambas ambos las_dos los_dos | both parties sides
copia: copia copias respaldo respaldos seguridad backup backups copias_de_respaldo | back_up backing_up backup backups copies copy snapshot snapshots
definitivo: definitivo definitiva definitivamente para_siempre irreversible permanente del_todo de_verdad sin_remedio | permanent permanently forever for_good final finally gone irreversible for_ever
diaria: diaria diarias diario diariamente cada_dia todos_los_dias | daily every_day day
dato: dato datos informacion | data information details
alojar: alojados aloja alojamiento alojar guardados hospedados servidores ubicados pais region donde_estan almacenan guardais servidor centro_de_datos donde_viven | hosted host hosting stored located servers country region where datacenter data_center located_in kept_in residency
alemania: alemania fráncfort francfort frankfurt ue europa union_europea | germany frankfurt eu europe european
plataforma: compu computadora ordenador pc ios android web navegador iphone aplicacion movil plataformas dispositivos celular telefono tablet ipad aplicacion_movil app_movil escritorio | ios android web browser iphone mobile platforms devices app tablet ipad desktop mobile_app
etiqueta: etiqueta etiquetas tag tags marcas etiquetar | tag tags label labels tagging labelled
subtarea: subtarea subtareas nivel niveles anidar anidadas anidamiento subtareas_dentro anidacion profundidad | subtask subtasks level levels nested nesting deep sub-task sub-tasks subtask_levels depth
dependencia: dependencia dependencias bloquea_a depende dependa | dependency dependencies depends blocks blocking
plantilla: plantilla plantillas modelo plantillas_de_proyecto molde | template templates boilerplate
exportar: exportar exporta exporto exportacion descargar descarga bajar_datos sacar llevarme bajarme bajar_los descargarme sacar_los extraer volcar | export exporting download exports pull_out extract get_my_data take_out dump
csv: csv json excel formato | csv json excel format formats
clave: clave claves identificador referencia id prefijo codigo | key keys identifier id prefix reference
estado: estado estados situacion como_esta como_va como_anda status fase condicion en_que_punto que_tal | status state states stage phase condition
activo: activo activos activa activas en_marcha andando vigente reactiva funcionando a_la_vez simultaneos reactivo reactivar sigue | active running live ongoing at_once
pausa: pausa pausado pausada pausados parado parada detenido frenado congelado en_pausa | paused pause on_hold hold stopped
archivado: archivado archivados archivada | archived
hora: hora horas jornada | hour hours time timesheet timesheets
registrar: registrar registro registra registradas registradas registrado apuntar apunto apuntadas apuntado imputar imputo imputadas imputado cargar cargo cargadas cargado meter metidas metido anotar anotadas gastadas gastado gastadas consumidas trabajadas llevamos echadas dedicadas dedicado dedicamos invertidas usadas usado utilizadas fichar ficho echar_horas echamos trabajado trabajamos | log logged logging record recorded register track tracked tracking spent worked enter entered used booked_hours
presupuesto: presupuesto presupuestadas presupuestado presupuestados previstas previsto estimadas estimado planificadas contratadas acordadas estimacion bolsa_de_horas tope_de_horas horas_contratadas | budget budgeted estimated estimate allotted hour_budget planned
restante: restante restantes queda quedan nos_quedan sobra sobran faltan falta disponible disponibles libres restan | left remaining remain remains available spare
aprobar: aprobar aprueba aprobado aprobadas aprobacion aprobacion validar visto_bueno valida aprueban firmar_las | approve approved approves approval approving sign_off
semana: semana semanas semanal semanalmente | week weeks weekly
responsable: responsable responsables encargado encargada a_cargo lleva lider jefe jefa dirige maneja manejan gestiona al_frente quien_manda coordina llevo llevaba dirigio coordino quien_lleva quien_esta_al_frente pm project_manager lleva_el | manager lead leader responsible in_charge owner runs charge leads led lead_by managed ran manages managing head pm project_manager project_lead run_by managed_by in_charge_of
cliente: cliente clientes para_quien para_que_empresa contratante | client clients customer customers customer_of customer_name
entrega: entrega entregar entregamos entregan deadline termina fecha_limite plazo fin vence finalizacion vencimiento_del_proyecto hay_que_tenerlo fecha_de_fin | delivery deliver delivered deadline due due_date ship end delivering due_by finish_date end_date handover due_on
fecha: fecha fechas cuando dia calendario | date dates when day
temporizador: temporizador cronometro contador reloj timer crono reloj_de_horas | timer stopwatch clock
detener: detener detiene para parar pararse apaga apagar corta se_para frena apagado apagarlo pararlo frenar olvide_apagar solo_se_para se_corta | stop stops stopped halt stop_by_itself turns_off
solo_auto: solo automaticamente automatica automatico solita sola | automatically itself auto own
unidad: unidad fraccion tramo bloque paso pasos incrementos cuarto | unit increment granularity chunk steps step
futuro: futuro futuras adelantado mañana por_adelantado adelantar | future ahead advance tomorrow
entrada: entrada entradas registro parte partes | entry entries record
sala: sala salas | room rooms
reserva: reserva reservas reservar reservo reservacion reservaciones apartar aparta aparto pedir | booking bookings book reserve reservation reservations reserving booked
plaza: plazas plaza capacidad aforo caben asientos gente personas lugares | seats seat capacity fit people hold
proyector: proyector proyectar proyectarse pantalla cañon | projector screen
abrir_horario: abren abre abierta apertura horario horarios desde_que_hora a_que_hora | open opens opening opening_hours schedule
cerrar_horario: cierran cierra cierre horario | close closes closing
antelacion: antelacion anticipacion adelanto antes con_tiempo adelantado con_cuanto_tiempo | advance ahead beforehand notice in_advance how_early
cancelar: cancelar soltar suelto liberar cancela cancelo cancelacion cancelada anular anulo anulacion desreservar quitar_la_reserva | cancel cancels cancelled canceled cancellation cancelling call_off
duracion: duracion dura duran durar aguanta aguantan largo larga cuanto_tiempo tiempo como_maximo_dura tiempo_maximo tiempo_minimo | duration last lasts long longest length max_length min_length how_long
franja: franja franjas hueco intervalo intervalos turno horario | slot slots time_slot interval
ocupada: ocupada ocupado ocupo ocupar coger cogida choca solapan solapar seguidas seguida pegadas pisar | taken occupied takes conflict overlap overlapping back-to-back busy
zona_horaria: zona_horaria huso madrid europe/madrid hora_de | timezone time_zone zone
canal: canal canales | channel channels
slack: slack | slack
github: github | github
commit: commit commits | commit commits
calendario: calendario calendar agenda | calendar
sincronizar: sincroniza sincronizacion sincronizar actualiza actualizan actualizar refresca pasa se_actualizan tarda_en_aparecer | sync syncs synced synchronize synchronise update updates refresh refreshes show_up
integracion: integracion integraciones integrar conectar conecta conectan enganchar enlazar vincular conexion compatible compatibles se_lleva_con se_integra | integration integrations integrate connect connects link hook_up work_with works_with compatible plug_into
elegir: elegir elige eligen fija fijar fijan decide deciden escoge pone configura configuran define | choose chooses choosing pick set sets decide decides select configure
permiso: permiso permisos autorizado autorizacion derecho puede_facturar | permission permissions right rights allowed authorized
recomendado: requisito requisitos cumplir cumplirse cumplan se_tienen_que tiene_que_haber condicion condiciones hace_falta hacen_falta necesito necesita necesitan exige requiere falta_para | requirement requirements condition conditions need needs needed required require
reabrir: reabrir reabre reabro reabierta reabrieron volver_a_abrir | reopen reopened reopening
dependiente: bloquea_a | blocks
incluir: incluye incluida incluido incluyen trae traen viene entra dispone tiene tengo | include includes included come comes has have
tipo: tipo tipos clase clases | type types kind kinds
sso: sso saml single_sign-on inicio_de_sesion_unico login_unico inicio_unico | sso saml single_sign-on single_sign_on sso_login
scim: scim alta_automatica aprovisionamiento | scim provisioning
total: total totales totalidad en_total sumando juntando todo_junto suma volumen conjunto en_conjunto | total altogether overall sum combined whole across
diferencia: diferencia distinto distinta diferencian | difference differ
descripcion: significa significan quiere_decir que_es que_son sirve definicion consiste | mean means what_is definition stand_for
grande: mas_grande la_mayor mayor_capacidad enorme amplia | biggest largest_room bigger
negocio: estudio agencia consultora consultoras agencias estudios | studio agency agencies consultancy
semiabierto: semiabierto semiabiertos | half-open
exceso: sobran sobra exceso de_mas pasados por_cuanto | over excess too_many
"""


RELACIONADOS: Final[dict[str, frozenset[str]]] = {
    "facturar": frozenset({"fiscal", "nif"}),
    "emitir": frozenset({"fiscal", "nif"}),
    "reserva": frozenset({"plaza", "proyector"}),
}
"""Lo que va con una acción en cualquier oficina: para facturar hacen falta datos fiscales."""


def _leer() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    conceptos: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    for linea in _LINEAS.strip().splitlines():
        nombre, _, resto = linea.partition(":")
        es, _, en = resto.partition("|")
        conceptos[nombre.strip()] = (frozenset(es.split()), frozenset(en.split()))
    return conceptos


@lru_cache(maxsize=2)
def _indice(idioma: Idioma) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Dos tablas del idioma: palabra plegada → conceptos y raíz → conceptos (las expresiones, con `_`)."""
    exactas: dict[str, set[str]] = {}
    raices: dict[str, set[str]] = {}
    for concepto, (es, en) in _leer().items():
        for palabra in es if idioma == "es" else en:
            plegada = plegar(palabra)
            exactas.setdefault(plegada, set()).add(concepto)
            if "_" not in plegada:
                raices.setdefault(raiz(plegada, idioma), set()).add(concepto)
    return {k: frozenset(v) for k, v in exactas.items()}, {k: frozenset(v) for k, v in raices.items()}


@lru_cache(maxsize=1024)
def palabra_de(concepto: str) -> str:
    """La palabra española con que se dice un concepto: la primera de su línea."""
    linea = next((x for x in _LINEAS.strip().splitlines() if x.startswith(f"{concepto}:")), "")
    return linea.partition(":")[2].split()[0].replace("_", " ") if linea else concepto.replace("_", " ")


@lru_cache(maxsize=65536)
def conceptos_de(palabra: str, idioma: Idioma) -> frozenset[str]:
    """Los conceptos de una palabra ya plegada, por su forma exacta o, si no está, por su raíz."""
    exactas, raices = _indice(idioma)
    propios = exactas.get(palabra, frozenset())
    hallados = propios | raices.get(raiz(palabra, idioma), frozenset())
    return hallados or (raices.get(sin_diptongo(raiz(palabra, "es")), frozenset()) if idioma == "es" else hallados)


@lru_cache(maxsize=2)
def expresiones(idioma: Idioma) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Las expresiones de varias palabras del idioma, la más larga primero: (palabras, forma unida con `_`)."""
    exactas, _ = _indice(idioma)
    partidas = [(tuple(e.split("_")), e) for e in exactas if "_" in e]
    return tuple(sorted(partidas, key=lambda par: (-len(par[0]), par[1])))
