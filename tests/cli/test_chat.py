"""`docubot chat` por una tubería: turnos, órdenes de barra, sesiones, límites y fallos."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from docubot import diario, modelos
from docubot.conversacion import defectos
from docubot.errores import Definitivo, ErrorDeModelo, Reintentable, RespuestaInvalida
from docubot.modelos.guion import ModeloGuion, Paso, llamada, texto
from docubot.presentacion.chat import ordenes
from docubot.presentacion.chat.motor import NOMBRE_LOCAL
from docubot.tipos import Uso
from tests.cli.apoyo import Consola, consola

assert consola


def sucesos(datos: Path) -> list[dict[str, Any]]:
    return list(diario.leer(diario.sesiones(datos)[-1]))


def test_cada_renglon_es_una_pregunta_y_recuerda_las_anteriores(consola: Consola, entorno_limpio: Path) -> None:
    with consola.con_guion([[texto("Uno.")], [texto("Dos.")]]) as modelo:
        hecho = consola.correr("chat", entrada="primera\n\n  segunda  \n")
    assert hecho.codigo == 0
    assert [r for r in hecho.dicho.splitlines() if r] == ["Uno.", "Dos."]
    assert [m["content"] for m in modelo.peticiones[1].messages] == ["primera", [texto("Uno.")], "segunda"]


def test_se_sigue_la_ultima_y_la_que_se_diga(consola: Consola, entorno_limpio: Path) -> None:
    with consola.con_guion([[texto("A.")], [texto("B.")], [texto("C.")]]) as modelo:
        consola.correr("chat", entrada="uno\n")
        consola.correr("chat", "--continuar", entrada="dos\n")
        identificador = diario.sesiones(entorno_limpio)[0].stem
        consola.correr("chat", "--sesion", identificador[:12], entrada="tres\n")
    assert [m["content"] for m in modelo.peticiones[2].messages if m["role"] == "user"] == ["uno", "dos", "tres"]
    assert len(diario.sesiones(entorno_limpio)) == 1


@pytest.mark.parametrize(
    ("argumentos", "codigo", "dice"),
    [
        (["--continuar"], 66, "Aún no hay ninguna conversación"),
        (["--sesion", "1999"], 66, "traza"),
        (["--continuar", "--sesion", "x"], 2, "no van juntas"),
        (["--proveedor", "otro"], 2, "No hay un proveedor «otro»"),
        (["--proveedor", "claude"], 77, "Falta la clave"),
        (["--max-tokens-sesion", "0"], 2, "mayor que cero"),
    ],
)
def test_lo_que_no_se_puede_abrir_se_dice_al_empezar(
    consola: Consola, argumentos: list[str], codigo: int, dice: str
) -> None:
    hecho = consola.correr("chat", *argumentos, entrada="hola\n")
    assert (hecho.codigo, hecho.dicho) == (codigo, "")
    assert dice in hecho.errores


def test_una_carpeta_que_no_se_puede_escribir_se_dice_al_empezar(
    consola: Consola, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fichero").write_text("")
    monkeypatch.setenv("DOCUBOT_DATOS", str(tmp_path / "fichero" / "datos"))
    hecho = consola.correr("chat", entrada="hola\n")
    assert hecho.codigo == 73
    assert "Elige otra carpeta con DOCUBOT_DATOS" in hecho.errores


def test_el_nombre_del_modelo_local_es_el_suyo() -> None:
    from docubot.modelos.local.modelo import NOMBRE

    assert NOMBRE_LOCAL == NOMBRE


# --- Las órdenes de barra -------------------------------------------------------------------------------------------


def test_estan_todas_las_ordenes() -> None:
    pedidas = (
        "ayuda fuentes fuente traza herramientas modelo proveedor prompt coleccion coste guardar exportar nuevo "
        "deshacer reintentar editor salir"
    )
    assert list(ordenes.ORDENES) == pedidas.split()


@pytest.mark.parametrize(
    ("texto_", "es"),
    [
        ("/ayuda", True),
        ("/Fuente 3", True),
        ("/", True),
        ("/v1/proyectos no responde", False),
        ("/a\nb", False),
        ("a /b", False),
    ],
)
def test_una_ruta_no_es_una_orden(texto_: str, es: bool) -> None:
    assert ordenes.es_orden(texto_) is es


@pytest.mark.parametrize(
    ("orden", "dice"),
    [
        ("/ayuda", "/reintentar"),
        ("/herramientas", "consultar_proyecto"),
        ("/modelo", "Responde guion"),
        ("/proveedor", "Proveedor guion"),
        ("/prompt", "DocuBot"),
        ("/coleccion", "Colección nubelia."),
        ("/coste", "0 tokens"),
        ("/ayda", "Quizá querías decir «/ayuda»."),
        ("/zzzz", "Mira las que hay con /ayuda."),
        ("/fuentes", "Todavía no hay fuentes"),
        ("/fuente x", "/fuente 3"),
        ("/fuente 3", "No hay ninguna fuente [3]"),
        ("/traza", "Todavía no hay ningún turno"),
        ("/guardar", "Todavía no hay ninguna respuesta"),
        ("/deshacer", "No hay ningún turno"),
        ("/reintentar", "Todavía no has preguntado nada"),
        ("/proveedor nada", "No hay un proveedor «nada»"),
        ("/coleccion nada", "nada"),
    ],
)
def test_cada_orden_dice_lo_suyo_y_la_charla_sigue(
    consola: Consola, entorno_limpio: Path, orden: str, dice: str
) -> None:
    with consola.con_guion([[texto("Sigo.")]]):
        hecho = consola.correr("chat", entrada=f"{orden}\nhola\n")
    assert dice in hecho.dicho + hecho.errores
    assert "Sigo." in hecho.dicho
    assert "Traceback" not in hecho.errores


def test_las_fuentes_y_la_traza_de_un_turno(consola: Consola, entorno_limpio: Path) -> None:
    pide = llamada("consultar_proyecto", {"nombre": "Atlas"})
    with consola.con_guion([[pide], [texto("Atlas va [1].")]]):
        hecho = consola.correr("chat", entrada="¿Atlas?\n/fuentes\n/fuente [1]\n/traza\n/coste\n")
    assert "[1]\tconsultar_proyecto(nombre='Atlas')" in hecho.dicho
    assert '"nombre": "Atlas"' in hecho.dicho
    assert "modelo, llamada 2: end_turn" in hecho.dicho
    assert "Último turno: 30 tokens (20 de entrada y 10 de salida)" in hecho.dicho


def test_guardar_y_exportar_no_pisan_nada(
    consola: Consola, entorno_limpio: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with consola.con_guion([[texto("Guárdame.")]]):
        hecho = consola.correr("chat", entrada="hola\n/guardar r.md\n/guardar r.md\n/exportar s.json\n/exportar\n")
    assert "## hola\n\nGuárdame." in (tmp_path / "r.md").read_text()
    assert "Ya existe r.md" in hecho.errores
    datos = json.loads((tmp_path / "s.json").read_text())
    assert (datos["version"], datos["mensajes"][0]["content"], datos["turnos"][0]["respuesta"]) == (
        1,
        "hola",
        "Guárdame.",
    )
    assert len(list(tmp_path.glob("docubot-*.md"))) == 1


def test_deshacer_y_reintentar_cambian_la_historia_y_el_diario(consola: Consola, entorno_limpio: Path) -> None:
    guion = [[texto("A.")], [texto("B.")], [texto("C.")], [texto("D.")]]
    with consola.con_guion(guion) as modelo:
        hecho = consola.correr("chat", entrada="uno\ndos\n/deshacer\ntres\n/reintentar\n")
    assert "Olvidado: «dos»." in hecho.dicho
    usuario = [[m["content"] for m in p.messages if m["role"] == "user"] for p in modelo.peticiones]
    assert usuario == [["uno"], ["uno", "dos"], ["uno", "tres"], ["uno", "tres"]]
    assert [m["content"] for m in diario.mensajes(sucesos(entorno_limpio)) if m["role"] == "user"] == ["uno", "tres"]


def test_nuevo_empieza_otra_sesion_y_la_de_antes_queda(consola: Consola, entorno_limpio: Path) -> None:
    with consola.con_guion([[texto("A.")], [texto("B.")]]) as modelo:
        consola.correr("chat", entrada="uno\n/nuevo\ndos\n/salir\nno llega\n")
    assert [m["content"] for m in modelo.peticiones[1].messages] == ["dos"]
    assert len(diario.sesiones(entorno_limpio)) == 2


def test_cambiar_de_proveedor_a_media_charla_conserva_la_historia(
    consola: Consola, entorno_limpio: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    otro = ModeloGuion([[texto("B.")]], nombre="otro")
    monkeypatch.setitem(modelos.PROVEEDORES, "claude", lambda _: otro)
    with consola.con_guion([[texto("A.")]]), otro:
        hecho = consola.correr("chat", entrada="uno\n/proveedor claude\ndos\n")
    assert "responde otro" in hecho.dicho
    assert len(otro.peticiones[0].messages) == 3


# --- Límites y fallos -----------------------------------------------------------------------------------------------


def test_al_pasar_del_contexto_se_olvidan_turnos_enteros_y_se_dice(
    consola: Consola, entorno_limpio: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fallo público D6."""
    monkeypatch.setenv("DOCUBOT_MAX_CONTEXTO", "700")
    pasos: list[Any] = []
    for i in range(6):
        pasos += [[llamada("listar_proyectos", {}, f"t{i}")], [texto(f"Respuesta {i}.")]]
    with consola.con_guion(pasos) as modelo:
        hecho = consola.correr("chat", entrada="".join(f"pregunta {i}\n" for i in range(6)))
    assert hecho.codigo == 0
    assert "La conversación es larga: se ha olvidado el turno más antiguo" in hecho.errores
    for peticion in modelo.peticiones:
        assert defectos([*peticion.messages, {"role": "assistant", "content": "x"}]) == []
        assert peticion.messages[0]["content"].startswith("pregunta")
    assert modelo.peticiones[-1].messages[0]["content"] != "pregunta 0"
    assert diario.mensajes(sucesos(entorno_limpio))[0]["content"] != "pregunta 0"


def test_de_lo_olvidado_se_pueden_conservar_las_preguntas(
    consola: Consola, entorno_limpio: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCUBOT_MAX_CONTEXTO", "150")
    monkeypatch.setenv("DOCUBOT_RESUMEN_RECORTE", "preguntas")
    with consola.con_guion([[texto("largo " * 60)], [texto("B.")], [texto("C.")]]) as modelo:
        consola.correr("chat", entrada="¿y Atlas?\nsegunda\n")
        consola.correr("chat", "--continuar", entrada="tercera\n")
    assert "«¿y Atlas?»" not in modelo.peticiones[0].system
    assert "la persona ya preguntó, por orden: «¿y Atlas?»" in modelo.peticiones[1].system
    assert "«¿y Atlas?»" in modelo.peticiones[2].system


def test_si_el_modelo_dice_que_no_cabe_se_olvida_lo_antiguo(consola: Consola, entorno_limpio: Path) -> None:
    lleno = Paso([texto("…")], stop_reason="model_context_window_exceeded")
    with consola.con_guion([[texto("A.")], [texto("B.")], lleno, [texto("C.")]]) as modelo:
        hecho = consola.correr("chat", entrada="uno\ndos\ntres\n/reintentar\n")
    assert "Prueba otra vez con /reintentar" in hecho.errores
    assert len(modelo.peticiones[3].messages) < len(modelo.peticiones[2].messages)


def test_la_sesion_tiene_su_presupuesto(consola: Consola, entorno_limpio: Path) -> None:
    caro = Paso([texto("A.")], uso=Uso(80, 30))
    with consola.con_guion([caro]):
        hecho = consola.correr("chat", "--max-tokens-sesion", "100", entrada="uno\n/coste\ndos\n")
    assert "Le quedan 0 tokens" in hecho.dicho
    assert "La sesión ha gastado sus 100 tokens" in hecho.errores
    assert hecho.codigo == 75


def test_el_coste_con_precios(consola: Consola, entorno_limpio: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCUBOT_PRECIO_ENTRADA", "3")
    monkeypatch.setenv("DOCUBOT_PRECIO_SALIDA", "15")
    monkeypatch.setitem(modelos.PROVEEDORES, "claude", lambda _: caro)
    caro = _Claude([Paso([texto("A.")], uso=Uso(1_000_000, 100_000))])
    monkeypatch.setenv("DOCUBOT_MAX_TOKENS", "9000000")
    hecho = consola.correr("chat", "--proveedor", "claude", entrada="uno\n/coste\n")
    assert "Sesión: 1.100.000 tokens (1.000.000 de entrada y 100.000 de salida), 4,5000 USD." in hecho.dicho


class _Claude(ModeloGuion):
    @property
    def proveedor(self) -> str:
        return "claude"


@pytest.mark.parametrize(
    ("fallo", "dice"),
    [
        (ErrorDeModelo("Claude no vale", Definitivo()), "Claude no vale."),
        (ErrorDeModelo("Llegó HTML", Definitivo(), final=RespuestaInvalida), "Llegó HTML."),
        (
            Paso([texto("A medias ")], fallo=ErrorDeModelo("saturado", Reintentable(0.0))),
            "La respuesta quedó incompleta",
        ),
        (ZeroDivisionError("sk-ant-api03-SENTINELA0000"), "fallo interno"),
    ],
)
def test_un_turno_que_falla_no_deja_nada_colgando_y_la_charla_sigue(
    consola: Consola, entorno_limpio: Path, fallo: Any, dice: str
) -> None:
    with consola.con_guion([[texto("A.")], fallo, [texto("C.")]]) as modelo:
        hecho = consola.correr("chat", entrada="uno\ndos\ntres\n")
    assert dice in hecho.errores
    assert hecho.codigo == 0
    assert [m["content"] for m in modelo.peticiones[2].messages if m["role"] == "user"] == ["uno", "tres"]
    assert "A medias" not in hecho.dicho
    assert "A medias" not in json.dumps(diario.mensajes(sucesos(entorno_limpio)))
    assert "SENTINELA" not in hecho.dicho + hecho.errores + diario.sesiones(entorno_limpio)[-1].read_text()


def test_por_una_tuberia_el_codigo_es_el_del_ultimo_turno(consola: Consola, entorno_limpio: Path) -> None:
    with consola.con_guion([ErrorDeModelo("no", Definitivo())]):
        assert consola.correr("chat", entrada="uno\n").codigo == 69


@pytest.mark.parametrize(
    ("entrada", "dice"),
    [(b"\xff\xfe\nhola\n", "no está en UTF-8"), (b"a" * 20_001 + b"\nhola\n", "más de 20.000 caracteres")],
)
def test_un_renglon_que_no_vale_se_dice_y_se_sigue(
    consola: Consola, entorno_limpio: Path, entrada: bytes, dice: str
) -> None:
    with consola.con_guion([[texto("Sigo.")]]):
        hecho = consola.correr("chat", entrada=entrada)
    assert dice in hecho.errores
    assert "Sigo." in hecho.dicho


def test_una_respuesta_con_blancos_al_final_no_rompe_el_turno_siguiente(consola: Consola, entorno_limpio: Path) -> None:
    """Fallo público D4."""
    with consola.con_guion([[texto("Respuesta: \n")], [texto("B.")]]) as modelo:
        consola.correr("chat", entrada="uno\ndos\n")
    assert modelo.peticiones[1].messages[-1]["role"] == "user"
    assert defectos([*modelo.peticiones[1].messages, {"role": "assistant", "content": "x"}]) == []
