"""Palabras corrientes de los dos idiomas: lo que no está aquí ni en el léxico puede ser un nombre propio en minúsculas."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from docubot.lenguaje.conceptos import VACIAS, conceptos, palabras_del_lexico
from docubot.lenguaje.texto import raiz

_ES: Final = """
abajo abrir acabar acceder aceptar accidente acordar actividad actualizar adelantar adelante adjuntar administrador administrar afectar agregar ajuste alcance
alcanzar algoritmo almacenar alojar alternativa ambos ampliar anidar antelacion anterior anticipacion antiguo anual anualmente anunciar añadir año años apagar
aparecer aparte aplicacion aplicar aplicarse app aprender aproximadamente arbol archivo arriba arrastrar arreglar asi asignar asistente asociar asunto atencion
aunque autenticacion automaticamente automatico aviso avisos ayuda ayudar bajar banco base bastar beneficio bien bloquear boton breve buen bueno caber cabecera
cada caducar caducidad caer calcular calendario cambiar camino campo cantidad capacidad capturar cargar cargo carpeta caso categoria celular centro cerca cero
cerrar chica chico cien cierta cierto cifra clase clave coger color comenzar comentario comercial comparar compartir completar compra comprar comprobar comun
comunidad conectar configurar confirmar conocer conseguir conservar considerar consistir consumir contar contener contestar continuar contra contrato control
convenir copia copias corregir correr correspondiente corriente corto costar crecer criterio cronometro cuarto cuenta cuerpo cuestion cumplir curso
dar dato datos deber deberia decidir dedicar definitivo dejar delegar demas demasiado dentro departamento depender derecho desactivar desaparecer desarrollo
descargar descontar descuento describir desde desear deshacer despues destino detalle detener devolver diaria diario dibujar diferencia diferente digital
dinero directo disco disponer distinto divisa doble documento dolares domicilio domingo duda dueño durante durar editar educativo efectivo efecto ejecutar
ejemplo elegir eliminar emitir empezar empleado empresa encender encima encontrar encuesta enero enganchar enlace enseguida entender entero entidad entonces
entrar entregar enviar equivocar escribir escritura escuela espacio especial espera esperar establecer estudio etapa euro euros exacto excel exceso existir
explicar exportar exterior extra facil fallar fallo familia fase favor fecha final firma firmar fondo forma formato foto frecuencia frente funcion fuera futuro
ganar gastar gasto general gente gestion gestionar gratis gratuito gracias grande grupo guardar haber habil hablar hacer hasta herramienta historial historico
hoja idea identificador idioma igual imagen impago impedir impresion impuesto imputar inactivo incidencia incluso indicar indice info informacion informar
informe ingresar iniciar inicio instalar instante intento interes interior intervalo interno invitado invitar ir iva jornada jugar junto laborable lado
lapso largo lectura leer lento letra letras levantar libre limite limpiar linea lista listo llamada llamado llamar llave llegar llenar llevar local lograr
lugar maestro mal mandar manera mano manual mañana maquina marca marcar margen mas masa mayor mayuscula medio mejor mejorar memoria menor menos mensaje mensual
mes meses metodo miembro mientras mil minimo minuto minutos mismo mitad modelo modificar modo moneda montar mostrar motivo mover movil mucho mudar mundo
musica nacer navegador necesario necesitar negocio ninguno nivel niveles noche nomina nominas norma nota noticia notificacion nueva nuevo nube numerar obligar
obra obtener ocupar ocurrir oferta oficina olvidar operacion opcion orden ordenar organizar origen otorgar pagar pagina pago pais palabra panel pantalla papel
papelera par parar pareja parte participar particular partir pasado pasar paso pausa pedir peli pelicula pensar perder perdido perfil periodo persona pesar
peso pesos peticion peticiones plano plantilla plata plazo plazos poco politica poner porcentaje posibilidad posterior predeterminado preferir preguntar
prender presentar prestar presupuesto prever previo primera principal principio prioridad privado probar problema proceso producto profesor programa programar
pronto propiedad propietaria propietario propio propuesta proteger proveedor proxima proximo prueba publicar publico puesto pulsar quedar queja querer quitar
quizas rapido rato razon realizar rebaja rebajas receta recetas rechazar recibir recibo recoger recomendar recomiendame reclamar recordar recordatorio
rectificativa recuperar red reducir reembolso referencia region registro regresar relacion reloj renovar repartir repetir reponer reportar requerir resolver
respaldo responder respuesta restar resto resultado resumen retraso reunion reutilizar revisar salir saltar salto saludo seccion segundo seguir seguridad
seguro semana semanas semanal señal sentido separar septiembre serie series servicio servidor sesion siguiente similar simple sistema situar sobra sobrar
sobre socia socio software solicitar solicitud solita solo sonar sostener subir suceder suelto suficiente sumar superior suponer suspender sustituir tablero
tamaño tardar tarde tarifa tarjeta tecnico telefono tema temporada temporizador tener tercero terminar texto tiempo tipo tirar titular tocar tomar total
trabajador trabajar trabajo traer transferir tras traspasar tratar turno ubicacion ultimo unico unir urgente usar uso usuario util utilizar vacaciones vacio
valer valido validez valor varios vencer vencimiento vender venir ventana ver verano verdad verificar verificacion version vez viaje vida vieja viejo viernes
vigencia vigente vista visto vivir vivo volumen volver voz web zona lunes martes miercoles jueves sabado proporcional prorrateo peor carga consejo clara metidas
rebasar toparnos quedan queda sale salen salieron salio sacar pone ponen puso venia viene vienen anda andan sigue cuadra dura duran fallan falla caduca caducan
tenga puedan pueda usan usar abren cierran cobran cobra cobrais emito emite apruebo apruebe aprueba borrar borro borre subo baja bajo bajarme cambio edito
elige elijo fija fijar fijo guarda guardan llego manda mete metemos muestra necesita pago paga pagan permiten pido pide pregunto recupero recupera reabro
renuevo responde responden reviso sirve sirven sube suben toca tocan trae traen usa vale valen vence vencen junta juntamos equivoco bloquea bloquean
cuantificar desglose comparativa comparacion antes despues luego tranquilo acaso tal vez quizá ojala acabo acaba acabamos venga anda dale genial perfecto
estupendo bonito feo mejor peor alto altas bajas medio larga corta larguisimo largos cortos grandes pequeño pequeña pequeños nuevas nuevos usuarios equipos
commit defecto sola reusar cronograma gantt empanadas ignora ignorar ando quisiera umbral aceptar rubro chiste cuento poema cancion pais capital presidente partido
futbol mundial clasificacion horoscopo pizza cocina cocinar hotel mascotas perro gato libro libros noticias bolsa acciones bitcoin medico abogado
"""
_EN: Final = """
ability able about above accept access account across activity actual add address admin admins administrator after again against ago agree ahead algorithm
alert algorithm allow almost alone along alternative although always amount answer anymore anyone anyhow app appear apply approach april area around arrange
article aside ask asked assign attach attempt august automatic automatically average away back backup backups bad balance bank base basic because become before
begin behind believe below beside besides best better between beyond big billing bit block both bottom box break bring bug build business button buy calculate
call calls cancel card care carry case cause center central certain chance change character characters charge charged charity cheap check children choose city
class clean clear click close code collect color come comment common community company compare complete condition configure confirm connect consider contact
contain content continue control copy correct count country couple course create credit currency current cursor custom cut cycle daily damage data date day
days deal december decide deep default delay delete deliver depend describe desk detail details device difference different difficult digit direct disable
discount discounts document dollar door doubt down download downgrade draft drive drop during each early easy edit education effect either else email employee
empty enable end enjoy enough enter entire entry environment equal error euro even evening event ever example exceed except exchange exist expect expire expired
expires explain export extra face fact fail failed fall false family far fast favor feature february feel few field figure file fill filter final finally find
fine finish first fit fix folder follow follow-up foot force forever forget form format forward found four free friday friend front full function further
future game gave general gift give glad gone good great group grow guess guest guide half hand handle hang happy hard hashed header headers health hear heart
heavy held help hide high hint history hit hold holiday home hope host hosted hot hour house however huge human hundred hurry idea identify image immediately
import important improve included increase inside install instead integration interest interval intervals invite invoice issue item items january job join joke
july june keep kept key keys kind large last late later latest learn least leave left length less letter level levels library life line link list listen little
live load local lock locked log login long look lose lost lot love low lower main maintain major manage mandatory manually march mark match matter maybe member
members mention merge message method middle might million mind minute minutes miss mistake mode model monday money month monthly months morning move movie
music must name nation near necessary need never new next nice night nobody none normal note nothing notice notify november number object october offer office
often old once online only onto operation option orders organisation organization original otherwise outside overview overwrite owner owners page pages paper
parent part partner party pass past path pay people per percent percentage perhaps period permanent person phone pick picture place plan play player point
policy popular position possible post power practice prefer prepare present press pretty prevent price print private probably problem process produce product
profit program promise proper protect provide public pull purpose push put quality quarter question queue quick quite rate rather raw reach read ready real
really reason receive recent recipe recommend record recover reduce refer refuse regarding region regular reject related remain remember remind reminder remove
renew repeat replace reply report request requests require resend reset resource rest result retry return review right risk role rollback round row rule run
safe sale same sample saturday save say scale schedule school scope screen search season second section secure see seem select sell send sense sent separate
september series serve server service session set several share short shut side sign signature silver similar simple since single site size skip slot slow
small sms snapshot software sold solve soon sort sound source space speak special specific spend spent split staff stage stand standard start state stay step
still stop storage store story street string strong student study stuff subject such suddenly suggest sunday suppose sure surprise switch system table tag take
taken talk tax team technical template ten term test text thank then third thousand three threshold through thursday ticket time timeout timer times tired title
today together token tomorrow tonight tool top topic total touch toward track trade transfer trash travel tried trigger true trust try tuesday turn twice two
type type under understand undo unit until update upgrade upload upon urgent user users usual usually valid value various version via view visit voice wait walk
want warn warning waste watch way weather web website wednesday week weekly weeks weird well went whatever wheel whenever whether while whole wide win window
wish within without won word work worker workers working world worry worth write wrong year yearly years yes yesterday young zero zip yourself someone
expiry expiration slot currently chart capital president poem story recipe movie movies weather restaurant football cup world stock share shares salary payroll
"""
MARCAS: Final = frozenset(
    """api csv json excel pdf iva nif cif sso saml scim url html http https rest webhook webhooks slack github gitlab jira trello asana notion
    zapier n8n make google microsoft outlook teams gmail calendar whatsapp telegram linkedin twitter facebook instagram paypal stripe
    android ios iphone windows mac linux chrome firefox safari chatgpt openai claude anthropic excel word powerpoint dropbox drive
    monday basecamp clickup salesforce hubspot shopify figma zoom eur usd gbp mxn cop clp ars euros ong ngo totp hmac sha256
    madrid españa spain europa europe""".split()  # noqa: SIM905
)
"""Siglas y productos de todo el mundo: nunca son el nombre de algo de la cuenta."""


@lru_cache(maxsize=1)
def _raices() -> frozenset[str]:
    palabras = [*_ES.split(), *_EN.split()]
    return frozenset(r for p in palabras for r in (raiz(p, "es"), raiz(p, "en"), p) if r == p or len(r) >= 4)


@lru_cache(maxsize=65536)
def es_corriente(palabra: str) -> bool:
    """Verdadero si la palabra plegada es vacía, del léxico, una marca o una de las corrientes, en cualquier flexión."""
    if palabra in VACIAS or palabra in MARCAS or conceptos(palabra):
        return True
    return any(f in _raices() for f in (palabra, raiz(palabra, "es"), raiz(palabra, "en")))


@lru_cache(maxsize=65536)
def parecida_al_lexico(palabra: str) -> str | None:
    """La palabra del léxico de la que esta parece una errata («tareass», «facturacon»), o None."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    if len(palabra) < 5:
        return None
    hallada = process.extractOne(
        palabra, _largas(), scorer=OSA.distance, score_cutoff=1 if len(palabra) < 9 else 2
    )
    return str(hallada[0]) if hallada is not None and hallada[0][:1] == palabra[:1] else None


@lru_cache(maxsize=1)
def _largas() -> tuple[str, ...]:
    return tuple(sorted(p for p in palabras_del_lexico() if len(p) >= 5))
