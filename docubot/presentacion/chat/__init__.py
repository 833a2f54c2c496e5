"""El chat en el terminal: la entrada, la pantalla y las órdenes de barra."""
