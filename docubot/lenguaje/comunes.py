"""Palabras corrientes del español y del inglés: dicen cómo se pregunta, no de qué. También, nombres de otros productos.

Que una de estas falte en un pasaje no significa nada («¿cómo *vuelvo* a *activar*…?»); que falte «Gantt», sí.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Final

from docubot.lenguaje.texto import Idioma, plegar, raiz

_ES: Final = """
abrir acabar aceptar acordar activar actualizar ahora ahí además agregar ajustar alcanzar alguien allí alto amigo
anterior antiguo antes aparecer aplicar aprender apuntar aquel arreglar arriba ayer ayuda ayudar avisar bajar
bastante básico bueno buena buscar caber cabe caer cae calcular cambiar cantidad capaz caro cargar caso cerca
cerrar cierro claro cobrar coger comenzar completo comprar comprobar común conocer conozco conseguir consigo
considerar consultar contar cuento contener contestar continuar convertir copiar correcto correr corto cosa crear
creer cualquiera cuidar cumplir curioso dar doy dio deber debo decidir decir digo dice dime definir dejar demás
demasiado dentro depende depender desaparecer descubrir desear después detrás devolver devuelvo devolvió diferente
difícil dinero directo disponer disponible distinto dudar duda durante durar echar ejemplo elegir elijo empezar
empiezo encima encontrar encuentro enseñar entender entiendo entero enterar entonces entrar enviar envío escribir
escuchar esperar estar estoy estando evitar exacto exactamente existir explicar fácil falta faltar favor forma
fuera funcionar futuro ganar general gente gran grande guardar gustar haber hablar hacer hago hice hecho hizo hola
hora hoy igual importa importar importante incluir incluye indicar información intentar interesar ir iba izquierda
jamás junto juntos justo largo leer levantar libre ligero limpio lleno llegar llevar lograr luego lugar llamar malo
mal mandar manera mantener mantiene marcar mayor medio mejor mejorar menor menos mes meter meto mientras minuto
mirar mismo mitad modo momento mostrar muestra mover mucho muchos mundo necesario necesitar necesito ninguno nombre
normal normalmente nuevo número nunca obtener ocurrir ofrecer oír olvidar olvido opinar orden pagar palabra par
parar parado parecer parte pasar pasa pasado pedir pido pide pensar pienso pequeño perder pierdo permitir persona
pesar poder puedo puede pueden podemos podría pude poner pongo pone puse posible preferir preguntar pregunta
preparar presentar primero primer principal principio probar pruebo problema producir propio próximo punto quedar
querer quiero quiere quitar quizá rápido razón realizar recibir reconocer recordar recuerdo referir regresar
repetir responder respuesta resto resultar resultado saber sabe sé sacar salir salgo sale seguir sigo sigue según
segundo seguro semana sentir sencillo servir sirvo sirve siempre siguiente simple sino sirven sitio situación soler
suelo somos solamente sólo subir suceder suficiente suponer tampoco tardar tarde tema tener tengo tienes tiene tuve
tercero terminar terminado tiempo tipo tirar tocar todavía tomar total traer traigo trabajar tratar último una
único usar uso utilizar valer vale valor varios vemos ver veo vez veces venir vengo viene vida viejo visto vivir
volver vuelvo vuelve vuelta adelante afuera saltar salta apagar apagado apenas arrancar atrás caído encender
encendido mañana noche prender prendido pronto recién rato año años cuándo cuánto día días hace hola gracias porfa
porfavor oye perdona disculpa saludos buenas che vos tenés podés andar anda andando dejar llevar ponerle hacerlo
verlo saberlo decirme explicame contame sumar restar cada entre vario demás
""".split()  # noqa: SIM905
_EN: Final = """
able above access across act actual add after again against ago allow allowed almost alone along already always
amount another answer anyone anything anyway apart appear apply around ask available away back bad become before
begin behind below best better between big bit bring build call came cannot care case cause certain change check
choose clear close come common complete contain continue correct cost count create current cut day days deal decide
depend different difficult direct during each early easy either else end enough even ever every everyone everything
exact exactly example except exist expect explain fall far fast feel few figure fill find fine first fit follow
found free full gave general gets getting give gives given go goes going gone good got great group grow guess half
hand happen happens hard hear hello help hi high hold hour hours however idea important include includes included
inside instead keep kept kind knew know known large last late later learn least leave left less let level like
limit line list little live long longer look lose lost lot love low made main make makes making manage many matter
maximum may maybe mean means meet might mind minimum minute missing mistake moment month months move much must name
near need needs never new next nice normal nothing now number often ok old once one ones open order other otherwise
out outside over own part particular pass past pay people per perhaps person place plan point possible prefer
problem provide put question quick quickly quite rather read ready real really reason receive remain remember rest
result right run running same say second see seem seen send set several shall short show side similar simple since
single sit small someone something sometimes soon sort start state stay still stop such sure take taken taking talk
tell thank thanks thing things think though thought through till time times today together told took top total
toward true try trying turn two type under until upon use used useful using usual usually value various version via
view wait want wants wanted way ways week weeks well went whether while whole wish within without wonder word work
works working world worth wrong year years yes agree anybody arrive believe enter entire finally full happens
immediately middle month morning night nobody recently somebody someone speak stand suddenly takes tomorrow tonight
trouble twice unless upset valid whatever whenever yourself yesterday yet both been dont cant wont doesnt isnt
didnt company companies team did got getting set sets setting possible somebody nobody lots once wiped wipe
overnight hey whats hows
""".split()  # noqa: SIM905


_DE_CHAT: Final = """
q k x d pa xa pq xq porq tb tmb tmbn bn dnd cdo cm gral aprox msj info vs etc jaja jeje plis pls plz thx ty u ur r n
b4 im ive id ill youre thats theres wheres hows lemme gonna wanna gotta kinda asap btw fyi ok okay vale venga bueno
pues oye oiga mira hombre tio tia colega jefe jefa compi compañero compañera socio socia boss mate guys folks buddy
dude partner agencia despacho estudio cabeza dos tres cuatro cinco seis siete ocho nueve diez veinte treinta
cuarenta cincuenta cien mil two three four five six seven eight nine ten twenty thirty forty fifty hundred thousand
""".split()  # noqa: SIM905
"""Abreviaturas de chat, tratamientos, quién pregunta y numerales."""

_OTRAS_MARCAS: Final = """
google apple microsoft github gitlab slack paypal stripe linux windows android iphone facebook instagram twitter
linkedin firefox chrome safari openai claude anthropic gmail n8n shopify zapier
""".split()  # noqa: SIM905

_PASADOS_AR: Final = "e aste amos aron are aras ara aremos aran aria arias ariamos arian ando ado ada"
_PASADOS_IR: Final = (
    "i iste io imos ieron {v}re {v}ras {v}ra {v}remos {v}ran {v}ria {v}rias {v}riamos {v}rian iendo ido ida"
)
_CLITICOS: Final = "me te se lo la le nos los las les melo telo selo mela sela".split()  # noqa: SIM905


def _formas_es(palabra: str) -> list[str]:
    """Un infinitivo, con sus tiempos regulares y sus pronombres pegados; otra palabra, sola."""
    base, final = palabra[:-2], palabra[-2:]
    if len(palabra) < 4 or final not in ("ar", "er", "ir"):
        return [palabra]
    finales = _PASADOS_AR if final == "ar" else _PASADOS_IR.format(v=final[0])
    return [palabra, *(base + f for f in finales.split()), *(palabra + c for c in _CLITICOS)]


def _formas_en(palabra: str) -> list[str]:
    """Una palabra inglesa con sus flexiones regulares."""
    base = palabra[:-1] if palabra.endswith("e") else palabra
    return [palabra, palabra + "s", palabra + "es", base + "ed", base + "ing", base + "er"]


@lru_cache(maxsize=1)
def comunes() -> frozenset[str]:
    """Las raíces, en los dos idiomas, de las palabras corrientes."""
    salida: set[str] = set()
    idiomas: tuple[tuple[list[str], Idioma], ...] = ((_ES, "es"), (_EN, "en"))
    for lista, idioma in idiomas:
        for palabra in lista:
            for plegada in (_formas_es if idioma == "es" else _formas_en)(plegar(palabra)):
                salida |= {plegada, raiz(plegada, "es"), raiz(plegada, idioma)}
    for palabra in _DE_CHAT:
        salida |= {plegar(palabra), raiz(plegar(palabra), "es"), raiz(plegar(palabra), "en")}
    return frozenset(salida)


@lru_cache(maxsize=1)
def frecuentes() -> frozenset[str]:
    """Las raíces, en los dos idiomas, de las 2.800 palabras más usadas de cada uno (`vocabulario` dice de dónde)."""
    carpeta = files("docubot.lenguaje")
    return frozenset(carpeta.joinpath("frecuentes_es.txt").read_text("utf-8").split()) | frozenset(
        carpeta.joinpath("frecuentes_en.txt").read_text("utf-8").split()
    )


@lru_cache(maxsize=1)
def marcas() -> frozenset[str]:
    """Las raíces de los productos y empresas de todo el mundo que no son además una palabra corriente."""
    from docubot.lenguaje.vocabulario import PRODUCTOS

    return (
        frozenset(forma for m in (*PRODUCTOS, *_OTRAS_MARCAS) for forma in (m, raiz(m, "es"), raiz(m, "en")))
        - comunes()
    )
