"""Los servidores: el simulador de la Messages API y el servidor MCP."""
