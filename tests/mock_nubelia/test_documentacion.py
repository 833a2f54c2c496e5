"""La documentación de Nubelia dice todos los hechos, con una sola versión, y nada de la cuenta de demostración."""

from __future__ import annotations

import datetime as dt
import importlib.resources
import itertools
import json
import posixpath
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import pytest
import yaml

PLANES = ("Gratis", "Equipo", "Empresa")

# Nombres propios de la cuenta de demostración: la documentación del producto no los conoce.
NOMBRES_DE_LA_CUENTA = (
    "Atlas", "Boreal", "Cierzo", "Zafiro", "Estudio Brisa", "Taller Norte", "Lucía", "Prado", "Iker", "Zabala",
    "Noa Ferrer", "Ana Cárdenas", "Museo del Mar", "Lindes", "Vientos del Ebro", "Panadería", "nub_demo",
)  # fmt: skip

# Lo que vale cada límite en Gratis, Equipo y Empresa; None es «sin límite», que no se dice con cifras.
CIFRAS_POR_PLAN: dict[str, tuple[str | None, str | None, str | None]] = {
    r"(\d+) personas": ("5", "50", None),
    r"(\d+) invitados": ("0", "10", None),
    r"(\d+) proyectos activos": ("3", "25", None),
    r"(\d+) tareas abiertas": ("20", "40", None),
    r"(\d+) MB": ("10", "100", None),
    r"(\d+) GB": ("1", "100", "1"),
    r"(\d+) TB": (None, None, "1"),
    r"(\d+) webhooks": ("0", "10", "100"),
    r"(\d+) (?:peticiones|por minuto)": ("30", "120", "600"),
    r"(\d+(?:,\d+)?) € por persona y mes": ("0", "7,50", "16"),
    r"(\d+(?:,\d+)?) € por persona (?:con pago mensual|si se paga cada mes)": ("0", "9", "19"),
}

# Cada expresión captura una cifra que, salga donde salga, tiene que ser siempre la misma.
CIFRAS_UNICAS: dict[str, str] = {
    r"IVA[^.|\n]*? (\d+) %": "21",
    r"avis[ao][^.|\n]*? (\d+) % del límite": "90",
    r"descuento[^.|\n]*? (\d+) %": "50",
    r"papelera[^.|\n]*? (\d+) días": "30",
    r"token[^.|\n]*? caducan a los (\d+) días": "90",
    r"temporizador[^.|\n]*? a las (\d+) horas": "12",
    r"unidad mínima[^.|\n]*? de (\d+) minutos": "15",
    r"bloque\w+[^.|\n]*? (\d+) minutos": "15",
    r"(\d+) intentos fallidos": "5",
    r"(\d+) códigos de recuperación": "10",
    r"enlace[^.|\n]*?contraseña[^.|\n]*? (\d+) minutos": "60",
    r"sesión dura (\d+) días": "30",
    r"contraseña[^.|\n]*? (\d+) caracteres": "12",
    r"exportación[^.|\n]*? caduca a las (\d+) horas": "24",
    r"vencimiento[^.|\n]* es a (\d+) días": "30",
    r"prueba[^.|\n]*? (\d+) días": "14",
    r"(\d+) etiquetas": "20",
    r"(\d+) niveles de subtareas": "2",
    r"antelación[^.|\n]*? (\d+) días|(\d+) días de antelación": "60",
    r"(\d+) horas? antes": "1",
    r"Google Calendar[^.|\n]*? (\d+) minutos": "10",
    r"(?:editar|corregir|entrada)[^.|\n]*? (\d+) días": "14",
    r"reintenta (\d+) veces|(\d+) reintentos": "5",
    r"webhook[^.|\n]*? (\d+) días fallando|lleva (\d+) días fallando": "3",
    r"Idempotency-Key[^.|\n]*? (\d+) horas": "24",
    r"abren a las (\S+) y": "08:00",
    r"cierran a las (\d\d:\d\d)": "20:00",
    r"(\d+) condiciones": "4",
    r"copias[^.|\n]*? (\d+) días más": "30",
    r"(?:arrepentirse|borrar la organización)[^.|\n]*? (\d+) días": "30",
    r"reserva[^.|\n]*? y como máximo (\d+) horas": "4",
    r"sala Norte[^.|\n]*? (\d+) plazas": "8",
    r"sala Sur[^.|\n]*? (\d+) plazas": "4",
    r"sala Este[^.|\n]*? (\d+) plazas": "12",
    r"sala Oeste[^.|\n]*? (\d+) plazas": "6",
}

TABLA_DE_PLANES = {
    "Precio por persona, pago mensual": ("0 €", "9 €", "19 €"),
    "Precio por persona y mes, pago anual": ("0 €", "7,50 €", "16 €"),
    "Personas": ("5", "50", "sin límite"),
    "Invitados": ("0", "10", "sin límite"),
    "Proyectos activos": ("3", "25", "sin límite"),
    "Tareas abiertas por proyecto": ("20", "40", "sin límite"),
    "Almacenamiento": ("1 GB", "100 GB", "1 TB"),
    "Tamaño máximo de archivo": ("10 MB", "100 MB", "1 GB"),
    "Historial de actividad": ("30 días", "1 año", "sin límite"),
    "Facturación de horas": ("no", "sí", "sí"),
    "Reserva de salas": ("no", "sí", "sí"),
    "Plantillas de proyecto": ("no", "sí", "sí"),
    "Webhooks": ("0", "10", "100"),
    "Peticiones a la API por minuto": ("30", "120", "600"),
    "SSO con SAML": ("no", "no", "sí"),
    "Alta automática con SCIM": ("no", "no", "sí"),
    "Slack, GitHub y Google Calendar": ("sí", "sí", "sí"),
    "Soporte": ("comunidad", "correo, en un día laborable (24 h)", "prioritario, 4 h, todos los días"),
}

# Las demás tablas con cifras: página, título de la sección y lo que dicen.
OTRAS_TABLAS: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {
    ("planes/precios.md", "Tabla de precios"): {
        "Gratis": ("0 €", "0 €"), "Equipo": ("9 €", "7,50 €"), "Empresa": ("19 €", "16 €"),
    },
    ("api/limite-de-peticiones.md", "Cuántas peticiones por minuto admite la API"): {
        "Gratis": ("30",), "Equipo": ("120",), "Empresa": ("600",),
    },
    ("integraciones/webhooks.md", "Calendario de reintentos de un webhook"): {
        "Primero": ("1 minuto",), "Segundo": ("5 minutos",), "Tercero": ("30 minutos",),
        "Cuarto": ("2 horas",), "Quinto": ("12 horas",),
    },
    ("facturacion/recordatorios-de-impago.md", "Cuándo se envían los recordatorios de impago"): {
        "Primero": ("3 días",), "Segundo": ("10 días",), "Tercero": ("20 días",),
    },
    ("salas/las-salas.md", "Tabla de salas"): {
        "Norte": ("norte", "8", "sí"), "Sur": ("sur", "4", "no"), "Este": ("este", "12", "sí"),
        "Oeste": ("oeste", "6", "no"),
    },
}  # fmt: skip

# Todo lo que puede seguir a una cifra y con qué cifras; lo que no está aquí se mira en SUELTAS.
CON_UNIDAD = {
    "día": "3 10 14 20 30 60 90", "minuto": "1 5 10 15 30 60", "hora": "1 2 4 12 24", "h": "2 4 12 24",
    "min": "1 5 30", "gb": "1 100", "mb": "10 100", "tb": "1", "€": "0 7,50 9 16 19", "%": "21 50 90", "año": "1",
    "caractere": "12", "persona": "4 5 6 8 12 50", "invitado": "0 10", "webhook": "0 10 100",
    "proyecto": "3 25", "tarea": "1 20 40", "peticione": "30 120 600", "plaza": "4 6 8 12", "etiqueta": "20",
}  # fmt: skip
SUELTAS = "0 1 2 3 4 5 6 7 8 10 11 12 20 25 30 40 50 60 100 120 600 08:00 20:00 400 401 403 404 409 422 429 9457"


@dataclass(frozen=True)
class Pagina:
    """Una página: ruta relativa a `documentacion/`, cabecera YAML y cuerpo en Markdown."""

    ruta: str
    cabecera: dict[str, Any]
    cuerpo: str


@dataclass(frozen=True)
class Seccion:
    """Un encabezado y lo que le sigue hasta el encabezado siguiente, de cualquier nivel."""

    ruta: str
    nivel: int
    titulo: str
    texto: str


def _recorrer(carpeta: Traversable, prefijo: str = "") -> Iterator[tuple[str, str]]:
    for hijo in sorted(carpeta.iterdir(), key=lambda h: h.name):
        if hijo.is_dir():
            yield from _recorrer(hijo, f"{prefijo}{hijo.name}/")
        elif hijo.name.endswith(".md"):
            yield prefijo + hijo.name, hijo.read_text(encoding="utf-8")


def _leer(ruta: str, texto: str) -> Pagina:
    partes = re.match(r"---\n(.*?)\n---\n(.*)\Z", texto, re.DOTALL)
    assert partes, f"{ruta}: falta la cabecera YAML"
    return Pagina(ruta, yaml.safe_load(partes[1]), partes[2])


@cache
def paginas() -> tuple[Pagina, ...]:
    """La documentación tal como se instala con el paquete."""
    raiz = importlib.resources.files("mock_nubelia") / "documentacion"
    return tuple(_leer(ruta, texto) for ruta, texto in _recorrer(raiz))


def partir(pagina: Pagina) -> Iterator[Seccion]:
    """Secciones de una página; una almohadilla dentro de un bloque de código no es un encabezado."""
    nivel, titulo, lineas, en_codigo = 0, "", list[str](), False
    for linea in pagina.cuerpo.splitlines():
        en_codigo ^= linea.startswith("```")
        encabezado = None if en_codigo else re.match(r"(#{1,6}) (.+)", linea)
        if encabezado is None:
            lineas.append(linea)
            continue
        if titulo:
            yield Seccion(pagina.ruta, nivel, titulo, "\n".join(lineas).strip())
        nivel, titulo, lineas = len(encabezado[1]), encabezado[2], []
    yield Seccion(pagina.ruta, nivel, titulo, "\n".join(lineas).strip())


@cache
def secciones() -> tuple[Seccion, ...]:
    return tuple(seccion for pagina in paginas() for seccion in partir(pagina))


def plegar(texto: str) -> str:
    """Sin acentos, enlaces ni marcas de énfasis o de código; los espacios seguidos valen por uno."""
    texto = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", texto)
    sin_acentos = "".join(c for c in unicodedata.normalize("NFD", texto) if not unicodedata.combining(c))
    return re.sub(r"[ \t]+", " ", sin_acentos.replace("`", "").replace("*", ""))


def casa(patron: str, texto: str) -> bool:
    sin_acentos = "".join(c for c in unicodedata.normalize("NFD", patron) if not unicodedata.combining(c))
    return re.search(sin_acentos, texto, re.IGNORECASE) is not None


def encontrar(hecho: dict[str, Any], textos: tuple[tuple[str, str], ...]) -> list[str]:
    """Rutas de las páginas con una sección donde casan todos los patrones del hecho."""
    pagina = hecho.get("pagina")
    return [
        ruta
        for ruta, texto in textos
        if (pagina is None or pagina == ruta) and all(casa(patron, texto) for patron in hecho["patrones"])
    ]


@cache
def textos_plegados() -> tuple[tuple[str, str], ...]:
    return tuple((s.ruta, plegar(f"{s.titulo}\n{s.texto}")) for s in secciones())


@cache
def textos_sin_cifras() -> tuple[tuple[str, str], ...]:
    return tuple((ruta, re.sub(r"\d", "", texto)) for ruta, texto in textos_plegados())


def _hechos() -> list[dict[str, Any]]:
    archivo = Path(__file__).with_name("hechos.jsonl")
    return [json.loads(linea) for linea in archivo.read_text(encoding="utf-8").splitlines()]


HECHOS = _hechos()
HECHOS_CON_CIFRA = [hecho for hecho in HECHOS if re.search(r"\d", "".join(hecho["patrones"]))]


def frases(texto: str) -> list[str]:
    """Trozos que hablan de una sola cosa: frases y las partes de una enumeración."""
    return re.split(r"[.;:\n|]|,(?!\d)| y (?!mes)", texto)


def tabla(ruta: str, titulo: str) -> dict[str, tuple[str, ...]]:
    """Filas de la tabla de una sección: primera celda -> las demás."""
    (seccion,) = [s for s in secciones() if s.ruta == ruta and s.titulo == titulo]
    filas = [linea.strip("|").split("|") for linea in seccion.texto.splitlines() if linea.startswith("|")]
    limpias = [[celda.strip().strip("`") for celda in fila] for fila in filas[2:]]
    return {fila[0]: tuple(fila[1:]) for fila in limpias}


@pytest.mark.parametrize("hecho", HECHOS, ids=lambda hecho: hecho["id"])
def test_cada_hecho_esta_entero_en_una_seccion(hecho: dict[str, Any]) -> None:
    assert encontrar(hecho, textos_plegados()), f"ninguna sección dice: {hecho['hecho']}"


@pytest.mark.parametrize("hecho", HECHOS_CON_CIFRA, ids=lambda hecho: hecho["id"])
def test_un_hecho_con_cifra_no_se_da_por_dicho_sin_la_cifra(hecho: dict[str, Any]) -> None:
    assert not encontrar(hecho, textos_sin_cifras())


def test_hay_al_menos_150_hechos_y_ninguno_repetido() -> None:
    identificadores = [hecho["id"] for hecho in HECHOS]
    assert len(identificadores) >= 150
    assert len(set(identificadores)) == len(identificadores)


def test_hay_al_menos_40_paginas_y_un_numero_razonable_de_secciones() -> None:
    assert 42 <= len(paginas()) <= 60
    assert 250 <= sum(1 for s in secciones() if s.nivel > 1 and s.texto) <= 400


@pytest.mark.parametrize("pagina", paginas(), ids=lambda pagina: pagina.ruta)
def test_la_cabecera_tiene_los_cuatro_campos(pagina: Pagina) -> None:
    assert set(pagina.cabecera) == {"titulo", "seccion", "etiquetas", "actualizado"}
    assert pagina.cabecera["seccion"] == pagina.ruta.split("/")[0]
    assert isinstance(pagina.cabecera["actualizado"], dt.date)
    etiquetas = pagina.cabecera["etiquetas"]
    assert etiquetas
    assert all(isinstance(etiqueta, str) for etiqueta in etiquetas)


@pytest.mark.parametrize("pagina", paginas(), ids=lambda pagina: pagina.ruta)
def test_hay_un_solo_titulo_y_los_encabezados_no_saltan_niveles(pagina: Pagina) -> None:
    propias = list(partir(pagina))
    niveles = [seccion.nivel for seccion in propias]
    assert niveles[0] == 1
    assert niveles.count(1) == 1
    assert propias[0].titulo == pagina.cabecera["titulo"]
    assert all(b - a <= 1 for a, b in itertools.pairwise(niveles))
    titulos = [seccion.titulo for seccion in propias]
    assert len(set(titulos)) == len(titulos)


@pytest.mark.parametrize("pagina", paginas(), ids=lambda pagina: pagina.ruta)
def test_los_enlaces_relativos_llevan_a_una_pagina(pagina: Pagina) -> None:
    rutas = {otra.ruta for otra in paginas()}
    enlaces = re.findall(r"\]\(([^)\s]+)\)", pagina.cuerpo)
    assert enlaces, "una página sin enlaces deja a quien lee en un callejón"
    for enlace in enlaces:
        destino = posixpath.normpath(posixpath.join(posixpath.dirname(pagina.ruta), enlace))
        assert destino in rutas, enlace


@pytest.mark.parametrize("nombre", NOMBRES_DE_LA_CUENTA)
def test_no_hay_datos_de_la_cuenta_de_demostracion(nombre: str) -> None:
    encontradas = [s.ruta for s in secciones() if re.search(rf"\b{nombre}", f"{s.titulo} {s.texto}")]
    assert encontradas == []


def test_ningun_parrafo_se_repite_en_dos_sitios() -> None:
    vistos: dict[str, str] = {}
    for seccion in secciones():
        for parrafo in re.split(r"\n\n", seccion.texto):
            if len(parrafo) < 80 or parrafo.startswith(("```", "|", "curl")):
                continue
            assert parrafo not in vistos, f"{seccion.ruta} repite {vistos[parrafo]}: {parrafo[:60]}"
            vistos[parrafo] = seccion.ruta


def test_las_secciones_son_cortas() -> None:
    largas = [(s.ruta, s.titulo) for s in secciones() if len(re.findall(r"\w+", s.texto)) > 180]
    assert largas == []


@pytest.mark.parametrize("patron", CIFRAS_POR_PLAN)
def test_ninguna_frase_da_a_un_plan_la_cifra_de_otro(patron: str) -> None:
    vistas = 0
    for seccion in secciones():
        for frase in frases(plegar(seccion.texto)):
            nombrados = [plan for plan in PLANES if plan in frase]
            if len(nombrados) != 1:
                continue
            for cifra in re.findall(patron, frase):
                vistas += 1
                assert cifra == CIFRAS_POR_PLAN[patron][PLANES.index(nombrados[0])], f"{seccion.ruta}: {frase}"
    assert vistas, "el patrón no mira nada"


@pytest.mark.parametrize("patron", CIFRAS_UNICAS)
def test_una_cifra_vale_lo_mismo_en_todas_las_paginas(patron: str) -> None:
    vistas = [
        (next(c for c in encontrada.groups() if c), seccion.ruta, encontrada[0])
        for seccion in secciones()
        for encontrada in re.finditer(patron, seccion.texto.replace("*", "").replace("`", ""), re.IGNORECASE)
    ]
    assert vistas, "el patrón no mira nada"
    assert [vista for vista in vistas if vista[0] != CIFRAS_UNICAS[patron]] == []


def test_la_tabla_de_planes_dice_lo_acordado() -> None:
    assert tabla("planes/comparativa.md", "Tabla general de los planes") == TABLA_DE_PLANES


def test_toda_fila_de_limites_repetida_en_otra_pagina_dice_lo_mismo() -> None:
    filas = [[c.strip() for c in f.strip("|").split("|")] for s in secciones() for f in s.texto.splitlines()]
    repetidas = [fila for fila in filas if len(fila) == 4 and fila[0] in TABLA_DE_PLANES]
    assert len(repetidas) > len(TABLA_DE_PLANES)
    assert [fila for fila in repetidas if tuple(fila[1:]) != TABLA_DE_PLANES[fila[0]]] == []


@pytest.mark.parametrize("donde", OTRAS_TABLAS, ids=lambda donde: donde[0])
def test_las_demas_tablas_con_cifras_dicen_lo_acordado(donde: tuple[str, str]) -> None:
    assert tabla(*donde) == OTRAS_TABLAS[donde]


def cifras(texto: str) -> Iterator[tuple[str, str]]:
    """Cada cifra de la prosa y de las tablas con la palabra que la sigue, sin la «s» del plural."""
    prosa = re.sub(r"```.*?```|^\d+\. |`[^`]*`|]\([^)]*\)", "", texto, flags=re.DOTALL | re.MULTILINE)
    for encontrada in re.finditer(r"(?<![\w-])(\d+(?:[,:]\d+)?)(?: ([^\W\d]+|[€%]))?", prosa):
        yield encontrada[1], (encontrada[2] or "").lower().removesuffix("s")


@pytest.mark.parametrize("pagina", paginas(), ids=lambda pagina: pagina.ruta)
def test_no_hay_ninguna_cifra_que_no_venga_de_los_hechos(pagina: Pagina) -> None:
    permitidas = {unidad: set(valores.split()) for unidad, valores in CON_UNIDAD.items()}
    sueltas = set(SUELTAS.split())
    inventadas = [(n, unidad) for n, unidad in cifras(pagina.cuerpo) if n not in permitidas.get(unidad, sueltas)]
    assert inventadas == []
