"""Una colección en varias partes de Chroma: lo mismo que en una, sin restos ni repetidos."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docubot.lenguaje.embeddings import EmbebedorDePega
from docubot.rag import carpeta as carpetas
from docubot.rag import colecciones, indexador, indice
from docubot.rag.foto import Foto
from docubot.rag.indice import Registro, abrir_registro
from docubot.rag.partes import clave, en_texto, fronteras_de, parte_de
from tests.rag.apoyo import abrir_foto, buscar, escribir, poner_al_dia, textos

RUTAS = st.lists(st.text("ab-./ñ", min_size=1, max_size=6), unique=True, max_size=8)


@pytest.fixture(autouse=True)
def partes_pequenas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indice, "PARTE", 10)
    monkeypatch.setattr(indexador, "LOTE", 8)


@pytest.fixture
def origen(tmp_path: Path) -> Path:
    return escribir(tmp_path / "docs", {f"{c}/p{n}.md": pagina(f"{c}{n}") for c in ("b", "b-c", "d") for n in range(4)})


def pagina(nombre: str, version: int = 0) -> str:
    return "\n\n".join(f"## S{m}\n\npalabra {nombre} {m} versión {version}" for m in range(4))


def registro_de(datos: Path, url: str | None = None) -> Registro:
    return abrir_registro(datos / "indices/prueba", "prueba", url)


def cuadra(datos: Path, url: str | None = None) -> int:
    """El registro tiene los fragmentos de la foto, cada uno una vez; dice en cuántas partes."""
    foto = abrir_foto(datos)
    with registro_de(datos, url) as registro:
        assert registro.datos["generacion"] == foto.manifiesto.generacion
        sitios = registro.sitios()
        assert sorted(i for *_, i in sitios) == sorted(foto.trozo(n)[0] for n in range(foto.manifiesto.trozos))
        assert registro.cuenta() == len(sitios)
        return 1 + len(fronteras_de(str(registro.datos.get("fronteras", "")))[1:])


def nombres_en_chroma(datos: Path) -> set[str]:
    with registro_de(datos) as registro:
        return {c.name for c in registro._cliente.list_collections()}


@given(RUTAS, st.text("ab-./ñ", min_size=1, max_size=6))
def test_cada_pagina_cae_entre_su_frontera_y_la_siguiente(rutas: list[str], ruta: str) -> None:
    fronteras = [(), *sorted(map(clave, rutas))]
    numero = parte_de(fronteras, ruta)
    assert fronteras[numero] <= clave(ruta)
    assert numero + 1 == len(fronteras) or clave(ruta) < fronteras[numero + 1]
    assert fronteras_de(en_texto(fronteras)) == fronteras


def test_la_carpeta_se_recorre_en_el_orden_de_las_partes(origen: Path) -> None:
    rutas = [f.ruta for f in carpetas.recorrer(origen)]
    assert rutas == sorted(rutas, key=clave) != sorted(rutas)


def test_en_varias_partes_se_encuentra_lo_mismo_que_en_una(
    origen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    poner_al_dia(origen, tmp_path / "varias")
    assert cuadra(tmp_path / "varias") == 3
    monkeypatch.setattr(indice, "PARTE", 1000)
    poner_al_dia(origen, tmp_path / "una")
    assert cuadra(tmp_path / "una") == 1
    assert textos(tmp_path / "varias") == textos(tmp_path / "una")
    vector = EmbebedorDePega().consulta("palabra d3 2")
    with registro_de(tmp_path / "varias") as varias, registro_de(tmp_path / "una") as una:
        assert varias.datos["generacion"] == una.datos["generacion"]
        assert varias.parecidos(vector, 1) == una.parecidos(vector, 1)


def test_editar_anadir_en_medio_y_al_final_y_borrar_no_dejan_restos(origen: Path, tmp_path: Path) -> None:
    poner_al_dia(origen, tmp_path)
    (origen / "b/p0.md").unlink()
    escribir(
        origen, {"b/p1.md": pagina("b1", 1), "b/p2b.md": pagina("b2b"), "z.md": pagina("z"), "zz.md": pagina("zz")}
    )
    resumen = poner_al_dia(origen, tmp_path)
    assert (resumen.nuevos, resumen.quitados) == (16, 8)
    assert cuadra(tmp_path) == 4
    assert buscar(tmp_path, "palabra b1 2 versión 1", 1) == ["b/p1.md#s2"]
    assert poner_al_dia(origen, tmp_path, rehacer=True).nuevos == resumen.trozos
    assert cuadra(tmp_path) == 4


def test_cambiarlo_todo_de_sitio_no_repite_fragmentos(origen: Path, tmp_path: Path) -> None:
    poner_al_dia(origen, tmp_path)
    (origen / "b").rename(origen / "y")
    (origen / "d").rename(origen / "a")
    poner_al_dia(origen, tmp_path)
    cuadra(tmp_path)
    assert set(textos(tmp_path)) == {f"{c}/p{n}.md" for c in ("a", "b-c", "y") for n in range(4)}


def test_cortado_al_empezar_una_parte_sigue_y_al_borrar_no_queda_ninguna(
    origen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as roto:
        roto.setattr(indice, "en_texto", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            poner_al_dia(origen, tmp_path)
    assert nombres_en_chroma(tmp_path) == {"prueba", "prueba.1"}
    shutil.copytree(tmp_path / "indices", tmp_path / "copia/indices")
    poner_al_dia(origen, tmp_path)
    assert cuadra(tmp_path) == 3
    for datos in (tmp_path, tmp_path / "copia"):
        with registro_de(datos) as registro:
            registro.borrar()
        assert nombres_en_chroma(datos) == set()


def test_en_un_servidor_tambien(origen: Path, tmp_path: Path, servidor: str) -> None:
    poner_al_dia(origen, tmp_path / "uno", url=servidor)
    assert cuadra(tmp_path / "uno", servidor) == 3
    (origen / "b/p0.md").unlink()
    escribir(origen, {"z.md": pagina("z")})
    poner_al_dia(origen, tmp_path / "uno", url=servidor)
    cuadra(tmp_path / "uno", servidor)
    otra = Foto(colecciones.foto_actual(tmp_path / "otra", "prueba", servidor))
    assert otra.manifiesto.generacion == abrir_foto(tmp_path / "uno").manifiesto.generacion
    assert {f.ruta for f in otra.paginas} == set(textos(tmp_path / "uno"))


@pytest.fixture
def ordenes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Lo que se le pide a Chroma, en orden."""
    pedidas: list[str] = []
    pedir = Registro._pedir

    def contar(registro: Registro, numero: int, orden: str, **datos: object) -> object:
        pedidas.append(orden)
        return pedir(registro, numero, orden, **datos)

    monkeypatch.setattr(Registro, "_pedir", contar)
    monkeypatch.setattr(indexador, "LOTE", 1024)
    return pedidas


def test_lo_nuevo_se_guarda_junto_y_sin_borrar_antes(origen: Path, tmp_path: Path, ordenes: list[str]) -> None:
    """Cada escritura de más hace que Chroma relea su diario."""
    assert poner_al_dia(origen, tmp_path).nuevos == 48
    assert (ordenes.count("add"), ordenes.count("delete")) == (1, 0)


def test_si_vectorizar_es_lento_se_guarda_por_el_camino(
    origen: Path, tmp_path: Path, ordenes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexador, "_ENTRE_ESCRITURAS", 0.0)
    assert poner_al_dia(origen, tmp_path).nuevos == 48
    assert ordenes.count("add") == 3
