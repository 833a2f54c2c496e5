def mensaje_para_el_modelo(error):
    return f"La consulta falló: {error}. Prueba otra vez."
