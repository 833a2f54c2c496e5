"""La tabla numerada de reglas: qué exige el simulador y con qué error lo dice. De aquí sale la de `docs/simulador.md`.

Se aplican en orden y gana la primera que se incumple; por eso cada comprobación da por cumplidas las anteriores.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from docubot.servidores.simulador import comprobar_forma as forma
from docubot.servidores.simulador import comprobar_turnos as turnos
from docubot.servidores.simulador.comprobar_forma import Comprobacion
from docubot.servidores.simulador.recibida import Recibida


@dataclass(frozen=True, slots=True)
class Regla:
    """Una fila: qué exige, cómo se comprueba y el mensaje con sus huecos.

    `visto` dice si ese texto está en informes públicos de la API real; los demás siguen su estilo.
    """

    numero: int
    que: str
    comprueba: Comprobacion
    mensaje: str
    visto: bool = False
    estado: int = 400
    tipo: str = "invalid_request_error"
    al_contar: bool = True


@dataclass(frozen=True, slots=True)
class Incumplimiento:
    """Una regla incumplida y su mensaje, ya completo."""

    regla: Regla
    mensaje: str


_SIN_PAREJA: Final = (
    "messages.{i}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
)
_DESCONOCIDO: Final = (
    "{donde}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. "
    "Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
)
_REPETIDO: Final = "{donde}: each tool_use must have a single result. Found multiple `tool_result` blocks with id: {id}"
_ETIQUETA: Final = "{donde}: Input tag '{tipo}' found using 'type' does not match any of the expected tags: {esperados}"
_VACIO: Final = "messages.{i}: all messages must have non-empty content except for the optional final assistant message"
_EN_BLANCO: Final = "messages: text content blocks must contain non-whitespace text"
_DE_MAS: Final = "{campo}: Extra inputs are not permitted"
_ELECCION: Final = (
    "tool_choice: Input tag '{tipo}' found using 'type' does not match any of the expected tags: "
    "'auto', 'any', 'tool', 'none'"
)
_CACHES: Final = "A maximum of 4 blocks with cache_control may be provided. Found {total}."

# fmt: off
REGLAS: Final[tuple[Regla, ...]] = (
    Regla(1, "hay clave: `x-api-key` o `Authorization: Bearer`", forma.sin_clave,
          "x-api-key header is required", True, 401, "authentication_error"),
    Regla(2, "hay cabecera `anthropic-version`", forma.sin_version, "anthropic-version: header is required", True),
    Regla(3, "la versión es una conocida", forma.version_desconocida,
          'anthropic-version: "{version}" is not a valid version'),
    Regla(4, "el cuerpo no pasa de 32 MB", forma.demasiado_grande,
          "Request exceeds the maximum size", True, 413, "request_too_large"),
    Regla(5, "el cuerpo es JSON en UTF-8, sin `NaN` ni sustitutos sueltos", forma.json_ilegible,
          "The request body is not valid JSON: {motivo}"),
    Regla(6, "el cuerpo es un objeto", forma.no_es_objeto, "Input should be a valid dictionary"),
    Regla(7, "hay `model`", forma.falta("model"), "model: Field required"),
    Regla(8, "`model` es texto", forma.modelo_no_es_texto, "model: Input should be a valid string"),
    Regla(9, "hay `max_tokens` (no al contar tokens)", forma.falta("max_tokens"),
          "max_tokens: Field required", True, al_contar=False),
    Regla(10, "`max_tokens` es un entero", forma.max_tokens_no_es_entero,
          "max_tokens: Input should be a valid integer", al_contar=False),
    Regla(11, "`max_tokens` no es negativo", forma.max_tokens_negativo,
          "max_tokens: Input should be greater than or equal to 0", al_contar=False),
    Regla(12, "hay `messages`", forma.falta("messages"), "messages: Field required"),
    Regla(13, "`messages` es una lista", forma.mensajes_no_es_lista, "messages: Input should be a valid list"),
    Regla(14, "hay al menos un mensaje", forma.sin_mensajes, "messages: at least one message is required", True),
    Regla(15, "sin `temperature`, `top_p` ni `top_k` desde la versión 2026-10-21", forma.muestreo_retirado,
          _DE_MAS, True),
    Regla(16, "sin campos que la API no tiene", forma.campo_de_mas, _DE_MAS, True),
    Regla(17, "los bloques de `system` no están en blanco", forma.system_en_blanco,
          "system: text content blocks must be non-empty"),
    Regla(18, "el rol es `user` o `assistant`; los turnos seguidos del mismo rol se unen", forma.rol_desconocido,
          "messages.{i}.role: Input should be 'user' or 'assistant'"),
    Regla(19, "cada mensaje tiene `content`", forma.sin_contenido, "messages.{i}.content: Field required"),
    Regla(20, "`content` es texto o una lista", forma.contenido_no_es_lista,
          "messages.{i}.content: Input should be a valid list"),
    Regla(21, "el primer mensaje es de `user`", forma.primero_no_es_user,
          'messages: first message must use the "user" role', True),
    Regla(22, "los bloques son de un tipo conocido", forma.bloque_desconocido, _ETIQUETA, True),
    Regla(23, "ningún mensaje está vacío, salvo un `assistant` final", forma.contenido_vacio, _VACIO, True),
    Regla(24, "ningún texto está vacío", forma.texto_vacio, "messages: text content blocks must be non-empty", True),
    Regla(25, "ningún texto está en blanco", forma.texto_en_blanco, _EN_BLANCO, True),
    Regla(26, "`tool_use` solo en `assistant`", turnos.tool_use_fuera_de_assistant,
          "messages.{i}: `tool_use` blocks can only be in `assistant` messages"),
    Regla(27, "`tool_result` solo en `user`", turnos.tool_result_fuera_de_user,
          "messages.{i}: `tool_result` blocks can only be in `user` messages", True),
    Regla(28, "el `id` de un `tool_use` es `^[a-zA-Z0-9_-]+$`", forma.id_de_tool_use_no_vale,
          "{donde}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'", True),
    Regla(29, "el `input` de un `tool_use` es un objeto", forma.entrada_no_es_objeto,
          "{donde}.tool_use.input: Input should be a valid dictionary", True),
    Regla(30, "los `id` de `tool_use` no se repiten", turnos.id_de_tool_use_repetido,
          "{donde}: `tool_use` ids must be unique", True),
    Regla(31, "cada `tool_result` responde a un `tool_use` del turno anterior", turnos.tool_result_desconocido,
          _DESCONOCIDO, True),
    Regla(32, "cada `tool_use` tiene un solo resultado", turnos.tool_result_repetido, _REPETIDO, True),
    Regla(33, "cada `tool_use` tiene su resultado en el turno siguiente", turnos.tool_use_sin_resultado,
          _SIN_PAREJA, True),
    Regla(34, "los resultados van antes que cualquier otro bloque", turnos.resultado_tras_otro_bloque,
          _SIN_PAREJA, True),
    Regla(35, "el texto de un resultado no está en blanco", turnos.resultado_en_blanco, _EN_BLANCO, True),
    Regla(36, "un `search_result` lleva `source`, `title` y `content`", forma.resultado_de_busqueda_incompleto,
          "{donde}: Field required"),
    Regla(37, "sin `citations` en textos de `user` desde la versión 2026-10-21", forma.citas_en_texto_de_usuario,
          "{donde}.text.citations: Extra inputs are not permitted"),
    Regla(38, "un prefill no acaba en blanco", turnos.prefill_acabado_en_blanco,
          "messages: final assistant content cannot end with trailing whitespace", True),
    Regla(39, "el nombre de una herramienta es `^[a-zA-Z0-9_-]{1,64}$`", turnos.herramienta_sin_nombre_legal,
          "tools.{n}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{{1,64}}$'", True),
    Regla(40, "los nombres de herramienta no se repiten", turnos.herramienta_repetida,
          "tools: Tool names must be unique.", True),
    Regla(41, "cada herramienta tiene `input_schema`", turnos.sin_input_schema,
          "tools.{n}.custom.input_schema: Field required"),
    Regla(42, "`input_schema` es de tipo `object`", turnos.input_schema_no_es_object,
          "tools.{n}.custom.input_schema.type: Input should be 'object'", True),
    Regla(43, "`tool_choice` es `auto`, `any`, `tool` o `none`", turnos.eleccion_desconocida, _ELECCION),
    Regla(44, "`tool_choice` solo con herramientas", turnos.eleccion_sin_herramientas,
          "tool_choice may only be specified while providing tools", True),
    Regla(45, "`tool_choice` nombra una herramienta ofrecida", turnos.eleccion_de_otra_herramienta,
          "Tool '{nombre}' not found in provided tools", True),
    Regla(46, "a lo más cuatro `cache_control`", forma.demasiadas_caches, _CACHES, True),
    Regla(47, "el modelo existe (`claude-…`, `docubot-…` o `local`)", forma.modelo_desconocido,
          "model: {modelo}", True, 404, "not_found_error"),
    Regla(48, "el `content` de un `tool_result` es un texto o una lista de bloques", turnos.resultado_de_otro_tipo,
          "{donde}.tool_result.content: Input should be a valid string or a valid list"),
)
# fmt: on


def validar(recibida: Recibida, *, al_contar: bool = False) -> Incumplimiento | None:
    """La primera regla incumplida, o `None`. Al contar tokens no se exige `max_tokens`."""
    for regla in REGLAS:
        if al_contar and not regla.al_contar:
            continue
        huecos = regla.comprueba(recibida)
        if huecos is not None:
            return Incumplimiento(regla, regla.mensaje.format(**huecos))
    return None


def tabla_markdown() -> str:
    """La tabla de reglas, como va en `docs/simulador.md`."""
    filas = ["| n.º | exige | estado y tipo | mensaje | visto |", "|---:|---|---|---|:---:|"]
    for regla in REGLAS:
        mensaje = regla.mensaje.replace("{{", "{").replace("}}", "}")
        codigo = f"`` {mensaje} ``" if "`" in mensaje else f"`{mensaje}`"
        visto = "sí" if regla.visto else ""
        filas.append(f"| {regla.numero} | {regla.que} | {regla.estado} `{regla.tipo}` | {codigo} | {visto} |")
    return "\n".join(filas)
