from docubot.registro import Registro

registro = Registro()


@registro.herramienta
def consultar_horas(contexto):
    """Consulta horas."""
    proyectos = contexto.nubelia().listar_proyectos()
    return {
        "registradas": sum(p.horas.registradas for p in proyectos),
        "sin_aprobar": sum(p.horas.sin_aprobar for p in proyectos),
        "sin_facturar": sum(p.horas.sin_facturar for p in proyectos),
    }
