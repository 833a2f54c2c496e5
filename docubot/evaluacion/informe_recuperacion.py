"""La ablación de la recuperación como página HTML, o como imagen SVG, sin dependencias: se mira, no se lee."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

from docubot.errores import NoSePuedeCrear
from docubot.evaluacion.recuperacion import Ablacion, Medida

_ANCHO, _ALTO = 760, 380
_IZQUIERDA, _ABAJO, _ARRIBA, _DERECHA = 60, 50, 30, 20
_COLORES: Final = ("#1f5fa8", "#c2561a")
_GRIS: Final = "#666"


def escribir_informe(fichero: Path, nombre: str, medida: Medida, ablacion: Ablacion) -> None:
    """Escribe el informe; `.svg` da solo la gráfica. Errores: NoSePuedeCrear."""
    grafica = _grafica(ablacion)
    try:
        fichero.write_text(
            grafica if fichero.suffix == ".svg" else _pagina(nombre, medida, ablacion, grafica), encoding="utf-8"
        )
    except OSError as error:
        raise NoSePuedeCrear(f"No se puede escribir «{fichero}»: {error.strerror}.") from error


def _pagina(nombre: str, medida: Medida, ablacion: Ablacion, grafica: str) -> str:
    filas = "".join(
        f"<tr><td>{escape(pieza)}</td>" + "".join(f"<td>{valor:.4f}</td>" for valor in valores) + "</tr>"
        for pieza, valores in ablacion.nombradas.items()
    )
    return f"""<!doctype html>
<html lang="es"><head><meta charset="utf-8"><title>Recuperación: {escape(nombre)}</title>
<style>body{{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#222}}
table{{border-collapse:collapse}}td,th{{padding:.3rem .8rem;border-bottom:1px solid #ccc;text-align:right}}
td:first-child,th:first-child{{text-align:left}}svg{{width:100%;height:auto}}</style></head><body>
<h1>Recuperación: {escape(nombre)}</h1>
<p>{medida.preguntas} preguntas. R@1 <b>{medida.r1:.4f}</b>, R@5 <b>{medida.r5:.4f}</b>, MRR@10 {medida.mrr10:.4f},
{1000 * medida.s_por_pregunta:.1f} ms de CPU por pregunta, embebedor incluido.</p>
{grafica}
<table><thead><tr><th>Pieza</th><th>R@1 ajuste</th><th>R@5 ajuste</th>
<th>R@1 confirmación</th><th>R@5 confirmación</th></tr>
</thead><tbody>{filas}</tbody></table>
<p>La mitad de ajuste son las preguntas pares; la de confirmación, las impares, que no se miran al elegir.</p>
</body></html>
"""


def _grafica(ablacion: Ablacion) -> str:
    valores = [v for _, a, b in ablacion.pesos for v in (a, b)]
    valores += [v for fila in ablacion.nombradas.values() for v in (fila[0], fila[2])]
    minimo = max(0.0, min(valores) - 0.01)
    maximo = min(1.0, max(valores) + 0.01)
    alto = max(maximo - minimo, 1e-6)

    def x(peso: float) -> float:
        return _IZQUIERDA + peso * (_ANCHO - _IZQUIERDA - _DERECHA)

    def y(valor: float) -> float:
        return _ARRIBA + (maximo - valor) / alto * (_ALTO - _ARRIBA - _ABAJO)

    partes = [f'<rect width="{_ANCHO}" height="{_ALTO}" fill="white"/>']
    for paso in range(6):
        valor = minimo + alto * paso / 5
        partes.append(_raya(y(valor), 'stroke="#ddd"'))
        partes.append(_texto(_IZQUIERDA - 8, y(valor) + 4, f"{valor:.3f}", "end"))
        partes.append(_texto(x(paso / 5), _ALTO - _ABAJO + 20, f"{paso / 5:.1f}", "middle"))
    for numero, (color, titulo) in enumerate(zip(_COLORES, ("ajuste", "confirmación"), strict=True)):
        curva = [(x(fila[0]), y(fila[1 + numero])) for fila in ablacion.pesos]
        partes.append(_curva(curva, color))
        final = ablacion.nombradas["suma adaptada y frases"][2 * numero]
        partes.append(_raya(y(final), f'stroke="{color}" stroke-dasharray="6 4"'))
        partes.append(
            _texto(_IZQUIERDA + 10 + 330 * numero, 18, f"— {titulo}; a trazos, lo que se usa", "start", color)
        )
    partes.append(
        _texto((_ANCHO + _IZQUIERDA) / 2, _ALTO - 8, "peso de lo léxico (0: solo denso; 1: solo léxico)", "middle")
    )
    cuerpo = "\n".join(partes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_ANCHO} {_ALTO}" role="img" '
        f'aria-label="R@1 según el peso léxico" font-family="sans-serif">\n{cuerpo}\n</svg>'
    )


def _raya(y: float, trazo: str) -> str:
    return f'<line x1="{_IZQUIERDA}" x2="{_ANCHO - _DERECHA}" y1="{y:.1f}" y2="{y:.1f}" {trazo}/>'


def _curva(puntos: Sequence[tuple[float, float]], color: str) -> str:
    trazo = " ".join(f"{x:.1f},{y:.1f}" for x, y in puntos)
    return f'<polyline points="{trazo}" fill="none" stroke="{color}" stroke-width="2"/>'


def _texto(x: float, y: float, texto: str, ancla: str, color: str = _GRIS) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{ancla}" font-size="13" fill="{color}">{escape(texto)}</text>'
