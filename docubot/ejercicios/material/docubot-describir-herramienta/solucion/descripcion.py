from docubot.registro import Registro

registro = Registro()


@registro.herramienta
def consultar_horas(contexto):
    """Consulta en la API cuántas horas lleva la persona ahora mismo: registradas, sin aprobar y sin facturar.

    Úsala cuando pregunten por SUS horas: «¿cuántas horas llevo?», «how many hours did I log?», «¿cuánto tiempo he
    registrado?», «¿cuántas horas tengo sin facturar?».
    No la uses para las normas sobre horas (unidad mínima, temporizador, plazos, cómo se registran, editan o aprueban):
    eso está en la documentación. Tampoco para saludos.
    """
    proyectos = contexto.nubelia().listar_proyectos()
    return {
        "registradas": sum(p.horas.registradas for p in proyectos),
        "sin_aprobar": sum(p.horas.sin_aprobar for p in proyectos),
        "sin_facturar": sum(p.horas.sin_facturar for p in proyectos),
    }
