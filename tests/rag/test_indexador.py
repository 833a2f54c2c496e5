from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from docubot.errores import (
    ConfiguracionInvalida,
    DatosInvalidos,
    EntradaInexistente,
    NoSePuedeCrear,
    ServicioNoDisponible,
)
from docubot.lenguaje.embeddings import EmbebedorDePega, SinEmbebedor
from docubot.rag import carpeta as carpetas
from docubot.rag import colecciones, indexador
from docubot.rag.indice import abrir_registro, fichas_de, pagina_de
from docubot.rag.recuperador import Filtro, Recuperador, abrir
from docubot.rag.trocear import trocear
from tests.rag.apoyo import Ajustes, abrir_foto, buscar, contenido, escribir, poner_al_dia, textos

PAGINAS = {
    "a.md": "---\ntitulo: Alfa\netiquetas: [uno]\n---\n# Alfa\nLa palabra de alfa es manzana.\n\n## Más\nY pera.\n",
    "b/c.md": "# Beta\nLa palabra de beta es naranja.\n",
    "d.txt": "Texto llano con kiwi.\n\nSegundo párrafo con uva.\n",
    "e.html": "<html><head><title>Épsilon</title></head><body><nav>menú</nav><h1>Épsilon</h1>"
    "<p>Con <b>limón</b>.</p></body></html>",
}


@pytest.fixture
def origen(tmp_path: Path) -> Path:
    return escribir(tmp_path / "docs", PAGINAS)


@pytest.fixture
def datos(tmp_path: Path) -> Path:
    return tmp_path / "estado"


def test_indexa_markdown_texto_y_html(origen: Path, datos: Path) -> None:
    resumen = poner_al_dia(origen, datos)
    assert (resumen.paginas, resumen.trozos, resumen.nuevos, resumen.cambio) == (4, 5, 5, True)
    assert textos(datos)["e.html"] == ["Con **limón**."]
    assert buscar(datos, "naranja", 1) == ["b/c.md#beta"]


def test_reindexar_sin_cambios_no_escribe_nada_ni_importa_chromadb(origen: Path, datos: Path) -> None:
    poner_al_dia(origen, datos)
    antes = contenido(datos)
    codigo = (
        "import sys; from pathlib import Path; from tests.rag.apoyo import poner_al_dia;"
        f"r = poner_al_dia(Path({str(origen)!r}), Path({str(datos)!r}));"
        "print(r.cambio, 'chromadb' in sys.modules)"
    )
    hecho = subprocess.run([sys.executable, "-c", codigo], capture_output=True, text=True, check=True)
    assert hecho.stdout.split() == ["False", "False"]
    assert contenido(datos) == antes


def test_editar_acortar_renombrar_y_borrar_dejan_solo_lo_nuevo(origen: Path, datos: Path) -> None:  # D19
    poner_al_dia(origen, datos)
    (origen / "a.md").write_text("# Alfa\nAhora es melocotón.\n", encoding="utf-8")
    (origen / "b/c.md").rename(origen / "b/nueva.md")
    (origen / "d.txt").unlink()
    resumen = poner_al_dia(origen, datos)
    assert textos(datos) == {
        "a.md": ["Ahora es melocotón."], "b/nueva.md": ["La palabra de beta es naranja."], "e.html": ["Con **limón**."],
    }  # fmt: skip
    assert resumen.quitados == 4
    with abrir_registro(datos / "indices/prueba", "prueba") as registro:
        assert len(registro.datos) >= 3
        assert {ident for _, _, ident in registro.sitios()} == {abrir_foto(datos).trozo(n)[0] for n in range(3)}


def test_quitar_la_portada_quita_sus_metadatos(origen: Path, datos: Path) -> None:  # D19: upsert mezcla
    poner_al_dia(origen, datos)
    texto = PAGINAS["a.md"].split("---\n")[2]
    (origen / "a.md").write_text(texto, encoding="utf-8")
    poner_al_dia(origen, datos)
    foto = abrir_foto(datos)
    assert foto.paginas[0].etiquetas == ()
    with abrir_registro(datos / "indices/prueba", "prueba") as registro:
        assert registro.datos["generacion"] == foto.manifiesto.generacion
        fichas, _ = registro.leer("a.md", [foto.trozo(0)[0]], 64)
    assert "etiquetas" not in fichas[0].datos


def test_solo_se_vectoriza_lo_que_cambia(origen: Path, datos: Path) -> None:
    class Contador(EmbebedorDePega):
        vistos: list[str] = []  # noqa: RUF012

        def pasajes(self, textos: object) -> object:  # type: ignore[override]
            self.vistos += list(textos)  # type: ignore[call-overload]
            return super().pasajes(textos)  # type: ignore[arg-type]

    contador = Contador()
    poner_al_dia(origen, datos, embebedor=contador)  # type: ignore[arg-type]
    contador.vistos.clear()
    (origen / "a.md").write_text(PAGINAS["a.md"].replace("pera", "sandía"), encoding="utf-8")
    assert poner_al_dia(origen, datos, embebedor=contador).nuevos == 1  # type: ignore[arg-type]
    assert [t for t in contador.vistos if "sandía" not in t] == []


def test_un_lote_mayor_que_el_de_chroma_se_parte(
    origen: Path, datos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # D18
    escribir(origen, {"grande.md": "\n\n".join(f"## S{n}\ntexto {n}" for n in range(40))})
    with abrir_registro(datos / "indices/prueba", "prueba") as registro:
        monkeypatch.setattr(type(registro._cliente), "get_max_batch_size", lambda _: 3)
    assert poner_al_dia(origen, datos).trozos == 45
    assert sum(map(len, textos(datos).values())) == 45


def test_otro_embebedor_o_dimension_dice_que_reindexes(origen: Path, datos: Path) -> None:  # D17
    poner_al_dia(origen, datos)
    otro = EmbebedorDePega(32, "otro")
    with pytest.raises(DatosInvalidos, match=r"de-pega \(64 dimensiones\).*otro \(32\).*[Rr]eindexa"):
        abrir(Ajustes(datos), "prueba", embebedor=otro)
    (origen / "a.md").write_text("# x\ncambia\n", encoding="utf-8")
    with pytest.raises(DatosInvalidos, match="--rehacer"):
        poner_al_dia(origen, datos, embebedor=otro)
    assert buscar(datos, "manzana", 1) == ["a.md#alfa"]
    poner_al_dia(origen, datos, embebedor=otro, rehacer=True)
    assert abrir_foto(datos).manifiesto.embebedor == "otro"


def test_sin_embebedor_se_indexa_solo_por_palabras_y_se_dice_una_vez(origen: Path, datos: Path) -> None:
    avisos: list[str] = []
    sin = SinEmbebedor("no hay AVX2")
    indexador.indexar(origen, "prueba", datos=datos, embebedor=sin, avisar=avisos.append)
    recuperador = abrir(Ajustes(datos), "prueba", avisar=avisos.append)
    assert [p.fuente for p in recuperador.buscar("la palabra naranja", 1)] == ["b/c.md#beta"]
    assert len(avisos) == 2
    assert "no hay AVX2" in avisos[0]


def test_la_foto_y_el_registro_dan_los_mismos_aciertos(origen: Path, datos: Path) -> None:
    poner_al_dia(origen, datos)
    foto = abrir_foto(datos)
    registro = abrir_registro(datos / "indices/prueba", "prueba")
    assert registro.datos["generacion"] == foto.manifiesto.generacion
    assert foto.vectores is not None
    for consulta in ("manzana", "uva", "la palabra de beta"):
        vector = EmbebedorDePega().consulta(consulta)
        cosenos = foto.vectores @ vector
        de_chroma = registro.parecidos(vector, 3)
        por_id = {foto.trozo(n)[0]: float(cosenos[n]) for n in range(foto.manifiesto.trozos)}
        assert np.allclose([por_id[i] for i in de_chroma], sorted(por_id.values(), reverse=True)[:3], atol=1e-5)
    registro.cerrar()


def test_el_registro_guarda_paginas_enteras(origen: Path) -> None:
    pagina = trocear(PAGINAS["a.md"], "a.md")
    vuelta, sha = pagina_de(list(reversed(fichas_de(pagina, "huella"))))
    assert sha == "huella"
    assert (vuelta.texto, vuelta.trozos, vuelta.etiquetas) == (pagina.texto, pagina.trozos, pagina.etiquetas)


def test_contra_un_servidor_chroma_de_verdad(origen: Path, tmp_path: Path, servidor: str) -> None:
    poner_al_dia(origen, tmp_path / "uno", url=servidor)
    assert not (tmp_path / "uno/indices/prueba/registro").exists()
    otra = Recuperador(abrir_foto_remota(tmp_path / "otra", servidor), EmbebedorDePega())
    assert [p.fuente for p in otra.buscar("naranja", 1, con_umbral=False)] == ["b/c.md#beta"]
    assert otra.foto.manifiesto.generacion == abrir_foto(tmp_path / "uno").manifiesto.generacion
    (origen / "b/c.md").write_text("# Beta\nAhora es papaya.\n", encoding="utf-8")
    poner_al_dia(origen, tmp_path / "uno", url=servidor)
    foto = abrir_foto_remota(tmp_path / "otra", servidor)
    assert [foto.pasaje(n, 0).texto for n in range(foto.manifiesto.trozos) if "papaya" in foto.pasaje(n, 0).texto]
    textos_iguales = [f.texto_de_pagina(f.paginas[0]) for f in (foto, abrir_foto(tmp_path / "uno"))]
    assert textos_iguales[0] == textos_iguales[1] == PAGINAS["a.md"]


def abrir_foto_remota(datos: Path, url: str) -> object:
    from docubot.rag.foto import Foto

    return Foto(colecciones.foto_actual(datos, "prueba", url))


def test_un_servidor_que_no_responde_es_una_frase(origen: Path, datos: Path) -> None:
    with pytest.raises(ServicioNoDisponible, match="chroma run"):
        poner_al_dia(origen, datos, url="http://127.0.0.1:9")
    with pytest.raises(ConfiguracionInvalida, match="DOCUBOT_CHROMA_URL"):
        poner_al_dia(origen, datos, url="no-es-una-url")


def test_cortar_a_medias_conserva_lo_hecho_y_la_vez_siguiente_sigue(origen: Path, datos: Path) -> None:
    poner_al_dia(origen, datos)
    vieja = abrir_foto(datos).manifiesto.generacion
    escribir(origen, {f"n{n}.md": "\n\n".join(f"## S{m}\ntexto {n} {m}" for m in range(60)) for n in range(6)})

    def cortar(avance: indexador.Avance) -> None:
        if avance.nuevos >= 150:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        indexador.indexar(origen, "prueba", datos=datos, embebedor=EmbebedorDePega(), progreso=cortar)
    assert abrir_foto(datos).manifiesto.generacion == vieja
    resumen = poner_al_dia(origen, datos)
    assert resumen.trozos == 365
    assert resumen.nuevos <= 360 - 150


def test_el_que_espera_al_otro_lo_dice(origen: Path, datos: Path) -> None:
    avisos: list[str] = []
    dentro, soltar = threading.Event(), threading.Event()

    def primero() -> None:
        with colecciones.cerrojo(datos / "indices/prueba", avisos.append):
            dentro.set()
            soltar.wait(20)

    hilo = threading.Thread(target=primero)
    hilo.start()
    dentro.wait(20)

    def avisar(frase: str) -> None:
        avisos.append(frase)
        soltar.set()

    indexador.indexar(origen, "prueba", datos=datos, embebedor=EmbebedorDePega(), avisar=avisar)
    hilo.join()
    assert avisos == ["Otro proceso está indexando «prueba»: espero a que termine."]


def test_doscientos_ficheros_malos_se_saltan_con_su_razon(origen: Path, datos: Path, tmp_path: Path) -> None:
    malos = origen / "malos"
    malos.mkdir()
    fuera = escribir(tmp_path / "docs-otro", {"secreto.md": "# Secreto\nfuera\n"})
    for n in range(25):
        (malos / f"vacio{n}.md").touch()
        (malos / f"latin{n}.md").write_bytes("# Año\ncañón".encode("latin-1"))
        (malos / f"binario{n}.txt").write_bytes(bytes(range(256)))
        (malos / f"nul{n}.md").write_bytes(b"# a\0b\n")
        os.mkfifo(malos / f"tubo{n}.md")
        (malos / f"bucle{n}.md").symlink_to(malos / f"bucle{n}.md")
        (malos / f"roto{n}.md").symlink_to(malos / "no-existe")
        (malos / f"sale{n}.md").symlink_to(fuera / "secreto.md")
    (malos / "arriba").symlink_to(origen)
    (malos / "fuera").symlink_to(fuera)
    (malos / "enorme.md").write_bytes(b"")
    os.truncate(malos / "enorme.md", carpetas.MAXIMO_BYTES + 1)
    (malos / "con\nsalto.md").write_text("# x\ny\n", encoding="utf-8")
    (origen / "dentro.md").symlink_to(origen / "a.md")
    resumen = poner_al_dia(origen, datos)
    razones = {
        s.ruta.split("/")[-1].rstrip("0123456789").split(".")[0].rstrip("0123456789"): s.razon for s in resumen.saltados
    }
    assert len(resumen.saltados) == 204
    assert razones["vacio"] == "está vacío"
    assert "UTF-8" in razones["latin"]
    assert "binario" in razones["binario"]
    assert "nulos" in razones["nul"]
    assert razones["tubo"] == "no es un fichero normal"
    assert "bucle" in razones["bucle"]
    assert razones["sale"] == "es un enlace que sale de la carpeta"
    assert "carpeta" in razones["fuera"]
    assert "grande" in razones["enorme"]
    assert resumen.paginas == 5
    assert "fuera" not in str(textos(datos))


def test_un_fichero_que_se_desvanece_o_no_se_deja_leer_se_salta(
    origen: Path, datos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    de_verdad = os.open

    def falla(ruta: object, *resto: object, **mas: object) -> int:
        if str(ruta).endswith("a.md"):
            raise PermissionError(13, "Permission denied")
        if str(ruta).endswith("c.md"):
            raise FileNotFoundError(2, "No such file")
        return de_verdad(ruta, *resto, **mas)  # type: ignore[arg-type]

    monkeypatch.setattr(carpetas.os, "open", falla)
    resumen = poner_al_dia(origen, datos)
    assert {s.ruta for s in resumen.saltados} == {"a.md", "b/c.md"}
    assert resumen.paginas == 2


@pytest.mark.parametrize("ruta", ["no-existe", "docs/a.md", "bucle"])
def test_una_carpeta_que_no_vale_es_una_frase(origen: Path, datos: Path, tmp_path: Path, ruta: str) -> None:
    (tmp_path / "bucle").symlink_to(tmp_path / "bucle")
    with pytest.raises(EntradaInexistente):
        poner_al_dia(tmp_path / ruta, datos)


def test_una_carpeta_sin_documentacion_lo_dice_y_no_deja_coleccion(tmp_path: Path, datos: Path) -> None:
    (tmp_path / "vacia").mkdir()
    (tmp_path / "vacia/x.md").touch()
    with pytest.raises(EntradaInexistente, match="no hay documentación"):
        poner_al_dia(tmp_path / "vacia", datos)
    assert colecciones.nombres(datos) == ["nubelia"]


def test_si_no_se_puede_escribir_se_dice(origen: Path, tmp_path: Path) -> None:
    (tmp_path / "fichero").touch()
    with pytest.raises(NoSePuedeCrear):
        poner_al_dia(origen, tmp_path / "fichero")


def test_una_foto_abierta_sigue_sirviendo_aunque_se_publiquen_otras(origen: Path, datos: Path) -> None:
    poner_al_dia(origen, datos)
    recuperador = Recuperador(abrir_foto(datos), EmbebedorDePega())
    for vez in range(3):
        (origen / "d.txt").write_text(f"versión {vez}", encoding="utf-8")
        poner_al_dia(origen, datos)
    assert len(list((datos / "indices/prueba/fotos").iterdir())) == 2
    assert recuperador.buscar("kiwi", 1, con_umbral=False)[0].texto.startswith("Texto llano")


def test_el_filtro_limita_por_pagina_seccion_y_etiqueta(origen: Path, datos: Path) -> None:
    poner_al_dia(origen, datos)
    recuperador = Recuperador(abrir_foto(datos), EmbebedorDePega())

    def paginas(filtro: Filtro) -> set[str]:
        return {p.fuente for p in recuperador.buscar("palabra", 9, filtro, con_umbral=False)}

    assert paginas(Filtro(pagina="b")) == {"b/c.md#beta"}
    assert paginas(Filtro(pagina="*.txt")) == {"d.txt"}
    assert paginas(Filtro(seccion="alfa › MAS")) == {"a.md#mas"}
    assert paginas(Filtro(etiqueta="Uno")) == {"a.md#alfa", "a.md#mas"}
    assert paginas(Filtro(pagina="../b")) == set()


def test_los_casi_iguales_salen_una_vez(tmp_path: Path, datos: Path) -> None:
    frase = "Para instalar el producto hay que abrir la página y pulsar el botón azul de la derecha"
    escribir(
        tmp_path / "docs", {"uno.md": f"# A\n{frase}.\n", "dos.md": f"# B\n{frase}!\n", "tres.md": "# C\nOtra cosa.\n"}
    )
    poner_al_dia(tmp_path / "docs", datos)
    hallados = Recuperador(abrir_foto(datos), EmbebedorDePega()).buscar("instalar el producto", 5, con_umbral=False)
    assert len([p for p in hallados if "botón" in p.texto]) == 1


def test_un_indice_roto_es_una_frase(origen: Path, datos: Path) -> None:
    poner_al_dia(origen, datos)
    carpeta = datos / "indices/prueba"
    foto = carpeta / "fotos" / (carpeta / "ACTUAL").read_text().strip()
    for nombre in ("lexico_pesos.npy", "vocabulario.txt", "posiciones.npy", "vectores.npy", "paginas.jsonl"):
        (foto / nombre).write_bytes(b"roto")
        with pytest.raises(DatosInvalidos, match="roto"):
            Recuperador(abrir_foto(datos), EmbebedorDePega()).buscar("naranja", con_umbral=False)
    (foto / "manifiesto.json").write_text("{", encoding="utf-8")
    with pytest.raises(DatosInvalidos):
        abrir(Ajustes(datos), "prueba")
    (carpeta / "ACTUAL").write_text("../../fuera", encoding="utf-8")
    with pytest.raises(DatosInvalidos, match="roto"):
        abrir(Ajustes(datos), "prueba")
    assert poner_al_dia(origen, datos).cambio
    assert buscar(datos, "naranja", 1) == ["b/c.md#beta"]


def test_abrir_una_coleccion_que_no_existe_dice_cuales_hay(datos: Path) -> None:
    with pytest.raises(EntradaInexistente, match="nubelia"):
        abrir(Ajustes(datos), "otra-cosa")


def test_listar_y_borrar_colecciones(origen: Path, datos: Path) -> None:
    poner_al_dia(origen, datos)
    por_nombre = {e.nombre: e for e in colecciones.listar(datos)}
    assert set(por_nombre) == {"nubelia", "prueba"}
    assert por_nombre["nubelia"].incluida
    assert por_nombre["prueba"].manifiesto is not None
    assert por_nombre["prueba"].manifiesto.trozos == 5
    colecciones.borrar(datos, "prueba")
    assert colecciones.nombres(datos) == ["nubelia"]
    with pytest.raises(EntradaInexistente):
        colecciones.borrar(datos, "prueba")
