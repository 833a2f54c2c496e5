"""Los textos de sistema de DocuBot, versionados; los carga `docubot.prompts`."""
