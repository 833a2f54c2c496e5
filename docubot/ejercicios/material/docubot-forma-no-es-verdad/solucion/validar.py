import unicodedata
from datetime import date

from docubot.errores import ErrorDeHerramienta

MAXIMO_DIAS = 366


def plegar(texto):
    plegado = unicodedata.normalize("NFD", texto.casefold().strip())
    return "".join(c for c in plegado if unicodedata.category(c) != "Mn")


def leer_fecha(campo, texto):
    try:
        return date.fromisoformat(texto)
    except ValueError:
        raise ErrorDeHerramienta(f"«{campo}» no es una fecha: {texto}. Tiene que ser AAAA-MM-DD y existir.") from None


def validar(entrada, proyectos, hoy):
    real = next((p for p in proyectos if plegar(p) == plegar(entrada["proyecto"])), None)
    if real is None:
        raise ErrorDeHerramienta(f"No existe el proyecto «{entrada['proyecto']}». Los que hay: {', '.join(proyectos)}.")
    desde, hasta = leer_fecha("desde", entrada["desde"]), leer_fecha("hasta", entrada["hasta"])
    if desde > hasta:
        raise ErrorDeHerramienta(f"«desde» ({desde}) va después de «hasta» ({hasta}): pregunta a la persona qué fechas quiere.")
    if hasta > hoy:
        raise ErrorDeHerramienta(f"«hasta» ({hasta}) está en el futuro: como mucho, hoy ({hoy}).")
    if (hasta - desde).days > MAXIMO_DIAS:
        raise ErrorDeHerramienta(f"De «desde» a «hasta» hay más de {MAXIMO_DIAS} días: pide un periodo más corto.")
    return {"proyecto": real, "desde": desde, "hasta": hasta}
