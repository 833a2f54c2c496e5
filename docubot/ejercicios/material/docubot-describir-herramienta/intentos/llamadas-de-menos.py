from docubot.registro import Registro

registro = Registro()


@registro.herramienta
def consultar_horas(contexto):
    """Devuelve el saldo de la cuenta.

    Úsala solo cuando pregunten por el saldo: «¿qué saldo tengo?».
    No la uses para otras preguntas sobre horas, ni sobre cómo se aprueban o se registran, ni sobre su unidad mínima.
    """
    proyectos = contexto.nubelia().listar_proyectos()
    return {
        "registradas": sum(p.horas.registradas for p in proyectos),
        "sin_aprobar": sum(p.horas.sin_aprobar for p in proyectos),
        "sin_facturar": sum(p.horas.sin_facturar for p in proyectos),
    }
