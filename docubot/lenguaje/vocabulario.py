"""Palabras corrientes de los dos idiomas: lo que no está aquí ni en el léxico puede ser un nombre propio en minúsculas.

`corrientes_es.txt` y `corrientes_en.txt` son raíces: las de las 8.500 palabras más frecuentes de cada idioma según los
diccionarios de `pyspellchecker` 0.9.1 (MIT, hechos con subtítulos de películas), más unas mil de oficina y de software.
Las de menos de cuatro letras van enteras. `frecuentes_*.txt`, lo mismo con las 2.800 primeras.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Final

from docubot.lenguaje.conceptos import VACIAS, conceptos, palabras_del_lexico
from docubot.lenguaje.listas import lista
from docubot.lenguaje.texto import raiz

MARCAS: Final = lista(
    """api csv json excel pdf iva nif cif sso saml scim url html http https rest webhook webhooks slack github
    gitlab jira trello asana notion zapier n8n make google microsoft outlook teams gmail calendar whatsapp
    telegram linkedin twitter facebook instagram paypal stripe android ios iphone windows mac linux chrome
    firefox safari chatgpt openai claude anthropic excel word powerpoint dropbox drive monday basecamp clickup
    salesforce hubspot shopify figma zoom eur usd gbp mxn cop clp ars euros ong ngo totp hmac sha256 gdpr rgpd
    sla kpi roi crm erp iso ical ics dni sepa pyme saas b2b faq madrid españa spain europa europe"""
)
"""Siglas y productos de todo el mundo: nunca son el nombre de algo de la cuenta."""


PRODUCTOS: Final = lista(
    """trello asana notion jira basecamp clickup monday salesforce hubspot shopify figma dropbox whatsapp telegram
    netflix spotify uber airbnb amazon excel word powerpoint photoshop chatgpt outlook teams zoom odoo sap
    holded sage quickbooks xero toggl harvest clockify wrike airtable evernote todoist linear confluence
    bitbucket gitlab discord"""
)
"""Productos de otros, muy conocidos."""
LUGARES: Final = lista(
    """españa mexico argentina chile peru colombia uruguay paraguay bolivia ecuador venezuela panama guatemala
    honduras nicaragua cuba brasil brazil portugal francia france italia italy alemania germany inglaterra
    england irlanda ireland suiza china japon japan india rusia canada usa america latinoamerica latin american
    estados europa europe asia africa australia madrid barcelona valencia sevilla bilbao zaragoza malaga buenos
    aires santiago lima bogota medellin quito caracas montevideo asuncion monterrey guadalajara londres london
    paris roma berlin lisboa lisbon porto new york tokio tokyo miami boston chicago washington"""
)
"""Países y ciudades muy conocidos: solo son el nombre de lo que se busca si se busca un lugar."""
DE_PILA: Final = lista(
    """ana maria lucia carmen laura marta sara sofia paula elena cristina isabel raquel silvia patricia pilar
    beatriz julia irene andrea daniela valentina camila mariana gabriela veronica monica natalia claudia adriana
    carolina noa nuria ines rosa teresa amaia leire ainhoa martina emma olivia iker jon mikel unai ander jose
    juan luis carlos javier miguel antonio manuel francisco david daniel pablo alvaro sergio jorge alberto
    fernando alejandro diego rafael pedro angel raul ruben adrian ivan oscar andres santiago mateo nicolas
    sebastian tomas martin hugo mario marcos jaime ignacio gonzalo ricardo eduardo roberto enrique ramon vicente
    victor felipe guillermo joaquin gustavo hernan ezequiel facundo emilio john mary james robert michael
    william richard joseph thomas charles christopher matthew anthony mark steven paul andrew joshua kevin brian
    george edward jason jeff ryan jacob gary eric stephen jonathan larry justin scott brandon frank gregory
    samuel patrick jack dennis jerry jennifer linda elizabeth barbara susan jessica sarah karen nancy lisa
    margaret betty sandra ashley emily donna michelle melissa deborah rebecca kate anna jane alice helen lucy
    bruno carla dario rocio alba aitana lorena miriam eva sonia esther gloria alicia yolanda marina celia vera
    berta olga ainara nerea gema julieta renata ximena fernanda lucas mauro ismael gabriel rodrigo agustin
    bautista esteban cesar hector julian lorenzo matias maximo martina micaela guadalupe dolores consuelo
    valeria regina ernesto emiliano ramiro saul abel marc jordi pau xavier oriol biel nil asier gorka xabier
    rachel hannah megan nicole stephanie diana julie claire chloe lily ella mia ava isabella charlotte
    harry oliver jake luke adam aaron nathan henry noah liam ethan
    amy peter simon nora leo max tom ben sam joe bob alex"""
)
"""Nombres de pila corrientes: son personas, no el nombre de un proyecto, un pedido o una ciudad."""


@lru_cache(maxsize=4)
def _raices_de(fichero: str) -> frozenset[str]:
    return frozenset(files("docubot.lenguaje").joinpath(f"{fichero}.txt").read_text("utf-8").split())


def _esta(palabra: str, lista_de: str) -> bool:
    espanol, ingles = _raices_de(f"{lista_de}_es"), _raices_de(f"{lista_de}_en")
    return palabra in espanol or palabra in ingles or raiz(palabra, "es") in espanol or raiz(palabra, "en") in ingles


@lru_cache(maxsize=65536)
def es_corriente(palabra: str) -> bool:
    """Verdadero si la palabra plegada es vacía, del léxico, una marca o una de las corrientes, en cualquier flexión."""
    if palabra in VACIAS or palabra in MARCAS or conceptos(palabra):
        return True
    return _esta(palabra, "corrientes")


@lru_cache(maxsize=65536)
def es_frecuente(palabra: str) -> bool:
    """Verdadero si es vacía, del léxico, una marca o de las 2.800 más usadas de su idioma."""
    return palabra in VACIAS or palabra in MARCAS or bool(conceptos(palabra)) or _esta(palabra, "frecuentes")


@lru_cache(maxsize=65536)
def parecida_al_lexico(palabra: str) -> str | None:
    """La palabra del léxico de la que esta parece una errata («tareass», «facturacon»), o None."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    if len(palabra) < 5:
        return None
    hallada = process.extractOne(palabra, _largas(), scorer=OSA.distance, score_cutoff=1 if len(palabra) < 9 else 2)
    return str(hallada[0]) if hallada is not None and hallada[0][:1] == palabra[:1] else None


@lru_cache(maxsize=1)
def _largas() -> tuple[str, ...]:
    return tuple(sorted(p for p in palabras_del_lexico() if len(p) >= 5))


@lru_cache(maxsize=65536)
def peso_por_idioma(palabra: str) -> tuple[bool, bool]:
    """Si una palabra plegada es corriente en español y si lo es en inglés."""
    espanol, ingles = _raices_de("corrientes_es"), _raices_de("corrientes_en")
    return (palabra in espanol or raiz(palabra, "es") in espanol, palabra in ingles or raiz(palabra, "en") in ingles)
