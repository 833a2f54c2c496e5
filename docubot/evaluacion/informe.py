"""El resultado de una evaluación: aciertos por tipo e idioma y cada fallo, como tabla, como JSON y como página."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, TypeVar

VERSION: Final = 1
Clave = TypeVar("Clave", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Marca:
    """El resultado de un caso. `motivos` vacíos: pasa; si no, `etapa` dice dónde se rompió, si se sabe."""

    id: str
    idioma: str
    tipo: str
    pregunta: str
    esperado: str
    obtenido: str
    motivos: tuple[str, ...] = ()
    etapa: str = ""

    @property
    def pasa(self) -> bool:
        """Si cumplió todo."""
        return not self.motivos


@dataclass(frozen=True, slots=True)
class Cuenta:
    """Aciertos de un grupo de casos."""

    pasan: int
    casos: int

    @property
    def porcentaje(self) -> float:
        """De 0 a 100; sin casos, 0."""
        return 100.0 * self.pasan / self.casos if self.casos else 0.0


@dataclass(frozen=True, slots=True)
class Informe:
    """Una evaluación terminada. `omitidos`: los casos que no se pueden puntuar; `datos`: en qué condiciones se hizo."""

    nombre: str
    marcas: tuple[Marca, ...]
    omitidos: tuple[str, ...] = ()
    datos: Mapping[str, Any] = field(default_factory=dict)

    def total(self) -> Cuenta:
        """La cuenta de todos los casos."""
        return cuenta(self.marcas)

    def por(self, clave: Callable[[Marca], Clave]) -> dict[Clave, Cuenta]:
        """La cuenta de cada grupo, en el orden en que aparecen."""
        grupos: dict[Clave, list[Marca]] = {}
        for marca in self.marcas:
            grupos.setdefault(clave(marca), []).append(marca)
        return {nombre: cuenta(grupo) for nombre, grupo in grupos.items()}

    def fallos(self) -> list[Marca]:
        """Los casos que no pasan."""
        return [m for m in self.marcas if not m.pasa]


def cuenta(marcas: Sequence[Marca]) -> Cuenta:
    """Los aciertos de unas marcas."""
    return Cuenta(sum(m.pasa for m in marcas), len(marcas))


def filas(informe: Informe) -> list[tuple[str, str, Cuenta]]:
    """Las filas de la tabla: (tipo, idioma, cuenta), con los totales de cada idioma al final."""
    por_grupo = sorted(informe.por(lambda m: (m.tipo, m.idioma)).items())
    por_idioma = sorted(informe.por(lambda m: m.idioma).items())
    return [
        *((tipo, idioma, valor) for (tipo, idioma), valor in por_grupo),
        *(("todos", idioma, valor) for idioma, valor in por_idioma),
        ("todos", "todos", informe.total()),
    ]


def tabla(informe: Informe, *, con_fallos: bool = True) -> str:
    """La tabla en texto llano y, debajo, cada fallo con lo que se preguntó, se esperaba y se obtuvo."""
    lineas = [titulo(informe), "", f"{'tipo':<14}{'idioma':<8}{'pasan':>7}{'de':>6}{'%':>8}"]
    lineas += [f"{t:<14}{i:<8}{c.pasan:>7}{c.casos:>6}{c.porcentaje:>8.1f}" for t, i, c in filas(informe)]
    if informe.omitidos:
        lineas += ["", f"Sin puntuar: {len(informe.omitidos)}, porque piden herramientas que no están registradas."]
    if etapas := por_etapa(informe):
        lineas += ["", "Se rompen en: " + ", ".join(f"{etapa} {n}" for etapa, n in etapas.items()) + "."]
    if con_fallos and informe.fallos():
        lineas += ["", f"Fallos: {len(informe.fallos())}", *(fallo_en_texto(m) for m in informe.fallos())]
    return "\n".join(lineas)


def por_etapa(informe: Informe) -> dict[str, int]:
    """Cuántos fallos hay de cada etapa, de más a menos."""
    return dict(Counter(m.etapa for m in informe.fallos() if m.etapa).most_common())


def titulo(informe: Informe) -> str:
    """Una línea: qué se midió y en qué condiciones."""
    condiciones = ", ".join(f"{clave} {valor}" for clave, valor in informe.datos.items() if valor is not None)
    return f"{informe.nombre}: {condiciones}" if condiciones else informe.nombre


def fallo_en_texto(marca: Marca) -> str:
    """Un fallo, en cuatro renglones."""
    donde = f" ({marca.etapa})" if marca.etapa else ""
    return (
        f"\n{marca.id} ({marca.tipo}, {marca.idioma}) {marca.pregunta}\n"
        f"  esperado: {marca.esperado}\n  obtenido: {marca.obtenido}\n  motivo:   {'; '.join(marca.motivos)}{donde}"
    )


def como_json(informe: Informe) -> dict[str, Any]:
    """El informe como documento: totales, grupos y fallos."""
    return {
        "version": VERSION,
        "evaluacion": informe.nombre,
        "datos": {c: v for c, v in informe.datos.items() if v is not None},
        **_cuenta_json(informe.total()),
        "por_tipo": {t: _cuenta_json(c) for t, c in sorted(informe.por(lambda m: m.tipo).items())},
        "por_idioma": {i: _cuenta_json(c) for i, c in sorted(informe.por(lambda m: m.idioma).items())},
        "grupos": [{"tipo": t, "idioma": i, **_cuenta_json(c)} for t, i, c in filas(informe)],
        "por_etapa": por_etapa(informe),
        "omitidos": list(informe.omitidos),
        "fallos": [asdict(m) for m in informe.fallos()],
    }


def _cuenta_json(una: Cuenta) -> dict[str, Any]:
    return {"pasan": una.pasan, "casos": una.casos, "porcentaje": round(una.porcentaje, 2)}


_PAGINA: Final = """<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{titulo}</title><style>
body{{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}}
table{{border-collapse:collapse}}th,td{{padding:.2rem .8rem;border-bottom:1px solid #ccc;text-align:left}}
td.n{{text-align:right;font-variant-numeric:tabular-nums}}section{{border-top:1px solid #ccc;margin-top:1rem}}
dt{{font-weight:600}}dd{{margin:0 0 .4rem;white-space:pre-wrap}}
@media (prefers-color-scheme:dark){{body{{color:#eee;background:#161616}}th,td,section{{border-color:#555}}}}
</style></head><body>{cuerpo}</body></html>
"""


def como_html(informes: Iterable[Informe]) -> str:
    """Una página que se abre sin red, con la tabla y los fallos de cada informe; todo texto va escapado."""
    varios = list(informes)
    cuerpo = "\n".join(_seccion(i) for i in varios)
    return _PAGINA.format(titulo=html.escape(", ".join(i.nombre for i in varios)), cuerpo=cuerpo)


def _seccion(informe: Informe) -> str:
    renglones = "".join(
        f'<tr><td>{html.escape(t)}<td>{html.escape(i)}<td class="n">{c.pasan}<td class="n">{c.casos}'
        f'<td class="n">{c.porcentaje:.1f}</tr>'
        for t, i, c in filas(informe)
    )
    fallos = "".join(_fallo_html(m) for m in informe.fallos())
    return (
        f"<h1>{html.escape(titulo(informe))}</h1><table><thead><tr><th>tipo<th>idioma<th>pasan<th>de<th>%</tr></thead>"
        f"<tbody>{renglones}</tbody></table><p>Sin puntuar: {len(informe.omitidos)}.</p><h2>Fallos</h2>{fallos}"
    )


def _fallo_html(marca: Marca) -> str:
    pares = (("Esperado", marca.esperado), ("Obtenido", marca.obtenido), ("Motivo", "; ".join(marca.motivos)))
    datos = "".join(f"<dt>{t}<dd>{html.escape(v)}" for t, v in pares)
    return f"<section><h3>{html.escape(f'{marca.id} · {marca.pregunta}')}</h3><dl>{datos}</dl></section>"
