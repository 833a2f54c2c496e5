"""Un simulador de la Messages API por HTTP: valida como la real y contesta el modelo local o un guion."""
