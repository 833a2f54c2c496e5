"""Un léxico bilingüe pequeño de palabras generales: la misma idea dicha en español o en inglés, en cualquier registro.

Sirve para casar lo que pide una persona con lo que dice ofrecer la descripción de una herramienta. Cada línea es
`concepto: palabras`; las expresiones llevan `_`. No hay nombres propios de nadie ni preguntas hechas.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from docubot.lenguaje.texto import VACIAS_EN, VACIAS_ES, raiz, sin_diptongo

_LINEAS: Final = """
proyecto: proyecto proyectos project projects
tarea: tarea tareas task tasks to-dos
subtarea: subtarea subtareas subtask subtasks
hora: hora horas hour hours timesheet timesheets log_time logged_time track_time
registrar: registrar registro registradas registrada registrado registra metidas metido meter imputar imputadas imputo
  imputa
  gastadas gastado consumidas cargadas cargar apuntar apuntadas apunto fichar log logged logging record recorded spent
  trabajadas worked
presupuesto: presupuesto presupuestadas presupuestado previstas previsto estimadas budget budgeted planned estimated
  presupuestaron
facturar: factura facturas facturar facturacion facturarle facturarlas facturado facturada facturables facturo invoice
  invoices invoicing
  invoiced unbilled unbillable bill billing billable billed cobrar cobro
aprobar: aprobar aprobadas aprobada aprobacion aprueba aprueban approve approved approves unapproved approval
cliente: cliente clientes client clients customer customers para_quien
responsable: responsable responsables encargado encargada a_cargo in_charge person_in_charge lidera lider jefe manager
  lead leads responsible
  al_frente running asignado asignada assigned dueño dueña dirige coordina boss manages managing managed pm
  lo_lleva la_lleva quien_manda who_leads quien_lo_lleva quien_la_lleva quien_lleva quien_dirige who_runs runs
entrega: entrega entregar entregas entregan entregamos entregado delivery deliver delivered delivering deadline due
  due_date end_date finish_date launch lanzamiento fecha_de_fin fecha_fin fecha_limite
  arrive arrives arrival arrived llega llegara llego ship shipped
estado: estado estados status situacion como_va como_van como_vamos como_esta como_estan como_anda como_andan
  como_marcha que_tal_va
  que_tal_esta como_viene como_vienen que_onda que_hay_de que_pasa_con how_is_my how_is_our how_is_it
  how_is_the_project hows going doing avance avances progreso progress resumen resumir resumeme summary
  overview summarize marcha novedades news donde_esta where_is siguen sigue state como_sigue info informacion
  information cuentame contame hablame tell_me_about tell_me_about situation activo activos activa activas active
  pausa pausado pausados parado paused on_hold
abierta: abierta abiertas abierto open vivas sin_cerrar unfinished
hecho: hecha hechas hecho terminada terminadas terminado terminados cerrada cerradas cerramos cerrado completada
  completadas completado
  completados acabadas acabado finalizado finalizados done finished closed completed complete hizo hicimos hicieron
pendiente: pendiente pendientes pending falta faltan queda quedan quede restan restante sobran left remaining remains
revision: revision review revisar
en_curso: en_curso in_progress ongoing
activo: activo activos activa activas active en_marcha andando
pausa: pausa pausado pausados pausada parado parados paused on_hold detenido congelado
archivar: archivar archivado archivada archivados archive archived
fiscal: nif cif fiscal fiscales tax vat_number tax_id rfc cuit ruc tributario tributarios
direccion: direccion domicilio address
gratis: gratis gratuito gratuita free
plan: plan planes subscription suscripcion tier
contratar: contratado contratada contratados contratadas contratar
impago: impago impagos impagada impagadas unpaid no_paga no_pagan no_pagaron no_ha_pagado not_paid never_paid
precio: precio precios cuesta cuestan costar coste costo tarifa price prices pricing cost costs fee a_como cuanto_es
  cuanto_vale cuanto_sale cuanto_cobran annual_billing monthly_billing yearly_billing
limite: limite limites tope topes maximo maxima maximos maximas max limit limits maximum cap como_mucho at_most
  largest how_many_more
  caben cabe entran umbral threshold minimo minimum minima min superar supera superamos excede exceder exceed exceeds
  exceeded se_pasa
  me_pase nos_pasamos pasarse rebaso rebasa rebasar over_the over_its under_its below_the antes_de_toparnos cupo quota
permiso: puedo podemos se_puede se_pueden se_podria pueden podria podriamos poder deja dejan dejando permite permiten
  permitido permiso
  permisos permission permissions can_i can_we can_anyone can_someone can_somebody could_i could_we may_i allowed
  allow allows can't cant
  cannot couldn't won't_let let_me let_us lets bloquea bloqueado blocked no_consigo no_logro who_can quien_puede
  autorizado acepta aceptan aceptar accept accepts admite admiten admitir admit admits able be_able
aviso: aviso avisos warning warnings warn warned alerta alertas
porque: por_que why motivo motivos razon razones reason causa a_que_se_debe how_come pq xq porq
pasos: como_se como_puedo como_hago como_le_hago como_lo como_los como_la how_do how_can how_to pasos steps tengo_que
  hay_que hace_falta hacen_falta necesito_para
  what_do_i do_i_need options opciones
significado: significa significan quiere_decir que_es que_son mean means meaning cuenta_como cuentan_como count_as
  counts_as que_pasa_si
  what_happens se_entiende que_ocurre que_sucede que_implica
incluir: incluye incluyen trae traen incluida incluido include includes included come_with
labor: trabajo trabajos work job jobs
oficio: programador programadores programadora developer developers
opinion: opinas opinan opinion opiniones
documentacion: documentacion docs documentation manual guia guide wiki faq
norma: regla reglas rule rules norma normas politica politicas policy policies condiciones requisito requisitos
funcionar: funciona funcionan funcionamiento works
error: error errores codigo codigos code codes
integracion: integracion integraciones integration integrations integrar conectar conecta enganchar connect webhook
  webhooks commit commits slack
  github zapier n8n token tokens calendar
api: api apis
acceso: contraseña contraseñas password passwords acceso login log_in logged_in sign_in iniciar_sesion sesion session
  roles rol role
horario: horario horarios opening closing abren cierran
sala: sala salas room rooms
habitacion: habitacion habitaciones cuarto cuartos room rooms hotel alojamiento
reservar: reserva reservar reservas reservo reservala reservalo reservame reservarla book booking bookings reservation
  reservations reserve
  apartar aparta apartame resérvala
cancelar: cancelar cancela cancelo cancelame cancelala anular anula anulame cancel cancels quitar quita
buscar: buscar busca busco buscame encontrar encuentra encuentrame find search look_up lookup look_for looking_for
libre: libre libres disponible disponibles disponibilidad available availability vacant hueco huecos sitio vacante
persona: persona personas gente asistentes asistente huesped huespedes people guests guest attendees attendee seremos
  somos
proyector: proyector projector
plaza: plazas plaza capacidad capacity aforo asientos seats silla sillas chairs
plazo: plazo plazos
clima: tiempo clima weather temperatura temperature lluvia llover llueve lloviendo rain raining forecast pronostico
  calor frio grados
  hace_sol sunny soleado hot cold nieva snow viento
ciudad: ciudad ciudades city cities town
pedido: pedido pedidos order orders compra compras purchase paquete package parcel envio shipment
numero: numero number nro num
reembolso: reembolso reembolsos reembolsar reembolsen devolver devuelvan devuelvas refund refunds money_back
devolucion: devolucion devoluciones return returns
importe: importe monto amount dinero money cantidad
motivo_dado: motivo reason
enviar: enviar envia enviale enviales envien mandar manda mandale mandales mandar escribe escribir escribele publica
  publicar avisa avisar
  avisale avisales notifica notificar send write post publish notify comunica comunicale
mensaje: mensaje mensajes message messages
canal: canal canales channel channels
soporte: soporte support
equipo: equipo team
evento: evento eventos cita citas reunion reuniones event events meeting meetings appointment calendario calendar
  agenda
agendar: agendar agenda agendame programar programa apuntar apunta apuntame schedule put pon ponme poner calendariza
crear: crear crea creame abre abrir abreme create open add make generate genera nuevo nueva new
ticket: ticket tickets incidencia incidencias incident issue
prioridad: prioridad priority
convertir: convertir convierte convierteme conversion convert converted
unidad: unidad unidades unit units
kilometro: km kilometro kilometros kilometre kilometres kilometers kilometer
milla: mi_unidad milla millas mile miles
metro: metro metros metre metres meters
pie: pies feet foot ft
kilo: kg kilo kilos kilogramo kilogramos kilogram kilograms
libra: lb lbs libra libras pound pounds
traducir: traducir traduce traduceme traducelo traduccion translate translation
idioma: idioma idiomas language languages
ingles: ingles english
frances: frances french
aleman: aleman german
portugues: portugues portuguese brasileño
castellano: español castellano spanish
contacto: contacto contactos contact contacts telefono phone ficha
correo: correo correos email e-mail mail electronico
comparar: diferencia difference comparar compara compare comparison
listar: lista listar listame listado list enumera
mostrar: detalles details muestra muestrame mostrar enseña enseñame show display ver dame pasame give
todo: todos todas all every each cada total suma sumando sumar juntar juntamos juntando en_total overall across
  everything entre_todos
  whole altogether sum add_up conjunto
vencida: vencida vencidas vencido overdue
pagada: pagada pagadas pagado paid
emitida: emitida emitidas issued
urgente: urgente urgent urgencia
alta: alta high
baja: baja low
media: media medium normal
primero: primero primer first
entrada: entrada llegada check-in arrival
salida: salida check-out departure
zona: zona huso timezone time_zone
dia: dia dias day days fecha fechas date dates
nombre: nombre nombres name names
entero: completo completa full entero entera
devuelto: devuelve devuelven devuelto devuelta devolvio retorna
literal: tal_como_lo tal_como tal_cual
restaurante: restaurante restaurantes restaurant
organizacion: organizacion organisation organization empresa company cuenta account
archivo: archivo archivos fichero ficheros file files adjunto adjuntos attachment attachments
almacenamiento: almacenamiento espacio storage
exportar: exportar exporta exportacion export csv
borrar: borrar borra borre borro borrada borrado eliminar elimina delete deleted remove removed
recuperar: recuperar recupero recuperacion restaurar recover restore
cambiar: cambiar cambio cambia modificar editar change edit exchange exchanges
etiqueta: etiqueta etiquetas tag tags label labels
"""

_RELLENO: Final = frozenset(
    re.findall(
        r"\S+",
        """dime decime digame decirme dinos di podes podrias puedes quiero quisiera queria quieres necesito favor
        porfa porfavor please
        che oye oiga hola buenas gracias saber mira miren fijate hay tener tengo tenemos tenes tienes tienen haber
        habia hacer haces hago
        hace ahora ahorita mismo hoy exactamente exacto cosa cosas vez pasa pasan decir dice dicen tell want know need
        like much many
        one another using use uses used hey hi hello thanks thank now right currently exactly thing things happen
        happens say says
        get go got os vos ustedes uds sus eh pues bueno vale onda duda pregunta consulta question momento actualmente
        actual
        seria serian aqui alli tampoco siempre nunca solo solamente gustaria encantaria luego entonces igual digo oh
  ah uy ay ok
        okay still yet
        already so far pa q k x d pal tb tmb ver veo van vaya llevan llevamos lleva llevo ser fuera sido esa ese eso
        esto aquel aun
        todavia via any anything something someone somebody algo alguien alguno nadie nada otra otro cualquiera
        cualquier posible
        possible quick rapido rapida rapidamente quickly real muy bastante parece creo supongo think guess sure seguro
        claro
        cuantas cuantos cuanta cuanto cual cuales quien quienes how what which who whose when where era eran fue
        fueron esta estan
        have has had do does did be is are was were been being being our ours us my mine we you your can could would
        should me let
        sabes sabe sepas sepa saber jaja jajaja jeje haha lol pls plis porfi xfa plz thx segun acuerdo parte
        punto rato bit lot""",
    )
)
VACIAS: Final = VACIAS_ES | VACIAS_EN | _RELLENO

_RAIZ_MINIMA: Final = 4
_CONTRACCIONES: Final = {"s": "is", "m": "am", "re": "are", "ll": "will", "ve": "have", "d": "would"}
_PALABRA: Final = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")


@lru_cache(maxsize=1)
def _tablas() -> tuple[
    dict[str, frozenset[str]], dict[str, frozenset[str]], dict[str, list[tuple[tuple[str, ...], str]]]
]:
    """Palabra → conceptos, raíz → conceptos, y primera palabra → expresiones (palabras, concepto), las largas antes."""
    exactas: dict[str, set[str]] = {}
    raices: dict[str, set[str]] = {}
    frases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for concepto, palabras in _grupos().items():
        for palabra in palabras:
            partes = tuple(palabra.split("_"))
            if len(partes) > 1:
                frases.setdefault(partes[0], []).append((partes, concepto))
                continue
            exactas.setdefault(palabra, set()).add(concepto)
            for hallada in (raiz(palabra, "es"), raiz(palabra, "en")):
                if len(hallada) >= _RAIZ_MINIMA:
                    raices.setdefault(hallada, set()).add(concepto)
    for lista in frases.values():
        lista.sort(key=lambda par: (-len(par[0]), par))
    return (
        {k: frozenset(v) for k, v in exactas.items()},
        {k: frozenset(v) for k, v in raices.items()},
        frases,
    )


@lru_cache(maxsize=1)
def _grupos() -> dict[str, list[str]]:
    grupos: dict[str, list[str]] = {}
    concepto = ""
    for linea in _LINEAS.strip().splitlines():
        if not linea.startswith(" "):
            concepto, _, linea = linea.partition(":")
        grupos.setdefault(concepto, []).extend(linea.split())
    return grupos


@lru_cache(maxsize=65536)
def conceptos(palabra: str) -> frozenset[str]:
    """Los conceptos de una palabra plegada, en cualquiera de los dos idiomas."""
    exactas, raices, _ = _tablas()
    if palabra in exactas:
        return exactas[palabra]
    hallados = raices.get(raiz(palabra, "es"), frozenset()) | raices.get(raiz(palabra, "en"), frozenset())
    return hallados or raices.get(sin_diptongo(raiz(palabra, "es")), frozenset())


@lru_cache(maxsize=65536)
def claves(palabra: str) -> frozenset[str]:
    """Con qué casa una palabra plegada: sus conceptos y, si no tiene, sus raíces en los dos idiomas."""
    propios = conceptos(palabra)
    if not propios and "-" in palabra:
        propios = frozenset().union(*(conceptos(p) for p in palabra.split("-")))
    return propios or frozenset(
        f"={r if len(r) >= _RAIZ_MINIMA else palabra}" for r in (raiz(palabra, "es"), raiz(palabra, "en"))
    )


def trocear(plegado: str) -> list[str]:
    """Las palabras de un texto plegado; un guion no las parte y «who's» son dos, «who is»."""
    return [p for palabra in _PALABRA.findall(plegado) for p in _sin_contraer(palabra.replace("’", "'"))]


def _sin_contraer(palabra: str) -> tuple[str, ...]:
    base, _, cola = palabra.partition("'")
    entera = _CONTRACCIONES.get(cola)
    return (base, entera) if entera is not None and base else (palabra,)


def frases_en(palabras: list[str]) -> list[tuple[int, int, str]]:
    """Las expresiones de varias palabras: (posición, cuántas palabras, concepto), sin solaparse."""
    _, _, frases = _tablas()
    halladas: list[tuple[int, int, str]] = []
    i = 0
    while i < len(palabras):
        for partes, concepto in frases.get(palabras[i], ()):
            if tuple(palabras[i : i + len(partes)]) == partes:
                halladas.append((i, len(partes), concepto))
                i += len(partes) - 1
                break
        i += 1
    return halladas


@lru_cache(maxsize=1)
def palabras_del_lexico() -> frozenset[str]:
    """Todas las palabras sueltas del léxico."""
    return frozenset(_tablas()[0])
