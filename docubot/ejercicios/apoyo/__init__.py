"""Lo que las comprobaciones tienen de verdad alrededor: modelos, el agente, APIs por HTTP y el simulador."""
