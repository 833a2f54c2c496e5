"""El curso: ejercicios que se comprueban por lo que hacen y por la traza que dejan, nunca por el texto del código.

Cada ejercicio tiene su carpeta de datos en `material/ID/` (ficha, enunciados, plantilla, solución, intentos
fallidos) y su comprobación en `comprobaciones/`, con el mismo nombre y guiones bajos.
"""
