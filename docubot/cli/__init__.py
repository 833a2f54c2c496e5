"""Las órdenes. Un fichero por grupo: lee la orden, hace una llamada, presenta, devuelve un código."""
