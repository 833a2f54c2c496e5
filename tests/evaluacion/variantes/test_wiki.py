"""La wiki con las frases en otro orden, y su índice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from docubot.evaluacion.variantes.mundo import original
from docubot.evaluacion.variantes.wiki import EmbebedorConMemoria, indexar, por_parrafos, reordenar
from docubot.lenguaje.embeddings import EmbebedorDePega, SinEmbebedor

PAGINA = """---
titulo: Hola. Adiós.
---
# Título. Otro.

Uno va. Dos va.

- Punto. Punto.
| a. B | c |
```
x. Y.
```
1. Paso. Otro.
"""


def test_solo_cambia_la_prosa() -> None:
    assert por_parrafos(PAGINA, str.upper) == PAGINA.replace("Uno va. Dos va.", "UNO VA. DOS VA.")


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1000))
def test_reordenar_conserva_las_palabras_de_cada_pagina(semilla: int) -> None:
    viejo = original([])
    nuevo = reordenar(viejo, Random(semilla))
    assert nuevo.paginas.keys() == viejo.paginas.keys()
    assert nuevo.paginas != viejo.paginas
    for ruta, texto in viejo.paginas.items():
        assert Counter(texto.split()) == Counter(nuevo.paginas[ruta].split())


def test_se_busca_en_las_paginas_que_se_indexan(tmp_path: Path) -> None:
    paginas = {
        "a/uno.md": "# Quesos\n\nEl queso azul caduca a los 77 días.\n",
        "b.md": "# Vinos\n\nEl vino no caduca.\n",
    }
    recuperador = indexar(paginas, tmp_path, SinEmbebedor("prueba"))
    pasajes = recuperador.buscar("¿cuándo caduca el queso azul?", con_umbral=False)
    assert pasajes[0].pagina == "a/uno.md"
    assert "77 días" in pasajes[0].texto


def test_un_pasaje_se_calcula_una_sola_vez(tmp_path: Path) -> None:
    class Contador(EmbebedorDePega):
        calculados = 0

        def pasajes(self, textos):  # type: ignore[no-untyped-def]
            self.calculados += len(textos)
            return super().pasajes(textos)

    interior = Contador()
    primera = EmbebedorConMemoria(interior, tmp_path).pasajes(["hola", "adiós", "hola"])
    segunda = EmbebedorConMemoria(interior, tmp_path).pasajes(["hola", "adiós", "hola"])
    assert interior.calculados == 2
    assert (primera == segunda).all()
    assert (primera == interior.pasajes(["hola", "adiós", "hola"])).all()
