"""Los modelos: un proveedor por módulo, detrás del protocolo `docubot.tipos.Modelo`."""
