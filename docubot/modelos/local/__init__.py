"""El modelo local: un decisor determinista, sin LLM, que ve lo mismo que un modelo y nada más."""
