"""La demostración narrada de un ejercicio, según avanza."""

from __future__ import annotations

from docubot.ejercicios.catalogo import LECCIONES, Ejercicio
from docubot.ejercicios.demostracion import actos
from docubot.ejercicios.narracion import narrar
from docubot.ejercicios.rotulos import rotulo
from docubot.presentacion import ejercicios as pantalla
from docubot.presentacion.consola import decir_discreto, imprimir
from docubot.tipos import Idioma


def mostrar_demostracion(ejercicio: Ejercicio, idioma: Idioma, proveedor: str) -> None:
    """La solución, contada; después, un par de intentos plausibles y lo que se dice de cada uno."""
    leccion = LECCIONES[ejercicio.leccion][idioma]
    pantalla.en_estilo(ejercicio.titulo[idioma], "bold")
    pantalla.en_estilo(
        f"{leccion} · {ejercicio.apartado[idioma]} · {rotulo('modelo_usado', idioma, modelo=proveedor)}", "dim"
    )
    imprimir("")
    decir_discreto(rotulo("comprobando", idioma))
    for acto in actos(ejercicio, proveedor=proveedor):
        if acto.intento is None:
            imprimir(rotulo("demo_bien", idioma) + "\n")
            pantalla.mostrar_lineas(narrar(acto.veredicto.traza, idioma), idioma)
        else:
            pantalla.en_estilo(
                rotulo("demo_mal", idioma, intento=acto.intento.split("--")[0].replace("-", " ")), "bold"
            )
            pantalla.mostrar_codigo(acto.escrito)
        imprimir("")
        pantalla.mostrar_veredicto(ejercicio, acto.veredicto, idioma)
        imprimir("")
    imprimir(rotulo("demo_tuyo", idioma, id=ejercicio.id))
