"""DocuBot: responde con la documentación y la API viva de un producto, y enseña cada decisión."""

from typing import Final

__version__: Final = "0.1.0"
